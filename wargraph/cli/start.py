"""Commands for a first visit: tour, warmup."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter

import wargraph as wg
from wargraph.campaign.run import worker_count
from wargraph.cli import options as opt
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.report.document import Document, Table
from wargraph.report.files import make_folder
from wargraph.report.text import text_document

_LARGEST = 13


class Tour(opt.Command):
    """A first look at the package: a table, a report and pictures.

    It prints the longest games for n = 1..13 and the report on rock-paper-scissors, and draws War graphs as SVG.
    """

    output: Annotated[Path, Parameter(name=opt.OUTPUT)] = Path("wargraph-tour")
    """Write the pictures into this folder, which is made if it does not exist."""

    def run(self) -> None:
        folder = make_folder(self.output)
        rows = [row for n in range(1, _LARGEST + 1) for order in FIXED_ORDERS for row in wg.longest(n, order).rows()]
        report = wg.relation_report("rock-paper-scissors")
        with opt.working("the pictures"):
            pictures = {
                **{f"war-{n}.svg": wg.picture(n) for n in range(2, 6)},
                "war-5-WL.svg": wg.picture(5, order=ReturnOrder.WL),
                "war-7-condensed.svg": wg.picture(7),
                "war-9-WL-cycles.svg": wg.picture(9, view="cycles", order=ReturnOrder.WL),
                "rock-paper-scissors.svg": wg.picture(report.summary.graph),
            }
        # The pictures come first: a reader who closes the pipe after some lines has them too.
        saved = [f"  {picture.save(folder / name)}: {picture.title}" for name, picture in pictures.items()]
        table = Table("longest", rows, "The longest finite game of War on the cards 1..n, Left holding n")
        print(f"{text_document(Document([table]))}\n\n{report}\n")
        print("\n".join(["Pictures", *saved]))


class Warmup(opt.Command):
    """Compile all kernels now, so that later commands start at once.

    Without it each command compiles the kernels that it needs on its first run.
    """

    def run(self) -> None:
        context = multiprocessing.get_context("spawn")
        processes = min(worker_count(), len(_KERNELS))
        # Ctrl-C ends the processes at once, without a traceback of each.
        with ProcessPoolExecutor(processes, context, signal.signal, (signal.SIGINT, signal.SIG_DFL)) as pool:
            for number, name in enumerate(pool.map(_compile, _KERNELS), start=1):
                print(f"{number} of {len(_KERNELS)} compiled: {name}")


def _compile(name: str) -> str:
    with redirect_stderr(StringIO()):  # the message that it compiles kernels
        _KERNELS[name]()
    return name


def _use_graphs() -> None:
    from wargraph.graph.loops import compiled_loops  # here, as it loads numpy

    with compiled_loops(), TemporaryDirectory() as folder:
        wg.relation_report("rock-paper-scissors")
        for deck in (3, "suits:1x3"):  # with cards that draw
            wg.expect(deck)
            wg.contest(deck)
        wg.length_distribution(3, 1)
        for _ in range(2):  # the layers are kept, and then read
            wg.finish(3, run_options=wg.RunOptions(checkpoint=Path(folder, "layers.db")))


def _use_large_relations() -> None:
    from wargraph.fixed_order.forest.engine import compile_kernels

    compile_kernels()


def _use_full_games() -> None:
    wg.simulate("kids", games=100, given="1: A")
    wg.all_deals("rutgers,deck=1x2")


_KERNELS: dict[str, Callable[[], object]] = {
    "auction rounds": lambda: wg.simulate_auction("Min+Dummy", games=100),
    "full games": _use_full_games,
    "War graphs": _use_graphs,
    "transcripts": lambda: wg.cycles(10, "LW"),
    "large relations": _use_large_relations,
    "optimal play": lambda: wg.exact_play(2),
}
"""A function that uses each family of kernels, slowest first."""
