"""Every deal, one after the other: by any rules without chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from wargraph.campaign.pieces import KeptPiece
from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.full_game.every_deal.arrangements import arrangement, arrangements, check_deals, to_next
from wargraph.full_game.every_deal.interleave import spread
from wargraph.full_game.every_deal.tally import DealTally, played
from wargraph.full_game.rule_set import RuleSet

_PIECE = 1 << 15


@dataclass(frozen=True)
class DealRange(KeptPiece[DealTally]):
    """A piece: the deals of the arrangements from one number on and below another."""

    rules: RuleSet
    first: int
    stop: int

    tag: ClassVar[str] = "deals in a row"

    def work(self) -> "tuple[DealTally, tuple[()]]":
        """Play them."""
        rules, first = self.rules, self.first
        decks = np.empty((self.stop - first, rules.cards), np.uint8)
        numbers, weights = np.zeros((2, self.stop - first), np.int64)
        order = np.array(arrangement(rules, first), np.uint8)
        hand = rules.dealt[0] if rules.is_symmetric else 0
        deals = _next_deals(order, sum(rules.dealt), hand, decks, numbers, weights)
        return played(rules, decks[:deals], first + numbers[:deals], weights[:deals]), ()

    def is_sound(self) -> bool:
        check_deals(self.rules)
        return 0 <= self.first < self.stop <= arrangements(self.rules) and self.stop - self.first <= _PIECE

    def may_find(self, partial: DealTally) -> bool:
        return partial.is_sound(self.rules)


def deal_ranges(rules: RuleSet) -> Iterator[DealRange]:
    """All pieces."""
    total = arrangements(rules)
    for number in spread(-(-total // _PIECE)):
        yield DealRange(rules, number * _PIECE, min((number + 1) * _PIECE, total))


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
