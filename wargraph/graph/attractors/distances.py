"""Attractors in the arrays of a War graph: the distance of each position to the end, or to a win that is forced."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Player, Position
from wargraph.graph.attractors.attractor import ANY_END, Attractor, SearchGoal
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.war_graph import Deck, cached_on_graph

_PIECE = 1 << 21


@dataclass(frozen=True)
class Distances(Attractor):
    """The smallest number of turns from each position of a War graph to a terminal position, under free order.

    >>> distances(4).turns(Position("41|32"))
    4
    """

    distance: NDArray[np.int16] = field(repr=False)
    """For engines: the number of turns from each position; -1 where no end can be reached."""

    def turns(self, position: Position) -> int | None:
        """Return the number of turns from a position to the end; None if no end can be reached."""
        turns = int(self.distance[self.positions.index(position)])
        return turns if turns >= 0 else None

    def _may_take(self, position: Position, turns: int) -> bool:
        return self.turns(position) == turns

    def _sizes(self, split: int) -> Iterable[int]:
        distance = self.distance[self.positions.block(split)]
        sizes: list[int] = np.bincount(distance[distance >= 0]).tolist()
        return sizes

    def _ranks(self, split: int, turns: int | None) -> Iterable[int]:
        return np.flatnonzero(self.distance[self.positions.block(split)] == (-1 if turns is None else turns))


def distances(graph: Deck) -> Distances:
    """Find the distance of every position to the terminal positions under free order; the graph keeps it."""
    return distances_to(graph, ANY_END)


@cached_on_graph()
def distances_to(graph: Deck, aim: SearchGoal) -> Distances:
    """Find the number of turns from every position of a War graph to an end that is reached or forced."""
    children, positions = graph.child_indices, graph.positions
    distance = np.full(len(graph), -1, np.int16)
    for split in aim.ends(positions):
        distance[positions.block(split)] = 0
    if aim.winner is None:
        distance[len(children) :] = 0  # a tie is an end, too
    # A turn that Left wins leads to a larger split, and so to a larger index, but the positions of split 0 come last.
    nothing_left = positions.block(0).start if 0 in positions.splits else len(graph)
    given, turns = (children, distance, nothing_left, *map(aim.needs_both_children, Player)), 1
    starts = range(0, len(children), _PIECE)
    while sum(on_threads(_settle, [(*given, turns, start, start + _PIECE) for start in starts])):
        turns += 1
    distance.flags.writeable = False
    return Distances(graph.relation, positions, distance)


@loop
def _settle(children, distance, nothing_left, at_lefts, at_rights, turns, start, stop):
    """Give distance `turns` to each position of a piece that is in this layer; return their number.

    The newest of its settled children is one turn nearer. At the turns that Left wins, or Right, both children must be
    settled if the order is chosen against the end. Pieces may run at the same time: what another writes is `turns`,
    which counts as open here.
    """
    settled = 0
    for position in range(start, min(stop, children.shape[0])):
        if distance[position] < 0:
            one, other = children[position, 0], children[position, 1]
            has_one, has_other = distance[one] == turns - 1, distance[other] == turns - 1
            if has_one or has_other:
                needs_both_children = at_lefts if position < one < nothing_left else at_rights
                if not needs_both_children or (0 <= distance[one] < turns and 0 <= distance[other] < turns):
                    distance[position] = turns
                    settled += 1
    return settled
