"""The kernels by which the compiled strategies choose: a branch for each.

Each does what the class of that name in `strategies.py` does, on hands that are rows of counts.
"""

import numpy as np

from wargraph.auction.engine.workspace import SINGLE
from wargraph.auction.strategies import COMPILED, ENOUGH_TO_TIE, Dummy, Max, SimpleMinded1, SimpleMinded2
from wargraph.compute.kernel import inlined_kernel
from wargraph.compute.rng_kernels import next_below

_DUMMY, _MAX, _FIRST, _SECOND = map(COMPILED.index, (Dummy, Max, SimpleMinded1, SimpleMinded2))


@inlined_kernel
def _highest(hand):
    card = np.int64(hand.size - 1)
    while hand[card] == 0:
        card -= 1
    return card


@inlined_kernel
def _second_highest(hand):
    """Return the second-highest card, as high as the highest if there are two of them."""
    card = _highest(hand)
    if hand[card] == 1:
        card -= 1
        while hand[card] == 0:
            card -= 1
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
        laid[laid_down] = _highest(hand)
    elif code in (_FIRST, _SECOND):
        highest, second = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = game.contenders[place]
            if rival != player and game.sizes[rival] > 0:
                highest = max(highest, _highest(game.hands[rival]))
                if game.sizes[rival] > 1:
                    second = max(second, _second_highest(game.hands[rival]))
        own = _highest(hand)
        if own > highest:
            laid[laid_down] = max(smallest, _next_above(highest, hand))
        elif own == highest and game.sizes[player] - laid_down >= ENOUGH_TO_TIE:
            is_bold = code == _SECOND and laid_down == SINGLE
            if is_bold or _second_highest(hand) >= second:
                laid[laid_down] = own
