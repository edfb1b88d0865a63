"""A chart as data: panels with lines and cells, which `drawing.py` draws.

`chart_of` turns a result, or several of one kind, into such data. The other modules of this folder register a function
for each kind of result; a function that takes any number of results says so in its parameters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any, Literal

from numpy.typing import ArrayLike, NDArray

from wargraph.errors import ParameterError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C8C")
"""Told apart by everyone (Okabe and Ito 2008), with grey for their yellow, which is too light for a line."""

DASHES: tuple[Any, ...] = ("solid", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)))
MARKERS = "osD^vP*X"
GREY, DARK_GREY, LIGHT_GREY, YELLOW = "#BBBBBB", "#444444", "#DDDDDD", "#F0E442"
WIDTH, HEIGHT = 8.0, 4.5
"""The size in inches of a chart with one panel."""


@dataclass(frozen=True)
class Look:
    """The look of a line, or of an area, which is filled with a share of its colour."""

    colour: str
    dashes: Any = "solid"
    marker: str = ""
    width: float = 1.2
    opacity: float = 0.35

    @classmethod
    def number(cls, number: int, **changes: Any) -> "Look":
        """Return the look of a line by its number: any two of the first 32 differ in colour or in dashes."""
        round_number, place = divmod(number, len(COLOURS))
        look = cls(COLOURS[place], DASHES[(place + round_number) % len(DASHES)], MARKERS[place])
        return replace(look, **changes)


@dataclass(frozen=True)
class Line:
    """A line through points, or the area between such a line and a lower one.

    In steps it is a histogram, and `x` are its edges. As stems each point stands alone, above a line from 0. A line
    without a look has that of its place among all lines.
    """

    x: ArrayLike
    y: ArrayLike
    look: Look | None = None
    label: str = ""
    low: ArrayLike | None = None
    shape: Literal["joined", "steps", "stems"] = "joined"


@dataclass(frozen=True)
class Cells:
    """A table of coloured cells, its first row at the bottom; cells that are not numbers are left out.

    The values are the numbers 1, 2, ... of names, or shares from 0 to 1, and are written into cells that have the room.
    """

    x_edges: ArrayLike
    y_edges: ArrayLike
    values: NDArray[Any]
    label: str
    names: Sequence[str] = ()
    middle: float | None = None  # the share that is white, if colours lead away from it to both sides


@dataclass(frozen=True)
class Panel:
    """Axes and what is drawn between them. A range or the labels of an axis are None where the data decide."""

    title: str = ""
    x_label: str = ""
    y_label: str = ""
    lines: Sequence[Line] = ()
    cells: Cells | None = None
    x_scale: str = "linear"
    y_scale: str = "linear"
    x_range: tuple[float | None, float | None] = (None, None)
    y_range: tuple[float | None, float | None] = (None, None)
    x_ticks: Mapping[Any, str] | None = None
    y_ticks: Mapping[Any, str] | None = None
    top_axis: tuple[str, float] | None = None
    """The label of a second axis above the panel, and the value there of one unit of the first axis."""

    caption: Sequence[str] = ()  # lines of text in the upper right corner, the first of them bold
    has_axes: bool = True


@dataclass(frozen=True)
class ChartData:
    """Rows of panels, with a title above them and a note below; joined panels share axes along columns and rows."""

    panels: Sequence[Sequence[Panel]]
    title: str = ""
    note: str = ""
    size: tuple[float, float] = (WIDTH, HEIGHT)
    heights: Sequence[float] | None = None
    are_joined: bool = False


@singledispatch
def chart_of(result: object, *_others: Any, **_settings: Any) -> ChartData:
    """Turn a result, or several results of one kind, into a chart."""
    raise ParameterError(f"'{type(result).__name__}' cannot be plotted: print it, or save its tables")
