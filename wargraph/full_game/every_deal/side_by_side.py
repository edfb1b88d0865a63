"""Every deal, many games side by side: by rules so plain that a hand is a word and a comparison some operations on it.

Deals are grouped by which cards each player has: every order of one hand goes with every order of the other one. Where
the players are alike, exchanging the hands gives the group of the mirror images, and one of the two is played.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, product, starmap
from operator import add
from typing import ClassVar, NamedTuple

import numpy as np

from wargraph.campaign.pieces import KeptPiece
from wargraph.core.rng import Chance
from wargraph.full_game.choices import Arrangement, NobodyLeft, Pile
from wargraph.full_game.engine.games import sorted_cards
from wargraph.full_game.every_deal.arrangements import arrangements, check_deals, hands_of, interleaved, orders_of
from wargraph.full_game.every_deal.batch import (
    Found,
    Hands,
    Packing,
    no_games,
    nothing_found,
    packed_orders,
    play_in_step,
)
from wargraph.full_game.every_deal.one_by_one import NOTHING, DealTally, played
from wargraph.full_game.game import counted_turns
from wargraph.full_game.rounds import replaced
from wargraph.full_game.rule_set import RuleSet

_DEALS = 1 << 25
"""Deals in a piece, about, at most."""

_GIVEN_UP = 1 << 12
"""How many games that last long are played at a time."""

_WORD = 64

Counts = tuple[int, ...]
"""How many cards of each rank."""


@dataclass(frozen=True)
class Split(KeptPiece[DealTally]):
    """A piece: deals in which each player has so many cards of each rank.

    All orders of player 2's cards go with those of player 1's from one number on and below another. If the players are
    alike and have the same cards, the own order does not come after the other one.
    """

    rules: RuleSet
    counts: tuple[Counts, Counts]
    first: int
    stop: int

    tag: ClassVar[str] = "deals side by side"

    def work(self) -> "tuple[DealTally, tuple[()]]":
        """Play them."""
        rules, packing = self.rules, _packing(self.rules)
        size_0, size_1 = rules.dealt
        is_half = rules.is_symmetric and self.counts[0] == self.counts[1]
        hands_0, hands_1 = (packed_orders(sorted_cards(each), packing.card, orders_of(each)) for each in self.counts)
        hands = Hands(
            hands_0[self.first : self.stop],
            hands_1[self.first if is_half else 0 :],
            size_0,
            size_1,
            is_half,
            np.zeros(2, np.int64),
        )
        aside = _rest(rules.deck, *self.counts)
        found, games = nothing_found(rules.cards, rules.cards**2, _GIVEN_UP), no_games()
        found.decks[:, sum(rules.dealt) :] = sorted_cards(aside)
        weight = orders_of(aside) * (1 + rules.is_symmetric)
        late = []
        while hands.next[0] < len(hands.hands_0) or games.dealt_0.any():
            given_up = play_in_step(hands, rules.is_symmetric, arrangements(rules), packing, games, found)
            if given_up:
                weights = np.full(given_up, weight)
                late.append(played(rules, found.decks[:given_up], found.numbers[:given_up], weights))
        own_mirrors = self.stop - self.first if is_half else 0
        return reduce(add, late, _ended(rules, found, weight, own_mirrors)), ()

    def is_sound(self) -> bool:
        check_deals(self.rules)
        return plays_side_by_side(self.rules) and self in splits(self.rules)

    def may_find(self, partial: DealTally) -> bool:
        return partial.is_sound(self.rules)


def splits(rules: RuleSet) -> list[Split]:
    """All pieces, for rules that are plain enough."""
    pieces = []
    for counts in _counts(rules):
        orders, others = map(orders_of, counts)
        step = -(-_DEALS // others)
        pieces += [Split(rules, counts, first, min(first + step, orders)) for first in range(0, orders, step)]
    return [pieces[number] for number in interleaved(len(pieces))]


def compile_kernels(rules: RuleSet) -> None:
    """Have the kernels compiled, or loaded, that play by such rules."""
    for piece in splits(replace(rules, ranks=2, suits=1, jokers=0)):
        piece.work()


def plays_side_by_side(rules: RuleSet) -> bool:
    """Whether deals can be played so.

    There are two players, nothing lies face down, winnings go straight under the hand, play by play, the higher card
    first or the lower one; a round is a turn however many wars it has; and the deck is so small that all its cards fit
    into a word. Where the order looks at the player instead, most deals never end, and playing so far gains nothing.
    """
    return (
        rules.players == 2
        and rules.face_down == 0
        and set(rules.piles) == {Pile.UNDER}
        and rules.counting.how.comparisons == 0
        and _way_back(rules.replacement.how) is not None
        and _bits(rules) * sum(rules.dealt) <= _WORD
    )


def _counts(rules: RuleSet) -> Iterator[tuple[Counts, Counts]]:
    """Which cards both players can have; of two mirror images one where the players are alike."""
    size_0, size_1 = rules.dealt
    for counts_0 in hands_of(rules.deck, size_0):
        for counts_1 in hands_of(_rest(rules.deck, counts_0), size_1):
            if not rules.is_symmetric or counts_0 <= counts_1:
                yield counts_0, counts_1


def _rest(deck: Counts, *taken: Counts) -> Counts:
    return tuple(most - sum(counts) for most, *counts in zip(deck, *taken, strict=True))


class _WayBack(NamedTuple):
    """How plays go back, whoever wins: whether the last one first, and whether of it the lower card first."""

    is_last_first: bool
    is_lower_first: bool

    @property
    def returned(self) -> list[int]:
        """The table that `_way_back` tries."""
        units = [[2, 2], [1, 1], [3, 4] if self.is_lower_first else [4, 3]]
        return [*chain(*(reversed(units) if self.is_last_first else units))]


def _way_back(how: Arrangement) -> _WayBack | None:
    """How plays go back one after the other; None if they do not, or not for both players in the same way.

    The plain rules say it, of a table with two wars.
    """
    tables = [[((0, 2), (1, 2)), ((0, 1), (1, 1)), ((0, 4 - winner), (1, 3 + winner))] for winner in range(2)]
    returned = [replaced(how, table, range(3), winner, Chance()) for winner, table in enumerate(tables)]
    ways = starmap(_WayBack, product((False, True), repeat=2))
    return next((way for way in ways if all(cards == way.returned for cards in returned)), None)


def _packing(rules: RuleSet) -> Packing:
    way = _way_back(rules.replacement.how)
    assert way is not None
    bits = _bits(rules)
    return Packing(
        card=np.uint64(bits),
        dealt=np.uint64(bits * sum(rules.dealt)),
        lowest=np.uint64(2**bits - 1),
        is_last_first=way.is_last_first,
        is_lower_first=way.is_lower_first or None,
    )


def _bits(rules: RuleSet) -> int:
    """The bits of a card: all ones is the highest rank, or above; 0 is no card."""
    return len(rules.deck).bit_length()


def _ended(rules: RuleSet, found: Found, weight: int, own_mirrors: int) -> DealTally:
    """What is known of the games that have ended.

    Deals that are their own mirror image stand for half as many orders. They end in the first round.
    """
    rounds = np.flatnonzero(found.by_rounds)
    lengths = counted_turns(rules, rounds, 0).tolist()
    by_turns = Counter(dict(zip(lengths, found.by_rounds[rounds].tolist(), strict=True)))
    deals, most = by_turns.total(), int(found.longest[0])
    mirrored = own_mirrors * weight // 2
    orders = weight * deals - mirrored
    turns = weight * sum(turns * count for turns, count in by_turns.items()) - mirrored * counted_turns(rules, 1, 0)
    return DealTally(
        orders,
        deals,
        by_turns,
        Counter(),
        0 if rules.nobody_left is NobodyLeft.LAST_PLAYER else int(found.tied[0]),
        turns,
        orders,
        (counted_turns(rules, most, 0), -int(found.longest[1])) if deals else NOTHING,
        NOTHING,
    )
