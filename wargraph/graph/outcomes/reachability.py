"""Reachability: which positions reach an end at all, under each return order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Position
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.graph.attractors.distances import distances
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.war_graph import Deck, GraphResult, WarGraph, as_graph, cached_on_graph
from wargraph.report.result import Row


@dataclass(frozen=True)
class Reachability(GraphResult):
    """The positions of a War graph that can reach a terminal position, under WL, under LW and under free order.

    Attributes
    ----------
    cannot_end : dict of str to int
        Number of positions that can reach no terminal position, by return order: ``WL``, ``LW`` and ``free``.

    Examples
    --------
    >>> reachability(5).cannot_end
    {'WL': 42, 'LW': 96, 'free': 0}
    """

    cannot_end: dict[str, int]

    def positions_that_cannot_end(self, order: ReturnOrder | str) -> Iterator[Position]:
        """Iterate over the positions that can reach no terminal position under a return order."""
        return (self.graph.positions[int(index)] for index in self.members_that_cannot_end(order))

    def members_that_cannot_end(self, order: ReturnOrder | str) -> NDArray[np.int64]:
        """Return the positions that can reach no terminal position, as places in ``graph.positions``; for engines."""
        return np.flatnonzero(_cannot_end(self.graph, ReturnOrder(order)))

    def rows(self) -> list[Row]:
        """Count the positions that can reach an end, and those that cannot: rows ``n, order, ending, endless``."""
        return [
            {"n": self.graph.n, "order": order, "ending": len(self.graph) - count, "endless": count}
            for order, count in self.cannot_end.items()
        ]


def reachability(graph: Deck) -> Reachability:
    """Find the positions that can reach a terminal position, under WL, under LW and under free order."""
    graph = as_graph(graph)
    on_threads(play_outs, [(graph, order) for order in FIXED_ORDERS])
    counts = {str(order): int(np.count_nonzero(_cannot_end(graph, order))) for order in ReturnOrder}
    return Reachability(graph, counts)


def _cannot_end(graph: WarGraph, order: ReturnOrder) -> NDArray[np.bool_]:
    if order is ReturnOrder.FREE:
        return distances(graph).distance < 0
    return play_outs(graph, order).outcome < 0


@cached_on_graph()
def can_end(graph: Deck) -> NDArray[np.bool_]:
    """Return which positions can end under free order: in a tournament all."""
    return np.ones(len(graph), np.bool_) if graph.relation.is_tournament else distances(graph).distance >= 0


@cached_on_graph()
def may_never_end(graph: Deck) -> NDArray[np.bool_]:
    """Return which positions can come to one that cannot end: with a probability above 0."""
    may_not = ~can_end(graph)
    if may_not.any():
        spread(graph.child_indices, may_not)
    return may_not


def spread(children: NDArray[np.signedinteger], sets: NDArray[Any], is_onwards: bool = False) -> None:
    """Give each position the bits of all that it can reach under free order, or that can reach it, in place."""
    while _spread(children, sets, is_onwards):
        pass


@loop
def _spread(children, sets, is_onwards):
    """Return a sweep down and one up: each position takes the bits of its children, or its children take its bits."""
    changed = False
    inner = children.shape[0]
    for step in range(2 * inner):
        position = inner - 1 - step if step < inner else step - inner
        for column in range(2):
            source, target = children[position, column], position
            if is_onwards:
                source, target = target, source
            united = sets[target] | sets[source]
            if united != sets[target]:
                sets[target] = united
                changed = True
    return changed
