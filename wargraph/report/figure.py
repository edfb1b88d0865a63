"""Figures in reports. The modules that draw them stand above all results, and register here."""

from collections.abc import Callable
from html import escape
from typing import Any, Protocol

from wargraph.report.document import Figure


class Image(Protocol):
    """A chart, or a picture of a graph."""

    @property
    def title(self) -> str:
        """The title in one line."""

    def svg(self) -> str:
        """The image as SVG text."""

    def html(self) -> str:
        """The image as an element of a page."""


def labelled_svg(svg: str, title: str) -> str:
    """The root element of an SVG text, with the title as alternative text for those who cannot see it.

    >>> labelled_svg("<?xml version='1.0'?><svg></svg>", "2 < 3")
    '<svg role="img" aria-label="2 &lt; 3"></svg>'
    """
    return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1).rstrip()


_DRAWING: dict[str, Callable[..., Any]] = {}


def draw_with(chart: Callable[..., Any], picture: Callable[..., Any]) -> None:
    """Register the functions that draw a chart of a result, and a picture in a view."""
    _DRAWING.update(chart=chart, picture=picture)


def chart(result: object, **settings: object) -> Any:
    """The chart of a result, with the settings that charts of its kind have."""
    return _DRAWING["chart"](result, **settings)


def drawn(figure: Figure) -> Image:
    """The image for a figure of a document."""
    image: Image
    if figure.view:
        image = _DRAWING["picture"](figure.subject, figure.view)
    else:
        image = chart(figure.subject, **figure.settings)
    return image
