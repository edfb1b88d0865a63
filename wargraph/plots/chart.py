"""A chart: a figure that shows itself in a notebook, and is the same bytes at every run."""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
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
from wargraph.report.figure import labelled_svg
from wargraph.report.files import check_picture_path, write_file

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Told apart by everyone (Okabe and Ito 2008)."""

MARKERS = "osD^vP*X"
"""For black-and-white print, which has no colours."""

_CLIP = re.compile(r'<clipPath id="(\w+)">\s*(<.*?)</clipPath>', re.DOTALL)

_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_DOTS_PER_INCH = 150
_LETTERS_AN_INCH = 10
"""How wide a title is, at most."""

Draws = TypeVar("Draws", bound=Callable[..., "Chart"])


class Plot(NamedTuple):
    """How results of a kind are plotted: by which function, and whether it takes several of them."""

    draws: Callable[..., "Chart"]
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
    """A chart of numbers or of a game: a matplotlib figure that a notebook shows by itself.

    Parameters
    ----------
    width, height : float
        The size in inches.

    Examples
    --------
    >>> from wargraph import lengths
    >>> chart = lengths(9).plot()
    >>> len(chart.axes[0].lines)
    1
    >>> "<svg" in chart.svg()
    True
    """

    def __init__(self, width: float, height: float) -> None:
        super().__init__(figsize=(width, height), layout="constrained")

    def panels(self, rows: int = 1, heights: Sequence[float] | None = None, share_x: bool = False) -> list[Axes]:
        """Add panels, one below the other, with a light grid and no frame.

        Parameters
        ----------
        rows : int
            Number of panels.
        heights : sequence of float, optional
            The heights of the panels relative to one another; by default they are equal.
        share_x : bool
            Whether the panels share their horizontal axis.

        Returns
        -------
        list of matplotlib.axes.Axes
            The panels, from the top down.
        """
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
        """Write the chart to a file.

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
        return save_chart(self, path)

    @property
    def title(self) -> str:
        """The title above the chart, or the titles of its panels."""
        return self.get_suptitle() or "; ".join(
            filter(None, (each.get_title("left") or each.get_title() for each in self.axes))
        )

    def svg(self) -> str:
        """Return the chart as SVG, which is the same text in every process.

        Returns
        -------
        str
            The text of an SVG file.
        """
        return _rendered(self, "svg").decode("utf-8")

    def html(self) -> str:
        """Return the chart as an element of an HTML page.

        Returns
        -------
        str
            An ``img`` element that holds the chart. Elements of the SVG refer to one another by names, which this keeps
            apart from the names in other charts on the page.
        """
        data = b64encode(self.svg().encode()).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/svg+xml;base64,{data}"/>'

    def _repr_svg_(self) -> str:
        return labelled_svg(self.svg(), self.title)


def dashes(number: int) -> str | tuple[int, tuple[int, int]]:
    """The dashes of a line by its number: no two lines of a chart share their colour and their dashes.

    >>> dashes(0), dashes(7), dashes(8), dashes(16)
    ('solid', 'solid', (0, (2, 2)), (0, (4, 2)))
    """
    repeats = number // len(COLOURS)
    return (0, (2 * repeats, 2)) if repeats else "solid"


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
    """Write a chart, or any other matplotlib figure, to a file.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The chart, for example from `plot`.
    path : str or Path
        The file. Its ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    ParameterError
        If `figure` is no figure.
    OutputError
        If the ending is unknown, or the file cannot be written. No partly written file is left.

    See Also
    --------
    plot

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import lengths, plot
    >>> save_chart(plot(lengths(7)), f"{tempfile.mkdtemp()}/lengths.svg").name
    'lengths.svg'
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
    return _with_stable_clips(data.getvalue().decode()).encode() if output_format == "svg" else data.getvalue()


def _with_stable_clips(svg: str) -> str:
    """The SVG with clip paths named by the shapes that are printed in it.

    matplotlib names them by the numbers before these are rounded, and the last digits of a layout depend on where
    Python put its objects in memory, so the same chart would get other names in another process.
    """
    names = {
        name: f"p{sha256(f'{number} {shape}'.encode()).hexdigest()[:10]}"
        for number, (name, shape) in enumerate(_CLIP.findall(svg))
    }
    return re.sub(r'(?<=<clipPath id=")\w+|(?<=url\(#)p\w+', lambda name: names.get(name[0], name[0]), svg)
