"""A relation without memory for its positions: the forests behind all ends and cycles, walked as a campaign.

Each finite position is visited once, going back from the finished games, and each endless one once, going back from its
cycle. Only the latter tells how long the cycles are; how many positions are endless is known without.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import TooLargeError
from wargraph.fixed_order.engine import Engine
from wargraph.fixed_order.forest.game import DONE, game_of, new_tally, new_tapes, starts_of
from wargraph.fixed_order.graph_engine import GraphEngine, nonzero_counts
from wargraph.fixed_order.results import Cycles
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import WarGraph

_MOST_CARDS = 19
_WORDS = 1 << 20
"""Arrangements of the cards in a unit."""

_SHORTEST_TAPE = 512
_POSITIONS = 1 << 18


@dataclass(frozen=True)
class ForestTally:
    """The counts so far.

    Attributes
    ----------
    counts
        Starts by the turns to the end, or endless starts by the length of their cycle.
    deepest
        The turns of the longest game, negated, and the lowest number of a start that has it in the order of a War
        graph; None if there is none.
    words
        The number of arrangements of the cards that were visited.
    """

    counts: Counter[int] = field(default_factory=Counter)
    deepest: tuple[int, int] | None = None
    words: int = 0

    def __add__(self, other: "ForestTally") -> "ForestTally":
        return ForestTally(
            self.counts + other.counts,
            min((each.deepest for each in (self, other) if each.deepest), default=None),
            self.words + other.words,
        )


@dataclass(frozen=True)
class ForestEngine(Engine):
    """The starts of a relation that some deals mean, visited one by one. The positions need not fit into memory."""

    relation: Relation
    order: ReturnOrder
    deals: Deals

    def __str__(self) -> str:
        return f"{self.relation.name}, {self.order}, {self.deals.meaning}"

    @property
    def n(self) -> int:
        """Number of cards."""
        return self.relation.n

    @property
    def positions(self) -> Positions:
        return Positions(self.n, left_holds_n=False)

    def finite(self, run_options: RunOptions | None, _only_longest: bool, /) -> tuple[dict[int, int], Position | None]:
        tally = WalkedForest(self, of_cycles=False).run(run_options)
        return dict(sorted(tally.counts.items())), tally.deepest and self.positions[tally.deepest[1]]

    def by_cycle_length(self, endless: int, run_options: RunOptions | None, /) -> dict[int, int]:
        if not endless:
            return {}
        walk = WalkedForest(self, of_cycles=True)
        counts = walk.run(run_options).counts
        walk.check_total(counts.total(), endless, "endless starts")
        return dict(sorted(counts.items()))

    def endless_example(self) -> Position:
        return self.positions[first_endless_number(self)]

    def cycles(self, run_options: RunOptions | None) -> Cycles:
        """Return the cycles of a War graph: the walk meets the cycles, but does not keep them."""
        return GraphEngine(WarGraph.from_relation(self.relation), self.order, self.deals).cycles(run_options)


@dataclass(frozen=True)
class Subforest:
    """A work unit: the trees of some roots, which are told by the arrangements of the cards from one number on.

    The roots are the positions of cycles, or all finished games.
    """

    query: ForestEngine
    of_cycles: bool
    first: int
    count: int

    def work(self) -> "tuple[ForestTally, tuple[()]]":
        """Walk them all."""
        turns = _SHORTEST_TAPE
        while (tally := self._walked(turns)) is None:
            turns *= 2
        return tally, ()

    def _walked(self, turns: int) -> ForestTally | None:
        """Walk them with room for games of `turns` turns; None if that is too little."""
        from wargraph.fixed_order.forest.backward import walk_finished
        from wargraph.fixed_order.forest.forward import walk_cycles

        query, n, game = self.query, self.query.n, game_of(self.query.relation, self.query.order)
        tally, tapes = new_tally(turns), new_tapes(turns, n)
        if self.of_cycles:
            starts, forward = starts_of(n, query.deals, True, False), new_tapes(turns, n)
            by_cycle_length = np.zeros(forward.left.size, np.int64)  # each turn of a cycle takes a place of the tape
            cards = _arrangement(n, self.first)
            if walk_cycles(game, starts, cards, self.count, by_cycle_length, tally, tapes, forward) != DONE:
                return None
            return ForestTally(Counter(nonzero_counts(by_cycle_length)), words=self.count)
        # Games that Right wins are games that Left wins with the players exchanged, and often the same ones.
        for is_mirror in [False] if game.is_symmetric else [False, True]:
            starts = starts_of(n, query.deals, not is_mirror, is_mirror or game.is_symmetric)
            ties = starts_of(n, query.deals, not is_mirror, False)
            played, cards = game.swap() if is_mirror else game, _arrangement(n, self.first)
            if walk_finished(played, starts, ties, cards, self.count, tally, tapes) != DONE:
                return None
        longest, number = tally.deepest.tolist()
        deepest = None if longest < 0 else (-longest, number)
        return ForestTally(Counter(nonzero_counts(tally.by_turns)), deepest, self.count)


class WalkedForest(Campaign[Subforest, ForestTally]):
    """The campaign that walks the forest on all cycles, or on all finished games."""

    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, query: ForestEngine, of_cycles: bool) -> None:
        check_forest_size(query.n)
        self.query = query
        self.of_cycles = of_cycles

    def __str__(self) -> str:
        return str(self.query)

    def units(self) -> Iterator[Subforest]:
        words = factorial(self.query.n)
        for first in range(0, words, _WORDS):
            yield Subforest(self.query, self.of_cycles, first, min(_WORDS, words - first))

    def amount(self) -> Amount | None:
        done = self.result.words if self.result else 0
        return Amount(done, factorial(self.query.n) - done, "arrangements of the cards")

    def run(self, run_options: RunOptions | None = None) -> ForestTally:
        compile_kernels()
        return super().run(run_options)

    def partial_summary(self) -> str:
        if self.result is None or self.result.deepest is None:
            return ""
        finite, (turns, number) = self.result.counts.total(), self.result.deepest
        return (
            f"{self.query}: {finite:,} of {self.query.total:,} are known to end so far, "
            f"the last after {-turns} turns, from {self.query.relation.text(self.query.positions[number])}"
        )


def check_forest_size(n: int) -> None:
    """Refuse a relation on n cards if 64 bits do not number its positions."""
    if n > _MOST_CARDS:
        of = f"the positions of a relation on {n} cards"
        raise TooLargeError(f"{of} are too many to be counted: use at most {_MOST_CARDS} cards")


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    for of_cycles in (False, True):
        Subforest(ForestEngine(Relation.of("suits:2x2"), ReturnOrder.WL, Deals.ALL), of_cycles, 0, 1).work()
    first_endless_number(ForestEngine(Relation.of("rock-paper-scissors"), ReturnOrder.WL, Deals.ALL))


def first_endless_number(query: ForestEngine) -> int:
    """Return the number of the first endless start in the order of a War graph; to be asked only if there is one."""
    from wargraph.fixed_order.forest.forward import first_endless

    n, game = query.n, game_of(query.relation, query.order)
    first = 0 if query.deals is Deals.ALL else ((n + 1) // 2 - 1) * factorial(n)
    turns = _SHORTEST_TAPE
    while True:
        number, status = first_endless(game, first, first + _POSITIONS, new_tapes(turns, n))
        if status != DONE:
            turns *= 2
        elif number < first + _POSITIONS:
            return int(number)
        first = int(number)


def _arrangement(n: int, number: int) -> NDArray[np.uint8]:
    """Return the cards 0..n-1 as they are arranged in some place of the lexicographic order."""
    left, cards = list(range(n)), []
    for size in range(n, 0, -1):
        place, number = divmod(number, factorial(size - 1))
        cards.append(left.pop(place))
    return np.array(cards, np.uint8)
