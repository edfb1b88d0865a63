"""Strongly connected components under free order, and which of them hold a cycle."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from wargraph.compute.memory import require_memory_for_cards
from wargraph.core.position import Position
from wargraph.graph.sparse import to_scipy
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, position_count
from wargraph.report.result import Result, Row

_BYTES_PER_POSITION = 60
"""What scipy's search holds at its peak, measured at n = 10 and rounded up."""


@dataclass(frozen=True)
class Components(Result):
    """The strongly connected components of a War graph under free order.

    A component holds a cycle exactly when it has more than one position: no position is its own
    child, because every turn moves a card from one hand to the other.

    Attributes
    ----------
    graph
        What was searched.
    label
        For engines: int32 array of shape (positions,), the number of each position's component.
    sizes
        For engines: array of shape (components,), the number of positions of each component.
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
        """Sizes of the components that hold a cycle, largest first.

        >>> components(WarGraph(5)).cyclic
        [84, 4, 4]
        """
        return sorted(self.sizes[self.sizes > 1].tolist(), reverse=True)

    def cycle_number(self, position: Position) -> int | None:
        """The number of a position's component if that holds a cycle, else None.

        >>> found = components(WarGraph(4))
        >>> found.cycle_number(Position("41|32")) is None, found.cycle_number(Position("41|23")) is None
        (True, False)
        """
        number = int(self.label[self.graph.positions.index(position)])
        return number if self.sizes[number] > 1 else None

    def cyclic_positions(self) -> Iterator[tuple[Position, ...]]:
        """The components that hold a cycle, largest first, each as its positions."""
        for members in self.cyclic_members():
            yield tuple(self.graph.positions[int(index)] for index in members)

    def cyclic_members(self) -> list[NDArray[np.int64]]:
        """For engines: the components that hold a cycle, largest first, as places in ``graph.positions``."""
        inside = np.flatnonzero(self.sizes[self.label] > 1)
        by_component = inside[np.argsort(self.label[inside], kind="stable")]
        groups = np.split(by_component, np.flatnonzero(np.diff(self.label[by_component])) + 1)
        return sorted((group for group in groups if group.size), key=lambda group: (-group.size, int(group[0])))

    def rows(self) -> list[Row]:
        """Rows ``size, components``, largest first; size 1 is the components without a cycle."""
        sizes, counts = np.unique(self.sizes, return_counts=True)
        return [
            {"size": int(size), "components": int(count)} for size, count in zip(sizes[::-1], counts[::-1], strict=True)
        ]


def require_components_memory(n: int, left_holds_n: bool) -> None:
    """Raise a `TooLargeError` if the search on a War graph of n cards does not fit into memory.

    To be asked before the graph is built, where its components are wanted.
    """
    require_memory_for_cards(
        lambda cards: _BYTES_PER_POSITION * position_count(cards, left_holds_n), n, "the search for components"
    )


def components(graph: Deck) -> Components:
    """The strongly connected components under free order. Kept with the graph.

    See Also
    --------
    condensation, reachability

    Examples
    --------
    >>> result = components(WarGraph(4))
    >>> result.count, result.cyclic
    (49, [12])
    """

    graph = as_graph(graph)

    def search() -> Components:
        require_components_memory(graph.n, graph.positions.left_holds_n)
        count, label = connected_components(to_scipy(graph).matrix, directed=True, connection="strong")
        return Components(graph, label, np.bincount(label, minlength=count))

    return graph.remember(("components",), search)
