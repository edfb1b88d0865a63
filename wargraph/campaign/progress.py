"""The progress of long work: what is reported, what an interruption tells, and the line that shows it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from wargraph.report.humanize import duration_span


@dataclass(frozen=True)
class Amount:
    """The parts of some work that are done and left. Floats are estimates; `least` and `most` bound what is left.

    >>> games, classes = Amount(3, 12_345_675, "games"), Amount(5e9, 1e10, "classes", 5e9, 2e10)
    >>> games.display, classes.display, Amount(3, 1.2e7, "games").display
    ('12,345,678 games', '1e+10 to 2.5e+10 classes', 'about 1.2e+07 games')
    >>> games.display_share, classes.display_share, classes.display_time(600)
    ('0%', '20% to 50%', '5 to 20 min')
    """

    done: float
    left: float
    of: str
    least: float | None = None
    most: float | None = None

    @property
    def range_left(self) -> tuple[float, float]:
        """The least and the most that may be left; both are `left` unless given."""
        return self.left if self.least is None else self.least, self.left if self.most is None else self.most

    @property
    def share(self) -> float:
        """The share that is done."""
        return self.done / (self.done + self.left) if self.left else 1.0

    @property
    def display_share(self) -> str:
        """The share that is done, for people."""
        low, high = (f"{replace(self, left=left).share:.0%}" for left in reversed(self.range_left))
        return low if low == high else f"{low} to {high}"

    @property
    def display(self) -> str:
        """The whole amount, done and left, for people."""
        if isinstance(self.left, int):
            return f"{self.done + self.left:,} {self.of}"
        low, high = (f"{self.done + left:.2g}" for left in self.range_left)
        return f"{f'about {low}' if low == high else f'{low} to {high}'} {self.of}"

    def display_time(self, seconds: float) -> str:
        """Return the time for the rest, for people, if what is `left` takes `seconds`."""
        low, high = (seconds * left / self.left if self.left else seconds for left in self.range_left)
        return duration_span(low, high)


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
        The amounts of work done and left; None if they are not known.
    partial_summary : str
        The known results, in a sentence; empty if there are none.
    before : float
        The part of the amount that earlier runs did, in none of this time.
    """

    work: str
    seconds: float
    amount: Amount | None = None
    partial_summary: str = ""
    before: float = 0

    @property
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


Receiver: TypeAlias = Callable[[Progress], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped long work: `progress` is how far it was, and `partial_summary` what is known, in a sentence."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(progress.partial_summary)
        self.progress = progress
        self.partial_summary = progress.partial_summary


def in_notebook() -> bool:
    """Return whether this is the kernel of a notebook, where a line can be shown and changed."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown_progress(work: str) -> Iterator[Receiver]:
    """Show the name of some work on a terminal or in a notebook; the block gets a function that adds the progress."""
    name = f"working on {work}"
    if in_notebook():
        from IPython.display import DisplayHandle

        line: Any = DisplayHandle()  # type: ignore[no-untyped-call]
        line.display({"text/plain": name}, raw=True)
        try:
            yield lambda progress: line.update({"text/plain": f"{name}: {progress}"}, raw=True)
        finally:
            line.update({"text/plain": ""}, raw=True)
        return
    from rich.console import Console

    with Console(stderr=True).status(name) as status:
        yield lambda progress: status.update(f"{name}: {progress}")
