"""What do comparisons tell of the ranks of cards that are not dealt yet?

Other studies ask this module: with groups of cards of one rank, how many ranks can each have?
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


def labels_in(bits: int) -> Iterator[int]:
    """Yield the labels of a set of bits, in increasing order.

    >>> list(labels_in(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Group(NamedTuple):
    """Cards of one rank, and the other cards that are known to be no lower, higher, no higher and lower, as bits."""

    cards: int
    up: int
    over: int
    down: int
    under: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.cards.bit_count()

    def is_like(self, other: "Group") -> bool:
        """Whether exchanging the ranks of the two groups makes no difference."""
        return self.size == other.size and self[1:] == other[1:]


class Comparison(NamedTuple):
    """The statement that card `low` is lower than card `high` or, if not `is_strict`, no higher."""

    low: int
    high: int
    is_strict: bool


@dataclass(frozen=True, slots=True)
class KnownRanks:
    """A transitively closed partial order of cards by their ranks.

    For each card four sets of cards, as bits: `up` are the cards that are known to be no lower, `over` those that are
    higher, `down` those that are no higher, and `under` those that are lower. The card itself is in `up` and `down`.
    `seen` are the cards that have been compared.
    """

    up: tuple[int, ...]
    over: tuple[int, ...]
    down: tuple[int, ...]
    under: tuple[int, ...]
    seen: int = 0

    @classmethod
    def nothing(cls, cards: int) -> "KnownRanks":
        """The knowledge about a number of cards before any comparison."""
        own = tuple(1 << card for card in range(cards))
        return cls(own, (0,) * cards, own, (0,) * cards)

    def with_all(self, comparisons: Iterable[Comparison]) -> "KnownRanks | None":
        """The knowledge after more comparisons; None if they contradict what is known."""
        up, over, down, under = list(self.up), list(self.over), list(self.down), list(self.under)
        seen = self.seen
        for low, high, is_strict in comparisons:
            seen |= 1 << low | 1 << high
            if (over if is_strict else up)[low] >> high & 1:
                continue
            if (up if is_strict else over)[high] >> low & 1:
                return None
            above, strictly_above = up[high], over[high]
            below, strictly_below = down[low], under[low]
            for card in labels_in(below):
                up[card] |= above
                over[card] |= above if is_strict or strictly_below >> card & 1 else strictly_above
            for card in labels_in(above):
                down[card] |= below
                under[card] |= below if is_strict or strictly_above >> card & 1 else strictly_below
        return KnownRanks(tuple(up), tuple(over), tuple(down), tuple(under), seen)

    def equal_to(self, card: int) -> int:
        """The cards that are known to have the rank of a card, including the card, as bits."""
        return self.up[card] & self.down[card]

    def groups(self) -> list[Group]:
        """The compared cards in groups of cards that are known to have the same rank."""
        groups = []
        rest = self.seen
        while rest:
            card = (rest & -rest).bit_length() - 1
            equal = self.equal_to(card)
            groups.append(
                Group(equal, self.up[card] & ~equal, self.over[card], self.down[card] & ~equal, self.under[card])
            )
            rest &= ~equal
        return groups
