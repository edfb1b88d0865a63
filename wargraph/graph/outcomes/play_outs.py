"""Under a fixed return order: how long every game lasts, and which cycles the endless ones reach."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals, Position
from wargraph.core.rules import ReturnOrder
from wargraph.graph.loops import loop
from wargraph.graph.war_graph import COLUMN, Deck, WarGraph, cached_on_graph
from wargraph.report.result import ComparedByContent


@dataclass(frozen=True)
class PlayOuts(ComparedByContent):
    """The outcome of every position of a War graph under a fixed return order.

    Attributes
    ----------
    graph : WarGraph
        The War graph.
    order : ReturnOrder
        The return order, WL or LW.
    outcome : numpy.ndarray
        For engines: by position, t >= 0 if the game ends after t turns, and -1-k if it runs into cycle number k.
    cycle_starts, cycle_lengths : numpy.ndarray
        For engines: the first position of each cycle, as a place in ``graph.positions``, and its length in turns.
    """

    graph: WarGraph
    order: ReturnOrder
    outcome: NDArray[np.signedinteger] = field(repr=False)
    cycle_starts: NDArray[np.int64] = field(repr=False)
    cycle_lengths: NDArray[np.int64] = field(repr=False)

    def turns(self, position: Position) -> int | None:
        """Return the number of turns from a position to the end of its game, or None if the game never ends."""
        outcome = int(self.outcome[self.graph.positions.index(position)])
        return outcome if outcome >= 0 else None

    def cycle_reached(self, position: Position) -> int | None:
        """Return the number of the cycle that the game from a position runs into, or None if the game ends."""
        number = -1 - int(self.outcome[self.graph.positions.index(position)])
        return number if number >= 0 else None

    def cycle_number(self, position: Position) -> int | None:
        """Return the number of the cycle on which a position lies, or None if it lies on no cycle.

        >>> outs = play_outs(5, "WL")
        >>> outs.cycle_number(Position("53|241")), outs.cycle_number(Position("5|3241"))
        (0, None)
        """
        number = self.cycle_reached(position)
        return number if number is not None and position in self.cycle(number) else None

    def cycle(self, number: int) -> tuple[Position, ...]:
        """Return the positions of a cycle in the order of play; cycles are numbered from 0 on."""
        index = int(self.cycle_starts[number])
        positions = []
        for _ in range(int(self.cycle_lengths[number])):
            positions.append(self.graph.positions[index])
            index = int(self.graph.child_indices[index, COLUMN[self.order]])
        return tuple(positions)

    def cycles_of_length(self, length: int) -> Iterator[tuple[Position, ...]]:
        """Iterate over the cycles of a length in turns."""
        for number in np.flatnonzero(self.cycle_lengths == length):
            yield self.cycle(int(number))

    def starts(self, deals: Deals, turns: int | None) -> Iterator[Position]:
        """Iterate over the starting positions whose game lasts `turns` turns or, for None, never ends."""
        positions = self.graph.positions
        for split, is_swapped in positions.starts(deals):
            outcome = self.outcome[positions.block(split)]
            for place in np.flatnonzero(outcome < 0 if turns is None else outcome == turns):
                position = positions[positions.offsets[split] + int(place)]
                yield position.swap() if is_swapped else position


@cached_on_graph()
def play_outs(graph: Deck, order: ReturnOrder | str) -> PlayOuts:
    """Play every position of a War graph to its end or its cycle, under a fixed return order. The graph keeps it.

    >>> from wargraph import Position
    >>> play_outs(5, "WL").turns(Position("54|321"))
    3
    """
    order = ReturnOrder.fixed(order)
    outcome = np.empty(len(graph), graph.child_indices.dtype)
    starts, lengths = _settle(graph.child_indices, COLUMN[order], outcome, np.iinfo(outcome.dtype).min)
    outcome.flags.writeable = False
    return PlayOuts(graph, order, outcome, starts, lengths)


@loop
def _settle(children, column, outcome, unknown):
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
