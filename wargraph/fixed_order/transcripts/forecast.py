"""The number of transcript classes of trees: known from walks, or estimated from samples.

Single random paths (Knuth 1975) miss the few long branches in which most classes lie. So the walk itself is sampled: it
spends a budget on a tree, and of the subtrees that are left every second one goes on and counts for two.
"""

from collections.abc import Sequence
from math import exp, log
from statistics import fmean, stdev

from wargraph.campaign.progress import Amount
from wargraph.core.rng import Chance
from wargraph.fixed_order.transcripts.tally import TreeRoot
from wargraph.fixed_order.transcripts.units import Subtrees

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

_RUNS = 8
_BUDGET = 1 << 18
_SUBTREES = 2048
"""A subtree that takes more than this part of the budget is cut: the finer, the nearer are the runs to each other."""

_FEWEST_LEFT = 4
"""So many subtrees are left where half of them are dropped: of fewer all go on."""


def expected_classes(trees: Sequence[Subtrees]) -> Amount:
    """Return the number of transcript classes of trees, of which none is done: known, or estimated from samples.

    The range of an estimate reaches from 1.5 standard deviations of the runs' logarithms below the mean to 2 above it.
    Most runs miss the largest subtrees, and a rare run that has one makes up for them, so the truth is more often far
    above the mean than far below.
    """
    start = trees[0].root.start
    known = _KNOWN[str(start.order), start.is_transitive].get(trees[0].n)
    if known and not start.right:
        return Amount(0, known, "transcript classes")
    runs = [sum(sampled_classes(tree.root, Chance(1, run)) for tree in trees) for run in range(_RUNS)]
    scatter = stdev(map(log, runs))
    least, most = (fmean(runs) * exp(far * scatter) for far in (-1.5, 2.0))
    return Amount(0, fmean(runs), "transcript classes", least, most)


def sampled_classes(root: TreeRoot, chance: Chance, budget: int = _BUDGET) -> int:
    """Estimate the number of classes in a tree, without bias, from one run."""
    from wargraph.fixed_order.transcripts.subtrees import walked

    left, weight, total = [b""], 1, 0
    while left:
        tally, left = walked(root, (), left, 0, False, budget, budget // _SUBTREES)
        total += weight * tally.total
        step = 1 if len(left) < _FEWEST_LEFT else 2
        weight *= step
        left = left[chance.below(step) :: step]
    return total


def after(total: Amount, done: int) -> Amount:
    """Return the classes that are left; an estimate that is passed gives way to its upper end."""
    least, most = (max(0, classes - done) for classes in total.range_left)
    left = total.left - done if done < total.left else most
    return Amount(done, left, total.of, *(() if total.least is None else (least, most)))
