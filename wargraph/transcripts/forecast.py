"""How many transcript classes are left to walk: an unbiased estimate from samples of the subtrees.

Following single random paths (Knuth 1975) sees next to nothing of these trees: most of their classes lie
in few, long branches. So a whole generation is kept instead, as in stochastic enumeration
(Rubinstein 2013; Vaisman and Kroese 2017): all children of the generation's classes make the next one,
and if that is too large, a random sample of it goes on and counts for the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.chance import Chance
from wargraph.kernel import inner_kernel, kernel
from wargraph.streams import next_below
from wargraph.transcripts.extensions import MOST_CARDS
from wargraph.transcripts.subtrees import MOST_LEVELS, NOBODY, counted_splits, is_above, replay, root_arrays
from wargraph.transcripts.walk import Subtrees, Walk

GENERATION = 1 << 14
SMALL_GENERATION = 1 << 10
_RUNS = 8
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_WIDTH = np.uint64(MOST_CARDS)
_BIT = np.uint32(1)


@dataclass(frozen=True)
class Forecast:
    """What a sample says about the classes that are left.

    Attributes
    ----------
    classes
        How many are left, on average over independent runs.
    error
        The standard error of that average. The runs are skewed: a few large ones make up for many small ones.
    """

    classes: float
    error: float


def forecast(walk: Walk, pieces: Iterable[Subtrees], seed: int = 1, generation: int = GENERATION) -> Forecast:
    """Estimate the number of classes in the subtrees of some pieces.

    Parameters
    ----------
    walk
        Which trees.
    pieces
        What is left of them.
    seed
        Of the random samples.
    generation
        How many classes of a generation go on at most.

    Examples
    --------
    A tree no larger than a sample is counted exactly:

    >>> from wargraph.transcripts.tree import finished_walk
    >>> walk = finished_walk(9, "WL")
    >>> forecast(walk, walk.pieces())
    Forecast(classes=3189.0, error=0.0)
    """
    totals = np.zeros(_RUNS)
    counted = counted_splits(walk)
    by_root: dict[int, list[bytes]] = {}
    for piece in pieces:
        by_root.setdefault(piece.root, []).extend(piece.paths)
    for root, paths in by_root.items():
        arrays = root_arrays(walk.roots[root])
        steps = np.zeros((len(paths), max(map(len, paths)) + 1), np.uint8)
        lengths = np.array([len(path) for path in paths], np.int64)
        for place, path in enumerate(paths):
            steps[place, : len(path)] = np.frombuffer(path, np.uint8)
        room = _room(walk, steps, generation)
        for run in range(_RUNS):
            state = np.uint64(Chance(seed, run).state)
            total, _ = _sampled_classes(*arrays, steps, lengths, counted, generation, state, *room)
            totals[run] += total
    return Forecast(float(totals.mean()), float(totals.std(ddof=1) / _RUNS**0.5))


def sampled_depth(walk: Walk, seed: int = 1) -> int:
    """A depth at which the first tree has a class to be counted, found in a small sample: the deepest one there."""
    steps, lengths = np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    room = _room(walk, steps, SMALL_GENERATION)
    state = np.uint64(Chance(seed).state)
    _, depth = _sampled_classes(
        *root_arrays(walk.roots[0]), steps, lengths, counted_splits(walk), SMALL_GENERATION, state, *room
    )
    return int(depth)


def _room(walk: Walk, steps: NDArray[np.uint8], most: int) -> tuple[NDArray[Any], ...]:
    """What `_sampled_classes` works in: two generations of hands, bit rows and splits; what goes on; tapes, levels."""
    classes, n = max(2 * most, len(steps)), len(walk.roots[0].start.below)
    tapes = np.zeros((2, n + steps.shape[1]), np.uint8)
    return (
        np.zeros((2, classes, 2, MOST_CARDS), np.uint8),
        np.zeros((2, classes, MOST_CARDS), np.uint32),
        np.zeros((2, classes), np.uint64),
        np.zeros(classes, np.int64),
        tapes[0],
        tapes[1],
        np.zeros(MOST_LEVELS * MOST_CARDS, np.uint32),
    )


@kernel
def _sampled_classes(  # type: ignore[no-untyped-def]
    left, right, below, above_loser, never, steps, lengths, counted, most, state,
    hands, rows, splits, sample, tape_left, tape_right, levels,
):  # fmt: skip
    """An unbiased estimate of the number of classes below some paths, and the last generation with one to be counted.

    A class is a row of three arrays: both hands, bottom first; the closed bit rows; the size of Left's hand. They
    hold two generations, of which one is read and the other written. `state` is that of the random numbers. A path of
    no turns is the only one.
    """
    _read_paths(left, right, below, above_loser, steps, lengths, hands, rows, splits, tape_left, tape_right, levels)
    n = np.uint64(left.size + right.size)
    not_by = never if lengths[0] == 0 else NOBODY
    here, size, weight, total = 0, lengths.size, 1.0, 0.0
    generation = deepest = 0
    while size > 0:
        total += weight * size
        for place in range(size):
            sample[place] = place
        if size > most:
            for place in range(most):
                state, drawn = next_below(state, size - place)
                other = place + np.int64(drawn)
                sample[place], sample[other] = sample[other], sample[place]
            weight *= size / most
            size = most
        there, grown = 1 - here, 0
        for place in range(size):
            known = sample[place]
            if counted[splits[here, known]]:
                deepest = generation
            for winner in range(2):
                if winner != not_by and _grow(n, winner, above_loser, hands, rows, splits, here, known, there, grown):
                    grown += 1
        here, size, not_by = there, grown, NOBODY
        generation += 1
    return total, deepest


@inner_kernel
def _read_paths(  # type: ignore[no-untyped-def]
    left, right, below, above_loser, steps, lengths, hands, rows, splits, tape_left, tape_right, levels
):
    """Write the classes that the paths lead to as the first generation."""
    n = np.uint64(left.size + right.size)
    for path in range(lengths.size):
        depth = np.uint64(lengths[path])
        split, level = replay(left, right, below, above_loser, steps[path], depth, tape_left, tape_right, levels)
        bottom = np.uint64(left.size) + depth - split
        for card in range(split):
            hands[0, path, 0, card] = tape_left[bottom + card]
        bottom = np.uint64(right.size) + depth - (n - split)
        for card in range(n - split):
            hands[0, path, 1, card] = tape_right[bottom + card]
        for label in range(_WIDTH):
            rows[0, path, label] = levels[level + label]
        splits[0, path] = split


@inner_kernel
def _grow(n, winner, above_loser, hands, rows, splits, here, known, there, grown):  # type: ignore[no-untyped-def]
    """Write the class one turn earlier, that turn won by Left (0) or Right (1); return whether there is one."""
    cards = splits[here, known] if winner == 0 else n - splits[here, known]
    hand, other_hand = hands[here, known, winner], hands[here, known, 1 - winner]
    won, lost = np.uint64(hand[above_loser]), np.uint64(hand[_ONE - above_loser])
    if cards < _TWO or is_above(rows[here, known], _NONE, lost, won):
        return False
    for card in range(cards - _TWO):
        hands[there, grown, winner, card] = hand[card + _TWO]
    hands[there, grown, winner, cards - _TWO] = won
    for card in range(n - cards):
        hands[there, grown, 1 - winner, card] = other_hand[card]
    hands[there, grown, 1 - winner, n - cards] = lost
    splits[there, grown] = cards - _ONE if winner == 0 else n - cards + _ONE
    row = rows[here, known, lost]
    shift = np.uint32(won)
    for label in range(MOST_CARDS):
        below = rows[here, known, label]
        rows[there, grown, label] = below | (row & (np.uint32(0) - ((below >> shift) & _BIT)))
    return True
