"""Charts of WAR with Auction Rounds: the six plots of the study, and the heat map of a tournament."""

from math import isnan, nan
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.simulate import AuctionSimulation
from wargraph.auction.tournament import AuctionStudy, Tournament
from wargraph.errors import ParameterError
from wargraph.plots.data import DASHES, Area, Cells, ChartData, Line, Look, Panel, chart_of
from wargraph.report.columns import heading
from wargraph.report.estimates import DEVIATIONS
from wargraph.report.result import Row

_STUDIED = {"win_ratio": "", "mean_rounds_won": "mean_rounds", "sd_rounds_won": "sd_rounds"}
"""The columns that the study plots, and the same for all games."""

_BINS = 80
_LABEL_WIDTH = 30
_INCHES_A_CELL, _LEAST_WIDTH = 0.95, 6.0


@chart_of.register(AuctionSimulation)
def _of_auctions(*simulations: AuctionSimulation) -> ChartData:
    if not any(each.rounds.total for each in simulations):
        raise ParameterError("there is nothing to plot: no game ended")
    longest, lines = max(len(each.rounds.counts) for each in simulations), []
    for number, each in enumerate(simulations):
        counts = each.rounds.counts
        games, edges = np.histogram(np.arange(len(counts)), _BINS, (0, longest), weights=counts)
        label = f"{each.line_up}: {len(each.games):,} games"
        lines.append(Line((edges[1:] + edges[:-1]) / 2, games, Look.number(number), label, in_steps=True))
    return ChartData([[Panel("Games by their rounds", heading("rounds"), heading("games"), lines, y_range=(0, None))]])


@chart_of.register(AuctionStudy)
def _of_study(study: AuctionStudy) -> ChartData:
    """Three panels for each strategy over the number of Dummies, as in the published study.

    The panels show the win ratio, and the mean and the standard deviation of the number of rounds of the games that the
    strategy won. Dashed lines show the same for all games. The bands are 95 % confidence intervals.
    """
    strategies = list(study.studied)
    panels = [[_study_panel(study, strategy, name) for strategy in strategies] for name in _STUDIED]
    return ChartData(panels, size=(5.2 * len(strategies), 9), are_joined=True)


def _study_panel(study: AuctionStudy, strategy: str, name: str) -> Panel:
    rows = [row for row in study.rows() if row["strategy"] == strategy]
    opponents, values, errors = (_numbers(rows, column) for column in ("opponents", name, f"{name}_error"))
    low, high = values - DEVIATIONS * errors, values + DEVIATIONS * errors
    of_all, number = _STUDIED[name], [*study.studied].index(strategy)
    colour = Look.number(number).colour
    lines = [Line(opponents, values, Look(colour, marker="o"), "games won" * bool(of_all))]
    if of_all:
        lines.append(Line(opponents, _numbers(rows, of_all), Look(colour, DASHES[1]), "all games"))
    else:
        shares = [study.studied[strategy][int(each)].share(strategy) for each in opponents]
        low, high = np.array([(share.low, share.high) for share in shares]).T
    games = max(int(str(row["games"])) for row in rows)
    return Panel(
        f"{strategy}: {games:,} games for each number" * (not of_all),
        f"{heading('opponents')}, all Dummies" * (name == [*_STUDIED][-1]),
        fill(heading(name), _LABEL_WIDTH) * (number == 0),
        lines,
        [Area(opponents, low, high, Look(colour), opacity=0.25, has_outline=len(rows) == 1)],
        x_range=(opponents.min() - 1, opponents.max() + 1),
        y_range=(0, None if of_all else 1),
    )


def _numbers(rows: list[Row], column: str) -> NDArray[np.float64]:
    return np.array([nan if row[column] is None else float(str(row[column])) for row in rows])


@chart_of.register(Tournament)
def _of_tournament(tournament: Tournament) -> ChartData:
    """The heat map of a tournament: the points of each strategy against each other strategy.

    A cell shows the points per game of the strategy of its row in the games in which the strategy of its column also
    plays. The best strategy is on top. A cell is blue if one player of the strategy gets more points per game than if
    chance decided, red if fewer, and grey if the two strategies never met.
    """
    ranking = tournament.ranking_rows()
    names = [str(row["strategy"]) for row in ranking]
    points = np.array([[tournament.points(name, rival).value for rival in names] for name in names[::-1]])
    if np.isnan(points).all():
        raise ParameterError("there is nothing to plot: no two strategies met")
    sizes = [len(each.line_up) for each in tournament.simulations]
    fair, edges = sum(1 / size for size in sizes) / len(sizes), np.arange(len(names) + 1) - 0.5
    cells = Cells(
        edges,
        edges,
        points,
        (0, 1),
        f"{heading('points')} of one player; white: {heading('fair').lower()}, {fair:.3g}",
        {(row, column): f"{value:.3f}" for (row, column), value in np.ndenumerate(points) if not isnan(value)},
        middle=fair,
        text_size=10,
    )
    ranked = [f"{row['rank']}. {row['strategy']}  {row['points']:.3f}" for row in ranking]
    panel = Panel(
        x_label="where this one plays too",
        cells=cells,
        x_ticks=dict(enumerate(names)),
        y_ticks=dict(enumerate(ranked[::-1])),
        frame="axes",
    )
    players, side = f"{sizes[0]} players" if len({*sizes}) == 1 else "several sizes", _INCHES_A_CELL * len(names)
    size = max(side + 4.2, _LEAST_WIDTH), side + 1.5
    return ChartData([[panel]], f"Points of the row at tables of {players}", size=size)
