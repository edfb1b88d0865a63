"""Free order when a coin decides: values that each position has from its children, with proved bounds.

At every turn the order is WL with probability p, and LW with 1 - p. What is asked then is a value v of each position
with v = cost + p v(WL child) + (1 - p) v(LW child): the expected turns with cost 1, the chance of an outcome with
cost 0. Sweeps over the positions come near the solution, and how far they are from it is proved by the residual, the
difference between both sides. Let Q be the matrix of transition probabilities between positions that can end, and r the
residual of v. The solution is v + N r with N = 1 + Q + Q^2 + ..., which has no negative entry, and N 1 is the expected
number of turns h. So where no residual is larger than e, v is off by at most e h; for v near h itself this says that h
lies between v / (1 + e) and v / (1 - e). The residual is computed once more at the end, with its errors of rounding
(`docs/expectation.md`), so that nothing in the rest of this text has to be believed for the bounds to be true.

Positions that differ only in the order of their lowest cards have consecutive places: they are a *group*. The graph of
the groups, with an arc wherever a member of one has a child in another, is so small that its strongly connected
components are found at once. They are solved one after the other, children first, so that each takes the values it
needs from others when these are final, and a group on no cycle takes one sweep. In a component the sweeps begin with
the values of a game in which the low cards are shuffled at every turn. With a fair coin these are the true means of the
groups, and sweeps keep such means: what vanishes most slowly, an error of the mean over many positions, never arises.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work
from wargraph.graph.coin.exact_values import exact_fractions
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.outcomes.reachability import can_end
from wargraph.graph.structure.components import label_components
from wargraph.graph.war_graph import WarGraph
from wargraph.report.precision import Bounds
from wargraph.report.result import ComparedByContent

_LOW_CARDS = 6
_MOST_SHUFFLES = 1000
_SWEEPS_TO_JUDGE = 256
"""The sweeps after which, and then each time after twice as many, it is checked whether values can be proved."""

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
    """Find the value of each position, from those of the terminals: up to a residual, or exactly without a `target`.

    Each turn adds the `cost`. The sweeps end when no value changes by more than the `target`, or when rounding allows
    no more.
    """
    if target is None:
        return CoinValues(graph, exact_fractions(graph, p, cost, ends), Fraction(0))
    inner, values = len(graph.child_indices), np.zeros(len(graph))
    values[inner:] = ends[inner:]
    equations = Equations(graph, p, cost, values)
    equations.solve(target, run_options)
    error = Fraction(equations.error())
    values.flags.writeable = False
    return CoinValues(graph, values, error)


class Equations:
    """The equations of all positions that can end, with the values so far; the others keep theirs."""

    def __init__(self, graph: WarGraph, p: Fraction, cost: int, values: NDArray[np.float64]) -> None:
        self.graph, self.values = graph, values
        self._weights, self._cost = (float(p), float(1 - p)), float(cost)
        self._children = graph.child_indices.view(f"u{graph.child_indices.itemsize}")  # no kernel looks for a sign
        self._size = factorial(min(graph.n - 1, _LOW_CARDS))
        self._groups = np.arange(len(self._children) // self._size)
        self._is_open = can_end(graph)
        self._all_open = bool(self._is_open.all())

    def error(self) -> float:
        """Return a proved upper bound of the residuals: the largest, with all errors of rounding."""
        return self._sweep(self._pieces(self._groups), writes=False) + _rounding(self.values)

    def _sweep(self, pieces: list[NDArray[np.int64]], writes: bool = True) -> float:
        """Return the largest difference between values of groups and those from the children; write these.

        Each thread takes a piece, which has no children in other pieces if it `writes`.
        """
        asked = (self._children, self.values, self._is_open, self._all_open, *self._weights, self._cost, writes)
        return float(max(on_threads(_apply, [(*asked, self._size, piece) for piece in pieces])))

    def _pieces(self, groups: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        return np.array_split(groups, 1 + groups.size * self._size // _PIECE)

    def solve(self, target: float, run_options: RunOptions | None = None) -> None:
        """Sweep through each component until no value changes by more than the target."""
        arcs, shares = self._arcs()
        self._shuffle(arcs, shares, target)
        sweeps = _Sweeps(self.graph, target + _rounding(self.values))
        with sweeps.watched(run_options):
            for members, is_cyclic in self._components(arcs):
                layers = self._layers(members) if is_cyclic else [[members]]
                for _ in sweeps.through(members.size * self._size):
                    change = max(map(self._sweep, layers))
                    sweeps.change = change if is_cyclic else 0.0

    def _arcs(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the first and the last group in which members of each group have a child, with their shares."""
        arcs, shares = list[NDArray[Any]](), list[NDArray[Any]]()
        for column, weight in enumerate(self._weights):
            children = self._children[:, column].reshape(-1, self._size)
            first, last = (ends // self._size for ends in (children.min(axis=1), children.max(axis=1)))
            in_first = np.count_nonzero(children < ((first + 1) * self._size)[:, np.newaxis], axis=1)
            arcs += [first, last]
            shares += [weight * in_first / self._size, weight * (self._size - in_first) / self._size]
        return np.stack(arcs, axis=1).astype(np.int64), np.stack(shares, axis=1)

    def _shuffle(self, arcs: NDArray[np.int64], shares: NDArray[np.float64], target: float) -> None:
        """Begin with the values that groups have if the low cards are shuffled at every turn."""
        groups, size = self._groups.size, self._size
        inner, ends = np.split(self.values, [groups * size])
        means = np.append(np.zeros(groups), np.add.reduceat(ends, np.arange(0, ends.size, size)) / size)
        for _ in range(_MOST_SHUFFLES):
            before = means[:groups].copy()
            means[:groups] = self._cost + np.einsum("ij,ij->i", shares, means[arcs])
            if np.allclose(means[:groups], before, rtol=0, atol=target):
                break
        inner.reshape(groups, size)[:] = means[:groups, np.newaxis]
        self.values[~self._is_open] = 0

    def _components(self, arcs: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], bool]]:
        """Yield the groups of each component with a cycle, and between them all groups on none, children first."""
        groups, unvisited = self._groups.size, np.iinfo(np.int32).min
        if self.graph.relation.has_draws:  # a draw leads to a third group under each order, in the same split
            yield self._groups, True
            return
        # The search takes two children of each node: of a group, two nodes with its two groups under WL and under LW.
        by_order = np.arange(groups, 3 * groups).reshape(2, groups).T
        children = np.concatenate([by_order, *np.hsplit(np.minimum(arcs, groups) + 2 * groups * (arcs >= groups), 2)])
        label = np.full(3 * groups + 1, unvisited, np.int32)
        children = children.astype(self.graph.child_indices.dtype)
        children.flags.writeable = False  # like those of a graph: the same kernel
        sizes = label_components(children, label, unvisited, 0, label.size)
        order = np.argsort(label[:groups], kind="stable")
        cycle = np.where(sizes[label[order]] > 1, label[order], -1)
        for part in np.split(np.arange(groups), np.flatnonzero(np.diff(cycle)) + 1):
            yield order[part], bool((cycle[part] >= 0).any())

    def _layers(self, members: NDArray[np.int64]) -> list[list[NDArray[np.int64]]]:
        """Return groups by whether their split is even: every turn changes the split by one, unless cards draw."""
        if members.size * self._size <= _PIECE or self.graph.relation.has_draws:
            return [[members]]
        starts = [self.graph.positions.offsets[split] // self._size for split in range(1, self.graph.n)]
        is_even = np.searchsorted(starts, members, side="right") % 2 == 0
        return [self._pieces(members[~is_even]), self._pieces(members[is_even])]


@dataclass
class _Sweeps(Work):
    """Sweeps through one component after the other."""

    graph: WarGraph
    target: float
    settled: int = 0
    size: int = 0
    count: int = 0
    change: float = math.inf
    first: float = math.inf
    judged: float | None = None

    hours = HOURS
    way_out = "take fewer cards, a larger width, or p nearer to 1/2"

    def __str__(self) -> str:
        return f"expected turns and chances on {self.graph.n} cards"

    def through(self, size: int) -> Iterator[None]:
        """Yield for each sweep through a component of this size, until its values hardly change."""
        self.size, self.count, self.change, self.judged = size, 0, math.inf, None
        while self.change > self.target and not self.is_hopeless():
            yield
            if self.count < 2 * self.graph.n:  # so long it hardly shrinks: the turns of long games are still added up
                self.first = self.change
            self.count += 1
            self.poll()
        self.settled += size

    def is_hopeless(self) -> bool:
        """Return whether changes shrink so slowly that the values will be too large for a proof in floats.

        A change c of which each sweep takes the share r away is followed by changes of c / r together.
        """
        if self.count < _SWEEPS_TO_JUDGE or self.count.bit_count() != 1:
            return False
        before, self.judged = self.judged, self.change
        return before is not None and self.change * _ROUNDING >= (1 - self.change / before) / (self.count / 2)

    def amount(self) -> Amount:
        """Return the positions; in a component as many as the digits by which the change has shrunk, of those to go."""
        done = float(self.settled)
        if self.target < self.change < self.first:
            done += self.size * math.log(self.first / self.change) / math.log(self.first / self.target)
        return Amount(done, len(self.graph.child_indices) - done, "positions")


def _rounding(values: NDArray[np.float64]) -> float:
    """Return more than what rounding makes of a residual of these values."""
    return _ROUNDING * (1 + float(values.max()))


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
def _apply(children, values, is_open, all_open, wl, lw, cost, writes, size, groups):
    """Return the largest difference between an open position's value and its children's; mend it if `writes`."""
    largest = 0.0
    for group in groups:
        members = slice(group * size, group * size + size)
        own, both, may_end = values[members], children[members], is_open[members]
        for member in range(size):
            if all_open or may_end[member]:
                value = cost + (wl * values[both[member, 0]] + lw * values[both[member, 1]])
                largest = max(largest, abs(value - own[member]))
                if writes:
                    own[member] = value
    return largest
