"""The same answers by other programs, in one run: networkx, igraph, scipy, CayleyPy, plain Python and a loop in C.

    python benchmarks/peers.py [N] [SECONDS]     some ten minutes
    pip install -e '.[peers]'                    CayleyPy too

wargraph answers on N cards (10 by default: 19,958,400 positions). Each of the others answers the same question on one
deck after the other up to N, until the next, with what it needs to get ready, would take more than about SECONDS (60 by
default); its last deck is shown. Every answer is compared with wargraph's own.

CayleyPy searches the Cayley graph LRX of the permutations of N cards, three neighbours a state, where a position of
War has two predecessors. The loop in C (`walk.c`, by `cc -O2 -mavx2`) walks a transcript tree on one core.
"""

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import factorial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse.csgraph import connected_components, dijkstra

from wargraph import (
    FIXED_ORDERS,
    ReturnOrder,
    RunOptions,
    WarGraph,
    children,
    components,
    distances,
    farthest,
    longest,
    play,
    play_outs,
)
from wargraph.graph.structure.convert import to_igraph, to_networkx, to_scipy
from wargraph.report.result import Row
from wargraph.report.tables import text_table

SMALLEST = 5
TREES = ((12, "LW", 24_051_265), (14, "WL", 4_323_511_986))
ROUNDS = 3
Preparation = Callable[[WarGraph], Any]
Answer = Callable[[Any], Any]


def build_plainly(graph: WarGraph) -> int:
    """Number of arcs, by the plain rules."""
    return sum(len(children(position, graph.relation)) for position in graph)


def terminals(graph: WarGraph) -> Iterable[int]:
    """The places of the terminals among the positions."""
    return range(len(graph) - graph.terminals, len(graph))


def networkx_farthest(prepared: tuple[nx.DiGraph, list[Any]]) -> int:
    """The largest distance to a terminal."""
    backwards, ends = prepared
    return sum(1 for _ in nx.bfs_layers(backwards, ends)) - 1


def igraph_farthest(prepared: tuple[Any, int]) -> int:
    """The largest distance to a terminal, by way of one more vertex behind all of them."""
    joined, last = prepared
    return int(max(joined.distances(source=last, mode="in")[0])) - 1


def igraph_joined(graph: WarGraph) -> tuple[Any, int]:
    """The graph with one more vertex, to which every terminal leads."""
    view = to_igraph(graph)
    last = view.add_vertex().index
    view.add_edges([(end, last) for end in terminals(graph)])
    return view, last


def scipy_farthest(prepared: tuple[Any, Any]) -> int:
    """The largest distance to a terminal."""
    backwards, ends = prepared
    return int(dijkstra(backwards, indices=ends, unweighted=True, min_only=True).max())


def scipy_endless(prepared: tuple[Any, Any]) -> int:
    """How many positions no terminal is reached from."""
    backwards, ends = prepared
    return int(np.isinf(dijkstra(backwards, indices=ends, unweighted=True, min_only=True)).sum())


def scipy_backwards(graph: WarGraph, order: ReturnOrder | None = None) -> tuple[Any, Any]:
    """The arcs turned round, all or one order's, and the terminals."""
    matrix = to_scipy(graph)
    if order is not None:
        matrix = matrix.multiply(matrix == 1 + FIXED_ORDERS.index(order)).tocsr()
        matrix.eliminate_zeros()
    return matrix.T.tocsr(), np.array(terminals(graph))


QUESTIONS: dict[str, dict[str, tuple[Preparation, Answer]]] = {
    "build (arcs)": {
        "wargraph": (lambda graph: graph.n, lambda n: WarGraph(n).arcs),
        "plain Python": (lambda graph: graph, build_plainly),
        "networkx": (lambda graph: graph, lambda graph: to_networkx(graph).number_of_edges()),
        "igraph": (lambda graph: graph, lambda graph: to_igraph(graph).ecount()),
    },
    "components": {
        "wargraph": (lambda graph: graph, lambda graph: components(graph).count),
        "networkx": (to_networkx, nx.number_strongly_connected_components),
        "igraph": (to_igraph, lambda view: len(view.connected_components(mode="strong"))),
        "scipy": (
            to_scipy,
            lambda matrix: int(connected_components(matrix, connection="strong", return_labels=False)),
        ),
    },
    "farthest (turns)": {
        "wargraph": (lambda graph: graph, lambda graph: int(distances(graph).distance.max())),
        "networkx": (
            lambda graph: (to_networkx(graph).reverse(), [graph.positions[end] for end in terminals(graph)]),
            networkx_farthest,
        ),
        "igraph": (igraph_joined, igraph_farthest),
        "scipy": (scipy_backwards, scipy_farthest),
    },
    "play-outs, WL (endless)": {
        "wargraph": (lambda graph: graph, lambda graph: int((play_outs(graph, "WL").outcome < 0).sum())),
        "plain Python": (
            lambda graph: graph,
            lambda graph: sum(play(position, "WL", graph.relation).is_endless for position in graph),
        ),
        "scipy": (lambda graph: scipy_backwards(graph, ReturnOrder.WL), scipy_endless),
    },
}


def main() -> None:
    """Print the table."""
    arguments = ArgumentParser(description=str(__doc__).splitlines()[0])
    arguments.add_argument("largest", metavar="N", nargs="?", type=int, default=10)
    arguments.add_argument("budget", metavar="SECONDS", nargs="?", type=float, default=60.0)
    largest, budget = vars(arguments.parse_args()).values()
    rows = []
    for question, engines in QUESTIONS.items():
        print(f"{question}: {', '.join(engines)}", file=sys.stderr)
        for engine in engines:
            measured(question, engine, SMALLEST)  # loads libraries and compiled kernels
        own: dict[int, Row] = {n: measured(question, "wargraph", n) for n in range(SMALLEST, largest + 1)}
        rows.append(own[largest])
        for engine in list(engines)[1:]:
            for n in range(SMALLEST, largest + 1):
                start = perf_counter()
                row = measured(question, engine, n)
                assert row["answer"] == own[n]["answer"], f"{engine} differs: {row}"
                # The next deck has n + 2 times as many positions.
                if (perf_counter() - start) * (n + 2) > budget:
                    break
            rows.append(row)
    print(text_table(rows), end="\n\n")
    print(text_table([*searches(largest)]), end="\n\n")
    print(text_table([*walks()]))


def searches(n: int) -> Iterator[Row]:
    """Searches by bits, which keep no graph: farthest, and CayleyPy's if it is installed."""

    def cayleypy(cards: int) -> int:
        from cayleypy import CayleyGraph, PermutationGroups
        from cayleypy.algo import bfs_bitmask

        return sum(bfs_bitmask(CayleyGraph(PermutationGroups.lrx(cards))))

    for name, search, states in (
        ("farthest", lambda cards: sum(farthest(cards).layers), factorial(n + 1) // 2),
        ("CayleyPy, LRX", cayleypy, factorial(n)),
    ):
        with suppress(ImportError):
            search(8)
            start = perf_counter()
            assert search(n) == states
            seconds = perf_counter() - start
            yield {
                "search": name,
                "n": n,
                "states": states,
                "seconds": round(seconds, 2),
                "a second": round(states / seconds),
            }


def walks() -> Iterator[Row]:
    """The walk through a transcript tree on one core, in turn with the loop in C: the fastest of each."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as alone:
        loop = Path(folder, "walk")
        subprocess.run(
            ["cc", "-O2", "-mavx2", "-DCARDS=24", "-o", loop, Path(__file__).with_name("walk.c")], check=True
        )
        run_options = RunOptions(alone, hours=10)
        longest(10, "LW", run_options=run_options)
        for n, order, classes in TREES:
            in_c, by_kernel = [], []
            for _ in range(ROUNDS):
                printed = subprocess.run([loop, str(n), order], check=True, capture_output=True, text=True).stdout
                in_c.append(float(printed.split()[1]))
                start = process_time()
                longest(n, order, run_options=run_options)
                by_kernel.append(process_time() - start)
                assert classes == int(printed.split()[0])
            rates = {"C": classes / min(in_c), "wargraph": classes / min(by_kernel)}
            a_second = {f"{name}, per second": round(rate) for name, rate in rates.items()}
            yield {
                "n": n,
                "order": order,
                "classes": classes,
                **a_second,
                "ratio": round(rates["wargraph"] / rates["C"], 2),
            }


def measured(question: str, engine: str, n: int) -> Row:
    """One answer on n cards; making the graph that it starts from is not timed."""
    prepare, answer = QUESTIONS[question][engine]
    graph = WarGraph(n)
    prepared = prepare(graph)
    start = perf_counter()
    found = answer(prepared)
    seconds = perf_counter() - start
    return {
        "question": question,
        "engine": engine,
        "n": n,
        "positions": len(graph),
        "answer": found,
        "seconds": round(seconds, 4),
        "positions a second": round(len(graph) / seconds),
    }


if __name__ == "__main__":
    main()
