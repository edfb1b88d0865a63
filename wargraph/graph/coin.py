"""Free order when a coin decides: values that each position has from its children, with proved bounds.

At every turn the order is WL with probability p, and LW with 1 - p. What is asked then is a value v of each position
with v = cost + p v(WL child) + (1 - p) v(LW child): the expected turns with cost 1, the chance of an outcome with
cost 0. Sweeps over all positions come near the solution, and how far they are from it is proved by the residual, the
difference between both sides: `docs/expectation.md` has the proof.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work
from wargraph.graph.exact_values import exact_fractions
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.reachability import can_end
from wargraph.graph.war_graph import WarGraph
from wargraph.report.precision import Bounds
from wargraph.report.result import ComparedByContent

_SWEEPS_TO_JUDGE = 256
"""After so many sweeps, and then each time after twice as many, it is seen whether values can be proved at all."""

_PIECE = 1 << 18
_SUMMED = 1024
UNIT = 2.0**-53
"""Half the distance of 1 to the next double: what one operation can be off, as a share of its result."""

SUM_ERROR = 2 * _SUMMED * Fraction(UNIT)
"""The error of half the sum of both `sum_bounds`, as a share of it."""

_ROUNDING = 16 * UNIT
"""What a residual can be off, as a share of the value and a turn: it takes eight operations, and this is twice that."""


@dataclass(frozen=True)
class CoinValues(ComparedByContent):
    """For engines: a value of every position of a War graph when a coin decides."""

    graph: WarGraph = field(repr=False)
    values: NDArray[Any]
    """Doubles or fractions."""
    error: Fraction
    """The largest residual, with all errors of rounding; 0 for fractions."""

    def around(self, low: Fraction, high: Fraction) -> Bounds:
        """Return the bounds of expected turns that lie between these numbers by the values as they stand."""
        if self.values.dtype == np.object_:
            return Bounds.exactly(low)
        return Bounds.between(low / (1 + self.error), high / (1 - self.error))

    def at(self, place: int) -> Bounds:
        """Return the bounds of the expected turns from one position."""
        value = Fraction(self.values[place])
        return self.around(value, value)


def coin_values(
    graph: WarGraph,
    p: Fraction,
    cost: int,
    ends: NDArray[Any],
    target: float | None,
    run_options: RunOptions | None = None,
) -> CoinValues:
    """Find the value of each position, from those of the terminals: up to a residual, or exactly without a `target`."""
    if target is None:
        return CoinValues(graph, exact_fractions(graph, p, cost, ends), Fraction(0))
    values = ends.astype(float)
    if cost:
        n = graph.n
        for split in range(1, n):  # right for a fair coin, as a mean over the split
            mean = (n**2 - split**2) / 3 if graph.positions.left_holds_n else split * (n - split)
            values[graph.positions.block(split)] = mean
        values[~can_end(graph)] = 0
    error = solve(graph, p, values, float(cost), target, run_options)
    values.flags.writeable = False
    return CoinValues(graph, values, Fraction(error))


def solve(
    graph: WarGraph,
    p: Fraction,
    values: NDArray[np.float64],
    cost: float,
    target: float,
    run_options: RunOptions | None = None,
) -> float:
    """Sweep until each position has its value from its children, up to a small residual.

    A sweep goes through the positions by split, from many cards in Left's hand to few. No position has a child of its
    own split, so that threads share a split, and their number changes nothing.

    It begins with the `values`, and overwrites those of open positions. Each turn adds the `cost`. It ends when no
    value changes by more than the `target`, or when rounding allows no more. Returns the largest residual of an open
    position with all errors of rounding: a proved upper bound.
    """
    children, is_open = graph.child_indices, can_end(graph)
    wl, lw = float(p), float(1 - p)

    by_split = [
        [(start, min(start + _PIECE, block.stop)) for start in range(block.start, block.stop, _PIECE)]
        for block in map(graph.positions.block, range(graph.n - 1, 0, -1))
    ]

    def largest_change(writes: bool, allowance: float) -> float:
        asked = (children, values, is_open, cost, wl, lw, writes, allowance)
        changes = (max(on_threads(_apply, [(*asked, *piece) for piece in pieces])) for pieces in by_split)
        return max(changes, default=0.0)

    sweeps = _Sweeps(graph, target)
    with sweeps.watched(run_options):
        while sweeps.change > target and not sweeps.is_hopeless():
            sweeps.change = largest_change(True, -_ROUNDING)
            sweeps.count += 1
            sweeps.poll()
    return largest_change(False, _ROUNDING)


@dataclass
class _Sweeps(Work):
    """Sweeps until the values hardly change."""

    graph: WarGraph
    target: float
    count: int = 0
    change: float = math.inf
    first: float | None = None
    judged: float | None = None

    hours = HOURS
    way_out = "take fewer cards, a larger width, or p nearer to 1/2"

    def __str__(self) -> str:
        return f"expected turns and chances on {self.graph.n} cards"

    def is_hopeless(self) -> bool:
        """Return whether changes shrink so slowly that the values will be too large for a proof in floats.

        A change c of which each sweep takes the share r away is followed by changes of c / r together.
        """
        if self.count < _SWEEPS_TO_JUDGE or self.count.bit_count() != 1:
            return False
        before, self.judged = self.judged, self.change
        return before is not None and self.change * _ROUNDING >= (1 - self.change / before) / (self.count / 2)

    def amount(self) -> Amount | None:
        """Return the decimal digits by which the largest change has shrunk, and still has to."""
        if self.count < 2 * self.graph.n:  # before, it hardly shrinks: the turns of long games are still added up
            return None
        if self.first is None:
            self.first = self.change
        if not self.target < self.change < self.first:
            return None
        return Amount(math.log10(self.first / self.change), math.log10(self.change / self.target), "digits")


def sum_bounds(*arrays: NDArray[Any]) -> tuple[Fraction, Fraction]:
    """Return the bounds of the sum of arrays that hold nothing below 0; for fractions and integers the sum, twice.

    Whatever order numpy adds a short piece in, each addition rounds a sum that is no larger than the whole.
    """
    is_exact = arrays[0].dtype == np.object_
    pieces = [np.add.reduceat(each, np.arange(0, each.size, _SUMMED)).tolist() for each in arrays if each.size]
    total = sum((Fraction(sum(each) if is_exact else math.fsum(each)) for each in pieces), Fraction(0))
    error = Fraction(0) if is_exact else SUM_ERROR
    return total * (1 - error), total * (1 + error)


@loop
def _apply(children, values, is_open, cost, wl, lw, writes, allowance, start, stop):  # type: ignore[no-untyped-def]
    """Return the largest difference between an open position's value and its children's; mend it if `writes`.

    For each position the allowance, times its value and a turn, is added: what rounding can hide, or has made.
    """
    largest = 0.0
    for position in range(start, stop):
        if is_open[position]:
            value = cost + (wl * values[children[position, 0]] + lw * values[children[position, 1]])
            largest = max(largest, abs(value - values[position]) + allowance * (1.0 + value))
            if writes:
                values[position] = value
    return largest
