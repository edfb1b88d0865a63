"""What is done with the cards of a player: drawn, turned over, mixed in, put on top; and states compared."""

import numpy as np

from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import next_two_below
from wargraph.full_game.engine.workspace import (
    HEAD,
    LAST_WON_FIRST,
    MARK,
    ON_TOP,
    ONE,
    SHUFFLED_PILE,
    TAIL,
    WRAP,
    ZERO,
)


@inner_kernel
def copy_state(source, target, rings, ends):  # type: ignore[no-untyped-def]
    """Copy a state."""
    for player in range(ends.shape[1]):
        for place in range(rings.shape[2]):
            rings[target, player, place] = rings[source, player, place]
        for end in range(ends.shape[2]):
            ends[target, player, end] = ends[source, player, end]


@inner_kernel
def is_same_state(first, second, piles, rings, ends):  # type: ignore[no-untyped-def]
    """Whether two states agree in what decides which cards are drawn."""
    for player in range(ends.shape[1]):
        size = ends[first, player, TAIL] - ends[first, player, HEAD]
        if ends[second, player, TAIL] - ends[second, player, HEAD] != size:
            return False
        is_turned = piles[player] == LAST_WON_FIRST
        if is_turned and _hand_size(first, player, size, ends) != _hand_size(second, player, size, ends):
            return False
    for player in range(ends.shape[1]):
        is_turned = piles[player] == LAST_WON_FIRST
        place, step = _first_card(first, player, is_turned, ends)
        other, other_step = _first_card(second, player, is_turned, ends)
        for _ in range(ends[first, player, TAIL] - ends[first, player, HEAD]):
            if rings[first, player, place & WRAP] != rings[second, player, other & WRAP]:
                return False
            place += step
            other += other_step
    return True


@inlined_kernel
def _hand_size(which, player, size, ends):  # type: ignore[no-untyped-def]
    """Cards before the pile is needed: a pile below an empty hand is the next hand."""
    hand = ends[which, player, MARK] - ends[which, player, HEAD]
    return size if hand == 0 else hand


@inlined_kernel
def _first_card(which, player, is_turned, ends):  # type: ignore[no-untyped-def]
    """Where the next card lies, and the step to the one after it: downwards where a pile is about to be turned."""
    head, tail = ends[which, player, HEAD], ends[which, player, TAIL]
    if is_turned and head == ends[which, player, MARK]:
        return tail - ONE, ~ZERO
    return head, ONE


@inlined_kernel
def draw(player, count, play, piles, held, table):  # type: ignore[no-untyped-def]
    """Put cards of a player on the table, one a play from `play` on."""
    head, mark = held.ends[player, HEAD], held.ends[player, MARK]
    for layer in range(count):
        if head == mark:
            mark = held.ends[player, TAIL]
            if piles[player] == LAST_WON_FIRST:
                turn_over(player, head, mark, held.rings)
            held.ends[player, MARK] = mark
        table[play + layer, player] = held.rings[player, head & WRAP]
        head += ONE
    held.ends[player, HEAD] = head


@inner_kernel
def turn_over(player, head, tail, rings):  # type: ignore[no-untyped-def]
    """Turn the pile of winnings over: it becomes the hand."""
    tail -= ONE
    while np.int64(tail - head) > 0:
        card = rings[player, head & WRAP]
        rings[player, head & WRAP] = rings[player, tail & WRAP]
        rings[player, tail & WRAP] = card
        head += ONE
        tail -= ONE


@inlined_kernel
def mix_in(card, ring, place, tail):  # type: ignore[no-untyped-def]
    """Put a card at a place of a pile: the one that lies there goes to the end."""
    ring[tail & WRAP] = ring[place & WRAP]
    ring[place & WRAP] = card


@inner_kernel
def mix_in_won(player, won, piles, rings, ends, stream):  # type: ignore[no-untyped-def]
    """If a player's pile is shuffled, mix the cards from `won` on into those before them: `Chance.mix_in`."""
    if piles[player] != SHUFFLED_PILE:
        return
    ring, mark, tail = rings[player], ends[player, MARK], ends[player, TAIL]
    state = stream[0]
    while won != tail:
        state, place, other = next_two_below(state, won - mark + ONE, won - mark + ONE + ONE)
        mix_in(ring[won & WRAP], ring, mark + place, won)
        won += ONE
        if won != tail:
            mix_in(ring[won & WRAP], ring, mark + other, won)
            won += ONE
    stream[0] = state


@inlined_kernel
def put_on_top(player, won, piles, held):  # type: ignore[no-untyped-def]
    """If a player's winnings go on top, move the cards from `won` on there, in their order.

    From the last one on: where the ring is nearly full a card can come to lie where the one after it was.
    """
    if piles[player] != ON_TOP:
        return
    head, tail = held.ends[player, HEAD], held.ends[player, TAIL]
    while tail != won:
        head -= ONE
        tail -= ONE
        held.rings[player, head & WRAP] = held.rings[player, tail & WRAP]
    held.ends[player, HEAD], held.ends[player, TAIL] = head, tail
