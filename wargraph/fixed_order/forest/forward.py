"""The kernels that play forth: which positions are endless, and the cycles with all that runs into them.

A cycle is met at its *leader*: of its positions before which Right won and after which Left wins, the one with the
fewest cards in Left's hand, and of these the first in the order of the hands. Every cycle has one. Whether a position
is a leader is found by playing on until it comes back, or one that should lead instead comes up, or the game ends. So
cycles are found one by one and without memory for those already met; nothing is visited twice but by this playing on.
"""

import numpy as np

from wargraph.compute.kernel import array_kernel, inner_kernel, kernel
from wargraph.fixed_order.forest.backward import next_permutation, pairs_won, walk_backward
from wargraph.fixed_order.forest.game import DONE, LEFT, NOBODY, RIGHT, TAPE_IS_FULL

_UNDECIDED = -1


@kernel
def walk_cycles(game, starts, word, count, by_cycle_length, tally, tapes, forward):
    """Count what runs into the cycles whose leaders are among `count` words, from `word` on, with any split.

    `by_cycle_length` counts starts by the length of their cycle. `tapes` are to go back on, `forward` to play on;
    `word` is left as the next one. Return a status.
    """
    n = word.size
    for _ in range(count):
        for split in range(1, n - 1):
            for place in range(split):
                forward.left[place] = word[place]
            for place in range(split, n):
                forward.right[place - split] = word[place]
                tapes.right[n - 1 - place] = word[place]
            _, winner = _turn(game, forward, 0, split, n)
            if winner != LEFT or pairs_won(game, RIGHT, tapes.right, 0, n - split) == 0:
                continue  # sooner than `_period` would find it
            period = _period(game, forward, n, split, True)
            if period == _UNDECIDED:
                return TAPE_IS_FULL
            if period > 0:
                tally.by_turns[:] = 0
                if _walk_into(game, starts, n, period, split, tally, tapes, forward) == TAPE_IS_FULL:
                    return TAPE_IS_FULL
                for counted in tally.by_turns:
                    by_cycle_length[period] += counted
        next_permutation(word)
    return DONE


@array_kernel
def first_endless(game, first, stop, forward):
    """Return the lowest number of an endless position from `first` to `stop`, as in a War graph; or `stop`.

    That, and a status.
    """
    n = game.wins.shape[1]
    words = 1
    for card in range(2, n + 1):
        words *= card
    word = np.empty(n, np.uint8)
    for number in range(first, stop):
        split, rest = number // words + 1, number % words
        for card in range(n):
            rest, digit = rest // (card + 1), rest % (card + 1)
            for place in range(card, digit, -1):
                word[place] = word[place - 1]
            word[digit] = card
        for place in range(split):
            forward.left[place] = word[place]
        for place in range(split, n):
            forward.right[place - split] = word[place]
        period = _period(game, forward, n, split, False)
        if period != 0:
            return number, TAPE_IS_FULL if period == _UNDECIDED else DONE
    return stop, DONE


@inner_kernel
def _period(game, forward, n, split, of_leader):
    """Return the length of the cycle that a position runs into; 0 if none, `_UNDECIDED` if the tapes are full.

    The positions at turns 0, 1, 3, 7, ... are compared with the later ones up to the next of them (Brent 1980).
    """
    head, held, turn = 0, split, 0
    kept_head, kept_held, kept = 0, split, 0
    before = NOBODY
    while True:
        if head + 2 * n >= forward.left.size:
            return _UNDECIDED
        pairs, winner = _turn(game, forward, head, held, n)
        if winner == NOBODY:
            return 0
        if of_leader and before == RIGHT and winner == LEFT:
            order = _compared(forward, head, held, 0, split, n)
            if order <= 0:
                return turn if order == 0 else 0
        head, held = _take(game, forward, head, held, n, pairs, winner)
        if held == 0 or held == n:
            return 0
        before = winner
        turn += 1
        if (kept or not of_leader) and _compared(forward, head, held, kept_head, kept_held, n) == 0:
            return 0 if of_leader else turn - kept
        if turn == 2 * kept + 1:
            kept_head, kept_held, kept = head, held, turn


@inner_kernel
def _walk_into(game, starts, n, period, split, tally, tapes, forward):
    """Count all that runs into a cycle that was played from its leader. Return a status."""
    head, held = 0, split
    never = RIGHT  # as it is before a leader
    for _ in range(period):
        for place in range(held):
            tapes.left[held - 1 - place] = forward.left[head + place]
        for place in range(n - held):
            tapes.right[n - held - 1 - place] = forward.right[head + place]
        if walk_backward(game, starts, held, n - held, 0, 0, held, never, tally, tapes) == TAPE_IS_FULL:
            return TAPE_IS_FULL
        pairs, never = _turn(game, forward, head, held, n)
        head += pairs
        held += pairs if never == LEFT else -pairs
    return DONE


@inner_kernel
def _turn(game, tapes, head, held, n):
    """Return the number of pairs in a turn, and its winner; `NOBODY` if a hand runs out in a draw."""
    fewer = min(held, n - held)
    for pair in range(fewer):
        left, right = tapes.left[head + pair], tapes.right[head + pair]
        if game.wins[LEFT, left, right]:
            return pair + 1, LEFT
        if game.wins[RIGHT, right, left]:
            return pair + 1, RIGHT
    return fewer, NOBODY


@inner_kernel
def _take(game, tapes, head, held, n, pairs, winner):
    """Put the pairs of a turn under the winner's hand, the last one first; return the new head and Left's cards."""
    own = tapes.left if winner == LEFT else tapes.right
    other = tapes.right if winner == LEFT else tapes.left
    end = head + (held if winner == LEFT else n - held)
    for pair in range(pairs - 1, -1, -1):
        own[end + 1 - game.above_loser], own[end + game.above_loser] = own[head + pair], other[head + pair]
        end += 2
    return head + pairs, held + pairs if winner == LEFT else held - pairs


@inner_kernel
def _compared(tapes, head, held, other_head, other_held, n):
    """Return -1, 0 or 1 as the position at one place of the tapes comes before that at another, is it, or comes later.

    Fewer cards in Left's hand come first, and then the order of the hands.
    """
    if held != other_held:
        return -1 if held < other_held else 1
    for place in range(n):
        if place < held:
            card, other = tapes.left[head + place], tapes.left[other_head + place]
        else:
            card, other = tapes.right[head + place - held], tapes.right[other_head + place - held]
        if card != other:
            return -1 if card < other else 1
    return 0
