"""Are the kernels as fast as they were? Each is measured next to a fixed loop, in turn, in one run.

    python benchmarks/ratios.py            compare with benchmarks/ratios.csv; fails if a kernel is 20% slower
    python benchmarks/ratios.py --renew    write benchmarks/ratios.csv

The loop is compiled as the kernels are, works on one core, computes, and looks things up in a table; so its time says
how fast the core is just now. The ratio is the processor time of the kernel's work over that of the loop just before
it: the smallest of seven, because whatever else runs only makes it larger. Ratios are of one kind of processor: on
another one, renew them with the code of the last release, and compare with the code that you changed.
"""

import csv
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wargraph import (
    RunOptions,
    WarGraph,
    contest,
    endless,
    expected_length,
    farthest,
    lengths,
    longest,
    simulate,
    simulate_auction,
)
from wargraph.report.tables import text_table

RATIOS = Path(__file__).with_name("ratios.csv")
ROUNDS = 7
SLOWER = 1.2
"""What a ratio may be of the one that is written down."""

STEPS = 60_000_000
TABLE = 1 << 15

Ratios = Mapping[str, float]
Work = Callable[[RunOptions], object]
KERNELS: dict[str, Work] = {
    "full games: bryer": lambda alone: simulate("bryer", 200_000, run_options=alone),
    "full games: kids": lambda alone: simulate("kids", 150_000, run_options=alone),
    "auction rounds": lambda alone: simulate_auction("SimpleMinded2+3xDummy", 20_000, run_options=alone),
    "transcripts: walk": lambda alone: longest(12, "LW", run_options=alone),
    "transcripts: counting": lambda alone: endless(15, "WL", "balanced", run_options=alone),
    "forest of a relation": lambda alone: lengths("random:10:1", "WL", "balanced", run_options=alone),
    "search back: farthest": lambda alone: farthest(10, run_options=alone),
    "search back: contest": lambda alone: contest(10, run_options=alone),
    "expected turns": lambda alone: expected_length(9, run_options=alone),
    "War graph": lambda _: longest(WarGraph(10)),
}


@njit(nogil=True)
def fixed_loop(table: NDArray[np.uint64], steps: int) -> int:
    """Mix numbers as SplitMix64 does, and look each up in a table."""
    state, total = np.uint64(1), np.uint64(0)
    for _ in range(steps):
        state += np.uint64(0x9E3779B97F4A7C15)
        word = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        total += table[(word ^ total) % np.uint64(TABLE)]
    return int(total)


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    start = process_time()
    work()
    return process_time() - start


def measured(kernels: Mapping[str, Work] = KERNELS, rounds: int = ROUNDS) -> dict[str, float]:
    """The ratio of each kernel."""
    table = np.arange(TABLE, dtype=np.uint64)
    fixed_loop(table, 1)
    ratios = {}
    with ThreadPoolExecutor(1) as executor:
        alone = RunOptions(executor)
        for name, work in kernels.items():
            work(alone)  # compiled
            pairs = [(seconds(lambda: fixed_loop(table, STEPS)), seconds(lambda: work(alone))) for _ in range(rounds)]  # noqa: B023
            ratios[name] = min(own / fixed for fixed, own in pairs)
    return ratios


def slower(now: Ratios, before: Ratios) -> list[str]:
    """The kernels that are slower than they may be, or that have no ratio.

    >>> slower({"walk": 1.3, "count": 1.1, "new": 1.0}, {"walk": 1.0, "count": 1.0})
    ['walk', 'new']
    """
    return [name for name, ratio in now.items() if ratio > SLOWER * before.get(name, 0)]


def main() -> None:
    """Measure, and compare or write."""
    parser = ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--renew", action="store_true")
    is_new = parser.parse_args().renew
    now = measured()
    if is_new:
        with RATIOS.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [("kernel", "ratio"), *((k, f"{v:.3f}") for k, v in now.items())]
            )
        return
    with RATIOS.open(encoding="utf-8", newline="") as file:
        before = {row["kernel"]: float(row["ratio"]) for row in csv.DictReader(file)}
    rows = [{"kernel": name, "ratio": f"{now[name]:.3f}", "before": before.get(name)} for name in now]
    print(text_table(rows))
    late = slower(now, before)
    if late:
        sys.exit(f"more than {SLOWER - 1:.0%} slower, or without a ratio: {', '.join(late)}")


if __name__ == "__main__":
    main()
