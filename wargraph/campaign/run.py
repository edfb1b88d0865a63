"""Campaigns: long work that is divided into work units, done by any executor, and merged into one result.

A *work unit*, or *unit*, is a small frozen dataclass that can be pickled and that describes independent work. Its
method `work` returns a partial result and the units that are left of it: none if it is done, several if it was too
large. So a campaign may start from a single unit and still keep every worker busy, no worker is busy for long with one
unit, and an interruption loses nothing that was finished.

Partial results are merged by an associative and commutative function. The work on a unit is deterministic and limited
by its amount, never by time. So the merged result does not depend on the number of workers, on the executor, or on the
order in which the units finish.
"""

import os
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext, suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from wargraph.campaign.checkpointed import with_checkpoint
from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import RunOptions, Work
from wargraph.campaign.units import FinishedUnit, WorkUnit, worked
from wargraph.compute.interruption import interrupted_later
from wargraph.errors import ParameterError, WarGraphError

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

Partial = TypeVar("Partial")

_MOST_IN_FLIGHT = 64
"""The units that the executor has at a time; the others wait here, the newest first."""

_IN_FLIGHT_FOR_EACH = 3
"""The units that the executor has for each worker, if that is more."""

_SECONDS_OF_A_WAIT = 0.1
"""The time for which the campaign waits for units until it looks whether Ctrl-C was pressed."""

_SECONDS_TO_FINISH = 10.0
"""The time for which an interruption waits for the units that workers have: a usual one takes a second."""

AnyUnit = TypeVar("AnyUnit", bound=WorkUnit[Any])


class Campaign(Work, Generic[AnyUnit, Partial]):
    """Long work that is divided into units. A campaign is run once.

    Sum the squares of some numbers. A unit sums 100 of its numbers, and leaves the others as two halves:

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
    ...     def units(self):
    ...         return [Squares(0, 1000)]
    >>> SumOfSquares().run()
    332833500
    """

    is_divided = True

    result: Partial | None = None
    """The merged partial results so far; None before the first unit is finished."""

    _record: "CampaignRecord | None" = None

    @abstractmethod
    def units(self) -> Iterable[AnyUnit]:
        """Yield the units to start from, at least one; each is taken when nothing waits of those before it."""

    def waves(self) -> Iterable[Iterable[AnyUnit]]:
        """Yield the units in waves, each of which needs what was merged of those before: by default a single one."""
        yield self.units()

    def terms(self, known: float) -> tuple[Any, ...]:
        """Return the arguments of the method `work` while `known` units for each worker are known: by default none.

        The result must not depend on them. They are not kept in a checkpoint.
        """
        del known
        return ()

    def merged(self, one: Partial, other: Partial) -> Partial:
        """Merge two partial results; associative and commutative. It may change both, as neither is used again."""
        return one + other  # type: ignore[operator,no-any-return]

    def collect(self, unit: AnyUnit, partial: Partial) -> None:
        """Receive a finished unit with its partial result, in this process, before that is merged."""

    def check(self, result: Partial) -> None:
        """Check the result of all units: by default that everything was counted, or a `WarGraphError` is raised."""
        del result
        if amount := self.amount():
            self.check_total(amount.done, amount.done + amount.left, amount.of)

    def check_total(self, counted: float, total: float, of: str) -> None:
        """Raise a `WarGraphError` if the number counted is not the total."""
        if counted != total:
            raise WarGraphError(f"{self}: {counted:,} of {total:,} {of} were counted: please report this")

    def run(self, run_options: RunOptions | None = None) -> Partial:
        """Do all units, and those that are left of them, and merge the results.

        A unit that is finished in the checkpoint is not done again. Ctrl-C raises `Interrupted` after the workers have
        finished their units, or after ten seconds; a second Ctrl-C does not wait.
        """
        with with_checkpoint(run_options, type(self).__name__, {"of": self}) as run_options:
            given = run_options.executor
            workers = threads(worker_count()) if given is None else nullcontext(given)
            with self.watched(run_options) as record, workers as executor:
                result = self._run(executor, record)
                self.check(result)
        return result

    def _run(self, executor: Executor, record: "CampaignRecord | None") -> Partial:
        self._record = record
        self._workers = workers_of(executor)
        self._coming: Iterator[AnyUnit] = iter(())
        self._waiting: list[AnyUnit] = []
        self._in_flight: dict[Future[FinishedUnit], AnyUnit] = {}
        self._done: SimpleQueue[Future[FinishedUnit]] = SimpleQueue()
        try:
            # Ctrl-C would leave a unit half merged or lost.
            with interrupted_later() as check_interruption:
                left = record.units if record else 0
                for wave in self.waves():
                    self._coming = iter(wave)
                    if record and left:
                        left = self._merge_finished(record, left, check_interruption)
                        amount = self.amount()
                        self.begin_after(amount.done if amount else 0)
                    self._submit(executor)
                    while self._in_flight:
                        with suppress(Empty):
                            self._collect([self._done.get(timeout=_SECONDS_OF_A_WAIT)], executor)
                            self.poll()
                        check_interruption()
        except BrokenExecutor:
            raise WarGraphError(
                f"{self}: a worker died, and its executor with it: use fewer workers, if memory was short, and ask "
                f"again{'; what is finished is kept' * bool(record)}"
            ) from None
        finally:
            with suppress(KeyboardInterrupt):  # pressed again: give up the workers, but keep what is known
                self._collect_last()
        if self.result is None:
            raise ParameterError("a campaign needs a unit to start from")
        return self.result

    def _submit(self, executor: Executor) -> None:
        """Hand out units: first those that others left, which were large."""
        most = max(_MOST_IN_FLIGHT, _IN_FLIGHT_FOR_EACH * self._workers)
        while len(self._in_flight) < most and (unit := self._next()) is not None:
            known = 1 + len(self._in_flight) + len(self._waiting)
            future = executor.submit(worked, unit, self._record is not None, self.terms(known / self._workers))
            self._in_flight[future] = unit
            future.add_done_callback(self._done.put)

    def _next(self) -> AnyUnit | None:
        return self._waiting.pop() if self._waiting else next(self._coming, None)

    def _merge_finished(self, record: "CampaignRecord", left: int, check_interruption: Callable[[], None]) -> int:
        """Merge the units that earlier runs finished, of a wave, or `left` of them; return how many are left then.

        This run does the others.
        """
        unfinished = []
        while left and (unit := self._next()) is not None:
            check_interruption()
            if finished := record.finished(unit):
                self._waiting.extend(finished.left)
                self._merge(unit, finished)
                left -= 1
            else:
                unfinished.append(unit)
        self._waiting += reversed(unfinished)
        return left

    def _collect(self, done: Iterable[Future[FinishedUnit]], executor: Executor | None = None) -> None:
        """Keep and merge the units that workers have finished; an executor first gets what they left, and goes on."""
        results = [(future, future.result()) for future in done]
        finished = [(self._in_flight.pop(future), result) for future, result in results]
        for _, result in finished:
            self._waiting.extend(result.left)
        try:
            if executor:
                self._submit(executor)
        finally:
            if self._record:
                self._record.keep(finished)
            for unit, result in finished:
                self._merge(unit, result)

    def _merge(self, unit: AnyUnit, finished: FinishedUnit) -> None:
        self.collect(unit, finished.partial)
        self.result = finished.partial if self.result is None else self.merged(self.result, finished.partial)

    def _collect_last(self) -> None:
        """Let the workers finish the units that they have begun, for a while, and collect these."""
        self._in_flight = {future: unit for future, unit in self._in_flight.items() if not future.cancel()}
        finished = wait(self._in_flight, _SECONDS_TO_FINISH).done
        with interrupted_later():  # a unit is collected whole
            self._collect(future for future in finished if not future.exception())


class GameTables(Campaign[AnyUnit, Partial]):
    """Base of campaigns that play games into tables: `total` games, of which `done` are collected."""

    way_out = "play fewer games"
    total: int
    done = 0

    def amount(self) -> Amount:
        return Amount(self.done, self.total - self.done, "games")

    def partial_summary(self) -> str:
        return f"{self.done:,} of {self.total:,} games played" if self.done else ""


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    """Start some threads. The end of the block does not wait for those that still work: they were abandoned."""
    executor = ThreadPoolExecutor(count)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def workers_of(executor: Executor | None) -> int:
    """Return the number of workers of an executor, or of cores if it does not say."""
    return getattr(executor, "_max_workers", worker_count())


def worker_count() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
