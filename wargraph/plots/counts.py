"""Charts of exact counts: over the turns of a game, over the lengths of cycles, over the number of cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, TypeVar

import numpy as np
from matplotlib.ticker import MaxNLocator

from wargraph.core.relation import Relation
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
from wargraph.plots.chart import COLOURS, MARKERS, Chart, add_labels, dashes, plain_texts, plots
from wargraph.relations.census import Census
from wargraph.report.columns import heading, heading_and_unit
from wargraph.report.precision import FractionText
from wargraph.sequences.known import KnownSequence

_WIDTH, _HEIGHT = 8.0, 4.5
_MOST_MARKED = 60
_BINS = 40
_LEGEND_WIDTH = 40
"""Letters in a line of a legend beside a chart."""

_LARGEST_LINEAR = 1000
"""Terms from here on are read better on a logarithmic scale."""
_COLUMNS_OF_GRAPHS = ("positions", "largest_component", "endless_wl", "endless_lw")

_LEAST_SHARE = 0.005
"""The least share that is told in percent."""

Found = TypeVar("Found", Longest, Endless)
Counts = Mapping[int, float]


def _endless(endless: int, of: int) -> str:
    """How many never end, in a few words; few are told by their number.

    >>> _endless(0, 10**9), _endless(8545, 31_532_760), _endless(300, 1000)
    ('none endless', '8,545 endless', '30.0% endless')
    """
    if not endless:
        return "none endless"
    share = endless / of
    return f"{share:.1%} endless" if share >= _LEAST_SHARE else f"{endless:,} endless"


@plots(Lengths)
def counted_lengths_chart(results: Sequence[Lengths]) -> Chart:
    """How many positions lead to games of each length, one line for each result."""
    lines = {
        f"{found.order}, n = {found.n}, {found.deals} deals: {_endless(found.endless, found.total)}": found.by_turns
        for found in results
    }
    return _over_turns(lines, "Games by their length", "positions")


@plots(AllDeals)
def all_deals_chart(results: Sequence[AllDeals]) -> Chart:
    """How many deals lead to games of each length, one line for each result."""
    lines = {f"{found.rules}: {_endless(found.endless, found.deals)}": found.by_turns for found in results}
    return _over_turns(lines, "Games by their length", "deals")


@plots(Finish)
def finish_chart(results: Sequence[Finish]) -> Chart:
    """How many positions are how far from the end if both players help, one line for each result."""
    lines = {f"{_deck(found.relation)}, {found.deals} deals": _sizes(found.layers) for found in results}
    return _over_turns(lines, "Positions by their distance from the end", "positions")


@plots(Contest)
def contest_chart(results: Sequence[Contest]) -> Chart:
    """From how many positions a win is forced in how many turns, one line for each result and player."""
    choosers = {found.chooser for found in results}
    lines: dict[str, Counts] = {}
    for found in results:
        chosen = f", {found.chooser} choosing" if len(choosers) > 1 else ""
        label = f"{_deck(found.relation)}, {found.deals} deals{chosen}"
        lines[label if found.right is None else f"{label}: {found.left.player}"] = _sizes(found.left.layers)
        if found.right is not None:
            lines[f"{label}: {found.right.player}"] = _sizes(found.right.layers)
    title = "Forced wins by their length"
    if len(choosers) == 1:
        title = f"{title}, {results[0].chooser.display} choosing"
    return _over_turns(lines, title, "positions")


def _deck(relation: Relation) -> str:
    """What is played with: so many cards in their order, or a relation by its name."""
    return f"n = {relation.n}" if relation.is_order else f"{relation.name}, n = {relation.n}"


def _sizes(layers: Sequence[int]) -> Counts:
    return {turns: size for turns, size in enumerate(layers) if size}


@plots(Expectation)
def expectation_chart(results: Sequence[Expectation]) -> Chart:
    """The mean and the largest expected number of turns, a line each for every coin and kind of deals."""
    lines: dict[str, dict[int, float]] = {}
    for found in results:
        coin = f"p = {FractionText(found.p).display}, {found.deals} deals"
        for what, value in (("mean", found.mean), ("worst", found.worst)):
            lines.setdefault(f"{heading(what)}: {coin}", {})[found.n] = value.middle
    title = "Expected length where a coin decides each return order"
    return _lines(lines, title, heading_and_unit("n"), heading("turns"), from_zero=True)


@plots(LengthDistribution)
def length_distribution_chart(results: Sequence[LengthDistribution]) -> Chart:
    """How likely a game lasts so many turns, one line for each result; lengths that are impossible are left out."""
    lines = {
        f"{_deck(found.relation)}, p = {FractionText(found.p).display}, {found.deals} deals": {
            turns: float(chance) for turns, chance in enumerate(found.by_turns) if chance
        }
        for found in results
    }
    title = "How long a game lasts where a coin decides each return order"
    return _over_turns(lines, title, "probability")


@plots(TranscriptTree)
def tree_chart(results: Sequence[TranscriptTree]) -> Chart:
    """How many transcript classes there are of each length, one line for each result."""
    lines: dict[str, Counts] = {}
    for found in results:
        by_turns: dict[int, int] = {}
        for (turns, _), count in sorted(found.classes.items()):
            by_turns[turns] = by_turns.get(turns, 0) + count
        lines[f"n = {found.n}, {found.order}"] = by_turns
    return _over_turns(lines, "Transcript classes by their length", "classes")


@plots(Cycles)
def cycles_chart(results: Sequence[Cycles]) -> Chart:
    """How many cycles of each length there are, and how many positions run into them."""
    lines = {
        f"n = {found.n}, {found.order}: {what}": counts
        for found in results
        for what, counts in (
            (heading("cycles"), found.cycles),
            (f"{heading('endless')} (positions)", found.endless),
        )
    }
    return _bars(lines, "Cycles by their length")


@plots(FreeCycles)
def free_cycles_chart(results: Sequence[FreeCycles]) -> Chart:
    """How many cycles of each length there are under free order."""
    return _bars({f"n = {found.graph.n}": found.cycles for found in results}, "Cycles under free order by their length")


@plots(EndlessCycles)
def endless_cycles_chart(results: Sequence[EndlessCycles]) -> Chart:
    """How many deals run into cycles of each length."""
    lines = {f"n = {found.n}, {found.order}, {found.deals} deals": found.by_cycle_length for found in results}
    return _bars(lines, "Endless deals by the length of their cycle")


@plots(Longest)
def longest_chart(results: Sequence[Longest]) -> Chart:
    """The turns of the longest finite games over the number of cards."""
    return _over_cards(results, lambda found: found.turns, "The longest finite game", "turns")


@plots(Endless)
def endless_chart(results: Sequence[Endless]) -> Chart:
    """The share of games that never end over the number of cards."""
    chart = _over_cards(results, lambda found: found.endless / found.total, "Games that never end", "endless_share")
    chart.axes[0].set_ylim(0, 1)
    return chart


@plots(GraphSummary)
def graph_chart(results: Sequence[GraphSummary]) -> Chart:
    """How many positions War graphs have, and how many of them never end, over the number of cards."""
    rows = {found.graph.n: found.rows()[0] for found in results}
    lines = {heading(each): {n: int(str(row[each])) for n, row in rows.items()} for each in _COLUMNS_OF_GRAPHS}
    y_label = f"{heading('positions')} (logarithmic)"
    return _lines(lines, "War graphs by their size", heading_and_unit("n"), y_label, "symlog", linthresh=1)


@plots(KnownSequence)
def sequence_chart(results: Sequence[KnownSequence]) -> Chart:
    """The known terms of integer sequences."""
    is_large = max(value for found in results for value in found.terms.values()) >= _LARGEST_LINEAR
    scale: dict[str, Any] = {"scale": "symlog", "linthresh": 1} if is_large else {}
    titled = {fill(found.title, _LEGEND_WIDTH): found.terms for found in results}
    return _lines(titled, "Known terms", heading_and_unit("n"), f"{heading('value')}, a(n)", **scale)


@plots(Census, of_several=False)
def census_chart(found: Census) -> Chart:
    """How many relations have which share of endless positions, and which longest game, under WL and under LW."""
    chart = Chart(_WIDTH, 2 * _HEIGHT)
    shares, turns = chart.panels(2)
    for order, colour in zip(FIXED_ORDERS, COLOURS, strict=False):
        lengths = [entry.lengths[order] for entry in found.entries]
        endless = np.histogram([each.endless / each.total for each in lengths], _BINS, (0, 1))
        shares.stairs(*endless, color=colour, fill=True, alpha=0.35, label=str(order))
        longest = np.bincount([max(each.by_turns) for each in lengths])
        turns.stairs(longest, np.arange(len(longest) + 1) - 0.5, color=colour, fill=True, alpha=0.35, label=str(order))
    of = f"{len(found.entries):,} relations on {found.n} cards"
    never = "share of positions that never end"
    add_labels(shares, f"{of} by the {never}", heading("endless_share"), heading("relations"))
    add_labels(turns, f"{of} by the longest finite game", heading_and_unit("longest"), heading("relations"))
    return plain_texts(chart)


def _over_turns(lines: Mapping[str, Counts], title: str, column: str) -> Chart:
    """A line for each of some counts over the turns, on a logarithmic scale; `column` says what is counted."""
    if not any(lines.values()):
        raise ParameterError("there is nothing to plot: no game ends")
    return _lines(lines, title, heading("turns"), f"{heading(column)} (logarithmic)", "log")


def _over_cards(results: Sequence[Found], value: Callable[[Found], float], title: str, column: str) -> Chart:
    """What is known of each number of cards, a line for each return order and kind of deals."""
    lines: dict[str, dict[int, float]] = {}
    for found in results:
        lines.setdefault(f"{found.order}, {found.deals} deals", {})[found.n] = value(found)
    return _lines(lines, title, heading_and_unit("n"), heading(column), from_zero=True)


def _bars(lines: Mapping[str, Counts], title: str) -> Chart:
    """A group of bars for each length of cycles, on a logarithmic scale."""
    lengths = sorted({length for counts in lines.values() for length in counts})
    if not lengths:
        raise ParameterError("there is nothing to plot: there is no cycle")
    chart = Chart(_WIDTH, _HEIGHT)
    (panel,) = chart.panels()
    width = 0.8 / len(lines)
    for number, (label, counts) in enumerate(lines.items()):
        places = np.arange(len(lengths)) + width * (number - (len(lines) - 1) / 2)
        colour = COLOURS[number % len(COLOURS)]
        heights, hatch = [counts.get(length, 0) for length in lengths], "/" * (number // len(COLOURS))
        panel.bar(places, heights, width * 0.95, color=colour, hatch=hatch, label=label)
    panel.set_xticks(range(len(lengths)), list(map(str, lengths)))
    panel.set_yscale("log")
    most = max(count for counts in lines.values() for count in counts.values())
    panel.set_ylim(0.5, float(most) * 10.0 ** len(lines))  # room for the legend
    add_labels(panel, title, heading_and_unit("cycle_length"), "How many (logarithmic)")
    return plain_texts(chart)


def _lines(
    lines: Mapping[str, Counts],
    title: str,
    x_label: str,
    y_label: str,
    scale: str = "linear",
    from_zero: bool = False,
    **of_scale: float,
) -> Chart:
    """A chart of one panel with a line for each of some counts."""
    chart = Chart(_WIDTH, _HEIGHT)
    (panel,) = chart.panels()
    for number, (label, counts) in enumerate(lines.items()):
        marker = MARKERS[number % len(MARKERS)] if len(counts) <= _MOST_MARKED else ""
        colour = COLOURS[number % len(COLOURS)]
        places, values = _columns(counts.items())
        (line,) = panel.plot(places, values, color=colour, linestyle=dashes(number), linewidth=1.2, label=label)
        line.set(marker=marker, markersize=4)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    if from_zero:
        panel.set_ylim(bottom=0)
    if scale != "linear":
        panel.set_yscale(scale, **of_scale)
    add_labels(panel, title, x_label, y_label)
    return plain_texts(chart)


def _columns(points: Iterable[tuple[int, float]]) -> tuple[list[float], list[float]]:
    """The points as coordinates; counts can be larger than the whole numbers that matplotlib takes."""
    places, values = zip(*points, strict=True)
    return list(map(float, places)), list(map(float, values))
