"""Charts of exact counts: over the turns of a game, over the lengths of cycles, over the number of cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from textwrap import fill
from typing import Any, Literal

import numpy as np

from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import ParameterError
from wargraph.fixed_order.results import Cycles, Endless, Lengths, Longest
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.tree import TranscriptTree
from wargraph.full_game.all_deals import AllDeals
from wargraph.graph.attractors.contest import Contest
from wargraph.graph.attractors.farthest import Farthest
from wargraph.graph.coin.expectation import Expectation
from wargraph.graph.coin.length_distribution import LengthDistribution
from wargraph.graph.structure.free_cycles import FreeCycles
from wargraph.graph.summary import GraphSummary
from wargraph.plots.data import HEIGHT, WIDTH, ChartData, Line, Panel, chart_of
from wargraph.relations.census import Census
from wargraph.report.columns import heading, heading_and_unit
from wargraph.report.precision import FractionText
from wargraph.sequences.known import KnownSequence

_BINS = 40
_LEGEND_WIDTH = 48  # letters in a line of a legend
_LARGEST_LINEAR = 1000  # larger numbers over the number of cards are read better on a logarithmic scale

_SAID = {"order": "{}", "deals": "{.meaning}", "p": "p = {}", "chooser": "{} choosing"}  # in labels


@dataclass(frozen=True)
class _Counts:
    """The plot of results of one kind: `lines` of numbers that `values` names, over the axis that `over` names.

    The lines are attributes; over the number of cards, ``n``, they are columns of the rows.
    """

    title: str
    over: str
    values: str
    lines: Sequence[str]
    top: float | None = None


_COIN = "where a coin decides each return order"
_SIZES = ("positions", "largest_component", "endless_wl", "endless_lw")
_COUNTS = {
    Lengths: _Counts("Games by their length", "turns", "positions", ["by_turns"]),
    AllDeals: _Counts("Games by their length", "turns", "deals", ["by_turns"]),
    Farthest: _Counts("Positions by their distance from the end", "turns", "positions", ["layers"]),
    Contest: _Counts("Forced wins by their length", "turns", "positions", ["left", "right"]),
    LengthDistribution: _Counts(f"How long a game lasts {_COIN}", "turns", "probability", ["by_turns"]),
    TranscriptTree: _Counts("Transcript classes by their length", "turns", "classes", ["classes"]),
    Cycles: _Counts("Cycles by their length", "cycle_length", "cycles, and endless positions", ["cycles", "endless"]),
    FreeCycles: _Counts("Cycles under free order by their length", "cycle_length", "cycles", ["cycles"]),
    EndlessCycles: _Counts("Endless deals by cycle length", "cycle_length", "positions", ["by_cycle_length"]),
    Longest: _Counts("The longest finite game", "n", "turns", ["turns"]),
    Endless: _Counts("Games that never end", "n", "endless_share", ["share"], top=1),
    Expectation: _Counts(f"Expected length {_COIN}", "n", "turns", ["mean", "worst"]),
    GraphSummary: _Counts("War graphs by their size", "n", "positions", _SIZES),
    KnownSequence: _Counts("Known terms", "n", "value", ["value"]),
}


def _of_counts(kind: _Counts, *results: Any) -> ChartData:
    """Return one panel with all results: a line for each label, or stems over the lengths of cycles."""
    numbers: dict[str, dict[int, float]] = {}
    for result in results:
        for name in kind.lines:
            label = ": ".join(filter(None, [_label(result, kind.over), heading(name) * (len(kind.lines) > 1)]))
            numbers.setdefault(fill(label, _LEGEND_WIDTH), {}).update(_points(result, kind.over, name))
    values = [value for points in numbers.values() for value in points.values()]
    of_cycles, scale = kind.over == "cycle_length", "log"
    if not values:
        raise ParameterError(f"there is nothing to plot: {'there is no cycle' if of_cycles else 'no game ends'}")
    if kind.over == "n":
        if len(sizes := {n for points in numbers.values() for n in points}) == 1:
            raise ParameterError(
                f"a chart for n = {sizes.pop():g} alone has one point: give a range of n, such as 1..7"
            )
        scale = "symlog" if max(values) >= _LARGEST_LINEAR else "linear"
    x_label = heading("turns") if kind.over == "turns" else heading_and_unit(kind.over)
    y_label = heading(kind.values) + ", a(n)" * (kind.values == "value") + " (logarithmic)" * (scale != "linear")
    shape: Literal["joined", "stems"] = "stems" if of_cycles else "joined"
    lines = [Line([*xs], [*xs.values()], label=label, shape=shape) for label, xs in numbers.items() if xs]
    top = max(values) * 10.0 ** min(len(numbers), 8) if of_cycles else kind.top  # the legend of stems needs room
    y_range = 0.5 if of_cycles else None if scale == "log" else 0, top
    return ChartData([[Panel(kind.title, x_label, y_label, lines, y_scale=scale, y_range=y_range)]])


for _kind, _how in _COUNTS.items():
    chart_of.register(_kind, partial(_of_counts, _how))


def _label(result: Any, over: str) -> str:
    """Return the label that tells a result from others of its kind, except the number of cards if that is the axis."""
    if isinstance(result, KnownSequence):
        return result.title
    parts = [str(result.rules)] if isinstance(result, AllDeals) else []
    if over != "n" and not parts:
        parts = [result.relation.display if hasattr(result, "relation") else f"{result.n} cards"]
    for name, text in _SAID.items():
        value = getattr(result, name, None)
        if value is not None and not isinstance(value, int):
            parts.append(text.format(FractionText(value).display if isinstance(value, Fraction) else value))
    if isinstance(result, Lengths | AllDeals):
        parts.append(f"{result.endless:,} endless")
    return ", ".join(parts)


def _points(result: Any, over: str, name: str) -> dict[int, float]:
    """Return the numbers of a line by their places, without those that a logarithmic scale cannot show."""
    if over == "n":
        cards = getattr(getattr(result, "graph", None), "n", None)
        return {row.get("n", cards): float(row[name]) for row in result.rows()}
    values, points = getattr(result, name), Counter[int]()
    values = getattr(values, "layers", values or ())  # a contest can have forced wins of one player or of both
    for place, number in values.items() if isinstance(values, Mapping) else enumerate(values):
        turns = place[0] if isinstance(place, tuple) else place  # classes are counted by turns and split
        points[turns] += number
    return {place: float(points[place]) for place in sorted(points) if points[place]}


@chart_of.register
def _of_census(census: Census) -> ChartData:
    lengths = {order: [entry.lengths[order] for entry in census.entries] for order in FIXED_ORDERS}
    shares = {order: [counts.endless / counts.total for counts in found] for order, found in lengths.items()}
    longest = {order: [max(counts.by_turns) for counts in found] for order, found in lengths.items()}
    whole = np.arange(max(map(max, longest.values())) + 2) - 0.5
    panels = []
    for title, label, values, edges in (
        ("share of positions that never end", heading("endless_share"), shares, np.linspace(0, 1, _BINS + 1)),
        ("longest finite game", heading_and_unit("longest"), longest, whole),
    ):
        title = f"{len(census.entries):,} relations on {census.n} cards by the {title}"
        lines = [
            Line(edges, np.histogram(of, edges)[0], label=str(order), low=0, shape="steps")
            for order, of in values.items()
        ]
        panels.append([Panel(title, label, heading("relations"), lines, y_range=(0, None))])
    return ChartData(panels, size=(WIDTH, 2 * HEIGHT))
