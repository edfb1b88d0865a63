"""How long games last under a fixed return order: the whole distribution, the endless ones, the longest.

Three engines answer, and `engine_of` says which. The standard deck is counted by transcript classes. Of a relation the
positions are played out in the arrays of its War graph or, if it is large, visited by the walk through its forest,
which takes no memory for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from numbers import Number
from typing import TYPE_CHECKING, Protocol

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.phrases import cards_phrase, from_phrase, start_phrase, which_phrase
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
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    from wargraph.fixed_order.transcripts.cycles import EndlessCycles
    from wargraph.graph.play_outs import PlayOuts

_LARGEST_QUICKER_BY_GRAPH = 9
"""With more cards the walk takes less time than to build the graph and play it out, for any one question."""


class Engine(Protocol):
    """What answers for the starts that some deals of a deck mean, under a fixed return order.

    A start is endless if its game never ends. `run_options` says who works, for how long, and who is told.
    """

    @property
    def n(self) -> int:
        """Number of cards."""

    @property
    def order(self) -> ReturnOrder:
        """The return order."""

    @property
    def deals(self) -> Deals:
        """Which positions count as starts."""

    @property
    def relation(self) -> Relation:
        """Who beats whom."""

    def longest(self, run_options: RunOptions | None) -> tuple[int, int, Position] | None:
        """The length of the longest finite game, how many starts attain it, and one; None if no game ends."""

    def lengths(self, run_options: RunOptions | None) -> tuple[dict[int, int], dict[int, int]]:
        """The starts by the turns to the end of their game, and the endless ones by the length of their cycle."""

    def endless(self, run_options: RunOptions | None) -> tuple[dict[int, int], int, Position | None]:
        """The starts by the turns to the end of their game, how many are endless, and one of these if it is found."""

    def cycles(
        self, run_options: RunOptions | None
    ) -> "tuple[dict[int, int], dict[int, int], PlayOuts | EndlessCycles]":
        """The cycles by length, the endless starts by the length of their cycle, and what gives the cycles."""


def engine_of(deck: Deck, order: ReturnOrder | str, deals: Deals | str) -> Engine:
    """The engine for a deck, the only place where it matters what a deck is. A matrix is read here, once.

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
class _OfStarts(Result):
    """What came out for some starts under a fixed return order."""

    n: int
    order: ReturnOrder
    deals: Deals
    relation: Relation = field(repr=False)

    def _row(self, **columns: object) -> Row:
        """What was asked, and some columns more."""
        return {"n": self.n, "order": str(self.order), "deals": str(self.deals), **columns}

    def _verified(self, example: Position, turns: int | None) -> Game:
        """The game from an example, after a check that it lasts so many turns, or for None that it is endless."""
        game = play(example, self.order, self.relation)
        if (None if game.is_endless else game.turns) != turns:
            expected = "be endless" if turns is None else f"last {turns} turns"
            raise WarGraphError(
                f"position {self.relation.text(example)} under {self.order} should {expected}, "
                f"but by the plain rules: {game.outcome}: please report this"
            )
        return game


def _asked(engine: Engine) -> tuple[int, ReturnOrder, Deals, Relation]:
    return engine.n, engine.order, engine.deals, engine.relation


@dataclass(frozen=True)
class Lengths(_OfStarts):
    """How many positions lead to a game of each length, and how many to a cycle of each length.

    Attributes
    ----------
    n, order, deals
        What was counted.
    by_turns
        Positions by the number of turns to the end.
    by_cycle_length
        Endless positions by the length of the cycle they run into.
    relation
        Who beats whom.
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
        return lengths_answer([self])

    def rows(self) -> list[Row]:
        """Rows ``turns, cycle_length, positions``: finite lengths first, then cycle lengths."""
        finite: list[Row] = [
            {"turns": turns, "cycle_length": None, "positions": count} for turns, count in self.by_turns.items()
        ]
        endless: list[Row] = [
            {"turns": None, "cycle_length": length, "positions": count}
            for length, count in self.by_cycle_length.items()
        ]
        return finite + endless


@checkpointed
def lengths(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Lengths:
    """The distribution of game lengths and cycle lengths under a fixed return order.

    Parameters
    ----------
    deck
        A number of cards n for the standard deck, at most 32: counted by transcript classes, without visiting
        positions. Or a `WarGraph`, whose positions are played out, or what `Relation.of` makes a relation of: with
        more than 9 cards its positions are visited one by one, without memory for them.
    order
        ``WL`` or ``LW``.
    deals
        Which positions count as starts, see `Deals`.
    run_options
        For all but graphs: who works, for how long, and who is told.

    Returns
    -------
    The result, with positions by turns and by cycle length.

    Raises
    ------
    TooLongError
        If the forecast exceeds the hours of `run_options`.

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
    by_turns, by_cycle_length = engine.lengths(run_options)
    return Lengths(*_asked(engine), by_turns, by_cycle_length)


@dataclass(frozen=True)
class Endless(_OfStarts):
    """How many games never end under a fixed return order.

    Attributes
    ----------
    n, order, deals
        What was counted.
    endless, finite
        Positions whose game never ends, and whose game does.
    longest
        Turns of the longest finite game; None if there is none.
    example
        A position whose game never ends; None if there is none, or if they are too rare to meet one by chance.
    relation
        Who beats whom.
    """

    endless: int
    finite: int
    longest: int | None
    example: Position | None

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.endless + self.finite

    def _answer(self) -> str:
        return endless_answer([self])

    def verify(self) -> Game | None:
        """The example's game by the plain rules, to the position that repeats; None if there is no example."""
        return None if self.example is None else self._verified(self.example, None)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, total, endless, finite, share, longest, example``; the share of the endless."""
        return [
            self._row(
                total=self.total,
                endless=self.endless,
                finite=self.finite,
                share=round(self.endless / self.total, 6),
                longest=self.longest,
                example=None if self.example is None else self.relation.text(self.example),
            )
        ]


@checkpointed
def endless(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Endless:
    """How many games never end under a fixed return order, and one of them.

    Parameters
    ----------
    deck, order, deals, run_options
        As for `lengths`.

    Raises
    ------
    TooLongError
        If the forecast exceeds the hours of `run_options`.

    See Also
    --------
    endless_cycles

    References
    ----------
    For WL and even deals, OEIS A400411.

    Examples
    --------
    >>> result = endless(13, "WL", "even")
    >>> result.endless, round(result.endless / result.total, 4), result.verify().period
    (4880546113, 0.7838, 42)
    """
    engine = engine_of(deck, order, deals)
    by_turns, count, example = engine.endless(run_options)
    finite, longest = sum(by_turns.values()), max(by_turns, default=None)
    return Endless(*_asked(engine), count, finite, longest, example)


@dataclass(frozen=True)
class Longest(_OfStarts):
    """The longest finite game under a fixed return order.

    Attributes
    ----------
    n, order, deals
        What was searched.
    turns
        Length of the longest finite game.
    positions
        How many positions last that long.
    example
        One of them; under even deals it is such a deal.
    relation
        Who beats whom.
    """

    turns: int
    positions: int
    example: Position

    def _answer(self) -> str:
        return longest_answer([self])

    def verify(self) -> Game:
        """The example's game by the plain rules, which must last as long as the result says.

        >>> print(longest(7).verify())
        324517|6 under WL: Left wins after 17 turns
        """
        return self._verified(self.example, self.turns)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example``."""
        return [self._row(turns=self.turns, positions=self.positions, example=self.relation.text(self.example))]


@checkpointed
def longest(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Longest:
    """The longest finite game under a fixed return order, how many positions attain it, and an example.

    Parameters
    ----------
    deck, order, deals, run_options
        As for `lengths`.

    Raises
    ------
    NoGameEndsError
        If no game from these starts ends. That can be only with the even deals of a relation: any deals count the
        finished games too, and on the standard deck some even deal always ends.
    TooLongError
        If the forecast exceeds the hours of `run_options`.

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
    found = engine.longest(run_options)
    if found is None:
        raise NoGameEndsError(
            f"no game from the {engine.deals} deals of {engine.relation.name} ends under {engine.order}: ask for any "
            "deals, or use endless"
        )
    return Longest(*_asked(engine), *found)


def longest_answer(results: Sequence[Longest], of_any: bool = False) -> str:
    """How long the longest finite game is, on the cards that were asked about or, `of_any`, of any relation."""
    if len(results) > 1:
        return _longest_of([found.turns for found in results], results, of_any)
    (found,) = results
    starts = counted(found.positions, start_phrase(found))
    last = "lasts" if found.positions == 1 else "last"
    games = f"{cards_phrase(results, of_any)}{from_phrase(found)} under {found.order}"
    return f"The longest finite game of {games} takes {counted(found.turns, 'turn')}; {starts} {last} that long."


def endless_answer(results: Sequence[Endless]) -> str:
    """How many games never end, or of which of several results most do not."""
    if len(results) > 1:
        return _most_endless(results)
    (found,) = results
    starts = f"{start_phrase(found)} of {cards_phrase(results)}"
    if found.longest is None:
        return f"No {starts} ends under {found.order}."
    longest = counted(found.longest, "turn")
    if not found.endless:
        return f"Every {starts} ends under {found.order}, within {longest}."
    never = f"{_never(found, f' of {cards_phrase(results)}')} never end under {found.order}"
    return f"{never}, and the longest other game takes {longest}."


def lengths_answer(results: Sequence[Lengths]) -> str:
    """How soon half of the games are over, the longest, and how many never end."""
    if len(results) > 1:
        return f"{_longest_of([found.longest for found in results], results)} {_most_endless(results)}"
    (found,) = results
    start, under = start_phrase(found), f"of {cards_phrase(results)} under {found.order}"
    into = f"each runs into a cycle of {in_span(found.by_cycle_length, 'turn')}" if found.endless else ""
    if found.longest is None:
        return f"No {start} {under} ends: {into}."
    half, longest = counted(_half_over(found), "turn"), counted(found.longest, "turn")
    if not found.endless:
        return f"Every {start} {under} ends, half of them within {half} and all within {longest}."
    ending = f"Of the {start}s {under} that end, half do so within {half} and all within {longest}."
    return f"{ending} {_never(found)} never end: {into}."


def _longest_of(longest: Sequence[int | None], results: Sequence[Lengths | Longest], of_any: bool = False) -> str:
    """The longest finite game of several results, of each of which the longest is known."""
    turns = max((each for each in longest if each is not None), default=None)
    if turns is None:
        return f"No game of {cards_phrase(results, of_any)} ends."
    which = which_phrase(results[longest.index(turns)], results)
    return f"The longest finite game of {cards_phrase(results, of_any)} takes {counted(turns, 'turn')}, {which}."


def _most_endless(results: Sequence[Lengths | Endless]) -> str:
    """In which of several results most games never end."""
    most = max(results, key=_share)
    if not most.endless:
        orders = " and ".join(dict.fromkeys(found.order for found in results))
        return f"Every game of {cards_phrase(results)} under {orders} ends."
    return f"The largest share of games that never end is {_share(most):.1%}, {which_phrase(most, results)}."


def _share(found: Lengths | Endless) -> float:
    """Of games that never end."""
    return found.endless / found.total


def _never(found: Lengths | Endless, of: str = "") -> str:
    """How many of how many starts never end."""
    return f"{found.endless:,} of the {counted(found.total, start_phrase(found))}{of} ({_share(found):.1%})"


def _half_over(found: Lengths) -> int:
    """After how many turns half of the games that end are over."""
    over = accumulate(found.by_turns.values())
    return next(turns for turns, count in zip(found.by_turns, over, strict=True) if 2 * count >= found.finite)
