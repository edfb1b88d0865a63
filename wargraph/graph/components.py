"""Strongly connected components under free order, and which of them hold a cycle.

Tarjan's search takes one core, so a large graph is searched in parts between which no turn leads back. If each of the
highest cards beats all other cards, the player who holds all of the highest keeps them: no turn loses any. So positions
are in different parts if they differ in who holds all of the highest one, two, ... or five cards.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Position
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.war_graph import Deck, Need, OfGraph, WarGraph, as_graph, remembered
from wargraph.report.result import Row

SEARCH = Need("the search for components", 52)
"""More than it holds at its peak."""

_MOST_WHOLE = 1 << 21
"""So many positions take one core less than a second."""

_PIECE = 1 << 20

_PLACED = 5
"""So many of the highest cards tell the parts."""


@dataclass(frozen=True)
class Components(OfGraph):
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

    label: NDArray[np.int32] = field(repr=False)
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
        """Count the components of each size: rows ``size, components``, the largest first; 1 is no cycle."""
        sizes = Counter(self.sizes.tolist())
        return [{"size": size, "components": sizes[size]} for size in sorted(sizes, reverse=True)]


@remembered(SEARCH)
def components(deck: Deck) -> Components:
    """Find the strongly connected components of a War graph under free order; the graph keeps them."""
    graph = as_graph(deck)
    label, part = np.zeros(len(graph), np.int32), np.zeros(len(graph), np.uint8)
    counts = _divide(graph, part) if len(graph) > _MOST_WHOLE else np.array([len(graph)])
    parts = sorted(np.flatnonzero(counts), key=lambda number: -counts[number])  # so that no core waits long for another
    found = on_threads(_label_components, [(graph.child_indices, label, part, each, counts[each]) for each in parts])
    ends = np.cumsum([*map(len, found)])
    first = np.full(counts.size, -1, np.int32)
    first[parts[1:]] += ends[:-1]
    sizes = np.empty(ends[-1], found[0].dtype)
    on_threads(np.copyto, [*zip(np.split(sizes, ends[:-1]), found, strict=True)])

    def shift(piece: slice) -> None:
        label[piece] += first[part[piece]]

    on_threads(shift, [(slice(start, start + _PIECE),) for start in range(0, len(graph), _PIECE)])
    return Components(graph, label, sizes)


def _divide(graph: WarGraph, part: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Give each position the number of its part, and return the number of positions of each part."""
    n, beats, positions = graph.n, graph.relation.to_array(), graph.positions
    others = factorial(n - _PLACED)  # the cards that are not placed can be arranged in so many ways
    counts = np.zeros(3**_PLACED, np.int64)
    counts[0] = positions.has_tie
    for split in positions.splits:
        left, number = np.array([split], np.int8), np.zeros(1, np.uint8)  # cards that Left holds besides the placed
        for placed in range(1, _PLACED + 1):
            # The digit of a card is its place among the cards up to it, of which the first ones are Left's.
            digits = np.arange(positions.split_size(split) // factorial(n - placed) // left.size)
            left = (left[:, None] - (digits < left[:, None])).ravel()
            number = number.repeat(digits.size)
            if beats[n - placed :, : n - placed].all():
                number = 3 * number + (left == split - placed) + 2 * (left == split)
        part[positions.block(split)].reshape(-1, others)[:] = number[:, None]
        counts += others * np.bincount(number, minlength=counts.size)
    return counts


@loop
def _label_components(children, label, part, number, size):  # type: ignore[no-untyped-def] # noqa: C901 - a loop calls nothing
    """Find the strongly connected components of a part in the order of Tarjan's search; return their sizes.

    The label of a position is 0 until it is visited, then -1 for the first visit, -2 for the second and so on, or the
    largest of these that it is known to reach, and at last the number of its component, counted from 1. Of two children
    the search visits the one with the larger index first.
    """
    inner = children.shape[0]
    path = np.zeros(size, children.dtype)  # from its end on: positions left whose component is not complete
    visit = np.zeros(size, children.dtype)  # the first label of each position of the path; from the end on: the sizes
    tried = np.zeros(size, np.uint8)  # how many of its children have been visited
    count = visits = 0
    pending = size
    for start in range(len(label)):
        if part[start] != number or label[start] != 0:
            continue
        path[0] = start
        depth, entered = 0, True
        while depth >= 0:
            position = path[depth]
            if position >= inner:
                count += 1
                label[position] = count
                visit[size - count] = 1
                depth -= 1
                continue
            if entered:
                visits += 1
                label[position] = visit[depth] = -visits
                tried[depth] = 0
                entered = False
            if tried[depth] < 2:
                first, second = children[position, 0], children[position, 1]
                child = max(first, second) if tried[depth] == 0 else min(first, second)
                tried[depth] += 1
                if part[child] == number:
                    if label[child] < 0:
                        label[position] = max(label[position], label[child])
                    elif label[child] == 0:
                        depth += 1
                        path[depth] = child
                        entered = True
                continue
            if label[position] > visit[depth]:
                pending -= 1
                path[pending] = position
            else:
                count += 1
                label[position] = count
                visit[size - count] = 1
                while pending < size and label[path[pending]] <= visit[depth]:
                    label[path[pending]] = count
                    visit[size - count] += 1
                    pending += 1
            depth -= 1
            if depth >= 0 and label[position] < 0:
                label[path[depth]] = max(label[path[depth]], label[position])
    return visit[size - count :][::-1].copy()
