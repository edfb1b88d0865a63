"""Commands that write a War graph to a file: render, export."""

import sys
from typing import Annotated, ClassVar

import wargraph as wg
from wargraph.cli.options import AnyOrder, FileOutput, OneDeck, one_of
from wargraph.core.position import Position
from wargraph.drawing.picture import Paper, PictureView, check_pictures
from wargraph.report.files import check_picture_path

_MANY = 10**6
_SECONDS_PER_POSITION = 1.3e-4  # GraphML, measured at n = 8; the other formats take less


class Neighbourhood(OneDeck, FileOutput):
    """The neighbourhood of a position in a War graph."""

    around: str | None = None
    """Draw the neighbourhood of this position, such as '7123|456'; with --matrix you can name the cards."""
    radius: int = 2
    """The number of arcs that a neighbourhood reaches."""
    title: str | None = None
    """The title of the picture or the page."""

    @property
    def centre(self) -> Position | None:
        """The position in the centre."""
        if self.around is None:
            return None
        return Position(self.around) if self.relation is None else self.relation.position(self.around)


class Render(Neighbourhood):
    """Draw a War graph as SVG, PDF or PNG.

    The picture shows the whole graph, its condensation, its cycles, the neighbourhood of a position, or only the
    relation.
    """

    view: Annotated[str, one_of(PictureView)] = "auto"
    """The view of the graph. auto: the whole graph up to 400 positions, otherwise its condensation; rings: all
    positions in rings round a centre, a picture for the wall; relation: with --matrix, which cards beat which.
    """
    order: AnyOrder = "free"
    hide_terminals: bool = False
    """Leave out the positions in which the game is over."""
    paper: Annotated[str | None, one_of(Paper)] = None
    """Scale the picture to this paper size, in portrait or landscape format."""

    def run(self) -> None:
        check_pictures()
        path = check_picture_path(self.output)
        draws_relation = self.view == PictureView.RELATION and self.relation is not None and self.range_ is None
        deck = self.relation if draws_relation else self.graph  # a relation of any number of cards can be drawn
        drawing = wg.picture(deck, self.view, self.order, self.centre, self.radius, self.title, self.hide_terminals)
        (drawing if self.paper is None else drawing.on_paper(self.paper)).save(path)
        print(f"{path}: {drawing.title}")


class Export(OneDeck, FileOutput):
    """Write a War graph, or a relation, for other programs.

    The formats are .graphml, .gexf, .json (node-link), .dot, .nodes.csv (positions) and .edges.csv (arcs); with
    --relation they are .csv, .tsv, .json, .dot and .graphml.
    """

    relation_: bool = False
    """Write the relation that --matrix names, instead of its War graph."""

    needs: ClassVar = {"relation_": ["matrix"]}
    excludes: ClassVar = {"relation_": ["range_"]}

    def run(self) -> None:
        if self.relation_ and self.relation is not None:
            print(f"{self.relation.save(self.output)}: {self.relation.display}")
            return
        from wargraph.drawing.graph_files import check_export_path, require_export_memory  # they need networkx

        path = check_export_path(self.output)
        graph = self.graph
        require_export_memory(graph)
        if len(graph) > _MANY:
            minutes = len(graph) * _SECONDS_PER_POSITION / 60
            print(f"wargraph: writing {len(graph):,} positions can take {minutes:.0f} minutes", file=sys.stderr)
        wg.export(graph, path)
        print(f"{path}: {len(graph):,} positions, {graph.arcs:,} arcs")
