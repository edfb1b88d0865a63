"""Strongly connected components under free order, and which of them hold a cycle.

Tarjan's search takes one core, so a large graph is searched in parts between which no turn leads back. If each of the
highest cards beats all other cards, the player who holds all of the highest keeps them: no turn loses any. So positions
are in different parts if they differ in who holds all of the highest one, two, ... or five cards.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Position
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.war_graph import Deck, GraphResult, MemoryNeed, WarGraph, as_graph, cached_on_graph
from wargraph.report.result import Row

SEARCH = MemoryNeed("the search for components", 52)
"""More than it holds at its peak."""

_MOST_WHOLE = 1 << 21
"""So many positions take one core less than a second."""

_PLACED = 5
"""The number of the highest cards that tell the parts."""

_MOST_NARROW = 2**31 - 3**_PLACED
"""The number of positions whose labels, the numbers of parts among them, fit into 32 bits: those of 11 cards."""


@dataclass(frozen=True)
class Components(GraphResult):
    """The strongly connected components of a War graph: positions that lead to one another under free order.

    A component holds a cycle exactly if it has more than one position: no position is its own child, because every turn
    moves a card from one hand to the other.

    Attributes
    ----------
    label, sizes : numpy.ndarray
        For engines: the number of each position's component, and the number of positions of each component.

    Examples
    --------
    >>> found = components(4)
    >>> found.count, found.cyclic, len(next(found.cyclic_positions()))
    (49, [12], 12)
    """

    label: NDArray[np.signedinteger] = field(repr=False)
    sizes: NDArray[np.signedinteger] = field(repr=False)

    @property
    def count(self) -> int:
        """Number of components."""
        return int(self.sizes.size)

    @property
    def cyclic(self) -> list[int]:
        """Sizes of the components that hold a cycle, largest first."""
        return sorted(self.sizes[self.sizes > 1].tolist(), reverse=True)

    def cycle_number(self, position: Position) -> int | None:
        """Return the number of a position's component if the component holds a cycle, and otherwise None."""
        number = int(self.label[self.graph.positions.index(position)])
        return number if self.sizes[number] > 1 else None

    def cyclic_positions(self) -> Iterator[tuple[Position, ...]]:
        """Iterate over the components that hold a cycle, largest first, each as its positions."""
        inside = np.flatnonzero(self.sizes[self.label] > 1)
        by_component = inside[np.argsort(self.label[inside], kind="stable")]
        groups = np.split(by_component, np.flatnonzero(np.diff(self.label[by_component])) + 1)
        for members in sorted((each.tolist() for each in groups if each.size), key=lambda each: (-len(each), each[0])):
            yield tuple(map(self.graph.positions.__getitem__, members))

    def rows(self) -> list[Row]:
        """Count the components of each size: rows ``n, size, components``, the largest first; 1 is no cycle."""
        sizes = Counter(self.sizes.tolist())
        return [{"n": self.graph.n, "size": size, "components": sizes[size]} for size in sorted(sizes, reverse=True)]


@cached_on_graph(SEARCH)
def components(deck: Deck) -> Components:
    """Find the strongly connected components of a War graph under free order; the graph keeps them."""
    graph = as_graph(deck)
    label: NDArray[Any] = np.empty(len(graph), np.int32 if len(graph) <= _MOST_NARROW else np.int64)
    unvisited = int(np.iinfo(label.dtype).min)
    stretches = _stretches(graph) if len(graph) > _MOST_WHOLE else [(slice(None), np.zeros(1, np.int32))]
    labels = [
        (label[where].reshape(part.size, -1), part[:, np.newaxis].astype(label.dtype)) for where, part in stretches
    ]
    on_threads(lambda stretch, part: np.copyto(stretch, unvisited + part), labels)
    counts = np.zeros(3**_PLACED, np.int64)
    for stretch, part in labels:
        counts += np.bincount(part[:, 0], minlength=counts.size) * stretch.shape[1]
    # So that no core waits long for another: the longest first. A player who holds all of the highest cards wins soon.
    parts = sorted(np.flatnonzero(counts), key=lambda number: -counts[number] / (3 if number % 3 else 1))
    starts = np.cumsum(counts) - counts
    given = [(graph.child_indices, label, unvisited + int(part), starts[part], counts[part]) for part in parts]
    found = on_threads(label_components, given)
    ends = np.cumsum([*map(len, found)])
    sizes, shift = np.empty(ends[-1], found[0].dtype), np.zeros(counts.size, label.dtype)
    on_threads(np.copyto, [*zip(np.split(sizes, ends[:-1]), found, strict=True)])
    shift[parts] = [0, *ends[:-1]] - starts[parts]
    on_threads(lambda stretch, part: np.add(stretch, shift[part], stretch), labels)
    return Components(graph, label, sizes)


def _stretches(graph: WarGraph) -> Iterator[tuple[slice, NDArray[np.int32]]]:
    """Yield slices of the positions, each with the numbers of the parts of as many stretches of the same length."""
    n, beats, positions = graph.n, graph.relation.to_array(), graph.positions
    if positions.has_tie:
        yield slice(len(graph) - 1, len(graph)), np.zeros(1, np.int32)
    for split in positions.splits:
        left, part = np.array([split], np.int8), np.zeros(1, np.int32)  # cards that Left holds besides the placed
        for placed in range(1, _PLACED + 1):
            # The digit of a card is its place among the cards up to it, of which the first ones are Left's.
            digits = np.arange(positions.split_size(split) // factorial(n - placed) // left.size)
            left = (left[:, None] - (digits < left[:, None])).ravel()
            part = part.repeat(digits.size)
            if beats[n - placed :, : n - placed].all():
                part = 3 * part + (left == split - placed) + 2 * (left == split)
        yield positions.block(split), part


@loop
def label_components(children, label, unvisited, start, size):  # noqa: C901 - a loop calls nothing
    """Find the strongly connected components of a part by Tarjan's search; return their sizes.

    The label of a position of the part is `unvisited`; then the number of its visit, counted down from below `-start`;
    and at last the number of its component, counted up from `start`. Labels of other parts are none of these, and if
    below `-start`, also below all visits. Of two children the search visits the one with the larger index first.
    """
    inner = children.shape[0]
    path = np.empty(size, children.dtype)  # from its end on: positions left whose component is not complete
    visit = np.empty(size, label.dtype)  # of each position of the path its label; from the end on: the sizes
    low = np.empty(size, label.dtype)  # and the first visit that it is known to reach
    second = np.empty(size, children.dtype)  # and its other child, -1 if that was visited
    count = visits = 0
    pending = size
    for root in range(len(label)):
        if label[root] != unvisited:
            continue
        path[0] = root
        depth, entered = 0, True
        while depth >= 0:
            position = path[depth]
            if not entered:
                child, second[depth] = second[depth], -1
            elif position < inner:
                visits += 1
                label[position] = visit[depth] = low[depth] = -start - visits
                child = max(children[position, 0], children[position, 1])
                second[depth] = min(children[position, 0], children[position, 1])
            else:
                visit[depth] = low[depth] = unvisited
                child = -1
            entered = False
            if child >= 0:
                reached = label[child]
                if reached == unvisited:
                    depth += 1
                    path[depth] = child
                    entered = True
                elif reached < -start:
                    low[depth] = max(low[depth], reached)
                continue
            if low[depth] > visit[depth]:
                pending -= 1
                path[pending] = position
                low[depth - 1] = max(low[depth - 1], low[depth])
            else:
                first = visit[depth]
                label[position] = number = start + count
                count += 1
                visit[size - count] = 1
                while pending < size and label[path[pending]] <= first:
                    label[path[pending]] = number
                    visit[size - count] += 1
                    pending += 1
            depth -= 1
    return visit[size - count :][::-1].copy()
