"""Campaigns: work in pieces, on any executor, merged into one result.

A *piece* is a description of independent work, a small frozen dataclass that can be pickled. Its `work` gives a partial
result and the pieces that are left of it: none if it is done, several if it was too large for one go. So a campaign may
start from a single piece and still keep every worker busy, no worker is away for long, and stopping loses nothing that
was finished.

Partial results are merged by an associative and commutative function. Pieces are worked on in a way that is
deterministic and cut by amount, never by time, so the merged result does not depend on the number of workers, on the
executor, or on the order in which pieces finish.
"""

import os
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from wargraph.campaign.checkpointed import asking
from wargraph.campaign.interruption import interrupted_later
from wargraph.campaign.pieces import FinishedPiece, Piece, worked
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.errors import ParameterError, WarGraphError

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

Partial = TypeVar("Partial")

_MOST_IN_FLIGHT = 64
"""Pieces handed to the executor at a time; the others wait here, the newest first."""

_IN_FLIGHT_FOR_EACH = 3
"""Or so many for each that works, where these are many."""

_SECONDS_OF_A_WAIT = 0.1
"""How long Ctrl-C is put off at most while pieces are waited for."""

AnyPiece = TypeVar("AnyPiece", bound=Piece[Any])


class Campaign(Work, Generic[AnyPiece, Partial]):
    """Work in pieces. A campaign is run once.

    Attributes
    ----------
    result
        The merged results so far; None before the first one is back.

    Examples
    --------
    Sum the squares of some numbers, those that are left of a piece in two halves:

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Squares:
    ...     first: int
    ...     stop: int
    ...     def work(self):
    ...         end = min(self.first + 100, self.stop)
    ...         middle = (end + self.stop) // 2
    ...         halves = [Squares(end, middle), Squares(middle, self.stop)] if end < self.stop else []
    ...         return sum(x * x for x in range(self.first, end)), halves
    >>> class SumOfSquares(Campaign):
    ...     def __str__(self):
    ...         return "squares below 1000"
    ...     def pieces(self):
    ...         return [Squares(0, 1000)]
    >>> SumOfSquares().run()
    332833500
    """

    result: Partial | None = None

    _record: "CampaignRecord | None" = None

    @abstractmethod
    def pieces(self) -> Iterable[AnyPiece]:
        """Where to start, at least one piece; taken one by one, when nothing is left of those before."""

    def merged(self, one: Partial, other: Partial) -> Partial:
        """Two partial results as one; associative and commutative. It may use up both: neither is looked at again."""
        return one + other  # type: ignore[operator,no-any-return]

    def collect(self, piece: AnyPiece, partial: Partial) -> None:
        """Told every piece with its partial result, in this process, before it is merged."""

    def check(self, result: Partial) -> None:
        """Told the result of all pieces: it must add up, by default to the amount there was.

        Raises
        ------
        WarGraphError
            If it does not.
        """
        del result
        amount = self.amount()
        if amount is not None:
            self.check_total(amount.done, amount.done + amount.left, amount.of)

    def check_total(self, counted: float, total: float, of: str) -> None:
        """Raise a `WarGraphError` if it was not the total that was counted."""
        if counted != total:
            raise WarGraphError(f"{self}: {counted:,} of {total:,} {of} were counted: please report this")

    def left(self) -> list[AnyPiece]:
        """The pieces that are not finished: those still to come, those that wait and those being worked on."""
        self._waiting[:0] = [*self._coming][::-1]
        return [*self._waiting, *self._in_flight.values()]

    def run(self, run_options: RunOptions | None = None) -> Partial:
        """Work on all pieces, and on those they leave, and merge the results.

        With a checkpoint the pieces that are finished in it are not worked on again.

        Raises
        ------
        TooLongError
            If it is forecast to take longer than it may.
        CheckpointError
            If the checkpoint cannot be used, or not go on.
        Interrupted
            On Ctrl-C, after the pieces being worked on have come back.
        """
        with asking(run_options, type(self).__name__, {"of": self}) as run_options:
            record = run_options.kept.campaign(str(self)) if run_options.kept else None
            try:
                with (
                    monitor(self, run_options, record.note if record else None),
                    _workers(run_options.executor) as executor,
                ):
                    result = self._run(executor, record)
            except Interrupted as stopped:
                if record:
                    record.stop(stopped.progress)
                raise
            self.check(result)
            if record:
                record.end(self.amount())
        return result

    def _run(self, executor: Executor, record: "CampaignRecord | None") -> Partial:
        self._record = record
        self._coming = iter(self.pieces())
        self._waiting: list[AnyPiece] = []
        self._in_flight: dict[Future[FinishedPiece], AnyPiece] = {}
        try:
            if record and record.pieces:
                self._merge_finished(record)
                amount = self.amount()
                self.begin_after(amount.done if amount else 0)
            while self._submit(executor):
                # Interrupted while it takes hold of the futures, `wait` would never let go of them.
                with interrupted_later():
                    done = wait(self._in_flight, _SECONDS_OF_A_WAIT, FIRST_COMPLETED).done
                if done:
                    self._collect(done)
                    self.poll()
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):  # pressed again: give up waiting, but keep what is known
                self._recall()
            raise
        except BrokenExecutor:
            self._recall()
            kept = "; what is finished is kept" if record else ""
            raise WarGraphError(
                f"{self}: a worker died, and its executor with it: use fewer workers, if memory was short, and ask "
                f"again{kept}"
            ) from None
        except BaseException:
            self._recall()
            raise
        if self.result is None:
            raise ParameterError("a campaign needs a piece to start from")
        return self.result

    def _submit(self, executor: Executor) -> bool:
        """Hand out pieces; whether some are being worked on."""
        most = max(_MOST_IN_FLIGHT, _IN_FLIGHT_FOR_EACH * workers_of(executor))
        while len(self._in_flight) < most and (piece := self._next()) is not None:
            with interrupted_later():
                self._in_flight[executor.submit(worked, piece)] = piece
        return bool(self._in_flight)

    def _next(self) -> AnyPiece | None:
        return self._waiting.pop() if self._waiting else next(self._coming, None)

    def _merge_finished(self, record: "CampaignRecord") -> None:
        """Merge all pieces that earlier runs finished: what is done after that is done by this one."""
        unfinished, merged = [], 0
        try:
            while merged < record.pieces and (piece := self._next()) is not None:
                finished = record.finished(piece)
                if finished is None:
                    unfinished.append(piece)
                    continue
                with interrupted_later():  # or it would be half merged
                    self._merge(piece, finished)
                merged += 1
        finally:
            self._waiting += reversed(unfinished)

    def _collect(self, done: Iterable[Future[FinishedPiece]]) -> None:
        """Take what workers hand back."""
        with interrupted_later():  # or a piece would be half collected
            finished = {future: future.result() for future in done}
            if self._record:
                self._record.keep((self._in_flight[future], found) for future, found in finished.items())
            for future, found in finished.items():
                self._merge(self._in_flight.pop(future), found)

    def _merge(self, piece: AnyPiece, finished: FinishedPiece) -> None:
        self._waiting.extend(finished.left)
        self.collect(piece, finished.partial)
        self.result = finished.partial if self.result is None else self.merged(self.result, finished.partial)

    def _recall(self) -> None:
        """Take back what nobody works on yet, and wait for the rest."""
        for future in list(self._in_flight):
            if future.cancel():
                self._waiting.append(self._in_flight.pop(future))
        finished = wait(self._in_flight).done
        self._collect(future for future in finished if not future.exception())


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    """So many threads. At the end nobody waits for those that still work: they were given up."""
    executor = ThreadPoolExecutor(count)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _workers(executor: Executor | None) -> Iterator[Executor]:
    """The executor; threads, one a core, where there is none."""
    if executor is not None:
        yield executor
        return
    with threads(worker_count()) as own:
        yield own


def workers_of(executor: Executor | None) -> int:
    """How many work at a time, as far as the executor says."""
    return getattr(executor, "_max_workers", worker_count())


def worker_count() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
