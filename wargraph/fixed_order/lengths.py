"""How long games last under a fixed return order: the whole distribution, the endless ones, the longest.

Three engines answer. The standard deck is counted by transcript classes; a War graph, and so a small relation, by
playing out its positions; a large relation by the walk through its forest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.effort import Effort
from wargraph.core.phrases import cards_phrase, from_phrase, start_phrase, which_phrase
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Game, ReturnOrder, play_out
from wargraph.errors import NoGameEndsError, WarGraphError
from wargraph.fixed_order.dispatch import as_deck, deck_relation, deck_size
from wargraph.fixed_order.forest.lengths import first_endless, walked_finite, walked_lengths
from wargraph.fixed_order.forest.query import Asked
from wargraph.fixed_order.transcripts.cycles import cycles_of_endless, some_endless_deal
from wargraph.fixed_order.transcripts.starts import finite_starts, longest_starts, total_starts
from wargraph.graph.lengths import counted_lengths, first_start
from wargraph.graph.war_graph import Deck, WarGraph
from wargraph.report.humanize import counted, in_span
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class Lengths(Result):
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

    See Also
    --------
    lengths, Longest, Endless
    """

    n: int
    order: ReturnOrder
    deals: Deals
    by_turns: dict[int, int]
    by_cycle_length: dict[int, int]
    relation: Relation = field(repr=False)

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
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", effort: Effort | None = None
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
    effort
        For all but graphs: who works, for how long, and who is told.

    Returns
    -------
    The result, with positions by turns and by cycle length.

    Raises
    ------
    TooLongError
        If the forecast exceeds the hours of `effort`.

    See Also
    --------
    Lengths, longest, endless, cycles_of_order

    Examples
    --------
    >>> result = lengths(9, "WL", "even")
    >>> result.endless, result.by_cycle_length, max(result.by_turns)
    (218680, {20: 98503, 30: 120177}, 28)
    >>> lengths(WarGraph(9), "WL", "even") == result
    True
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    deck = as_deck(deck)
    n = deck_size(deck)
    if isinstance(deck, WarGraph):
        by_turns, by_cycle_length = counted_lengths(deck, order, deals)
    elif isinstance(deck, Relation):
        by_turns, by_cycle_length = walked_lengths(Asked(deck, order, deals), effort)
    else:
        by_turns = finite_starts(n, order, deals, effort)
        endless = total_starts(n, deals) - sum(by_turns.values())
        by_cycle_length = cycles_of_endless(n, order, deals, endless, effort).by_cycle_length
    return Lengths(n, order, deals, by_turns, by_cycle_length, deck_relation(deck))


@dataclass(frozen=True)
class Endless(Result):
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

    See Also
    --------
    endless, EndlessCycles
    """

    n: int
    order: ReturnOrder
    deals: Deals
    endless: int
    finite: int
    longest: int | None
    example: Position | None
    relation: Relation = field(repr=False)

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.endless + self.finite

    def _answer(self) -> str:
        return endless_answer([self])

    def verify(self) -> Game | None:
        """The example's game by the plain rules, to the position that repeats; None if there is no example."""
        return None if self.example is None else _verified(self.example, self.order, self.relation, None)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, total, endless, finite, share, longest, example``; the share of the endless."""
        return [
            {
                "n": self.n,
                "order": str(self.order),
                "deals": str(self.deals),
                "total": self.total,
                "endless": self.endless,
                "finite": self.finite,
                "share": round(self.endless / self.total, 6),
                "longest": self.longest,
                "example": None if self.example is None else self.relation.text(self.example),
            }
        ]


@checkpointed
def endless(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", effort: Effort | None = None
) -> Endless:
    """How many games never end under a fixed return order, and one of them.

    Parameters
    ----------
    deck, order, deals, effort
        As for `lengths`.

    Raises
    ------
    TooLongError
        If the forecast exceeds the hours of `effort`.

    See Also
    --------
    Endless, longest, lengths, endless_cycles

    References
    ----------
    For WL and even deals, OEIS A400411.

    Examples
    --------
    >>> result = endless(13, "WL", "even")
    >>> result.endless, round(result.endless / result.total, 4), result.verify().period
    (4880546113, 0.7838, 42)
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    deck = as_deck(deck)
    n = deck_size(deck)
    if isinstance(deck, WarGraph):
        finite, by_cycle_length = counted_lengths(deck, order, deals)
        count = sum(by_cycle_length.values())
        example = first_start(deck, order, deals, None)
    elif isinstance(deck, Relation):
        asked = Asked(deck, order, deals)
        finite, _ = walked_finite(asked, effort)
        count = asked.starts - sum(finite.values())
        example = first_endless(asked) if count else None
    else:
        finite = finite_starts(n, order, deals, effort)
        count = total_starts(n, deals) - sum(finite.values())
        example = some_endless_deal(n, order, deals) if count else None
    longest = max(finite, default=None)
    return Endless(n, order, deals, count, sum(finite.values()), longest, example, deck_relation(deck))


@dataclass(frozen=True)
class Longest(Result):
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

    See Also
    --------
    longest, Lengths
    """

    n: int
    order: ReturnOrder
    deals: Deals
    turns: int
    positions: int
    example: Position
    relation: Relation = field(repr=False)

    def _answer(self) -> str:
        return longest_answer([self])

    def verify(self) -> Game:
        """The example's game by the plain rules, which must last as long as the result says.

        >>> print(longest(7).verify())
        324517|6 under WL: Left wins after 17 turns
        """
        return _verified(self.example, self.order, self.relation, self.turns)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example``."""
        return [
            {
                "n": self.n,
                "order": str(self.order),
                "deals": str(self.deals),
                "turns": self.turns,
                "positions": self.positions,
                "example": self.relation.text(self.example),
            }
        ]


@checkpointed
def longest(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", effort: Effort | None = None
) -> Longest:
    """The longest finite game under a fixed return order, how many positions attain it, and an example.

    Parameters
    ----------
    deck, order, deals, effort
        As for `lengths`.

    Raises
    ------
    NoGameEndsError
        If no game from these starts ends. That can be only with the even deals of a relation: any deals count the
        finished games too, and on the standard deck some even deal always ends.
    TooLongError
        If the forecast exceeds the hours of `effort`.

    See Also
    --------
    Longest, lengths, endless, longest_of_any_relation, finish

    Examples
    --------
    >>> result = longest(12, "LW")
    >>> result.turns, result.positions, str(result.example)
    (123, 12, '12|4,9,1,6,8,10,2,11,7,5,3')
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    deck = as_deck(deck)
    n = deck_size(deck)
    if isinstance(deck, int):
        return Longest(n, order, deals, *longest_starts(n, order, deals, effort), deck_relation(deck))
    if isinstance(deck, WarGraph):
        finite, _ = counted_lengths(deck, order, deals)
        example = first_start(deck, order, deals, max(finite)) if finite else None
    else:
        finite, example = walked_finite(Asked(deck, order, deals), effort)
    if example is None:
        raise NoGameEndsError(
            f"no game from the {deals} deals of {deck.name} ends under {order}: ask for any deals, or use endless"
        )
    turns = max(finite)
    return Longest(n, order, deals, turns, finite[turns], example, deck_relation(deck))


def _verified(example: Position, order: ReturnOrder, relation: Relation, turns: int | None) -> Game:
    """The game from an example, after a check that it lasts so many turns, or for None that it is endless."""
    game = play_out(example, order, relation)
    if (None if game.is_endless else game.turns) != turns:
        expected = "be endless" if turns is None else f"last {turns} turns"
        raise WarGraphError(
            f"position {relation.text(example)} under {order} should {expected}, "
            f"but by the plain rules: {game.outcome}: please report this"
        )
    return game


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
