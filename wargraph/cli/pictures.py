"""Commands that write a War graph to a file: render, export."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import AnyOrder, Decks, Matrix, SizeArgument, one_of
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.picture import Paper, PictureView, check_pictures
from wargraph.report.files import check_picture_path

_MANY = 10**6
_SECONDS_PER_POSITION = 1.3e-4  # GraphML, measured at n = 8; the other formats take less

FileOption = Annotated[
    Path, Parameter(name=["--output", "-o"], help="Write to this file; its ending chooses the format.")
]
AroundOption = Annotated[
    str | None,
    Parameter(
        help="Draw the neighbourhood of this position, such as '7123|456'; with --matrix you can name the cards."
    ),
]
RadiusOption = Annotated[int, Parameter(help="The number of arcs that a neighbourhood reaches.")]


def render(
    n: SizeArgument = None,
    /,
    *,
    output: FileOption,
    view: Annotated[str, one_of(PictureView)] = "auto",
    order: AnyOrder = "free",
    around: AroundOption = None,
    radius: RadiusOption = 2,
    title: str | None = None,
    hide_terminals: bool = False,
    paper: Annotated[str | None, one_of(Paper)] = None,
    matrix: Matrix = Matrix(),
) -> None:
    """Draw a War graph as SVG, PDF or PNG.

    The picture shows the whole graph, its condensation, its cycles, the neighbourhood of a position, or only the
    relation.

    Parameters
    ----------
    view
        The view of the graph. auto: the whole graph up to 400 positions, otherwise its condensation; rings: all
        positions in rings round a centre, a picture for the wall; relation: with --matrix, which cards beat which.
    title
        The title of the picture.
    hide_terminals
        Leave out the positions in which the game is over.
    paper
        Scale the picture to this paper size, in portrait or landscape format.
    """
    check_pictures()
    path = check_picture_path(output)
    draws_relation = view == PictureView.RELATION and matrix.matrix is not None and n is None
    # Without a graph any number of cards will do.
    decks = Decks([], matrix.relation()) if draws_relation else Decks.named(n, matrix, "N")
    relation = decks.relation
    deck = relation if draws_relation else next(decks.graphs())
    centre = None if around is None else (relation.position if relation else Position)(around)
    drawing = wg.picture(deck, view, ReturnOrder(order), centre, radius, title, hide_terminals)
    (drawing if paper is None else drawing.on_paper(paper)).save(path)
    print(f"{path}: {drawing.title}")


def export(n: SizeArgument = None, /, *, output: FileOption, matrix: Matrix = Matrix()) -> None:
    """Write a War graph for other programs.

    The formats are .graphml, .gexf, .json (node-link), .dot, .nodes.csv (positions) and .edges.csv (arcs).
    """
    from wargraph.drawing.graph_files import check_export_path, require_export_memory  # networkx is needed only here

    path = check_export_path(output)
    for graph in Decks.named(n, matrix, "N").graphs():
        require_export_memory(graph)
        if len(graph) > _MANY:
            minutes = len(graph) * _SECONDS_PER_POSITION / 60
            print(f"wargraph: writing {len(graph):,} positions can take {minutes:.0f} minutes", file=sys.stderr)
        wg.export(graph, path)
        print(f"{path}: {len(graph):,} positions, {graph.arcs:,} arcs")
