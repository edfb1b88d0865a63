"""How far long work is, as watchers are told and an interruption says."""

from dataclasses import dataclass, replace
from functools import cached_property

from wargraph.report.humanize import duration_span, in_powers
from wargraph.report.result import Result

_LEAST_ERROR = 1e-3
"""The share of an amount from which on its error is told."""


@dataclass(frozen=True)
class Amount:
    """How much of some work is done.

    Attributes
    ----------
    done, left
        What is done and what is left; a float where it is an estimate.
    of
        What is counted, such as "games".
    error
        The standard error of what is left.
    """

    done: float
    left: float
    of: str
    error: float = 0

    @property
    def display(self) -> str:
        """All of it, as people read it; estimates are rounded.

        >>> Amount(3, 12_345_675, "games").display, Amount(3, 1.2e7, "games").display
        ('12,345,678 games', 'about 1.2e+07 games')
        >>> Amount(1e9, 1.61e11, "transcript classes", error=1.2e10).display
        '1.6e+11 ± 0.1e+11 transcript classes'
        """
        return self._told(self.done + self.left)

    @property
    def told_left(self) -> str:
        """What is left, as people read it."""
        return self._told(self.left)

    def told_time(self, seconds: float) -> str:
        """The time that the rest takes, as people read it, if it is as much as expected in so many seconds.

        >>> Amount(0, 1000, "games").told_time(600), Amount(0, 6e6, "classes", error=6e5).told_time(600)
        ('10 min', '9 to 11 min')
        >>> Amount(0, 6e6, "classes", error=6e7).told_time(600)
        '0 s to 110 min'
        """
        error = self.error / self.left if self.left else 0
        return duration_span(seconds * max(0, 1 - error), seconds * (1 + error))

    def _told(self, amount: float) -> str:
        if isinstance(amount, int):
            return f"{amount:,} {self.of}"
        is_rough = self.error > _LEAST_ERROR * amount > 0
        return f"{in_powers(amount, self.error) if is_rough else f'about {amount:.2g}'} {self.of}"

    @property
    def display_share(self) -> str:
        """The share that is done, as people read it; from and to where the error of what is left puts it.

        >>> Amount(1, 3, "games").display_share, Amount(5e9, 3e8, "classes", error=2e9).display_share
        ('25%', '68% to 100%')
        """
        lefts = self.left + self.error, max(0, self.left - self.error)
        low, high = (f"{replace(self, left=left).share:.0%}" for left in lefts)
        return low if low == high else f"{low} to {high}"

    @property
    def share(self) -> float:
        """The share that is done.

        >>> Amount(3, 9, "games").share
        0.25
        """
        return self.done / (self.done + self.left) if self.left else 1.0


@dataclass(frozen=True)
class Progress:
    """What is known of work that is not finished.

    Attributes
    ----------
    work
        What is worked on, in a few words.
    seconds
        Time since the start.
    amount
        How much of it is done; None if that is not known.
    known
        What is known so far, in a sentence; empty if nothing is.
    before
        How much of the amount was done by earlier runs, and took none of the time.
    """

    work: str
    seconds: float
    amount: Amount | None = None
    partial_summary: str = ""
    before: float = 0

    @property
    def share(self) -> float | None:
        """The share of the work that is done; None if it is not known."""
        return None if self.amount is None else self.amount.share

    @cached_property
    def seconds_left(self) -> float | None:
        """The time that the rest will take at the rate so far; None if it is not known."""
        if self.amount is None or self.amount.done <= self.before:
            return None
        return self.seconds * self.amount.left / (self.amount.done - self.before)

    def __str__(self) -> str:
        """How far it is, in a line.

        >>> print(Progress("bryer", 10.0, Amount(1000, 3000, "games"), "a mean of 174 turns"))
        25% of 4,000 games, 30 s left; a mean of 174 turns
        """
        parts = []
        if self.amount is not None:
            parts.append(f"{self.amount.display_share} of {self.amount.display}")
            if self.seconds_left is not None:
                parts.append(f"{self.amount.told_time(self.seconds_left)} left")
        return "; ".join(filter(None, [", ".join(parts), self.partial_summary]))


class Interrupted(KeyboardInterrupt):
    """Long work was stopped by Ctrl-C.

    Attributes
    ----------
    progress
        How far it was.
    known
        What is known of the question, in a sentence; empty if nothing is.
    finished
        A result like the one asked for, with the part of it that was finished, such as the line-ups of a tournament
        that were played; None if there is none.
    """

    def __init__(self, progress: Progress, finished: Result | None = None) -> None:
        super().__init__(progress.partial_summary)
        self.progress = progress
        self.partial_summary = progress.partial_summary
        self.finished = finished
