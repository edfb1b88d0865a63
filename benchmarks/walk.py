"""How fast the walk through a transcript tree is, next to a loop in C (`walk.c`), in turn, each on one core.

    python benchmarks/walk.py [N ORDER]        N is 10 to 16, ORDER is WL or LW

The loop is compiled by `cc -O2 -mavx2`, for up to 16 cards and, with rows as long as those of the kernel, for 24. All
walk the whole tree of N cards, by default 12 under LW and 14 under WL, three times, and must meet as many classes. The
table has the fastest of these, in millions of classes a second, and the ratios of the kernel to the loop.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

from wargraph import RunOptions, transcript_tree
from wargraph.fixed_order.transcripts.engine import compile_kernels
from wargraph.report.result import Row
from wargraph.report.tables import text_table

SOURCE = Path(__file__).with_suffix(".c")
LABELS = (16, 24)
TREES = ((12, "LW"), (14, "WL"))
ROUNDS = 3


def in_c(program: Path, n: int, order: str) -> tuple[int, float]:
    """The classes of a tree, and the seconds that the loop in C needs."""
    printed = subprocess.run([program, str(n), order], check=True, capture_output=True, text=True).stdout
    classes, seconds = printed.split()
    return int(classes), float(seconds)


def by_kernel(n: int, order: str) -> tuple[int, float]:
    """The same by the kernel, on one thread."""
    with ThreadPoolExecutor(1) as alone:
        start = process_time()
        tree = transcript_tree(n, order, run_options=RunOptions(alone, hours=10), only_deepest=True)
        return sum(tree.classes.values()), process_time() - start


def compared(programs: Sequence[Path], n: int, order: str) -> Row:
    """All in turn: the fastest of each."""
    rounds = [(*(in_c(each, n, order) for each in programs), by_kernel(n, order)) for _ in range(ROUNDS)]
    (classes,) = {classes for each in rounds for classes, _ in each}
    *in_c_rates, rate = (classes / min(seconds for _, seconds in each) / 1e6 for each in zip(*rounds, strict=True))
    rates = {f"c_{labels}": round(each) for labels, each in zip(LABELS, in_c_rates, strict=True)}
    ratios = {f"ratio_{labels}": round(rate / each, 2) for labels, each in zip(LABELS, in_c_rates, strict=True)}
    return {"n": n, "order": order, "classes": classes, **rates, "kernel": round(rate), **ratios}


def main(trees: Sequence[tuple[int, str]]) -> None:
    """Compile, compare, print a table."""
    compile_kernels()
    with tempfile.TemporaryDirectory() as folder:
        programs = [Path(folder, f"walk-{labels}") for labels in LABELS]
        for labels, program in zip(LABELS, programs, strict=True):
            subprocess.run(["cc", "-O2", "-mavx2", f"-DCARDS={labels}", "-o", program, SOURCE], check=True)
        print(text_table([compared(programs, n, order) for n, order in trees]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main(TREES)
        case [n, "WL" | "LW" as order] if n in map(str, range(10, 17)):
            main([(int(n), order)])
        case _:
            sys.exit(__doc__)
