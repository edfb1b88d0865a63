"""Run options: who does long work, how long it may take, who sees the progress, and where it is kept."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from wargraph.campaign.progress import Amount, Interrupted, Progress, in_notebook, shown_progress
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
    progress: bool | Callable[[Progress], None] | None = None
    checkpoint: "str | PathLike[str] | Checkpoint | None" = None

    def __post_init__(self) -> None:
        if self.hours is not None and not self.hours > 0:
            raise ParameterError(f"hours = {shown(self.hours)}: the time that work may take must be above 0")

    @property
    def kept(self) -> "Checkpoint | None":
        """The checkpoint, if it is open."""
        return None if isinstance(self.checkpoint, str | PathLike) else self.checkpoint


class Work(ABC):
    """Long work. While `monitor` watches it, `poll` reports its progress, and refuses work that takes too long."""

    hours: ClassVar[float] = math.inf
    """The longest time that it may be forecast to take, unless the run options say otherwise."""

    way_out: ClassVar[str] = ""
    """Advice to the user if it takes too long."""

    before: float = 0
    """The part of the amount that earlier runs did."""

    _watch: "_Watch | None" = None

    @abstractmethod
    def __str__(self) -> str:
        """Return the name of the work, in a few words."""

    def amount(self) -> Amount | None:
        """Return how much is done and left, or None if that is not known."""
        return None

    def partial_summary(self) -> str:
        """Return what is known so far as a sentence; empty if nothing is."""
        return ""

    def next_report(self, seconds: float) -> float:
        """Return the time of the next report, in seconds from the start, after one at the given time."""
        return seconds + _SECONDS_BETWEEN_REPORTS

    def poll(self) -> None:
        """Report the progress, if it is time to; the work calls this often."""
        if self._watch is not None:
            self._watch.poll()

    def begin_after(self, done: float) -> None:
        """Note the amount that earlier runs did, and start the clock of this run."""
        self.before = done
        if self._watch is not None:
            self._watch.begin()


@contextmanager
def monitor(work: Work, run_options: RunOptions | None, record: "CampaignRecord | None" = None) -> Iterator[None]:
    """Watch the work that the block does: report its progress to whom the run options name, and to its record.

    A `TooLongError` is raised at a report if the work is forecast to take longer than the run options allow, and
    `Interrupted` on Ctrl-C. Without a record no checkpoint is allowed.
    """
    run_options = run_options or RunOptions()
    if run_options.checkpoint is not None and record is None:
        raise ParameterError(f"{work} is not divided into work units that a checkpoint could keep: leave it out")
    watch = _Watch(work, run_options, record)
    try:
        with watch.display:
            if run_options.progress is True:
                watch.show()
            elif callable(run_options.progress):
                run_options.progress(Progress(str(work), 0.0))
                watch.receivers.append(run_options.progress)
            work._watch = watch
            yield
    except Interrupted:
        raise
    except KeyboardInterrupt:
        progress = watch.progress()
        if record:
            record.stop(progress)
        raise Interrupted(progress) from None
    finally:
        work._watch = None  # nor does the work refer to itself any more: what it holds is freed at once


class _Watch:
    """The state of one run of some work, for `monitor`."""

    def __init__(self, work: Work, run_options: RunOptions, record: "CampaignRecord | None") -> None:
        self.work = work
        self.limit = 3600 * (work.hours if run_options.hours is None else run_options.hours)
        self.is_allowed = self.limit == math.inf
        self.receivers: list[Callable[[Progress], None]] = [record.note] if record else []
        self.display = ExitStack()
        self.shows_later = run_options.progress is None and in_notebook()
        self.begin()

    def begin(self) -> None:
        """Start the clock."""
        self.start = monotonic()
        self.next_report = self.work.next_report(0.0)

    def show(self) -> None:
        """Show the progress from now on."""
        self.receivers.append(self.display.enter_context(shown_progress(str(self.work))))

    def progress(self) -> Progress:
        amount = self.work.amount()  # it can take a while
        seconds = monotonic() - self.start
        return Progress(str(self.work), seconds, amount, self.work.partial_summary(), self.work.before)

    def poll(self) -> None:
        seconds = monotonic() - self.start
        if self.shows_later and seconds >= SECONDS_TO_SHOW:
            self.shows_later = False
            self.show()
        if seconds < self.next_report or (self.is_allowed and not self.receivers):
            return
        progress = self.progress()
        self.next_report = self.work.next_report(monotonic() - self.start)
        if not self.is_allowed and seconds >= SECONDS_TO_FORECAST and progress.seconds_left is not None:
            if progress.amount is not None and progress.seconds_left > self.limit:
                rate = "the rate of this machine"
                raise too_long(self.work, progress.amount, progress.seconds_left, rate, self.limit / 3600)
            self.is_allowed = True
        for receive in self.receivers:
            receive(progress)


def too_long(work: Work, amount: Amount, seconds: float, rate: str, hours: float) -> TooLongError:
    """Return the error for work whose rest would take so many seconds at some rate, more than the hours allowed."""
    allowed = f"{float(hours):g} hour{'' if hours == 1 else 's'}"
    most = max(2.0, amount.range_left[1] / amount.left)  # twice as long, or as long as it may take
    enough = math.ceil(most * seconds / 3600)
    return TooLongError(
        f"{work}: {replace(amount, done=0).display} are left, some {amount.display_time(seconds)} at {rate}, more than "
        f"the {allowed} allowed: {work.way_out}",
        enough if enough <= HOURS_OF_A_YEAR else None,
    )
