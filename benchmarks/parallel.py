"""Do all workers work all the time? A record of the work units of some commands, and what more workers would do.

    python benchmarks/parallel.py [COMMAND ...]      six commands by default; some five minutes on two cores

Each command runs with one thread and with two, in a process of its own that has loaded its kernels before. Prints the
seconds of both, the share of the time in which fewer than all threads did work units, the number of units, and the
seconds of the longest one. Then it hands the recorded units to 16, 64 and 256 workers, in the order in which a campaign
does, and prints how many times faster than one worker they would be: the time without any unit stays as it was.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import groupby, pairwise
from multiprocessing import get_context
from os import devnull
from time import perf_counter, thread_time
from typing import Any

from wargraph.campaign import run
from wargraph.campaign.units import FinishedUnit
from wargraph.graph import loops
from wargraph.report.result import Row
from wargraph.report.tables import text_table

COMMANDS = {
    "endless 19 --deals even": "endless 11 --deals even",
    "longest 14": "longest 11",
    "finish 12": "finish 8",
    "summary 10": "summary 8",
    "all-deals delahaye-mathieu,deck=4x4": "all-deals delahaye-mathieu,deck=3x3",
    "census 7": "census 5",
}
"""The commands, with smaller ones that load the same kernels."""

HAVE_JOBS = ("endless", "longest", "all-deals", "census")
WORKERS = (16, 64, 256)


@dataclass
class Unit:
    """A work unit, or one call of `on_threads`: where it comes from, when it was done, and the processor time."""

    group: int
    parent: int | None
    began: float = 0
    ended: float = 0
    seconds: float = 0


@dataclass
class Record:
    """All units of a command in the order in which they were handed out; a group begins when the last one has ended."""

    units: list[Unit] = field(default_factory=list)
    known: dict[int, tuple[int, object]] = field(default_factory=dict)
    in_flight: set[Future[Any]] = field(default_factory=set)
    groups: int = 0

    @contextmanager
    def threads(self, count: int) -> Iterator[ThreadPoolExecutor]:
        """Threads whose units are recorded, in place of `run.threads`."""
        record = self

        class Recorded(ThreadPoolExecutor):
            def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
                return record.submitted(super().submit, function, *arguments, **options)

        with Recorded(count) as executor:
            yield executor

    def submitted(
        self, submit: Callable[..., Future[Any]], function: Callable[..., Any], *arguments: Any
    ) -> Future[Any]:
        """Hand out a unit that is recorded."""
        number, (parent, _) = len(self.units), self.known.get(id(arguments[0]), (None, None))
        if parent is None and not self.in_flight:
            self.groups += 1
        unit = Unit(self.groups if parent is None else self.units[parent].group, parent)
        self.units.append(unit)

        def timed() -> Any:
            unit.began, before = perf_counter(), thread_time()
            result = function(*arguments)
            unit.seconds, unit.ended = thread_time() - before, perf_counter()
            for left in result.left if isinstance(result, FinishedUnit) else ():
                self.known[id(left)] = number, left
            return result

        future = submit(timed)
        self.in_flight.add(future)
        future.add_done_callback(self.in_flight.discard)
        return future


def recorded(command: str, jobs: int) -> tuple[float, list[Unit]]:
    """The seconds of a command with so many threads, and its units."""
    from wargraph.cli import main

    record = Record()
    for module in (run, loops):
        module.threads, module.worker_count = record.threads, lambda: jobs  # type: ignore[attr-defined]
    start = perf_counter()
    for arguments in (COMMANDS[command], command):
        record.__init__()  # type: ignore[misc]
        sys.argv = ["wargraph", *arguments.split(), *(["--jobs", str(jobs)] if arguments.startswith(HAVE_JOBS) else [])]
        start = perf_counter()
        with open(devnull, "w") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):  # noqa: PTH123
            main()
    return perf_counter() - start, record.units


def seconds_of_all(units: list[Unit], jobs: int) -> float:
    """The time in which so many units were done at once."""
    changes = sorted([(unit.began, 1) for unit in units] + [(unit.ended, -1) for unit in units])
    busy, total = 0, 0.0
    for (time, change), (later, _) in pairwise(changes):
        busy += change
        total += (later - time) * (busy >= jobs)
    return total


def seconds_by(workers: int, units: list[Unit]) -> float:
    """The time that so many workers would take for the units, group by group, handed out as by a campaign."""
    total, most = 0.0, max(run._MOST_IN_FLIGHT, run._IN_FLIGHT_FOR_EACH * workers)
    for _, numbers in groupby(
        sorted(range(len(units)), key=lambda number: units[number].group), lambda number: units[number].group
    ):
        coming, left, waiting = deque[int](), dict[int, list[int]](), list[int]()
        for number in numbers:
            parent = units[number].parent
            (coming if parent is None else left.setdefault(parent, [])).append(number)
        handed, working, now = deque[int](), list[tuple[float, int]](), 0.0
        while coming or waiting or handed or working:
            while len(handed) + len(working) < most and (coming or waiting):
                handed.append(waiting.pop() if waiting else coming.popleft())
            while handed and len(working) < workers:
                number = handed.popleft()
                heappush(working, (now + units[number].seconds, number))
            now, number = heappop(working)
            waiting += left.get(number, [])
        total += now
    return total


def row(command: str) -> Row:
    """One command with one thread and with two, and by more workers in a simulation."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        (alone, units), (together, others) = (pool.apply(recorded, (command, jobs)) for jobs in (1, 2))
    work = sum(unit.seconds for unit in units)
    serial = work * (alone / seconds_of_all(units, 1) - 1)
    return {
        "command": command,
        "seconds by one": round(alone, 2),
        "by two": round(together, 2),
        "idle by one": f"{1 - seconds_of_all(units, 1) / alone:.1%}",
        "idle by two": f"{1 - seconds_of_all(others, 2) / together:.1%}",
        "units": len(units),
        "longest": round(max(unit.seconds for unit in units), 2),
        **{f"by {count}": round((serial + work) / (serial + seconds_by(count, units)), 1) for count in (2, *WORKERS)},
    }


if __name__ == "__main__":
    print(text_table([row(command) for command in sys.argv[1:] or COMMANDS]))
