"""Draw a chart with matplotlib. Fonts, margins, grid and legend of all charts are decided here."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from itertools import chain
from math import ceil
from textwrap import fill
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator, NullLocator, StrMethodFormatter

from wargraph.plots.data import DARK_GREY, GREY, LIGHT_GREY, Cells, ChartData, Line, Look, Panel
from wargraph.report.figure import DPI, Drawing, checked_dpi, page_size

_SMALL, _MIDDLE, _IN_CELLS, _SMALL_IN_CELLS = 8, 9, 10, 7
_LETTERS_AN_INCH, _LETTERS_IN_CELLS = 10, 12
_MARGIN = 0.08
_MARKER_SIZE, _MOST_MARKED = 4, 60
_MOST_INSIDE, _MOST_IN_COLUMN = 8, 20  # a legend with more lines stands beside the panel
_FEW_NAMES, _MOST_NAMES = 3, 20
_MOST_CELLS = 2_000  # more cells are drawn as one image, which keeps SVG files small
_MOST_WITH_GAPS, _GAP = 120, 0.4
_MOST_IN_ROWS, _MOST_IN_COLUMNS = 36, 45  # more cells are not written into
_DARK = 0.45
_LONGEST_LEVEL = 9  # longer names below a panel are slanted
_MOST_LETTERS_LEVEL = 60  # as are names of more letters together
_LARGEST_SHARE = 1.5  # axes that go further have only whole numbers
_CLIP = re.compile(r'<clipPath id="(\w+)">\s*(<.*?)</clipPath>', re.DOTALL)
_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


class Chart(Drawing, Figure):
    """A matplotlib figure that a notebook shows by itself; `plot` makes it.

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import lengths
    >>> chart = lengths(9).plot()
    >>> len(chart.axes[0].lines), chart.save(f"{tempfile.mkdtemp()}/lengths.svg").name
    (1, 'lengths.svg')
    """

    @property
    def title(self) -> str:
        """The title above the chart, or the titles of its panels."""
        return self.get_suptitle() or "; ".join(filter(None, (axes.get_title("left") for axes in self.axes)))

    def html(self) -> str:
        """Return the chart as an ``img`` element, which keeps its names apart from those of other charts on a page."""
        data = b64encode(self._rendered("svg")).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/svg+xml;base64,{data}"/>'

    def on_page(self, size: str) -> "Chart":
        """Enlarge the chart, with its texts, to a page of a size that `Picture.on_page` takes, and return it."""
        width, height = map(float, self.get_size_inches())
        across, down, self.dpi = page_size(size, is_wide=width > height)
        self.set_size_inches(across, down)
        for text in self.findobj(Text):
            text.set_fontsize(float(text.get_fontsize()) * min(across / width, down / height))
        return self

    def _rendered(self, output_format: str, dpi: int | None = None) -> bytes:
        data, dots = BytesIO(), checked_dpi(int(dpi or self.dpi), *self.get_size_inches())
        with mpl.rc_context({"svg.hashsalt": "wargraph"}):
            self.savefig(data, format=output_format, metadata=_DATES[output_format], dpi=dots)
        return _with_stable_clips(data.getvalue().decode()).encode() if output_format == "svg" else data.getvalue()


def _with_stable_clips(svg: str) -> str:
    """Return the SVG with clip paths named by the shapes that are printed in it.

    matplotlib names them by the numbers before these are rounded, and the last digits of a layout depend on where
    Python put its objects in memory, so the same chart would get other names in another process.
    """
    names = {
        name: f"p{sha256(f'{number} {shape}'.encode()).hexdigest()[:10]}"
        for number, (name, shape) in enumerate(_CLIP.findall(svg))
    }
    return re.sub(r'(?<=<clipPath id=")\w+|(?<=url\(#)p\w+', lambda name: names.get(name[0], name[0]), svg)


def draw(data: ChartData) -> Chart:
    """Draw a chart."""
    chart = Chart(figsize=data.size, dpi=DPI)
    chart.set_layout_engine("constrained", w_pad=_MARGIN, h_pad=_MARGIN)
    joined: dict[str, Any] = {"sharex": "col", "sharey": "row"} if data.are_joined else {}
    size = len(data.panels), len(data.panels[0])
    grid = chart.subplots(*size, squeeze=False, height_ratios=data.heights, **joined)
    drawn = list(zip(grid.flat, chain(*data.panels), strict=True))
    for axes, panel in drawn:
        _draw_contents(axes, panel, data.size[0] / size[1])
    for axes, panel in drawn:  # shared axes end where all their panels do
        _draw_axes(axes, panel)
        _add_texts(axes, panel, data.size[0] / size[1])
    if cells := [panel.cells for _, panel in drawn if panel.cells]:
        _add_colour_bar(chart, [axes for axes, panel in drawn if panel.cells], cells[0])
    if data.title:
        chart.suptitle(_in_lines(data.title, data.size[0]), x=0.01, ha="left")
    if data.note:
        chart.supxlabel(data.note, x=0.01, ha="left", fontsize=_SMALL, color=DARK_GREY)
    for text in chart.findobj(Text):  # a name may have dollars in it; powers of ten are written later, as formulas
        if "$" in text.get_text():
            text.set_parse_math(False)
    return chart


def _draw_contents(axes: Axes, panel: Panel, inches: float) -> None:
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if panel.cells:
        _draw_cells(axes, panel.cells, inches)
    elif panel.has_axes:
        axes.grid(axis="y", color=LIGHT_GREY)
    for number, line in enumerate(panel.lines):
        _draw_line(axes, line, line.look or Look.number(number))


def _add_colour_bar(chart: Chart, drawn: Sequence[Axes], cells: Cells) -> None:
    """Add a bar beside all cells that says which colour stands for which number."""
    height = 0.3 if 0 < len(cells.names) <= _FEW_NAMES else 1
    bar = chart.colorbar(drawn[0].collections[0], ax=drawn, label=cells.label, pad=0.01, shrink=height)
    if cells.names:
        numbers = range(1, len(cells.names) + 1, ceil(len(cells.names) / _MOST_NAMES))
        bar.set_ticks(numbers, labels=[cells.names[number - 1] for number in numbers])


def _in_lines(title: str, inches: float) -> str:
    return fill(title, int(_LETTERS_AN_INCH * inches), break_on_hyphens=False)


def _add_texts(axes: Axes, panel: Panel, inches: float) -> None:
    """Add the title of a panel, the names of its axes, its caption and its legend."""
    axes.set_title(_in_lines(panel.title, inches), loc="left")
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label)
    if panel.caption:
        name, *rest = panel.caption
        below = "\n" * (name.count("\n") + 1) + "\n".join(rest)
        for text, weight in ((name, "bold"), (below, "normal")):
            axes.text(1, 0.94, text, weight=weight, fontsize=_MIDDLE, transform=axes.transAxes, ha="right", va="top")
    labels = len(axes.get_legend_handles_labels()[1])
    beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1, 1), "ncols": ceil(labels / _MOST_IN_COLUMN)}
    if labels:
        axes.legend(frameon=False, **beside if labels > _MOST_INSIDE else {})


def _draw_axes(axes: Axes, panel: Panel) -> None:
    """Set the scales of a panel, where its axes begin and end, and the numbers or names along them."""
    for name, axis, scale, limits, ticks in (
        ("x", axes.xaxis, panel.x_scale, panel.x_range, panel.x_ticks),
        ("y", axes.yaxis, panel.y_scale, panel.y_range, panel.y_ticks),
    ):
        if scale != "linear":
            getattr(axes, f"set_{name}scale")(scale, **{"linthresh": 1} if scale == "symlog" else {})
        if limits != (None, None):
            getattr(axes, f"set_{name}lim")(*limits)
        if ticks is not None:
            letters = [len(text) for text in ticks.values()]
            is_slanted = name == "x" and (max(letters) > _LONGEST_LEVEL or sum(letters) > _MOST_LETTERS_LEVEL)
            slant: dict[str, Any] = {"rotation": 30, "ha": "right"} if is_slanted else {}
            axis.set_ticks(list(ticks), list(ticks.values()), **slant)
            axis.set_minor_locator(NullLocator())
        elif scale == "linear":
            high = max(axis.get_view_interval())
            whole = high > _LARGEST_SHARE
            axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=whole, min_n_ticks=1))
            axis.set_major_formatter(StrMethodFormatter("{x:,.10g}"))
    if panel.top_axis is not None:
        label, factor = panel.top_axis
        there_and_back = (lambda x: np.multiply(x, factor), lambda x: np.divide(x, factor))
        axes.secondary_xaxis("top", functions=there_and_back).set_xlabel(label)
    if not panel.has_axes:
        axes.spines["left"].set_visible(False)
        axes.tick_params(bottom=False, labelbottom=False, left=False, labelleft=False)


def _draw_line(axes: Axes, line: Line, look: Look) -> None:
    # Counts can be larger than the whole numbers that matplotlib takes.
    x, y = np.asarray(line.x, float), np.asarray(line.y, float)
    low = None if line.low is None else np.broadcast_to(np.asarray(line.low, float), y.shape)
    style: dict[str, Any] = {"label": line.label, "linestyle": look.dashes, "linewidth": look.width}
    filled: dict[str, Any] = {"edgecolor": look.colour, "facecolor": (look.colour, look.opacity)}
    if line.shape == "steps":
        axes.stairs(y, x, baseline=low, fill=low is not None, **style, **filled)
    elif line.shape == "stems":
        axes.vlines(x, 0, y, look.colour, look.dashes, linewidth=look.width)
        axes.plot(x, y, look.marker, color=look.colour, label=line.label)
    elif low is not None:
        axes.fill_between(x, low, y, **style, **filled)
    else:
        marker = look.marker if len(x) <= _MOST_MARKED or look.dashes == "none" else ""
        axes.plot(x, y, color=look.colour, marker=marker, markersize=_MARKER_SIZE, **style)


def _draw_cells(axes: Axes, cells: Cells, inches: float) -> None:
    # Told apart by everyone, and in a black-and-white print.
    names = max(len(cells.names), 1)  # each has a block of the bar
    colours, norm = mpl.colormaps["cividis"].resampled(names), Normalize(0.5, names + 0.5)
    if cells.middle is not None:
        colours, norm = mpl.colormaps["RdBu"], TwoSlopeNorm(cells.middle, 0, 1)
        axes.set_facecolor(GREY)
    values, (rows, columns) = np.ma.masked_invalid(cells.values), cells.values.shape
    is_image = cells.values.size > _MOST_CELLS
    mesh = axes.pcolormesh(cells.x_edges, cells.y_edges, values, cmap=colours, norm=norm, rasterized=is_image)
    if columns <= _MOST_WITH_GAPS:
        mesh.set(edgecolor="white", linewidth=_GAP)
    x, y = ((edges[1:] + edges[:-1]) / 2 for edges in map(np.asarray, (cells.x_edges, cells.y_edges)))
    room = _LETTERS_IN_CELLS * inches / columns if rows <= _MOST_IN_ROWS and columns <= _MOST_IN_COLUMNS else 0
    size = _SMALL_IN_CELLS if cells.names else _IN_CELLS
    for (row, column), value in np.ndenumerate(cells.values):
        text = cells.names[int(value) - 1] if cells.names and value > 0 else f"{value:.3f}"
        if np.isnan(value) or len(text) > room:
            continue
        luminance = np.array([0.2126, 0.7152, 0.0722]) @ mesh.to_rgba(value)[:3]
        colour = "white" if luminance < _DARK else "black"
        axes.text(x[column], y[row], text, color=colour, ha="center", va="center", fontsize=size)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(left=False, bottom=False)
