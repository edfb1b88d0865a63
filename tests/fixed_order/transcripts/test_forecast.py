"""Forecasts: exact for small trees, unbiased for what is left of a walk, and near for larger ones."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support import ORDERS
from wargraph.campaign.progress import Amount
from wargraph.fixed_order.transcripts.engine import WalkedTrees, finished_walk, whole_trees
from wargraph.fixed_order.transcripts.forecast import Forecast, Total, forecast, sampled_depth
from wargraph.fixed_order.transcripts.tree import deepest_classes
from wargraph.fixed_order.transcripts.walk import TreeTally


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 2, 5, 8, 9, 11])
def test_a_small_tree_is_counted(n, order):
    walk = finished_walk(n, order)
    found = forecast(walk, whole_trees(walk))
    assert (found.classes, found.error) == (sum(deepest_classes(n, order).classes.values()), 0)


@pytest.mark.parametrize("budget", [10, 300, 2000])
def test_what_is_left_of_a_walk_is_counted(budget):
    walk = replace(finished_walk(9, "WL"), budget=budget)
    tally, left = whole_trees(walk)[0].work()
    assert forecast(walk, left).classes == 3189 - tally.classes.total()


@pytest.mark.parametrize(("generation", "error_below"), [(2, 1000), (32, 50)])
def test_the_mean_of_small_samples_is_the_truth(generation, error_below):
    walk = finished_walk(9, "WL")
    found = [forecast(walk, whole_trees(walk), seed, generation) for seed in range(300)]
    mean = sum(known.classes for known in found) / len(found)
    error = sum(known.error**2 for known in found) ** 0.5 / len(found)
    assert 0 < error < error_below
    assert abs(mean - 3189) < 5 * error


@pytest.mark.long
def test_a_larger_tree_is_met_within_a_fifth():
    walk = finished_walk(12, "LW")
    found = forecast(walk, whole_trees(walk))
    assert 24051265 / 1.2 < found.classes < 24051265 * 1.2
    assert 0 < found.error < found.classes / 10
    assert forecast(walk, whole_trees(walk)) == found != forecast(walk, whole_trees(walk), seed=2)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 2, 7, 10, 12])
@pytest.mark.parametrize("even", [False, True])
def test_a_sampled_depth_is_reached(n, order, even):
    splits = [(n + 1) // 2] if even else None
    assert 0 <= sampled_depth(finished_walk(n, order, splits)) <= deepest_classes(n, order, splits).deepest.turns


def test_a_walk_that_is_stopped_is_as_far_as_it_is_and_not_as_at_the_last_forecast():
    work = WalkedTrees(finished_walk(14, "LW"), str)
    assert work.amount_when_stopped() is None
    work.result = TreeTally(Counter({(0, 3, 5): 50}))
    work.forecast_before = Amount(20, 100.0, "transcript classes", 5.0)
    assert work.amount_when_stopped() == Amount(50, 70.0, "transcript classes", 5.0)
    work.result = TreeTally(Counter({(0, 3, 5): 130}))
    assert work.amount_when_stopped() == Amount(130, 0.0, "transcript classes", 5.0)


def test_forecasts_are_averaged_those_with_less_left_counting_for_more():
    total = Total.of(20, Forecast(100.0, 30.0))
    assert (total.classes, total.error) == (120, 30)
    alike = total.and_then(20, Forecast(100.0, 30.0))
    assert alike.classes == 120
    assert alike.error == pytest.approx(30 / 2**0.5)
    for _ in range(10):
        alike = alike.and_then(20, Forecast(100.0, 30.0))
    assert alike.error == pytest.approx(30 / 12**0.5)
    late = alike.and_then(110, Forecast(4.0, 1.0))
    assert 114 < late.classes < 117 < alike.classes
    assert late.error > 4


def test_a_total_that_is_passed_is_forgotten():
    total = Total.of(20, Forecast(100.0, 30.0)).and_then(130, Forecast(50.0, 10.0))
    assert total == Total.of(130, Forecast(50.0, 10.0))


@pytest.mark.long
def test_averages_are_nearer_than_single_forecasts_and_tell_how_near():
    walk = replace(finished_walk(12, "LW"), budget=4000)
    stages, left, done = [], whole_trees(walk), 0
    while left:
        tally, more = left.pop(0).work()
        left += more
        done += tally.classes.total()
        stages.append((done, list(left)))
    single, averaged, told = [], [], 0
    some = stages[11:-1:12]
    for seed in range(12):
        total = None
        for at, (known, pieces) in enumerate(some):
            found = forecast(walk, pieces, 100 * seed + at, generation=512)
            total = Total.of(known, found) if total is None else total.and_then(known, found)
            single.append(abs(known + found.classes - done))
            averaged.append(abs(total.classes - done))
            told += averaged[-1] <= 2 * total.error
    assert len(some) > 5
    assert sum(averaged) < 0.9 * sum(single)
    assert told > 0.6 * len(averaged)
