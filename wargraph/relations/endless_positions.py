"""The positions of a War graph that never end, as rows that are made when they are asked for."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

import numpy as np
from numpy.typing import NDArray

from wargraph.core.rules import ReturnOrder
from wargraph.graph.finish import Reachability
from wargraph.graph.play_outs import play_outs
from wargraph.report.result import Row


class EndlessPositions(Sequence[Row]):
    """Rows ``order, position, cycle_length``: the positions that never end under WL, LW and free order.

    The cycle is that which the game runs into under a fixed order.

    Parameters
    ----------
    reachability
        What is known of the graph.
    """

    def __init__(self, reachability: Reachability) -> None:
        self.reachability = reachability

    @cached_property
    def _members(self) -> dict[ReturnOrder, NDArray[np.int64]]:
        return {order: self.reachability.members_that_cannot_end(order) for order in ReturnOrder}

    def __len__(self) -> int:
        return sum(self.reachability.cannot_end.values())

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(f"row {index} is not there: there are {len(self)}")
        starts = [0, *accumulate(map(len, self._members.values()))]
        block = bisect_right(starts, index) - 1
        order = list(self._members)[block]
        return self._row(order, int(self._members[order][index - starts[block]]))

    def first(self, count: int) -> list[Row]:
        """The first rows of each order."""
        return [self._row(order, int(member)) for order, members in self._members.items() for member in members[:count]]

    def _row(self, order: ReturnOrder, member: int) -> Row:
        graph = self.reachability.graph
        return {
            "order": str(order),
            "position": graph.relation.text(graph.positions[member]),
            "cycle_length": None if order is ReturnOrder.FREE else self._cycle_length(order, member),
        }

    def _cycle_length(self, order: ReturnOrder, member: int) -> int:
        outs = play_outs(self.reachability.graph, order)
        return int(outs.cycle_lengths[-1 - int(outs.outcome[member])])
