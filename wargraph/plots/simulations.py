"""Charts of simulated games."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from wargraph.core.checks import is_iterable
from wargraph.errors import ParameterError
from wargraph.full_game.simulation import Comparison, Simulation
from wargraph.plots.chart import COLOURS, Chart, add_labels, plain_texts, plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EVEN, _ODD = COLOURS[:2]
_MOST_BINS = 100
_SHOWN, _MOST_COMPARED = 0.995, 0.999


@plots(Simulation)
def lengths_chart(simulations: Simulation | Sequence[Simulation]) -> Chart:
    """The lengths of simulated games: a histogram for each simulation, and all of them compared.

    Even and odd numbers of turns are told apart. With several simulations a last panel shows the share of all games
    that are not over after so many turns.

    Parameters
    ----------
    simulations
        One, or several to be compared.

    Raises
    ------
    ParameterError
        If there is none, or no game of any of them ended, or if they are no simulations.

    See Also
    --------
    simulate, plot
    """
    several = is_iterable(simulations) and not isinstance(simulations, Simulation)
    simulations = list(simulations) if several else [simulations]  # type: ignore[arg-type,list-item]
    for found in simulations:
        if not isinstance(found, Simulation):
            raise ParameterError(f"a {type(found).__name__} is no simulation: draw it by plot(), as every result")
    finished = [found for found in simulations if found.finished]
    if not finished:
        raise ParameterError("there is nothing to draw: no simulated game ended")
    panels = len(finished) + (len(simulations) > 1)
    chart = Chart(8, 3.1 * panels + 0.3)
    axes = chart.panels(panels)
    for found, panel in zip(finished, axes, strict=False):
        _draw_lengths(found, panel)
    if len(simulations) > 1:
        _draw_comparison(simulations, axes[-1])
    return plain_texts(chart)


@plots(Comparison, of_several=False)
def comparison_chart(found: Comparison) -> Chart:
    """The lengths of the games by each of the rules that are compared."""
    return lengths_chart(found.simulations)


def _draw_lengths(found: Simulation, panel: "Axes") -> None:
    """How many games last how long; the bins hold as many even as odd numbers."""
    counts = found.tally.by_turns
    last = found.quantile(_SHOWN) or 0
    width = 2 * max(1, math.ceil(last / (2 * _MOST_BINS)))
    padded = np.zeros(width * math.ceil((last + 1) / width), np.int64)
    padded[: min(len(counts), len(padded))] = counts[: len(padded)]
    edges = np.arange(0, len(padded) + 1, width)
    for parity, colour in enumerate((_EVEN, _ODD)):
        share = int(found.tally.parity[parity].sum()) / found.finished
        each = padded[parity::2].reshape(-1, width // 2).sum(axis=1) / (width // 2)
        label = f"{('even', 'odd')[parity]} numbers of turns: {share:.1%} of finished games"
        panel.stairs(each, edges, color=colour, fill=True, alpha=0.35, label=label)
        panel.stairs(each, edges, color=colour)
    panel.axvline(found.mean, color="#444444", linewidth=1, linestyle="--", label=f"mean {found.mean:,.1f}")
    panel.axvline(found.median or 0, color="#444444", linewidth=1, linestyle=":", label=f"median {found.median:,}")
    endless = f", {found.endless_share.value:.2%} endless" if found.endless else ""
    capped = f", {found.capped:,} given up" if found.capped else ""
    panel.set_xlim(0, len(padded))
    turns = "turns" + (f" (the longest game: {found.longest:,})" if found.longest else "")
    title = f"{found.rules.display}: {found.games:,} games{endless}{capped}"
    add_labels(panel, title, turns, "games with that many turns")


def _draw_comparison(simulations: Sequence[Simulation], panel: "Axes") -> None:
    """The share of games not over after so many turns; endless games never are."""
    for number, found in enumerate(simulations):
        over = np.cumsum(found.tally.by_turns) if found.finished else np.zeros(1)
        label = found.rules.display + (f", mean {found.mean:,.0f}" if found.finished else "")
        panel.plot(1 - over / found.games, color=COLOURS[number % len(COLOURS)], label=label)
    panel.set_yscale("log")
    panel.set_ylim(bottom=max(1e-4, 0.5 / max(found.games for found in simulations)), top=1.1)
    panel.set_xlim(0, max(found.quantile(_MOST_COMPARED) or 1 for found in simulations))
    add_labels(panel, "Share of games that are not over", "turns", "share (logarithmic)")
