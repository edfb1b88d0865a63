"""Every deal of a small deck, played: exact numbers for decks with several suits."""

import math
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from time import monotonic
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run import Interrupted, Progress, run, worker_count
from wargraph.endings import MOST_ROUNDS, Ending
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.engine import COLUMNS, DEALT_IN_BLOCKS, ENDINGS, Column, play_decks, room_for
from wargraph.full_game.game import FullGame, counted_turns, play_full_game
from wargraph.full_game.hands import Hands, hands_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.tally import no_held
from wargraph.kernel import inner_kernel, kernel
from wargraph.results import Result, Row
from wargraph.wording import counted

HOURS = 1.0
"""What is forecast to take longer is refused, unless more is allowed."""

_PIECE = 1 << 15
_SAMPLES, _SAMPLE = 50, 200
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
                "preset": str(self.rules),
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


def all_deals(
    rules: RuleSet | str,
    executor: Executor | None = None,
    hours: float = HOURS,
    watch: Callable[[str], None] | None = None,
) -> AllDeals:
    """Play every deal of a deck, up to swapping the players where no rule tells them apart.

    Parameters
    ----------
    rules
        What is played, or its text form: rules without chance.
    executor
        Where pieces are played; by default threads, one a core.
    hours
        Refuse what is forecast to take longer.
    watch
        Told how far it is, in words, whenever a piece is done.

    Raises
    ------
    ParameterError
        If the rules are unknown or leave something to chance.
    TooLongError
        If it is forecast to take longer than `hours`.
    Interrupted
        On Ctrl-C.

    Examples
    --------
    Delahaye and Mathieu found 360 endless deals of three ranks, all with a cycle of 19 turns:

    >>> found = all_deals("delahaye-mathieu,deck=3x4")
    >>> found.deals, found.by_period, found.longest
    (17370, {19: 360}, 37)
    """
    rules = RuleSet.parse(rules)
    check_deals(rules)
    total = arrangements(rules)
    own = ThreadPoolExecutor(worker_count()) if executor is None else None
    try:
        _refuse_hopeless(rules, total, hours)
        sums = run(
            lambda piece: (_play_piece(rules, piece), []),
            _pieces(total),
            _Sums.__add__,
            executor or own,
            watch and (lambda progress: watch(_how_far(progress, total))),
        )
    except Interrupted as stop:
        stop.known = _how_far(stop.progress, total)
        raise
    finally:
        if own is not None:
            own.shutdown(cancel_futures=True)
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


def _pieces(total: int) -> list[range]:
    return [range(start, min(start + _PIECE, total)) for start in range(0, total, _PIECE)]


def _how_far(progress: Progress[range, _Sums], total: int) -> str:
    left = sum(map(len, progress.pieces))
    known = progress.result
    endless = "" if known is None else f", {counted(sum(known.by_period.values()), 'endless deal')} so far"
    return f"{1 - left / total:.0%} of {total:,} deals looked at{endless}"


def _refuse_hopeless(rules: RuleSet, total: int, hours: float) -> None:
    """Refuse what would take too long, after playing some deals from all over: neighbours are alike."""
    if total <= _PIECE:
        return
    _play_piece(rules, range(1))  # the kernels are compiled
    start = monotonic()
    for number in range(_SAMPLES):
        first = total * number // _SAMPLES
        _play_piece(rules, range(first, first + _SAMPLE))
    forecast = (monotonic() - start) * total / (_SAMPLES * _SAMPLE) / worker_count() / 3600
    if forecast > hours:
        raise TooLongError(
            f"all {total:,} deals of {rules} are forecast to take {forecast:,.1f} hours, more than the {hours:g} "
            "allowed: use a smaller deck, simulate, or allow more hours"
        )


def _play_piece(rules: RuleSet, piece: range) -> _Sums:
    """Play the deals of some arrangements."""
    decks = np.empty((len(piece), rules.cards), np.uint8)
    numbers, weights = np.zeros((2, len(piece)), np.int64)
    order = np.array(arrangement(rules, piece.start), np.uint8)
    deals = _next_deals(order, sum(rules.dealt), rules.dealt[0] if rules.is_symmetric else 0, decks, numbers, weights)
    numbers, weights = numbers[:deals], weights[:deals]
    records = np.zeros((deals, COLUMNS), np.int64)
    room = room_for(rules, MOST_ROUNDS)
    room.code[DEALT_IN_BLOCKS] = True  # all ways to deal give the same deals
    play_decks(MOST_ROUNDS, decks[:deals], np.zeros(deals, np.uint64), records, no_held(), *room)
    endings = records[:, Column.ENDING]
    capped = np.flatnonzero(endings == _CAPPED)
    if len(capped):
        deal = hands_text(_hands(rules, piece.start + int(numbers[capped[0]])))
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
        _most(turns, numbers[ends], piece.start),
        _most(records[endless, Column.ENTRY], numbers[endless], piece.start),
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
            decks[deals] = order
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
