"""Forecasts: exact for small trees, unbiased, and near for larger ones."""

from dataclasses import replace
from itertools import islice
from statistics import fmean, stdev

import pytest

from tests.support import ORDERS, long
from wargraph.campaign.progress import Amount
from wargraph.core.rng import Chance
from wargraph.fixed_order.transcripts import engine as forecast
from wargraph.fixed_order.transcripts.cycles import SymbolicCycle
from wargraph.fixed_order.transcripts.engine import WalkedTrees, after, expected_classes, finished_tree, sampled_classes
from wargraph.fixed_order.transcripts.units import Subtrees


@pytest.mark.parametrize("trees", [
    *([finished_tree(n, order)] for n in (1, 2, 5, 8, 9) for order in ORDERS),
    *([finished_tree(5, order, is_transitive=False)] for order in ORDERS),
    [Subtrees(root, frozenset(range(8))) for root in SymbolicCycle.of(7, "LW", 2, "RL").roots()],
])  # fmt: skip
def test_a_small_tree_is_counted(trees):
    amount = expected_classes(trees)
    assert {amount.left, *amount.range_left} == {WalkedTrees(trees, str).run().total}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [10, 11, 12, 13])
def test_known_numbers_of_classes_are_those_walked(n, order):
    tree = replace(finished_tree(n, order), rising=True)
    assert expected_classes([tree]) == Amount(0, WalkedTrees([tree], str).run().total, "transcript classes")


@pytest.mark.parametrize(("budget", "error_below"), [(1, 600), *long((64, 500)), (512, 150)])
def test_the_mean_of_small_samples_is_the_truth(budget, error_below):
    root = finished_tree(9, "WL").root
    runs = [sampled_classes(root, Chance(1, run), budget) for run in range(300)]
    error = stdev(runs) / len(runs) ** 0.5
    assert 0 < error < error_below
    assert abs(fmean(runs) - 3189) < 5 * error


@pytest.mark.long
def test_ranges_hold_the_known_numbers(monkeypatch):
    """Of every second deck up to 23 cards, where the truth may be in one range of ten or so above or below."""
    known = {kind: dict(classes) for kind, classes in forecast._KNOWN.items()}
    monkeypatch.setattr(forecast, "_KNOWN", {kind: {} for kind in known})
    held = []
    for (order, is_transitive), classes in known.items():
        for n, count in islice(classes.items(), 0, None, 2):
            trees = [finished_tree(n, order, is_transitive=is_transitive)]
            amount = expected_classes(trees)
            assert 0.1 < amount.left / count < 10
            held.append(amount.least <= count <= amount.most)
    assert amount == expected_classes(trees)
    assert fmean(held) >= 0.9


@pytest.mark.parametrize(
    ("total", "done", "left"),
    [
        (Amount(0, 100, "c"), 30, Amount(30, 70, "c")),
        (Amount(0, 100.0, "c", 50.0, 300.0), 30, Amount(30, 70.0, "c", 20.0, 270.0)),
        (Amount(0, 100.0, "c", 50.0, 300.0), 120, Amount(120, 180.0, "c", 0, 180.0)),
        (Amount(0, 100.0, "c", 50.0, 300.0), 300, Amount(300, 0, "c", 0, 0)),
    ],
)
def test_a_passed_estimate_gives_way_to_its_bound(total, done, left):
    assert after(total, done) == left
