"""Every result that can be plotted: the modules of this folder say of which kinds their charts are."""

from collections.abc import Sequence
from inspect import signature
from typing import Any

from wargraph.core.checks import is_iterable
from wargraph.errors import ParameterError, shown
from wargraph.plots import auction, counts, deals, games, simulations  # noqa: F401 - they register their charts
from wargraph.plots.chart import PLOTS, Chart
from wargraph.report.result import Result


def plot(results: Result | Sequence[Result], title: str | None = None, **settings: Any) -> Chart:
    """Plot a result, or several of one kind in one chart.

    Numbers of cards run along the axis where there are several and a result is about one; else it is turns.

    Parameters
    ----------
    results
        One, or several of one kind: lengths, longest and endless games, finishes, sizes of graphs, cycles, transcript
        trees, known sequences, simulations. A comparison, a census, a tournament, a study or a game is plotted alone.
    title
        What stands above the chart; by default the title of the chart itself, if it has one.
    **settings
        Settings of the charts of this kind: of simulations, `seconds_per_turn` and `by_parity` as in `lengths_chart`.

    Returns
    -------
    A matplotlib figure that shows itself in a notebook; `save` writes it.

    Raises
    ------
    ParameterError
        If there is nothing to plot, or no plot of such results, or their charts have no such setting.

    See Also
    --------
    save_chart, picture

    Examples
    --------
    >>> from wargraph import Position, longest, play
    >>> chart = plot([longest(n) for n in range(1, 10)])
    >>> chart.axes[0].lines[0].get_ydata().tolist()
    [0.0, 1.0, 3.0, 7.0, 9.0, 17.0, 17.0, 29.0, 31.0]
    >>> plot(play(Position("41|32"), "WL")).get_suptitle()
    '41|32 under WL: Left wins after 4 turns'
    """
    found = list(results) if is_iterable(results) and not isinstance(results, Result) else [results]
    for kind in type(found[0]).__mro__ if found else ():
        if kind in PLOTS and all(isinstance(each, kind) for each in found):
            draws, of_several = PLOTS[kind]
            if of_several or len(found) == 1:
                unknown = [name for name in settings if name not in signature(draws).parameters]
                if unknown:
                    raise ParameterError(
                        f"charts of a {kind.__name__} have no setting {shown(unknown[0])}: leave it out"
                    )
                chart = draws(found if of_several else found[0], **settings)
                return chart if title is None else chart.entitled(title)
    kinds = ", ".join(sorted({type(each).__name__ for each in found})) or "nothing"
    several, alone = (
        ", ".join(kind.__name__ for kind, plot in PLOTS.items() if plot.of_several is many) for many in (True, False)
    )
    raise ParameterError(f"{shown(kinds)} cannot be plotted: give one or more {several}, or one {alone}")
