"""Figures in reports. The modules that draw them stand above all results, and register here."""

from collections.abc import Callable
from html import escape
from typing import Any

from wargraph.report.document import Figure

_DRAWING: dict[str, Callable[..., Any]] = {}


def draw_with(chart: Callable[..., Any], picture: Callable[..., Any]) -> None:
    """Register the functions that draw a chart of a result, and a picture in a view."""
    _DRAWING.update(chart=chart, picture=picture)


def drawn(figure: Figure) -> Any:
    """Return the chart or the picture for a figure of a document; both have a method `html`."""
    if figure.view:
        return _DRAWING["picture"](figure.subject, figure.view)
    return _DRAWING["chart"](figure.subject, **figure.settings)


def labelled_svg(svg: str, title: str) -> str:
    """Return the root element of an SVG text, with the title as alternative text for those who cannot see it.

    >>> labelled_svg("<?xml version='1.0'?><svg></svg>", "2 < 3")
    '<svg role="img" aria-label="2 &lt; 3"></svg>'
    """
    return svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1).rstrip()
