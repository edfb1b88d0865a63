"""Under a fixed return order: how long every game lasts, and which cycles the endless ones reach."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.errors import ParameterError, shown
from wargraph.graph.kernel import kernel
from wargraph.graph.war_graph import COLUMN, WarGraph, require_graph
from wargraph.position import Deals, Position
from wargraph.results import Result, Row
from wargraph.rules import ReturnOrder


@dataclass(frozen=True, eq=False)
class PlayOuts:
    """The outcome of every position of a graph under a fixed return order.

    Attributes
    ----------
    graph, order
        What was played.
    outcome
        For engines: array of shape (positions,). A value t >= 0 says that the game ends after t
        turns; a value -1-k that it runs into cycle number k.
    cycle_starts, cycle_lengths
        For engines: arrays of shape (cycles,). The first position of each cycle, as a place in
        ``graph.positions``, and its length in turns.
    """

    graph: WarGraph
    order: ReturnOrder
    outcome: NDArray[np.signedinteger] = field(repr=False)
    cycle_starts: NDArray[np.int64] = field(repr=False)
    cycle_lengths: NDArray[np.int64] = field(repr=False)

    def turns(self, position: Position) -> int | None:
        """Turns from a position to the end of its game; None if it is endless.

        >>> play_outs(WarGraph(4), "WL").turns(Position("41|32"))
        4
        """
        outcome = int(self.outcome[self.graph.positions.index(position)])
        return outcome if outcome >= 0 else None

    def cycle_number(self, position: Position) -> int | None:
        """The number of the cycle that a position is on; None if it is on none.

        >>> outs = play_outs(WarGraph(5), "WL")
        >>> outs.cycle_number(Position("53|241")), outs.cycle_number(Position("5|3241"))
        (0, None)
        """
        number = -1 - int(self.outcome[self.graph.positions.index(position)])
        return number if number >= 0 and position in self.cycle(number) else None

    def cycle(self, number: int) -> tuple[Position, ...]:
        """The positions of a cycle in the order of play."""
        index = int(self.cycle_starts[number])
        positions = []
        for _ in range(int(self.cycle_lengths[number])):
            positions.append(self.graph.positions[index])
            index = int(self.graph.child_indices[index, COLUMN[self.order]])
        return tuple(positions)


def play_outs(graph: WarGraph, order: ReturnOrder | str) -> PlayOuts:
    """Play every position of a graph under a fixed return order. Kept with the graph.

    Parameters
    ----------
    graph
        The War graph.
    order
        ``WL`` or ``LW``.
    """
    require_graph(graph)
    order = ReturnOrder(order)

    def play() -> PlayOuts:
        outcome = np.empty(len(graph), graph.child_indices.dtype)
        starts, lengths = _settle(graph.child_indices, COLUMN[order], outcome, np.iinfo(outcome.dtype).min)
        outcome.flags.writeable = False
        return PlayOuts(graph, order, outcome, starts, lengths)

    return graph.remember(("play_outs", order), play)


@dataclass(frozen=True)
class Lengths(Result):
    """How many positions lead to a game of each length, and how many to a cycle of each length.

    Attributes
    ----------
    n, order, deals
        What was counted.
    by_turns
        Positions by the number of turns to the end.
    by_cycle_length
        Endless positions by the length of the cycle they run into.
    """

    n: int
    order: ReturnOrder
    deals: Deals
    by_turns: dict[int, int]
    by_cycle_length: dict[int, int]

    @property
    def finite(self) -> int:
        """Number of positions whose game ends."""
        return sum(self.by_turns.values())

    @property
    def endless(self) -> int:
        """Number of positions whose game never ends."""
        return sum(self.by_cycle_length.values())

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.finite + self.endless

    def rows(self) -> list[Row]:
        """Rows ``turns, cycle_length, positions``: finite lengths first, then cycle lengths."""
        finite: list[Row] = [
            {"turns": turns, "cycle_length": None, "positions": count} for turns, count in self.by_turns.items()
        ]
        endless: list[Row] = [
            {"turns": None, "cycle_length": length, "positions": count}
            for length, count in self.by_cycle_length.items()
        ]
        return finite + endless


def lengths(graph: WarGraph, order: ReturnOrder | str = "WL", deals: Deals | str = "any") -> Lengths:
    """The distribution of game lengths and cycle lengths under a fixed return order.

    Parameters
    ----------
    graph
        The War graph.
    order
        ``WL`` or ``LW``.
    deals
        Which positions count as starts, see `Deals`.

    Examples
    --------
    >>> result = lengths(WarGraph(5), "WL", "even")
    >>> result.endless, result.by_cycle_length, max(result.by_turns)
    (30, {6: 30}, 8)
    """
    outs, deals = play_outs(graph, order), Deals(deals)
    by_turns = np.zeros(1, np.int64)
    by_cycle_length = np.zeros(1, np.int64)
    for split, _ in graph.positions.starts(deals):
        outcome = outs.outcome[graph.positions.block(split)]
        is_endless = outcome < 0
        by_turns = _sum(by_turns, np.bincount(outcome[~is_endless]))
        by_cycle_length = _sum(by_cycle_length, np.bincount(outs.cycle_lengths[-1 - outcome[is_endless]]))
    return Lengths(graph.n, outs.order, deals, _non_zero(by_turns), _non_zero(by_cycle_length))


@dataclass(frozen=True)
class Endless(Result):
    """How many games never end under a fixed return order.

    Attributes
    ----------
    n, order, deals
        What was counted.
    endless, finite
        Positions whose game never ends, and whose game does.
    longest
        Turns of the longest finite game; None if there is none.
    """

    n: int
    order: ReturnOrder
    deals: Deals
    endless: int
    finite: int
    longest: int | None

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.endless + self.finite

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, total, endless, finite, share, longest``; the share is that of the endless."""
        return [
            {
                "n": self.n,
                "order": str(self.order),
                "deals": str(self.deals),
                "total": self.total,
                "endless": self.endless,
                "finite": self.finite,
                "share": round(self.endless / self.total, 6),
                "longest": self.longest,
            }
        ]


def endless(graph: WarGraph, order: ReturnOrder | str = "WL", deals: Deals | str = "any") -> Endless:
    """How many games never end under a fixed return order.

    Parameters
    ----------
    graph
        The War graph.
    order
        ``WL`` or ``LW``.
    deals
        Which positions count as starts, see `Deals`.

    References
    ----------
    For WL and even deals, OEIS A400411.

    Examples
    --------
    >>> endless(WarGraph(5), "WL", "even").endless
    30
    """
    known = lengths(graph, order, deals)
    return Endless(known.n, known.order, known.deals, known.endless, known.finite, max(known.by_turns, default=None))


@dataclass(frozen=True)
class Longest(Result):
    """The longest finite game under a fixed return order.

    Attributes
    ----------
    n, order, deals
        What was searched.
    turns
        Length of the longest finite game.
    positions
        How many positions last that long.
    example
        One of them; under even deals it is such a deal.
    """

    n: int
    order: ReturnOrder
    deals: Deals
    turns: int
    positions: int
    example: Position

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example``."""
        return [
            {
                "n": self.n,
                "order": str(self.order),
                "deals": str(self.deals),
                "turns": self.turns,
                "positions": self.positions,
                "example": self.example,
            }
        ]


def longest(graph: WarGraph, order: ReturnOrder | str = "WL", deals: Deals | str = "any") -> Longest | None:
    """The longest finite game under a fixed return order, how many positions attain it, and an example.

    Parameters
    ----------
    graph
        The War graph.
    order
        ``WL`` or ``LW``.
    deals
        Which positions count as starts, see `Deals`.

    Returns
    -------
    The result; None if no game from these starts ends.

    Examples
    --------
    >>> result = longest(WarGraph(5))
    >>> result.turns, result.positions, str(result.example)
    (9, 1, '1325|4')
    """
    outs, deals = play_outs(graph, order), Deals(deals)
    distribution = lengths(graph, order, deals)
    if not distribution.by_turns:
        return None
    turns = max(distribution.by_turns)
    example = None
    for split, swapped in graph.positions.starts(deals):
        block = graph.positions.block(split)
        attaining = np.flatnonzero(outs.outcome[block] == turns)
        if attaining.size:
            position = graph.positions[block.start + int(attaining[0])]
            example = position.swap() if swapped else position
            break
    assert example is not None
    return Longest(graph.n, outs.order, deals, turns, distribution.by_turns[turns], example)


@dataclass(frozen=True)
class CyclesOfOrder(Result):
    """The cycles of a War graph under a fixed return order.

    Attributes
    ----------
    outs
        The play-outs they were found in; these name the graph and the order.
    cycles
        Number of cycles by length in turns.
    endless
        Positions that run into a cycle, by its length; those on the cycle are among them.
    """

    outs: PlayOuts = field(repr=False)
    cycles: dict[int, int]
    endless: dict[int, int]

    def rows(self) -> list[Row]:
        """Rows ``length, cycles, positions, endless``: positions on the cycles, and those that run into them."""
        return [
            {"length": length, "cycles": count, "positions": length * count, "endless": self.endless[length]}
            for length, count in self.cycles.items()
        ]

    def example(self, length: int) -> tuple[Position, ...]:
        """A cycle of this length.

        Raises
        ------
        ParameterError
            If there is none.
        """
        if length not in self.cycles:
            raise ParameterError(f"there is no cycle of length {shown(length)}: there are {list(self.cycles)}")
        return self.outs.cycle(int(np.argmax(self.outs.cycle_lengths == length)))

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """The cycles themselves, one after the other, shortest first, each in the order of play."""
        for number in np.argsort(self.outs.cycle_lengths, kind="stable"):
            yield self.outs.cycle(int(number))


def cycles_of_order(graph: WarGraph, order: ReturnOrder | str = "WL") -> CyclesOfOrder:
    """The cycles under a fixed return order: lengths, how many, and the cycles themselves on request.

    Parameters
    ----------
    graph
        The War graph.
    order
        ``WL`` or ``LW``.

    Examples
    --------
    >>> from wargraph import Relation
    >>> found = cycles_of_order(WarGraph.from_relation(Relation.named("rock-paper-scissors")), "WL")
    >>> found.cycles
    {6: 1}
    >>> [str(position) for position in next(iter(found))]
    ['3|21', '32|1', '2|13', '21|3', '1|32', '13|2']
    """
    outs = play_outs(graph, order)
    endless = lengths(graph, order, Deals.ANY).by_cycle_length
    return CyclesOfOrder(outs, _non_zero(np.bincount(outs.cycle_lengths)), endless)


def _sum(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.zeros(max(a.size, b.size), np.int64)
    total[: a.size] += a
    total[: b.size] += b
    return total


def _non_zero(counts: NDArray[np.int64]) -> dict[int, int]:
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


@kernel
def _settle(children, column, outcome, unknown):  # type: ignore[no-untyped-def]
    """Fill `outcome` as `PlayOuts` describes it; return the starts and lengths of the cycles.

    From each position that is still unknown, walk until something known, a terminal, or the
    walk itself comes up; then walk again and write. Every position is walked over twice.
    """
    inner = children.shape[0]
    on_this_walk = unknown + 1
    outcome[:inner] = unknown
    outcome[inner:] = 0
    starts = []
    lengths = []
    for start in range(inner):
        if outcome[start] != unknown:
            continue
        position, steps = start, 0
        while outcome[position] == unknown:
            outcome[position] = on_this_walk
            position = children[position, column]
            steps += 1
        end = outcome[position]
        if end == on_this_walk:
            first, length, on_cycle = position, 1, children[position, column]
            while on_cycle != position:
                first = min(first, on_cycle)
                length += 1
                on_cycle = children[on_cycle, column]
            starts.append(np.int64(first))
            lengths.append(np.int64(length))
            end = -len(starts)
        position = start
        for walked in range(steps):
            outcome[position] = end + steps - walked if end >= 0 else end
            position = children[position, column]
    return np.array(starts, np.int64), np.array(lengths, np.int64)
