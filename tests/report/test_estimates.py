"""Shares and distributions, against numpy and by repetition."""

import math
import statistics

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from wargraph.report.estimates import Distribution, Rate, Share, interval_of_mean

counts = st.lists(st.integers(0, 9), max_size=30).map(lambda numbers: np.array(numbers, np.int64))


@given(counts)
def test_a_distribution_is_that_of_its_values(drawn):
    values = np.repeat(np.arange(len(drawn)), drawn)
    found = Distribution(drawn)
    assert found.total == len(values)
    if len(values) > 1:
        assert found.mean == pytest.approx(values.mean())
        assert found.sd == pytest.approx(values.std(ddof=1))
        assert found.mean_error == pytest.approx(values.std(ddof=1) / math.sqrt(len(values)))
        assert found.mode == statistics.mode(values.tolist())
        for share in (0.1, 0.5, 0.9):
            assert found.quantile(share) == np.quantile(values, share, method="inverted_cdf")


def test_nothing_has_no_distribution():
    nothing = Distribution(np.zeros(0, np.int64))
    assert [math.isnan(value) for value in (nothing.mean, nothing.sd, nothing.mean_error, nothing.sd_error)] == [
        True
    ] * 4
    assert (nothing.mode, nothing.quantile(0.5)) == (None, None)
    assert nothing.quantile_interval(0.5) == (0, None)
    assert all(math.isnan(end) for end in (*nothing.mean_interval, *nothing.sd_interval))
    alike = Distribution(np.array([0, 0, 30]))
    assert alike.mean_interval == (2, 2)
    assert math.isnan(alike.sd_interval[0])


@pytest.mark.parametrize(("values", "has_intervals"), [(2, False), (29, False), (30, True)])
def test_few_values_have_no_intervals_of_moments(values, has_intervals):
    lengths = Distribution(np.bincount(10 * np.arange(1, values + 1) ** 2))
    ends = (*lengths.mean_interval, *lengths.sd_interval, *interval_of_mean(3, 1, values))
    assert [math.isfinite(end) for end in ends] == [has_intervals] * 6
    assert math.isfinite(lengths.mean_error)


@pytest.mark.long
def test_intervals_hold_the_truth_often_enough():
    """Whole numbers as skew as the lengths of games: geometric ones, whose truth is known."""
    rng, chance, size, samples = np.random.default_rng(0), 1 / 170, 1000, 1000
    drawn = [Distribution(np.bincount(rng.geometric(chance, size))) for _ in range(samples)]
    truth = {share: math.ceil(math.log1p(-share) / math.log1p(-chance)) for share in (0.05, 0.5, 0.99)}
    held = {
        "mean": [low <= 1 / chance <= high for low, high in (each.mean_interval for each in drawn)],
        "sd": [low <= math.sqrt(1 - chance) / chance <= high for low, high in (each.sd_interval for each in drawn)],
    }
    for share, value in truth.items():
        ends = [each.quantile_interval(share) for each in drawn]
        held[share] = [low <= value <= high for low, high in ends]
    for what, hits in held.items():
        assert 0.93 < statistics.fmean(hits) < 0.985, what


def test_intervals_are_in_the_unit_of_the_values():
    counts = np.random.default_rng(5).geometric(0.2, 20).cumsum()[::-1].copy()
    tenfold = np.zeros(10 * len(counts), counts.dtype)
    tenfold[::10] = counts
    one, ten = Distribution(counts), Distribution(tenfold)
    assert ten.sd_interval == pytest.approx([10 * end for end in one.sd_interval])
    assert ten.mean_interval == pytest.approx([10 * end for end in one.mean_interval])


def test_quantiles_without_ties_have_intervals_by_rank():
    """Against the order statistics whose numbers the binomial distribution gives (Thompson 1936)."""
    values = np.cumsum(np.random.default_rng(5).integers(1, 9, 400))
    low, high = Distribution(np.bincount(values)).quantile_interval(0.3)
    within = scipy.stats.binom.cdf(np.arange(401), 400, 0.3)
    ranks = np.flatnonzero((within > 0.025) & (within < 0.975))
    assert abs(np.searchsorted(values, low) - ranks[0]) <= 1
    assert abs(np.searchsorted(values, high) - ranks[-1]) <= 1


def test_a_quantile_that_all_samples_show_is_certain():
    """Half of many values are below 2, and most of the others are 2."""
    assert Distribution(np.array([0, 4000, 5000, 1000])).quantile_interval(0.5) == (2, 2)


@given(st.integers(0, 60), st.integers(1, 60))
def test_the_interval_of_a_share_is_wilsons(count, games):
    count = min(count, games)
    found, known = Share.of(count, games), scipy.stats.binomtest(count, games).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)


@pytest.mark.parametrize(("players", "games"), [(2, 1), (2, 50), (3, 1), (3, 70)])
def test_a_share_equal_in_every_game_is_uncertain(players, games):
    """In each game one of the players won: nothing says how much the shares of games differ."""
    found = Share.of_players(players * games, games, players**2 * games, players * games)
    most = 1 - found.value  # of as many other games as may be, all players won
    assert (found.high - found.value) / most == pytest.approx(Share.of(0, games).high)
    assert 0 < found.low < found.value == 1 / players


def test_rates_allow_for_dependent_rounds_of_a_game():
    """Games with many rounds, or many events, at a time: independent rounds would give half the width."""
    rng, games, samples = np.random.default_rng(2), 300, 1000
    rounds = rng.geometric(1 / 40, (samples, games))
    events = rng.poisson(rounds * rng.gamma(0.5, 0.1, (samples, games)))
    held, ends = [], []
    for each, number in zip(rounds, events, strict=True):
        sums = len(each), number.sum(), each.sum(), number @ number, number @ each, each @ each
        found = Rate.of(*map(int, sums))
        held.append(found.low <= 0.05 <= found.high)
        ends.append(found.high - found.low)
    assert 0.93 < statistics.fmean(held) < 0.97
    assert statistics.fmean(ends) > 2 * 3.92 * math.sqrt(0.05 / (40 * games)) / 1.2


def test_the_rate_of_unseen_events_is_bounded():
    never = Rate.of(20, 0, 20 * 50, 0, 0, 20 * 50**2)
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(3.84 / 1000, rel=1e-2)
    assert math.isnan(Rate.of(0, 0, 0, 0, 0, 0).value)
