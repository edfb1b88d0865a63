"""How fast expected turns are bounded, next to scipy's sparse solver and plain Python in one run.

    python benchmarks/expectation.py [N] [SECONDS]

wargraph answers on 7..N cards (10 by default), to a relative width of 1e-6. Each of the others solves the same
equations on one deck after the other, until the next would take more than about SECONDS (20 by default); its last deck
is shown. Every answer is compared with wargraph's bounds. An update gives a position its value from its children, once.
"""

import math
import resource
from argparse import ArgumentParser
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

import numpy as np
from scipy.sparse import csr_array, identity
from scipy.sparse.linalg import spsolve

from wargraph import WarGraph, children, expect
from wargraph.graph.coin import solve
from wargraph.graph.war_graph import position_count
from wargraph.report.result import Row
from wargraph.report.tables import text_table

SMALLEST, SMALLEST_OWN = 5, 7


def scipy_largest(graph: WarGraph) -> float:
    """The largest expectation, by a direct solver."""
    inner = len(graph.child_indices)
    columns = graph.child_indices.ravel()
    is_inner = columns < inner
    cells = np.repeat(np.arange(inner), 2)[is_inner], columns[is_inner]
    chances = csr_array((np.full(len(cells[0]), 0.5), cells), shape=(inner, inner))
    return float(spsolve((identity(inner, format="csr") - chances).tocsc(), np.ones(inner)).max())


def plain_largest(graph: WarGraph) -> float:
    """The largest expectation, by sweeps over positions by the plain rules."""
    after = {position: list(children(position).values()) for position in graph}
    turns = dict.fromkeys(after, 0.0)
    change = 1.0
    while change > 1e-7:
        change = 0.0
        for position, found in after.items():
            if found:
                value = 1 + sum(turns[each] for each in found) / 2
                change = max(change, abs(value - turns[position]))
                turns[position] = value
    return max(turns.values())


OTHERS: dict[str, Callable[[WarGraph], float]] = {"scipy spsolve": scipy_largest, "plain Python": plain_largest}


def main() -> None:
    """Print the table."""
    arguments = ArgumentParser(description=str(__doc__).splitlines()[0])
    arguments.add_argument("largest", metavar="N", nargs="?", type=int, default=10)
    arguments.add_argument("budget", metavar="SECONDS", nargs="?", type=float, default=20.0)
    largest, budget = vars(arguments.parse_args()).values()
    expect(WarGraph(SMALLEST_OWN))  # loads compiled kernels
    rows = [own_row(n) for n in range(SMALLEST_OWN, largest + 1)]
    for engine, answer in OTHERS.items():
        for n in range(SMALLEST, largest + 1):
            graph = WarGraph(n)
            start = perf_counter()
            found = answer(graph)
            seconds = perf_counter() - start
            bounds = expect(graph).worst
            assert abs(found / bounds.middle - 1) < 1e-5, f"{engine} differs on {n} cards: {found}, {bounds}"
            # The next deck has n + 2 times as many positions.
            if seconds * (n + 2) > budget:
                break
        rows.append(row(engine, n, seconds, found, None))
    print(text_table(rows))


def own_row(n: int) -> Row:
    """wargraph's answer on n cards; making the graph is not timed."""
    graph = WarGraph(n)
    start = perf_counter()
    bounds = expect(graph).worst
    seconds = perf_counter() - start
    values = np.array(expect(graph).expected.values)
    start = perf_counter()
    solve(graph, Fraction(1, 2), values, 1.0, math.inf)  # one pass: the residual
    return row("wargraph", n, seconds, bounds.middle, round(len(graph.child_indices) / (perf_counter() - start)))


def row(engine: str, n: int, seconds: float, worst: float, updates: int | None) -> Row:
    """One line of the table. The peak of memory is that of all that came before."""
    return {
        "engine": engine,
        "n": n,
        "positions": position_count(n, left_holds_n=True),
        "worst start": worst,
        "seconds": round(seconds, 3),
        "positions a second": round(position_count(n, left_holds_n=True) / seconds),
        "updates a second": updates,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000,
    }


if __name__ == "__main__":
    main()
