"""Do all workers work all the time? A record of the work units of some commands, and what more workers would do.

    python benchmarks/parallel.py [COMMAND ...]      eight commands by default; an hour on two cores

Each command runs with one thread and with two, in a process of its own that has loaded its kernels before, and is
interrupted after ten minutes. Prints the seconds of both, and the share of the time in which fewer than all threads did
work units. Then one thread does the units of more workers, each when one of these would begin it in a simulated time,
which passes as units take processor time and, while no worker has any, by the clock. Prints how many times faster than
one thread they would be; and for the most workers the number of units, the seconds of the longest one, and those in
which the main thread hands out and merges: these bound what any number of threads can do.
"""

import gc
import os
import sys
from _thread import interrupt_main
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext, redirect_stdout, suppress
from heapq import heappop, heappush
from itertools import pairwise
from multiprocessing import get_context
from queue import SimpleQueue
from threading import Timer, current_thread
from time import perf_counter, thread_time
from typing import Any

from wargraph.campaign import run, run_options
from wargraph.graph import loops
from wargraph.report.result import Row
from wargraph.report.tables import text_table

COMMANDS = {
    "endless 19 --deals balanced": "endless 11 --deals balanced",
    "longest 14": "longest 11",
    "longest 16 --hours 24": "longest 11",
    "simulate drew-shuffle --games 20000000": "simulate drew-shuffle --games 1000",
    "farthest 12": "farthest 8",
    "summary 10": "summary 8",
    "all-deals delahaye-mathieu,deck=4x4": "all-deals delahaye-mathieu,deck=3x3",
    "census 7": "census 6",
}
"""The commands, with smaller ones that load the same kernels."""

MOST_SECONDS = 600
"""After so many seconds a command is interrupted; `longest 16` alone takes longer."""

WORKERS = (16, 64, 256)


class Recorded(ThreadPoolExecutor):
    """Threads that record when they began and ended their units, or calls of `on_threads`."""

    def __init__(self, count: int) -> None:
        super().__init__(count, "unit")
        self.spans: list[tuple[float, float]] = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        """Hand out a unit."""
        return super().submit(self._recorded, function, arguments)

    def _recorded(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        began = perf_counter()
        result = function(*arguments)
        self.spans.append((began, perf_counter()))
        return result

    @property
    def is_in_unit(self) -> bool:
        """Whether this code runs in a unit."""
        return current_thread().name.startswith("unit")

    @property
    def seconds_of_all(self) -> float:
        """The time in which every thread did a unit."""
        changes = sorted(change for began, ended in self.spans for change in ((began, 1), (ended, -1)))
        busy, total = 0, 0.0
        for (time, change), (later, _) in pairwise(changes):
            busy += change
            total += (later - time) * (busy >= self._max_workers)
        return total


class Simulated(Executor):
    """Some workers in a simulated time: whoever waits for a unit does those that are begun before it ends."""

    def __init__(self, workers: int) -> None:
        self._max_workers = workers
        self.now = self.seconds_between = 0.0
        self.lengths: list[float] = []
        self._handed = deque[tuple[Future[Any], Callable[[], Any]]]()
        self._working: list[tuple[float, int, Future[Any], Any]] = []
        self._left = perf_counter()
        self.is_in_unit = False

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        """Hand out a unit."""
        future = _Awaited(self)
        self._handed.append((future, lambda: function(*arguments)))
        self._let_pass()
        self._begin()
        return future

    def advance(self) -> None:
        """Go on to the end of the unit that ends next."""
        self._let_pass()
        self.now, _, future, result = heappop(self._working)
        self._begin()
        future.set_result(result)

    def _begin(self) -> None:
        """Let the workers begin what was handed out, as long as there are any without a unit."""
        while self._handed and len(self._working) < self._max_workers:
            future, unit = self._handed.popleft()
            if future.set_running_or_notify_cancel():
                before, self.is_in_unit = thread_time(), True
                result = unit()
                self.is_in_unit = False
                self.lengths.append(thread_time() - before)
                heappush(self._working, (self.now + self.lengths[-1], len(self.lengths), future, result))
        self._left = perf_counter()

    def _let_pass(self) -> None:
        """Let the time pass that the main thread took, if no worker is at work meanwhile."""
        seconds = perf_counter() - self._left
        self.seconds_between += seconds
        self.now += seconds * (not self._working)

    @property
    def seconds(self) -> float:
        """The simulated time at which all has ended; units are still at work if the command was interrupted."""
        self._let_pass()
        return max([self.now, *(end for end, *_ in self._working)])


class _Here(Executor):
    """The executor of a unit that asks others for help: it does everything itself."""

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        """Do a call at once."""
        future = Future[Any]()
        future.set_result(function(*arguments))
        return future


class _Awaited(Future[Any]):
    def __init__(self, executor: Simulated) -> None:
        super().__init__()
        self._executor = executor

    def result(self, timeout: float | None = None) -> Any:
        while not self.done():
            self._executor.advance()
        return super().result(timeout)


class _Ended(SimpleQueue[Any]):
    """The units that a campaign waits for, in the order in which they end."""

    executor: Simulated

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        while self.empty():
            self.executor.advance()
        return super().get(block, timeout)


def measured(command: str, make: Callable[[int], Recorded | Simulated], workers: int) -> dict[str, Any]:
    """Return what one command takes on so many workers, after a smaller one that loads the same kernels."""
    from wargraph.cli import main

    executor = make(workers)
    for module in (run, loops):
        module.worker_count = lambda: workers  # type: ignore[attr-defined]
        module.threads = lambda _: nullcontext(_Here() if executor.is_in_unit else executor)  # type: ignore[attr-defined]
    os._exit = sys.exit  # type: ignore[assignment]  # as an interrupted command ends, whose units are wanted here
    limit = Timer(MOST_SECONDS, interrupt_main)
    limit.daemon = True
    for arguments in filter(None, (COMMANDS.get(command), command)):
        if arguments == command:
            gc.freeze()  # a command alone has no objects of a smaller one to look through for garbage
            limit.start()
        executor = make(workers)
        if isinstance(executor, Simulated):
            _Ended.executor = executor
            run.SimpleQueue, run_options.monotonic = _Ended, lambda: _Ended.executor.now  # type: ignore[attr-defined]
        sys.argv, start = ["wargraph", *arguments.split()], perf_counter()
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):  # noqa: PTH123
            main()
        seconds = perf_counter() - start
    limit.cancel()
    if isinstance(executor, Recorded):
        return {"seconds": seconds, "idle": 1 - executor.seconds_of_all / seconds}
    return {
        "seconds": executor.seconds,
        "units": len(executor.lengths),
        "longest": max(executor.lengths),
        "between": executor.seconds_between,
    }


def row(command: str) -> Row:
    """One command with one thread and with two, and by more workers in a simulation."""
    ways = [(Recorded, 1), (Recorded, 2), *((Simulated, workers) for workers in WORKERS)]
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        one, two, *more = (pool.apply(measured, (command, *way)) for way in ways)
    return {
        "command": command,
        "by one": round(one["seconds"], 2),
        "by two": round(two["seconds"], 2),
        "idle by one": f"{one['idle']:.1%}",
        "idle by two": f"{two['idle']:.1%}",
        **{f"times by {n}": round(one["seconds"] / each["seconds"], 1) for n, each in zip(WORKERS, more, strict=True)},
        "units": more[-1]["units"],
        "longest_unit": round(more[-1]["longest"], 2),
        "between_units": round(more[-1]["between"], 2),
    }


if __name__ == "__main__":
    print(text_table([row(command) for command in sys.argv[1:] or COMMANDS]))
