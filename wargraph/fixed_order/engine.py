"""An engine: what it must answer about all games under a fixed return order, and the results made of that."""

from abc import ABC, abstractmethod

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.results import Cycles, Endless, Lengths, Longest
from wargraph.graph.positions import Positions


class Engine(ABC):
    """The engine that answers questions about some starting positions of a deck under a fixed return order.

    An engine for a small deck may ignore `run_options`.
    """

    relation: Relation
    deals: Deals
    order: ReturnOrder

    @property
    @abstractmethod
    def positions(self) -> Positions:
        """The positions of the War graph, among which the starts are."""

    @abstractmethod
    def finite(self, run_options: RunOptions | None, only_longest: bool, /) -> tuple[dict[int, int], Position | None]:
        """Count the starts by the turns to the end of their game, and find one that takes longest; None if none ends.

        With `only_longest` the shorter games need not be counted.
        """

    @abstractmethod
    def by_cycle_length(self, endless: int, run_options: RunOptions | None, /) -> dict[int, int]:
        """Count the `endless` starts whose game never ends, by the length of the cycle that they run into."""

    @abstractmethod
    def cycles(self, run_options: RunOptions | None) -> Cycles:
        """Count the cycles and the endless starts by cycle length, with an object that lists the cycles."""

    @abstractmethod
    def endless_example(self) -> Position | None:
        """Find a start whose game never ends; None if none is known. It is asked only if there are some."""

    @property
    def question(self) -> tuple[Relation, Deals, ReturnOrder]:
        """The relation, the deals and the return order, as results begin."""
        return self.relation, self.deals, self.order

    @property
    def total(self) -> int:
        """Number of starts."""
        return sum(self.positions.split_size(split) for split, _ in self.positions.starts(self.deals))

    def longest(self, run_options: RunOptions | None) -> Longest | None:
        """Find the longest finite game, how many starts attain it, and one of them; None if no game ends."""
        by_turns, example = self.finite(run_options, True)
        turns = max(by_turns, default=0)
        return None if example is None else Longest(*self.question, turns, by_turns[turns], example)

    def lengths(self, run_options: RunOptions | None) -> Lengths:
        """Count the starts by the turns to the end of their game, and the endless ones by their cycle length."""
        by_turns, _ = self.finite(run_options, False)
        endless = self.total - sum(by_turns.values())
        return Lengths(*self.question, by_turns, self.by_cycle_length(endless, run_options))

    def endless(self, run_options: RunOptions | None) -> Endless:
        """Count the starts whose game never ends, and name one if one is known."""
        by_turns, _ = self.finite(run_options, False)
        finite = sum(by_turns.values())
        example = self.endless_example() if finite < self.total else None
        return Endless(*self.question, self.total - finite, finite, max(by_turns, default=None), example)
