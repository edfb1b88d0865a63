"""Charts of exact counts: over the turns of a game, over the lengths of cycles, over the number of cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatch
from itertools import count
from textwrap import fill
from typing import Any

import numpy as np

from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import ParameterError
from wargraph.fixed_order.cycles import Cycles
from wargraph.fixed_order.lengths import Endless, Lengths, Longest
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.tree import TranscriptTree
from wargraph.full_game.all_deals import AllDeals
from wargraph.graph.contest import Contest
from wargraph.graph.expectation import Expectation
from wargraph.graph.finish import Finish
from wargraph.graph.free_cycles import FreeCycles
from wargraph.graph.length_distribution import LengthDistribution
from wargraph.graph.summary import GraphSummary
from wargraph.plots.data import HEIGHT, WIDTH, Area, ChartData, Line, Look, Panel, chart_of
from wargraph.relations.census import Census
from wargraph.report.columns import heading, heading_and_unit
from wargraph.report.precision import FractionText
from wargraph.sequences.known import KnownSequence

_BINS = 40
_LEGEND_WIDTH = 45
"""Letters in a line of a legend."""

_LARGEST_LINEAR = 1000
"""Terms from here on are read better on a logarithmic scale."""

_SCALES = ("linear", "symlog", "log")
_LEAST_SHARE = 0.005
"""The least share that is given in percent."""


@dataclass(frozen=True)
class _Counts:
    """The numbers of a result: `column` says what they are, and `over` along which axis they stand."""

    title: str
    column: str
    lines: Mapping[str, Mapping[int, float]]
    over: str = "turns"
    scale: str = "log"
    top: float | None = None


@singledispatch
def _counts(found: object) -> _Counts:
    raise NotImplementedError(found)


@_counts.register
def _(found: Lengths) -> _Counts:
    label = f"{found.order}, n = {found.n}, {found.deals} deals: {_endless(found.endless, found.total)}"
    return _Counts("Games by their length", "positions", {label: found.by_turns})


@_counts.register
def _(found: AllDeals) -> _Counts:
    label = f"{found.rules}: {_endless(found.endless, found.deals)}"
    return _Counts("Games by their length", "deals", {label: found.by_turns})


@_counts.register
def _(found: Finish) -> _Counts:
    lines = {_deck(found): dict(enumerate(found.layers))}
    return _Counts("Positions by their distance from the end", "positions", lines)


@_counts.register
def _(found: Contest) -> _Counts:
    forced = [each for each in (found.left, found.right) if each is not None]
    names = [f", {found.chooser} choosing" + f": {each.player}" * (len(forced) > 1) for each in forced]
    lines = {_deck(found) + name: dict(enumerate(each.layers)) for name, each in zip(names, forced, strict=True)}
    return _Counts("Forced wins by their length", "positions", lines)


@_counts.register
def _(found: LengthDistribution) -> _Counts:
    title = "How long a game lasts where a coin decides each return order"
    lines = {f"{_deck(found)}, {_coin(found)}": dict(enumerate(map(float, found.by_turns)))}
    return _Counts(title, "probability", lines)


@_counts.register
def _(found: TranscriptTree) -> _Counts:
    by_turns: Counter[int] = Counter()
    for (turns, _), classes in sorted(found.classes.items()):
        by_turns[turns] += classes
    return _Counts("Transcript classes by their length", "classes", {f"n = {found.n}, {found.order}": by_turns})


@_counts.register
def _(found: Cycles) -> _Counts:
    name, endless = f"n = {found.n}, {found.order}", f"{heading('endless')} (positions)"
    lines = {f"{name}: {heading('cycles')}": found.cycles, f"{name}: {endless}": found.endless}
    return _Counts("Cycles by their length", "", lines, "cycle_length")


@_counts.register
def _(found: FreeCycles) -> _Counts:
    lines = {f"n = {found.graph.n}": found.cycles}
    return _Counts("Cycles under free order by their length", "", lines, "cycle_length")


@_counts.register
def _(found: EndlessCycles) -> _Counts:
    lines = {f"n = {found.n}, {found.order}, {found.deals} deals": found.by_cycle_length}
    return _Counts("Endless deals by the length of their cycle", "", lines, "cycle_length")


@_counts.register
def _(found: Longest) -> _Counts:
    lines = {f"{found.order}, {found.deals} deals": {found.n: found.turns}}
    return _Counts("The longest finite game", "turns", lines, "n", "linear")


@_counts.register
def _(found: Endless) -> _Counts:
    lines = {f"{found.order}, {found.deals} deals": {found.n: found.endless / found.total}}
    return _Counts("Games that never end", "endless_share", lines, "n", "linear", top=1)


@_counts.register
def _(found: Expectation) -> _Counts:
    values = {"mean": found.mean.middle, "worst": found.worst.middle}
    coin = f"{_coin(found)}, {found.deals} deals"
    lines = {f"{heading(name)}: {coin}": {found.n: value} for name, value in values.items()}
    return _Counts("Expected length where a coin decides each return order", "turns", lines, "n", "linear")


@_counts.register
def _(found: GraphSummary) -> _Counts:
    (row,) = found.rows()
    columns = ("positions", "largest_component", "endless_wl", "endless_lw")
    lines = {heading(each): {found.graph.n: int(str(row[each]))} for each in columns}
    return _Counts("War graphs by their size", "positions", lines, "n", "symlog")


@_counts.register
def _(found: KnownSequence) -> _Counts:
    scale = "symlog" if max(found.terms.values()) >= _LARGEST_LINEAR else "linear"
    return _Counts("Known terms", "value", {found.title: found.terms}, "n", scale)


def _of_counts(*results: Any) -> ChartData:
    """One panel with the numbers of all results: a line for each label, or bars where they stand over cycle lengths."""
    parts: list[_Counts] = [_counts(each) for each in results]
    first, scale = parts[0], max((part.scale for part in parts), key=_SCALES.index)
    numbers: dict[str, dict[int, float]] = {}
    for part in parts:
        for label, points in part.lines.items():
            shown = {place: float(number) for place, number in points.items() if number or scale != "log"}
            numbers.setdefault(fill(label, _LEGEND_WIDTH), {}).update(shown)
    over_cycles = first.over == "cycle_length"
    if not any(numbers.values()):
        raise ParameterError(f"there is nothing to plot: {'there is no cycle' if over_cycles else 'no game ends'}")
    if over_cycles:
        return _bars(first.title, numbers)
    looks = map(Look.number, count())
    lines = [Line([*points], [*points.values()], next(looks), label) for label, points in numbers.items()]
    x_label = heading("turns") if first.over == "turns" else heading_and_unit(first.over)
    y_label = heading(first.column) + ", a(n)" * (first.column == "value") + " (logarithmic)" * (scale != "linear")
    y_range = (None if scale == "log" else 0, first.top)
    return ChartData([[Panel(first.title, x_label, y_label, lines, y_scale=scale, y_range=y_range)]])


for _kind in _counts.registry:
    if _kind is not object:
        chart_of.register(_kind, _of_counts)


def _bars(title: str, numbers: Mapping[str, Mapping[int, float]]) -> ChartData:
    """A group of bars for each length of cycles, on a logarithmic scale."""
    lengths = sorted({length for each in numbers.values() for length in each})
    width, bars = 0.8 / len(numbers), []
    for number, (label, each) in enumerate(numbers.items()):
        left = np.arange(len(lengths)) - 0.4 + width * number
        edges = np.stack([left, left + 0.95 * width], axis=1).ravel()
        heights = np.insert([each.get(length, 0) for length in lengths], range(1, len(lengths)), 0)
        style: dict[str, Any] = {"opacity": 1, "has_outline": False, "in_steps": True}
        bars.append(Area(edges, 0, heights, Look.number(number), label, **style))
    room_for_legend = 10.0 ** min(len(numbers), 8)
    panel = Panel(
        title,
        heading_and_unit("cycle_length"),
        "How many (logarithmic)",
        areas=bars,
        y_scale="log",
        y_range=(0.5, max(max(each.values(), default=1) for each in numbers.values()) * room_for_legend),
        x_ticks={place: f"{length:,}" for place, length in enumerate(lengths)},
    )
    return ChartData([[panel]])


@chart_of.register(Census)
def _of_census(census: Census) -> ChartData:
    shares, longest = [], []
    for number, order in enumerate(FIXED_ORDERS):
        lengths, look = [entry.lengths[order] for entry in census.entries], Look.number(number)
        by_share, edges = np.histogram([each.endless / each.total for each in lengths], _BINS, (0, 1))
        shares.append(Area(edges, 0, by_share, look, str(order), in_steps=True))
        by_turns = np.bincount([max(each.by_turns) for each in lengths])
        longest.append(Area(np.arange(len(by_turns) + 1) - 0.5, 0, by_turns, look, str(order), in_steps=True))
    of = f"{len(census.entries):,} relations on {census.n} cards by the"
    panels = [
        Panel(f"{of} {what}", label, heading("relations"), areas=areas, y_range=(0, None))
        for what, label, areas in (
            ("share of positions that never end", heading("endless_share"), shares),
            ("longest finite game", heading_and_unit("longest"), longest),
        )
    ]
    return ChartData([[panel] for panel in panels], size=(WIDTH, 2 * HEIGHT))


def _endless(endless: int, of: int) -> str:
    """How many games never end, in a few words.

    >>> _endless(0, 10**9), _endless(8545, 31_532_760), _endless(300, 1000)
    ('none endless', '8,545 endless', '30.0% endless')
    """
    if endless >= _LEAST_SHARE * of:
        return f"{endless / of:.1%} endless"
    return f"{endless:,} endless" if endless else "none endless"


def _deck(found: Finish | Contest | LengthDistribution) -> str:
    """The deck and the deals of a result."""
    name = "" if found.relation.is_order else f"{found.relation.name}, "
    return f"{name}n = {found.relation.n}, {found.deals} deals"


def _coin(found: Expectation | LengthDistribution) -> str:
    return f"p = {FractionText(found.p).display}"
