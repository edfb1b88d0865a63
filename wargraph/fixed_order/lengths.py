"""How long games last under a fixed return order: the whole distribution, the endless ones, the longest.

Three engines answer, and `engine_of` says which. The standard deck is counted by transcript classes. Of a relation the
positions are played out in the arrays of its War graph or, if it is large, visited by the walk through its forest,
which takes no memory for them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import factorial
from numbers import Number
from typing import TYPE_CHECKING, Protocol

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.phrases import from_phrase, start_phrase
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Game, ReturnOrder, play
from wargraph.errors import NoGameEndsError, WarGraphError
from wargraph.fixed_order.forest.engine import ForestEngine
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.war_graph import Deck, WarGraph, graph_fits
from wargraph.report.humanize import counted, in_span
from wargraph.report.result import Result, Row, row_of

if TYPE_CHECKING:
    from wargraph.fixed_order.transcripts.cycles import EndlessCycles
    from wargraph.graph.play_outs import PlayOuts

_LARGEST_QUICKER_BY_GRAPH = 9
"""With more cards the walk takes less time than to build the graph and play it out, for any one question."""


class Engine(Protocol):
    """The engine that answers questions about the starting positions of a deck under a fixed return order.

    A start is endless if its game never ends. An engine for a small deck may ignore `run_options`.
    """

    @property
    def n(self) -> int:
        """Number of cards."""

    @property
    def order(self) -> ReturnOrder:
        """The fixed return order."""

    @property
    def deals(self) -> Deals:
        """Which positions count as starts."""

    @property
    def relation(self) -> Relation:
        """Who beats whom."""

    def longest(self, run_options: RunOptions | None) -> tuple[int, int, Position] | None:
        """The length of the longest finite game, how many starts attain it, and one of them; None if no game ends."""

    def lengths(self, run_options: RunOptions | None) -> tuple[dict[int, int], dict[int, int]]:
        """The number of starts by the turns to the end of their game, and of endless starts by their cycle length."""

    def endless(self, run_options: RunOptions | None) -> tuple[dict[int, int], int, Position | None]:
        """The number of starts by turns to the end, the number of endless starts, and one of these if one is known."""

    def cycles(
        self, run_options: RunOptions | None
    ) -> "tuple[dict[int, int], dict[int, int], PlayOuts | EndlessCycles]":
        """The number of cycles by length, of endless starts by cycle length, and the object that lists the cycles."""


def engine_of(deck: Deck, order: ReturnOrder | str, deals: Deals | str) -> Engine:
    """Choose the engine for a deck; a matrix is read here, once.

    >>> [type(engine_of(deck, "WL", "any")).__name__ for deck in (9, "order:2", "cyclic:11")]
    ['TranscriptEngine', 'GraphEngine', 'ForestEngine']
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    if isinstance(deck, Number):
        return TranscriptEngine(check_size(deck), order, deals)
    if isinstance(deck, WarGraph):
        return GraphEngine(deck, order, deals)
    relation = Relation.of(deck)
    if is_walked(relation):
        return ForestEngine(relation, order, deals)
    return GraphEngine(WarGraph.from_relation(relation), order, deals)


def is_walked(relation: Relation) -> bool:
    """Whether the forest of a relation is walked instead of building its War graph."""
    return relation.n > _LARGEST_QUICKER_BY_GRAPH or not graph_fits(relation.n, left_holds_n=False)


@dataclass(frozen=True)
class OfStarts(Result):
    """A result about all games from some starting positions under a fixed return order."""

    n: int
    order: ReturnOrder
    deals: Deals
    relation: Relation = field(repr=False)

    @property
    def _cards(self) -> str:
        return self.relation.display

    def _verified(self, example: Position, turns: int | None) -> Game:
        """Play the game from an example, and check that it lasts so many turns, or is endless if `turns` is None."""
        game = play(example, self.order, self.relation)
        if (None if game.is_endless else game.turns) != turns:
            expected = "be endless" if turns is None else f"last {turns} turns"
            raise WarGraphError(
                f"position {self.relation.text(example)} under {self.order} should {expected}, "
                f"but by the plain rules: {game.outcome}: please report this"
            )
        return game


def _query(engine: Engine) -> tuple[int, ReturnOrder, Deals, Relation]:
    return engine.n, engine.order, engine.deals, engine.relation


@dataclass(frozen=True)
class Lengths(OfStarts):
    """The distribution of game lengths and cycle lengths under a fixed return order.

    Attributes
    ----------
    n : int
        Number of cards.
    order : ReturnOrder
        The return order, WL or LW.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    relation : Relation
        Who beats whom.
    by_turns : dict of int to int
        Number of positions by the turns to the end of their game.
    by_cycle_length : dict of int to int
        Number of endless positions by the length of the cycle they run into, in turns.
    """

    by_turns: dict[int, int]
    by_cycle_length: dict[int, int]

    @property
    def finite(self) -> int:
        """Number of positions whose game ends."""
        return sum(self.by_turns.values())

    @property
    def endless(self) -> int:
        """Number of positions whose game never ends."""
        return sum(self.by_cycle_length.values())

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.finite + self.endless

    @property
    def longest(self) -> int | None:
        """Turns of the longest finite game; None if there is none."""
        return max(self.by_turns, default=None)

    def _answer(self) -> str:
        under = f"of {self._cards} under {self.order}"
        start = start_phrase(self)
        into = f"each runs into a cycle of {in_span(self.by_cycle_length, 'turn')}" if self.endless else ""
        if self.longest is None:
            return f"No {start} {under} ends: {into}."
        over = zip(self.by_turns, accumulate(self.by_turns.values()), strict=True)
        half = counted(next(turns for turns, count in over if 2 * count >= self.finite), "turn")
        longest = counted(self.longest, "turn")
        if not self.endless:
            return f"Every {start} {under} ends, half of them within {half} and all within {longest}."
        ending = f"Of the {start}s {under} that end, half do so within {half} and all within {longest}."
        return f"{ending} {_never_end(self, start)}: {into}."

    def rows(self) -> list[Row]:
        """Rows ``turns, cycle_length, positions``: first the finite lengths, then the cycle lengths."""
        finite = [(turns, None, count) for turns, count in self.by_turns.items()]
        endless = [(None, length, count) for length, count in self.by_cycle_length.items()]
        return [dict(zip(("turns", "cycle_length", "positions"), row, strict=True)) for row in (*finite, *endless)]


@checkpointed
def lengths(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Lengths:
    """Count the starting positions by the length of their game or of the cycle it runs into, under a fixed order.

    Parameters
    ----------
    deck : int, WarGraph, Relation or anything that `Relation.of` accepts
        A number of cards n, at most 32, stands for the standard deck, which is counted by transcript classes, without
        visiting positions. A War graph is played out. For a relation with more than 9 cards the positions are visited
        one by one, without being stored.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint. A War graph is played out at once, without them.

    Returns
    -------
    Lengths
        The number of positions by turns to the end and, for endless games, by cycle length.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    See Also
    --------
    cycles

    Examples
    --------
    >>> result = lengths(9, "WL", "even")
    >>> result.endless, result.by_cycle_length, max(result.by_turns)
    (218680, {20: 98503, 30: 120177}, 28)
    >>> lengths(WarGraph(9), "WL", "even") == result
    True
    """
    engine = engine_of(deck, order, deals)
    return Lengths(*_query(engine), *engine.lengths(run_options))


@dataclass(frozen=True)
class Endless(OfStarts):
    """The number of games that never end under a fixed return order.

    Attributes
    ----------
    n : int
        Number of cards.
    order : ReturnOrder
        The return order, WL or LW.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    relation : Relation
        Who beats whom.
    endless : int
        Number of positions whose game never ends.
    finite : int
        Number of positions whose game ends.
    longest : int or None
        The length of the longest finite game, in turns; None if no game ends.
    example : Position or None
        A position whose game never ends; None if there is none, or if random deals of the standard deck met none.
    """

    endless: int
    finite: int
    longest: int | None
    example: Position | None

    @property
    def total(self) -> int:
        """Number of starting positions."""
        return self.endless + self.finite

    def _answer(self) -> str:
        starts = f"{start_phrase(self)} of {self._cards}"
        if self.longest is None:
            return f"No {starts} ends under {self.order}."
        longest = counted(self.longest, "turn")
        if not self.endless:
            return f"Every {starts} ends under {self.order}, within {longest}."
        never = _never_end(self, start_phrase(self), f" of {self._cards}")
        return f"{never} under {self.order}, and the longest other game takes {longest}."

    def positions(self) -> Iterator[Position]:
        """List the starting positions whose game never ends, one at a time.

        They are read off the War graph, which is built for this.

        Returns
        -------
        iterator of Position
            The positions, by the number of cards in Left's hand.

        Raises
        ------
        TooLargeError
            If the War graph does not fit into memory.

        Examples
        --------
        >>> [str(position) for position in endless(5, "WL", "even").positions()][:3]
        ['532|14', '531|24', '523|14']
        """
        if not self.endless:
            return iter(())
        is_standard = self.relation == Relation.order(self.n) and self.total < factorial(self.n + 1)
        graph = WarGraph(self.n if is_standard else self.relation)
        return GraphEngine(graph, self.order, self.deals).endless_positions()

    def verify(self) -> Game | None:
        """Play the example by the reference implementation, to the position that repeats; None without an example."""
        return None if self.example is None else self._verified(self.example, None)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, total, endless, finite, share, longest, example``; the share of endless games."""
        share = round(self.endless / self.total, 6)
        example = None if self.example is None else self.relation.text(self.example)
        counts = row_of(self, "n", "order", "deals", "total", "endless", "finite", share=share)
        return [counts | {"longest": self.longest, "example": example}]


@checkpointed
def endless(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Endless:
    """Count the games that never end under a fixed return order, and find one of them.

    Parameters
    ----------
    deck : int, WarGraph, Relation or anything that `Relation.of` accepts
        A number of cards n, at most 32, stands for the standard deck, which is counted by transcript classes, without
        visiting positions. A War graph is played out. For a relation with more than 9 cards the positions are visited
        one by one, without being stored.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint. A War graph is played out at once, without them.

    Returns
    -------
    Endless
        The number of endless games, with an example.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    See Also
    --------
    endless_cycles

    References
    ----------
    For WL and balanced deals, OEIS A400411.

    Examples
    --------
    >>> result = endless(13, "WL", "even")
    >>> result.endless, round(result.endless / result.total, 4), result.verify().period
    (4880546113, 0.7838, 42)
    """
    engine = engine_of(deck, order, deals)
    by_turns, count, example = engine.endless(run_options)
    return Endless(*_query(engine), count, sum(by_turns.values()), max(by_turns, default=None), example)


@dataclass(frozen=True)
class Longest(OfStarts):
    """The longest finite game under a fixed return order.

    Attributes
    ----------
    n : int
        Number of cards.
    order : ReturnOrder
        The return order, WL or LW.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    relation : Relation
        Who beats whom.
    turns : int
        The length of the longest finite game, in turns.
    positions : int
        Number of positions whose game lasts that long.
    example : Position
        One of these positions; a balanced deal if only these were searched.
    """

    turns: int
    positions: int
    example: Position

    def _answer(self) -> str:
        starts, last = counted(self.positions, start_phrase(self)), "lasts" if self.positions == 1 else "last"
        games = f"{self._cards}{from_phrase(self)} under {self.order}"
        return f"The longest finite game of {games} takes {counted(self.turns, 'turn')}; {starts} {last} that long."

    def verify(self) -> Game:
        """Play the example by the reference implementation, which must take as many turns as the result says.

        >>> print(longest(7).verify())
        324517|6 under WL: Left wins after 17 turns
        """
        return self._verified(self.example, self.turns)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example``."""
        example = self.relation.text(self.example)
        return [row_of(self, "n", "order", "deals", "turns", "positions", example=example)]


@checkpointed
def longest(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Longest:
    """Find the longest finite game under a fixed return order, how many positions attain it, and one of these.

    Parameters
    ----------
    deck : int, WarGraph, Relation or anything that `Relation.of` accepts
        A number of cards n, at most 32, stands for the standard deck, which is counted by transcript classes, without
        visiting positions. A War graph is played out. For a relation with more than 9 cards the positions are visited
        one by one, without being stored.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint. A War graph is played out at once, without them.

    Returns
    -------
    Longest
        The length of the game, with an example.

    Raises
    ------
    NoGameEndsError
        If no game from the balanced deals of a relation ends. From all starting positions some game always ends, and
        so does some balanced deal of the standard deck.
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    See Also
    --------
    longest_of_any_relation, finish

    Examples
    --------
    >>> result = longest(12, "LW")
    >>> result.turns, result.positions, str(result.example)
    (123, 12, '12|4,9,1,6,8,10,2,11,7,5,3')
    """
    engine = engine_of(deck, order, deals)
    result = engine.longest(run_options)
    if result is None:
        raise NoGameEndsError(
            f"no game from the {engine.deals} deals of {engine.relation.name} ends under {engine.order}: ask for any "
            "deals, or use endless"
        )
    return Longest(*_query(engine), *result)


def _never_end(result: Lengths | Endless, start: str, of: str = "") -> str:
    share = result.endless / result.total
    return f"{result.endless:,} of the {counted(result.total, start)}{of} ({share:.1%}) never end"
