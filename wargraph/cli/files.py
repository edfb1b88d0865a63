"""Commands that write a War graph to a file: render, export."""

from pathlib import Path
from typing import Annotated

import typer

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Decks, Matrix, decks
from wargraph.cli.options import FreeOrderOption, SizeArgument, choice_option, option
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.picture import Paper, PictureView, check_pictures
from wargraph.errors import OutputError
from wargraph.report.files import check_picture_path

_MANY = 10**6
_SECONDS_PER_POSITION = 1.3e-4  # GraphML, measured at n = 8; the other formats take less

FileOption = Annotated[
    Path | None, option("-o --output FILE", "Write to this file (required); its ending chooses the format.")
]
AroundOption = Annotated[
    str | None,
    option(
        "--around POSITION",
        "Draw the neighbourhood of this position, such as '7123|456'; with --matrix you can name the cards.",
    ),
]
RadiusOption = Annotated[int, option("--radius", "The number of arcs that a neighbourhood reaches.")]


def render(
    n: SizeArgument = None,
    output: FileOption = None,
    view: Annotated[
        str,
        choice_option(
            "--view",
            PictureView,
            "The view of the graph. auto: the whole graph up to 400 positions, otherwise its condensation; "
            "rings: all positions in rings round a centre, a picture for the wall; "
            "relation: with --matrix, which cards beat which.",
        ),
    ] = "auto",
    order: FreeOrderOption = ReturnOrder.FREE.value,
    around: AroundOption = None,
    radius: RadiusOption = 2,
    title: Annotated[str | None, option("--title TEXT", "The title of the picture.")] = None,
    hide_terminals: Annotated[
        bool, option("--hide-terminals", "Leave out the positions in which the game is over.")
    ] = False,
    paper: Annotated[
        str | None,
        choice_option("--paper", Paper, "Scale the picture to this paper size, in portrait or landscape format."),
    ] = None,
    matrix: Matrix = NO_MATRIX,
) -> None:
    """Draw a War graph as SVG, PDF or PNG.

    The picture shows the whole graph, its condensation, its cycles, the neighbourhood of a position, or only the
    relation.
    """
    check_pictures()
    path = check_picture_path(named_output(output, "war.svg"))
    return_order = ReturnOrder(order)
    shows_relation = view.casefold() == PictureView.RELATION
    if shows_relation and matrix.source is not None and n is None:  # no graph is drawn, so any number of cards will do
        chosen = Decks(relation=matrix.relation())
    else:
        chosen = decks(n, matrix, single=True)
    position = chosen.relation.position if chosen.relation else Position
    centre = position(around) if around is not None else None
    for deck in [chosen.relation] if shows_relation and chosen.relation else chosen.graphs():
        drawing = wg.picture(deck, view, return_order, centre, radius, title, hide_terminals)
        (drawing if paper is None else drawing.on_paper(paper)).save(path)
    typer.echo(f"{path}: {drawing.title}")


def export(n: SizeArgument = None, output: FileOption = None, matrix: Matrix = NO_MATRIX) -> None:
    """Write a War graph for other programs.

    The formats are .graphml, .gexf, .json (node-link), .dot, .nodes.csv (positions) and .edges.csv (arcs).
    """
    from wargraph.drawing.graph_files import check_export_path, require_export_memory  # networkx is needed only here

    path = check_export_path(named_output(output, "war.graphml"))
    chosen = decks(n, matrix, single=True)
    for graph in chosen.graphs():
        require_export_memory(graph)
        if len(graph) > _MANY:
            minutes = len(graph) * _SECONDS_PER_POSITION / 60
            typer.echo(f"wargraph: writing {len(graph):,} positions can take {minutes:.0f} minutes", err=True)
        wg.export(graph, path)
        typer.echo(f"{path}: {len(graph):,} positions, {graph.arcs:,} arcs")


def named_output(output: Path | None, example: str) -> Path:
    """The output file, which the command requires."""
    if output is None:
        raise OutputError(f"the output file is missing: name one with -o, such as -o {example}")
    return output
