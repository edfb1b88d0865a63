"""Who works, how long it may take, and who is told: the same for all long work."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from numbers import Real
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from wargraph.campaign.display import in_notebook, shown_progress
from wargraph.campaign.progress import Amount, Interrupted, Progress
from wargraph.errors import ParameterError, TooLongError, shown
from wargraph.report.humanize import HOURS_OF_A_YEAR
from wargraph.report.result import Result

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import Checkpoint

HOURS = 1.0
"""How long exact counts may take, by the forecast, unless more is allowed."""

_SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_SHOW = 1.0
"""After which time a notebook shows how far it is, without being asked."""

SECONDS_TO_FORECAST = 2.0
"""After which time the rate of this machine is known well enough to refuse what takes too long."""


@dataclass(frozen=True)
class RunOptions:
    """Who works, for how long, and who is told.

    Attributes
    ----------
    executor
        Any executor of the `concurrent.futures` interface, which is left open. By default threads, as many as there are
        cores. It never changes a result.
    hours
        What is forecast to take longer is refused. By default an hour for exact counts; games to be played have no
        limit unless there is one here.
    progress
        True shows on stderr, or in a notebook, how far it is, and False shows nothing. By default a notebook shows it
        where it takes more than a second, and nothing else does. Or a function, which is told a `Progress`: at the
        start and, if it takes that long, every tenth of a second; where that has to be estimated, after two seconds,
        then every 20 seconds, later more seldom. What it raises ends the work.
    checkpoint
        A file that keeps every finished piece of the work at once: whatever ends it, asking the same again goes on
        from there. It is made if it is not there, and refused if it belongs to another question.

    Examples
    --------
    >>> from wargraph import simulate
    >>> told = []
    >>> simulate("bryer", games=100, run_options=RunOptions(progress=told.append)).games
    100
    >>> told[0].work
    'bryer'
    """

    executor: Executor | None = None
    hours: float | None = None
    progress: bool | Callable[[Progress], None] | None = None
    checkpoint: "str | PathLike[str] | Checkpoint | None" = None

    def __post_init__(self) -> None:
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise ParameterError(f"executor {shown(self.executor)} is none: use one of concurrent.futures, or None")
        if self.hours is not None and not (isinstance(self.hours, Real) and self.hours > 0):
            raise ParameterError(f"hours = {shown(self.hours)}: the time that work may take must be a number above 0")
        if not (self.progress is None or isinstance(self.progress, bool) or callable(self.progress)):
            raise ParameterError(
                f"progress {shown(self.progress)} cannot be called: use True, or a function of a Progress"
            )
        if not (isinstance(self.checkpoint, str | PathLike | None) or hasattr(self.checkpoint, "campaign")):
            raise ParameterError(f"checkpoint {shown(self.checkpoint)} is no file: name one, such as 'longest-16.db'")

    @property
    def kept(self) -> "Checkpoint | None":
        """The checkpoint, once it is open."""
        return None if isinstance(self.checkpoint, str | PathLike) else self.checkpoint


def checked_run_options(run_options: RunOptions | None) -> RunOptions:
    """The run options, the usual one for None, or a `ParameterError`."""
    if run_options is None:
        return RunOptions()
    if not isinstance(run_options, RunOptions):
        raise ParameterError(
            f"run_options {shown(run_options)} is not a RunOptions: use RunOptions(hours=2, checkpoint=...) or none"
        )
    return run_options


class Work(ABC):
    """Something that takes long, as it is seen by those who wait for it."""

    hours: ClassVar[float] = math.inf
    """How long it may take by the forecast, unless the run options say otherwise."""

    way_out: ClassVar[str] = ""
    """What to do where it takes too long."""

    before: float = 0
    """How much of the amount was done by earlier runs."""

    _watch: "_Watch | None" = None

    @abstractmethod
    def __str__(self) -> str:
        """What is worked on, in a few words."""

    def poll(self) -> None:
        """To be called often while it is `watched`: looks, when it is time, how far it is, and tells it."""
        if self._watch is not None:
            self._watch.poll()

    def begin_after(self, done: float) -> None:
        """So much was done by earlier runs, and what is done from now on, by this one."""
        self.before = done
        if self._watch is not None:
            self._watch.begin()

    def partial_summary(self) -> str:
        """What is known so far, in a sentence."""
        return ""

    def amount(self) -> Amount | None:
        """How much is done, if that is known."""
        return None

    def amount_when_stopped(self) -> Amount | None:
        """The same when it is stopped, and nobody will wait for an estimate."""
        return self.amount()

    def finished(self) -> Result | None:
        """The part of the result that is finished, if there is one."""
        return None

    def next_look(self, seconds: float) -> float:
        """When, after so many seconds, to look next how far it is."""
        return seconds + _SECONDS_BETWEEN_LOOKS


@contextmanager
def monitor(
    work: Work, run_options: RunOptions | None, note: Callable[[Progress], None] | None = None
) -> Iterator[None]:
    """Do some work under the eyes of those who wait for it; it calls its `look` often.

    With `note` everything that could be told is noted too, whoever listens.

    Raises
    ------
    ParameterError
        If it should be kept in a checkpoint, and is not noted, which says that it cannot be.
    TooLongError
        At such a look, if the work is forecast to take longer than it may.
    Interrupted
        On Ctrl-C.
    """
    run_options = checked_run_options(run_options)
    if run_options.checkpoint is not None and note is None:
        raise ParameterError(f"{work} is not done in pieces that a checkpoint could keep: leave it out")
    watch = _Watch(work, run_options, note)
    try:
        with watch.reporting():
            work._watch = watch
            yield
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise Interrupted(watch.stopped(), work.finished()) from None


class _Watch:
    """The eyes on one run of some work."""

    def __init__(self, work: Work, run_options: RunOptions, note: Callable[[Progress], None] | None) -> None:
        self.work = work
        self.note = note
        self.limit = 3600 * (work.hours if run_options.hours is None else run_options.hours)
        self.listener = run_options.progress
        self.tell: Callable[[Progress], None] | None = None
        self.display = ExitStack()
        self.shows_later = run_options.progress is None and in_notebook()
        self.begin()
        self.is_allowed = self.limit == math.inf
        self.amount: Amount | None = None

    def begin(self) -> None:
        """From here time is taken."""
        self.start = monotonic()
        self.next_look = self.work.next_look(0.0)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        with self.display:
            if self.listener is True:
                self.show()
            elif callable(self.listener):
                self.tell = self.listener
                self.tell(Progress(str(self.work), 0.0))
            yield

    def show(self) -> None:
        """From now on, show how far it is."""
        self.tell = self.display.enter_context(shown_progress(str(self.work)))

    def stopped(self) -> Progress:
        """The progress when it is stopped."""
        self.amount = self.work.amount_when_stopped()
        return self.progress()

    def progress(self) -> Progress:
        return Progress(str(self.work), self.seconds, self.amount, self.work.partial_summary(), self.work.before)

    @property
    def seconds(self) -> float:
        return monotonic() - self.start

    def poll(self) -> None:
        seconds = self.seconds
        if self.shows_later and seconds >= SECONDS_TO_SHOW:
            self.shows_later = False
            self.show()
        if seconds < self.next_look or (self.is_allowed and self.tell is None and self.note is None):
            return
        self.amount = self.work.amount()
        progress = self.progress()
        self.next_look = self.work.next_look(self.seconds)
        if not self.is_allowed and seconds >= SECONDS_TO_FORECAST and progress.seconds_left is not None:
            if progress.seconds_left > self.limit:
                assert progress.amount is not None
                raise too_long(
                    self.work, progress.amount, progress.seconds_left, "the rate of this machine", self.limit / 3600
                )
            self.is_allowed = True
        for told in (self.note, self.tell):
            if told is not None:
                told(progress)


def too_long(work: Work, amount: Amount, seconds: float, rate: str, hours: float) -> TooLongError:
    """The refusal of work that would take so many seconds at some rate, more than the hours allowed."""
    allowed = f"{hours:g} hour{'' if hours == 1 else 's'}"
    most = max(2.0, amount.range_left[1] / amount.left)  # twice as long, or as long as it may take
    enough = math.ceil(most * seconds / 3600)
    return TooLongError(
        f"{work}: {amount.display_left} are left, some {amount.display_time(seconds)} at {rate}, more than the "
        f"{allowed} allowed: {work.way_out}",
        enough if enough <= HOURS_OF_A_YEAR else None,
    )
