"""Estimates from a sample of games: shares, rates and distributions of whole numbers, with 95% confidence intervals.

`analyses/interval_coverage.py` measures how often these intervals contain the true value in samples of real games.
"""

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from wargraph.report.precision import Measured
from wargraph.report.result import ComparedByContent
from wargraph.report.special_functions import incomplete_beta, student_quantile

_TAIL = (1 - 0.95) / 2
"""The probability of each side outside a 95% confidence interval."""

DEVIATIONS = NormalDist().inv_cdf(1 - _TAIL)
"""Half the width of such an interval for a normal distribution, in standard errors."""

_FEWEST = 30
"""Of fewer values, which may be as skew as the lengths of games, an interval of the mean would be far off."""

Interval = tuple[float, float]
"""The ends of a 95% confidence interval, both included."""


@dataclass(frozen=True)
class Estimate:
    """An estimated value with its 95% confidence interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error; for an asymmetric interval, that of the nearer side; 0 if the interval is empty."""
        reaches = [reach for reach in (self.value - self.low, self.high - self.value) if reach > 0]
        return min(reaches, default=0.0) / DEVIATIONS

    def row(self, *names: str) -> dict[str, object]:
        """Return the value and both ends of the interval as cells of a table, under these names."""
        ends = (self.value, self.low, self.high)
        return {name: rounded(end, self.error) for name, end in zip(names, ends, strict=True)}

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g}..{self.high:.4g})"


@dataclass(frozen=True)
class Share(Estimate):
    """A share of games with its 95% confidence interval (Wilson 1927).

    >>> print(Share.of(118, 1000))
    0.118 (0.09945..0.1395)
    """

    @classmethod
    def of(cls, count: int, games: int, intervals: int = 1) -> "Share":
        """Return the share from a count of games out of all games; without games it is NaN.

        If it is one of several shares, all of these `intervals` together hold with 95% confidence (Bonferroni).
        """
        if games == 0:
            return cls(math.nan, 0.0, 1.0)
        return cls._around(count / games, games, intervals)

    @classmethod
    def of_players(cls, players: int, won: int, squares: int, products: int) -> "Share":
        """Return the share of players who won, from sums over games: those are independent, their players not.

        With n players of a game who are counted, of whom w won, these are the sums of n, w, n**2 and n * w. The share
        is a ratio of sums; its variance gives the number of independent players who would tell as much. If the same
        share of the players won in each game, there is no variance to go by: then the interval holds what the share may
        be if as many games come out otherwise as Wilson's interval allows when none of them was seen.

        >>> print(Share.of_players(4, 2, 8, 4))  # two games, in each of which one of two players won
        0.5 (0.1712..0.8288)
        >>> print(Share.of_players(2000, 1000, 4000, 2000))  # a thousand such games
        0.5 (0.4981..0.5019)
        """
        share = won / players
        if won in (0, players):
            return cls._around(share, players)
        scatter = players**2 * won - 2 * won * players * products + won**2 * squares  # whole numbers, so 0 is 0
        if scatter:
            return cls._around(share, share * (1 - share) * players**4 / scatter)
        others = cls.of(0, players**2 // squares).high
        return cls(share, share * (1 - others), share + (1 - share) * others)

    @classmethod
    def _around(cls, share: float, games: float, intervals: int = 1) -> "Share":
        """Return the share with its interval for `games` independent games."""
        deviations = NormalDist().inv_cdf(1 - _TAIL / intervals)
        square = deviations**2 / games
        middle = share + square / 2
        reach = math.sqrt(square * (share * (1 - share) + square / 4))
        low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
        return cls(share, low if share else 0.0, high if share < 1 else 1.0)

    @property
    def display(self) -> str:
        """The share in words: a percentage or, if it is smaller than 1%, a number out of many.

        >>> Share.of(118, 1000).display, Share.of(3, 10**6).display, Share.of(0, 1000).display
        ('11.8% (9.9 to 13.9)', '3 of 1,000,000 (1 to 9)', 'none (at most 4 of 1,000)')
        """
        out_of = 100
        while 0 < (self.value or self.high) * out_of < 1:
            out_of *= 10
        unit = "%" if out_of == 100 else f" of {out_of:,}"
        if not self.value:
            return f"none (at most {math.ceil(self.high * out_of)}{unit})"
        ends = (self.value, self.low, self.high)
        value, low, high = (in_words(end * out_of, self.error * out_of) for end in ends)
        return f"{value}{unit} ({low} to {high})"


@dataclass(frozen=True)
class Rate(Estimate):
    """The number of events per round, with its 95% confidence interval.

    The rounds of a game depend on each other, so the games, not the rounds, are independent samples: the rate is a
    ratio of sums over games. Its variance gives the number of independent rounds that would carry as much information.
    The interval is that of Wilson's method for this number of rounds, with the variance of rare events. It is not empty
    if no event occurred.
    """

    @classmethod
    def of(cls, games: int, events: int, rounds: int, squares: int, products: int, squared_rounds: int) -> "Rate":
        """Return the rate from sums over games; without rounds it is NaN.

        With e events in the r rounds of a game, these are the sums of 1, e, r, e**2, e * r and r**2.

        >>> print(Rate.of(3, 2, 40, 2, 20, 600))  # an event in each of two games of 10 rounds, and none in 20 rounds
        0.05 (0.01281..0.1952)
        """
        if rounds == 0:
            return cls(math.nan, 0.0, math.inf)
        rate = events / rounds
        scatter = rounds**2 * squares - 2 * rounds * events * products + events**2 * squared_rounds  # times rounds**2
        independent = events * rounds**3 * (games - 1) / (games * scatter) if games > 1 and scatter > 0 else rounds
        square = DEVIATIONS**2 / independent
        reach = math.sqrt(square * (rate + square / 4))
        return cls(rate, max(rate + square / 2 - reach, 0.0), rate + square / 2 + reach)


@dataclass(frozen=True)
class Distribution(ComparedByContent):
    """The distribution of a whole number in a sample, such as the length of a game.

    Element k of `counts` is the number of times that the value k occurred. Statistics that the sample is too small for
    are NaN, or None for whole numbers.

    >>> lengths = Distribution(np.array([0, 2, 0, 2]))
    >>> lengths.total, lengths.mean, lengths.quantile(0.5)
    (4, 2.0, 1)
    """

    counts: NDArray[np.int64]

    @cached_property
    def total(self) -> int:
        """Size of the sample."""
        return int(self.counts.sum())

    @cached_property
    def _moments(self) -> tuple[float, float, float, float]:
        """Mean, sample variance, and the fourth and sixth central moments."""
        counts, n = self.counts, self.total
        values = np.arange(len(counts))
        if n < 2:
            return (float(values @ counts) if n else math.nan), math.nan, math.nan, math.nan
        mean = float(values @ counts) / n
        squares = (values - mean) ** 2
        return mean, float(squares @ counts) / (n - 1), float(squares**2 @ counts) / n, float(squares**3 @ counts) / n

    @property
    def mean(self) -> float:
        """Mean of the values."""
        return self._moments[0]

    @property
    def mean_error(self) -> float:
        """Standard error of the mean."""
        return self.sd / math.sqrt(self.total) if self.total else math.nan

    @property
    def mean_interval(self) -> Interval:
        """95% confidence interval of the mean (Student)."""
        return interval_of_mean(self.mean, self.mean_error, self.total)

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self._moments[1])

    @property
    def sd_error(self) -> float:
        """Standard error of the standard deviation, from the fourth moment."""
        _, variance, fourth, _ = self._moments
        n = self.total
        return math.sqrt(max(fourth - variance**2, 0) / n) / (2 * self.sd) if n > 1 and variance else math.nan

    @property
    def sd_interval(self) -> Interval:
        """95% confidence interval of the standard deviation.

        A variance is a mean of squares, whose distribution is very skewed: a cubic transformation makes Student's ratio
        symmetric (Hall 1992, "On the removal of skewness by transformation"). The degrees of freedom of the Student
        distribution are the effective sample size of the squares (Kish 1965).
        """
        _, variance, fourth, sixth = self._moments
        if not self.sd_error > 0 or self.total < _FEWEST:  # nor if it is not a number
            return math.nan, math.nan
        spread = math.sqrt(fourth - variance**2)
        skewness = (sixth - 3 * variance * fourth + 2 * variance**3) / spread**3
        reach = student_quantile(self.total * variance**2 / fourth, _TAIL)
        bend, shift = skewness / 3 / math.sqrt(self.total), skewness / 6 / math.sqrt(self.total)
        ratios = [float(np.cbrt(1 + 3 * bend * (end - shift)) - 1) / bend if bend else end for end in (reach, -reach)]
        low, high = (math.sqrt(max(variance - ratio * spread / math.sqrt(self.total), 0)) for ratio in ratios)
        return low, high

    @property
    def mode(self) -> int | None:
        """The most frequent value, and the smallest of them if there are several."""
        return int(self.counts.argmax()) if self.total else None

    def quantile(self, share: float) -> int | None:
        """Return the smallest value that this share of the sample does not exceed."""
        if not self.total:
            return None
        within = np.cumsum(self.counts)
        return int(np.searchsorted(within, min(max(math.ceil(share * self.total), 1), self.total)))

    def quantile_interval(self, share: float) -> tuple[int, int | None]:
        """95% confidence interval of a quantile; the upper end is None if the sample is too small.

        A whole number belongs to the interval unless too few values are as small, or too few are as large, for a
        quantile of this share. If the number is the quantile, the numbers of values below it and up to it are at least
        and at most binomial: the probability of such counts is the sum of two binomial tails (half of each outcome
        counts, as in mid-p values). If equal values are rare, this is the usual interval by ranks (Thompson 1936).

        >>> Distribution(np.ones(101, np.int64)).quantile_interval(0.5)
        (41, 59)
        """
        if not self.total:
            return 0, None
        up_to = [0, *np.cumsum(self.counts).tolist(), self.total]

        def chances(value: int) -> float:
            """Return the probability of so few values below the value, plus that of so few up to it."""
            return sum(incomplete_beta(self.total - k + 0.5, k + 0.5, 1 - share) for k in up_to[value : value + 2])

        values = range(len(self.counts) + 1)
        low = bisect_left(values, 2 * _TAIL, key=chances)
        high = bisect_right(values, 2 - 2 * _TAIL, key=chances) - 1
        return low, (None if high == len(self.counts) else high)


def interval_of_mean(mean: float, error: float, values: int, intervals: int = 1) -> Interval:
    """95% confidence interval of a mean, from its standard error and the sample size (Student); NaN below 30 values.

    If it is one of several `intervals`, all of them together hold with 95% confidence (Bonferroni).
    """
    reach = student_quantile(values - 1, _TAIL / intervals) * error if values >= _FEWEST else math.nan
    return mean - reach, mean + reach


def in_words(value: float, error: float) -> str:
    """Round a number for a sentence, to the first digit of its error, or without one to a whole number."""
    return Measured(value, error or 1).display


def rounded(value: float, error: float = 0.0) -> float | None:
    """Round a number to six significant digits, for people to fewer if it has an error; None for NaN.

    >>> rounded(2 / 3), rounded(math.nan)
    (0.666667, None)
    """
    if not math.isfinite(value):
        return None
    digits = float(f"{value:.6g}")
    return Measured(digits, error) if 0 < error < math.inf else digits


def rounded_error(error: float) -> float | None:
    """Return a standard error, displayed with two digits; None for NaN.

    >>> rounded_error(6.87604), rounded_error(6.87604).display
    (6.87604, '6.9')
    """
    return rounded(error, error / 10)
