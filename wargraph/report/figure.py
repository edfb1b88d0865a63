"""Figures in reports. The modules that draw them stand above all results, and register here."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from wargraph.errors import OutputError, ParameterError, WarGraphError, shown
from wargraph.report.document import Figure
from wargraph.report.files import check_picture_path, write_file

DPI, _PIXELS_PER_INCH = 150, 96
_MOST_PIXELS = 32_767
"""The most pixels that a side of a bitmap of cairo can have."""
_PIXELS = re.compile(r"([1-9]\d{2,4}) *[xX] *([1-9]\d{2,4})", re.ASCII)
_PAPERS = {
    "A4": (210 / 25.4, 297 / 25.4),
    "A3": (297 / 25.4, 420 / 25.4),
    "A2": (420 / 25.4, 594 / 25.4),
    "A1": (594 / 25.4, 841 / 25.4),
    "A0": (841 / 25.4, 1189 / 25.4),
    "letter": (8.5, 11.0),
    "tabloid": (11.0, 17.0),
}
"""Sizes of paper, in inches."""

_DRAWING: dict[str, Callable[..., Any]] = {}


def draw_with(chart: Callable[..., Any], picture: Callable[..., Any]) -> None:
    """Register the functions that draw a chart of a result, and a picture in a view."""
    _DRAWING.update(chart=chart, picture=picture)


def drawn(figure: Figure) -> Any:
    """Return the chart or the picture for a figure of a document; both have a method `html`."""
    if isinstance(figure.subject, Drawing):
        return figure.subject
    if figure.view:
        return _DRAWING["picture"](figure.subject, figure.view)
    return _DRAWING["chart"](figure.subject, **figure.settings)


def notebook_picture(figure: Figure, text: str) -> dict[str, str]:
    """Return what a notebook shows of a figure, beside a text: the picture or, if it cannot be drawn, the reason."""
    try:
        return {"image/svg+xml": drawn(figure).html(), "text/plain": text}
    except WarGraphError as error:
        return {"text/plain": f"{text}; there is no picture: {error}"}


class Drawing(ABC):
    """Base of charts and pictures, which have a `title` and which a notebook shows by itself."""

    @abstractmethod
    def _rendered(self, output_format: str, dpi: int | None = None) -> bytes:
        """Return the contents of a file, which are the same at every run; a PNG with these dots per inch."""

    def svg(self) -> str:
        """Return the text of an SVG file."""
        return self._rendered("svg").decode()

    def save(self, path: str | Path, dpi: int | None = None) -> Path:
        """Write the drawing to a file, whose ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

        A PNG has `dpi` dots per inch, by default 96 on a page in pixels and otherwise 150.

        Raises
        ------
        OutputError
            If the ending is unknown, the file cannot be written, or the libraries that draw are missing.
        """
        path = check_picture_path(path)
        return write_file(path, self._rendered(path.suffix.lower()[1:], dpi))

    def _repr_svg_(self) -> str:
        """Return the root element of the SVG, with the title as alternative text for those who cannot see it."""
        svg, title = self.svg(), escape(self.title)  # type: ignore[attr-defined]
        return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{title}"', 1).rstrip()


def page_size(size: str, is_wide: bool) -> tuple[float, float, int]:
    """Return the width and the height of a page in inches, and the dots per inch of a PNG of it.

    The size is that of a paper, in landscape format for a drawing that `is_wide`, or in pixels.

    >>> page_size("letter", is_wide=True), page_size("1920x1080", is_wide=False)
    ((11.0, 8.5, 150), (20.0, 11.25, 96))
    """
    if pixels := _PIXELS.fullmatch(size):
        across, down = (int(side) / _PIXELS_PER_INCH for side in pixels.groups())
        return across, down, _PIXELS_PER_INCH
    paper = next((edges for name, edges in _PAPERS.items() if name.casefold() == size.casefold()), None)
    if paper is None:
        raise ParameterError(
            f"size {shown(size)} is not known: use {', '.join(_PAPERS)}, or pixels, 100 or more a side, such as "
            "1920x1080"
        )
    across, down = sorted(paper, reverse=is_wide)
    return across, down, DPI


def checked_dpi(dpi: int, across: float, down: float) -> int:
    """Return the dots per inch, or raise an `OutputError` if a page in inches has more than a PNG can hold."""
    pixels = round(across * dpi), round(down * dpi)
    if max(pixels) > _MOST_PIXELS:
        raise OutputError(
            "a PNG of {:,} x {:,} pixels is too large, {:,} a side are the most: use fewer dots per inch (--dpi) or a "
            "smaller page, or write a .pdf or .svg file".format(*pixels, _MOST_PIXELS)
        )
    return dpi
