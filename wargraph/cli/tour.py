"""Commands for a first visit: tour, warmup."""

from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Annotated

import typer

from wargraph.cli.options import decks

_LARGEST = 13
_DRAWN = "2..5,7,9"
_ROCK_PAPER_SCISSORS = "rock-paper-scissors"


def tour(
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FOLDER", readable=False, help="Where the pictures go; made if it is not there."
        ),
    ] = Path("wargraph-tour"),
) -> None:
    """A first look: tables, a report, pictures.

    The longest games for n = 1..13, the report on rock-paper-scissors, and War graphs as SVG.
    """
    from wargraph.export.files import make_folder
    from wargraph.export.pictures import check_pictures

    check_pictures()
    folder = make_folder(output)
    standard = decks(_DRAWN, None, literal=False)
    from wargraph.document import Document, Table
    from wargraph.export.documents import text_document
    from wargraph.export.drawing import picture
    from wargraph.game_lengths import longest
    from wargraph.relation import Relation
    from wargraph.relations.report import relation_report
    from wargraph.rules import FIXED_ORDERS, ReturnOrder

    pictures = {}
    rows = []
    for n in range(1, _LARGEST + 1):
        for order in FIXED_ORDERS:
            rows += longest(n, order).rows()
    for graph in standard.graphs():
        if graph.n <= 5:
            pictures[f"war-{graph.n}.svg"] = picture(graph)
        if graph.n == 5:
            pictures["war-5-WL.svg"] = picture(graph, order=ReturnOrder.WL)
        if graph.n == 7:
            pictures["war-7-condensed.svg"] = picture(graph)
        if graph.n == 9:
            pictures["war-9-WL-cycles.svg"] = picture(graph, view="cycles", order=ReturnOrder.WL)
    table = Table("longest", rows, "The longest finite game of War on the cards 1..n, Left holding n")
    typer.echo(f"{text_document(Document([table]))}\n")
    report = relation_report(Relation.named(_ROCK_PAPER_SCISSORS))
    typer.echo(f"{report}\n")
    pictures[f"{_ROCK_PAPER_SCISSORS}.svg"] = picture(report.summary.graph)
    typer.echo("Pictures")
    for name, drawing in pictures.items():
        typer.echo(f"  {drawing.save(folder / name)}: {drawing.title}")


def warmup() -> None:
    """Compile every kernel now.

    Later commands start at once; without it the first one compiles what it needs.
    """
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from wargraph.campaign.run import worker_count

    processes = min(worker_count(), len(_KERNELS))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        compiled = {pool.submit(_compile, name): name for name in _KERNELS}
        for number, future in enumerate(as_completed(compiled), start=1):
            future.result()
            typer.echo(f"{number} of {len(compiled)} compiled: {compiled[future]}")


def _compile(name: str) -> None:
    with redirect_stderr(StringIO()):  # that it compiles is known
        _KERNELS[name]()


def _use_graphs() -> None:
    from wargraph.export.drawing import picture
    from wargraph.graph.condensation import condensation
    from wargraph.relation import Relation
    from wargraph.relations.report import relation_report

    report = relation_report(Relation.named(_ROCK_PAPER_SCISSORS))
    condensation(report.summary.graph)
    picture(report.summary.graph).svg()


def _use_transcripts() -> None:
    from wargraph.cycles_of_order import cycles_of_order
    from wargraph.game_lengths import lengths

    lengths(5)
    cycles_of_order(5)


def _use_full_games() -> None:
    from wargraph.full_game.all_deals import all_deals
    from wargraph.full_game.simulate import simulate

    simulate("kids", games=100)
    all_deals("rutgers,deck=1x2")


def _use_auction_rounds() -> None:
    from wargraph.auction.simulate import simulate_auction

    simulate_auction("Min+Dummy", games=100)


def _use_exact_play() -> None:
    from wargraph.auction.exact import exact_play

    exact_play(2)


_KERNELS = {
    "auction rounds": _use_auction_rounds,
    "full games": _use_full_games,
    "War graphs": _use_graphs,
    "transcripts": _use_transcripts,
    "optimal play": _use_exact_play,
}
"""What uses each family of kernels, those that take longest first."""

COMMANDS = (tour, warmup)
