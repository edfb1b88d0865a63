"""The cycles under a fixed return order."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from wargraph.errors import ParameterError, shown
from wargraph.graph.lengths import count_by_value, counted_lengths
from wargraph.graph.play_outs import PlayOuts, play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Deals, Position
from wargraph.results import Result, Row
from wargraph.rules import ReturnOrder


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
    _, endless = counted_lengths(graph, outs.order, Deals.ANY)
    return CyclesOfOrder(outs, count_by_value(np.bincount(outs.cycle_lengths)), endless)
