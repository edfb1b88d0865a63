"""Picture: a drawing as DOT text, which Graphviz's library renders as SVG, PDF or PNG."""

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any

from wargraph.core.enums import Choice
from wargraph.core.graphviz_library import graphviz_library
from wargraph.report.figure import Drawing

_DOTS_PER_INCH = 150
_MARGIN = 0.4
_ID = re.compile(r' id="[^"]*"')
_SIZE = re.compile(r'<svg width="([0-9.]+)pt" height="([0-9.]+)pt"')
_PDF_DATE = re.compile(rb"(/CreationDate \(D:)\d{14}")


class Paper(Choice):
    """A size of paper."""

    A4 = "A4"
    A3 = "A3"
    A2 = "A2"
    A1 = "A1"
    A0 = "A0"
    LETTER = "letter"
    TABLOID = "tabloid"


_INCHES = {
    Paper.A4: (8.27, 11.69),
    Paper.A3: (11.69, 16.54),
    Paper.A2: (16.54, 23.39),
    Paper.A1: (23.39, 33.11),
    Paper.A0: (33.11, 46.81),
    Paper.LETTER: (8.5, 11.0),
    Paper.TABLOID: (11.0, 17.0),
}


class PictureView(Choice):
    """A view of a War graph. ``AUTO`` is the whole graph if it is small enough, and otherwise the condensation."""

    AUTO = "auto"
    WHOLE = "whole"
    CONDENSATION = "condensation"
    RINGS = "rings"
    CYCLES = "cycles"
    NEIGHBOURHOOD = "neighbourhood"
    RELATION = "relation"


PAGE_VIEWS = tuple(view for view in PictureView if view not in (PictureView.RINGS, PictureView.RELATION))
"""The views that the explorer page has too."""


@dataclass(frozen=True)
class Picture(Drawing):
    """A drawing of a War graph, of a part of it, of a beat relation or of a transcript tree.

    Attributes
    ----------
    title : str
        The subject of the picture, in one line.
    dot : str
        The drawing in Graphviz's DOT language.
    size : str
        The size to which the picture is scaled, as Graphviz writes it; empty if it is not scaled.

    Examples
    --------
    >>> from wargraph import picture
    >>> drawing = picture(3)
    >>> drawing.title
    'War graph of the deck 1..3'
    >>> "<svg" in drawing.svg()
    True
    """

    title: str
    dot: str = field(repr=False)
    size: str = field(default="", repr=False)

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page, as large as the picture."""
        return self._rendered("pdf")

    def png(self) -> bytes:
        """Return the picture as PNG, with 150 dots to the inch."""
        return self._rendered("png")

    def layout(self) -> dict[str, Any]:
        """Return the place and size of every node and arc: the JSON of Graphviz, with lengths in points."""
        layout: dict[str, Any] = json.loads(self._rendered("json0"))
        return layout

    def on_paper(self, paper: Paper | str) -> "Picture":
        """Return the picture scaled to a paper size, in portrait or landscape format, with a margin of one centimetre.

        The sizes are ``A4``, ``A3``, ``A2``, ``A1``, ``A0``, ``letter`` and ``tabloid``.

        >>> from wargraph import picture
        >>> picture(3).on_paper("A4").size
        '10.89,7.47!'
        """
        edges = [size - 2 * _MARGIN for size in _INCHES[Paper(paper)]]
        width, height = map(float, _SIZE.findall(self.svg())[0])
        across, down = sorted(edges, reverse=width > height)
        return replace(self, size=f"{across:.2f},{down:.2f}!")

    def html(self) -> str:
        """Return the picture as an ``svg`` element of an HTML page, with the title as its alternative text."""
        # Names of elements would be those of another picture on the page as well; nothing refers to them.
        return _ID.sub("", super()._repr_svg_())

    _repr_svg_ = html

    def _rendered(self, output_format: str) -> bytes:
        with graphviz_library() as library:
            drawing = library.AGraph(string=self.dot)
            if self.size:
                drawing.graph_attr["size"] = self.size
            if output_format == "png":
                drawing.graph_attr["dpi"] = _DOTS_PER_INCH
            rendered: bytes = drawing.draw(format=output_format, prog=drawing.graph_attr["layout"])
        # The same picture at every run: a PDF would tell when it was drawn.
        return _PDF_DATE.sub(rb"\g<1>20000101000000", rendered) if output_format == "pdf" else rendered
