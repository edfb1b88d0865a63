"""The matrix games of a zero-sum game of two players: a strategy for all states, and its guarantee, rounded down."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel

WON, LOST, TIED = range(3)
"""The ends of the game, as states of `MatrixGames`."""

ENDS = 3
_PAYOFFS = (1.0, -1.0, 0.0)

_MOST_SWEEPS = 64  # more bring a strategy nearer to what it cannot attain, and games with it take ever longer
_MOST_REPLIES = 3000
_CHANGE = 1e-10  # below that, mixtures that leave a circle once in a billion rounds seem to get better still
_ROUNDING = 3e-14  # more than one step of a guarantee, a sum of at most 210 products below 1, can be rounded up

Indices = NDArray[np.int64]
Numbers = NDArray[np.float64]


class MatrixGames(NamedTuple):
    """The matrix games of all states, in arrays for the kernels. The first three states are the ends of the game.

    `rows` and `columns` are the numbers of choices of player 1 and of player 2, 0 at an end. `first` and `offset` say
    where the entries of a state begin in `children`, and where its choices begin in a strategy. `children` are the
    states that follow, row by row, state after state; `mirror` is the state with the players exchanged.
    """

    rows: Indices
    columns: Indices
    first: Indices
    offset: Indices
    children: Indices
    mirror: Indices

    @classmethod
    def of(cls, shapes: Sequence[tuple[int, int]], children: Sequence[int], mirror: Sequence[int]) -> "MatrixGames":
        """Return the matrix games with these numbers of choices."""
        rows, columns = np.array(shapes, np.int64).T.copy()
        first, offset = (np.concatenate([[0], np.cumsum(size)[:-1]]) for size in (rows * columns, rows))
        return cls(rows, columns, first, offset, np.array(children, np.int64), np.array(mirror, np.int64))

    def lowest(self) -> Numbers:
        """Return the payoffs at the ends of the game, and -1 in all states."""
        value = np.full(len(self.rows), -1.0)
        value[:ENDS] = _PAYOFFS
        return value


def solved(games: MatrixGames, show: Callable[[str], None]) -> Numbers:
    """Return a strategy for player 1; `show` is called with a line of text as the solution proceeds.

    The mixture of a state is replaced only when that raises its value: a mixture that merely keeps the value may make
    the game go round in circles.
    """
    value = games.lowest()
    strategy = np.zeros(games.rows.sum())
    strategy[games.offset[ENDS:]] = 1
    raised = np.zeros(len(value), np.int64)
    for sweep in range(1, _MOST_SWEEPS + 1):
        states, change = _sweep(games, value, strategy, raised, sweep, _CHANGE)
        if not sweep & (sweep - 1):
            show(f"sweep {sweep}: {states:,} values raised, by up to {change:.1e}")
        if not states:
            break
    return strategy


def guaranteed(games: MatrixGames, strategy: Numbers, opposite: Numbers, is_best: bool) -> Numbers:
    """Lower bounds of the value of a strategy in every state, against the best response or an opposite strategy."""
    value = games.lowest()
    following = np.empty_like(value)
    for _ in range(_MOST_REPLIES):
        _reply(games, value, strategy, opposite, is_best, _ROUNDING, following)
        is_settled = np.max(following - value) < _ROUNDING
        value, following = following, value
        if is_settled:
            break
    return value


@kernel
def _reply(games, value, strategy, opposite, is_best, rounding, following):  # type: ignore[no-untyped-def]
    """Write to `following` what the strategy gets in every state if all states have this `value`, rounded down."""
    for state in range(len(value)):
        following[state] = value[state]
        rows, columns = games.rows[state], games.columns[state]
        if not columns:
            continue
        best, mean = 1.0, 0.0
        for column in range(columns):
            payoff = 0.0
            for row in range(rows):
                child = games.children[games.first[state] + row * columns + column]
                payoff += strategy[games.offset[state] + row] * value[child]
            best = min(best, payoff)
            mean += opposite[games.offset[games.mirror[state]] + column] * payoff
        following[state] = max(value[state], (best if is_best else mean) - rounding)


@kernel
def _sweep(games, value, strategy, raised, sweep, least_change):  # type: ignore[no-untyped-def]
    """Raise values to those of the matrix games, and adopt the mixtures that do so.

    Return how many values were raised, and the largest difference. The states that were found last come first, because
    they are nearest to the end. `raised` has for each state the last sweep that raised its value.
    """
    count, change = 0, 0.0
    size = games.rows.max() + games.columns.max() + 1
    room, tableau, basis = np.empty(size * size), np.empty((size, 2 * size)), np.empty(size, np.int64)
    for state in range(len(value) - 1, -1, -1):
        rows, columns, first = games.rows[state], games.columns[state], games.first[state]
        is_stale = columns > 0 and sweep == 1
        for entry in range(rows * columns):
            child = games.children[first + entry]
            room[entry] = value[child]
            is_stale |= raised[child] >= sweep - 1
        if not is_stale:
            continue
        payoffs = room[: rows * columns].reshape((rows, columns))
        surest, low, high = _saddle(payoffs)
        if high <= value[state] + least_change:
            continue
        worth, mixture = low, tableau[rows, columns : columns + rows]
        if low < high:
            _simplex(payoffs, tableau, basis)
            worth = max(low, min(high, _worth(payoffs, mixture)))
        if worth > value[state] + least_change:
            count += 1
            change = max(change, worth - value[state])
            value[state] = worth
            raised[state] = sweep
            for row in range(rows):  # the best row alone is a correct bound, whatever became of the mixture
                strategy[games.offset[state] + row] = mixture[row] if worth > low else row == surest
    return count, change


@inner_kernel
def _saddle(payoffs):  # type: ignore[no-untyped-def]
    """Return the row with the largest minimum, that maximin value, and the minimax value of the columns."""
    rows, columns = payoffs.shape
    surest, low, high = 0, -2.0, 2.0
    for row in range(rows):
        worst = 2.0
        for column in range(columns):
            worst = min(worst, payoffs[row, column])
        if worst > low:
            surest, low = row, worst
    for column in range(columns):
        best = -2.0
        for row in range(rows):
            best = max(best, payoffs[row, column])
        high = min(high, best)
    return surest, low, high


@inner_kernel
def _worth(payoffs, mixture):  # type: ignore[no-untyped-def]
    """Return the least payoff of a mixture of the rows against any column."""
    worst = np.inf
    for column in range(payoffs.shape[1]):
        payoff = 0.0
        for row in range(payoffs.shape[0]):
            payoff += mixture[row] * payoffs[row, column]
        worst = min(worst, payoff)
    return worst


@inner_kernel
def _simplex(payoffs, tableau, basis):  # type: ignore[no-untyped-def]
    """Find an optimal mixture of the rows by the simplex method (Dantzig 1951) with Bland's rule against cycling.

    All payoffs are raised by 2. The linear program looks for nonnegative weights of the columns with the largest sum
    that give no row more than 1. The mixture of the rows is its dual solution, scaled to the sum 1; it stands in the
    last row of the tableau. SciPy's HiGHS finds other optimal strategies where there are several, and takes longer.
    """
    rows, columns = payoffs.shape
    last = rows + columns
    tableau[: rows + 1, : last + 1] = 0.0
    for row in range(rows):
        for column in range(columns):
            tableau[row, column] = payoffs[row, column] + 2.0
        tableau[row, columns + row] = tableau[row, last] = 1.0
        basis[row] = columns + row
    tableau[rows, :columns] = -1.0
    for _ in range(1000):
        entering = 0
        while entering < last and tableau[rows, entering] > -1e-12:
            entering += 1
        if entering == last or not _pivot(tableau, basis, rows, last, entering):
            break
    total = 0.0
    for column in range(columns, last):
        if tableau[rows, column] <= 1e-12:
            tableau[rows, column] = 0.0
        total += tableau[rows, column]
    for column in range(columns, last):
        tableau[rows, column] /= total


@inner_kernel
def _pivot(tableau, basis, rows, last, entering):  # type: ignore[no-untyped-def]
    """Bring a variable into the basis; return whether there is one that may leave."""
    leaving, least = 0, np.inf
    for row in range(rows):
        if tableau[row, entering] > 1e-9:
            ratio = tableau[row, last] / tableau[row, entering]
            if ratio < least or (ratio == least and basis[row] < basis[leaving]):
                leaving, least = row, ratio
    if least == np.inf:
        return False
    basis[leaving] = entering
    pivot = tableau[leaving, entering]
    for column in range(last + 1):
        tableau[leaving, column] /= pivot
    for row in range(rows + 1):
        factor = tableau[row, entering]
        if row != leaving and factor != 0.0:
            for column in range(last + 1):
                tableau[row, column] -= factor * tableau[leaving, column]
    return True
