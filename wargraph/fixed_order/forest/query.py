"""What is asked of a forest, and what is counted in it."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from math import factorial

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder


class Root(Enum):
    """What a forest stands on: finished games that Left wins, or that Right wins; ties; cycles."""

    LEFT_WINS = 0
    RIGHT_WINS = 1
    TIE = 2
    CYCLE = 3


@dataclass(frozen=True)
class Asked:
    """What is counted: the starts that some deals of a relation mean, under a fixed return order."""

    relation: Relation
    order: ReturnOrder
    deals: Deals

    def __str__(self) -> str:
        return f"{self.relation.name}, {self.order}, {self.deals} deals"

    @property
    def starts(self) -> int:
        """How many there are."""
        n = self.relation.n
        return factorial(n + 1 if self.deals is Deals.ANY else n)


@dataclass(frozen=True)
class ForestTally:
    """What has been counted.

    Attributes
    ----------
    by_turns
        Starts by the turns to the end.
    by_cycle_length
        Endless starts by the length of their cycle.
    deepest
        The turns of the longest game, negated, and the lowest number of a start that has it in the order of a War
        graph; None if there is none.
    words
        How many arrangements of the cards were looked at.
    """

    by_turns: Counter[int] = field(default_factory=Counter)
    by_cycle_length: Counter[int] = field(default_factory=Counter)
    deepest: tuple[int, int] | None = None
    words: int = 0
