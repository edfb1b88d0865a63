"""Commands for a first visit: tour, warmup."""

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
    from wargraph.rules import ReturnOrder

    pictures = {}
    rows = []
    for n in range(1, _LARGEST + 1):
        for order in ReturnOrder:
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
    from wargraph.auction.exact import exact_play
    from wargraph.auction.simulate import simulate_auction
    from wargraph.export.drawing import picture
    from wargraph.full_game.all_deals import all_deals
    from wargraph.full_game.simulate import simulate
    from wargraph.game_lengths import lengths
    from wargraph.graph.condensation import condensation
    from wargraph.relation import Relation
    from wargraph.relations.report import relation_report

    report = relation_report(Relation.named(_ROCK_PAPER_SCISSORS))
    condensation(report.summary.graph)
    picture(report.summary.graph).svg()
    lengths(5)
    simulate("kids", games=1)
    all_deals("rutgers,deck=1x2")
    simulate_auction("Min+Dummy", games=1)
    exact_play(2)
    typer.echo("every kernel is compiled")


COMMANDS = (tour, warmup)
