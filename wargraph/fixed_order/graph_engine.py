"""A War graph, all of whose positions are played out in its arrays.

The kernels are imported when there is a graph to play out.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.engine import Engine
from wargraph.fixed_order.results import Cycles
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import WarGraph

if TYPE_CHECKING:
    from wargraph.graph.outcomes.play_outs import PlayOuts


@dataclass(frozen=True)
class GraphEngine(Engine):
    """The starts of a War graph that some deals mean, read off its arrays; it is quick, so it needs no run options."""

    graph: WarGraph
    order: ReturnOrder
    deals: Deals

    @property
    def relation(self) -> Relation:  # type: ignore[override]
        """The relation of the graph."""
        return self.graph.relation

    @property
    def positions(self) -> Positions:
        return self.graph.positions

    def finite(self, _run_options: RunOptions | None, _only_longest: bool, /) -> tuple[dict[int, int], Position | None]:
        by_turns = nonzero_counts(self._counts[self._outs.cycle_lengths.size :])
        return by_turns, next(self._outs.starts(self.deals, max(by_turns))) if by_turns else None

    def by_cycle_length(self, _endless: int, _run_options: RunOptions | None, /) -> dict[int, int]:
        lengths = self._outs.cycle_lengths
        return nonzero_counts(np.bincount(lengths[::-1], self._counts[: lengths.size]).astype(np.int64))

    def endless_example(self) -> Position | None:
        return next(self._outs.starts(self.deals, None), None)

    def cycles(self, run_options: RunOptions | None) -> Cycles:
        by_length = nonzero_counts(np.bincount(self._outs.cycle_lengths))
        return Cycles(*self.question, by_length, self.lengths(run_options).by_cycle_length, self._outs)

    @cached_property
    def _outs(self) -> "PlayOuts":
        from wargraph.graph.outcomes.play_outs import play_outs

        return play_outs(self.graph, self.order)

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """The number of starts by what becomes of them: the place is the outcome plus the number of cycles."""
        outcome, cycles = self._outs.outcome, self._outs.cycle_lengths.size
        starts = [self.positions.block(split) for split, _ in self.positions.starts(self.deals)]
        starts = [slice(0, self.total)] if self.deals is Deals.ALL else starts
        each = [np.bincount(outcome[block] + cycles, minlength=cycles + int(outcome.max()) + 1) for block in starts]
        counts: NDArray[np.int64] = np.sum(each, axis=0)
        return counts


def nonzero_counts(counts: NDArray[np.int64]) -> dict[int, int]:
    """Return an array of counts, the place being what is counted, without the zeros."""
    places = np.flatnonzero(counts)
    return dict(zip(places.tolist(), counts[places].tolist(), strict=True))
