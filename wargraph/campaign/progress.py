"""The progress of long work: as it is reported, as an interruption says it, and as a line shows it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from wargraph.report.humanize import duration_span
from wargraph.report.result import Result


@dataclass(frozen=True)
class Amount:
    """How much of some work is done.

    Attributes
    ----------
    done, left
        What is done and what is left; a float where it is an estimate.
    of
        What is counted, such as "games".
    least, most
        The range in which what is left should lie; by default there is no other value.
    """

    done: float
    left: float
    of: str
    least: float | None = None
    most: float | None = None

    @property
    def range_left(self) -> tuple[float, float]:
        """The least and the most that may be left."""
        return (
            self.left if self.least is None else self.least,
            self.left if self.most is None else self.most,
        )

    @property
    def display(self) -> str:
        """The whole amount for people; estimates are rounded.

        >>> Amount(3, 12_345_675, "games").display, Amount(3, 1.2e7, "games").display
        ('12,345,678 games', 'about 1.2e+07 games')
        >>> Amount(1e9, 1.6e11, "transcript classes", 1e11, 4e11).display
        '1e+11 to 4e+11 transcript classes'
        """
        return self._display(self.done)

    @property
    def display_left(self) -> str:
        """What is left, for people."""
        return self._display(0)

    def _display(self, done: float) -> str:
        if isinstance(self.left, int):
            return f"{done + self.left:,} {self.of}"
        low, high = (f"{done + left:.2g}" for left in self.range_left)
        return f"{f'about {low}' if low == high else f'{low} to {high}'} {self.of}"

    def display_time(self, seconds: float) -> str:
        """The time for the rest, for people, if `left` takes so many seconds.

        >>> Amount(0, 1000, "games").display_time(600), Amount(0, 6e6, "classes", 3e6, 9e6).display_time(600)
        ('10 min', '5 to 15 min')
        """
        low, high = (seconds * left / self.left if self.left else seconds for left in self.range_left)
        return duration_span(low, high)

    @property
    def display_share(self) -> str:
        """The share that is done, for people: a range if what is left is one.

        >>> Amount(1, 3, "games").display_share, Amount(5e9, 1e10, "classes", 5e9, 2e10).display_share
        ('25%', '20% to 50%')
        """
        low, high = (f"{replace(self, left=left).share:.0%}" for left in reversed(self.range_left))
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
    """The progress of work that is not finished.

    Attributes
    ----------
    work : str
        The name of the work, in a few words.
    seconds : float
        The time since the start.
    amount : Amount or None
        How much of the work is done; None if that is not known.
    partial_summary : str
        What is known so far, in a sentence; empty if nothing is.
    before : float
        The part of the amount that earlier runs did, in none of this time.
    """

    work: str
    seconds: float
    amount: Amount | None = None
    partial_summary: str = ""
    before: float = 0

    @property
    def share(self) -> float | None:
        """The share of the work that is done; None if that is not known."""
        return None if self.amount is None else self.amount.share

    @cached_property
    def seconds_left(self) -> float | None:
        """The time in seconds that the rest takes at the rate so far; None if that is not known."""
        if self.amount is None or self.amount.done <= self.before:
            return None
        return self.seconds * self.amount.left / (self.amount.done - self.before)

    def __str__(self) -> str:
        """Return the progress in one line.

        >>> print(Progress("bryer", 10.0, Amount(1000, 3000, "games"), "a mean of 174 turns"))
        25% of 4,000 games, 30 s left; a mean of 174 turns
        """
        parts = []
        if self.amount is not None:
            parts.append(f"{self.amount.display_share} of {self.amount.display}")
            if self.seconds_left is not None:
                parts.append(f"{self.amount.display_time(self.seconds_left)} left")
        return "; ".join(filter(None, [", ".join(parts), self.partial_summary]))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped long work.

    Attributes
    ----------
    progress : Progress
        The progress at the interruption.
    partial_summary : str
        What is known of the answer, in a sentence; empty if nothing is.
    finished : Result or None
        The finished part of the result, such as the line-ups of a tournament that were played; None if there is none.
    """

    def __init__(self, progress: Progress, finished: Result | None = None) -> None:
        super().__init__(progress.partial_summary)
        self.progress = progress
        self.partial_summary = progress.partial_summary
        self.finished = finished


def in_notebook() -> bool:
    """Return whether this is the kernel of a notebook, where a line can be shown and changed."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown_progress(work: str) -> Iterator[Callable[[object], None]]:
    """Show the name of some work on a terminal or in a notebook; the block gets a function that adds the progress."""
    if in_notebook():
        from IPython.display import DisplayHandle

        line: Any = DisplayHandle()  # type: ignore[no-untyped-call]
        line.display({"text/plain": f"working on {work}"}, raw=True)
        try:
            yield lambda progress: line.update({"text/plain": f"working on {work}: {progress}"}, raw=True)
        finally:
            line.update({"text/plain": ""}, raw=True)
        return
    from rich.console import Console

    with Console(stderr=True).status(f"working on {work}") as status:
        yield lambda progress: status.update(f"working on {work}: {progress}")
