"""Charts of exact counts: over the turns of a game, over the lengths of cycles, over the number of cards."""

from collections.abc import Callable, Mapping, Sequence
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

_LEAST_SHARE = 0.005
"""The least share that is given in percent."""

Counts = Mapping[int, float]


@chart_of.register(Lengths)
def _of_lengths(*results: Lengths) -> ChartData:
    counts = {
        f"{each.order}, n = {each.n}, {each.deals} deals: {_endless(each.endless, each.total)}": each.by_turns
        for each in results
    }
    return _over_turns(counts, "Games by their length", "positions")


@chart_of.register(AllDeals)
def _of_all_deals(*results: AllDeals) -> ChartData:
    counts = {f"{each.rules}: {_endless(each.endless, each.deals)}": each.by_turns for each in results}
    return _over_turns(counts, "Games by their length", "deals")


@chart_of.register(Finish)
def _of_finishes(*results: Finish) -> ChartData:
    counts = {_label(each): dict(enumerate(each.layers)) for each in results}
    return _over_turns(counts, "Positions by their distance from the end", "positions")


@chart_of.register(Contest)
def _of_contests(*results: Contest) -> ChartData:
    choosers = list(dict.fromkeys(each.chooser for each in results))
    counts: dict[str, Counts] = {}
    for each in results:
        label = _label(each) + f", {each.chooser} choosing" * (len(choosers) > 1)
        for forced in filter(None, (each.left, each.right)):
            player = "" if each.right is None else f": {forced.player}"
            counts[f"{label}{player}"] = dict(enumerate(forced.layers))
    choosing = f", {choosers[0].display} choosing" * (len(choosers) == 1)
    return _over_turns(counts, f"Forced wins by their length{choosing}", "positions")


@chart_of.register(LengthDistribution)
def _of_length_distributions(*results: LengthDistribution) -> ChartData:
    chances = {_label(each): {turns: float(chance) for turns, chance in enumerate(each.by_turns)} for each in results}
    return _over_turns(chances, "How long a game lasts where a coin decides each return order", "probability")


@chart_of.register(TranscriptTree)
def _of_transcript_trees(*results: TranscriptTree) -> ChartData:
    counts: dict[str, dict[int, int]] = {}
    for each in results:
        by_turns = counts.setdefault(f"n = {each.n}, {each.order}", {})
        for (turns, _), count in sorted(each.classes.items()):
            by_turns[turns] = by_turns.get(turns, 0) + count
    return _over_turns(counts, "Transcript classes by their length", "classes")


@chart_of.register(Cycles)
def _of_cycles(*results: Cycles) -> ChartData:
    counts: dict[str, Counts] = {}
    for each in results:
        counts[f"n = {each.n}, {each.order}: {heading('cycles')}"] = each.cycles
        counts[f"n = {each.n}, {each.order}: {heading('endless')} (positions)"] = each.endless
    return _over_cycles(counts, "Cycles by their length")


@chart_of.register(FreeCycles)
def _of_free_cycles(*results: FreeCycles) -> ChartData:
    return _over_cycles(
        {f"n = {each.graph.n}": each.cycles for each in results}, "Cycles under free order by their length"
    )


@chart_of.register(EndlessCycles)
def _of_endless_cycles(*results: EndlessCycles) -> ChartData:
    counts = {f"n = {each.n}, {each.order}, {each.deals} deals": each.by_cycle_length for each in results}
    return _over_cycles(counts, "Endless deals by the length of their cycle")


@chart_of.register(Longest)
def _of_longest(*results: Longest) -> ChartData:
    return _over_cards(results, lambda each: {"": each.turns}, "The longest finite game", "turns")


@chart_of.register(Endless)
def _of_endless(*results: Endless) -> ChartData:
    return _over_cards(
        results, lambda each: {"": each.endless / each.total}, "Games that never end", "endless_share", 1
    )


@chart_of.register(Expectation)
def _of_expectations(*results: Expectation) -> ChartData:
    title = "Expected length where a coin decides each return order"
    return _over_cards(results, lambda each: {"mean": each.mean.middle, "worst": each.worst.middle}, title, "turns")


@chart_of.register(GraphSummary)
def _of_summaries(*results: GraphSummary) -> ChartData:
    columns = ("positions", "largest_component", "endless_wl", "endless_lw")
    rows = [(each.graph.n, each.rows()[0]) for each in results]
    counts = {heading(each): {n: int(str(row[each])) for n, row in rows} for each in columns}
    return _lines(counts, "War graphs by their size", heading_and_unit("n"), heading("positions"), "symlog")


@chart_of.register(KnownSequence)
def _of_sequences(*results: KnownSequence) -> ChartData:
    counts = {each.title: each.terms for each in results}
    is_large = max(map(max, (terms.values() for terms in counts.values()))) >= _LARGEST_LINEAR
    scale = "symlog" if is_large else "linear"
    return _lines(counts, "Known terms", heading_and_unit("n"), f"{heading('value')}, a(n)", scale)


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
    share = endless / of
    return (
        f"{share:.1%} endless"
        if share >= _LEAST_SHARE
        else f"{endless or 'none':,} endless"
        if endless
        else "none endless"
    )


def _label(found: Finish | Contest | LengthDistribution) -> str:
    """The deck, the coin if there is one, and the deals of a result."""
    name = "" if found.relation.is_order else f"{found.relation.name}, "
    coin = f", p = {FractionText(found.p).display}" if isinstance(found, LengthDistribution) else ""
    return f"{name}n = {found.relation.n}{coin}, {found.deals} deals"


def _over_turns(counts: Mapping[str, Counts], title: str, column: str) -> ChartData:
    """Counts over the turns, on a logarithmic scale; `column` says what is counted."""
    counted = {label: {turns: count for turns, count in each.items() if count} for label, each in counts.items()}
    if not any(counted.values()):
        raise ParameterError("there is nothing to plot: no game ends")
    return _lines(counted, title, heading("turns"), heading(column), "log")


def _over_cards(
    results: Sequence[Any], values: Callable[[Any], dict[str, float]], title: str, column: str, top: float | None = None
) -> ChartData:
    """Values over the number of cards, a line for each of them and each way to return and to deal the cards."""
    lines: dict[str, dict[int, float]] = {}
    for each in results:
        how = f"p = {FractionText(each.p).display}" if isinstance(each, Expectation) else each.order
        for name, value in values(each).items():
            label = f"{heading(name)}: {how}, {each.deals} deals" if name else f"{how}, {each.deals} deals"
            lines.setdefault(label, {})[each.n] = value
    return _lines(lines, title, heading_and_unit("n"), heading(column), top=top)


def _lines(
    counts: Mapping[str, Counts],
    title: str,
    x_label: str,
    y_label: str,
    scale: str = "linear",
    top: float | None = None,
) -> ChartData:
    """One panel with a line for each of some counts."""
    lines = [
        Line(list(each), list(each.values()), Look.number(number), fill(label, _LEGEND_WIDTH))
        for number, (label, each) in enumerate(counts.items())
    ]
    y_range = (None if scale == "log" else 0, top)
    logarithmic = " (logarithmic)" * (scale != "linear")
    return ChartData([[Panel(title, x_label, y_label + logarithmic, lines, y_scale=scale, y_range=y_range)]])


def _over_cycles(counts: Mapping[str, Counts], title: str) -> ChartData:
    """A group of bars for each length of cycles, on a logarithmic scale."""
    lengths = sorted({length for each in counts.values() for length in each})
    if not lengths:
        raise ParameterError("there is nothing to plot: there is no cycle")
    width, bars = 0.8 / len(counts), []
    for number, (label, each) in enumerate(counts.items()):
        left = np.arange(len(lengths)) - 0.4 + width * number
        edges = np.stack([left, left + 0.95 * width], 1).ravel()
        heights = np.stack([[float(each.get(length, 0)) for length in lengths], np.zeros(len(lengths))], 1).ravel()
        look = Look.number(number)
        bars.append(Area(edges, 0, heights[:-1], look, label, opacity=1, has_outline=False, in_steps=True))
    most = max(float(count) for each in counts.values() for count in each.values())
    panel = Panel(
        title,
        heading_and_unit("cycle_length"),
        "How many (logarithmic)",
        areas=bars,
        y_scale="log",
        y_range=(0.5, most * 10.0 ** min(len(counts), 8)),  # room for the legend
        x_ticks={place: f"{length:,}" for place, length in enumerate(lengths)},
    )
    return ChartData([[panel]])
