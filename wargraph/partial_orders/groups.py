"""Cards that are known to be of one rank, and what is known of these groups."""

from typing import NamedTuple


class Group(NamedTuple):
    """Cards known to be of one rank, and the other cards known to be no lower, higher, no higher and lower, as bits."""

    cards: int
    up: int
    over: int
    down: int
    under: int

    @property
    def size(self) -> int:
        """How many cards they are."""
        return self.cards.bit_count()

    def is_like(self, other: "Group") -> bool:
        """Whether it makes no difference which of the two has which rank."""
        return self.size == other.size and self[1:] == other[1:]
