"""Plot any result that has a chart."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from wargraph.errors import ParameterError, shown
from wargraph.plots import auction, counts, games, relations, simulations  # noqa: F401 - they register their charts
from wargraph.plots.data import chart_of
from wargraph.plots.drawing import Chart, draw
from wargraph.report.result import Result, Results


def plot(results: Result | Iterable[Result], title: str | None = None, **settings: Any) -> Chart:
    """Plot a result, or several of one kind in one chart.

    Results about a number of cards each, such as longest games, are plotted over the number of cards; most others are
    plotted over turns. A census, a tournament, a study or a game is plotted alone.

    Parameters
    ----------
    title
        The title above the chart; by default the chart has its own.
    **settings
        Settings of charts of simulations. `seconds_per_turn` (default 5) is for the axis of minutes. With
        `table` the chart shows something else than the hills of the lengths: even and odd numbers of turns
        (``"parity"``), or how often a player wins by the cards that the player comes to hold (``"chances"``) or is
        dealt of a rank (``"dealt"``).

    Examples
    --------
    >>> from wargraph import Position, longest, play
    >>> chart = plot([longest(n) for n in range(1, 10)])
    >>> chart.axes[0].lines[0].get_ydata().tolist()
    [0.0, 1.0, 3.0, 7.0, 9.0, 17.0, 17.0, 29.0, 31.0]
    >>> plot(play(Position("41|32"), "WL")).title
    '41|32 under WL: Left wins after 4 turns'
    """
    are_several = isinstance(results, Results) or (isinstance(results, Iterable) and not isinstance(results, Result))
    given = list(results) if are_several else [results]  # type: ignore[arg-type]
    kinds = ", ".join(sorted({type(result).__name__ for result in given})) or "nothing"
    if len({type(result) for result in given}) != 1:
        raise ParameterError(f"{shown(kinds)} cannot be plotted: give one result, or several of one kind")
    data = chart_of(*given, **settings)
    return draw(data if title is None else replace(data, title=title))
