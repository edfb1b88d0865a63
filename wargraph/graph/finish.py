"""Under free order: the fewest turns to the end, and what each return order lets end at all."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.game_answers import finish_answer
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.position import Position
from wargraph.relation import Relation
from wargraph.results import Result, Row
from wargraph.rules import FIXED_ORDERS, Game, ReturnOrder

_PIECE = 1 << 21


@dataclass(frozen=True, eq=False)
class Distances:
    """The fewest turns from each position of a graph to a terminal, under free order.

    Attributes
    ----------
    graph
        What was searched.
    distance
        For engines: int16 array of shape (positions,); -1 where no terminal can be reached.
    """

    graph: WarGraph
    distance: NDArray[np.int16] = field(repr=False)

    def turns(self, position: Position) -> int | None:
        """Fewest turns from a position to the end; None if no terminal can be reached.

        >>> distances(WarGraph(4)).turns(Position("41|32"))
        4
        """
        turns = int(self.distance[self.graph.positions.index(position)])
        return turns if turns >= 0 else None

    def game(self, position: Position) -> Game:
        """A shortest game from a position, that of `play_to_finish`; its start alone where none can end.

        >>> [str(position) for position in distances(WarGraph(4)).game(Position("41|32")).positions]
        ['41|32', '143|2', '43|21', '342|1', '4231|']
        """
        path = [position]
        for left in range((self.turns(position) or 0) - 1, -1, -1):
            path.append(next(child for child in self.graph.children(path[-1]).values() if self.turns(child) == left))
        return Game(ReturnOrder.FREE, self.graph.relation, tuple(path))


def distances(graph: Deck) -> Distances:
    """The distance of every position to the terminals under free order. Kept with the graph."""

    graph = as_graph(graph)

    def search() -> Distances:
        distance = np.full(len(graph), -1, np.int16)
        distance[len(graph.child_indices) :] = 0
        pieces = [(start, start + _PIECE) for start in range(0, len(graph.child_indices), _PIECE)]
        turns = 1
        while sum(on_threads(_settle_layer, [(graph.child_indices, distance, turns, *piece) for piece in pieces])):
            turns += 1
        distance.flags.writeable = False
        return Distances(graph, distance)

    return graph.remember(("distances",), search)


@dataclass(frozen=True)
class Finish(Result):
    """How long a game lasts at most when both players help to end it.

    Attributes
    ----------
    n
        Number of cards.
    turns
        The largest distance of a position to the terminals, of those that reach one.
    positions
        How many positions are that far.
    example
        One of them.
    layers
        Number of positions by distance, from 0 to `turns`.
    relation
        Who beats whom.
    """

    n: int
    turns: int
    positions: int
    example: Position
    layers: tuple[int, ...]
    relation: Relation = field(repr=False)

    def _answer(self) -> str:
        return finish_answer([self])

    def rows(self) -> list[Row]:
        """One row ``n, turns, positions, example``."""
        example = self.relation.text(self.example)
        return [{"n": self.n, "turns": self.turns, "positions": self.positions, "example": example}]


def finish(graph: Deck) -> Finish:
    """The eccentricity of the terminal set under free order: the largest "fewest turns to the end".

    Examples
    --------
    >>> result = finish(WarGraph(4))
    >>> result.turns, result.layers
    (6, (24, 12, 6, 8, 4, 4, 2))
    """
    graph = as_graph(graph)
    distance = distances(graph).distance
    layers = np.bincount(distance[distance >= 0]).tolist()
    turns = len(layers) - 1
    example = graph.positions[int(np.argmax(distance == turns))]
    return Finish(graph.n, turns, layers[turns], example, tuple(layers), graph.relation)


@dataclass(frozen=True)
class Reachability(Result):
    """Which positions can reach a terminal, under WL, LW and free order.

    Attributes
    ----------
    graph
        What was searched.
    cannot_end
        Number of positions that reach no terminal, by return order.
    """

    graph: WarGraph
    cannot_end: dict[str, int]

    def positions_that_cannot_end(self, order: ReturnOrder | str) -> Iterator[Position]:
        """The positions that reach no terminal under a return order.

        >>> result = reachability(WarGraph(3))
        >>> [str(position) for position in result.positions_that_cannot_end("LW")]
        ['3|12', '13|2']
        """
        for index in self.members_that_cannot_end(order):
            yield self.graph.positions[int(index)]

    def members_that_cannot_end(self, order: ReturnOrder | str) -> NDArray[np.int64]:
        """For engines: the positions that reach no terminal, as places in ``graph.positions``."""
        return np.flatnonzero(_cannot_end(self.graph, ReturnOrder(order)))

    def rows(self) -> list[Row]:
        """Rows ``order, ending, endless``: positions that can end and that cannot."""
        return [
            {"order": order, "ending": len(self.graph) - count, "endless": count}
            for order, count in self.cannot_end.items()
        ]


def reachability(graph: Deck) -> Reachability:
    """From which positions a terminal can be reached, under WL, LW and free order.

    Examples
    --------
    >>> reachability(WarGraph(3)).cannot_end
    {'WL': 0, 'LW': 2, 'free': 0}
    """
    graph = as_graph(graph)
    on_threads(play_outs, [(graph, order) for order in FIXED_ORDERS])
    counts = {str(order): int(np.count_nonzero(_cannot_end(graph, order))) for order in ReturnOrder}
    return Reachability(graph, counts)


def _cannot_end(graph: WarGraph, order: ReturnOrder) -> NDArray[np.bool_]:
    if order is ReturnOrder.FREE:
        return distances(graph).distance < 0
    return play_outs(graph, order).outcome < 0


@loop
def _settle_layer(children, distance, turns, start, stop):  # type: ignore[no-untyped-def]
    """Give distance `turns` to each open position of a piece that has a child one turn nearer; count them.

    Pieces may run at the same time: one that reads what another writes only finds `turns`,
    where it looks for turns - 1.
    """
    settled = 0
    for position in range(start, min(stop, children.shape[0])):
        if distance[position] < 0 and (
            distance[children[position, 0]] == turns - 1 or distance[children[position, 1]] == turns - 1
        ):
            distance[position] = turns
            settled += 1
    return settled
