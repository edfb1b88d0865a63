"""A chart: a figure that shows itself in a notebook, and is the same bytes at every run."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple, TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from wargraph.errors import ParameterError, shown
from wargraph.report.files import check_picture_path, write_file

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Told apart by everyone (Okabe and Ito 2008)."""

MARKERS = "osD^vP*X"
"""For black-and-white print, which has no colours."""

_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_DOTS_PER_INCH = 150
_LETTERS_AN_INCH = 10
"""How wide a title is, at most."""

Draws = TypeVar("Draws", bound=Callable[..., "Chart"])


class Plot(NamedTuple):
    """How results of a kind are plotted: by which function, and whether it takes several of them."""

    draws: Callable[[Any], "Chart"]
    of_several: bool


PLOTS: dict[type, Plot] = {}
"""Every kind of results that can be plotted."""


def plots(*kinds: type, of_several: bool = True) -> Callable[[Draws], Draws]:
    """Decorator: `wargraph.plot` draws results of these kinds by this function.

    It is given a list of results of one kind, or, unless it takes several, one result.
    """

    def register(draws: Draws) -> Draws:
        PLOTS.update(dict.fromkeys(kinds, Plot(draws, of_several)))
        return draws

    return register


class Chart(Figure):
    """A matplotlib figure of numbers or of a game. In a notebook it shows itself.

    Examples
    --------
    >>> from wargraph import lengths
    >>> chart = lengths(9).plot()
    >>> chart.axes[0].get_xlabel()
    'turns to the end'
    >>> "<svg" in chart._repr_svg_()
    True
    """

    def __init__(self, width: float, height: float) -> None:
        super().__init__(figsize=(width, height), layout="constrained")

    def panels(self, rows: int = 1, heights: Sequence[float] | None = None, share_x: bool = False) -> list[Axes]:
        """Panels, one below the other, with a light grid and no frame."""
        ratios = None if heights is None else list(heights)
        found: list[Axes] = self.subplots(rows, squeeze=False, sharex=share_x, height_ratios=ratios)[:, 0].tolist()
        for panel in found:
            add_grid(panel)
        return found

    def entitled(self, title: str) -> "Chart":
        """The chart itself, with another title above it."""
        lines = wrap(title, int(_LETTERS_AN_INCH * self.get_figwidth()))
        self.suptitle("\n".join(lines), x=0.01, ha="left", fontsize="large")
        return plain_texts(self)

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, as `save_chart` does."""
        return save_chart(self, path)

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.get_suptitle() or "; ".join(
            filter(None, (each.get_title("left") or each.get_title() for each in self.axes))
        )

    def svg(self) -> str:
        """The chart as SVG."""
        return _rendered(self, "svg").decode("utf-8")

    def html(self) -> str:
        """The chart as an element of a page: parts of it refer to one another by names, which stay apart so."""
        data = b64encode(self.svg().encode()).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/svg+xml;base64,{data}"/>'

    def _repr_svg_(self) -> str:
        return self.svg()


def add_grid(panel: Axes) -> None:
    """Give a panel a light grid and no frame."""
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="y", color="#DDDDDD")
    panel.set_axisbelow(True)


def add_labels(panel: Axes, title: str, x_label: str, y_label: str) -> None:
    """Write the title of a panel, the names of its axes, and its legend."""
    panel.set_title(title, loc="left")
    panel.set(xlabel=x_label, ylabel=y_label)
    panel.legend(frameon=False)


def ink_on(background: Any, dark: float) -> str:
    """The colour of a text on a background: white where the luminance is below `dark`, and else black."""
    luminance = np.array([0.2126, 0.7152, 0.0722]) @ background[:3]
    return "white" if luminance < dark else "black"


def save_chart(figure: Figure, path: str | Path) -> Path:
    """Write a chart, or any matplotlib figure, to a file whose ending picks the format: ``.svg``, ``.pdf`` or ``.png``.

    Raises
    ------
    ParameterError
        If it is no figure.
    OutputError
        If the ending is another one, or the file cannot be written; nothing half-written is left.

    See Also
    --------
    plot
    """
    if not isinstance(figure, Figure):
        raise ParameterError(f"{shown(figure)} is no figure: plot() makes one of a result")
    path = check_picture_path(path)
    return write_file(path, _rendered(figure, path.suffix.lower()[1:]))


def plain_texts(chart: Chart) -> Chart:
    """The chart, with no text in it taken for a formula: a name may have dollars in it.

    The numbers along an axis are written later, as formulas where they are powers of ten.
    """
    for text in chart.findobj(Text):
        if "$" in text.get_text():
            text.set_parse_math(False)
    return chart


def _rendered(figure: Figure, output_format: str) -> bytes:
    data = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "wargraph"}):
        figure.savefig(data, format=output_format, metadata=_DATES[output_format], dpi=_DOTS_PER_INCH)
    return data.getvalue()
