"""The kernels that play WAR with Auction Rounds by the batch: the same games as `game.py`, move for move.

A hand is a row of counts, one for each card from 0 to the highest. Only players who have cards are looked at; they are
few soon after the start, however many sat down. A state that comes back is repeated for ever if nobody who has cards
draws random numbers. It is compared with one earlier state, kept at the rounds 1, 2, 4, 8, ... (Brent 1980).
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
from wargraph.endings import Ending
from wargraph.kernel import inlined_kernel, inner_kernel, is_compiled, kernel
from wargraph.streams import branch_of_stream, next_below, stream_of_game

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

# A kernel is compiled again for each literal it is passed; for values that have a type it is not.
_SINGLE, _WAR, _FIRST_ROW = np.int64(0), np.int64(LAID_DOWN), np.int64(0)


class Room(NamedTuple):
    """A game, and room to look ahead.

    `codes` says who plays, and `holders` begins with the players who have cards. `hands`, `sizes`, `piles` and `laid`
    have a row for each player, `table` is one; `streams` are random numbers for single cards and for wars. A row of
    `contenders` begins with those who can win the table: the first row in the game, the others in the wars that an
    Adversary looks ahead to, with how many rivals `tied` for it, what it laid (`laid_ahead`), and the random numbers
    before (`kept_streams`). `answer` is what a player lays who is asked. The last three hold an earlier state.
    """

    codes: Numbers
    holders: Numbers
    contenders: Numbers
    tied: Numbers
    laid_ahead: Numbers
    hands: Counts
    sizes: Numbers
    laid: Numbers
    answer: Numbers
    piles: Counts
    table: NDArray[np.int32]
    streams: NDArray[np.uint64]
    kept_streams: NDArray[np.uint64]
    kept_hands: Counts
    kept_piles: Counts
    kept_table: NDArray[np.int32]


def is_known_to_engine(line_up: LineUp) -> bool:
    """Whether the engine can play this line-up: a subclass is a strategy of its own."""
    return all(type(strategy) in COMPILED for strategy in line_up)


def deal_counts(deal: tuple[Hand, ...]) -> Counts:
    """The hands as counts."""
    highest = max(card for hand in deal for card in hand)
    return np.array([np.bincount(hand, minlength=highest + 1) for hand in deal], np.int32)


def room_for(line_up: LineUp, deal: Counts) -> Room:
    """Room for games of these players from these hands."""
    players, cards = deal.shape
    # Each war that is looked ahead to takes four cards of an Adversary; one that is asked has others to look ahead to.
    wars = int(deal.sum()) // (LAID_DOWN + 1) + 2 if Adversary in map(type, line_up) else 0
    return Room(
        codes=np.array([COMPILED.index(type(strategy)) for strategy in line_up], np.int64),
        holders=np.zeros(players, np.int64),
        contenders=np.zeros((wars + 1, players), np.int64),
        tied=np.zeros(wars + 1, np.int64),
        laid_ahead=np.zeros((wars + 1, LAID_DOWN + 1), np.int64),
        hands=np.zeros((players, cards), np.int32),
        sizes=np.zeros(players, np.int64),
        laid=np.zeros((players, LAID_DOWN + 1), np.int64),
        answer=np.zeros(LAID_DOWN + 1, np.int64),
        piles=np.zeros((players, cards), np.int32),
        table=np.zeros(cards, np.int32),
        streams=np.zeros((players, 2), np.uint64),
        kept_streams=np.zeros((wars + 1, players, 2), np.uint64),
        kept_hands=np.zeros((players, cards), np.int32),
        kept_piles=np.zeros((players, cards), np.int32),
        kept_table=np.zeros(cards, np.int32),
    )


@kernel
def play_auctions(base, first, cap, until_one_strategy, deal, records, room):  # type: ignore[no-untyped-def]
    """Play game number `first` and those that follow, one for each row of `records`.

    `base` is `stream_base(seed)`, `deal` the hands as counts. The last game's state stays in `room`.
    """
    for number in range(records.shape[0]):
        stream = stream_of_game(base, np.uint64(first + number))
        _play_game(cap, until_one_strategy, deal, stream, records[number], room)


@inner_kernel
def _play_game(cap, until_one_strategy, deal, stream, record, room):  # type: ignore[no-untyped-def]
    record[:] = 0
    holders = _deal(deal, stream, room)
    kept_round, next_kept = 0, 1
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
        if not _is_left_to_chance(holders, room) and _is_kept(room):
            record[:] = 0
            record[_ENDING], record[_PERIOD] = _ENDLESS, played - kept_round
            return
        if played == next_kept:
            kept_round, next_kept = played, 2 * played
            _keep(room)
    record[_ENDING] = _CAPPED


@inner_kernel
def _deal(deal, stream, room):  # type: ignore[no-untyped-def]
    """Deal, clear the table, and start the random numbers of all players; return how many players hold cards."""
    holders = 0
    room.table[:] = 0
    for player in range(deal.shape[0]):
        size = 0
        for card in range(deal.shape[1]):
            room.hands[player, card] = deal[player, card]
            room.piles[player, card] = 0
            size += deal[player, card]
        room.sizes[player] = size
        if room.codes[player] == _DUMMY:
            for which in range(2):
                room.streams[player, which] = branch_of_stream(stream, 2 * player + which)
        if size > 0:
            room.holders[holders] = player
            holders += 1
    return holders


@inner_kernel
def _round(holders, room):  # type: ignore[no-untyped-def]
    """Play a round: the winner's pile takes the table. Return the number of wars."""
    contenders, laid_down, wars = holders, _SINGLE, 0
    for place in range(holders):
        room.contenders[_FIRST_ROW, place] = room.holders[place]
    while True:
        for place in range(contenders):
            player = room.contenders[_FIRST_ROW, place]
            if room.sizes[player] > laid_down:
                _choose(player, laid_down, contenders, room)
        tied = _lay(laid_down, contenders, room)
        if tied == 1:
            _win(room.contenders[_FIRST_ROW, 0], room)
        if tied < 2:
            return wars
        wars += 1
        contenders, laid_down = tied, _WAR


@inlined_kernel
def _choose(player, laid_down, contenders, room):  # type: ignore[no-untyped-def]
    """Choose the cards to lay down, and the one to play."""
    laid = room.laid[player]
    if room.codes[player] == _ADVERSARY:
        _lay_smallest(laid_down, room.hands[player], laid)
        laid[laid_down] = _choose_as_adversary(player, laid_down, _FIRST_ROW, contenders, _FIRST_ROW + 1, room)
    else:
        _choose_alone(room.codes[player], player, laid_down, _FIRST_ROW, contenders, laid, room)


@inlined_kernel
def _lay(laid_down, contenders, room):  # type: ignore[no-untyped-def]
    """Lay what was chosen on the table, and all cards of those who have too few for a war.

    Those who played the highest card remain contenders; return how many they are.
    """
    highest = np.int64(0)
    for place in range(contenders):
        player = room.contenders[_FIRST_ROW, place]
        if room.sizes[player] > laid_down:
            for number in range(laid_down + 1):
                card = room.laid[player, number]
                room.hands[player, card] -= 1
                room.table[card] += 1
            room.sizes[player] -= laid_down + 1
            highest = max(highest, room.laid[player, laid_down])
        else:
            _lay_all(player, room)
            room.laid[player, laid_down] = 0
    tied = 0
    for place in range(contenders):
        player = room.contenders[_FIRST_ROW, place]
        room.contenders[_FIRST_ROW, tied] = player
        tied += room.laid[player, laid_down] == highest
    return tied if highest > 0 else 0


@inner_kernel
def _lay_all(player, room):  # type: ignore[no-untyped-def]
    room.sizes[player] = 0
    for card in range(room.table.size):
        room.table[card] += room.hands[player, card]
        room.hands[player, card] = 0


@inlined_kernel
def _win(winner, room):  # type: ignore[no-untyped-def]
    for card in range(room.table.size):
        room.piles[winner, card] += room.table[card]
        room.table[card] = 0


@inlined_kernel
def _take_up_piles(holders, room):  # type: ignore[no-untyped-def]
    """Give their piles to those with an empty hand; return how many players have cards."""
    left = 0
    for place in range(holders):
        player = room.holders[place]
        if room.sizes[player] == 0:
            size = np.int64(0)
            for card in range(room.table.size):
                count = room.piles[player, card]
                room.hands[player, card] = count
                room.piles[player, card] = 0
                size += count
            room.sizes[player] = size
        room.holders[left] = player
        left += room.sizes[player] > 0
    return left


@inlined_kernel
def _is_one_strategy(holders, room):  # type: ignore[no-untyped-def]
    same = True
    for place in range(1, holders):
        same &= room.codes[room.holders[place]] == room.codes[room.holders[0]]
    return same


@inlined_kernel
def _is_left_to_chance(holders, room):  # type: ignore[no-untyped-def]
    """Whether somebody who has cards draws random numbers."""
    place = 0
    while place < holders and room.codes[room.holders[place]] != _DUMMY:
        place += 1
    return place < holders


@inner_kernel
def _keep(room):  # type: ignore[no-untyped-def]
    for card in range(room.table.size):
        room.kept_table[card] = room.table[card]
        for player in range(room.codes.size):
            room.kept_hands[player, card] = room.hands[player, card]
            room.kept_piles[player, card] = room.piles[player, card]


@inner_kernel
def _is_kept(room):  # type: ignore[no-untyped-def]
    """Whether the state is the kept one."""
    for card in range(room.table.size):
        if room.table[card] != room.kept_table[card]:
            return False
    for player in range(room.codes.size):
        for card in range(room.table.size):
            if room.hands[player, card] != room.kept_hands[player, card]:
                return False
            if room.piles[player, card] != room.kept_piles[player, card]:
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
def _lay_any(laid_down, size, hand, laid, state):  # type: ignore[no-untyped-def]
    """Lay any cards: each is drawn from what the ones before have left. Return the state of the random numbers."""
    for number in range(laid_down + 1):
        state, drawn = next_below(state, size - number)
        nth = np.int64(drawn)
        card = np.int64(0)
        while nth >= hand[card]:
            nth -= hand[card]
            card += 1
        laid[number] = card
        hand[card] -= 1
    for number in range(laid_down + 1):
        hand[laid[number]] += 1
    return state


@inlined_kernel
def _choose_alone(code, player, laid_down, row, contenders, laid, room):  # type: ignore[no-untyped-def]
    """Choose as a strategy that asks nobody: `laid_down` cards to lay down, and the one to play."""
    hand = room.hands[player]
    if code == _DUMMY:
        which = np.int64(laid_down > 0)
        room.streams[player, which] = _lay_any(laid_down, room.sizes[player], hand, laid, room.streams[player, which])
        return
    smallest = _lay_smallest(laid_down, hand, laid)
    if code == _MAX:
        laid[laid_down] = _highest(hand)
    elif code in (_SIMPLE_MINDED_1, _SIMPLE_MINDED_2):
        highest, second = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = room.contenders[row, place]
            if rival != player and room.sizes[rival] > 0:
                highest = max(highest, _highest(room.hands[rival]))
                if room.sizes[rival] > 1:
                    second = max(second, _second_highest(room.hands[rival]))
        own = _highest(hand)
        if own > highest:
            laid[laid_down] = max(smallest, _next_above(highest, hand))
        elif own == highest and room.sizes[player] - laid_down >= ENOUGH_TO_TIE:
            is_bold = code == _SIMPLE_MINDED_2 and laid_down == _SINGLE
            if is_bold or _second_highest(hand) >= second:
                laid[laid_down] = own


@inlined_kernel
def _answer_alone(code, rival, laid_down, row, contenders, room):  # type: ignore[no-untyped-def]
    """The card that a rival says it will play who asks nobody itself."""
    _choose_alone(code, rival, laid_down, row, contenders, room.answer, room)
    return room.answer[laid_down]


@inner_kernel
def _answer_as_min(player, laid_down, row, contenders, _free, room):  # type: ignore[no-untyped-def]
    """What an Adversary is taken to say whom an Adversary asks that is asked itself."""
    return _answer_alone(_MIN, player, laid_down, row, contenders, room)


def _adversary(asked_adversary):  # type: ignore[no-untyped-def]  # noqa: C901 (four kernels that belong together)
    """The kernel that chooses as an Adversary, given one that answers for the Adversaries that it asks.

    It takes a player, the cards to lay down, the row of contenders that it is among, and the first row that it may
    write to; it returns the card to play. Looking ahead takes cards from the hands, and puts them back. (A recursive
    kernel would be shorter, but cannot be kept on disk.)
    """

    @inner_kernel
    def answer(rival, laid_down, row, contenders, free, room):  # type: ignore[no-untyped-def]
        code = room.codes[rival]
        if code == _ADVERSARY:
            return asked_adversary(rival, laid_down, row, contenders, free, room)
        return _answer_alone(code, rival, laid_down, row, contenders, room)

    @inner_kernel
    def ask(player, row, contenders, free, room):  # type: ignore[no-untyped-def]
        """The highest card that rivals say they will play, and how many say so; they go to the free row."""
        highest, tied = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = room.contenders[row, place]
            if rival != player and room.sizes[rival] > 0:
                card = answer(rival, _SINGLE, row, contenders, free + 1, room)
                if card > highest:
                    highest, tied = card, np.int64(0)
                if card == highest:
                    room.contenders[free, tied] = rival
                    tied += 1
        return highest, tied

    @inner_kernel
    def is_beaten(card, row, tied, room):  # type: ignore[no-untyped-def]
        """Whether one of the tied rivals says that it will lay a higher card in the war."""
        for place in range(tied):
            rival = room.contenders[row, place]
            if room.sizes[rival] > LAID_DOWN and answer(rival, _WAR, row, tied + 1, row + 1, room) > card:
                return True
        return False

    @inner_kernel
    def choose(player, laid_down, row, contenders, free, room):  # type: ignore[no-untyped-def]
        hand, first_row, first_laid_down = room.hands[player], free, laid_down
        while True:  # from war to war, as long as the highest card ties
            _take_smallest(player, laid_down, room.laid_ahead[free], room)
            highest, tied = ask(player, row, contenders, free, room)
            own = _highest(hand)
            if own != highest or room.sizes[player] < ENOUGH_TO_TIE:
                break
            room.tied[free], room.laid_ahead[free, laid_down] = tied, own
            _copy_streams(tied, free, room, room.streams, room.kept_streams[free])
            _move_tied(own, -1, tied, free, room)
            _move_card(player, own, -1, room)
            room.contenders[free, tied] = player
            row, contenders, laid_down, free = free, tied + 1, _WAR, free + 1
        chosen = max(_lowest(hand), _next_above(highest, hand)) if own > highest else _lowest(hand)
        while True:  # and back again
            _give_smallest_back(player, laid_down, room.laid_ahead[free], room)
            if free == first_row:
                return chosen
            free -= 1
            laid_down = first_laid_down if free == first_row else _WAR
            own, tied = room.laid_ahead[free, laid_down], room.tied[free]
            chosen = _lowest(hand) if is_beaten(chosen, free, tied, room) else own
            _move_card(player, own, 1, room)
            _move_tied(own, 1, tied, free, room)
            _copy_streams(tied, free, room, room.kept_streams[free], room.streams)

    return choose


_choose_as_adversary = _adversary(_adversary(_answer_as_min))  # type: ignore[no-untyped-call]


@inlined_kernel
def _move_card(player, card, count, room):  # type: ignore[no-untyped-def]
    """Put a card into a hand, or take it out if the count is -1."""
    room.hands[player, card] += count
    room.sizes[player] += count


@inner_kernel
def _move_tied(card, count, tied, row, room):  # type: ignore[no-untyped-def]
    """Take the card with which they tie from the rivals of a row, or put it back.

    The rival after one whose last card it is keeps it, as in the program: `strategies._overlooked`.
    """
    is_overlooked = False
    for place in range(tied):
        rival = room.contenders[row, place]
        if is_overlooked:
            is_overlooked = False
        else:
            _move_card(rival, card, count, room)
            is_overlooked = room.sizes[rival] == (0 if count < 0 else 1)


@inlined_kernel
def _copy_streams(tied, row, room, source, target):  # type: ignore[no-untyped-def]
    """Copy the random numbers of the rivals of a row: what is drawn ahead is drawn again."""
    for place in range(tied):
        rival = room.contenders[row, place]
        target[rival, 0], target[rival, 1] = source[rival, 0], source[rival, 1]


@inlined_kernel
def _take_smallest(player, count, taken, room):  # type: ignore[no-untyped-def]
    """Take the smallest cards from a hand."""
    for number in range(count):
        taken[number] = _lowest(room.hands[player])
        _move_card(player, taken[number], -1, room)


@inlined_kernel
def _give_smallest_back(player, count, taken, room):  # type: ignore[no-untyped-def]
    for number in range(count):
        _move_card(player, taken[number], 1, room)


@inlined_kernel
def _lowest(hand):  # type: ignore[no-untyped-def]
    card = np.int64(0)
    while hand[card] == 0:
        card += 1
    return card


def is_engine_compiled() -> bool:
    """Whether the kernel that plays has been compiled before."""
    return is_compiled(play_auctions)
