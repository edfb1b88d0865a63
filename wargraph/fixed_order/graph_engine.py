"""A War graph, all of whose positions are played out in its arrays.

The kernels are imported when there is a graph to play out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.results import Cycles, Engine
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import WarGraph

if TYPE_CHECKING:
    from wargraph.graph.play_outs import PlayOuts


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
        by_turns = by_value(self._counts[self._outs.cycle_lengths.size :])
        return by_turns, self._first(max(by_turns)) if by_turns else None

    def by_cycle_length(self, _endless: int, _run_options: RunOptions | None, /) -> dict[int, int]:
        lengths = self._outs.cycle_lengths
        return by_value(np.bincount(lengths[::-1], self._counts[: lengths.size]).astype(np.int64))

    def endless_example(self) -> Position | None:
        return self._first(None)

    def cycles(self, run_options: RunOptions | None) -> Cycles:
        by_length = by_value(np.bincount(self._outs.cycle_lengths))
        return Cycles(*self.question, by_length, self.lengths(run_options).by_cycle_length, self._outs)

    @property
    def _outs(self) -> "PlayOuts":
        from wargraph.graph.play_outs import play_outs

        return play_outs(self.graph, self.order)

    def _blocks(self) -> Iterator[tuple[int, NDArray[np.signedinteger], bool]]:
        """Yield the starts by hand size: the first one's place, what becomes of them, and if they are swapped."""
        outcome = self._outs.outcome
        for split, is_swapped in self.positions.starts(self.deals):
            block = self.positions.block(split)
            yield block.start, outcome[block], is_swapped

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """The number of starts by what becomes of them: the place is the outcome plus the number of cycles."""
        cycles, most = self._outs.cycle_lengths.size, int(self._outs.outcome.max())
        each = [np.bincount(outcome + cycles, minlength=cycles + most + 1) for _, outcome, _ in self._blocks()]
        counts: NDArray[np.int64] = np.sum(each, axis=0)
        return counts

    def _first(self, turns: int | None) -> Position | None:
        """Return the first start whose game lasts so many turns, or for None is endless; None if there is none."""
        for start, outcome, is_swapped in self._blocks():
            found = np.flatnonzero(outcome < 0 if turns is None else outcome == turns)
            if found.size:
                position: Position = self.positions[start + int(found[0])]
                return position.swap() if is_swapped else position
        return None


def by_value(counts: NDArray[np.int64]) -> dict[int, int]:
    """Return an array of counts, the place being what is counted, without the zeros."""
    places = np.flatnonzero(counts)
    return dict(zip(places.tolist(), counts[places].tolist(), strict=True))
