"""Picture: a drawing as DOT text, which Graphviz's library renders as SVG, PDF or PNG."""

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from wargraph.core.enums import Choice
from wargraph.errors import OutputError
from wargraph.report.figure import Drawing

_DOTS_PER_INCH = 150
_MARGIN = 0.4
_ID = re.compile(r' id="[^"]*"')
_SIZE = re.compile(r'<svg width="([0-9.]+)pt" height="([0-9.]+)pt"')
_PDF_DATE = re.compile(rb"(/CreationDate \(D:)\d{14}")
_one_at_a_time = Lock()  # Graphviz is not made for threads


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
        with _one_at_a_time, _quiet_stderr():
            drawing = _graphviz().AGraph(string=self.dot)
            if self.size:
                drawing.graph_attr["size"] = self.size
            if output_format == "png":
                drawing.graph_attr["dpi"] = _DOTS_PER_INCH
            rendered: bytes = drawing.draw(format=output_format, prog=drawing.graph_attr["layout"])
        # The same picture at every run: a PDF would tell when it was drawn.
        return _PDF_DATE.sub(rb"\g<1>20000101000000", rendered) if output_format == "pdf" else rendered


@cache
def _graphviz() -> ModuleType:
    """Load Graphviz's library with matplotlib's fonts only: the same pictures on every machine.

    The library reads its font configuration at the first drawing of a process, in which it leaves default labels out.
    """
    try:
        import pygraphviz
    except ImportError:
        raise OutputError(
            "pictures need the libraries glib, Xext and Xrender: on Debian and Ubuntu, "
            "apt install libglib2.0-0 libxext6 libxrender1"
        ) from None
    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.TemporaryDirectory(prefix="wargraph-fonts-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "fonts.conf")
        file.write_text(
            '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
            f"<fontconfig><dir>{escape(str(_font_folder()))}</dir><cachedir>{escape(folder)}</cachedir></fontconfig>",
            encoding="utf-8",
        )
        os.environ["FONTCONFIG_FILE"] = str(file)
        try:
            pygraphviz.AGraph(string="digraph { text }").draw(format="svg", prog="dot")
        finally:
            del os.environ["FONTCONFIG_FILE"]
            if before is not None:
                os.environ["FONTCONFIG_FILE"] = before
    module: ModuleType = pygraphviz
    return module


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Hide what the C libraries write to the terminal: odd font configurations, layouts that may take long."""
    terminal, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(terminal, 2)
        os.close(terminal)
        os.close(nowhere)


def _font_folder() -> Path:
    """Return the folder of matplotlib's fonts, found without importing matplotlib, which takes half a second."""
    matplotlib = find_spec("matplotlib")
    return Path(str(matplotlib and matplotlib.origin)).parent / "mpl-data" / "fonts" / "ttf"
