"""Winners: how often each player wins under a fixed return order, and who can win at all under free order."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals
from wargraph.core.question import StartsResult
from wargraph.core.rules import ReturnOrder
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.outcomes.reachability import spread
from wargraph.graph.war_graph import COLUMN, Deck, WarGraph, as_graph, cached_on_graph
from wargraph.report.result import Row, row_of

ENDINGS = ("left", "right", "tie")
"""The ways in which a game can end; in arrays ending k is the bit ``1 << k``, and no bit stands for an endless game."""

_SWAPPED = [bits & 4 | (bits & 1) << 1 | (bits & 2) >> 1 for bits in range(8)]
"""The set of endings of a position with the players exchanged, as bits."""


@dataclass(frozen=True)
class Winners(StartsResult):
    """The numbers of games that Left wins, Right wins and nobody wins under a fixed return order.

    Attributes
    ----------
    order : ReturnOrder
        The return order, WL or LW.
    left, right, endless : int
        Number of starting positions from which Left wins, from which Right wins, and whose game never ends.
    tie : int or None
        Number of starting positions whose game ends with both hands empty; None if no game can end so.
    holder_wins, holder_loses : tuple of int
        For each card, the number of starting positions in which the player who holds the card wins, or loses.
    """

    order: ReturnOrder
    left: int
    right: int
    tie: int | None
    endless: int
    holder_wins: tuple[int, ...] = field(repr=False)
    holder_loses: tuple[int, ...] = field(repr=False)

    @property
    def total(self) -> int:
        """Number of starting positions."""
        return self.left + self.right + (self.tie or 0) + self.endless

    def holder_share(self, card: int) -> float | None:
        """Return how often the player who holds a card at the start wins, among the games that somebody wins."""
        won = self.left + self.right
        return round(self.holder_wins[card - 1] / won, 6) if won else None

    def rows(self) -> list[Row]:
        """Return one row ``n, order, deals, total, left, right, tie, endless``, the last ones as shares, too."""
        counts = {"left": self.left, "right": self.right, "tie": self.tie, "endless": self.endless}
        known = {name: count for name, count in counts.items() if count is not None}
        shares = {f"{name}_share": round(count / self.total, 6) for name, count in known.items()}
        return [row_of(self, "n", "order", "deals", "total", **known, **shares)]

    def holder_rows(self) -> list[Row]:
        """Return how often the holder of each card wins: rows ``n, order, deals, card, name, wins, loses, share``."""
        names = self.relation.card_names
        rows: list[Row] = []
        for card, (wins, loses) in enumerate(zip(self.holder_wins, self.holder_loses, strict=True), start=1):
            name = {"name": names[card - 1]} if names else {}
            counts = {"wins": wins, "loses": loses, "share": self.holder_share(card)}
            rows.append(row_of(self, "n", "order", "deals", card=card, **name, **counts))
        return rows


def winners(graph: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "all") -> Winners:
    """Count how often Left wins, Right wins and nobody wins, and how often the player who holds a card wins.

    >>> found = winners("rock-paper-scissors", "WL")
    >>> found.left, found.right, found.endless
    (9, 9, 6)
    """
    graph, order, deals = as_graph(graph), ReturnOrder.fixed(order), Deals(deals)
    won_by = _won_by(graph, order)
    wins, loses = np.zeros((2, graph.n), np.int64)
    for split, _ in graph.positions.starts(deals):
        left_won, right_won = (won_by[graph.positions.block(split)] == bit for bit in (1, 2))
        more_wins = _sums_where_left_holds(left_won.astype(np.int32) - right_won, split, graph.n)
        wins += np.count_nonzero(right_won) + more_wins
        loses += np.count_nonzero(left_won) - more_wins
    endless, left, right, ties = _counts(graph, won_by, deals)[[0, 1, 2, 4]].tolist()
    tie, holders = ties if graph.positions.has_tie else None, (tuple(wins.tolist()), tuple(loses.tolist()))
    return Winners(graph.relation, deals, order, left, right, tie, endless, *holders)


@dataclass(frozen=True)
class PossibleWinners(StartsResult):
    """The players who can still win under free order, in which both return orders are open at every turn.

    Attributes
    ----------
    starts : dict of tuple of str to int
        Number of starting positions by the outcomes that can be reached: some of `ENDINGS`, or none.
    """

    starts: dict[tuple[str, ...], int]

    def rows(self) -> list[Row]:
        """Return a row for each set of outcomes that can be reached: ``n, deals, can_win, positions, share``."""
        total = sum(self.starts.values())
        rows: list[Row] = []
        for outcomes, count in self.starts.items():
            can_win, share = " or ".join(outcomes) or "nobody", round(count / total, 6)
            rows.append(row_of(self, "n", "deals", can_win=can_win, positions=count, share=share))
        return rows


def possible_winners(graph: Deck, deals: Deals | str = "all") -> PossibleWinners:
    """Count the starting positions from which Left, Right, either or neither can win under free order.

    >>> possible_winners("rock-paper-scissors").starts
    {('left',): 9, ('right',): 9, ('left', 'right'): 6}
    """
    graph, deals = as_graph(graph), Deals(deals)
    counts = _counts(graph, _possible(graph), deals)
    starts = {
        tuple(ending for bit, ending in enumerate(ENDINGS) if bits >> bit & 1): int(counts[bits])
        for bits in (*range(1, 8), 0)
        if counts[bits]
    }
    return PossibleWinners(graph.relation, deals, starts)


def _counts(graph: WarGraph, endings: NDArray[np.int8], deals: Deals) -> NDArray[np.int64]:
    """Return the number of starting positions by their set of endings."""
    counts = np.zeros(8, np.int64)
    for split, is_swapped in graph.positions.starts(deals):
        found = np.bincount(endings[graph.positions.block(split)], minlength=8)
        counts += found[_SWAPPED] if is_swapped else found
    return counts


def endings(graph: WarGraph) -> NDArray[np.int8]:
    """Return the ending of each terminal position as a bit, and 0 for the other positions."""
    found = np.zeros(len(graph), np.int8)
    for split, bit in ((graph.n, 1), (0, 2)):
        if split in graph.positions.splits:
            found[graph.positions.block(split)] = bit
    if graph.positions.has_tie:
        found[-1] = 4
    return found


@cached_on_graph()
def _won_by(graph: Deck, order: ReturnOrder) -> NDArray[np.int8]:
    """Return the ending of every position under a fixed return order, as a bit."""
    ends = np.arange(len(graph), dtype=graph.child_indices.dtype)
    ends[: len(graph.child_indices)] = graph.child_indices[:, COLUMN[order]]
    for _ in range(int(play_outs(graph, order).outcome.max()).bit_length()):
        ends = ends[ends]  # twice as many turns on
    return endings(graph)[ends]


@cached_on_graph()
def _possible(graph: Deck) -> NDArray[np.int8]:
    """Return the set of endings that can be reached from every position under free order, as bits."""
    possible = endings(graph)
    spread(graph.child_indices, possible)
    return possible


def _sums_where_left_holds(values: NDArray[np.int32], split: int, n: int) -> NDArray[np.int64]:
    """For each card, add up the values of the positions of one split, given by rank, in which Left holds the card.

    The digit of a card, see `wargraph.graph.positions`, is its place among the cards up to it. Of these the first
    ones are Left's: as many as Left has, less the larger cards in Left's hand.
    """
    by_digits = [values]  # each the sums over the digits of all smaller cards
    for card in range(1, n):
        by_digits.append(by_digits[-1].reshape(-1, card) @ np.ones(card, np.int32))
    sums, left = np.zeros(n, np.int64), np.array([split], np.int8)
    for card in range(n, 0, -1):
        by_digit = by_digits.pop().reshape(left.size, -1)
        is_left = np.arange(by_digit.shape[1]) < left[:, None]
        sums[card - 1] = by_digit[is_left].sum()
        left = (left[:, None] - is_left).ravel()
    return sums
