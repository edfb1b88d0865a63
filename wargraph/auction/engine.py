"""The kernels that play WAR with Auction Rounds by the batch: the same games as `game.py`, move for move.

A hand is a row of counts, one for each card from 0 to the highest. Only players who have cards are looked at; they are
few soon after the start, however many sat down. Random numbers are drawn in the order of the plain game, so the state
of their stream tells whether any were: a state of the game that comes back with the stream unmoved is repeated for
ever. It is compared with one earlier state, kept at the rounds 1, 2, 4, 8, ... (Brent 1980).
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, Hand
from wargraph.auction.strategies import (
    ENOUGH_TO_TIE,
    Adversary,
    Dummy,
    Max,
    Min,
    SimpleMinded1,
    SimpleMinded2,
    Strategy,
)
from wargraph.kernel import inlined_kernel, inner_kernel, is_compiled, kernel
from wargraph.simulation.game import Ending
from wargraph.streams import draw_below, stream_of_game

Counts = NDArray[np.int32]
Numbers = NDArray[np.int64]


class Column(IntEnum):
    """What is recorded of a game, in this order; `ROUNDS` and `WARS` not of endless games."""

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    PERIOD = 4


COMPILED: tuple[type[Strategy], ...] = (Min, Max, Dummy, SimpleMinded1, SimpleMinded2, Adversary)
"""The strategies that the engine knows, by their code."""

ENDINGS = tuple(Ending)
"""The endings by their code in a record."""

_MIN, _MAX, _DUMMY, _SIMPLE_MINDED_1, _SIMPLE_MINDED_2, _ADVERSARY = range(len(COMPILED))
_WON, _TIED, _ENDLESS, _CAPPED = (ENDINGS.index(name) for name in Ending)
_ENDING, _WINNER, _ROUNDS, _WARS, _PERIOD = map(int, Column)

# The moments of a game that a room holds: the present; what an Adversary looks ahead to, and what one that it asks
# does; and, where piles and the table are concerned too, an earlier state.
# A kernel is compiled again for each literal it is passed; for values that have a type it is not.
_NOW, _AHEAD, _FURTHER, _KEPT = map(np.int64, range(4))
_SINGLE, _WAR = np.int64(0), np.int64(LAID_DOWN)


class Room(NamedTuple):
    """A game, and room to look ahead.

    `codes` says who plays, and `holders` begins with the players who have cards. The others begin with the moment. Then
    there is a row for each player; in `choosing` those who choose come first.
    """

    codes: Numbers
    holders: Numbers
    hands: Counts
    sizes: Numbers
    choosing: Numbers
    laid: Numbers
    piles: Counts
    tables: Counts
    stream: NDArray[np.uint64]


def is_known_to_engine(line_up: LineUp) -> bool:
    """Whether the engine can play this line-up: a subclass is a strategy of its own."""
    return all(type(strategy) in COMPILED for strategy in line_up)


def deal_counts(deal: tuple[Hand, ...]) -> Counts:
    """The hands as counts."""
    highest = max(card for hand in deal for card in hand)
    return np.array([np.bincount(hand, minlength=highest + 1) for hand in deal], np.int32)


def room_for(line_up: LineUp, cards: int) -> Room:
    """Room for games of these players with cards below `cards`."""
    players = len(line_up)
    return Room(
        codes=np.array([COMPILED.index(type(strategy)) for strategy in line_up], np.int64),
        holders=np.zeros(players, np.int64),
        hands=np.zeros((4, players, cards), np.int32),
        sizes=np.zeros((4, players), np.int64),
        choosing=np.zeros((4, players), np.int64),
        laid=np.zeros((4, players, LAID_DOWN + 1), np.int64),
        piles=np.zeros((4, players, cards), np.int32),
        tables=np.zeros((4, cards), np.int32),
        stream=np.zeros(1, np.uint64),
    )


@kernel
def play_auctions(base, first, cap, until_one_strategy, deal, records, room):  # type: ignore[no-untyped-def]
    """Play game number `first` and those that follow, one for each row of `records`.

    `base` is `stream_base(seed)`, `deal` the hands as counts. The last game's state stays in `room`.
    """
    for number in range(records.shape[0]):
        room.stream[0] = stream_of_game(base, np.uint64(first + number))
        _play_game(cap, until_one_strategy, deal, records[number], room)


@inner_kernel
def _play_game(cap, until_one_strategy, deal, record, room):  # type: ignore[no-untyped-def]
    record[:] = 0
    holders = _deal(deal, room)
    kept_round, next_kept = 0, 1
    kept_stream = room.stream[0]
    _keep(room)
    for played in range(1, cap + 1):
        record[_WARS] += _round(holders, room)
        before = holders
        holders = _take_up_piles(holders, room)
        record[_ROUNDS] = played
        is_new = holders < before or played == 1
        if is_new and (holders < 2 or (until_one_strategy and _is_one_strategy(holders, room))):
            record[_ENDING] = _WON if holders > 0 else _TIED
            record[_WINNER] = room.holders[0] + 1 if holders > 0 else 0
            return
        if room.stream[0] == kept_stream and _is_kept(room):
            record[:] = 0
            record[_ENDING], record[_PERIOD] = _ENDLESS, played - kept_round
            return
        if played == next_kept:
            kept_round, next_kept = played, 2 * played
            kept_stream = room.stream[0]
            _keep(room)
    record[_ENDING] = _CAPPED


@inner_kernel
def _deal(deal, room):  # type: ignore[no-untyped-def]
    """Deal, and clear the table; return how many players hold cards."""
    holders = 0
    room.tables[_NOW] = 0
    for player in range(deal.shape[0]):
        size = 0
        for card in range(deal.shape[1]):
            room.hands[_NOW, player, card] = deal[player, card]
            room.piles[_NOW, player, card] = 0
            size += deal[player, card]
        room.sizes[_NOW, player] = size
        if size > 0:
            room.holders[holders] = player
            holders += 1
    return holders


@inner_kernel
def _round(holders, room):  # type: ignore[no-untyped-def]
    """Play a round: the winner's pile takes the table. Return the number of wars."""
    fighters, laid_down, wars = holders, _SINGLE, 0
    for place in range(holders):
        room.choosing[_NOW, place] = room.holders[place]
    while True:
        for place in range(fighters):
            player = room.choosing[_NOW, place]
            if room.codes[player] == _ADVERSARY:
                _choose_as_adversary(player, laid_down, fighters, _NOW, _NOW, _AHEAD, room)
            else:
                _choose_alone(room.codes[player], player, laid_down, fighters, _NOW, _NOW, room)
        tied = _lay(laid_down, fighters, _NOW, _NOW, room)
        if tied == 1:
            _win(room.choosing[_NOW, 0], room)
            return wars
        wars += 1
        fighters = _enter_war(tied, _NOW, room)
        if fighters == 0:
            return wars
        laid_down = _WAR


@inlined_kernel
def _lay(laid_down, choosers, moment, chosen, room):  # type: ignore[no-untyped-def]
    """Lay what was chosen on the table. Those who played the highest card remain; return how many they are."""
    highest = np.int64(0)
    for place in range(choosers):
        player = room.choosing[moment, place]
        for number in range(laid_down + 1):
            card = room.laid[chosen, player, number]
            room.hands[moment, player, card] -= 1
            room.tables[moment, card] += 1
        room.sizes[moment, player] -= laid_down + 1
        highest = max(highest, room.laid[chosen, player, laid_down])
    tied = 0
    for place in range(choosers):
        player = room.choosing[moment, place]
        room.choosing[moment, tied] = player
        tied += room.laid[chosen, player, laid_down] == highest
    return tied


@inlined_kernel
def _enter_war(tied, moment, room):  # type: ignore[no-untyped-def]
    """Let those with too few cards lay them all down; return how many are in the war."""
    fighters = 0
    for place in range(tied):
        player = room.choosing[moment, place]
        if room.sizes[moment, player] > LAID_DOWN:
            room.choosing[moment, fighters] = player
            fighters += 1
        else:
            room.sizes[moment, player] = 0
            for card in range(room.tables.shape[1]):
                room.tables[moment, card] += room.hands[moment, player, card]
                room.hands[moment, player, card] = 0
    return fighters


@inlined_kernel
def _win(winner, room):  # type: ignore[no-untyped-def]
    for card in range(room.tables.shape[1]):
        room.piles[_NOW, winner, card] += room.tables[_NOW, card]
        room.tables[_NOW, card] = 0


@inlined_kernel
def _take_up_piles(holders, room):  # type: ignore[no-untyped-def]
    """Give their piles to those with an empty hand; return how many players have cards."""
    left = 0
    for place in range(holders):
        player = room.holders[place]
        if room.sizes[_NOW, player] == 0:
            size = np.int64(0)
            for card in range(room.tables.shape[1]):
                count = room.piles[_NOW, player, card]
                room.hands[_NOW, player, card] = count
                room.piles[_NOW, player, card] = 0
                size += count
            room.sizes[_NOW, player] = size
        room.holders[left] = player
        left += room.sizes[_NOW, player] > 0
    return left


@inlined_kernel
def _is_one_strategy(holders, room):  # type: ignore[no-untyped-def]
    same = True
    for place in range(1, holders):
        same &= room.codes[room.holders[place]] == room.codes[room.holders[0]]
    return same


@inner_kernel
def _keep(room):  # type: ignore[no-untyped-def]
    for card in range(room.tables.shape[1]):
        room.tables[_KEPT, card] = room.tables[_NOW, card]
        for player in range(room.codes.size):
            room.hands[_KEPT, player, card] = room.hands[_NOW, player, card]
            room.piles[_KEPT, player, card] = room.piles[_NOW, player, card]


@inner_kernel
def _is_kept(room):  # type: ignore[no-untyped-def]
    """Whether the state is the kept one."""
    for card in range(room.tables.shape[1]):
        if room.tables[_KEPT, card] != room.tables[_NOW, card]:
            return False
    for player in range(room.codes.size):
        for card in range(room.tables.shape[1]):
            if room.hands[_KEPT, player, card] != room.hands[_NOW, player, card]:
                return False
            if room.piles[_KEPT, player, card] != room.piles[_NOW, player, card]:
                return False
    return True


@inlined_kernel
def _highest(hand):  # type: ignore[no-untyped-def]
    card = np.int64(hand.size - 1)
    while hand[card] == 0:
        card -= 1
    return card


@inlined_kernel
def _second_highest(hand):  # type: ignore[no-untyped-def]
    """The second-highest card, as high as the highest if there are two of them."""
    card = _highest(hand)
    if hand[card] == 1:
        card -= 1
        while hand[card] == 0:
            card -= 1
    return card


@inlined_kernel
def _next_above(card, hand):  # type: ignore[no-untyped-def]
    """The smallest card above one that is not the highest."""
    card += 1
    while hand[card] == 0:
        card += 1
    return card


@inlined_kernel
def _lay_smallest(laid_down, hand, laid):  # type: ignore[no-untyped-def]
    """Lay down the smallest cards, and play the smallest of the others; return that one."""
    card, left = np.int64(0), np.int64(hand[0])
    for number in range(laid_down + 1):
        while left == 0:
            card += 1
            left = np.int64(hand[card])
        laid[number] = card
        left -= 1
    return card


@inlined_kernel
def _lay_any(laid_down, size, hand, laid, stream):  # type: ignore[no-untyped-def]
    """Lay any cards: each is drawn from what the ones before have left."""
    for number in range(laid_down + 1):
        nth = draw_below(stream, size - number)
        card = np.int64(0)
        while nth >= hand[card]:
            nth -= hand[card]
            card += 1
        laid[number] = card
        hand[card] -= 1
    for number in range(laid_down + 1):
        hand[laid[number]] += 1


@inlined_kernel
def _choose_alone(code, player, laid_down, choosers, moment, chosen, room):  # type: ignore[no-untyped-def]
    """Choose as a strategy that asks nobody: `laid_down` cards to lay down, and the one to play."""
    hand, laid = room.hands[moment, player], room.laid[chosen, player]
    if code == _DUMMY:
        _lay_any(laid_down, room.sizes[moment, player], hand, laid, room.stream)
        return
    smallest = _lay_smallest(laid_down, hand, laid)
    if code == _MAX:
        laid[laid_down] = _highest(hand)
    elif code in (_SIMPLE_MINDED_1, _SIMPLE_MINDED_2):
        highest, second = np.int64(0), np.int64(0)
        for place in range(choosers):
            rival = room.choosing[moment, place]
            if rival != player:
                highest = max(highest, _highest(room.hands[moment, rival]))
                if room.sizes[moment, rival] > 1:
                    second = max(second, _second_highest(room.hands[moment, rival]))
        own = _highest(hand)
        if own > highest:
            laid[laid_down] = max(smallest, _next_above(highest, hand))
        elif own == highest and room.sizes[moment, player] - laid_down >= ENOUGH_TO_TIE:
            is_bold = code == _SIMPLE_MINDED_2 and laid_down == _SINGLE
            if is_bold or _second_highest(hand) >= second:
                laid[laid_down] = own


@inner_kernel
def _choose_as_adversary(player, laid_down, choosers, moment, chosen, ahead, room):  # type: ignore[no-untyped-def]  # noqa: C901 (one loop for the moment and those ahead)
    """Choose as the Adversary, who looks `ahead`: to `_AHEAD`, or to `_FURTHER` if it is asked itself.

    The war to come, and those after it, are played in the moment ahead, by what the rivals answer.
    """
    laid = room.laid[chosen, player]
    smallest = _lay_smallest(laid_down, room.hands[moment, player], laid)
    at, down, lowest = moment, laid_down, smallest
    while True:
        highest = np.int64(0)
        for place in range(choosers):
            rival = room.choosing[at, place]
            if rival != player:
                code = room.codes[rival]
                if code == _ADVERSARY and ahead == _AHEAD:
                    _choose_as_adversary(rival, down, choosers, at, ahead, _FURTHER, room)
                else:
                    _choose_alone(_MIN if code == _ADVERSARY else code, rival, down, choosers, at, ahead, room)
                highest = max(highest, room.laid[ahead, rival, down])
        own = _highest(room.hands[at, player])
        can_tie = own == highest and room.sizes[at, player] - down >= ENOUGH_TO_TIE
        if at == moment:
            if own > highest:
                laid[laid_down] = max(smallest, _next_above(highest, room.hands[at, player]))
            if not can_tie:
                return
        elif lowest == highest or not can_tie:
            if own > highest or lowest == highest:
                laid[laid_down] = _highest(room.hands[moment, player])
            return
        _lay_smallest(down, room.hands[at, player], room.laid[ahead, player])
        room.laid[ahead, player, down] = own
        if at == moment:
            _copy(choosers, moment, ahead, room)
            at = ahead
        choosers = _enter_war(_lay(down, choosers, at, ahead, room), at, room)
        down = _WAR
        lowest = _lay_smallest(down, room.hands[at, player], room.laid[ahead, player])


@inlined_kernel
def _copy(choosers, source, target, room):  # type: ignore[no-untyped-def]
    """Make one moment the same as another, as far as those who choose are concerned."""
    for place in range(choosers):
        player = room.choosing[source, place]
        room.choosing[target, place] = player
        room.sizes[target, player] = room.sizes[source, player]
        for card in range(room.hands.shape[2]):
            room.hands[target, player, card] = room.hands[source, player, card]


def is_engine_compiled() -> bool:
    """Whether the kernel that plays has been compiled before."""
    return is_compiled(play_auctions)
