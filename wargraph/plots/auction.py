"""Charts of WAR with Auction Rounds: the six plots of the study, and the heat map of a tournament."""

import math
from collections.abc import Sequence
from textwrap import fill

import numpy as np

from wargraph.auction.simulate import AuctionSimulation
from wargraph.auction.study import AuctionStudy
from wargraph.auction.tournament import Tournament
from wargraph.errors import ParameterError, shown
from wargraph.plots.chart import COLOURS, Chart, add_grid, add_labels, dashes, ink_on, plain_texts, plots
from wargraph.report.columns import heading
from wargraph.report.estimates import DEVIATIONS

_PLOTS = ("win_ratio", "mean_rounds_won", "sd_rounds_won")
_ALL_GAMES = {"mean_rounds_won": "mean_rounds", "sd_rounds_won": "sd_rounds"}
_BINS = 80
_LABEL_WIDTH = 30
"""Letters in a line of a label beside a panel."""

_INCHES_A_CELL = 0.95
_LEAST_WIDTH = 6.0
_NEVER_MET = "#BBBBBB"
_DARK = 0.4


@plots(AuctionSimulation)
def auction_lengths_chart(simulations: Sequence[AuctionSimulation]) -> Chart:
    """How many games last how many rounds, one line for each line-up."""
    if not any(found.rounds.total for found in simulations):
        raise ParameterError("there is nothing to plot: no game ended")
    longest = max(len(found.rounds.counts) for found in simulations)
    chart = Chart(8, 4.5)
    (panel,) = chart.panels()
    for number, found in enumerate(simulations):
        rounds = found.rounds.counts
        games = np.histogram(np.arange(len(rounds)), _BINS, (0, longest), weights=rounds)
        colour = COLOURS[number % len(COLOURS)]
        panel.stairs(
            *games, color=colour, linestyle=dashes(number), label=f"{found.line_up}: {len(found.games):,} games"
        )
    panel.set_ylim(bottom=0)
    add_labels(panel, "Games by their rounds", heading("rounds"), heading("games"))
    return plain_texts(chart)


@plots(AuctionStudy, of_several=False)
def study_chart(study: AuctionStudy) -> Chart:
    """Draw a study of auction strategies: three panels for each strategy, over the number of Dummies.

    The panels show the win ratio, and the mean and the standard deviation of the number of rounds of the games that the
    strategy won, as the published study does. Dashed lines show the same for all games. The bands are 95 % confidence
    intervals.

    Parameters
    ----------
    study : AuctionStudy
        The study, as `auction_study` returns it.

    Returns
    -------
    Chart
        A matplotlib figure; a notebook shows it, and its method `Chart.save` writes it to a file.

    Raises
    ------
    ParameterError
        If `study` is no study.

    See Also
    --------
    plot

    Examples
    --------
    >>> from wargraph import auction_study
    >>> len(study_chart(auction_study([1, 2], games=20)).axes)
    6
    """
    from matplotlib.ticker import MaxNLocator

    if not isinstance(study, AuctionStudy):
        raise ParameterError(f"{shown(study)} is no study: auction_study() makes one")
    strategies = list(dict.fromkeys(strategy for strategy, _ in study.simulations))
    figure = Chart(5.2 * len(strategies), 9)
    panels = figure.subplots(len(_PLOTS), len(strategies), squeeze=False, sharex=True, sharey="row")
    rows = study.rows()
    for column, strategy in enumerate(strategies):
        mine = [row for row in rows if row["strategy"] == strategy]
        opponents = np.array([row["opponents"] for row in mine])
        for name, panel in zip(_PLOTS, panels[:, column], strict=True):
            values = _numbers([row[name] for row in mine])
            errors = DEVIATIONS * _numbers([row[f"{name}_error"] for row in mine])
            low, high = values - errors, values + errors
            if name == "win_ratio":
                shares = [found.share(strategy) for (each, _), found in study.simulations.items() if each == strategy]
                low, high = np.array([share.low for share in shares]), np.array([share.high for share in shares])
            colour = COLOURS[column]
            panel.fill_between(opponents, low, high, color=colour, alpha=0.25, linewidth=0)
            if len(mine) == 1:
                panel.vlines(opponents, low, high, color=colour, alpha=0.5)
            panel.plot(opponents, values, color=colour, marker="o", markersize=2.5, linewidth=1, label="games won")
            if name in _ALL_GAMES:
                of_all = _numbers([row[_ALL_GAMES[name]] for row in mine])
                panel.plot(opponents, of_all, color=colour, linestyle="dashed", linewidth=1, label="all games")
                panel.legend(frameon=False, loc="upper left")
            add_grid(panel)
            if column == 0:
                panel.set_ylabel(fill(heading(name), _LABEL_WIDTH))
        games = max((int(str(row["games"])) for row in mine), default=0)
        panels[0, column].set_title(f"{strategy}: {games:,} games for each number", loc="left")
        panels[-1, column].set_xlabel(f"{heading('opponents')}, all Dummies")
        panels[-1, column].xaxis.set_major_locator(MaxNLocator(integer=True))
        panels[-1, column].set_xlim(opponents.min() - 1, opponents.max() + 1)
    for row, name in zip(panels, _PLOTS, strict=True):
        row[0].set_ylim(0, 1 if name == "win_ratio" else None)  # the panels of a row share it
    return plain_texts(figure)


@plots(Tournament, of_several=False)
def tournament_chart(tournament: Tournament) -> Chart:
    """Draw the heat map of a tournament: the points of each strategy against each other strategy.

    A cell shows the points per game of the strategy of its row in the games in which the strategy of its column also
    plays. The best strategy is on top. A cell is blue if one player of the strategy gets more points per game than if
    chance decided, red if fewer, and grey if the two strategies never met.

    Parameters
    ----------
    tournament : Tournament
        The tournament, as `tournament` returns it.

    Returns
    -------
    Chart
        A matplotlib figure; a notebook shows it, and its method `Chart.save` writes it to a file.

    Raises
    ------
    ParameterError
        If no two strategies met, or `tournament` is no tournament.

    See Also
    --------
    plot

    Examples
    --------
    >>> from wargraph import round_robin, tournament
    >>> len(tournament_chart(tournament(round_robin(["Min", "Max"]))).axes[0].texts)
    2
    """
    from matplotlib.colors import TwoSlopeNorm

    if not isinstance(tournament, Tournament):
        raise ParameterError(f"{shown(tournament)} is no tournament: tournament() plays one")
    ranking = tournament.ranking_rows()
    names = [str(row["strategy"]) for row in ranking]
    points = np.array([[tournament.points(name, rival).value for rival in names] for name in names])
    if np.isnan(points).all():
        raise ParameterError("there is nothing to draw: no two strategies met")
    sizes = {len(found.line_up) for found in tournament.simulations}
    fair = sum(1 / len(found.line_up) for found in tournament.simulations) / len(tournament.simulations)
    side = _INCHES_A_CELL * len(names)
    figure = Chart(max(side + 4.2, _LEAST_WIDTH), side + 1.8)
    panel = figure.subplots()
    image = panel.imshow(points, cmap="RdBu", norm=TwoSlopeNorm(fair, 0, 1), aspect="equal")
    panel.set_facecolor(_NEVER_MET)
    for row, column in zip(*np.nonzero(~np.isnan(points)), strict=True):
        value = points[row, column]
        panel.text(column, row, f"{value:.3f}", ha="center", va="center", color=ink_on(image.to_rgba(value), _DARK))
    labels = [f"{row['rank']}. {row['strategy']}  {row['points']:.3f}" for row in ranking]
    panel.set_yticks(range(len(names)), labels)
    panel.set_xticks(range(len(names)), names, rotation=30, ha="right")
    panel.spines[:].set_visible(False)
    panel.tick_params(length=0)
    figure.colorbar(
        image,
        ax=panel,
        shrink=0.8,
        label=f"{heading('points')} of one player; white: {heading('fair').lower()}, {fair:.3g}",
    )
    players = f"{min(sizes)} players" if len(sizes) == 1 else "several sizes"
    figure.suptitle(f"Points of the row at tables of {players}")
    panel.set_xlabel("where this one plays too")
    return plain_texts(figure)


def _numbers(values: list[object]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return np.array([math.nan if value is None else float(str(value)) for value in values])
