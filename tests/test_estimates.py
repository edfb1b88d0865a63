"""Shares and distributions, against numpy and by repetition."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargraph import Distribution, Share
from wargraph.estimates import added, rounded

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
    assert math.isnan(nothing.quantile_error(0.5))


def test_the_error_of_a_standard_deviation_is_that_of_repeated_samples():
    rng = np.random.default_rng(1)
    samples = [Distribution(np.bincount(rng.geometric(0.1, 400))) for _ in range(400)]
    spread = statistics.stdev(sample.sd for sample in samples)
    assert statistics.fmean(sample.sd_error for sample in samples) == pytest.approx(spread, rel=0.15)


@given(counts, counts)
def test_counts_of_two_samples_add_up(one, other):
    both = added(one, other)
    assert both.sum() == one.sum() + other.sum()
    assert both.tolist() == added(other, one).tolist()


def test_a_share_is_within_its_interval():
    share = Share.of(3, 10)
    assert share.low < share.value == 0.3 < share.high
    assert str(Share.of(0, 10)) == "0 (0..0.2775)"


def test_rounded_keeps_six_digits():
    assert (rounded(123456.789), rounded(1 / 3), rounded(math.inf)) == (123457.0, 0.333333, None)
