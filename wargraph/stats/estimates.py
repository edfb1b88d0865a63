"""What a sample of games tells: shares, rates and distributions of whole numbers, with 95 % confidence intervals.

How often these intervals hold the truth in samples of real games is measured by `benchmarks/intervals.py`.
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
from wargraph.stats.special import incomplete_beta, student_quantile

CONFIDENCE = 0.95
"""Of every interval given here."""

_TAIL = (1 - CONFIDENCE) / 2
DEVIATIONS = NormalDist().inv_cdf(1 - _TAIL)
"""Standard errors that such an interval reaches to each side of what is normally distributed."""

Interval = tuple[float, float]
"""From where to where the truth lies with 95 % confidence, both ends included."""


@dataclass(frozen=True)
class Estimate:
    """A value, with the interval in which the truth lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error: where the interval is not symmetric, that of the side that is nearer."""
        return error_of(self.value, (self.low, self.high))

    def row(self, *names: str) -> dict[str, object]:
        """The value and both ends of the interval for a table, under these names."""
        ends = (self.value, self.low, self.high)
        return {name: rounded(end, self.error) for name, end in zip(names, ends, strict=True)}

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g}..{self.high:.4g})"


@dataclass(frozen=True)
class Share(Estimate):
    """A share of games, with the interval in which it lies with 95 % confidence (Wilson 1927).

    >>> print(Share.of(118, 1000))
    0.118 (0.09945..0.1395)
    """

    @classmethod
    def of(cls, count: int, games: int) -> "Share":
        """The share that `count` of so many games are; of no games it is unknown (not a number)."""
        if games == 0:
            return cls(math.nan, 0.0, 1.0)
        share, square = count / games, DEVIATIONS**2 / games
        middle = share + square / 2
        reach = math.sqrt(square * (share * (1 - share) + square / 4))
        low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
        return cls(share, low if count else 0.0, high if count < games else 1.0)

    @property
    def display(self) -> str:
        """In words, out of as many games as make it at least one.

        >>> Share.of(118, 1000).display, Share.of(3, 10**6).display, Share.of(0, 1000).display
        ('11.8 of 100 (9.9 to 13.9)', '3 of 1,000,000 (1 to 9)', 'none (at most 4 of 1,000)')
        """
        out_of = 100
        while 0 < (self.value or self.high) * out_of < 1:
            out_of *= 10
        if not self.value:
            return f"none (at most {math.ceil(self.high * out_of)} of {out_of:,})"
        ends = (self.value, self.low, self.high)
        value, low, high = (in_words(end * out_of, self.error * out_of) for end in ends)
        return f"{value} of {out_of:,} ({low} to {high})"


@dataclass(frozen=True)
class Rate(Estimate):
    """Events a round, with the interval in which their rate lies with 95 % confidence.

    The rounds of a game depend on each other, so games are what is drawn at random: the rate is a ratio of sums over
    games. Its variance says how many independent rounds would tell as much; for so many the interval is that of
    Wilson's method with the variance of rare events. It is not empty where no event was seen.
    """

    @classmethod
    def of(cls, events: int, rounds: int, games: int, squares: tuple[int, int, int]) -> "Rate":
        """The rate from sums over games.

        Parameters
        ----------
        events, rounds
            In all games.
        games
            How many.
        squares
            The sums over games of events squared, events times rounds, and rounds squared.

        Examples
        --------
        Two games with one event in 10 rounds each, one with none in 20:

        >>> print(Rate.of(events=2, rounds=40, games=3, squares=(2, 20, 600)))
        0.05 (0.01281..0.1952)
        """
        if rounds == 0:
            return cls(math.nan, 0.0, math.inf)
        rate = events / rounds
        scatter = squares[0] - 2 * rate * squares[1] + rate**2 * squares[2]
        independent = float(rounds)
        if games > 1 and scatter > 0:
            independent = rate * rounds**2 * (games - 1) / (games * scatter)
        square = DEVIATIONS**2 / independent
        reach = math.sqrt(square * (rate + square / 4))
        return cls(rate, max(rate + square / 2 - reach, 0.0), rate + square / 2 + reach)


@dataclass(frozen=True)
class Distribution(ComparedByContent):
    """How often each whole number occurred, such as the length of a game.

    Values are not numbers (NaN), or None, where nothing occurred, or not often enough.

    Attributes
    ----------
    counts
        The number of times that each of 0, 1, 2, ... occurred.

    Examples
    --------
    >>> lengths = Distribution(np.array([0, 2, 0, 2]))
    >>> lengths.total, lengths.mean, lengths.quantile(0.5)
    (4, 2.0, 1)
    """

    counts: NDArray[np.int64]

    @cached_property
    def total(self) -> int:
        """How many values there are."""
        return int(self.counts.sum())

    @cached_property
    def _moments(self) -> tuple[float, float, float, float]:
        """Mean, variance (of the sample), fourth and sixth central moment."""
        counts, n = self.counts, self.total
        values = np.arange(len(counts))
        if n < 2:
            return (float(values @ counts) if n else math.nan), math.nan, math.nan, math.nan
        mean = float(values @ counts) / n
        squares = (values - mean) ** 2
        return mean, float(squares @ counts) / (n - 1), float(squares**2 @ counts) / n, float(squares**3 @ counts) / n

    @property
    def mean(self) -> float:
        """The mean."""
        return self._moments[0]

    @property
    def mean_error(self) -> float:
        """Standard error of the mean."""
        return self.sd / math.sqrt(self.total) if self.total else math.nan

    @property
    def mean_interval(self) -> Interval:
        """Where the mean lies with 95 % confidence (Student)."""
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
        """Where the standard deviation lies with 95 % confidence.

        A variance is a mean of squares, and these are very skew: Student's ratio is made symmetric by a cubic (Hall
        1992, "On the removal of skewness by transformation"). The squares count for as many as would have their spread
        if they were all alike (Kish 1965), and a Student distribution of so many takes the normal one's place.
        """
        _, variance, fourth, sixth = self._moments
        if not self.sd_error > 0:  # nor if it is not a number
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
        """The most frequent value, the smallest of them if there are several."""
        return int(self.counts.argmax()) if self.total else None

    def quantile(self, share: float) -> int | None:
        """The value that this share of all does not exceed."""
        if not self.total:
            return None
        within = np.cumsum(self.counts)
        return int(np.searchsorted(within, min(max(math.ceil(share * self.total), 1), self.total)))

    def quantile_interval(self, share: float) -> tuple[int, int | None]:
        """Where a quantile lies with 95 % confidence; None as upper end if there are too few values to tell.

        A whole number is in it unless too few values are as small, or too few as large, for a quantile of that share.
        If it is the quantile, the numbers of values below it and up to it are at least and at most binomial: the chance
        of such counts is the sum of two binomial tails (each half of an outcome is counted, as with mid-p values).
        Where values are hardly ever equal, these are the ranks of the usual interval (Thompson 1936).

        >>> Distribution(np.ones(101, np.int64)).quantile_interval(0.5)
        (41, 59)
        """
        if not self.total:
            return 0, None
        up_to = [0, *np.cumsum(self.counts).tolist(), self.total]

        def chances(value: int) -> float:
            """Of so few values below it, and of so few up to it."""
            return sum(incomplete_beta(self.total - k + 0.5, k + 0.5, 1 - share) for k in up_to[value : value + 2])

        values = range(len(self.counts) + 1)
        low = bisect_left(values, 2 * _TAIL, key=chances)
        high = bisect_right(values, 2 - 2 * _TAIL, key=chances) - 1
        return low, (None if high == len(self.counts) else high)


def interval_of_mean(mean: float, error: float, values: int) -> Interval:
    """Where a mean lies with 95 % confidence, by its standard error from so many values (Student)."""
    reach = student_quantile(values - 1, _TAIL) * error if values > 1 else math.nan
    return mean - reach, mean + reach


def added(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """The counts of two samples together.

    >>> added(np.array([0, 2]), np.array([1, 0, 3])).tolist()
    [1, 2, 3]
    """
    long, short = (first, second) if len(first) >= len(second) else (second, first)
    both = long.copy()
    both[: len(short)] += short
    return both


def error_of(value: float, interval: Interval) -> float:
    """The standard error that an interval stands for, on the side that is nearer to the value; 0 if it is empty."""
    reaches = [reach for reach in (value - interval[0], interval[1] - value) if reach > 0]
    return min(reaches, default=0.0) / DEVIATIONS


def in_words(value: float, error: float) -> str:
    """A number as a sentence has it: down to the first digit of its error, or whole if it has none."""
    return Measured(value, error or 1).display


def rounded(value: float, error: float = 0.0) -> float | None:
    """Six significant digits, or None for what is not a number. With a standard error people read fewer.

    >>> rounded(2 / 3), rounded(math.nan)
    (0.666667, None)
    """
    if not math.isfinite(value):
        return None
    digits = float(f"{value:.6g}")
    return Measured(digits, error) if 0 < error < math.inf else digits


def rounded_error(error: float) -> float | None:
    """A standard error, of which people read two digits; None for what is not a number.

    >>> rounded_error(6.87604), rounded_error(6.87604).display
    (6.87604, '6.9')
    """
    return rounded(error, error / 10)
