"""The kernels that play WAR with Auction Rounds by the batch: the same games as `game.py`, move for move.

Only players who have cards are looked at; they are few soon after the start, however many sat down. A state that comes
back is repeated forever if nobody who has cards draws random numbers. It is compared with one earlier state, kept at
the rounds 1, 2, 4, 8, ... (Brent 1980).

The compiled strategies choose by kernels, on hands that are rows of counts: `choose` has a branch for each, which does
what the class of that name in `strategies.py` does.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import COLUMNS
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, Hands
from wargraph.auction.strategies import COMPILED, ENOUGH_TO_TIE, Dummy, Max, SimpleMinded1, SimpleMinded2
from wargraph.compute.kernel import array_kernel, inlined_kernel, inner_kernel, merged_kernel
from wargraph.compute.rng_kernels import branch_of_stream, next_below, stream_of_game
from wargraph.core.endings import Ending

_WON, _TIED, _ENDLESS, _CAPPED = (ending.code for ending in Ending)
_ENDING, _WINNER, _ROUNDS, _WARS, _PERIOD = range(len(COLUMNS))
_DUMMY, _MAX, _FIRST, _SECOND = map(COMPILED.index, (Dummy, Max, SimpleMinded1, SimpleMinded2))

Numbers = NDArray[np.int64]
CardCounts = NDArray[np.int32]


# A kernel is compiled again for each literal it is passed; for values that have a type it is not.
SINGLE, WAR = np.int64(0), np.int64(LAID_DOWN)


class Workspace(NamedTuple):
    """A game in arrays. A hand is a row of counts, one for each card from 0 to the highest.

    `deal` are the hands at its start. `codes` says who plays, as places in `COMPILED`; `holders` begins with the
    players who have cards, and `contenders` with those who can win the table. `hands`, `piles`, `sizes` and `laid` have
    a row for each player; `streams` are random numbers for single cards and for wars. `cards` is the memory of `hands`,
    `piles` and `table`, and `kept` an earlier state of it.
    """

    deal: CardCounts
    codes: Numbers
    holders: Numbers
    contenders: Numbers
    cards: CardCounts
    hands: CardCounts
    piles: CardCounts
    table: CardCounts
    kept: CardCounts
    sizes: Numbers
    laid: Numbers
    streams: NDArray[np.uint64]


def workspace_for(line_up: LineUp, deal: Hands) -> Workspace:
    """Return the workspace for games of these players from these hands."""
    players, length = len(line_up), 1 + max(card for hand in deal for card in hand)
    cards = np.zeros((2 * players + 1, length), np.int32)
    return Workspace(
        deal=np.array([np.bincount(hand, minlength=length) for hand in deal], np.int32),
        codes=np.array([COMPILED.index(type(strategy)) for strategy in line_up], np.int64),
        holders=np.zeros(players, np.int64),
        contenders=np.zeros(players, np.int64),
        cards=cards,
        hands=cards[:players],
        piles=cards[players:-1],
        table=cards[-1],
        kept=np.zeros_like(cards),
        sizes=np.zeros(players, np.int64),
        laid=np.zeros((players, LAID_DOWN + 1), np.int64),
        streams=np.zeros((players, 2), np.uint64),
    )


@array_kernel
def play_auctions(base, first, cap, until_one_strategy, rows, game):
    """Play game number `first` and those that follow, one for each row of `rows`.

    `base` is `stream_base(seed)`. The last game's state stays in `game`.
    """
    for number in range(rows.shape[0]):
        stream = stream_of_game(base, np.uint64(first + number))
        _play_game(cap, until_one_strategy, stream, rows[number], game)


@merged_kernel
def _play_game(cap, until_one_strategy, stream, row, game):
    row[:] = 0
    holders = _deal(stream, game)
    kept_round, next_kept = 0, 1
    game.kept[:] = game.cards
    for played in range(1, cap + 1):
        row[_WARS] += _round(holders, game)
        before = holders
        holders = _take_up_piles(holders, game)
        row[_ROUNDS] = played
        is_new = holders < before or played == 1
        if is_new and (holders < 2 or (until_one_strategy and _is_one_strategy(holders, game))):
            row[_ENDING] = _WON if holders > 0 else _TIED
            row[_WINNER] = game.holders[0] + 1 if holders > 0 else 0
            return
        if not _is_left_to_chance(holders, game) and _is_kept(game):
            row[:] = 0
            row[_ENDING], row[_PERIOD] = _ENDLESS, played - kept_round
            return
        if played == next_kept:
            kept_round, next_kept = played, 2 * played
            game.kept[:] = game.cards
    row[_ENDING] = _CAPPED


@inner_kernel
def _deal(stream, game):
    """Deal, clear the table, and start the random numbers of all players; return how many players hold cards."""
    holders = 0
    game.cards[:] = 0
    for player in range(len(game.deal)):
        size = 0
        for card in range(game.table.size):
            game.hands[player, card] = game.deal[player, card]
            size += game.deal[player, card]
        game.sizes[player] = size
        if game.codes[player] == _DUMMY:
            for which in range(2):
                game.streams[player, which] = branch_of_stream(stream, 2 * player + which)
        if size > 0:
            game.holders[holders] = player
            holders += 1
    return holders


@merged_kernel
def _round(holders, game):
    """Play a round: the winner's pile takes the table. Return the number of wars."""
    contenders, laid_down, wars = holders, SINGLE, 0
    for place in range(holders):
        game.contenders[place] = game.holders[place]
    while True:
        for place in range(contenders):
            player = game.contenders[place]
            if game.sizes[player] > laid_down:
                choose(player, laid_down, contenders, game)
        tied = _lay(laid_down, contenders, game)
        if tied == 1:
            _win(game.contenders[0], game)
        if tied < 2:
            return wars
        wars += 1
        contenders, laid_down = tied, WAR


@inlined_kernel
def _lay(laid_down, contenders, game):
    """Lay what was chosen on the table, and all cards of those who have too few for a war.

    Those who played the highest card remain contenders; return how many they are.
    """
    highest = np.int64(0)
    for place in range(contenders):
        player = game.contenders[place]
        if game.sizes[player] > laid_down:
            for number in range(laid_down + 1):
                card = game.laid[player, number]
                game.hands[player, card] -= 1
                game.table[card] += 1
            game.sizes[player] -= laid_down + 1
            highest = max(highest, game.laid[player, laid_down])
        else:
            _lay_all(player, game)
            game.laid[player, laid_down] = 0
    tied = 0
    for place in range(contenders):
        player = game.contenders[place]
        game.contenders[tied] = player
        tied += game.laid[player, laid_down] == highest
    return tied if highest > 0 else 0


@inner_kernel
def _lay_all(player, game):
    game.sizes[player] = 0
    for card in range(game.table.size):
        game.table[card] += game.hands[player, card]
        game.hands[player, card] = 0


@inlined_kernel
def _win(winner, game):
    for card in range(game.table.size):
        game.piles[winner, card] += game.table[card]
        game.table[card] = 0


@inlined_kernel
def _take_up_piles(holders, game):
    """Give their piles to those with an empty hand; return how many players have cards."""
    left = 0
    for place in range(holders):
        player = game.holders[place]
        if game.sizes[player] == 0:
            size = np.int64(0)
            for card in range(game.table.size):
                count = game.piles[player, card]
                game.hands[player, card] = count
                game.piles[player, card] = 0
                size += count
            game.sizes[player] = size
        game.holders[left] = player
        left += game.sizes[player] > 0
    return left


@inlined_kernel
def _is_one_strategy(holders, game):
    same = True
    for place in range(1, holders):
        same &= game.codes[game.holders[place]] == game.codes[game.holders[0]]
    return same


@inlined_kernel
def _is_left_to_chance(holders, game):
    """Return whether somebody who has cards draws random numbers."""
    place = 0
    while place < holders and game.codes[game.holders[place]] != _DUMMY:
        place += 1
    return place < holders


@inner_kernel
def _is_kept(game):
    """Return whether the state is the kept one: the table, which lies last, tells most states apart."""
    for row in range(len(game.cards) - 1, -1, -1):
        for card in range(game.table.size):
            if game.cards[row, card] != game.kept[row, card]:
                return False
    return True


@inlined_kernel
def _from_top(place, hand):
    """Return the card at a place counted from the highest card, which is at place 0."""
    card = np.int64(hand.size - 1)
    held = np.int64(hand[card])
    while held <= place:
        card -= 1
        held += hand[card]
    return card


@inlined_kernel
def _next_above(card, hand):
    """Return the smallest card above one that is not the highest."""
    card += 1
    while hand[card] == 0:
        card += 1
    return card


@inlined_kernel
def _lay_smallest(laid_down, hand, laid):
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
def _lay_any(laid_down, size, hand, laid, state):
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
def choose(player, laid_down, contenders, game):
    """Choose `laid_down` cards to lay down, and the one to play."""
    code, hand, laid = game.codes[player], game.hands[player], game.laid[player]
    if code == _DUMMY:
        which = np.int64(laid_down > 0)
        game.streams[player, which] = _lay_any(laid_down, game.sizes[player], hand, laid, game.streams[player, which])
        return
    smallest = _lay_smallest(laid_down, hand, laid)
    if code == _MAX:
        laid[laid_down] = _from_top(0, hand)
    elif code in (_FIRST, _SECOND):
        highest, second = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = game.contenders[place]
            if rival != player and game.sizes[rival] > 0:
                highest = max(highest, _from_top(0, game.hands[rival]))
                if game.sizes[rival] > 1:
                    second = max(second, _from_top(1, game.hands[rival]))
        own = _from_top(0, hand)
        if own > highest:
            laid[laid_down] = max(smallest, _next_above(highest, hand))
        elif own == highest and game.sizes[player] - laid_down >= ENOUGH_TO_TIE:
            is_bold = code == _SECOND and laid_down == SINGLE
            if is_bold or _from_top(1, hand) >= second:
                laid[laid_down] = own
