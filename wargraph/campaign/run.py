"""Run the pieces of a campaign on an executor and merge what they give.

A *piece* is a description of independent work, small and picklable. A *work* function turns a
piece into a partial result and the pieces that are left of it: none if it is done, several if it
was too large for one go. So a campaign may start from a single piece and still keep every worker
busy, no worker is away for long, and stopping loses nothing that was finished.

Partial results are merged by an associative and commutative function. Work functions are
deterministic and cut by amount, never by time, so the merged result does not depend on the number
of workers, on the executor, or on the order in which pieces finish.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar

from wargraph.errors import ParameterError

Piece = TypeVar("Piece")
Partial = TypeVar("Partial")

_MOST_IN_FLIGHT = 64
"""Pieces handed to the executor at a time; the others wait here, the newest first."""


@dataclass(frozen=True)
class Progress(Generic[Piece, Partial]):
    """What is known of a campaign that is not finished.

    Attributes
    ----------
    result
        The merged results so far; None before the first piece is back.
    pieces
        What is left: the pieces that wait and those being worked on.
    seconds
        Time since the start.
    """

    result: Partial | None
    pieces: list[Piece]
    seconds: float


class Interrupted(KeyboardInterrupt):
    """A campaign was stopped by Ctrl-C.

    Attributes
    ----------
    progress
        What was finished and what is left.
    known
        What that says about the question, in a sentence that the one who asked puts here.
    """

    def __init__(self, progress: Progress[Any, Any], known: str = "") -> None:
        super().__init__(known)
        self.progress = progress
        self.known = known


def run(
    work: Callable[[Piece], tuple[Partial, Sequence[Piece]]],
    pieces: Iterable[Piece],
    merge: Callable[[Partial, Partial], Partial],
    executor: Executor | None = None,
    watch: Callable[[Progress[Piece, Partial]], None] | None = None,
) -> Partial:
    """Work on all pieces, and on those they leave, and merge the results.

    Parameters
    ----------
    work
        Gives the partial result of a piece and the pieces left of it.
    pieces
        Where to start: at least one piece.
    merge
        Joins two partial results; associative and commutative. It may use up both: neither is looked at again.
    executor
        Any executor of the `concurrent.futures` interface; it is left open. By default threads,
        as many as there are cores, closed at the end.
    watch
        Told the progress whenever pieces have come back and others are left. What it raises ends
        the campaign.

    Returns
    -------
    The merged result.

    Raises
    ------
    Interrupted
        On Ctrl-C, after the pieces being worked on have come back.

    Examples
    --------
    Sum the squares below 1000, a piece being a range that is cut in two while it is long:

    >>> def squares(piece):
    ...     middle = len(piece) // 2
    ...     if middle < 100:
    ...         return sum(x * x for x in piece), []
    ...     return 0, [piece[:middle], piece[middle:]]
    >>> run(squares, [range(1000)], int.__add__)
    332833500
    """
    own = ThreadPoolExecutor(worker_count()) if executor is None else None
    try:
        return _Campaign(work, pieces, merge, executor or own, watch).run()
    finally:
        if own is not None:
            own.shutdown(cancel_futures=True)


def worker_count() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Campaign(Generic[Piece, Partial]):
    """The state of one run."""

    def __init__(self, work, pieces, merge, executor, watch) -> None:  # type: ignore[no-untyped-def]
        self.work = work
        self.waiting = list(pieces)
        self.merge = merge
        self.executor = executor
        self.watch = watch
        self.in_flight: dict[Future[tuple[Partial, Sequence[Piece]]], Piece] = {}
        self.result: Partial | None = None
        self.start = monotonic()
        if not self.waiting:
            raise ParameterError("a campaign needs a piece to start from")

    def run(self) -> Partial:
        try:
            while self.waiting or self.in_flight:
                self._submit()
                self._collect(wait(self.in_flight, return_when=FIRST_COMPLETED).done)
                if self.watch is not None and (self.waiting or self.in_flight):
                    self.watch(self.progress())
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):  # pressed again: give up waiting, but keep what is known
                self._recall()
            raise Interrupted(self.progress()) from None
        except BaseException:
            self._recall()
            raise
        assert self.result is not None
        return self.result

    def progress(self) -> Progress[Piece, Partial]:
        return Progress(self.result, [*self.waiting, *self.in_flight.values()], monotonic() - self.start)

    def _submit(self) -> None:
        while self.waiting and len(self.in_flight) < _MOST_IN_FLIGHT:
            piece = self.waiting.pop()
            self.in_flight[self.executor.submit(self.work, piece)] = piece

    def _collect(self, done: Iterable[Future[tuple[Partial, Sequence[Piece]]]]) -> None:
        for future in done:
            partial, left = future.result()
            del self.in_flight[future]
            self.waiting.extend(left)
            self.result = partial if self.result is None else self.merge(self.result, partial)

    def _recall(self) -> None:
        """Take back what nobody works on yet, and wait for the rest."""
        for future in list(self.in_flight):
            if future.cancel():
                self.waiting.append(self.in_flight.pop(future))
        finished = wait(self.in_flight).done
        self._collect(future for future in finished if not future.exception())
