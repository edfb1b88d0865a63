"""Every result that can be plotted: the modules of this folder say of which kinds their charts are."""

from collections.abc import Sequence

from wargraph.core.checks import is_iterable
from wargraph.errors import ParameterError, shown
from wargraph.plots import auction, counts, deals, games, simulations  # noqa: F401 - they register their charts
from wargraph.plots.chart import PLOTS, Chart
from wargraph.report.result import Result


def plot(results: Result | Sequence[Result]) -> Chart:
    """Draw a result as a chart, or several results of one kind in the same chart.

    The horizontal axis is the number of cards if each result is about one number of cards, such as the longest game on
    n cards, and otherwise the number of turns.

    Parameters
    ----------
    results : Result or sequence of Result
        One result, or several of one kind: lengths, longest and endless games, largest distances to the end, summaries
        of graphs, cycles, transcript trees, known sequences, simulations. A comparison, a census, a tournament, a study
        or a game is drawn alone.

    Returns
    -------
    Chart
        A matplotlib figure; a notebook shows it, and its method `Chart.save` writes it to a file.

    Raises
    ------
    ParameterError
        If there is nothing to draw, or there is no chart for these results.

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
                return draws(found if of_several else found[0])
    kinds = ", ".join(sorted({type(each).__name__ for each in found})) or "nothing"
    several, alone = (
        ", ".join(kind.__name__ for kind, plot in PLOTS.items() if plot.of_several is many) for many in (True, False)
    )
    raise ParameterError(f"{shown(kinds)} cannot be plotted: give one or more {several}, or one {alone}")
