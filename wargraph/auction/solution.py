"""Solve the matrix games of all states: find a strategy, and what it guarantees.

Values grow from -1, which counts endless play as a loss of player 1. The guarantee of a strategy is computed apart from
the solution, and rounded down at every step.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.states import PAYOFFS, MatrixGames
from wargraph.compute.kernel import inner_kernel, kernel

_MOST_SWEEPS = 64  # more bring a strategy nearer to what it cannot attain, and games with it take ever longer
_MOST_REPLIES = 3000
_CHANGE = 1e-10  # below that, mixtures that leave a circle once in a billion rounds seem to get better still
_ROUNDING = 3e-14  # more than one step of a guarantee, a sum of at most 210 products below 1, can be rounded up


def solved(games: MatrixGames, show: Callable[[str], None]) -> NDArray[np.float64]:
    """A strategy for player 1; `show` is called with a line of text as the solution proceeds.

    The mixture of a state is replaced only when that raises its value: a mixture that merely keeps the value may make
    the game go round in circles.
    """
    value = _lowest(games)
    strategy = np.zeros(games.rows.sum())
    strategy[games.offset[len(PAYOFFS) :]] = 1
    raised = np.zeros(len(value), np.int64)
    room = _room(games)
    for sweep in range(1, _MOST_SWEEPS + 1):
        states, change = _sweep(games, value, strategy, raised, sweep, _CHANGE, room)
        if not sweep & (sweep - 1):
            show(f"sweep {sweep}: {states:,} values raised, by up to {change:.1e}")
        if not states:
            break
    return strategy


def guaranteed(
    games: MatrixGames, strategy: NDArray[np.float64], opposite: NDArray[np.float64], is_best: bool
) -> NDArray[np.float64]:
    """Lower bounds of the value of a strategy in every state, against the best response or an opposite strategy."""
    value = _lowest(games)
    following = np.empty_like(value)
    for _ in range(_MOST_REPLIES):
        _reply(games, value, strategy, opposite, is_best, _ROUNDING, following)
        is_settled = np.max(following - value) < _ROUNDING
        value, following = following, value
        if is_settled:
            break
    return value


def _room(games: MatrixGames) -> tuple[NDArray[Any], ...]:
    """Room for a tableau, a basis and a mixture of the largest matrix game."""
    size = int(games.rows.max() + games.columns.max()) + 1
    return np.empty((size, 2 * size)), np.empty(size, np.int64), np.empty(size)


def _lowest(games: MatrixGames) -> NDArray[np.float64]:
    """The payoffs at the ends of the game, and -1 in all states."""
    value = np.full(len(games.rows), -1.0)
    value[: len(PAYOFFS)] = PAYOFFS
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
def _sweep(games, value, strategy, raised, sweep, least_change, room):  # type: ignore[no-untyped-def]
    """Raise values to those of the matrix games, and adopt the mixtures that do so.

    Return how many values were raised, and the largest difference. The states that were found last come first, because
    they are nearest to the end. `raised` has for each state the last sweep that raised its value.
    """
    count, change = 0, 0.0
    tableau, basis, mixture = room
    for state in range(len(value) - 1, -1, -1):
        rows, columns, first = games.rows[state], games.columns[state], games.first[state]
        is_stale = sweep == 1
        for entry in range(first, first + rows * columns):
            is_stale |= raised[games.children[entry]] >= sweep - 1
        if not columns or not is_stale:
            continue
        surest, low, high = _saddle(games, value, state)
        if high <= value[state] + least_change:
            continue
        is_mixed = False
        if low < high:
            _mix(games, value, state, tableau, basis, mixture)
            worth = min(high, _worth(games, value, state, mixture))
            is_mixed = worth > low
        if not is_mixed:  # the payoff of the best pure row is a correct bound, whatever became of the mixture
            worth = low
            for row in range(rows):
                mixture[row] = row == surest
        if worth > value[state] + least_change:
            count += 1
            change = max(change, worth - value[state])
            value[state] = worth
            raised[state] = sweep
            for row in range(rows):
                strategy[games.offset[state] + row] = mixture[row]
    return count, change


@inner_kernel
def _saddle(games, value, state):  # type: ignore[no-untyped-def]
    """The row with the largest minimum, that maximin value, and the minimax value of the columns."""
    rows, columns, first = games.rows[state], games.columns[state], games.first[state]
    surest, low, high = 0, -2.0, 2.0
    for row in range(rows):
        worst = 2.0
        for column in range(columns):
            worst = min(worst, value[games.children[first + row * columns + column]])
        if worst > low:
            surest, low = row, worst
    for column in range(columns):
        best = -2.0
        for row in range(rows):
            best = max(best, value[games.children[first + row * columns + column]])
        high = min(high, best)
    return surest, low, high


@inner_kernel
def _worth(games, value, state, mixture):  # type: ignore[no-untyped-def]
    """The least payoff of a mixture of the rows against any column."""
    rows, columns, first = games.rows[state], games.columns[state], games.first[state]
    worst = 2.0
    for column in range(columns):
        payoff = 0.0
        for row in range(rows):
            payoff += mixture[row] * value[games.children[first + row * columns + column]]
        worst = min(worst, payoff)
    return worst


@inner_kernel
def _mix(games, value, state, tableau, basis, mixture):  # type: ignore[no-untyped-def]
    """Find an optimal mixture of the rows by the simplex method (Dantzig 1951); HiGHS takes a thousand times as long.

    All entries are raised by 2. The linear program looks for nonnegative weights of the columns with the largest sum
    that give no row more than 1. The mixture of the rows is its dual solution, scaled to the sum 1. Bland's rule
    prevents cycling.
    """
    rows, columns = games.rows[state], games.columns[state]
    last = rows + columns
    _set_up(games, value, state, tableau, basis)
    for _ in range(1000):
        entering = 0
        while entering < last and tableau[rows, entering] > -1e-12:
            entering += 1
        if entering == last:
            break
        leaving, least = 0, np.inf
        for row in range(rows):
            if tableau[row, entering] > 1e-9:
                ratio = tableau[row, last] / tableau[row, entering]
                if ratio < least or (ratio == least and basis[row] < basis[leaving]):
                    leaving, least = row, ratio
        if least == np.inf:
            break
        basis[leaving] = entering
        _pivot(tableau, rows, last, leaving, entering)
    total = 0.0
    for row in range(rows):
        weight = tableau[rows, columns + row]
        mixture[row] = weight if weight > 1e-12 else 0.0
        total += mixture[row]
    for row in range(rows):
        mixture[row] /= total


@inner_kernel
def _set_up(games, value, state, tableau, basis):  # type: ignore[no-untyped-def]
    """Write the tableau of a matrix game, with the slack variables of the rows as its basis."""
    rows, columns, first = games.rows[state], games.columns[state], games.first[state]
    last = rows + columns
    for row in range(rows + 1):
        for column in range(last + 1):
            tableau[row, column] = 0.0
    for row in range(rows):
        for column in range(columns):
            tableau[row, column] = value[games.children[first + row * columns + column]] + 2.0
        tableau[row, columns + row] = 1.0
        tableau[row, last] = 1.0
        basis[row] = columns + row
    for column in range(columns):
        tableau[rows, column] = -1.0


@inner_kernel
def _pivot(tableau, rows, last, leaving, entering):  # type: ignore[no-untyped-def]
    """Bring a variable into the basis in place of the one of row `leaving`."""
    pivot = tableau[leaving, entering]
    for column in range(last + 1):
        tableau[leaving, column] /= pivot
    for row in range(rows + 1):
        factor = tableau[row, entering]
        if row != leaving and factor != 0.0:
            for column in range(last + 1):
                tableau[row, column] -= factor * tableau[leaving, column]
