"""Commands that write a War graph to a file: render, export."""

import sys
from typing import Annotated

import wargraph as wg
from wargraph.cli.options import AnyOrder, Decks, FileOption, Matrix, SizeArgument, command, one_of, options
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.picture import Paper, PictureView, check_pictures
from wargraph.errors import ParameterError
from wargraph.report.files import check_picture_path

_MANY = 10**6
_SECONDS_PER_POSITION = 1.3e-4  # GraphML, measured at n = 8; the other formats take less


@options
class Neighbourhood(Matrix):
    """The neighbourhood of a position in a War graph."""

    around: str | None = None
    """Draw the neighbourhood of this position, such as '7123|456'; with --matrix you can name the cards."""
    radius: int = 2
    """The number of arcs that a neighbourhood reaches."""

    def centre(self, relation: Relation | None) -> Position | None:
        """The position in the centre."""
        if self.around is None:
            return None
        return Position(self.around) if relation is None else relation.position(self.around)


@command
class Render(Neighbourhood):
    """Draw a War graph as SVG, PDF or PNG.

    The picture shows the whole graph, its condensation, its cycles, the neighbourhood of a position, or only the
    relation.
    """

    output: FileOption
    view: Annotated[
        str,
        one_of(
            PictureView,
            "The view of the graph. auto: the whole graph up to 400 positions, otherwise its condensation; rings: all "
            "positions in rings round a centre, a picture for the wall; relation: with --matrix, which cards beat "
            "which.",
        ),
    ] = "auto"
    order: AnyOrder = "free"
    title: str | None = None
    """The title of the picture."""
    hide_terminals: bool = False
    """Leave out the positions in which the game is over."""
    paper: Annotated[str | None, one_of(Paper)] = None
    """Scale the picture to this paper size, in portrait or landscape format."""

    def __call__(self, n: SizeArgument = None) -> None:
        check_pictures()
        path = check_picture_path(self.output)
        draws_relation = self.view == PictureView.RELATION and self.matrix is not None and n is None
        # Without a graph any number of cards will do.
        decks = Decks([], self.relation_to_use()) if draws_relation else self.decks(n, "N")
        deck = decks.relation if draws_relation else next(decks.graphs())
        order, centre = ReturnOrder(self.order), self.centre(decks.relation)
        drawing = wg.picture(deck, self.view, order, centre, self.radius, self.title, self.hide_terminals)
        (drawing if self.paper is None else drawing.on_paper(self.paper)).save(path)
        print(f"{path}: {drawing.title}")


@command
class Export(Matrix):
    """Write a War graph, or a relation, for other programs.

    The formats are .graphml, .gexf, .json (node-link), .dot, .nodes.csv (positions) and .edges.csv (arcs); with
    --relation they are .csv, .tsv, .json, .dot and .graphml.
    """

    output: FileOption
    relation: bool = False
    """Write the relation that --matrix names, instead of its War graph."""

    def __call__(self, n: SizeArgument = None) -> None:
        if self.relation:
            deck = self.relation_to_use()
            if deck is None or n is not None:
                raise ParameterError("--relation writes a relation: name one with --matrix, and leave N out")
            print(f"{deck.save(self.output)}: {deck.display}")
            return
        from wargraph.drawing.graph_files import check_export_path, require_export_memory  # they need networkx

        path = check_export_path(self.output)
        graph = next(self.decks(n, "N").graphs())
        require_export_memory(graph)
        if len(graph) > _MANY:
            minutes = len(graph) * _SECONDS_PER_POSITION / 60
            print(f"wargraph: writing {len(graph):,} positions can take {minutes:.0f} minutes", file=sys.stderr)
        wg.export(graph, path)
        print(f"{path}: {len(graph):,} positions, {graph.arcs:,} arcs")
