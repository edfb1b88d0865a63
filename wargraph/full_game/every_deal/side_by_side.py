"""Every deal, many games side by side: by rules so plain that a hand is a word and a comparison some operations on it.

Deals are grouped by which cards each player has: every order of one hand goes with every order of the other one. Where
the players are alike, exchanging the hands gives the group of the mirror images, and one of the two is played.

The kernels play many games in lock step, one comparison of each at a time. A hand is a word of 64 bits, the card that
is drawn next in the lowest ones; 0 is no card. What lies on the table is a word too, in the order in which it goes
back. So a comparison is the same few operations whoever wins it, or nobody: it has no branches, and the compiler makes
of a loop over games instructions that play eight of them at once, or as many as the machine has room for. Games that
have ended are replaced every few comparisons. Until then they are played on: a hand without cards loses every
comparison, and stays without.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, product, starmap
from operator import add
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.pieces import KeptPiece
from wargraph.compute.kernel import inlined_kernel, inner_kernel, kernel
from wargraph.core.rng import Chance
from wargraph.full_game.choices import Arrangement, NobodyLeft, Pile
from wargraph.full_game.engine.games import sorted_cards
from wargraph.full_game.every_deal.arrangements import (
    arrangements,
    check_deals,
    hands_of,
    interleaved,
    number_of,
    orders_of,
    to_next,
)
from wargraph.full_game.every_deal.one_by_one import NOTHING, DealTally, played
from wargraph.full_game.game import counted_turns
from wargraph.full_game.rounds import replaced
from wargraph.full_game.rule_set import RuleSet

_GAMES = 64
_COMPARISONS = 6
"""How many are played before games that have ended are replaced."""

_TAIL = 6
"""The last cards of a hand: deals that differ in these alone are one game until the first of them is drawn."""

_ZERO, _ONE, _SHIFTS = np.uint64(0), np.uint64(1), np.uint64(63)

_DEALS = 1 << 25
"""The largest work unit has about so many deals."""

_GIVEN_UP = 1 << 12
"""How many games that last long are played at a time."""

_WORD = 64

Counts = tuple[int, ...]
"""How many cards of each rank."""


class Packing(NamedTuple):
    """How cards are packed into words, and in which order they go back.

    Bits of a card and of all that are dealt; those of the lowest card set. Plays go back from the last one on, or from
    the first; of each the card of the lower rank first, or the other one where that is None, which is decided when the
    kernel is compiled.
    """

    card: np.uint64
    dealt: np.uint64
    lowest: np.uint64
    is_last_first: bool
    is_lower_first: Literal[True] | None


class Hands(NamedTuple):
    """The deals to be played: each of the hands of player 1 with each of player 2's.

    If these are the same, player 2's count from player 1's on: `is_half`. `next` are the places of both in the next
    deal.
    """

    hands_0: NDArray[np.uint64]
    hands_1: NDArray[np.uint64]
    size_0: int
    size_1: int
    is_half: bool
    next: NDArray[np.int64]


class Lanes(NamedTuple):
    """Games side by side.

    1 where a game is over, lasts too long, or there is none, or 0; hands, table, bits in the hands, rounds begun; and
    the hands that were dealt, 0 where there is no game.
    """

    is_over: NDArray[np.int64]
    hand_0: NDArray[np.uint64]
    hand_1: NDArray[np.uint64]
    table: NDArray[np.uint64]
    bits_0: NDArray[np.uint64]
    bits_1: NDArray[np.uint64]
    rounds: NDArray[np.uint64]
    dealt_0: NDArray[np.uint64]
    dealt_1: NDArray[np.uint64]


class Outcomes(NamedTuple):
    """What the games came to.

    Games by their rounds; how many had no winner; the rounds of the longest one and the lowest number of a deal that
    lasts so long. Then the decks and numbers of games that were given up, as they last too long, and a row to spare.
    """

    by_rounds: NDArray[np.int64]
    tied: NDArray[np.int64]
    longest: NDArray[np.int64]
    decks: NDArray[np.uint8]
    numbers: NDArray[np.int64]


@dataclass(frozen=True)
class Split(KeptPiece[DealTally]):
    """A work unit: deals in which each player has so many cards of each rank.

    All orders of player 2's cards go with those of player 1's from one number on and below another. If the players are
    alike and have the same cards, the own order does not come after the other one.
    """

    rules: RuleSet
    counts: tuple[Counts, Counts]
    first: int
    stop: int

    tag: ClassVar[str] = "deals side by side"

    def work(self) -> "tuple[DealTally, tuple[()]]":
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
        games = Lanes(np.ones(_GAMES, np.int64), *(np.zeros(_GAMES, np.uint64) for _ in Lanes._fields[1:]))
        rows = _GIVEN_UP + _GAMES + 1
        outcomes = Outcomes(
            by_rounds=np.zeros(rules.cards**2 + _COMPARISONS, np.int64),
            tied=np.zeros(1, np.int64),
            longest=np.array([-1, 0], np.int64),
            decks=np.zeros((rows, rules.cards), np.uint8),
            numbers=np.zeros(rows, np.int64),
        )
        outcomes.decks[:, sum(rules.dealt) :] = sorted_cards(aside)
        weight = orders_of(aside) * (1 + rules.is_symmetric)
        late = []
        while hands.next[0] < len(hands.hands_0) or games.dealt_0.any():
            given_up = play_in_step(hands, rules.is_symmetric, arrangements(rules), packing, games, outcomes)
            if given_up:
                weights = np.full(given_up, weight)
                late.append(played(rules, outcomes.decks[:given_up], outcomes.numbers[:given_up], weights))
        own_mirrors = self.stop - self.first if is_half else 0
        return reduce(add, late, _ended(rules, outcomes, weight, own_mirrors)), ()

    def is_sound(self) -> bool:
        check_deals(self.rules)
        return plays_side_by_side(self.rules) and self in splits(self.rules)

    def may_find(self, partial: DealTally) -> bool:
        return partial.is_sound(self.rules)


def splits(rules: RuleSet) -> list[Split]:
    """All work units, for rules that are plain enough."""
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

    There are two players, nothing lies face down, winnings go straight under the hand, layer by layer, the higher card
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
    assert way is not None  # nosec B101 # other rules are played deal by deal
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


def _ended(rules: RuleSet, outcomes: Outcomes, weight: int, own_mirrors: int) -> DealTally:
    """What is known of the games that have ended.

    Deals that are their own mirror image stand for half as many orders. They end in the first round.
    """
    rounds = np.flatnonzero(outcomes.by_rounds)
    lengths = counted_turns(rules, rounds, 0).tolist()
    by_turns = Counter(dict(zip(lengths, outcomes.by_rounds[rounds].tolist(), strict=True)))
    deals, most = by_turns.total(), int(outcomes.longest[0])
    mirrored = own_mirrors * weight // 2
    orders = weight * deals - mirrored
    turns = weight * sum(turns * count for turns, count in by_turns.items()) - mirrored * counted_turns(rules, 1, 0)
    return DealTally(
        orders,
        deals,
        by_turns,
        Counter(),
        0 if rules.nobody_left is NobodyLeft.LAST_PLAYER else int(outcomes.tied[0]),
        turns,
        orders,
        (counted_turns(rules, most, 0), -int(outcomes.longest[1])) if deals else NOTHING,
        NOTHING,
    )


@kernel
def packed_orders(order, bits, orders):  # type: ignore[no-untyped-def]
    """All orders of some cards, which are given in the first one, as words of so many bits a card."""
    words = np.zeros(orders, np.uint64)
    for number in range(orders):
        for place in range(order.size):
            words[number] |= np.uint64(order[place]) << np.uint64(place) * bits
        to_next(order)
    return words


@kernel
def play_in_step(hands, is_symmetric, orders, packing, games, outcomes):  # type: ignore[no-untyped-def]
    """Play deals to the end, or until the room for games that are given up is used up; return how many there are.

    The deck has so many `orders`.
    """
    over = np.empty(_GAMES + 1, np.int64)
    shared = np.uint64(max(hands.size_1 - _TAIL, 0)) * packing.card
    first, second = hands.next[0], hands.next[1]
    start, start_top = _start(_ZERO, _ZERO, hands, packing), ~_ZERO
    given_up = 0
    while True:
        ended = 0
        for lane in range(_GAMES):  # which games end cannot be foreseen: no branches for that
            over[ended] = lane
            ended += games.is_over[lane]
        for number in range(ended):
            place = over[number]
            if games.dealt_0[place] != _ZERO:
                given_up += _note(place, given_up, hands, is_symmetric, orders, packing, games, outcomes)
                games.dealt_0[place] = _ZERO
            if first < hands.hands_0.size:
                dealt_0, dealt_1 = hands.hands_0[first], hands.hands_1[second]
                top = dealt_1 & (_ONE << shared) - _ONE
                if top != start_top:
                    start, start_top = _start(dealt_0, top, hands, packing), top
                hand_0, hand_1, table, bits_0, bits_1, rounds = start
                games.hand_0[place], games.hand_1[place] = hand_0, hand_1 | dealt_1 >> shared
                games.table[place], games.rounds[place] = table, rounds
                games.bits_0[place], games.bits_1[place] = bits_0, bits_1
                games.dealt_0[place], games.dealt_1[place] = dealt_0, dealt_1
                games.is_over[place] = 0
                second += 1
                if second == hands.hands_1.size:
                    first += 1
                    second = first if hands.is_half else 0
                    start_top = ~_ZERO
        if given_up >= outcomes.decks.shape[0] - 1 - _GAMES or not _are_some_left(first, hands, games):
            hands.next[0], hands.next[1] = first, second
            return given_up
        _play_on(packing, games, np.uint64(outcomes.by_rounds.size - _COMPARISONS))


@inner_kernel
def _are_some_left(first, hands, games):  # type: ignore[no-untyped-def]
    playing = _ZERO
    for place in range(_GAMES):
        playing |= games.dealt_0[place]
    return first < hands.hands_0.size or playing != _ZERO


@inner_kernel
def _start(dealt_0, top_1, hands, packing):  # type: ignore[no-untyped-def]
    """Play as long as the first cards of player 2 last; the others are not dealt yet, and not looked at."""
    bits_0 = np.uint64(hands.size_0) * packing.card
    state = dealt_0, top_1, _ZERO, bits_0, packing.dealt - bits_0, _ZERO
    for _ in range(hands.size_1 - _TAIL):
        state = _compare(*state, packing, packing.is_lower_first)
    return state


@inlined_kernel
def _play_on(packing, games, patience):  # type: ignore[no-untyped-def]
    """Play some comparisons of all games. What was over before gets worse, but is still over, after as many rounds."""
    for place in range(_GAMES):
        hand_0, hand_1, table = games.hand_0[place], games.hand_1[place], games.table[place]
        bits_0, bits_1, rounds = games.bits_0[place], games.bits_1[place], games.rounds[place]
        for _ in range(_COMPARISONS):
            hand_0, hand_1, table, bits_0, bits_1, rounds = _compare(
                hand_0, hand_1, table, bits_0, bits_1, rounds, packing, packing.is_lower_first
            )
        games.hand_0[place], games.hand_1[place], games.table[place] = hand_0, hand_1, table
        games.bits_0[place], games.bits_1[place], games.rounds[place] = bits_0, bits_1, rounds
        games.is_over[place] = (hand_0 == _ZERO) | (hand_1 == _ZERO) | (rounds >= patience)


@inlined_kernel
def _compare(hand_0, hand_1, table, bits_0, bits_1, rounds, packing, is_lower_first):  # type: ignore[no-untyped-def]
    """Compare the next cards of both hands. A round begins where nothing lies on the table."""
    card_0, card_1 = hand_0 & packing.lowest, hand_1 & packing.lowest
    high, low = max(card_0, card_1), min(card_0, card_1)
    rounds += _ONE if (low != _ZERO) & (table == _ZERO) else _ZERO
    hand_0, hand_1 = hand_0 >> packing.card, hand_1 >> packing.card
    bits_0, bits_1 = bits_0 - packing.card, bits_1 - packing.card
    play = high | low << packing.card if is_lower_first is None else low | high << packing.card
    if packing.is_last_first:
        table = play | table << packing.card + packing.card
    else:
        table |= play << (packing.dealt - bits_0 - bits_1 - packing.card - packing.card & _SHIFTS)
    won_0, won_1 = hand_0 | table << (bits_0 & _SHIFTS), hand_1 | table << (bits_1 & _SHIFTS)
    all_0, all_1 = packing.dealt - bits_1, packing.dealt - bits_0
    return (
        won_0 if card_0 > card_1 else hand_0,
        won_1 if card_1 > card_0 else hand_1,
        table if card_0 == card_1 else _ZERO,
        all_0 if card_0 > card_1 else bits_0,
        all_1 if card_1 > card_0 else bits_1,
        rounds,
    )


@inlined_kernel
def _note(place, given_up, hands, is_symmetric, orders, packing, games, outcomes):  # type: ignore[no-untyped-def]
    """Note a game that is over, or is given up: return whether it is."""
    rounds = np.int64(games.rounds[place])
    is_0_out, is_1_out = games.hand_0[place] == _ZERO, games.hand_1[place] == _ZERO
    if not (is_0_out or is_1_out):
        _note_deal(place, given_up, hands, is_symmetric, orders, packing, games, outcomes)
        return 1
    outcomes.by_rounds[rounds] += 1
    outcomes.tied[0] += is_0_out & is_1_out
    if rounds >= outcomes.longest[0]:
        spare = outcomes.numbers.size - 1
        _note_deal(place, spare, hands, is_symmetric, orders, packing, games, outcomes)
        if rounds > outcomes.longest[0] or outcomes.numbers[spare] < outcomes.longest[1]:
            outcomes.longest[0], outcomes.longest[1] = rounds, outcomes.numbers[spare]
    return 0


@inner_kernel
def _note_deal(place, row, hands, is_symmetric, orders, packing, games, outcomes):  # type: ignore[no-untyped-def]
    """Note the deck of a deal and its number: where the players are alike, the lower one of two mirror images."""
    deck = outcomes.decks[row]
    _unpack(games.dealt_0[place], games.dealt_1[place], hands, packing, deck)
    number = number_of(deck, orders)
    if is_symmetric:
        _unpack(games.dealt_1[place], games.dealt_0[place], hands, packing, deck)
        number = min(number, number_of(deck, orders))
    outcomes.numbers[row] = number


@inlined_kernel
def _unpack(hand_0, hand_1, hands, packing, deck):  # type: ignore[no-untyped-def]
    for place in range(hands.size_0):
        deck[place] = hand_0 >> np.uint64(place) * packing.card & packing.lowest
    for place in range(hands.size_1):
        deck[hands.size_0 + place] = hand_1 >> np.uint64(place) * packing.card & packing.lowest
