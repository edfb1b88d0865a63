"""Run options, and the long work that follows them: who does it, how long it may take, who sees the progress."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from wargraph.campaign.progress import Amount, Interrupted, Progress, Receiver, in_notebook, shown_progress
from wargraph.errors import ParameterError, TooLongError, shown
from wargraph.report.humanize import HOURS_OF_A_YEAR

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord, Checkpoint

HOURS = 1.0
"""The longest time that exact counts may be forecast to take, unless the run options allow more."""

_SECONDS_BETWEEN_REPORTS = 0.1
SECONDS_TO_SHOW = 1.0
"""The time after which a notebook shows the progress by itself."""

SECONDS_TO_FORECAST = 2.0
"""The time after which the rate of this machine is known well enough to refuse work that takes too long."""


@dataclass(frozen=True)
class RunOptions:
    """Options of a run: who does the work, how long it may take, who sees the progress and where it is kept.

    Attributes
    ----------
    executor : concurrent.futures.Executor, optional
        The executor whose workers do the work; it is left open. By default threads, one for each core. The executor
        never changes a result.
    hours : float, optional
        Work that is forecast to take longer is refused. By default one hour for exact counts, and no limit for games.
    progress : bool or function of a Progress, optional
        True shows the progress on stderr, or in a notebook, and False shows nothing. By default only a notebook shows
        it, if the work takes more than a second. A function is called with a `Progress` at the start and then every
        tenth of a second, or from two seconds on if the progress has to be estimated. An exception from the function
        ends the work.
    checkpoint : str or path, optional
        A file that keeps every finished work unit. Whatever ends the work, the same question goes on from there. The
        file is made if it does not exist, and refused if it belongs to another question.

    Examples
    --------
    >>> from wargraph import simulate
    >>> reports = []
    >>> simulate("bryer", games=100, run_options=RunOptions(progress=reports.append)).finished
    100
    >>> reports[0].work
    'bryer'
    """

    executor: Executor | None = None
    hours: float | None = None
    progress: bool | Receiver | None = None
    checkpoint: "str | PathLike[str] | Checkpoint | None" = None

    def __post_init__(self) -> None:
        if self.hours is not None and not self.hours > 0:
            raise ParameterError(f"hours = {shown(self.hours)}: the time that work may take must be above 0")


class Work(ABC):
    """Long work. While it is `watched`, `poll` reports its progress, and refuses work that takes too long."""

    hours: ClassVar[float] = math.inf
    """The longest time that it may be forecast to take, unless the run options say otherwise."""

    way_out: ClassVar[str] = ""
    """Advice to the user if it takes too long."""

    is_divided: ClassVar[bool] = False
    """Whether it is divided into work units, which a checkpoint can keep."""

    _receivers: Sequence[Receiver] = ()
    _limit = math.inf
    """The seconds that the rest may be forecast to take; infinite if that need not be checked any more."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the name of the work, in a few words."""

    def amount(self) -> Amount | None:
        """Return the amounts of work done and left, or None if they are not known."""
        return None

    def partial_summary(self) -> str:
        """Return the known results as a sentence; empty if there are none."""
        return ""

    def next_report(self, seconds: float) -> float:
        """Return the time of the next report, in seconds from the start, after one at the given time."""
        return seconds + _SECONDS_BETWEEN_REPORTS

    @contextmanager
    def watched(self, run_options: RunOptions | None) -> Iterator["CampaignRecord | None"]:
        """Watch the work that the block does, and tell its progress to whom the run options name and to the checkpoint.

        The block gets its record in the checkpoint, if one is open. A `TooLongError` is raised at a report if the work
        is forecast to take longer than the run options allow, and `Interrupted` on Ctrl-C.
        """
        run_options = run_options or RunOptions()
        checkpoint, record = run_options.checkpoint, None
        if checkpoint is not None:
            if isinstance(checkpoint, str | PathLike) or not self.is_divided:
                raise ParameterError(
                    f"{self} is not divided into work units that a checkpoint could keep: leave it out"
                )
            record = checkpoint.campaign(str(self))
        self._limit = 3600 * (self.hours if run_options.hours is None else run_options.hours)
        self.begin_after(0)
        try:
            with ExitStack() as display:
                self._receivers = [*self._receivers_of(run_options.progress, display, record)]
                yield record
        except KeyboardInterrupt:
            progress = self._progress()
            if record:
                record.note(progress)
            raise Interrupted(progress) from None
        finally:
            self._receivers = ()
        if record:
            record.note()

    def _receivers_of(
        self, choice: bool | Receiver | None, display: ExitStack, record: "CampaignRecord | None"
    ) -> Iterator[Receiver]:
        """Yield the functions that are told the progress, by choice; a line is shown until the display ends."""
        if record:
            yield record.note
        line = cache(lambda: display.enter_context(shown_progress(str(self))))
        if choice is True:
            yield line()
        elif callable(choice):
            choice(Progress(str(self), 0.0))
            yield choice
        elif choice is None and in_notebook():
            yield lambda progress: line()(progress) if progress.seconds >= SECONDS_TO_SHOW else None

    def begin_after(self, done: float) -> None:
        """Start the clock of this run, after the amount that earlier runs did."""
        self._before = done
        self._start = monotonic()
        self._next_report = self.next_report(0.0)

    def poll(self) -> None:
        """Report the progress, if it is time to; the work calls this often."""
        if not self._receivers and self._limit == math.inf:
            return
        seconds = monotonic() - self._start
        if seconds < self._next_report:
            return
        progress = self._progress()
        self._next_report = self.next_report(monotonic() - self._start)
        if seconds >= SECONDS_TO_FORECAST and progress.amount is not None and progress.seconds_left is not None:
            if progress.seconds_left > self._limit:
                rate = "the rate of this machine"
                raise too_long(self, progress.amount, progress.seconds_left, rate, self._limit / 3600)
            self._limit = math.inf  # what has been begun is not thrown away
        for receive in self._receivers:
            receive(progress)

    def _progress(self) -> Progress:
        amount = self.amount()  # it can take a while
        return Progress(str(self), monotonic() - self._start, amount, self.partial_summary(), self._before)


def too_long(work: Work, amount: Amount, seconds: float, rate: str, hours: float) -> TooLongError:
    """Return the error for work whose rest would take `seconds` at a rate, more than the hours allowed."""
    allowed = f"{float(hours):g} hour{'' if hours == 1 else 's'}"
    most = max(2.0, amount.range_left[1] / amount.left)  # twice as long, or as long as it may take
    enough = math.ceil(most * seconds / 3600)
    return TooLongError(
        f"{work}: this takes about {amount.display_time(seconds)} ({replace(amount, done=0).display} at {rate}), and "
        f"the limit is {allowed}: {work.way_out}",
        enough if enough <= HOURS_OF_A_YEAR else None,
    )
