"""Charts of WAR with Auction Rounds: the six plots of the study, and the heat map of a tournament."""

from textwrap import fill

import numpy as np

from wargraph.auction.simulate import AuctionSimulation, AuctionStudy, Tournament
from wargraph.errors import ParameterError
from wargraph.plots.data import DASHES, Cells, ChartData, Line, Look, Panel, chart_of
from wargraph.report.columns import heading

_BINS = 80
_LABEL_WIDTH = 30
_INCHES_A_CELL, _LEAST_WIDTH = 0.95, 6.0


@chart_of.register
def _of_auctions(*simulations: AuctionSimulation) -> ChartData:
    longest, lines = max(len(simulation.rounds.counts) for simulation in simulations), []
    if not longest:
        raise ParameterError("there is nothing to plot: no game ended")
    for simulation in simulations:
        games, edges = np.histogram(simulation.ended["rounds"], _BINS, (0, longest))
        label = f"{simulation.line_up}: {len(simulation.games):,} games"
        lines.append(Line(edges, games, label=label, shape="steps"))
    return ChartData([[Panel("Games by their rounds", heading("rounds"), heading("games"), lines, y_range=(0, None))]])


@chart_of.register
def _of_study(study: AuctionStudy) -> ChartData:
    """Three panels for each strategy over the number of Dummies, as in the published study.

    The panels show the win ratio, and the mean and the standard deviation of the number of rounds of the games that the
    strategy won. Dashed lines show the same for all games. The bands are 95% confidence intervals.
    """
    panels: list[list[Panel]] = [[], [], []]
    for place, (strategy, found) in enumerate(study.studied.items()):
        simulations, x = found.values(), np.array([*found])
        shares = [simulation.share(strategy) for simulation in simulations]
        won = [simulation.rounds_won(strategy) for simulation in simulations]
        ended = [simulation.rounds for simulation in simulations]
        games = max(len(simulation.games) for simulation in simulations)
        colour = Look.number(place).colour
        for row, name, values, intervals, of_all in (
            (0, "win_ratio", [share.value for share in shares], [(share.low, share.high) for share in shares], []),
            (1, "mean_rounds_won", [e.mean for e in won], [e.mean_interval for e in won], [e.mean for e in ended]),
            (2, "sd_rounds_won", [e.sd for e in won], [e.sd_interval for e in won], [e.sd for e in ended]),
        ):
            lines = [Line(x, values, Look(colour, marker="o"), "games won" * bool(row))]
            lines += [Line(x, of_all, Look(colour, DASHES[1]), "all games")] if row else []
            low, high = np.array(intervals).T
            lines.append(Line(x, high, Look(colour, width=1.2 * (len(x) == 1), opacity=0.25), low=low))
            panel = Panel(
                f"{strategy}: {games:,} games for each number" * (row == 0),
                f"{heading('opponents')}, all Dummies" * (row == 2),
                fill(heading(name), _LABEL_WIDTH) * (place == 0),
                lines,
                x_range=(x.min() - 1, x.max() + 1),
                y_range=(0, None if row else 1),
            )
            panels[row].append(panel)
    return ChartData(panels, size=(5.2 * len(study.studied), 9), are_joined=True)


@chart_of.register
def _of_tournament(tournament: Tournament) -> ChartData:
    """Return the heat map of a tournament: the points of each strategy against each other strategy.

    A cell shows the points per game of the strategy of its row in the games in which the strategy of its column also
    plays. The best strategy is on top. A cell is blue if one player of the strategy gets more points per game than if
    chance decided, red if fewer, and grey if the two strategies never met.
    """
    ranking = tournament.ranking_rows()
    names = [str(row["strategy"]) for row in ranking]
    points = np.array([[tournament.points(name, rival).value for rival in names] for name in names[::-1]])
    if np.isnan(points).all():
        raise ParameterError("there is nothing to plot: no two strategies met")
    sizes = [len(simulation.line_up) for simulation in tournament.simulations]
    fair, edges = sum(1 / size for size in sizes) / len(sizes), np.arange(len(names) + 1) - 0.5
    label = f"{heading('points')} of one player; white: {heading('fair').lower()}, {fair:.3g}"
    cells = Cells(edges, edges, points, label, middle=fair)
    ranked = [f"{row['rank']}. {row['strategy']}  {row['points']:.3f}" for row in ranking]
    x_ticks, y_ticks = dict(enumerate(names)), dict(enumerate(ranked[::-1]))
    panel = Panel("", "where this one plays too", cells=cells, x_ticks=x_ticks, y_ticks=y_ticks)
    players, side = f"{sizes[0]} players" if len({*sizes}) == 1 else "several sizes", _INCHES_A_CELL * len(names)
    size = max(side + 4.2, _LEAST_WIDTH), side + 1.5
    return ChartData([[panel]], f"Points of the row at tables of {players}", size=size)
