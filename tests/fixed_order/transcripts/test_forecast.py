"""Forecasts: exact for small trees, unbiased for what is left of a walk, and near for larger ones."""

from collections import Counter
from dataclasses import astuple, replace
from statistics import fmean, stdev

import pytest

from tests.support import ORDERS, long
from wargraph.campaign.progress import Amount
from wargraph.core.rules import play
from wargraph.fixed_order.longest_over_tournaments import TournamentClass
from wargraph.fixed_order.transcripts.engine import WalkedTrees, deepest_walk, finished_walk, whole_trees
from wargraph.fixed_order.transcripts.forecast import (
    GENERATION,
    SMALL_GENERATION,
    Forecast,
    Total,
    deep_class,
    forecast,
)
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.tree import deepest_classes
from wargraph.fixed_order.transcripts.walk import TreeTally, class_at, is_small


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 2, 5, 8, 9, 11])
def test_a_small_tree_is_counted(n, order):
    walk = finished_walk(n, order)
    assert {*astuple(forecast(walk, whole_trees(walk)))} == {sum(deepest_classes(n, order).classes.values())}


@pytest.mark.parametrize("budget", [10, 300, 2000])
def test_what_is_left_of_a_walk_is_counted(budget):
    walk = replace(finished_walk(9, "WL"), budget=budget)
    tally, left = whole_trees(walk)[0].work()
    assert forecast(walk, left).classes == 3189 - tally.classes.total()


@pytest.mark.parametrize(("generation", "error_below"), [(2, 1000), (32, 50)])
def test_the_mean_of_small_samples_is_the_truth(generation, error_below):
    walk = finished_walk(9, "WL")
    means = [forecast(walk, whole_trees(walk), seed, generation).classes for seed in range(300)]
    error = stdev(means) / 300**0.5
    assert 0 < error < error_below
    assert abs(fmean(means) - 3189) < 5 * error


@pytest.mark.parametrize(("order", "classes"), [("WL", 12_502_339), ("LW", 24_051_265)])
@pytest.mark.parametrize(("generation", "times"), [(256, 50), (SMALL_GENERATION, 12), *long((GENERATION, 1.9))])
def test_the_range_holds_the_truth_and_is_no_wider_than_it_must_be(order, classes, generation, times):
    """For even decks most samples are too small, and their standard error is too."""
    walk = finished_walk(12, order)
    seeds = range(1, 3 if generation == GENERATION else 11)
    found = [forecast(walk, whole_trees(walk), seed, generation) for seed in seeds]
    assert sum(each.least <= classes <= each.most for each in found) >= 0.9 * len(seeds)
    assert 1.2 < fmean(each.most / each.least for each in found) < times
    assert forecast(walk, whole_trees(walk), 1, generation) == found[0] != found[1]


@pytest.mark.parametrize("kind", [TranscriptClass, TournamentClass])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 10, 12])
@pytest.mark.parametrize("even", [False, True])
def test_a_deep_class_is_one_of_the_tree_by_the_plain_rules(kind, n, order, even):
    splits = [(n + 1) // 2] if even else None
    walk = finished_walk(n, order, splits, kind)
    found = deep_class(walk)
    assert class_at(walk, 0, bytes("LR".index(winner) for winner in reversed(found.winners))) == found
    assert found.split in walk.splits
    floor, known = (0, None) if is_small(walk) else (found.turns, found)
    assert deepest_walk(n, order, splits, kind) == (replace(walk, floor=floor, rising=True), known)


@pytest.mark.parametrize(
    ("n", "order", "splits", "turns"),
    [(9, "WL", None, 31), (9, "LW", [4, 5], 22), (13, "WL", None, 62), (13, "LW", [6, 7], 53), (15, "LW", None, 73)],
)
def test_the_deepest_classes_of_small_odd_decks_are_met(n, order, splits, turns):
    """Of 9 cards all classes are met; the others are golden numbers of whole walks."""
    found = deep_class(finished_walk(n, order, splits), generation=GENERATION)
    assert found.turns == play(found.example(), order).turns == turns


def test_a_beam_search_comes_near_the_deepest_class_of_17_cards():
    """That takes 107 turns. Samples that make an estimate meet 75 to 103 turns by these seeds."""
    walk = finished_walk(17, "WL")
    assert min(deep_class(walk, seed, GENERATION).turns for seed in range(1, 7)) > 103


def test_a_stopped_walk_subtracts_what_was_done_since_the_last_forecast():
    work = WalkedTrees(finished_walk(14, "LW"), str)
    assert work.amount_when_stopped() is None
    work.result = TreeTally(Counter({(0, 3, 5): 50}))
    work._total = Total.of(20, Forecast(100.0, 20.0, 300.0))
    assert work.amount_when_stopped() == Amount(50, 70.0, "transcript classes", 0.0, 270.0)


def test_forecasts_with_less_left_count_for_more():
    total = Total.of(20, Forecast(100.0, 40.0, 200.0))
    assert total.forecast == Forecast(120.0, 60.0, 220.0)
    alike = total.and_then(20, Forecast(120.0, 60.0, 200.0))
    assert 129 < alike.forecast.classes < 130
    assert 69 < alike.forecast.least < 70
    late = alike.and_then(110, Forecast(4.0, 1.0, 9.0)).forecast
    assert 114 < late.classes < 119
    assert 110 < late.least < late.classes < late.most < 135


def test_a_total_that_is_passed_is_forgotten():
    left = Forecast(50.0, 10.0, 90.0)
    assert Total.of(20, Forecast(100.0, 30.0, 200.0)).and_then(130, left) == Total.of(130, left)


@pytest.mark.long
def test_averages_are_nearer_than_single_forecasts_and_their_range_holds_the_truth():
    walk = replace(finished_walk(12, "LW"), budget=4000)
    stages, left, done = [], whole_trees(walk), 0
    while left:
        tally, more = left.pop(0).work()
        left += more
        done += tally.classes.total()
        stages.append((done, list(left)))
    single, averaged, held = [], [], 0
    some = stages[5:-1:6]
    for seed in range(5):
        total = None
        for at, (so_far, pieces) in enumerate(some):
            found = forecast(walk, pieces, 100 * seed + at, generation=512)
            total = Total.of(so_far, found) if total is None else total.and_then(so_far, found)
            single.append(abs(so_far + found.classes - done))
            averaged.append(abs(total.forecast.classes - done))
            held += total.forecast.least <= done <= total.forecast.most
    assert len(some) > 5
    assert sum(averaged) < 0.9 * sum(single)
    assert held > 0.9 * len(averaged)
