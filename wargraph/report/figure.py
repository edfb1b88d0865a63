"""The figures in reports. What draws them stands above all results, and says so here."""

from collections.abc import Callable
from typing import Any, Protocol

from wargraph.report.document import Figure


class Image(Protocol):
    """What is drawn: a chart, or a picture of a graph."""

    @property
    def title(self) -> str:
        """What is drawn, in a line."""

    def svg(self) -> str:
        """The image as SVG text."""

    def html(self) -> str:
        """The image as an element of a page."""


_DRAWING: dict[str, Callable[..., Any]] = {}


def draw_with(chart: Callable[..., Any], picture: Callable[..., Any]) -> None:
    """Say what draws a chart of a result, and a picture in one of its views."""
    _DRAWING.update(chart=chart, picture=picture)


def chart(result: object) -> Any:
    """The chart of a result."""
    return _DRAWING["chart"](result)


def drawn(figure: Figure) -> Image:
    """The image that a document holds."""
    image: Image = _DRAWING["picture"](figure.subject, figure.view) if figure.view else chart(figure.subject)
    return image
