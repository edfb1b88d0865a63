"""Strongly connected components under free order, and which of them hold a cycle."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.memory import require_memory_for_cards
from wargraph.core.position import Position
from wargraph.graph.loops import loop
from wargraph.graph.war_graph import Deck, WarGraph, position_count, relation_of, remembered
from wargraph.report.result import Result, Row

_BYTES_PER_POSITION = 60
"""More than the search holds at its peak."""


@dataclass(frozen=True)
class Components(Result):
    """The strongly connected components of a War graph: positions that lead to one another under free order.

    A component holds a cycle exactly if it has more than one position: no position is its own child, because every turn
    moves a card from one hand to the other.

    Attributes
    ----------
    graph : WarGraph
        The War graph.
    label, sizes : numpy.ndarray
        For engines: the number of each position's component, and the number of positions of each component.

    Examples
    --------
    >>> found = components(4)
    >>> found.count, found.cyclic, len(next(found.cyclic_positions()))
    (49, [12], 12)
    """

    graph: WarGraph = field(repr=False)
    label: NDArray[np.int32] = field(repr=False)
    sizes: NDArray[np.int64] = field(repr=False)

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
        """Return how many components have each size: rows ``size, components``, the largest first; 1 is no cycle."""
        sizes = Counter(self.sizes.tolist())
        return [{"size": size, "components": sizes[size]} for size in sorted(sizes, reverse=True)]


def require_components_memory(n: int, left_holds_n: bool) -> None:
    """Raise a `TooLargeError` if the search on a War graph of n cards does not fit into memory."""
    require_memory_for_cards(
        lambda cards: _BYTES_PER_POSITION * position_count(cards, left_holds_n), n, "the search for components"
    )


def components(deck: Deck) -> Components:
    """Find the strongly connected components of a War graph under free order; the graph keeps them."""
    if not isinstance(deck, WarGraph):  # before the graph is built
        relation, left_holds_n = relation_of(deck)
        require_components_memory(relation.n, left_holds_n)
    return _components(deck)


@remembered
def _components(graph: Deck) -> Components:
    require_components_memory(graph.n, graph.positions.left_holds_n)
    label = np.full(len(graph), -1, np.int32)
    count = _label_components(graph.child_indices, label)
    return Components(graph, label, np.bincount(label, minlength=count))


@loop
def _label_components(children, label):  # type: ignore[no-untyped-def] # noqa: C901 - a loop calls nothing
    """Count the strongly connected components; give their numbers in the order of Tarjan's search.

    Of two children the search visits the one with the larger index first.
    """
    inner = children.shape[0]
    lowest = np.zeros(inner, children.dtype)  # the lowest number of a visit that is known to be reached
    path = np.zeros(inner + 1, children.dtype)
    visit = np.zeros(inner + 1, children.dtype)  # the number of the visit, for each position of the path
    tried = np.zeros(inner + 1, np.uint8)  # how many of its children have been visited
    pending = np.zeros(inner, children.dtype)  # positions left whose component is not complete
    count = visits = waiting = 0
    for start in range(len(label)):
        if label[start] >= 0 or (start < inner and lowest[start]):
            continue
        path[0] = start
        depth, entered = 0, True
        while depth >= 0:
            position = path[depth]
            if position >= inner:
                label[position] = count
                count += 1
                depth -= 1
                continue
            if entered:
                visits += 1
                lowest[position] = visit[depth] = visits
                tried[depth] = 0
                entered = False
            if tried[depth] < 2:
                first, second = children[position, 0], children[position, 1]
                child = max(first, second) if tried[depth] == 0 else min(first, second)
                tried[depth] += 1
                if label[child] < 0:
                    if child < inner and lowest[child]:
                        lowest[position] = min(lowest[position], lowest[child])
                    else:
                        depth += 1
                        path[depth] = child
                        entered = True
                continue
            if lowest[position] < visit[depth]:
                pending[waiting] = position
                waiting += 1
            else:
                label[position] = count
                while waiting and lowest[pending[waiting - 1]] >= visit[depth]:
                    waiting -= 1
                    label[pending[waiting]] = count
                count += 1
            depth -= 1
            if depth >= 0 and label[position] < 0:
                lowest[path[depth]] = min(lowest[path[depth]], lowest[position])
    return count
