"""Do all workers work all the time? A record of the work units of some commands, and what more workers would do.

    python benchmarks/parallel.py [COMMAND ...]      seven commands by default; an hour on two cores

Each command runs with one thread and with two, in a process of its own that has loaded its kernels before, and is
interrupted after ten minutes. Prints the seconds of both, and the share of the time in which fewer than all threads did
work units. Then one thread does the units that more workers would have, which are handed to so many, as a campaign
does. Prints how many times faster than one thread they would be, if the time without any unit stayed as it is, and the
number of units and the processor seconds of the longest one for the most workers.
"""

import gc
import os
import sys
from _thread import interrupt_main
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby, pairwise
from multiprocessing import get_context
from operator import attrgetter
from threading import Timer
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
    "longest 16 --hours 24": "longest 11",
    "finish 12": "finish 8",
    "summary 10": "summary 8",
    "all-deals delahaye-mathieu,deck=4x4": "all-deals delahaye-mathieu,deck=3x3",
    "census 7": "census 6",
}
"""The commands, with smaller ones that load the same kernels."""

MOST_SECONDS = 600
"""After so many seconds a command is interrupted; `longest 16` alone takes longer."""

WORKERS = (16, 64, 256)


@dataclass
class Unit:
    """A work unit, or a call of `on_threads`: which one left it, when it was done, and the processor time."""

    number: int
    group: int
    parent: int | None
    began: float = 0
    ended: float = 0
    seconds: float = 0


class Recorded(ThreadPoolExecutor):
    """Threads whose units are recorded, in the order in which they are handed out.

    A group of units begins when those of the group before have ended, unless one of these has left the first of them.
    """

    units: list[Unit] = []  # noqa: RUF012 - of all executors
    left: dict[int, tuple[int, object]] = {}  # noqa: RUF012
    jobs = 1
    """The number of threads, whatever number of workers this executor is said to have."""

    def _adjust_thread_count(self) -> None:
        if len(self._threads) < self.jobs:
            super()._adjust_thread_count()  # type: ignore[misc]

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        """Hand out a unit."""
        parent, _ = self.left.get(id(arguments[0]), (None, None))
        before = self.units[-1 if parent is None else parent].group if self.units else 0
        begins_group = parent is None and all(each.ended for each in reversed(self.units))  # the newest end last
        unit = Unit(len(self.units), before + begins_group, parent)
        self.units.append(unit)
        return super().submit(self._timed, unit, function, arguments)

    def _timed(self, unit: Unit, function: Any, arguments: tuple[Any, ...]) -> Any:
        unit.began, before = perf_counter(), thread_time()
        result = function(*arguments)
        unit.seconds, unit.ended = thread_time() - before, perf_counter()
        for left in result.left if isinstance(result, FinishedUnit) else ():
            self.left[id(left)] = unit.number, left
        return result


def recorded(command: str, jobs: int, workers: int) -> tuple[float, list[Unit]]:
    """The seconds of a command with so many threads, and its units, cut for so many workers."""
    from wargraph.cli import main

    for module in (run, loops):
        module.threads, module.worker_count = Recorded, lambda: workers  # type: ignore[attr-defined]
    os._exit = sys.exit  # as an interrupted command ends, whose units are wanted here
    limit = Timer(MOST_SECONDS, interrupt_main)
    limit.daemon = True
    for arguments in filter(None, (COMMANDS.get(command), command)):
        Recorded.units, Recorded.left, Recorded.jobs = [], {}, jobs
        if arguments == command:
            gc.freeze()  # a command alone has no objects of a smaller one to look through for garbage
            limit.start()
        sys.argv, start = ["wargraph", *arguments.split()], perf_counter()
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):  # noqa: PTH123
            main()
        seconds = perf_counter() - start
    limit.cancel()
    return seconds, [unit for unit in Recorded.units if unit.ended]  # the others were taken over by the unit they serve


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
    for _, group in groupby(sorted(units, key=attrgetter("group")), attrgetter("group")):
        left: dict[int | None, list[Unit]] = {}
        for unit in group:
            left.setdefault(unit.parent, []).append(unit)
        coming, waiting, handed, now = deque(left.pop(None)), list[Unit](), deque[Unit](), 0.0
        working: list[tuple[float, int]] = []
        while coming or waiting or handed or working:
            while len(handed) + len(working) < most and (coming or waiting):
                handed.append(waiting.pop() if waiting else coming.popleft())
            while handed and len(working) < workers:
                unit = handed.popleft()
                heappush(working, (now + unit.seconds, unit.number))
            now, number = heappop(working)
            waiting += left.get(number, [])
        total += now
    return total


def row(command: str) -> Row:
    """One command with one thread and with two, and by more workers in a simulation."""
    cuts = [(1, 1), (2, 2), *((1, workers) for workers in WORKERS)]
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        (alone, one), (together, two), *finer = (pool.apply(recorded, (command, *cut)) for cut in cuts)
    idle = {
        "idle by one": 1 - seconds_of_all(one, 1) / alone,
        "idle by two": 1 - seconds_of_all(two, 2) / together,
    }
    faster = {}
    for workers, (seconds, units) in zip(WORKERS, finer, strict=True):
        serial = seconds - seconds_of_all(units, 1)
        faster[f"times by {workers}"] = alone / (serial + seconds_by(workers, units))
    return {
        "command": command,
        "by one": round(alone, 2),
        "by two": round(together, 2),
        **{name: f"{share:.1%}" for name, share in idle.items()},
        "units": len(units),
        "longest_unit": round(max(unit.seconds for unit in units), 2),
        **{name: round(times, 1) for name, times in faster.items()},
    }


if __name__ == "__main__":
    print(text_table([row(command) for command in sys.argv[1:] or COMMANDS]))
