"""Every deal of a small deck: the orders of the deck, numbered, and the work units that play them."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from operator import add
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.core.endings import MOST_ROUNDS, Ending
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.engine.games import play_decks
from wargraph.full_game.engine.rounds import rules_for, workspace_for
from wargraph.full_game.hands import Hands, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import Column, Sums, new_rows

MOST_DEALS = 10**13
_WON, _TIED, _ENDLESS, _CAPPED = (ending.code for ending in Ending)
_UNIT = 1 << 17  # smaller units wait for their turn to be merged; one of these takes 20 MB
_GOLDEN = 0.618


def check_deals(rules: RuleSet) -> None:
    """Refuse rules with chance or a pack for each player, and decks with far too many deals."""
    if rules.dealing.how.is_pack_each:
        raise ParameterError(f"rules {rules} shuffle several packs: all deals need one deck; try simulate")
    if not rules.is_deterministic:
        raise ParameterError(f"rules {rules} leave something to chance: all deals need rules that do not; try simulate")
    total = arrangements(rules)
    if total > MOST_DEALS:
        raise TooLongError(
            f"{rules} have about 10^{len(str(total)) - 1} deals, and more than 10^13 take months: "
            "use a smaller deck, or simulate"
        )


def arrangements(rules: RuleSet) -> int:
    """Count the orders of the deck, cards of a rank being alike.

    >>> arrangements(RuleSet(ranks=4, suits=4))
    63063000
    """
    return math.factorial(rules.cards) // math.prod(map(math.factorial, rules.deck))


def arrangement(rules: RuleSet, number: int) -> list[int]:
    """Find the order of the deck with that number, from 0 on, in lexicographic order.

    >>> [arrangement(RuleSet(ranks=2, suits=2), number) for number in (0, 1, 5)]
    [[1, 1, 2, 2], [1, 2, 1, 2], [2, 2, 1, 1]]
    """
    left = list(rules.deck)
    ways, order = arrangements(rules), []
    for cards in range(rules.cards, 0, -1):
        for rank in range(len(left)):
            with_rank = ways * left[rank] // cards  # the share of orders that go on with this rank
            if number < with_rank:
                break
            number -= with_rank
        order.append(rank + 1)
        ways = with_rank
        left[rank] -= 1
    return order


def hands_at(rules: RuleSet, number: int) -> Hands:
    """Deal the arrangement with that number in blocks: every other way to deal gives the same deals."""
    order = iter(arrangement(rules, number))
    return tuple(tuple(islice(order, size)) for size in rules.dealt)


@dataclass(frozen=True)
class DealTally:
    """Sums over some deals.

    The deals stand for `arrangements` orders of the deck. `by_turns` counts finished games, `tied` those of them
    without a winner, and `by_cycle_length` endless games by the rounds of their cycle. `turns` and `finished` are sums
    over all orders of the deck. `longest` is the turns of the longest game and, negated, the number of the first deal
    that lasts so long; `latest` the rounds before an endless game is in its cycle, at most, with such a deal.
    """

    arrangements: int
    deals: int
    by_turns: Counter[int]
    by_cycle_length: Counter[int]
    tied: int
    turns: int
    finished: int
    longest: tuple[int, int]
    latest: tuple[int, int]

    def __add__(self, other: Self) -> Self:
        merge = dict.fromkeys(vars(self), add) | {"longest": max, "latest": max}
        return type(self)(*(merge[name](value, getattr(other, name)) for name, value in vars(self).items()))


@dataclass(frozen=True)
class DealRange:
    """A work unit: the deals of the arrangements from one number on and below another."""

    rules: RuleSet
    first: int
    stop: int

    def work(self) -> "tuple[DealTally, tuple[()]]":
        rules, orders = self.rules, self.stop - self.first
        decks = np.empty((orders, rules.cards), np.uint8)
        numbers, weights = np.zeros((2, orders), np.int64)
        order = np.array(arrangement(rules, self.first), np.uint8)
        hand = rules.dealt[0] if rules.is_symmetric else 0
        deals = _next_deals(order, sum(rules.dealt), hand, decks, numbers, weights)
        return _played(rules, decks[:deals], self.first + numbers[:deals], weights[:deals]), ()


def deal_ranges(rules: RuleSet) -> Iterator[DealRange]:
    """Divide all arrangements into work units. The first ones are from all over, so that they tell the time of all."""
    total = arrangements(rules)
    units = -(-total // _UNIT)
    step = next(step for step in count(round(_GOLDEN * units)) if math.gcd(step, units) == 1)
    for number in range(units):
        first = number * step % units * _UNIT
        yield DealRange(rules, first, min(first + _UNIT, total))


def _played(
    rules: RuleSet, decks: NDArray[np.uint8], numbers: NDArray[np.int64], weights: NDArray[np.int64]
) -> DealTally:
    """Play the deals of some orders of the deck, with their numbers, each of which stands for several orders."""
    records = new_rows(len(decks))
    streams, numbered = np.zeros(len(decks), np.uint64), rules_for(rules, rules.dealt)
    play_decks(decks, streams, records, Sums.of_none(0, ()), numbered, workspace_for(rules, MOST_ROUNDS))
    endings = records[:, Column.ENDING]
    capped = np.flatnonzero(endings == _CAPPED)
    if len(capped):
        deal = deal_text(rules, hands_at(rules, int(numbers[capped[0]])))
        raise TooLongError(
            f"{rules}: the game from {deal} neither ends nor comes back to an earlier state "
            f"in {MOST_ROUNDS:,} rounds: use a smaller deck"
        )
    ends = np.flatnonzero((endings == _WON) | (endings == _TIED))
    endless = np.flatnonzero(endings == _ENDLESS)
    turns = records[ends, Column.TURNS]
    return DealTally(
        int(weights.sum()),
        len(decks),
        _counted(turns),
        _counted(records[endless, Column.CYCLE_LENGTH]),
        int((endings == _TIED).sum()),
        int(turns @ weights[ends]),
        int(weights[ends].sum()),
        _most(turns, numbers[ends]),
        _most(records[endless, Column.PREPERIOD], numbers[endless]),
    )


def _counted(values: NDArray[np.int32]) -> Counter[int]:
    """Count equal values, without a Python object for each."""
    distinct, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))


def _most(values: NDArray[np.int32], numbers: NDArray[np.int64]) -> tuple[int, int]:
    """Find the largest value, and minus the lowest number that has it."""
    most = int(values.max(initial=-1))
    return most, -int(numbers[values == most].min(initial=MOST_DEALS))


@kernel
def _next_deals(order, dealt, hand, decks, numbers, weights):
    """Go through an arrangement of the deck and those that follow it, as many as `decks` has rows; note the deals.

    If `hand` is not 0, the players are alike and hold that many cards: of two deals that differ by swapping them only
    one is noted. The first `dealt` cards are dealt; of deals that differ only in the order of the rest one is noted.
    `numbers` says which arrangement a deal is, `weights` for how many it stands. Returns how many deals there are.
    """
    deals = 0
    for number in range(decks.shape[0]):
        weight = _orders_aside(order, dealt)
        if hand > 0:
            place = 0
            while place < hand and order[place] == order[hand + place]:
                place += 1
            if place < hand:
                weight *= 2 if order[place] < order[hand + place] else 0
        if weight > 0:
            for card in range(order.size):  # by hand: a copy of an array takes seconds to compile
                decks[deals, card] = order[card]
            numbers[deals] = number
            weights[deals] = weight
            deals += 1
        to_next(order)
    return deals


@inner_kernel
def _orders_aside(order, dealt):
    """Count the orders in which the cards put aside can lie; 0 if they do not lie in the first of these."""
    orders, alike = 1, 1
    for place in range(dealt + 1, order.size):
        if order[place] < order[place - 1]:
            return 0
        alike = alike + 1 if order[place] == order[place - 1] else 1
        orders = orders * (place - dealt + 1) // alike
    return orders


@inner_kernel
def to_next(order):
    """Go to the next arrangement in lexicographic order, in place; the last one is followed by the first."""
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
