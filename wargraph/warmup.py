"""Compiling all kernels at once, for the command `warmup`, the tests and the benchmarks."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr
from inspect import isfunction, signature
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import wargraph as wg
from wargraph.campaign.run import worker_count


def warm_up() -> Iterator[str]:
    """Compile the kernels in processes of their own, and yield the name of each family that is done."""
    context = multiprocessing.get_context("spawn")
    # Ctrl-C ends the processes at once, without a traceback of each.
    with ProcessPoolExecutor(worker_count(), context, signal.signal, (signal.SIGINT, signal.SIG_DFL)) as pool:
        yield from pool.map(_compile, KERNELS)


def _compile(name: str) -> str:
    with redirect_stderr(StringIO()):  # the message that it compiles kernels
        KERNELS[name]()
    return name


def _use_graphs() -> None:
    from wargraph.graph.loops import compiled_loops  # here, as it loads numpy

    with compiled_loops(), TemporaryDirectory() as folder:
        for analysis in _analyses():
            for deck in (3, "suits:1x3"):  # with cards that draw
                analysis(deck)
        wg.length_distribution(3, 1)
        for _ in range(2):  # the layers are kept, and then read
            wg.farthest(7, run_options=wg.RunOptions(checkpoint=Path(folder, "layers.db")))


def _analyses() -> Iterator[Callable[[object], object]]:
    """Yield the public functions that need no more than a War graph."""
    for value in [getattr(wg, name) for name in dir(wg)]:
        if getattr(value, "__module__", "").startswith("wargraph.graph.") and isfunction(value):
            first, *others = signature(value).parameters.values()
            if first.name in ("deck", "graph") and all(each.default is not each.empty for each in others):
                yield value


def _use_large_relations() -> None:
    from wargraph.fixed_order.forest.engine import compile_kernels

    compile_kernels()


def _use_full_games() -> None:
    wg.simulate("kids", games=100, given="1: A")
    wg.all_deals("rutgers,deck=1x2")


KERNELS: dict[str, Callable[[], object]] = {
    "auction rounds": lambda: wg.simulate_auction("Min+Dummy", games=100),
    "full games": _use_full_games,
    "War graphs": _use_graphs,
    "transcripts": lambda: wg.cycles(10, "LW"),
    "large relations": _use_large_relations,
    "optimal play": lambda: wg.exact_play(2),
}
"""A function that uses each family of kernels, slowest first."""
