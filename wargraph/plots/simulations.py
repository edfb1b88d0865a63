"""Charts of simulated games."""

import math
from collections.abc import Sequence
from itertools import islice
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from wargraph.core.checks import is_iterable
from wargraph.errors import ParameterError
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.pace import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.simulation import Simulation
from wargraph.plots.chart import COLOURS, Chart, add_labels, dashes, plain_texts, plots
from wargraph.report.humanize import counted, duration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EVEN, _ODD = COLOURS[:2]
_MOST_BINS = 100
_MOST_STEPS = 150
_SHOWN, _SHOWN_BY_PARITY = 0.98, 0.995
_STILL_PLAYING = 0.1
_MOST_WINNERS = 3


@plots(Simulation)
def lengths_chart(
    simulations: Simulation | Sequence[Simulation],
    seconds_per_turn: float = SECONDS_PER_TURN,
    by_parity: bool = False,
) -> Chart:
    """The lengths of simulated games: one hill for each set of rules, and the share of games that are not over yet.

    All hills have the same axes, and the area of a hill is the share of all games that end, so that hills can be
    compared. A white line marks the median. The axes end where 98 % of the games under the slowest rules are over.

    Parameters
    ----------
    simulations : Simulation or sequence of Simulation
        One simulation, or several to be compared.
    seconds_per_turn : float, default 5
        The seconds that a turn takes at a table, for the axis of minutes.
    by_parity : bool, default False
        Draw a histogram of even and one of odd numbers of turns for each simulation, instead of the hills. Where three
        cards lie face down in a war, nearly all games have an even number of turns.

    Returns
    -------
    Chart
        A matplotlib figure, which `save` writes to a file.

    Raises
    ------
    ParameterError
        If there is no simulation, if an argument is something else, if no game of any simulation ended, or if the
        seconds are not above 0.

    Examples
    --------
    >>> from wargraph import lengths_chart, simulate
    >>> chart = lengths_chart([simulate("kids", 500), simulate("bryer", 500)])
    >>> [panel.get_xlabel() for panel in chart.axes if panel.get_xlabel()]
    ['turns', 'minutes, at 5 seconds a turn']
    """
    several = is_iterable(simulations) and not isinstance(simulations, Simulation)
    simulations = list(simulations) if several else [simulations]  # type: ignore[arg-type,list-item]
    for each in simulations:
        if not isinstance(each, Simulation):
            raise ParameterError(f"a {type(each).__name__} is no simulation: draw it by plot(), as every result")
    check_seconds(seconds_per_turn)
    if not any(each.finished for each in simulations):
        raise ParameterError("there is nothing to draw: no simulated game ended")
    draw = _parity_panels if by_parity else _hills
    return plain_texts(draw(simulations, seconds_per_turn))


@plots(Comparison, of_several=False)
def comparison_chart(
    comparison: Comparison, seconds_per_turn: float = SECONDS_PER_TURN, by_parity: bool = False
) -> Chart:
    """The lengths of the games under each of the rules that are compared, as `lengths_chart` draws them."""
    return lengths_chart(comparison.simulations, seconds_per_turn, by_parity)


def _hills(simulations: Sequence[Simulation], seconds_per_turn: float) -> Chart:
    """A panel with a hill for each simulation, all with the same axes, and below them the games still being played."""
    slowest = max((each for each in simulations if each.finished), key=lambda each: each.quantile(_SHOWN) or 0)
    limit = max(slowest.quantile(_SHOWN) or 0, 2)
    several = len(simulations) > 1
    heights = [1.2] * len(simulations) + [2.2]
    chart = Chart(8, sum(heights) + 1.6)
    *hills, still = chart.panels(len(heights), heights, share_x=True)
    tops = [
        _draw_hill(each, panel, limit, seconds_per_turn, COLOURS[number % len(COLOURS)])
        for number, (each, panel) in enumerate(zip(simulations, hills, strict=True))
    ]
    for panel in hills:
        panel.set(xlim=(0, limit), ylim=(0, max(tops) * 1.1), yticks=[])
        panel.spines["left"].set_visible(False)
        panel.tick_params(bottom=False, labelbottom=False)
    minutes = hills[0].twiny()
    minutes.set(xlim=(0, limit * seconds_per_turn / 60), xlabel=f"minutes, at {seconds_per_turn:g} seconds a turn")
    minutes.spines[["left", "right", "bottom"]].set_visible(False)
    hills[0].tick_params(bottom=False)  # the second axis had brought the ticks back
    for number, each in enumerate(simulations):
        over = np.zeros(limit + 2)
        over[: len(each.lengths.counts)] = each.lengths.counts[: limit + 2]
        label = fill(str(each.rules), 60)
        playing = 100 * (1 - np.cumsum(over) / len(each.games))
        still.plot(playing, color=COLOURS[number % len(COLOURS)], linestyle=dashes(number), linewidth=2, label=label)
    still.set_yticks([0, 100 * _STILL_PLAYING, 25, 50, 75, 100])
    still.axhline(100 * _STILL_PLAYING, color="#444444", linewidth=1, linestyle=":")
    still.set_ylim(0, 103)
    still.set_title("Games still being played", loc="left")
    still.set(xlabel="turns", ylabel="% of games")
    if several:
        still.legend(frameon=False)
    games = sorted({len(each.games) for each in simulations})
    played = f"{counted(games[0], 'game')}" if len(games) == 1 else f"{games[0]:,} to {counted(games[-1], 'game')}"
    under = f" under {slowest.rules}" if several else ""
    note = f"{played}{' under each set of rules' * several}. White lines: medians of the games that end.\n" + fill(
        f"The longest 2 % of the games that end{under} lie beyond the right edge.", 110
    )
    given = slowest.condition.in_title(slowest.rules)
    if given:  # here too, as a user's own title may not say it
        note += "\n" + fill(slowest.condition.sentence(slowest.rules), 110)
    title = f"How long do games last{'' if several else f' under {slowest.rules}'}{given}?"
    chart.suptitle(title, x=0.01, ha="left")
    chart.supxlabel(note, x=0.01, ha="left", fontsize=8, color="#555555")
    return chart


def _draw_hill(each: Simulation, panel: "Axes", limit: int, seconds_per_turn: float, colour: str) -> float:
    """Draw how likely games are to last how long, and what half of them need; return the height of the hill."""
    bins = min(_MOST_STEPS, max(8, math.ceil(2 * each.finished ** (1 / 3))))
    width = 2 * max(1, math.ceil(limit / (2 * bins)))  # as many even as odd numbers of turns
    counts = np.zeros(width * (limit // width + 1))
    counts[: len(each.lengths.counts)] = each.lengths.counts[: len(counts)]
    shares = counts.reshape(-1, width).sum(axis=1) / (width * len(each.games))
    middles = np.arange(len(shares)) * width + (width - 1) / 2
    panel.fill_between([0, *middles], [shares[0], *shares], color=colour, alpha=0.75, linewidth=0)
    panel.plot([0, *middles], [shares[0], *shares], color=colour)
    lines = [fill(str(each.rules), 60)]
    median = each.median
    if median is None:
        lines.append("no game ended")
    else:
        height = float(np.interp(median, middles, shares))
        panel.plot([median, median], [0, height], color="white", linewidth=2)
        subject = "half of the games" if each.finished == len(each.games) else "half of the games that end"
        lines.append(f"{subject} are over after {counted(median, 'turn')}, {duration(median * seconds_per_turn)}")
        lines += _others(each, seconds_per_turn)
    name, *rest = lines
    panel.text(1, 0.94, name, transform=panel.transAxes, ha="right", va="top", weight="bold", fontsize=10)
    below = "\n" * (name.count("\n") + 1) + "\n".join(rest)
    panel.text(1, 0.94, below, transform=panel.transAxes, ha="right", va="top", fontsize=9)
    return float(shares.max())


def _others(each: Simulation, seconds_per_turn: float) -> list[str]:
    """What one game in ten exceeds, who wins if cards were given, and the games without an end."""
    late = _turns_exceeded(each)
    lines = []
    if late is not None:
        lines.append(f"1 in 10 takes more than {counted(late, 'turn')}, {duration(late * seconds_per_turn)}")
    if each.condition:
        won = each.won.tolist()
        wins = (
            f"player {player} wins {100 * count / len(each.games):.0f}" for player, count in enumerate(won, start=1)
        )
        lines.append(f"{', '.join(islice(wins, _MOST_WINNERS))} of 100")
    if each.endless:
        lines.append(f"{each.endless_share.value:.2%} never end")
    if each.capped:
        lines.append(f"{counted(each.capped, 'game')} given up")
    return lines


def _turns_exceeded(each: Simulation) -> int | None:
    """The fewest turns that at most one game in ten exceeds, if there are so few."""
    over = np.cumsum(each.lengths.counts)
    turns = int(np.searchsorted(over, (1 - _STILL_PLAYING) * len(each.games)))
    return turns if turns < len(over) else None


def _parity_panels(simulations: Sequence[Simulation], seconds_per_turn: float) -> Chart:
    """A panel with the even and the odd numbers of turns for each simulation in which a game ended."""
    finished = [each for each in simulations if each.finished]
    chart = Chart(8, 3.1 * len(finished) + 0.3)
    for each, panel in zip(finished, chart.panels(len(finished)), strict=True):
        _draw_parity(each, panel, seconds_per_turn)
    return chart


def _draw_parity(simulation: Simulation, panel: "Axes", seconds_per_turn: float) -> None:
    """Draw the lengths of the games with even and with odd numbers of turns."""
    counts = simulation.lengths.counts
    last = simulation.quantile(_SHOWN_BY_PARITY) or 0
    width = 2 * max(1, math.ceil(last / (2 * _MOST_BINS)))
    padded = np.zeros(width * math.ceil((last + 1) / width), np.int64)
    padded[: min(len(counts), len(padded))] = counts[: len(padded)]
    edges = np.arange(0, len(padded) + 1, width)
    for parity, colour in enumerate((_EVEN, _ODD)):
        share = int(simulation.by_parity[parity].sum()) / simulation.finished
        each = padded[parity::2].reshape(-1, width // 2).sum(axis=1) / (width // 2)
        label = f"{('even', 'odd')[parity]} numbers of turns: {share:.1%} of finished games"
        panel.stairs(each, edges, color=colour, fill=True, alpha=0.35, label=label)
        panel.stairs(each, edges, color=colour)
    panel.axvline(simulation.mean, color="#444444", linewidth=1, linestyle="--", label=f"mean {simulation.mean:,.1f}")
    panel.axvline(
        simulation.median or 0, color="#444444", linewidth=1, linestyle=":", label=f"median {simulation.median:,}"
    )
    endless = f", {simulation.endless_share.value:.2%} endless" if simulation.endless else ""
    capped = f", {simulation.capped:,} given up" if simulation.capped else ""
    panel.set_xlim(0, len(padded))
    longest = (
        f" (the longest game: {simulation.longest:,}, {duration(simulation.longest * seconds_per_turn)})"
        if simulation.longest
        else ""
    )
    given = simulation.condition.in_title(simulation.rules)
    title = f"{simulation.rules}: {len(simulation.games):,} games{given}{endless}{capped}"
    add_labels(panel, title, f"turns{longest}", "games with that many turns")
