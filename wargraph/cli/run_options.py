"""What --jobs, --hours, --checkpoint and --scheduler say of long work."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wargraph.cli.options import option
from wargraph.errors import ParameterError, shown

if TYPE_CHECKING:
    import wargraph as wg

_MOST_JOBS = 1000


@dataclass(frozen=True)
class LongWork:
    """What the options say: so many threads, or the workers of a scheduler; hours at most; a file that keeps it."""

    jobs: Annotated[int | None, option("--jobs N", "Threads; by default one a core. They never change a result.")] = (
        None
    )
    hours: Annotated[
        float | None, option("--hours H", "Refuse what is forecast to take longer; by default 1 hour.")
    ] = None
    checkpoint: Annotated[
        Path | None,
        option("--checkpoint FILE", "Keep what is finished in this file at once; the same command goes on from there."),
    ] = None
    scheduler: Annotated[
        str | None,
        option("--scheduler ADDRESS", "Let the workers of a Dask scheduler do it, such as tcp://127.0.0.1:8786."),
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
        """Refuse some options, by default all, where they make no sense."""
        for name in names or vars(self):
            if getattr(self, name) is not None:
                raise ParameterError(f"--{name} {where}: leave it out")

    @contextmanager
    def run_options(self, command: str, parameters: Mapping[str, object]) -> "Iterator[wg.RunOptions]":
        """The run options that they name, with its progress on a terminal; the checkpoint is that of a command."""
        from wargraph.campaign.checkpointed import asking
        from wargraph.campaign.run import threads, worker_count
        from wargraph.campaign.run_options import RunOptions  # only here: who asks for little need not wait for it
        from wargraph.compute.memory import require_address_space_for_threads

        if self.scheduler is not None:
            from wargraph.campaign.cluster import cluster

            workers = cluster(self.scheduler)
        else:
            count = self.jobs or worker_count()
            require_address_space_for_threads(count)
            workers = threads(count)
        with workers as executor:
            run_options = RunOptions(executor, self.hours, sys.stderr.isatty(), self.checkpoint)
            with asking(run_options, command, parameters, shlex.join(["wargraph", *sys.argv[1:]])) as kept:
                yield kept


ANY_RUN_OPTIONS = LongWork()

Hours = Annotated[LongWork, "hours"]
Kept = Annotated[LongWork, "jobs", "checkpoint", "scheduler"]
Again = Annotated[LongWork, "jobs", "hours", "scheduler"]
