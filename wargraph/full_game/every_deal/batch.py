"""The kernels that play deals in lock step: many games side by side, one comparison of each at a time.

A hand is a word of 64 bits, the card that is drawn next in the lowest ones; 0 is no card. What lies on the table is a
word too, in the order in which it goes back. So a comparison is the same few operations whoever wins it, or nobody: it
has no branches, and the compiler makes of a loop over games instructions that play eight of them at once, or as many as
the machine has room for. Games that have ended are replaced every few comparisons. Until then they are played on: a
hand without cards loses every comparison, and stays without.
"""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, inner_kernel, kernel
from wargraph.full_game.every_deal.arrangements import number_of, to_next

_GAMES = 64
_COMPARISONS = 6
"""How many are played before games that have ended are replaced."""

_TAIL = 6
"""The last cards of a hand: deals that differ in these alone are one game until the first of them is drawn."""

_ZERO, _ONE, _SHIFTS = np.uint64(0), np.uint64(1), np.uint64(63)


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


def no_games() -> Lanes:
    """Places for games."""
    words = Lanes._fields[1:]
    return Lanes(np.ones(_GAMES, np.int64), *(np.zeros(_GAMES, np.uint64) for _ in words))


def nothing_found(cards: int, most_rounds: int, given_up: int) -> Found:
    """Nothing found so far, with room for games of so many rounds, and for decks of so many given up."""
    return Found(
        by_rounds=np.zeros(most_rounds + _COMPARISONS, np.int64),
        tied=np.zeros(1, np.int64),
        longest=np.array([-1, 0], np.int64),
        decks=np.zeros((given_up + _GAMES + 1, cards), np.uint8),
        numbers=np.zeros(given_up + _GAMES + 1, np.int64),
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
def play_in_step(hands, is_symmetric, orders, packing, games, found):  # type: ignore[no-untyped-def]
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
                given_up += _note(place, given_up, hands, is_symmetric, orders, packing, games, found)
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
        if given_up >= found.decks.shape[0] - 1 - _GAMES or not _are_some_left(first, hands, games):
            hands.next[0], hands.next[1] = first, second
            return given_up
        _play_on(packing, games, np.uint64(found.by_rounds.size - _COMPARISONS))


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
def _note(place, given_up, hands, is_symmetric, orders, packing, games, found):  # type: ignore[no-untyped-def]
    """Note a game that is over, or is given up: return whether it is."""
    rounds = np.int64(games.rounds[place])
    is_0_out, is_1_out = games.hand_0[place] == _ZERO, games.hand_1[place] == _ZERO
    if not (is_0_out or is_1_out):
        _note_deal(place, given_up, hands, is_symmetric, orders, packing, games, found)
        return 1
    found.by_rounds[rounds] += 1
    found.tied[0] += is_0_out & is_1_out
    if rounds >= found.longest[0]:
        spare = found.numbers.size - 1
        _note_deal(place, spare, hands, is_symmetric, orders, packing, games, found)
        if rounds > found.longest[0] or found.numbers[spare] < found.longest[1]:
            found.longest[0], found.longest[1] = rounds, found.numbers[spare]
    return 0


@inner_kernel
def _note_deal(place, row, hands, is_symmetric, orders, packing, games, found):  # type: ignore[no-untyped-def]
    """Note the deck of a deal and its number: where the players are alike, the lower one of two mirror images."""
    deck = found.decks[row]
    _unpack(games.dealt_0[place], games.dealt_1[place], hands, packing, deck)
    number = number_of(deck, orders)
    if is_symmetric:
        _unpack(games.dealt_1[place], games.dealt_0[place], hands, packing, deck)
        number = min(number, number_of(deck, orders))
    found.numbers[row] = number


@inlined_kernel
def _unpack(hand_0, hand_1, hands, packing, deck):  # type: ignore[no-untyped-def]
    for place in range(hands.size_0):
        deck[place] = hand_0 >> np.uint64(place) * packing.card & packing.lowest
    for place in range(hands.size_1):
        deck[hands.size_0 + place] = hand_1 >> np.uint64(place) * packing.card & packing.lowest
