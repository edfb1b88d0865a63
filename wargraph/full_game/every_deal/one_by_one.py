"""Every deal, one after the other: by any rules without chance, with the tally of what came out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import add
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.core.endings import MOST_ROUNDS, Ending
from wargraph.errors import TooLongError
from wargraph.full_game.engine.games import play_decks
from wargraph.full_game.engine.workspace import rules_for, workspace_for
from wargraph.full_game.every_deal.arrangements import arrangement, arrangements, interleaved, to_next
from wargraph.full_game.given import Given
from wargraph.full_game.hands import hands_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import ENDINGS, Column, new_held, new_rows

_WON, _TIED, _ENDLESS, _CAPPED = (ENDINGS.index(ending) for ending in Ending)


@dataclass(frozen=True)
class DealTally:
    """Sums over some deals.

    The deals stand for `arrangements` orders of the deck. `by_turns` counts finished games, `tied` those of them
    without a winner, and `by_period` endless games by the rounds of their cycle. `turns` and `finished` are sums over
    all orders of the deck. `longest` is the turns of the longest game and, negated, the number of the first deal that
    lasts so long; `latest` the rounds before an endless game is in its cycle, at most, with such a deal. If cards are
    given, `by_winner` says how likely each winner is, in numbers to be compared with their sum: players from 1 on, and
    0 for nobody.
    """

    arrangements: int
    deals: int
    by_turns: Counter[int]
    by_period: Counter[int]
    tied: int
    turns: int
    finished: int
    longest: tuple[int, int]
    latest: tuple[int, int]
    by_winner: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Self) -> Self:
        merge = dict.fromkeys(vars(self), add) | {"longest": max, "latest": max}
        return type(self)(*(merge[name](value, getattr(other, name)) for name, value in vars(self).items()))


def played(
    rules: RuleSet,
    decks: NDArray[np.uint8],
    numbers: NDArray[np.int64],
    weights: NDArray[np.int64],
    has_winners: bool = False,
) -> DealTally:
    """Play the deals of some orders of the deck, with their numbers, each of which stands for so many orders.

    A game that lasts too long to be settled is a `TooLongError`.
    """
    records = new_rows(len(decks))
    in_blocks = rules_for(rules)._replace(is_in_blocks=True)  # all ways to deal give the same deals
    streams = np.zeros(len(decks), np.uint64)
    play_decks(decks, streams, records, new_held()[0], in_blocks, workspace_for(rules, MOST_ROUNDS))
    endings = records[:, Column.ENDING]
    capped = np.flatnonzero(endings == _CAPPED)
    if len(capped):
        hands = np.split(decks[capped[0]], np.cumsum(rules.dealt))[: rules.players]
        deal = hands_text(tuple(tuple(hand.tolist()) for hand in hands))
        raise TooLongError(
            f"{rules}: the game from {deal} neither ends nor comes back to an earlier state in {MOST_ROUNDS:,} rounds: "
            "use a smaller deck"
        )
    ends = np.flatnonzero((endings == _WON) | (endings == _TIED))
    endless = np.flatnonzero(endings == _ENDLESS)
    turns = records[ends, Column.TURNS]
    return DealTally(
        int(weights.sum()),
        len(decks),
        Counter(turns.tolist()),
        Counter(records[endless, Column.PERIOD].tolist()),
        int((endings == _TIED).sum()),
        int(turns @ weights[ends]),
        int(weights[ends].sum()),
        _most(turns, numbers[ends]),
        _most(records[endless, Column.ENTRY], numbers[endless]),
        _sums(records[:, Column.WINNER], weights) if has_winners else Counter(),
    )


def _sums(kinds: NDArray[np.int32], weights: NDArray[np.int64]) -> Counter[int]:
    """The sum of the weights of each kind."""
    return Counter({kind: int(weights[kinds == kind].sum()) for kind in np.unique(kinds).tolist()})


NOTHING = (-1, 0)
"""The longest of no games."""


def _most(values: NDArray[np.int32], numbers: NDArray[np.int64]) -> tuple[int, int]:
    """The largest value, and minus the lowest number that has it."""
    if not len(values):
        return NOTHING
    most = int(values.max())
    return most, -int(numbers[values == most].min())


_PIECE = 1 << 15


@dataclass(frozen=True)
class DealRange:
    """A work unit: the deals of the arrangements from one number on and below another, with the given cards."""

    rules: RuleSet
    first: int
    stop: int
    given: tuple[Given, ...] = ()

    def work(self) -> "tuple[DealTally, tuple[()]]":
        rules, first = self.rules, self.first
        decks = np.empty((self.stop - first, rules.cards), np.uint8)
        numbers, weights = np.zeros((2, self.stop - first), np.int64)
        order = np.array(arrangement(rules, first), np.uint8)
        if self.given:
            deals = _given_deals(order, sum(rules.dealt), _wanted(rules, self.given), decks, numbers, weights)
            tally = played(rules, decks[:deals], first + numbers[:deals], weights[:deals], has_winners=True)
            return replace(tally, arrangements=self.stop - first), ()
        hand = rules.dealt[0] if rules.is_symmetric else 0
        deals = _next_deals(order, sum(rules.dealt), hand, decks, numbers, weights)
        return played(rules, decks[:deals], first + numbers[:deals], weights[:deals]), ()


def deal_ranges(rules: RuleSet, given: tuple[Given, ...] = ()) -> Iterator[DealRange]:
    """All work units."""
    total = arrangements(rules)
    for number in interleaved(-(-total // _PIECE)):
        yield DealRange(rules, number * _PIECE, min((number + 1) * _PIECE, total), given)


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
        to_next(order)
    return deals


class _Wanted(NamedTuple):
    """The given cards, for the kernel.

    The card at each place of the deck that is dealt in blocks, if it is given as one on top, or else 0; the places from
    which on and below which other given cards of each player can lie; and how many of these there are of each rank.
    """

    top: NDArray[np.uint8]
    spans: NDArray[np.int64]
    counts: NDArray[np.int64]


def _wanted(rules: RuleSet, given: tuple[Given, ...]) -> _Wanted:
    """The given cards, for the kernel."""
    top = np.zeros(rules.cards, np.uint8)
    starts = np.cumsum([0, *rules.dealt])
    spans = np.stack([starts[:-1], starts[1:]], axis=1)
    counts = np.zeros((rules.players, len(rules.deck) + 1), np.int64)
    for each in given:
        player, cards = each.player - 1, len(each.cards)
        if each.on_top:
            top[spans[player, 0] : spans[player, 0] + cards] = each.cards
            spans[player, 0] += cards
        else:
            counts[player] = np.bincount(each.cards, minlength=len(rules.deck) + 1)
    return _Wanted(top, spans, counts)


@kernel
def _given_deals(order, dealt, wanted, decks, numbers, weights):  # type: ignore[no-untyped-def]
    """Go through arrangements as `_next_deals` does, and note the deals in which the given cards lie where they should.

    The given cards are particular ones: a deal weighs as many times more as they can be chosen from the hands.
    """
    deals = 0
    for number in range(decks.shape[0]):
        weight = _orders_aside(order, dealt)
        for place in range(order.size):
            if wanted.top[place] != 0 and wanted.top[place] != order[place]:
                weight = 0
        for player in range(wanted.spans.shape[0]):
            for rank in range(wanted.counts.shape[1]):
                count = 0
                for place in range(wanted.spans[player, 0], wanted.spans[player, 1]):
                    count += order[place] == rank
                for taken in range(wanted.counts[player, rank]):
                    weight *= max(count - taken, 0)
        if weight > 0:
            for card in range(order.size):  # by hand: a copy of an array takes seconds to compile
                decks[deals, card] = order[card]
            numbers[deals] = number
            weights[deals] = weight
            deals += 1
        to_next(order)
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
