"""The kernels that play deals in lock step: many games side by side, one comparison of each at a time.

A hand is a word of 64 bits, the card that is drawn next in the lowest ones; 0 is no card. What lies on the table is a
word too, in the order in which it goes back. So a comparison is the same few operations whoever wins it, or nobody: it
has no branches, and the compiler makes of a loop over games instructions that play eight of them at once, or as many as
the machine has room for. Games that have ended are replaced every few comparisons. Until then they are played on: a
hand without cards loses every comparison, and stays without.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.full_game.every_deal.arrangements import number_of, to_next
from wargraph.kernel import inlined_kernel, inner_kernel, kernel

_GAMES = 64
_COMPARISONS = 6
"""How many are played before games that have ended are looked for."""

_TAIL = 4
"""The last cards of a hand: deals that differ in these alone are one game until one of them is drawn."""

_ZERO, _ONE, _SHIFTS = np.uint64(0), np.uint64(1), np.uint64(63)


class Packing(NamedTuple):
    """How cards are packed into words, and in which order they go back.

    Bits of a card and of all cards; those of the lowest card set. Plays go back from the first or the last one on, of
    each the card of the higher rank first, or the other one where the mask for the winner is all ones and not none.
    """

    card: np.uint64
    deck: np.uint64
    lowest: np.uint64
    is_last_first: bool
    is_lower_first_if_0_wins: np.uint64
    is_lower_first_if_1_wins: np.uint64


class Hands(NamedTuple):
    """The deals to be played: each of the hands that player 1 can have with each of player 2's.

    If the two have the same hands, those of player 2 count from player 1's on: `is_half`. `next` are the places of the
    hands to be dealt next.
    """

    hands_0: NDArray[np.uint64]
    hands_1: NDArray[np.uint64]
    size_0: int
    size_1: int
    is_half: bool
    next: NDArray[np.int64]


class Games(NamedTuple):
    """Games side by side: hands, table, bits in the hands, rounds begun; and the hands dealt, 0 if there is no game."""

    hand_0: NDArray[np.uint64]
    hand_1: NDArray[np.uint64]
    table: NDArray[np.uint64]
    bits_0: NDArray[np.uint64]
    bits_1: NDArray[np.uint64]
    rounds: NDArray[np.uint64]
    dealt_0: NDArray[np.uint64]
    dealt_1: NDArray[np.uint64]


class Found(NamedTuple):
    """What is found.

    Games by their rounds; how many had no winner; the rounds of the longest one and the lowest number of a deal that
    lasts so long. Then the decks and numbers of games that were given up, as they last too long, and a row to spare.
    """

    by_rounds: NDArray[np.int64]
    tied: NDArray[np.int64]
    longest: NDArray[np.int64]
    decks: NDArray[np.uint8]
    numbers: NDArray[np.int64]


def no_games() -> Games:
    """Places for games."""
    return Games(*(np.zeros(_GAMES, np.uint64) for _ in Games._fields))


def nothing_found(cards: int, most_rounds: int, given_up: int) -> Found:
    """Nothing found so far."""
    decks = np.zeros((given_up + _GAMES + 1, cards), np.uint8)
    return Found(
        np.zeros(most_rounds + _COMPARISONS, np.int64),
        np.zeros(1, np.int64),
        np.array([-1, 0], np.int64),
        decks,
        np.zeros(len(decks), np.int64),
    )


@kernel
def packed_orders(order, bits, count):  # type: ignore[no-untyped-def]
    """All orders of some cards, which are given in the first one, as words of so many bits a card."""
    words = np.empty(count, np.uint64)
    for number in range(count):
        words[number] = 0
        for place in range(order.size):
            words[number] |= np.uint64(order[place]) << np.uint64(place) * bits
        to_next(order)
    return words


@kernel
def play_in_step(hands, is_symmetric, orders, packing, games, found):  # type: ignore[no-untyped-def]
    """Play deals to the end, or until the room for games that are given up is used up; return how many there are.

    The deck has so many `orders`.
    """
    ended = np.empty(_GAMES + 1, np.int64)
    patience = found.by_rounds.size - _COMPARISONS
    shared = np.uint64(max(hands.size_1 - _TAIL, 0)) * packing.card
    first, second = hands.next[0], hands.next[1]
    last_top = ~_ZERO
    given_up = 0
    base_0 = base_1 = base_table = base_bits_0 = base_bits_1 = base_rounds = _ZERO
    while True:
        endings = 0
        for place in range(_GAMES):  # no branch: who ends cannot be foreseen
            ended[endings] = place
            is_over = (games.hand_0[place] == _ZERO) | (games.hand_1[place] == _ZERO)
            endings += is_over | (games.rounds[place] >= patience)
        for number in range(endings):
            place = ended[number]
            if games.dealt_0[place] != _ZERO:
                given_up += _note(games, place, patience, given_up, hands, is_symmetric, orders, packing, found)
                games.dealt_0[place] = _ZERO
            if first < hands.hands_0.size:
                dealt_0, dealt_1 = hands.hands_0[first], hands.hands_1[second]
                top = dealt_1 & (_ONE << shared) - _ONE
                if top != last_top:
                    last_top = top
                    base_0, base_1, base_table = dealt_0, top, _ZERO
                    base_bits_0 = np.uint64(hands.size_0) * packing.card
                    base_bits_1 = packing.deck - base_bits_0
                    base_rounds = _ZERO
                    for _ in range(hands.size_1 - _TAIL):
                        base_0, base_1, base_table, base_bits_0, base_bits_1, base_rounds = _compare(
                            base_0, base_1, base_table, base_bits_0, base_bits_1, base_rounds, packing
                        )
                games.hand_0[place], games.hand_1[place] = base_0, base_1 | dealt_1 >> shared
                games.table[place], games.rounds[place] = base_table, base_rounds
                games.bits_0[place], games.bits_1[place] = base_bits_0, base_bits_1
                games.dealt_0[place], games.dealt_1[place] = dealt_0, dealt_1
                second += 1
                if second == hands.hands_1.size:
                    first += 1
                    second = first if hands.is_half else 0
                    last_top = ~_ZERO
        is_done = first == hands.hands_0.size
        if is_done:
            for place in range(_GAMES):
                is_done &= games.dealt_0[place] == _ZERO
        if is_done or given_up >= found.decks.shape[0] - _GAMES:
            hands.next[0], hands.next[1] = first, second
            return given_up
        for place in range(_GAMES):
            hand_0, hand_1, table = games.hand_0[place], games.hand_1[place], games.table[place]
            bits_0, bits_1, rounds = games.bits_0[place], games.bits_1[place], games.rounds[place]
            for _ in range(_COMPARISONS):
                hand_0, hand_1, table, bits_0, bits_1, rounds = _compare(
                    hand_0, hand_1, table, bits_0, bits_1, rounds, packing
                )
            games.hand_0[place], games.hand_1[place], games.table[place] = hand_0, hand_1, table
            games.bits_0[place], games.bits_1[place], games.rounds[place] = bits_0, bits_1, rounds


@inlined_kernel
def _compare(hand_0, hand_1, table, bits_0, bits_1, rounds, packing):  # type: ignore[no-untyped-def]
    """Compare the next cards of both hands. A round begins where nothing lies on the table."""
    card_0, card_1 = hand_0 & packing.lowest, hand_1 & packing.lowest
    high, low = max(card_0, card_1), min(card_0, card_1)
    rounds += _ONE if (low != _ZERO) & (table == _ZERO) else _ZERO
    hand_0, hand_1 = hand_0 >> packing.card, hand_1 >> packing.card
    bits_0, bits_1 = bits_0 - packing.card, bits_1 - packing.card
    turned = (high ^ low) & (packing.is_lower_first_if_0_wins if card_0 > card_1 else packing.is_lower_first_if_1_wins)
    play = (high ^ turned) | (low ^ turned) << packing.card
    if packing.is_last_first:
        table = play | table << packing.card + packing.card
    else:
        table |= play << (packing.deck - bits_0 - bits_1 - packing.card - packing.card & _SHIFTS)
    won_0, won_1 = hand_0 | table << (bits_0 & _SHIFTS), hand_1 | table << (bits_1 & _SHIFTS)
    all_0, all_1 = packing.deck - bits_1, packing.deck - bits_0
    return (
        won_0 if card_0 > card_1 else hand_0,
        won_1 if card_1 > card_0 else hand_1,
        table if card_0 == card_1 else _ZERO,
        all_0 if card_0 > card_1 else bits_0,
        all_1 if card_1 > card_0 else bits_1,
        rounds,
    )


@inner_kernel
def _note(games, place, patience, given_up, hands, is_symmetric, orders, packing, found):  # type: ignore[no-untyped-def]
    """Note a game that has ended, or is given up: return whether it is."""
    rounds = np.int64(games.rounds[place])
    is_0_out, is_1_out = games.hand_0[place] == _ZERO, games.hand_1[place] == _ZERO
    if is_0_out | is_1_out:
        found.by_rounds[rounds] += 1
        found.tied[0] += is_0_out & is_1_out
        if rounds >= found.longest[0]:
            row = found.decks.shape[0] - 1
            _note_deal(games.dealt_0[place], games.dealt_1[place], row, hands, is_symmetric, orders, packing, found)
            if rounds > found.longest[0] or found.numbers[row] < found.longest[1]:
                found.longest[0], found.longest[1] = rounds, found.numbers[row]
        return 0
    _note_deal(games.dealt_0[place], games.dealt_1[place], given_up, hands, is_symmetric, orders, packing, found)
    return 1


@inner_kernel
def _note_deal(dealt_0, dealt_1, row, hands, is_symmetric, orders, packing, found):  # type: ignore[no-untyped-def]
    """Note the deck of a deal, and its number: where the players are alike, the lower one of it and its mirror image."""
    deck = found.decks[row]
    if is_symmetric:
        _unpack(dealt_1, dealt_0, deck, hands, packing)
        mirror = number_of(deck, orders)
    _unpack(dealt_0, dealt_1, deck, hands, packing)
    number = number_of(deck, orders)
    found.numbers[row] = min(number, mirror) if is_symmetric else number


@inlined_kernel
def _unpack(hand_0, hand_1, deck, hands, packing):  # type: ignore[no-untyped-def]
    for place in range(hands.size_0):
        deck[place] = hand_0 >> np.uint64(place) * packing.card & packing.lowest
    for place in range(hands.size_1):
        deck[hands.size_0 + place] = hand_1 >> np.uint64(place) * packing.card & packing.lowest
