"""What comparisons say of the ranks of cards that are not dealt yet, and whether a deck has such cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from wargraph.partial_orders.assignments import assignments
from wargraph.partial_orders.bit_rows import labels_in
from wargraph.partial_orders.groups import Group
from wargraph.partial_orders.packing import ranks_for


class Comparison(NamedTuple):
    """That one card is lower than another, or (not `is_strict`) no higher."""

    low: int
    high: int
    is_strict: bool


@dataclass(frozen=True, slots=True)
class KnownRanks:
    """What is known of the ranks: a partial order of the cards, transitively closed.

    For each card, as bits: the cards that are no lower, that are higher, that are no higher, that are lower. The first
    and third hold the card itself. `seen` are the cards of which anything is known.
    """

    up: tuple[int, ...]
    over: tuple[int, ...]
    down: tuple[int, ...]
    under: tuple[int, ...]
    seen: int = 0

    @classmethod
    def nothing(cls, cards: int) -> "KnownRanks":
        """What is known of so many cards before any comparison."""
        own = tuple(1 << card for card in range(cards))
        return cls(own, (0,) * cards, own, (0,) * cards)

    def with_all(self, comparisons: Iterable[Comparison]) -> "KnownRanks | None":
        """The same and these comparisons; None if they contradict."""
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
        """The cards known to be of the same rank, itself included, as bits."""
        return self.up[card] & self.down[card]

    def lowest(self, cards: Sequence[int]) -> list[int]:
        """Those of the cards than which no other is known to be lower, or no higher: one of them is the lowest."""
        return self._first(cards, self.down)

    def highest(self, cards: Sequence[int]) -> list[int]:
        """Those of the cards than which no other is known to be higher, or no lower: one of them is the highest."""
        return self._first(cards, self.up)

    def _first(self, cards: Sequence[int], before: tuple[int, ...]) -> list[int]:
        every = sum(1 << card for card in cards)
        return [card for card in cards if not before[card] & every & ~self.equal_to(card)]

    def unlike(self, cards: Iterable[int]) -> Iterator[int]:
        """The cards up to exchanging those of which the same is known: the first of each kind."""
        met: list[int] = []
        for card in cards:
            if not any(self._are_alike(card, other) for other in met):
                met.append(card)
                yield card

    def _are_alike(self, card: int, other: int) -> bool:
        if self.equal_to(card) >> other & 1:
            return True
        both = ~(1 << card | 1 << other)
        if (self.up[card] | self.down[card]) >> other & 1:
            return False
        return all(rows[card] & both == rows[other] & both for rows in (self.up, self.over, self.down, self.under))

    def ranks_in(self, deck: Sequence[int], most_steps: float = inf) -> dict[int, int] | None:
        """A rank for each card that was seen; None if a deck with so many cards of each rank has no such cards.

        Raises
        ------
        UndecidedError
            If that is not known after so many steps of a search.
        """
        return ranks_for(self._groups(), deck, most_steps)

    def assignments(self, deck: Sequence[int]) -> int:
        """In how many ways the cards that were seen can be cards of a deck with so many of each rank.

        >>> KnownRanks.nothing(2).with_all([Comparison(0, 1, True)]).assignments([4] * 13)
        1248
        """
        return assignments(self._groups(), deck)

    def _groups(self) -> list[Group]:
        """The cards that were seen, grouped by what is known to be of one rank."""
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
