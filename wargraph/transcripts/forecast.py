"""How many transcript classes are left to walk: an unbiased estimate from samples of the subtrees.

Following single random paths (Knuth 1975) sees next to nothing of these trees: most of their classes lie
in few, long branches. So a whole generation is kept instead, as in stochastic enumeration
(Rubinstein 2013; Vaisman and Kroese 2017): all children of the generation's classes make the next one,
and if that is too large, a random sample of it goes on and counts for the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from wargraph.kernel import kernel
from wargraph.transcripts.extensions import MOST_CARDS
from wargraph.transcripts.walk import MOST_LEVELS, NOBODY, Subtrees, Walk, counted_splits, is_above, replay, root_arrays

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
        for run in range(_RUNS):
            rng = np.random.default_rng([seed, run])
            total, _ = _sampled_classes(*arrays, steps, lengths, counted, generation, rng)
            totals[run] += total
    return Forecast(float(totals.mean()), float(totals.std(ddof=1) / _RUNS**0.5))


def sampled_depth(walk: Walk, seed: int = 1) -> int:
    """A depth at which the first tree has a class to be counted, found in a small sample: the deepest one there."""
    root = np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    arrays = root_arrays(walk.roots[0])
    _, depth = _sampled_classes(*arrays, *root, counted_splits(walk), SMALL_GENERATION, np.random.default_rng(seed))
    return int(depth)


@kernel
def _sampled_classes(left, right, below, above_loser, never, steps, lengths, counted, most, rng):  # type: ignore[no-untyped-def]
    """An unbiased estimate of the number of classes below some paths, and the last generation with one to be counted.

    A class is a row of three arrays: both hands, bottom first; the closed bit rows; the size of Left's hand. They
    hold two generations, of which one is read and the other written.
    """
    n = np.uint64(left.size + right.size)
    paths = lengths.size
    room = max(2 * most, paths)
    hands = np.zeros((2, room, 2, MOST_CARDS), np.uint8)
    rows = np.zeros((2, room, MOST_CARDS), np.uint32)
    splits = np.zeros((2, room), np.uint64)
    levels = np.zeros(MOST_LEVELS * MOST_CARDS, np.uint32)
    tape_left = np.zeros(left.size + steps.shape[1], np.uint8)
    tape_right = np.zeros(right.size + steps.shape[1], np.uint8)
    for path in range(paths):
        depth = np.uint64(lengths[path])
        split, level = replay(left, right, below, above_loser, steps[path, :depth], tape_left, tape_right, levels)
        bottom = np.uint64(left.size) + depth - split
        hands[0, path, 0, :split] = tape_left[bottom : bottom + split]
        bottom = np.uint64(right.size) + depth - (n - split)
        hands[0, path, 1, : n - split] = tape_right[bottom : bottom + n - split]
        rows[0, path] = levels[level : level + _WIDTH]
        splits[0, path] = split
    here, size, weight, total = 0, paths, 1.0, 0.0
    not_by = never if lengths.min() == 0 else NOBODY
    generation = deepest = 0
    while size > 0:
        total += weight * size
        sample = np.arange(size)
        if size > most:
            for place in range(most):
                other = rng.integers(place, size)
                sample[place], sample[other] = sample[other], sample[place]
            weight *= size / most
            size = most
        there, grown = 1 - here, 0
        for known in sample[:size]:
            if counted[splits[here, known]]:
                deepest = generation
            for winner in range(2):
                if winner != not_by and _grow(n, winner, above_loser, hands, rows, splits, here, known, there, grown):
                    grown += 1
        here, size, not_by = there, grown, NOBODY
        generation += 1
    return total, deepest


@kernel
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
