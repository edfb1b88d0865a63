"""How the cards on the table go back: the kernel's `rounds.replaced`, which reads the same data of the rule.

A new `CardOrder` needs its lines here, in `_return_unit`, and a new `Unit` in `return_table`.
"""

import numpy as np

from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import draw_below, next_below
from wargraph.full_game.choices import CardOrder, Unit
from wargraph.full_game.engine.workspace import COMPARED, NO_ORDER, ONE, TAIL, WRAP

_FIRST = np.int64(0)


@inlined_kernel
def return_table(players, plays, comparisons, winner, returned, held, game):  # type: ignore[no-untyped-def]
    """Put the cards on the table under the winner's pile."""
    tail = held.ends[winner, TAIL]
    order = returned.order
    if returned.tails != NO_ORDER and draw_below(game.stream, 2):
        order = returned.tails
    if returned.unit == Unit.TABLE:  # most rules do so: it is worth its own lines
        tail = _return_unit(players, _FIRST, plays, order, winner, tail, held.rings, game)
    else:
        is_play = returned.unit == Unit.PLAY
        units = plays if is_play else comparisons
        for number in range(units):
            unit = units - 1 - number if returned.is_last_first else number
            is_last = unit == units - 1
            first = unit if is_play else game.notes[COMPARED, unit]
            end = plays if is_last else unit + 1 if is_play else game.notes[COMPARED, unit + 1]
            unit_order = returned.deciding if is_last and returned.deciding != NO_ORDER else order
            tail = _return_unit(players, first, end, unit_order, winner, tail, held.rings, game)
    held.ends[winner, TAIL] = tail


@inlined_kernel
def _return_unit(players, first, end, order, winner, tail, rings, game):  # type: ignore[no-untyped-def]
    """Return the plays of a unit in an order; give the new tail."""
    start = tail
    if order == CardOrder.BY_PLAYER:
        for player in range(players):
            for play in range(first, end):
                tail = _put(game.table[play, player], winner, tail, rings)
    elif order in (CardOrder.WINNER_FIRST, CardOrder.WINNER_LAST):
        for play in range(first, end):
            tail = _return_play(players, play, order, winner, tail, rings, game.table)
    else:
        for number in range(first, end):
            play = first + end - 1 - number if order == CardOrder.BACKWARDS else number
            for place in range(players):
                player = players - 1 - place if order == CardOrder.BACKWARDS else place
                tail = _put(game.table[play, player], winner, tail, rings)
        if order in (CardOrder.ASCENDING, CardOrder.DESCENDING):
            _sort(winner, rings, start, tail, np.int64(order == CardOrder.ASCENDING))
        elif order == CardOrder.RANDOM:
            _shuffle(winner, rings, start, tail, game.stream)
    return tail


@inlined_kernel
def _return_play(players, play, order, winner, tail, rings, table):  # type: ignore[no-untyped-def]
    """Return a play, the winner's card first or last; give the new tail."""
    own = table[play, winner]
    if order == CardOrder.WINNER_FIRST:
        tail = _put(own, winner, tail, rings)
    for player in range(players):
        card = table[play, player]
        rings[winner, tail & WRAP] = card
        tail += np.uint64((card > 0) & (player != winner))
    if order == CardOrder.WINNER_LAST:
        tail = _put(own, winner, tail, rings)
    return tail


@inlined_kernel
def _put(card, winner, tail, rings):  # type: ignore[no-untyped-def]
    """Put a card, or none, under the winner's pile; give the new tail."""
    rings[winner, tail & WRAP] = card
    return tail + np.uint64(card > 0)


@inner_kernel
def _sort(player, rings, start, end, is_ascending):  # type: ignore[no-untyped-def]
    """Insertion sort of a stretch of a ring: it is short."""
    place = start
    while place != end:
        card = rings[player, place & WRAP]
        other = place
        while other != start:
            before = rings[player, other - ONE & WRAP]
            if before <= card if is_ascending else before >= card:
                break
            rings[player, other & WRAP] = before
            other -= ONE
        rings[player, other & WRAP] = card
        place += ONE


@inner_kernel
def _shuffle(player, rings, start, end, stream):  # type: ignore[no-untyped-def]
    state = stream[0]
    left = end - start
    while left > ONE:
        state, drawn = next_below(state, left)
        other = (start + drawn) & WRAP
        card = rings[player, start & WRAP]
        rings[player, start & WRAP] = rings[player, other]
        rings[player, other] = card
        start += ONE
        left -= ONE
    stream[0] = state
