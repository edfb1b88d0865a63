"""How long games last under a fixed return order: the whole distribution, the endless ones, the longest."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Deals, Position
from wargraph.results import Result, Row
from wargraph.rules import ReturnOrder


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
    return Lengths(graph.n, outs.order, deals, count_by_value(by_turns), count_by_value(by_cycle_length))


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


def _sum(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.zeros(max(a.size, b.size), np.int64)
    total[: a.size] += a
    total[: b.size] += b
    return total


def count_by_value(counts: NDArray[np.int64]) -> dict[int, int]:
    """An array of counts, the place being what is counted, as a mapping without the zeros."""
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}
