"""How much sooner are two workers done than one? Threads, processes, and a cluster of Dask on this machine.

    python benchmarks/executors.py [N] [ORDER] [ROUNDS]

The longest game of N cards (14 by default) under ORDER (WL), a walk through transcript trees, by one worker and then by
two, in each of ROUNDS (3). All workers are there, and have loaded the kernel, before time is taken.
"""

import json
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from wargraph import RunOptions, cluster, transcript_tree
from wargraph.campaign.run import threads, worker_count, workers_of
from wargraph.report.tables import text_table

SMALL = (12, "LW")
"""A tree that all workers share in, and that is walked at once."""


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many, which start from nothing."""
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask(count: int) -> Iterator[Executor]:
    """A scheduler with so many workers of one thread each."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "scheduler.json"

        def start(kind: str, *options: str) -> None:
            program = (sys.executable, "-m", f"distributed.cli.dask_{kind}", f"--scheduler-file={file}")
            local = ("--host=127.0.0.1", "--dashboard-address=127.0.0.1:0")
            process = stack.enter_context(subprocess.Popen([*program, *local, *options], stderr=subprocess.DEVNULL))
            stack.callback(process.kill)

        start("scheduler", "--port=0")
        for _ in range(count):
            start("worker", "--nthreads=1", "--no-nanny", f"--local-directory={folder}")
        while not (file.exists() and file.read_text()):
            sleep(0.1)
        with cluster(json.loads(file.read_text())["address"]) as executor:
            while workers_of(executor) < count:
                sleep(0.1)
            yield executor


KINDS = {"threads": threads, "processes": processes, "Dask": dask}


def seconds(n: int, order: str, executor: Executor) -> float:
    """What the tree takes."""
    start = perf_counter()
    transcript_tree(n, order, run_options=RunOptions(executor), only_deepest=True)
    return perf_counter() - start


def main() -> None:
    """Print the table."""
    arguments = ArgumentParser(description=str(__doc__).splitlines()[0])
    arguments.add_argument("n", metavar="N", nargs="?", type=int, default=14)
    arguments.add_argument("order", metavar="ORDER", nargs="?", default="WL")
    arguments.add_argument("rounds", metavar="ROUNDS", nargs="?", type=int, default=3)
    n, order, rounds = vars(arguments.parse_args()).values()
    rows = []
    for kind, workers in KINDS.items():
        with workers(1) as one, workers(2) as two:
            for executor in (one, two):
                seconds(*SMALL, executor)
            pairs = [(seconds(n, order, one), seconds(n, order, two)) for _ in range(rounds)]
        alone, together = (median(times) for times in zip(*pairs, strict=True))
        ratios = [slow / fast for slow, fast in pairs]
        rows.append(
            {
                "workers": kind,
                "seconds by one": round(alone, 1),
                "by two": round(together, 1),
                "speed-up": round(median(ratios), 2),
                "from": round(min(ratios), 2),
                "to": round(max(ratios), 2),
            }
        )
    print(f"n = {n}, {order}, {rounds} rounds on {worker_count()} cores.\n\n{text_table(rows)}")


if __name__ == "__main__":
    main()
