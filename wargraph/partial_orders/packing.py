"""Groups of cards that are known to have the same rank, and ranks for them from a given deck."""

from collections.abc import Sequence
from itertools import chain
from math import inf
from typing import NamedTuple

from wargraph.partial_orders.bit_rows import labels_in


class UndecidedError(Exception):
    """The search takes more steps than allowed."""


class Group(NamedTuple):
    """Cards of the same rank, and the other cards known to be no lower, higher, no higher and lower, as bits."""

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


def ranks_for(groups: list[Group], deck: Sequence[int], most_steps: float = inf) -> dict[int, int] | None:
    """A rank for each card of the groups; None if the deck has no such cards.

    Raises
    ------
    UndecidedError
        If a search of `most_steps` steps does not decide that.
    """
    if any(group.size > max(deck) for group in groups):
        return None
    # With enough ranks each group can have its own; a lower group has fewer cards below it.
    groups = sorted(groups, key=lambda group: group.down.bit_count())
    if len(groups) <= len(deck) and all(group.size <= room for group, room in zip(groups, deck, strict=False)):
        return {card: rank for rank, group in enumerate(groups, start=1) for card in labels_in(group.cards)}
    return _Packing(groups, deck, most_steps).ranks()


class _Packing:
    """A search for ranks of groups of cards, from the highest rank of the deck down.

    A rank is filled until no other group fits. If an assignment of ranks works, it still works after a group has moved
    up to a rank with room: groups that must be below it stay below it, and groups that must be above it are above that
    rank.
    """

    def __init__(self, groups: list[Group], deck: Sequence[int], most_steps: float) -> None:
        self.deck = deck
        self.steps_left = most_steps
        self.heights: dict[int, int] = {}
        for group in groups:  # from the lowest on
            lower = (height + 1 for cards, height in self.heights.items() if cards & group.under)
            no_higher = (height for cards, height in self.heights.items() if cards & group.down)
            self.heights[group.cards] = max(chain([1], lower, no_higher))
        self.groups = sorted(groups, key=lambda group: (-group.size, -self.heights[group.cards], group.cards))
        self.impossible: set[tuple[int, int]] = set()
        self.given: dict[int, int] = {}

    def ranks(self) -> dict[int, int] | None:
        """A rank for each of the cards; None if there is no solution."""
        if not self._can_go_into(sum(group.cards for group in self.groups), len(self.deck)):
            return None
        return {card: rank for group, rank in self.given.items() for card in labels_in(group)}

    def _can_go_into(self, rest: int, ranks: int) -> bool:
        """Whether the remaining cards fit into the lowest ranks; if so, `given` holds their ranks."""
        if not rest:
            return True
        if (rest, ranks) in self.impossible:
            return False
        groups = [group for group in self.groups if group.cards & rest]
        highest = [group for group in groups if not group.over & rest]
        if self._have_room(groups, ranks) and self._fill(highest, [], rest, self.deck[ranks - 1], ranks):
            return True
        self.impossible.add((rest, ranks))
        return False

    def _have_room(self, groups: list[Group], ranks: int) -> bool:
        """Whether the groups fit if only their lowest possible ranks and their sizes matter."""
        for lowest in range(1, max(self.heights[group.cards] for group in groups) + 1):
            sizes = [group.size for group in groups if self.heights[group.cards] >= lowest]
            rooms = self.deck[lowest - 1 : ranks]
            if sum(sizes) > sum(rooms):
                return False
            for size in set(sizes):
                if sum(other >= size for other in sizes) > sum(room // size for room in rooms):
                    return False
        return True

    def _fill(self, choices: list[Group], left_out: list[Group], rest: int, room: int, rank: int) -> bool:
        """Give the rank to some of the groups, and lower ranks to the others."""
        self.steps_left -= 1
        if self.steps_left < 0:
            raise UndecidedError
        for group in choices:
            if not group.cards & rest or group.size > room or group.up & rest:
                continue
            if any(group.is_like(other) for other in left_out):  # a group is like itself
                continue
            if self._fill(choices, left_out, rest & ~group.cards, room - group.size, rank):
                self.given[group.cards] = rank
                return True
            left_out = [*left_out, group]
        if any(group.size <= room and not group.up & rest for group in left_out):
            return False
        return self._can_go_into(rest, rank - 1)
