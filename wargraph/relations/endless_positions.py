"""The positions of a War graph that never end, as rows of a table that are made on request."""

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from wargraph.core.rules import ReturnOrder
from wargraph.graph.finish import Reachability
from wargraph.graph.play_outs import play_outs
from wargraph.report.result import Row


class EndlessPositions(Sequence[Row]):
    """Rows ``order, position, cycle_length``: the positions that never end under WL, LW and free order.

    Under a fixed order ``cycle_length`` is the length of the cycle that the game runs into.
    """

    def __init__(self, reachability: Reachability) -> None:
        self.reachability = reachability

    @cached_property
    def _members(self) -> dict[ReturnOrder, NDArray[np.int64]]:
        return {order: self.reachability.members_that_cannot_end(order) for order in ReturnOrder}

    def __len__(self) -> int:
        return sum(map(len, self._members.values()))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index
        for order, members in self._members.items():
            if 0 <= place < len(members):
                return self._row(order, int(members[place]))
            place -= len(members)
        raise IndexError(f"row {index} is not there: there are {len(self)}")

    def first(self, count: int) -> list[Row]:
        """The first rows of each order."""
        return [self._row(order, int(member)) for order, members in self._members.items() for member in members[:count]]

    def _row(self, order: ReturnOrder, member: int) -> Row:
        graph, cycle_length = self.reachability.graph, None
        if order is not ReturnOrder.FREE:
            outs = play_outs(graph, order)
            cycle_length = int(outs.cycle_lengths[-1 - int(outs.outcome[member])])
        position = graph.relation.text(graph.positions[member])
        return {"order": str(order), "position": position, "cycle_length": cycle_length}
