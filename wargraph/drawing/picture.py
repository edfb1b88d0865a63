"""Picture: a drawing as DOT text, and rendered as SVG, PDF or PNG without any program outside Python."""

import atexit
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from wargraph.core.enums import Choice
from wargraph.errors import OutputError
from wargraph.report.figure import labelled_svg
from wargraph.report.files import check_picture_path, write_file

FONT = "DejaVu Sans,Verdana,sans-serif"
"""matplotlib's wheel brings the first; a viewer of an SVG without it takes one of like width."""

_DOTS_PER_INCH = 150
_PDF_DATE = re.compile(rb"(/CreationDate \(D:)\d{14}")
_one_at_a_time = Lock()


class Paper(Choice):
    """A size of paper."""

    A4 = "A4"
    A3 = "A3"
    A2 = "A2"
    A1 = "A1"
    A0 = "A0"
    LETTER = "letter"
    TABLOID = "tabloid"


class PictureView(Choice):
    """A view of a War graph. ``AUTO`` is the whole graph if it is small enough, and otherwise the condensation."""

    AUTO = "auto"
    WHOLE = "whole"
    CONDENSATION = "condensation"
    RINGS = "rings"
    CYCLES = "cycles"
    NEIGHBOURHOOD = "neighbourhood"
    RELATION = "relation"


PAGE_VIEWS = (
    PictureView.AUTO,
    PictureView.WHOLE,
    PictureView.CONDENSATION,
    PictureView.CYCLES,
    PictureView.NEIGHBOURHOOD,
)
"""Those that the explorer page has too."""


_INCHES = {
    Paper.A4: (8.27, 11.69),
    Paper.A3: (11.69, 16.54),
    Paper.A2: (16.54, 23.39),
    Paper.A1: (23.39, 33.11),
    Paper.A0: (33.11, 46.81),
    Paper.LETTER: (8.5, 11.0),
    Paper.TABLOID: (11.0, 17.0),
}
_MARGIN = 0.4
_ID = re.compile(r' id="[^"]*"')
_SIZE = re.compile(r'<svg width="([0-9.]+)pt" height="([0-9.]+)pt"')


@dataclass(frozen=True)
class Picture:
    """A drawing of a War graph, of a part of it, of a beat relation or of a transcript tree.

    A notebook shows a picture by itself.

    Attributes
    ----------
    title : str
        What is drawn, in one line.
    dot : str
        The drawing in Graphviz's DOT language.

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

    def svg(self) -> str:
        """Return the picture as SVG.

        Returns
        -------
        str
            The text of an SVG file.

        Raises
        ------
        OutputError
            If the libraries that draw are missing.
        """
        return _render(self.dot, "svg").decode("utf-8")

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page, as large as the picture.

        Returns
        -------
        bytes
            The contents of a PDF file.

        Raises
        ------
        OutputError
            If the libraries that draw are missing.
        """
        return _render(self.dot, "pdf")

    def png(self) -> bytes:
        """Return the picture as PNG, with 150 dots to the inch.

        Returns
        -------
        bytes
            The contents of a PNG file.

        Raises
        ------
        OutputError
            If the libraries that draw are missing.
        """
        return _render(self.dot, "png")

    def layout(self) -> dict[str, Any]:
        """Return the layout: the place and size of every node and arc.

        Returns
        -------
        dict
            The JSON of Graphviz, with lengths in points.

        Raises
        ------
        OutputError
            If the libraries that draw are missing.
        """
        found: dict[str, Any] = json.loads(_render(self.dot, "json0"))
        return found

    def on_paper(self, paper: Paper | str) -> "Picture":
        """Return the picture scaled to a paper size, in portrait or landscape format, with a margin of one centimetre.

        Parameters
        ----------
        paper : str
            The paper: ``A4``, ``A3``, ``A2``, ``A1``, ``A0``, ``letter`` or ``tabloid``.

        Returns
        -------
        Picture
            The scaled picture.

        Raises
        ------
        ParameterError
            If the paper size is unknown.

        Examples
        --------
        >>> from wargraph import picture
        >>> 'size="' in picture(3).on_paper("A4").dot
        True
        """
        edges = [size - 2 * _MARGIN for size in _INCHES[Paper(paper)]]
        width, height = map(float, _SIZE.findall(self.svg())[0])
        across, down = sorted(edges, reverse=width > height)
        return Picture(self.title, self.dot.replace("{", f'{{\n\tsize="{across:.2f},{down:.2f}!"', 1))

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or Path
            The file. Its ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

        Returns
        -------
        Path
            The path of the file.

        Raises
        ------
        OutputError
            If the ending is unknown, or the file cannot be written. No partly written file is left.
        """
        path = check_picture_path(path)
        return write_file(path, _render(self.dot, path.suffix.lower()[1:]))

    def html(self) -> str:
        """Return the picture as an element of an HTML page.

        Returns
        -------
        str
            An ``svg`` element, whose title is the title of the picture.
        """
        # Names of elements would be those of another picture on the page as well; nothing refers to them.
        return _ID.sub("", labelled_svg(self.svg(), self.title))

    def _repr_svg_(self) -> str:
        return self.html()


def _render(dot: str, output_format: str) -> bytes:
    if output_format == "png":
        dot = dot.replace("{", f"{{\n\tdpi={_DOTS_PER_INCH}", 1)
    with _one_at_a_time, _fonts(), _quiet_stderr():
        try:
            import pygraphviz
        except ImportError:
            return _render_by_program(dot, output_format)
        _warm_up()
        drawing = pygraphviz.AGraph(string=dot)
        rendered: bytes = drawing.draw(format=output_format, prog=drawing.graph_attr["layout"])
    # The same picture at every run: a PDF would tell when it was drawn.
    return _PDF_DATE.sub(rb"\g<1>20000101000000", rendered) if output_format == "pdf" else rendered


@cache
def _warm_up() -> None:
    """Draw nothing once: the library leaves default labels out of a process's first drawing."""
    import pygraphviz

    pygraphviz.AGraph(string="digraph { }").draw(format="svg", prog="dot")


def _render_by_program(dot: str, output_format: str) -> bytes:
    """For a machine without the system libraries that pygraphviz's wheel takes for granted."""
    import graphviz

    try:
        rendered: bytes = graphviz.Source(dot).pipe(format=output_format)
    except graphviz.ExecutableNotFound:
        raise OutputError(
            "pictures need the libraries glib, Xext and Xrender, or the program dot: on Debian and Ubuntu, "
            "apt install libglib2.0-0 libxext6 libxrender1"
        ) from None
    return rendered


def check_pictures() -> None:
    """Raise an `OutputError` that says what is missing, if this machine cannot draw."""
    _render("digraph { layout=dot }", "svg")


@contextmanager
def _fonts() -> Iterator[None]:
    """Make the layout library read matplotlib's fonts only, so that pictures are the same on every machine."""
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(_font_configuration())
    try:
        yield
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


@cache
def _font_configuration() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="wargraph-fonts-")  # Windows lets nobody read a file that is still open
    atexit.register(folder.cleanup)
    file = Path(folder.name, "fonts.conf")
    file.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
        f"<fontconfig><dir>{escape(str(_font_folder()))}</dir>"
        f"<cachedir>{escape(str(_cache_folder()))}</cachedir></fontconfig>",
        encoding="utf-8",
    )
    return file


def _cache_folder() -> Path:
    """Where fontconfig keeps what it read: with the user's own caches, or for this process only; never shared."""
    with suppress(OSError, RuntimeError):  # no home, or none that can be written to
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wargraph-fonts"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    own = tempfile.TemporaryDirectory(prefix="wargraph-fonts-")
    atexit.register(own.cleanup)
    return Path(own.name)


def _font_folder() -> Path:
    """Where matplotlib keeps its fonts: found without importing it where it can be, which takes half a second."""
    found = find_spec("matplotlib")
    folder = Path(str(found and found.origin)).parent / "mpl-data" / "fonts" / "ttf"
    if folder.is_dir():
        return folder
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf"


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keep what the C libraries write to the terminal (a font configuration they find odd) from the user."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
