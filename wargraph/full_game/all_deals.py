"""Every deal of a small deck, played: exact numbers for decks with several suits."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.effort import HOURS, Effort, checked_effort
from wargraph.campaign.progress import Amount
from wargraph.campaign.question import checkpointed
from wargraph.campaign.run import Campaign
from wargraph.document import Document, Figure, Paragraph, Table
from wargraph.endings import MOST_ROUNDS, Ending
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.card_names import Hands, hands_text
from wargraph.full_game.engine.games import play_decks
from wargraph.full_game.engine.workspace import rules_for, workspace_for
from wargraph.full_game.game import FullGame, counted_turns, play_full_game
from wargraph.full_game.records import COLUMNS, ENDINGS, Column
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.tally import no_held
from wargraph.kernel import inner_kernel, kernel
from wargraph.results import Result, Row
from wargraph.wording import counted

_PIECE = 1 << 15
_GOLDEN = 0.618
_MOST_DEALS = 10**13
_WON, _TIED, _ENDLESS, _CAPPED = (ENDINGS.index(ending) for ending in Ending)


@dataclass(frozen=True)
class AllDeals(Result):
    """What becomes of every deal of a deck.

    Where no rule tells the two players apart, deals that differ only by swapping them are counted once.

    Attributes
    ----------
    rules
        What was played.
    deals
        How many there are: different hands, whatever lies aside in which order.
    by_turns
        Finished games by their turns.
    by_period
        Endless games by the rounds of their cycle.
    tied
        Finished games without a winner.
    mean
        Mean turns of a finished game when all shuffles of the deck are equally likely; None if no game ends.
    example
        A deal with most turns; None if no game ends.
    endless_example
        An endless deal that takes longest to come back to its cycle; None if there is none.

    See Also
    --------
    all_deals
    """

    rules: RuleSet
    deals: int
    by_turns: dict[int, int] = field(repr=False)
    by_period: dict[int, int]
    tied: int
    mean: Fraction | None = field(repr=False)
    example: Hands | None = field(repr=False)
    endless_example: Hands | None = field(repr=False)

    @property
    def endless(self) -> int:
        """Deals that never end."""
        return sum(self.by_period.values())

    @property
    def longest(self) -> int | None:
        """Turns of the longest game that ends."""
        return max(self.by_turns, default=None)

    @property
    def shortest(self) -> int | None:
        """Turns of the shortest game that ends."""
        return min(self.by_turns, default=None)

    def rows(self) -> list[Row]:
        """One row: what was played, how many deals, and how they come out."""
        longest = self.longest
        return [
            {
                "rules": str(self.rules),
                "deals": self.deals,
                "up_to_swap": self.rules.is_symmetric,
                "endless": self.endless,
                "tied": self.tied,
                "mean": None if self.mean is None else float(f"{float(self.mean):.8g}"),
                "shortest": self.shortest,
                "longest": longest,
                "longest_deals": 0 if longest is None else self.by_turns[longest],
                "example": self.example and hands_text(self.example),
                "endless_example": self.endless_example and hands_text(self.endless_example),
            }
        ]

    def length_rows(self) -> list[Row]:
        """``turns, deals`` for every length of a finished game."""
        return [{"turns": turns, "deals": deals} for turns, deals in self.by_turns.items()]

    def period_rows(self) -> list[Row]:
        """``period, deals`` for every length of a cycle."""
        return [{"period": period, "deals": deals} for period, deals in self.by_period.items()]

    def document(self) -> Document:
        """How the deals come out, in words and in full, and how many there are of each length."""
        swapped = " (of two that differ by swapping the players one is counted)" * self.rules.is_symmetric
        deals = counted(self.deals, "deal")
        never = f"{self.endless:,} of {deals} never end" if self.endless else f"all of {deals} end"
        answer = f"By {self.rules} {never}{swapped}."
        if self.mean is not None:
            span = f"{self.shortest:,} to {counted(self.longest or 0, 'turn')}"
            answer += f" A game that ends lasts {span}, {float(self.mean):,.1f} in the mean."
        return Document(
            [
                Paragraph(answer),
                *([Figure(self)] if self.mean is not None else []),
                Table("summary", self.rows(), is_record=True),
                Table("length", self.length_rows(), "Deals by the turns to the end, tied ones too"),
                Table("period", self.period_rows(), "Endless deals by the length of their cycle"),
            ]
        )

    def verify(self) -> list[FullGame]:
        """The examples, played by the plain rules."""
        return [play_full_game(self.rules, deal) for deal in (self.example, self.endless_example) if deal is not None]


@dataclass
class _Sums:
    """What is known of some deals. The examples are the numbers of arrangements, with what makes them extreme."""

    deals: int
    by_turns: Counter[int]
    by_period: Counter[int]
    tied: int
    turns: int
    finished: int
    longest: tuple[int, int]
    latest: tuple[int, int]

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.deals + other.deals,
            self.by_turns + other.by_turns,
            self.by_period + other.by_period,
            self.tied + other.tied,
            self.turns + other.turns,
            self.finished + other.finished,
            max(self.longest, other.longest),
            max(self.latest, other.latest),
        )


@checkpointed
def all_deals(rules: RuleSet | str, effort: Effort | None = None) -> AllDeals:
    """Play every deal of a deck, up to swapping the players where no rule tells them apart.

    Parameters
    ----------
    rules
        What is played, or its text form: rules without chance.
    effort
        Who plays, for how long, and who is told.

    Raises
    ------
    ParameterError
        If the rules are unknown or leave something to chance.
    TooLongError
        If it is forecast to take longer than `effort` allows.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    AllDeals, simulate, ends_almost_surely

    Examples
    --------
    Delahaye and Mathieu found 360 endless deals of three ranks, all with a cycle of 19 turns:

    >>> found = all_deals("delahaye-mathieu,deck=3x4")
    >>> found.deals, found.by_period, found.longest
    (17370, {19: 360}, 37)
    """
    rules = RuleSet.parse(rules)
    check_deals(rules)
    effort = checked_effort(effort)
    _play_arrangements(rules, 0, 1)  # the kernels are compiled, or loaded, before time is taken
    sums = _EveryDeal(rules).run(effort)
    return AllDeals(
        rules,
        sums.deals,
        dict(sorted(sums.by_turns.items())),
        dict(sorted(sums.by_period.items())),
        sums.tied,
        Fraction(sums.turns, sums.finished) if sums.finished else None,
        _hands(rules, -sums.longest[1]) if sums.finished else None,
        _hands(rules, -sums.latest[1]) if sums.by_period else None,
    )


@dataclass(frozen=True)
class _Deals:
    """A piece: the deals of the arrangements from one number on and below another."""

    rules: RuleSet
    first: int
    stop: int

    def work(self) -> tuple[_Sums, "list[_Deals]"]:
        return _play_arrangements(self.rules, self.first, self.stop), []


class _EveryDeal(Campaign[_Deals, _Sums]):
    hours = HOURS
    way_out = "use a smaller deck, or simulate"

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.total = arrangements(rules)
        self.looked_at = 0

    def __str__(self) -> str:
        return str(self.rules)

    def pieces(self) -> Iterator[_Deals]:
        """The first ones come from all over: neighbours are alike, and the time they take is to tell that of all."""
        blocks = -(-self.total // _PIECE)
        step = next(step for step in count(round(_GOLDEN * blocks)) if math.gcd(step, blocks) == 1)
        for number in range(blocks):
            first = number * step % blocks * _PIECE
            yield _Deals(self.rules, first, min(first + _PIECE, self.total))

    def collect(self, piece: _Deals, partial: _Sums) -> None:
        del partial
        self.looked_at += piece.stop - piece.first

    def amount(self) -> Amount:
        return Amount(self.looked_at, self.total - self.looked_at, "deals")

    def known(self) -> str:
        if self.result is None:
            return ""
        endless = counted(sum(self.result.by_period.values()), "endless deal")
        return f"{self.looked_at / self.total:.0%} of {self.total:,} deals looked at, {endless} so far"


def check_deals(rules: RuleSet) -> None:
    """Refuse rules with chance, and decks with far too many deals."""
    if not rules.is_deterministic:
        raise ParameterError(
            f"rules {rules} leave something to chance: all deals need rules that do not; try simulate, or almost-surely"
        )
    total = arrangements(rules)
    if total > _MOST_DEALS:
        raise TooLongError(
            f"{rules} have about 10^{len(str(total)) - 1} deals, and more than 10^13 take months: "
            "use a smaller deck, or simulate"
        )


def arrangements(rules: RuleSet) -> int:
    """How many orders the deck has, cards of a rank being alike.

    >>> arrangements(RuleSet(ranks=4, suits=4))
    63063000
    """
    return math.factorial(rules.cards) // math.prod(map(math.factorial, rules.deck))


def arrangement(rules: RuleSet, number: int) -> list[int]:
    """The order of the deck with that number, from 0 on, in lexicographic order.

    >>> [arrangement(RuleSet(ranks=2, suits=2), number) for number in (0, 1, 5)]
    [[1, 1, 2, 2], [1, 2, 1, 2], [2, 2, 1, 1]]
    """
    left = list(rules.deck)
    ways, cards, order = arrangements(rules), rules.cards, []
    while cards:
        for rank in range(len(left)):
            with_rank = ways * left[rank] // cards  # the share of orders that go on with this rank
            if number < with_rank:
                break
            number -= with_rank
        order.append(rank + 1)
        ways = with_rank
        left[rank] -= 1
        cards -= 1
    return order


def _hands(rules: RuleSet, number: int) -> Hands:
    """The deal of an arrangement, in blocks: every other way to deal gives the same deals."""
    order = iter(arrangement(rules, number))
    return tuple(tuple(islice(order, size)) for size in rules.dealt)


def _play_arrangements(rules: RuleSet, first: int, stop: int) -> _Sums:
    """Play the deals of the arrangements from one number on and below another."""
    decks = np.empty((stop - first, rules.cards), np.uint8)
    numbers, weights = np.zeros((2, stop - first), np.int64)
    order = np.array(arrangement(rules, first), np.uint8)
    deals = _next_deals(order, sum(rules.dealt), rules.dealt[0] if rules.is_symmetric else 0, decks, numbers, weights)
    numbers, weights = numbers[:deals], weights[:deals]
    records = np.zeros((deals, COLUMNS), np.int64)
    in_blocks = rules_for(rules)._replace(is_in_blocks=True)  # all ways to deal give the same deals
    streams = np.zeros(deals, np.uint64)
    play_decks(decks[:deals], streams, records, no_held(), in_blocks, workspace_for(rules, MOST_ROUNDS))
    endings = records[:, Column.ENDING]
    capped = np.flatnonzero(endings == _CAPPED)
    if len(capped):
        deal = hands_text(_hands(rules, first + int(numbers[capped[0]])))
        raise TooLongError(
            f"{rules}: the game from {deal} neither ends nor comes back to an earlier state in {MOST_ROUNDS:,} rounds: "
            "use a smaller deck"
        )
    ends = np.flatnonzero((endings == _WON) | (endings == _TIED))
    endless = np.flatnonzero(endings == _ENDLESS)
    turns = counted_turns(rules, records[ends, Column.ROUNDS], records[ends, Column.MORE_COMPARISONS])
    return _Sums(
        deals,
        Counter(turns.tolist()),
        Counter(records[endless, Column.PERIOD].tolist()),
        int((endings == _TIED).sum()),
        int(turns @ weights[ends]),
        int(weights[ends].sum()),
        _most(turns, numbers[ends], first),
        _most(records[endless, Column.ENTRY], numbers[endless], first),
    )


def _most(values: NDArray[np.int64], numbers: NDArray[np.int64], first: int) -> tuple[int, int]:
    """The largest value, and minus the first number that has it; numbers are counted from `first` on."""
    if not len(values):
        return (-1, 0)
    place = int(values.argmax())
    return int(values[place]), -first - int(numbers[place])


@kernel
def _next_deals(order, dealt, hand, decks, numbers, weights):  # type: ignore[no-untyped-def]
    """Go through an arrangement of the deck and those that follow it, as many as `decks` has rows; note the deals.

    If `hand` is not 0, the players are alike and hold so many cards: of two deals that differ by swapping them only
    one is noted. The first `dealt` cards are dealt; of deals that differ only in the order of the rest one is noted.
    `numbers` says which arrangement a deal is, `weights` for how many it stands. Returns how many deals there are.
    """
    deals = 0
    for number in range(decks.shape[0]):
        place = 0
        while place < hand and order[place] == order[hand + place]:
            place += 1
        is_own_mirror = place == hand
        orders_aside = _orders_aside(order, dealt)
        if orders_aside > 0 and (is_own_mirror or order[place] < order[hand + place]):
            for card in range(order.size):  # by hand: a copy of an array takes seconds to compile
                decks[deals, card] = order[card]
            numbers[deals] = number
            weights[deals] = orders_aside if is_own_mirror else 2 * orders_aside
            deals += 1
        _to_next(order)
    return deals


@inner_kernel
def _orders_aside(order, dealt):  # type: ignore[no-untyped-def]
    """In how many orders the cards put aside can lie; 0 if they do not lie in the first of these."""
    orders, alike = 1, 1
    for place in range(dealt + 1, order.size):
        if order[place] < order[place - 1]:
            return 0
        alike = alike + 1 if order[place] == order[place - 1] else 1
        orders = orders * (place - dealt + 1) // alike
    return orders


@inner_kernel
def _to_next(order):  # type: ignore[no-untyped-def]
    """The next arrangement in lexicographic order, in place; the last one is followed by the first."""
    place = order.size - 1
    while place > 0 and order[place - 1] >= order[place]:
        place -= 1
    if place > 0:
        other = order.size - 1
        while order[other] <= order[place - 1]:
            other -= 1
        order[place - 1], order[other] = order[other], order[place - 1]
    last = order.size - 1
    while place < last:
        order[place], order[last] = order[last], order[place]
        place += 1
        last -= 1
