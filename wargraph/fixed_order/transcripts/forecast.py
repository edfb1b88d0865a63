"""How many transcript classes trees have: known from walks, or estimated from samples.

Single random paths (Knuth 1975) miss the few long branches in which most classes lie. So a whole generation is advanced
instead (stochastic enumeration: Rubinstein 2013; Vaisman and Kroese 2017): the children of its classes are the next
generation. If that is too large, a random sample of it goes on and is weighted to count for the rest.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.core.position import Player
from wargraph.core.rng import Chance
from wargraph.fixed_order.transcripts.walk import Root

_KNOWN = {
    ("WL", True): {
        10: 228_534, 11: 28_632, 12: 12_502_339, 13: 551_090, 14: 4_323_511_986, 15: 7_952_563, 16: 171_390_935_683,
        17: 190_232_329, 19: 2_684_924_018, 21: 77_283_250_122, 23: 1_434_193_086_534,
    },
    ("LW", True): {
        10: 738_959, 11: 17_272, 12: 24_051_265, 13: 216_439, 14: 8_424_891_479, 15: 3_704_200, 16: 590_693_423_989,
        17: 52_861_831, 19: 1_184_273_603, 21: 19_223_393_984, 23: 475_958_581_004,
    },
    ("WL", False): {7: 24_564, 8: 9_976_696},
    ("LW", False): {7: 19_540, 8: 7_414_862, 9: 14_553_724, 10: 359_112_861_687},
}  # fmt: skip
"""The classes behind the finished game, by the return order and whether the relation is an order, and by n.

Walks of the whole trees counted them; those up to 21 cards that figures/second-way.csv has were counted twice.
"""

_LEFT_BY_A_PAIR = 0.9
"""The size expected below a class, as a share of that below a class that knows a pair of cards less; found by trial."""

_TO_DRAW_FROM = 1 << 31


def expected_classes(roots: Sequence[Root]) -> Amount:
    """Return how many transcript classes some trees have, none of which is done: known, or estimated from samples.

    The range of an estimate reaches from 1.5 standard deviations of the runs' logarithms below the mean to 2 above it.
    Most runs miss the largest subtrees, and a rare run that has one makes up for them, so the truth is more often far
    above the mean than far below.
    """
    start = roots[0].start
    known = _KNOWN[str(start.order), start.is_transitive].get(roots[0].n)
    if known and not start.right:
        return Amount(0, known, "transcript classes")
    runs = np.sum([sampled_classes(root) for root in roots], axis=0)
    scatter = np.log(runs / runs.mean()).std(ddof=1)
    least, most = (float(runs.mean() * np.exp(far * scatter)) for far in (-1.5, 2.0))
    return Amount(0, float(runs.mean()), "transcript classes", least, most)


def after(total: Amount, done: int) -> Amount:
    """Return how much of some classes is left; an estimate that is passed gives way to its upper end."""
    least, most = (max(0, classes - done) for classes in total.range_left)
    left = total.left - done if done < total.left else most
    return Amount(done, left, total.of, *(() if total.least is None else (least, most)))


def sampled_classes(root: Root, most: int = 1 << 10, runs: int = 8) -> NDArray[np.float64]:
    """Estimate the number of classes in a tree several times, without bias, with `most` classes of each generation."""
    return np.array([_sampled_classes(root, most, Chance(1, run)) for run in range(runs)])


def _sampled_classes(root: Root, most: int, chance: Chance) -> float:
    """Estimate the number of classes in a tree from one run."""
    start, n = root.start, root.n
    # By class: both hands, bottom first, and their sizes; the bit rows; for how many classes it counts.
    hands, sizes = np.zeros((1, 2, n + 2), np.uint8), np.array([[start.split, n - start.split]])
    hands[0, 0, : start.split], hands[0, 1, : n - start.split] = start.left[::-1], start.right[::-1]
    below, weights = np.array([start.below], np.uint32), np.ones(1)
    can_win = np.array([root.never is not Player.LEFT, root.never is not Player.RIGHT])
    total = 0.0
    while weights.size:
        total += weights.sum()
        chances = _chances(below, weights, most)
        weights = weights / chances
        passed = np.floor(np.cumsum(chances) + chance.below(_TO_DRAW_FROM) / _TO_DRAW_FROM)
        goes_on = np.diff(passed, prepend=0.0) > 0  # systematic sampling
        # The two cards at the bottom of each hand are those of the last turn, if its owner can have won it.
        won, lost = np.moveaxis(hands[:, :, [1, 0] if start.order.is_winner_first else [0, 1]], 2, 0)
        is_contrary = np.take_along_axis(below, lost.astype(np.intp), 1) >> won & 1 == 1
        known, winner = np.nonzero((sizes >= 2) & ~is_contrary & can_win & goes_on[:, np.newaxis])
        at, won, lost = np.arange(known.size), won[known, winner], lost[known, winner]
        hands, sizes, below, weights = hands[known], sizes[known], below[known], weights[known]
        hands[at, winner, :n] = hands[at, winner, 2:]
        sizes[at, winner] -= 2
        hands[at, winner, sizes[at, winner]] = won
        hands[at, 1 - winner, sizes[at, 1 - winner]] = lost
        sizes += 1
        learnt = np.uint32(1) << lost
        if start.is_transitive:
            is_reached = below >> won[:, np.newaxis] & 1
            below |= is_reached * (below[at, lost] | learnt)[:, np.newaxis]
        else:
            below[at, won] |= learnt
        can_win[:] = True
    return total


def _chances(below: NDArray[np.uint32], weights: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return the chance of each class to go on: in proportion to what is expected below it and those it counts for."""
    if weights.size <= most:
        return np.ones(weights.size)
    bits = below - (below >> 1 & 0x55555555)  # first of two bits, then of four and eight, and of all
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    bits = (bits + (bits >> 4) & 0x0F0F0F0F) * 0x01010101 >> 24
    chances: NDArray[np.float64] = weights * _LEFT_BY_A_PAIR ** bits.sum(axis=1)
    scale, is_sure = 0.0, np.zeros(weights.size, np.bool_)
    while True:  # chances above one are one, and the others grow
        scale = (most - is_sure.sum()) / chances[~is_sure].sum()
        if np.array_equal(is_sure, is_sure := scale * chances >= 1):
            chances *= scale
            return chances.clip(max=1.0)
