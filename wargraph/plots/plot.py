"""Every result that can be plotted, and how: a new plot is a function and its entry in the table."""

from collections.abc import Callable, Sequence
from typing import Any

from wargraph.auction.game import AuctionGame
from wargraph.auction.simulate import AuctionSimulation
from wargraph.auction.study import AuctionStudy
from wargraph.auction.tournament import Tournament
from wargraph.core.checks import is_iterable
from wargraph.core.rules import Game
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.cycles import CyclesOfOrder
from wargraph.fixed_order.lengths import Endless, Lengths, Longest
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.tree import TranscriptTree
from wargraph.full_game.all_deals import AllDeals
from wargraph.full_game.compare import Comparison
from wargraph.full_game.game import FullGame
from wargraph.full_game.simulation import Simulation
from wargraph.graph.contest import Contest
from wargraph.graph.contest_game import ContestGame
from wargraph.graph.expectation import Expectation
from wargraph.graph.finish import Finish
from wargraph.graph.free_cycles import FreeCycles
from wargraph.graph.length_distribution import LengthDistribution
from wargraph.graph.summary import GraphSummary
from wargraph.plots.auction import auction_lengths_chart, study_chart, tournament_chart
from wargraph.plots.chart import Chart
from wargraph.plots.counts import (
    all_deals_chart,
    census_chart,
    contest_chart,
    counted_lengths_chart,
    cycles_chart,
    endless_chart,
    endless_cycles_chart,
    expectation_chart,
    finish_chart,
    free_cycles_chart,
    graph_chart,
    length_distribution_chart,
    longest_chart,
    sequence_chart,
    tree_chart,
)
from wargraph.plots.deals import endless_deal_chart
from wargraph.plots.games import auction_game_chart, full_game_chart, game_chart
from wargraph.plots.simulations import lengths_chart
from wargraph.relations.census import Census
from wargraph.report.result import Result
from wargraph.sequences.known import KnownSequence
from wargraph.symbolic_cycles.endless_deal import EndlessDeal

_OF_SEVERAL: dict[type[Result], Callable[[Sequence[Any]], Chart]] = {
    Lengths: counted_lengths_chart,
    Longest: longest_chart,
    Endless: endless_chart,
    Finish: finish_chart,
    Contest: contest_chart,
    GraphSummary: graph_chart,
    Expectation: expectation_chart,
    LengthDistribution: length_distribution_chart,
    CyclesOfOrder: cycles_chart,
    FreeCycles: free_cycles_chart,
    EndlessCycles: endless_cycles_chart,
    TranscriptTree: tree_chart,
    KnownSequence: sequence_chart,
    Simulation: lengths_chart,
    AllDeals: all_deals_chart,
    AuctionSimulation: auction_lengths_chart,
}
_OF_ONE: dict[type[Result], Callable[[Any], Chart]] = {
    Comparison: lambda found: lengths_chart(found.simulations),
    Census: census_chart,
    Tournament: tournament_chart,
    AuctionStudy: study_chart,
    Game: game_chart,
    ContestGame: game_chart,
    FullGame: full_game_chart,
    EndlessDeal: endless_deal_chart,
    AuctionGame: auction_game_chart,
}


def plot(results: Result | Sequence[Result]) -> Chart:
    """Plot a result, or several of one kind in one chart.

    Numbers of cards run along the axis where there are several and a result is about one; else it is turns.

    Parameters
    ----------
    results
        One, or several of one kind: lengths, longest and endless games, finishes, sizes of graphs, cycles, transcript
        trees, known sequences, simulations. A comparison, a census, a tournament, a study or a game is plotted alone.

    Returns
    -------
    A matplotlib figure that shows itself in a notebook; `save` writes it.

    Raises
    ------
    ParameterError
        If there is nothing to plot, or no plot of such results.

    See Also
    --------
    Chart, save_chart, picture

    Examples
    --------
    >>> from wargraph import Position, longest, play_out
    >>> chart = plot([longest(n) for n in range(1, 10)])
    >>> chart.axes[0].lines[0].get_ydata().tolist()
    [0.0, 1.0, 3.0, 7.0, 9.0, 17.0, 17.0, 29.0, 31.0]
    >>> plot(play_out(Position("41|32"), "WL")).get_suptitle()
    '41|32 under WL: Left wins after 4 turns'
    """
    found = list(results) if is_iterable(results) and not isinstance(results, Result) else [results]
    for kind, of_several in _OF_SEVERAL.items():
        if found and all(isinstance(each, kind) for each in found):
            return of_several(found)
    for kind, of_one in _OF_ONE.items():
        if len(found) == 1 and isinstance(found[0], kind):
            return of_one(found[0])
    kinds = ", ".join(sorted({type(each).__name__ for each in found})) or "nothing"
    several = ", ".join(kind.__name__ for kind in _OF_SEVERAL)
    alone = ", ".join(kind.__name__ for kind in _OF_ONE)
    raise ParameterError(f"{shown(kinds)} cannot be plotted: give one or more {several}, or one {alone}")
