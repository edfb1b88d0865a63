"""Every deal, many games side by side: by rules so plain that a hand is a word and a comparison some operations on it.

Deals are grouped by which cards each player has: every order of one hand goes with every order of the other one. Where
the players are alike, exchanging the hands gives the group of the mirror images, and one of the two is played.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product

import numpy as np

from wargraph.chance import Chance
from wargraph.full_game.choices import Arrangement, NobodyLeft, Pile
from wargraph.full_game.every_deal.arrangements import arrangements, orders_of
from wargraph.full_game.every_deal.lock_step import (
    Found,
    Hands,
    Packing,
    no_games,
    nothing_found,
    packed_orders,
    play_in_step,
)
from wargraph.full_game.every_deal.spread import spread
from wargraph.full_game.every_deal.tally import NOTHING, DealTally, played
from wargraph.full_game.game import counted_turns
from wargraph.full_game.rounds import replaced
from wargraph.full_game.rule_set import RuleSet

_DEALS = 1 << 25
"""Deals in a piece, about, at most."""

_GIVEN_UP = 1 << 12
"""How many games that last long are played at a time."""

_WORD = 64
_ALL = 2**_WORD - 1

Counts = tuple[int, ...]
"""How many cards of each rank."""


@dataclass(frozen=True)
class Split:
    """A piece: deals in which each player has so many cards of each rank.

    All orders of player 2's cards go with those of player 1's from one number on and below another. If the players are
    alike and have the same cards, the own order does not come after the other one.
    """

    rules: RuleSet
    counts: tuple[Counts, Counts]
    first: int
    stop: int

    def work(self) -> "tuple[DealTally, list[Split]]":
        """Play them."""
        rules, is_half = self.rules, self.rules.is_symmetric and self.counts[0] == self.counts[1]
        packing = _packing(rules)
        hands_0, hands_1 = (packed_orders(_cards(counts), packing.card, orders_of(counts)) for counts in self.counts)
        after = self.first if is_half else 0
        hands = Hands(
            hands_0[self.first : self.stop], hands_1[after:], *map(sum, self.counts), is_half, np.zeros(2, np.int64)
        )
        aside = _rest(rules.deck, *self.counts)
        found, games = nothing_found(rules.cards, rules.cards**2, _GIVEN_UP), no_games()
        found.decks[:, sum(rules.dealt) :] = _cards(aside)
        weight = orders_of(aside) * (1 + rules.is_symmetric)
        tally = None
        while hands.next[0] < len(hands.hands_0) or games.dealt_0.any():
            given_up = play_in_step(hands, rules.is_symmetric, arrangements(rules), packing, games, found)
            if given_up:
                late = played(rules, found.decks[:given_up], found.numbers[:given_up], np.full(given_up, weight))
                tally = late if tally is None else tally + late
        ended = _ended(rules, found, weight, self.stop - self.first if is_half else 0)
        return ended if tally is None else ended + tally, []


def splits(rules: RuleSet) -> list[Split]:
    """All pieces, for rules that are plain enough."""
    pieces = []
    for counts in _counts(rules):
        orders, others = map(orders_of, counts)
        step = -(-_DEALS // others)
        pieces += [Split(rules, counts, first, min(first + step, orders)) for first in range(0, orders, step)]
    return [pieces[number] for number in spread(len(pieces))]


def plays_side_by_side(rules: RuleSet) -> bool:
    """Whether deals can be played so.

    There are two players, nothing lies face down, winnings go straight under the hand, play by play and not sorted as a
    whole, a round is a turn however many wars it has, and the deck is so small that all its cards fit into a word.
    """
    return (
        rules.players == 2
        and rules.face_down == 0
        and set(rules.piles) == {Pile.UNDER}
        and rules.counting.how.comparisons == 0
        and _way_back(rules.replacement.how, winner=0) is not None
        and sum(rules.dealt) * len(rules.deck).bit_length() <= _WORD
    )


def _counts(rules: RuleSet) -> Iterator[tuple[Counts, Counts]]:
    """Which cards both players can have; of two mirror images one where the players are alike."""
    size_0, size_1 = rules.dealt
    for counts_0 in _parts(rules.deck, size_0):
        for counts_1 in _parts(_rest(rules.deck, counts_0), size_1):
            if not rules.is_symmetric or counts_0 <= counts_1:
                yield counts_0, counts_1


def _parts(deck: Counts, size: int) -> Iterator[Counts]:
    """The ways to take so many cards."""
    return (counts for counts in product(*(range(most + 1) for most in deck)) if sum(counts) == size)


def _rest(deck: Counts, *taken: Counts) -> Counts:
    return tuple(most - sum(counts) for most, *counts in zip(deck, *taken, strict=True))


def _cards(counts: Counts) -> np.ndarray:
    """The cards, lowest first."""
    return np.repeat(np.arange(1, len(counts) + 1, dtype=np.uint8), counts)


def _packing(rules: RuleSet) -> Packing:
    bits, dealt = len(rules.deck).bit_length(), sum(rules.dealt)
    is_last_first, is_lower_first = zip(*(_way_back(rules.replacement.how, winner) or () for winner in range(2)))
    masks = tuple(np.uint64(_ALL if is_lower else 0) for is_lower in is_lower_first)
    return Packing(
        card=np.uint64(bits),
        dealt=np.uint64(bits * dealt),
        lowest=np.uint64(2**bits - 1),
        is_last_first=is_last_first[0],
        lower_first=masks if any(is_lower_first) else None,
    )


def _way_back(how: Arrangement, winner: int) -> tuple[bool, bool] | None:
    """Whether the last play goes back first, and of that the lower card; None if they do not go back play by play.

    The plain rules say so, of a table with two wars.
    """
    plays = [((0, 2), (1, 2)), ((0, 1), (1, 1)), ((0, 4 - winner), (1, 3 + winner))]
    cards = replaced(how, plays, range(3), winner, Chance())
    for is_last_first, is_lower_first in product((False, True), repeat=2):
        units = [[2, 2], [1, 1], [3, 4] if is_lower_first else [4, 3]]
        if cards == [*chain(*(reversed(units) if is_last_first else units))]:
            return is_last_first, is_lower_first
    return None


def _ended(rules: RuleSet, found: Found, weight: int, own_mirrors: int) -> DealTally:
    """What is known of the games that have ended.

    Deals that are their own mirror image stand for half as many orders. They end in the first round.
    """
    rounds = np.flatnonzero(found.by_rounds)
    by_turns = Counter(dict(zip(counted_turns(rules, rounds, 0).tolist(), found.by_rounds[rounds].tolist(), strict=True)))
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
