"""How many positions a second the search back from all ends settles, and how time and memory grow.

    python benchmarks/retrograde.py [N]         finish and contest on 8..N cards, 11 if left out; two minutes
    pip install -e '.[peers]'                   the breadth-first search over bit masks of CayleyPy beside them

Every search has a process of its own, which first runs it on 8 cards, so that its kernels are loaded. CayleyPy searches
the Cayley graph LRX of the permutations of 10 cards (3.6 million) and of 11 (40 million): three neighbours a state,
where a position of War has two predecessors.
"""

import resource
import subprocess
import sys
from importlib.util import find_spec
from math import factorial
from time import perf_counter

from wargraph import contest, finish

SEARCHES = {
    "finish": lambda n: sum(finish(n).layers),
    "contest": lambda n: (lambda found: found.left.total + found.drawn)(contest(n)),
}
SMALL = 8


def cayleypy(n: int) -> int:
    """States that CayleyPy's search meets."""
    from cayleypy import CayleyGraph, PermutationGroups
    from cayleypy.algo import bfs_bitmask

    return sum(bfs_bitmask(CayleyGraph(PermutationGroups.lrx(n))))


def measured(name: str, n: int) -> str:
    """A row of the table: states, seconds, states a second, gigabytes."""
    search = SEARCHES.get(name, cayleypy)
    search(SMALL if name in SEARCHES else 10)
    start = perf_counter()
    states = search(n)
    seconds = perf_counter() - start
    assert states == (factorial(n + 1) // 2 if name in SEARCHES else factorial(n))
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 10**6
    return f"{name:10} {n:3} {states:15,} {seconds:10.2f} {states / seconds:15,.0f} {gigabytes:6.2f}"


def main(most: int) -> None:
    print(f"{'search':10} {'n':>3} {'states':>15} {'seconds':>10} {'states a second':>15} {'GB':>6}")
    asked = [(name, n) for name in SEARCHES for n in range(SMALL, most + 1)]
    asked += [("CayleyPy", n) for n in (10, 11)] if find_spec("cayleypy") else []
    for name, n in asked:
        subprocess.run([sys.executable, __file__, name, str(n)], check=True)
    if not find_spec("cayleypy"):
        print("CayleyPy is not installed")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(measured(sys.argv[1], int(sys.argv[2])), flush=True)
    else:
        main(int(sys.argv[1]) if len(sys.argv) == 2 else 11)
