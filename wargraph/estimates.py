"""What a sample of games tells: shares with their confidence intervals, and distributions of whole numbers."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
"""Of every interval given here."""

DEVIATIONS = 1.96
"""Standard errors that such an interval reaches to each side of what is normally distributed."""


@dataclass(frozen=True)
class Share:
    """A share of games, with the interval in which it lies with 95 % confidence (Wilson 1927).

    >>> print(Share.of(118, 1000))
    0.118 (0.09945..0.1395)
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, games: int) -> "Share":
        """The share that `count` of so many games are; of no games it is unknown (not a number)."""
        if games == 0:
            return cls(math.nan, 0.0, 1.0)
        from scipy.stats import binomtest

        interval = binomtest(count, games).proportion_ci(CONFIDENCE, method="wilson")
        return cls(count / games, float(interval.low), float(interval.high))

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g}..{self.high:.4g})"


@dataclass(frozen=True, eq=False)
class Distribution:
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
    def _moments(self) -> tuple[float, float, float]:
        """Mean, variance (of the sample) and fourth central moment."""
        counts, n = self.counts, self.total
        values = np.arange(len(counts))
        if n < 2:
            return (float(values @ counts) if n else math.nan), math.nan, math.nan
        mean = float(values @ counts) / n
        deviations = values - mean
        return mean, float(deviations**2 @ counts) / (n - 1), float(deviations**4 @ counts) / n

    @property
    def mean(self) -> float:
        """The mean."""
        return self._moments[0]

    @property
    def mean_error(self) -> float:
        """Standard error of the mean."""
        return self.sd / math.sqrt(self.total) if self.total else math.nan

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self._moments[1])

    @property
    def sd_error(self) -> float:
        """Standard error of the standard deviation, from the fourth moment."""
        _, variance, fourth = self._moments
        n = self.total
        return math.sqrt(max(fourth - variance**2, 0) / n) / (2 * self.sd) if n > 1 and variance else math.nan

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

    def quantile_error(self, share: float) -> float:
        """Standard error of a quantile: half the distance between the quantiles one deviation of the rank away."""
        if not self.total:
            return math.nan
        step = math.sqrt(share * (1 - share) / self.total)
        low, high = self.quantile(max(share - step, 0)), self.quantile(min(share + step, 1))
        assert low is not None
        assert high is not None
        return (high - low) / 2


def added(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """The counts of two samples together.

    >>> added(np.array([0, 2]), np.array([1, 0, 3])).tolist()
    [1, 2, 3]
    """
    long, short = (first, second) if len(first) >= len(second) else (second, first)
    both = long.copy()
    both[: len(short)] += short
    return both


def rounded(value: float) -> float | None:
    """Six significant digits, or None for what is not a number.

    >>> rounded(2 / 3), rounded(math.nan)
    (0.666667, None)
    """
    return float(f"{value:.6g}") if math.isfinite(value) else None
