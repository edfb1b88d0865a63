"""A chart: a figure that shows itself in a notebook, and is the same bytes at every run."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from wargraph.report.figure import labelled_svg
from wargraph.report.files import check_picture_path, write_file

_CLIP = re.compile(r'<clipPath id="(\w+)">\s*(<.*?)</clipPath>', re.DOTALL)

_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_DOTS_PER_INCH = 150


class Chart(Figure):
    """A matplotlib figure that a notebook shows by itself; `plot` makes it.

    Examples
    --------
    >>> from wargraph import lengths
    >>> chart = lengths(9).plot()
    >>> len(chart.axes[0].lines)
    1
    >>> "<svg" in chart.svg()
    True
    """

    @property
    def title(self) -> str:
        """The title above the chart, or the titles of its panels."""
        return self.get_suptitle() or "; ".join(filter(None, (axes.get_title("left") for axes in self.axes)))

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, whose ending chooses the format: ``.svg``, ``.pdf`` or ``.png``.

        Raises
        ------
        OutputError
            If the ending is unknown, or the file cannot be written.

        Examples
        --------
        >>> import tempfile
        >>> from wargraph import lengths
        >>> lengths(7).plot().save(f"{tempfile.mkdtemp()}/lengths.svg").name
        'lengths.svg'
        """
        path = check_picture_path(path)
        return write_file(path, self._rendered(path.suffix.lower()[1:]))

    def svg(self) -> str:
        """Return the chart as SVG, which is the same text in every process."""
        return self._rendered("svg").decode()

    def html(self) -> str:
        """Return the chart as an ``img`` element, which keeps its names apart from those of other charts on a page."""
        data = b64encode(self._rendered("svg")).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/svg+xml;base64,{data}"/>'

    def _repr_svg_(self) -> str:
        return labelled_svg(self.svg(), self.title)

    def _rendered(self, output_format: str) -> bytes:
        data = BytesIO()
        with mpl.rc_context({"svg.hashsalt": "wargraph"}):
            self.savefig(data, format=output_format, metadata=_DATES[output_format], dpi=_DOTS_PER_INCH)
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
