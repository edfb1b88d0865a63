"""Game lengths read off the arrays: every start of a War graph played out under a fixed return order.

The kernels are imported when there is a graph to play out.
"""

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals, Position
from wargraph.core.rules import ReturnOrder
from wargraph.graph.war_graph import WarGraph


def counted_lengths(graph: WarGraph, order: ReturnOrder, deals: Deals) -> tuple[dict[int, int], dict[int, int]]:
    """The starts by the turns to the end of their game, and the endless ones by the length of their cycle."""
    from wargraph.graph.play_outs import play_outs

    outs = play_outs(graph, order)
    by_turns = np.zeros(1, np.int64)
    by_cycle_length = np.zeros(1, np.int64)
    for split, _ in graph.positions.starts(deals):
        outcome = outs.outcome[graph.positions.block(split)]
        is_endless = outcome < 0
        by_turns = _sum(by_turns, np.bincount(outcome[~is_endless]))
        by_cycle_length = _sum(by_cycle_length, np.bincount(outs.cycle_lengths[-1 - outcome[is_endless]]))
    return count_by_value(by_turns), count_by_value(by_cycle_length)


def first_start(graph: WarGraph, order: ReturnOrder, deals: Deals, turns: int | None) -> Position | None:
    """The first start whose game lasts so many turns, or for None is endless; None if there is none."""
    from wargraph.graph.play_outs import play_outs

    outs = play_outs(graph, order)
    for split, swapped in graph.positions.starts(deals):
        block = graph.positions.block(split)
        outcome = outs.outcome[block]
        found = np.flatnonzero(outcome < 0 if turns is None else outcome == turns)
        if found.size:
            position: Position = graph.positions[block.start + int(found[0])]
            return position.swap() if swapped else position
    return None


def count_by_value(counts: NDArray[np.int64]) -> dict[int, int]:
    """An array of counts, the place being what is counted, as a mapping without the zeros."""
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


def _sum(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.zeros(max(a.size, b.size), np.int64)
    total[: a.size] += a
    total[: b.size] += b
    return total
