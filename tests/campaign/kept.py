"""What the tests of campaigns share: small units, an executor that works at once, a look into checkpoints."""

import os
import signal
import sqlite3
import time
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from wargraph import RunOptions
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign

PATIENCE = 300
"""Seconds after which what is waited for will never come."""


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

    do: object
    name: object = None

    def work(self):
        return self.do(self.name)


def die(_):
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(told):
    """Note in a folder who works on a unit, and wait for a file there."""
    folder, file, number = told
    (folder / f"{number}-{os.getpid()}").touch()
    until((folder / file).exists)
    return 1, []


def until(is_so):
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


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

    def __init__(self, *counts, most=1):
        self.total = sum(counts)
        super().__init__(*(Ones(*between, most) for between in pairwise([0, *accumulate(counts)])))

    def __str__(self):
        return f"ones up to {self.total}"

    def amount(self):
        return Amount(self.result or 0, self.total - (self.result or 0), "ones")


class Now(Executor):
    """Works at once, and is interrupted after so many units."""

    def __init__(self, units=float("inf")):
        self.units = units
        self.done = 0

    def submit(self, function, /, *arguments):
        if self.done == self.units:
            raise KeyboardInterrupt
        self.done += 1
        future = Future()
        future.set_result(function(*arguments))
        return future


def count(path, *counts, units=float("inf")):
    """Count ones with a checkpoint, interrupted after so many units."""
    return Count(*(counts or (40, 60))).run(RunOptions(Now(units), checkpoint=path))


def rows_of(path):
    """The finished work units of a checkpoint: what each found and left."""
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT key, result FROM unit"))


def change(path, *statements):
    """Change a checkpoint by hand, or make another database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
