"""Figures in reports. The modules that draw them stand above all results, and register here."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from wargraph.errors import WarGraphError
from wargraph.report.document import Figure
from wargraph.report.files import check_picture_path, write_file

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
    def _rendered(self, output_format: str) -> bytes:
        """Return the contents of a file, which are the same at every run."""

    def svg(self) -> str:
        """Return the text of an SVG file."""
        return self._rendered("svg").decode()

    def save(self, path: str | Path) -> Path:
        """Write the drawing to a file, whose ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

        Raises
        ------
        OutputError
            If the ending is unknown, the file cannot be written, or the libraries that draw are missing.
        """
        path = check_picture_path(path)
        return write_file(path, self._rendered(path.suffix.lower()[1:]))

    def _repr_svg_(self) -> str:
        """Return the root element of the SVG, with the title as alternative text for those who cannot see it."""
        svg, title = self.svg(), escape(self.title)  # type: ignore[attr-defined]
        return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{title}"', 1).rstrip()
