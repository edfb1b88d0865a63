"""What the tests of checkpoints share: campaigns of many small units, and a look into the files."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from wargraph import (
    RunOptions,
    Strategy,
    all_deals,
    auction_study,
    census,
    compare,
    cycles,
    endless_cycles,
    lengths,
    longest,
    longest_of_any_relation,
    round_robin,
    simulate,
    simulate_auction,
    tournament,
    transcript_tree,
)
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.report.result import Result

WORK: dict[str, Callable[[RunOptions | None], Result]] = {
    "simulate": lambda run_options: simulate("bryer", 500, 3, run_options=run_options),
    "compare": lambda run_options: compare(["drew-stack", "kids"], 300, 3, run_options=run_options),
    "all_deals": lambda run_options: all_deals("delahaye-mathieu,deck=3x3", run_options),
    "simulate_auction": lambda run_options: simulate_auction("SimpleMinded1+2xDummy", 2000, 3, run_options=run_options),
    "tournament": lambda run_options: tournament(
        round_robin(["Min", "Dummy", "Adversary"]), 600, 3, run_options=run_options
    ),
    "auction_study": lambda run_options: auction_study([1, 2], 600, 3, run_options),
    "transcript_tree": lambda run_options: transcript_tree(11, "LW", run_options=run_options),
    "longest": lambda run_options: longest(11, "WL", run_options=run_options),
    "longest of any relation": lambda run_options: longest_of_any_relation(7, run_options=run_options),
    "census": lambda run_options: census(5, run_options=run_options),
    "lengths by trees, with cycles": lambda run_options: lengths(11, "WL", "even", run_options),
    "lengths by the forest, with cycles": lambda run_options: lengths("cyclic:7", "WL", run_options=run_options),
    "endless_cycles": lambda run_options: endless_cycles(11, "WL", "even", run_options),
    "cycles": lambda run_options: cycles(11, "WL", run_options),
}
"""All kinds of campaigns; some questions take several."""


class Mine(Strategy):
    """A strategy of one's own."""

    def card(self, view):
        return view.hand[0]

    def war_cards(self, view):
        return view.hand[:4]


@dataclass(frozen=True)
class Ones:
    """A unit that counts `most` of the numbers from `first` on below `stop`, and leaves the rest in two halves."""

    first: int
    stop: int
    most: int = 1

    def work(self) -> "tuple[int, list[Ones]]":
        rest = min(self.first + self.most, self.stop)
        half = rest + (self.stop - rest) // 2
        parts = replace(self, first=rest, stop=half), replace(self, first=half)
        return rest - self.first, [part for part in parts if part.first < part.stop]


@dataclass(frozen=True)
class Worked:
    """A unit that does what it is told."""

    do: Callable[..., Any]
    name: object = None

    def work(self):
        return self.do(self.name)


def die(_):
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(told: tuple[Path, str, int]) -> tuple[int, list[Worked]]:
    """Note in a folder who works on a unit, and wait for a file there."""
    folder, file, number = told
    (folder / f"{number}-{os.getpid()}").touch()
    while not (folder / file).exists():
        time.sleep(0.01)
    return 1, []


class Total(Campaign):
    """Adds up what units give."""

    def __init__(self, *units):
        self.start = units
        self.collected = []

    def __str__(self):
        return "a total"

    def units(self):
        return self.start

    def collect(self, unit, partial):
        self.collected.append((unit, partial))

    def partial_summary(self):
        return "" if self.result is None else f"it is {self.result:,} or more"


class Count(Total):
    """Counts some ones, from several starts."""

    def __init__(self, *counts: int, most: int = 1) -> None:
        self.counts = counts
        ends = [0, *accumulate(counts)]
        super().__init__(*(Ones(*between, most) for between in pairwise(ends)))

    def __str__(self) -> str:
        return f"ones up to {sum(self.counts)}"

    def amount(self) -> Amount:
        done = self.result or 0
        return Amount(done, sum(self.counts) - done, "ones")


class Now(Executor):
    """Works at once, and is interrupted after so many units."""

    def __init__(self, units: float = float("inf")) -> None:
        self.units = units
        self.done = 0

    def submit(self, function, /, *arguments):
        if self.done == self.units:
            raise KeyboardInterrupt
        self.done += 1
        future: Future = Future()
        future.set_result(function(*arguments))
        return future


def count(path: Path, *counts: int, units: float = float("inf")) -> int:
    """Count ones with a checkpoint, interrupted after so many units."""
    return Count(*(counts or (40, 60))).run(RunOptions(Now(units), checkpoint=path))


def rows_of(path: Path) -> dict[str, bytes]:
    """The finished work units of a checkpoint: what each found and left."""
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT key, result FROM unit"))


def change(path: Path, statement: str, *values: object) -> None:
    """Change a checkpoint by hand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement, values)
