"""What --jobs and --hours allow for long work, and what is written of it on Ctrl-C."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from wargraph.campaign.effort import Effort
from wargraph.campaign.interruption import interrupted_later
from wargraph.campaign.run import threads, worker_count
from wargraph.errors import ParameterError
from wargraph.rules import ReturnOrder
from wargraph.transcripts.tree import compile_kernels, refuse_hopeless
from wargraph.transcripts.walk import is_small_deck

_MOST_JOBS = 1000


def check_effort(jobs: int | None, hours: float | None, matrix: bool = False) -> None:
    """Refuse --jobs and --hours where they make no sense."""
    if matrix and (jobs is not None or hours is not None):
        raise ParameterError("--jobs and --hours are for the standard deck: with --matrix leave them out")
    if jobs is not None and not 1 <= jobs <= _MOST_JOBS:
        raise ParameterError(f"--jobs {jobs}: the number of threads must be from 1 to {_MOST_JOBS}")
    if hours is not None and not hours > 0:
        raise ParameterError(f"--hours {hours:g}: the time a command may take must be above 0")


@contextmanager
def effort_of(jobs: int | None = None, hours: float | None = None) -> Iterator[Effort]:
    """What --jobs and --hours allow for long work, with its progress on a terminal."""
    with threads(jobs or worker_count()) as executor:
        yield Effort(executor, hours, progress=sys.stderr.isatty())


def refuse_hopeless_decks(sizes: list[int], orders: Sequence[ReturnOrder], effort: Effort) -> None:
    """Before any deck is begun, refuse those that no machine could do in time; and have the kernels loaded."""
    if not all(map(is_small_deck, sizes)):
        with interrupted_later():
            compile_kernels()
    for n in sizes:
        for order in orders:
            refuse_hopeless(n, order, effort)
