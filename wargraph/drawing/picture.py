"""Picture: a drawing as DOT text, which Graphviz's library renders as SVG, PDF or PNG."""

import json
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from wargraph.core.enums import Choice
from wargraph.core.graphviz_library import graphviz_library
from wargraph.report.figure import DPI, Drawing, checked_dpi, page_size

_POINTS_PER_INCH = 72
_MARGIN = 0.4
_ID = re.compile(r' id="[^"]*"')
_SIZE = re.compile(r'<svg width="([0-9.]+)pt" height="([0-9.]+)pt"')
_PDF_DATE = re.compile(rb"(/CreationDate \(D:)\d{14}")


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
    page : tuple of float, optional
        The width and the height of the page that the picture fills, in points; None for a page as large as the picture.
    dpi : int
        The dots per inch of a PNG.

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
    page: tuple[float, float] | None = field(default=None, repr=False)
    dpi: int = field(default=DPI, repr=False)

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page."""
        return self._rendered("pdf")

    def png(self) -> bytes:
        """Return the picture as PNG."""
        return self._rendered("png")

    def layout(self) -> dict[str, Any]:
        """Return the place and size of every node and arc: the JSON of Graphviz, with lengths in points."""
        layout: dict[str, Any] = json.loads(self._rendered("json0"))
        return layout

    def on_page(self, size: str) -> "Picture":
        """Return the picture scaled to a page that it fills, with a margin of one centimetre.

        The size is that of a paper, in portrait or landscape format as suits the picture: ``A4``, ``A3``, ``A2``,
        ``A1``, ``A0``, ``letter`` or ``tabloid``; or a width and a height in pixels: ``1920x1080``. Another size raises
        a `ParameterError`.

        >>> from wargraph import picture
        >>> picture(3).on_page("1920x1080").page
        (1440.0, 810.0)
        """
        width, height = self._natural_size
        across, down, dpi = page_size(size, is_wide=width > height)
        return replace(self, page=(across * _POINTS_PER_INCH, down * _POINTS_PER_INCH), dpi=dpi)

    @cached_property
    def _natural_size(self) -> tuple[float, float]:
        """Width and height without a page, in points."""
        width, height = map(float, _SIZE.findall(replace(self, page=None).svg())[0])
        return width, height

    @property
    def scale(self) -> float:
        """The size of the drawing on its page, as a multiple of the size that it has by itself."""
        if self.page is None:
            return 1.0
        margins = 2 * _MARGIN * _POINTS_PER_INCH
        return min((page - margins) / side for page, side in zip(self.page, self._natural_size, strict=True))

    def html(self) -> str:
        """Return the picture as an ``svg`` element of an HTML page, with the title as its alternative text."""
        # Names of elements would be those of another picture on the page as well; nothing refers to them.
        return _ID.sub("", super()._repr_svg_())

    _repr_svg_ = html

    def _rendered(self, output_format: str, dpi: int | None = None) -> bytes:
        viewport = "{:.2f},{:.2f},{:.4f}".format(*self.page, self.scale) if self.page else ""  # draws, too
        with graphviz_library() as library:
            drawing = library.AGraph(string=self.dot)
            drawing.graph_attr["viewport"] = viewport
            if output_format == "png":
                across, down = (side / _POINTS_PER_INCH for side in self.page or (0, 0))
                drawing.graph_attr["dpi"] = checked_dpi(dpi or self.dpi, across, down)
            rendered: bytes = drawing.draw(format=output_format, prog=drawing.graph_attr["layout"])
        # The same picture at every run: a PDF would tell when it was drawn.
        return _PDF_DATE.sub(rb"\g<1>20000101000000", rendered) if output_format == "pdf" else rendered
