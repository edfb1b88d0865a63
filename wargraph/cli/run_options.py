"""The options of long work: --jobs, --hours, --checkpoint and --scheduler."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wargraph.campaign.progress import shown_progress
from wargraph.cli.options import option
from wargraph.errors import ParameterError, shown

if TYPE_CHECKING:
    import wargraph as wg

_MOST_JOBS = 1000


@dataclass(frozen=True)
class LongWork:
    """Options of commands that may take long: who does the work, how long it may take, and where it is kept."""

    jobs: Annotated[
        int | None, option("--jobs N", "Use N threads; by default one for each core. The result does not depend on it.")
    ] = None
    hours: Annotated[
        float | None, option("--hours H", "Refuse work that is forecast to take more than H hours; by default 1.")
    ] = None
    checkpoint: Annotated[
        Path | None,
        option(
            "--checkpoint FILE", "Save each finished part of the work in this file; the same command resumes from it."
        ),
    ] = None
    scheduler: Annotated[
        str | None,
        option(
            "--scheduler ADDRESS",
            "Use the workers of the Dask scheduler at this address, such as tcp://127.0.0.1:8786.",
        ),
    ] = None

    def __post_init__(self) -> None:
        if self.jobs is not None and not 1 <= self.jobs <= _MOST_JOBS:
            raise ParameterError(f"--jobs {self.jobs}: the number of threads must be from 1 to {_MOST_JOBS}")
        if self.hours is not None and not self.hours > 0:
            raise ParameterError(f"--hours {self.hours:g}: the time a command may take must be above 0")
        if self.jobs is not None and self.scheduler is not None:
            raise ParameterError(
                f"--jobs {self.jobs} are threads here, and --scheduler {shown(self.scheduler)} has workers: ask for one"
            )

    def refuse(self, where: str, *names: str) -> None:
        """Refuse some of the options, by default all, where they have no meaning."""
        for name in names or vars(self):
            if getattr(self, name) is not None:
                raise ParameterError(f"--{name} {where}: leave it out")

    @contextmanager
    def run_options(self, command: str, parameters: Mapping[str, object]) -> "Iterator[wg.RunOptions]":
        """The run options of a command, with a progress display if stderr is a terminal."""
        from wargraph.campaign.checkpointed import with_checkpoint
        from wargraph.campaign.run import threads, worker_count
        from wargraph.campaign.run_options import RunOptions  # imported late: most commands need none

        if self.scheduler is not None:
            from wargraph.campaign.cluster import cluster

            workers = cluster(self.scheduler)
        else:
            workers = threads(self.jobs or worker_count())
        with workers as executor:
            run_options = RunOptions(executor, self.hours, sys.stderr.isatty(), self.checkpoint)
            with with_checkpoint(run_options, command, parameters, shlex.join(["wargraph", *sys.argv[1:]])) as kept:
                yield kept


ANY_RUN_OPTIONS = LongWork()

Hours = Annotated[LongWork, "hours"]
Searched = Annotated[LongWork, "hours", "checkpoint"]
Kept = Annotated[LongWork, "jobs", "checkpoint", "scheduler"]
Again = Annotated[LongWork, "jobs", "hours", "scheduler"]


def working(on: str) -> AbstractContextManager[object]:
    """Show on a terminal what the command works on; show nothing elsewhere."""
    return shown_progress(on) if sys.stderr.isatty() else nullcontext()
