"""A chart: a figure that shows itself in a notebook, and is the same bytes at every run."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from wargraph.errors import ParameterError, shown
from wargraph.report.figure import labelled_svg
from wargraph.report.files import check_picture_path, write_file

_CLIP = re.compile(r'<clipPath id="(\w+)">\s*(<.*?)</clipPath>', re.DOTALL)

_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_DOTS_PER_INCH = 150


class Chart(Figure):
    """A chart of numbers or of a game: a matplotlib figure that a notebook shows by itself; `plot` makes it.

    Examples
    --------
    >>> from wargraph import lengths
    >>> chart = lengths(9).plot()
    >>> len(chart.axes[0].lines)
    1
    >>> "<svg" in chart.svg()
    True
    """

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, as `save_chart` does, and return the path."""
        return save_chart(self, path)

    @property
    def title(self) -> str:
        """The title above the chart, or the titles of its panels."""
        return self.get_suptitle() or "; ".join(filter(None, (axes.get_title("left") for axes in self.axes)))

    def svg(self) -> str:
        """Return the chart as SVG, which is the same text in every process."""
        return _rendered(self, "svg").decode("utf-8")

    def html(self) -> str:
        """Return the chart as an ``img`` element, which keeps its names apart from those of other charts on a page."""
        data = b64encode(self.svg().encode()).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/svg+xml;base64,{data}"/>'

    def _repr_svg_(self) -> str:
        return labelled_svg(self.svg(), self.title)


def save_chart(figure: Figure, path: str | Path) -> Path:
    """Write a chart, or any other matplotlib figure, to a file, and return its path.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The chart, for example from `plot`.
    path : str or Path
        The file. Its ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

    Raises
    ------
    OutputError
        If the ending is unknown, or the file cannot be written. No partly written file is left.

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
