"""Under free order: the fewest turns to the end, and what each return order lets end at all."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.phrases import start_phrase
from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, Game, ReturnOrder
from wargraph.errors import NoGameEndsError
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.play_outs import play_outs
from wargraph.graph.positions import Positions
from wargraph.graph.retrograde import Retrograde, has_unique_predecessors, searched_back
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, position_count, relation_of, remembered
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import ComparedByContent, Result, Row, row_of

EXAMPLES = 10
"""How many examples a result has at most."""

_SHOWN_LAYERS = 10

_MOST_TURNS = 1 << 25
"""Of up to so many positions the turns are kept, as they lead to the shortest games at once."""

_PIECE = 1 << 21


@dataclass(frozen=True)
class TurnsToEnd(ComparedByContent):
    """A number of turns for each position of a graph.

    Attributes
    ----------
    graph
        What was searched.
    distance
        For engines: int16 array of shape (positions,); -1 where no end is reached.
    """

    graph: WarGraph
    distance: NDArray[np.int16] = field(repr=False)

    @property
    def positions(self) -> Positions:
        """Which positions there are."""
        return self.graph.positions

    @property
    def relation(self) -> Relation:
        """Who beats whom."""
        return self.graph.relation

    def turns(self, position: Position) -> int | None:
        """The turns from a position to the end; None if no end is reached.

        >>> distances(WarGraph(4)).turns(Position("41|32"))
        4
        """
        turns = int(self.distance[self.positions.index(position)])
        return turns if turns >= 0 else None

    def sizes(self, deals: Deals | str, holders: Collection[Player] = tuple(Player)) -> list[int]:
        """How many starts come to the end in 0, 1, 2, ... turns, up to the most; `holders` as in `Positions.starts`.

        >>> distances(WarGraph(4)).sizes("even")
        [0, 0, 12, 0, 8, 0, 4]
        """
        starts = self.positions.starts(Deals(deals), holders)
        blocks = [self.distance[self.positions.block(split)] for split, _ in starts]
        most = max(int(block.max()) for block in blocks)
        counts = [np.bincount(block[block >= 0], minlength=most + 1) for block in blocks]
        return [int(size) for size in sum(counts, np.zeros(most + 1, np.int64))]

    def last(self, deals: Deals | str, count: int, holders: Collection[Player] = tuple(Player)) -> list[Position]:
        """The first starts of those that come to the end in the most turns."""
        sizes = self.sizes(deals, holders)
        return list(islice(self._with(len(sizes) - 1, deals, holders), count)) if sizes else []

    def open(self, deals: Deals | str, holders: Collection[Player] = tuple(Player)) -> Iterator[Position]:
        """The starts that come to no end."""
        return self._with(-1, deals, holders)

    def is_open(self, position: Position) -> bool:
        """Whether a position comes to no end."""
        return self.turns(position) is None

    def _with(self, turns: int, deals: Deals | str, holders: Collection[Player]) -> Iterator[Position]:
        for split, is_swapped in self.positions.starts(Deals(deals), holders):
            block = self.positions.block(split)
            for rank in np.flatnonzero(self.distance[block] == turns):
                position = self.positions[block.start + int(rank)]
                yield position.swap() if is_swapped else position


class Distances(TurnsToEnd):
    """The smallest number of turns from each position of a War graph to a terminal position, under free order.

    Attributes
    ----------
    graph : WarGraph
        The War graph.
    distance : numpy.ndarray
        For engines: int16 array of shape (positions,), in turns; -1 where no end can be reached.

    Examples
    --------
    >>> found = distances(4)
    >>> found.turns(Position("41|32")), found.sizes("even")
    (4, [0, 0, 12, 0, 8, 0, 4])
    """

    def game(self, position: Position) -> Game:
        """Return a shortest game from a position under free order.

        Parameters
        ----------
        position : Position
            A position of the graph.

        Returns
        -------
        Game
            The game that `play` finds under free order; only the start if no end can be reached.

        Raises
        ------
        PositionError
            If the graph does not have the position.

        Examples
        --------
        >>> [str(position) for position in distances(4).game(Position("41|32")).positions]
        ['41|32', '143|2', '43|21', '342|1', '4231|']
        """
        path = [position]
        for left in range((self.turns(position) or 0) - 1, -1, -1):
            path.append(next(child for child in self.graph.children(path[-1]).values() if self.turns(child) == left))
        return Game(ReturnOrder.FREE, self.relation, tuple(path))


@remembered
def distances(graph: Deck) -> Distances:
    """Find the distance of every position of a War graph to the terminal positions under free order.

    The result is kept with the graph.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.

    Returns
    -------
    Distances
        The smallest number of turns to the end of each position.

    Raises
    ------
    TooLargeError
        If the graph does not fit into memory.

    See Also
    --------
    finish, reachability

    Examples
    --------
    >>> print(distances(4).turns(Position("41|32")))
    4
    """
    distance = np.full(len(graph), -1, np.int16)
    distance[len(graph.child_indices) :] = 0
    pieces = [(start, start + _PIECE) for start in range(0, len(graph.child_indices), _PIECE)]
    turns = 1
    while sum(on_threads(_settle_layer, [(graph.child_indices, distance, turns, *piece) for piece in pieces])):
        turns += 1
    distance.flags.writeable = False
    return Distances(graph, distance)


@dataclass(frozen=True)
class Finish(Result):
    """The longest a game takes if both players help to end it.

    Attributes
    ----------
    n : int
        Number of cards.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    turns : int
        The largest distance of a starting position to the end, in turns, among those that can reach an end.
    positions : int
        Number of starting positions at that distance.
    examples : tuple of Position
        The first starting positions at that distance, ten at most, in the order of a War graph.
    games : tuple of Game
        A shortest game from each of the examples.
    layers : tuple of int
        Number of starting positions by their distance to the end, from 0 to `turns`.
    cannot_end : int
        Number of starting positions from which no end can be reached. On the standard deck there is none, which
        Lakshtanov and Roshchina (2011) proved; every search here confirms it.
    relation : Relation
        Who beats whom.

    Examples
    --------
    >>> found = finish(4)
    >>> found.turns, found.positions, found.cannot_end
    (6, 2, 0)
    """

    n: int
    deals: Deals
    turns: int
    positions: int
    examples: tuple[Position, ...]
    games: tuple[Game, ...] = field(repr=False)
    layers: tuple[int, ...]
    cannot_end: int
    relation: Relation = field(repr=False)

    @property
    def example(self) -> Position:
        """The first of the examples."""
        return self.examples[0]

    @property
    def starts(self) -> int:
        """How many starts there are."""
        return sum(self.layers) + self.cannot_end

    def _answer(self) -> str:
        start = start_phrase(self)
        as_far = "it is the only one" if self.positions == 1 else f"{self.positions:,} are that far"
        answer = (
            f"If both players help, the {start} of {self.relation.display} that is farthest from the end takes "
            f"{counted(self.turns, 'turn')}; {as_far}."
        )
        if self.cannot_end:
            starts = counted(self.starts, start)
            return f"{answer} From {self.cannot_end:,} of the {starts} no end can be reached."
        each = f"each of the {self.starts:,} {start}s" if self.starts > 1 else f"every {start}"
        return f"{answer} From {each} an end can be reached."

    def rows(self) -> list[Row]:
        """Return the result as one row.

        Returns
        -------
        list of dict
            One row ``n, deals, turns, positions, example``.
        """
        return [row_of(self, "n", "deals", "turns", "positions", example=self.relation.text(self.example))]

    def layer_rows(self) -> list[Row]:
        """Return how many starting positions are at each distance to the end.

        Returns
        -------
        list of dict
            Rows ``n, deals, turns, positions``.
        """
        layers = enumerate(self.layers)
        return [row_of(self, "n", "deals", turns=turns, positions=size) for turns, size in layers if size]

    def game_rows(self) -> list[Row]:
        """Return a shortest game from each of the examples.

        Returns
        -------
        list of dict
            Rows ``n, deals, game, turn, position``, one for each position of a game.
        """
        return [
            row_of(self, "n", "deals", game=number, turn=row["turn"], position=row["position"])
            for number, game in enumerate(self.games, start=1)
            for row in game.rows()
        ]

    def _body(self) -> list[Part]:
        games = self.game_rows()
        which = "" if self.positions == 1 else f", the first of {self.positions:,} that are as far"
        first = [row for row in games if row["game"] == 1]
        return [
            Table("rows", self.rows()),
            layer_table(self.layer_rows(), "Positions by their fewest turns to the end"),
            Table("games", games, f"A shortest game from the farthest position{which}", excerpt=first),
        ]


def layer_table(rows: list[Row], heading: str) -> Table:
    """The table of layers, of which people see the nearest and the farthest."""
    if len(rows) <= 3 * _SHOWN_LAYERS:
        return Table("layers", rows, heading)
    shown = [*rows[:_SHOWN_LAYERS], *rows[-_SHOWN_LAYERS:]]
    return Table("layers", rows, f"{heading}: the first and the last {_SHOWN_LAYERS}", excerpt=shown)


@checkpointed
def finish(deck: Deck, deals: Deals | str = "any", run_options: RunOptions | None = None) -> Finish:
    """Find the largest distance from a starting position to the end under free order.

    The distance is the smallest number of turns to the end if both players help. In terms of graph theory the result is
    the eccentricity of the set of terminal positions. If the bottom cards tell the position before (on the standard
    deck, and if exactly one of any two cards beats the other), the search goes back from all ends and keeps three bits
    for each position. A given `WarGraph`, and the graph of any other relation, is searched in its arrays.

    Parameters
    ----------
    deck : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        How long the work may take, by default one hour, who sees the progress and where it is kept: the layers of a
        search back, as each is finished. The work runs on all cores.

    Returns
    -------
    Finish
        The largest distance, the starting positions at each distance, and examples with their games.

    Raises
    ------
    TooLargeError
        If the search does not fit into memory; raised before the search starts.
    TooLongError
        If the search would take longer than `run_options` allows.
    NoGameEndsError
        If no end can be reached from any starting position.

    See Also
    --------
    contest, longest, play

    Examples
    --------
    >>> result = finish(4)
    >>> result.turns, result.layers
    (6, (24, 12, 6, 8, 4, 4, 2))
    >>> print(finish(7, "even").games[0])
    7524|361 under free order: ends after 13 turns at the earliest
    """
    deals = Deals(deals)
    found = _searched(deck, run_options)
    sizes = found.sizes(deals)
    if not sizes:
        raise NoGameEndsError(
            f"no game from the {deals} deals of {found.relation.name} can end, even under free order: ask for any deals"
        )
    farthest = tuple(found.last(deals, EXAMPLES))
    starts = sum(found.positions.split_size(split) for split, _ in found.positions.starts(deals))
    turns, cannot_end = len(sizes) - 1, starts - sum(sizes)
    games = tuple(_game(found, position, turns) for position in farthest)
    n, relation = found.positions.n, found.relation
    return Finish(n, deals, turns, sizes[-1], farthest, games, tuple(sizes), cannot_end, relation)


def _game(found: Retrograde | Distances, position: Position, turns: int) -> Game:
    """A shortest game, of so many turns; if Right holds card n, that of the players exchanged."""
    if position in found.positions:
        return found.game(position, turns) if isinstance(found, Retrograde) else found.game(position)
    exchanged = _game(found, position.swap(), turns)
    return replace(exchanged, positions=tuple(each.swap() for each in exchanged.positions))


def _searched(deck: Deck, run_options: RunOptions | None) -> Retrograde | Distances:
    if not isinstance(deck, WarGraph):
        relation, left_holds_n = relation_of(deck)
        if has_unique_predecessors(relation):
            n = relation.n
            ends = [n] if left_holds_n else [n, 0]
            keeps_turns = position_count(n, left_holds_n) <= _MOST_TURNS
            return searched_back(relation, left_holds_n, ends, keeps_turns=keeps_turns, run_options=run_options)
    return distances(deck)


@dataclass(frozen=True)
class Reachability(Result):
    """Which positions of a War graph can reach a terminal position, under WL, under LW and under free order.

    Attributes
    ----------
    graph : WarGraph
        The War graph.
    cannot_end : dict of str to int
        Number of positions that can reach no terminal position, by return order: ``WL``, ``LW`` and ``free``.

    Examples
    --------
    >>> reachability(5).cannot_end
    {'WL': 42, 'LW': 96, 'free': 0}
    """

    graph: WarGraph
    cannot_end: dict[str, int]

    def positions_that_cannot_end(self, order: ReturnOrder | str) -> Iterator[Position]:
        """Iterate over the positions that can reach no terminal position under a return order.

        Parameters
        ----------
        order : ReturnOrder or str
            The return order: ``WL``, ``LW`` or ``free``.

        Yields
        ------
        Position
            The positions, in the order of the graph.

        Examples
        --------
        >>> result = reachability(3)
        >>> [str(position) for position in result.positions_that_cannot_end("LW")]
        ['3|12', '13|2']
        """
        for index in self.members_that_cannot_end(order):
            yield self.graph.positions[int(index)]

    def members_that_cannot_end(self, order: ReturnOrder | str) -> NDArray[np.int64]:
        """Return the positions that can reach no terminal position, as places in ``graph.positions``; for engines.

        Parameters
        ----------
        order : ReturnOrder or str
            The return order: ``WL``, ``LW`` or ``free``.

        Returns
        -------
        numpy.ndarray
            int64 array of shape (positions that cannot end,).
        """
        return np.flatnonzero(_cannot_end(self.graph, ReturnOrder(order)))

    def rows(self) -> list[Row]:
        """Return the numbers of positions as rows.

        Returns
        -------
        list of dict
            Rows ``order, ending, endless``: for each return order, how many positions can reach an end, and how many
            cannot.
        """
        return [
            {"order": order, "ending": len(self.graph) - count, "endless": count}
            for order, count in self.cannot_end.items()
        ]


def reachability(graph: Deck) -> Reachability:
    """Find the positions that can reach a terminal position, under WL, under LW and under free order.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.

    Returns
    -------
    Reachability
        The positions that cannot end, by return order.

    Raises
    ------
    TooLargeError
        If the graph does not fit into memory.

    See Also
    --------
    possible_winners

    Examples
    --------
    >>> reachability(3).cannot_end
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


def spread_back(children: NDArray[np.signedinteger], reached: NDArray[Any]) -> None:
    """Give to each position the bits (or the truth) of all positions that it can reach under free order, in place."""
    while _spread(children, reached):
        pass


@loop
def _spread(children, sets):  # type: ignore[no-untyped-def]
    """A sweep down and one up: each position takes the bits of its children."""
    changed = False
    inner = children.shape[0]
    for step in range(2 * inner):
        position = inner - 1 - step if step < inner else step - inner
        reached = sets[position] | sets[children[position, 0]] | sets[children[position, 1]]
        if reached != sets[position]:
            sets[position] = reached
            changed = True
    return changed


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
