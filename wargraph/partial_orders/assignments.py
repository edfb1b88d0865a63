"""The number of ways in which groups of cards can be cards of a deck, counted rank by rank."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm
from typing import NamedTuple


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


def assignments(groups: Sequence[Group], deck: Sequence[int]) -> int:
    """The number of ways in which the cards of the groups can be cards of a deck with so many of each rank.

    Two cards that are compared only with each other can be any two of the remaining cards with different ranks, and in
    half of these cases the right one is lower. So each such pair is counted by inclusion and exclusion: all pairs minus
    the pairs of equal rank. That leaves far less to count rank by rank.
    """
    apart = [group.cards | group.over for group in groups if _is_lower_of_two(group, groups)]
    others = [group for group in groups if not any(group.cards & pair for pair in apart)]
    left = sum(deck) - sum(group.size for group in others)
    ways = 0
    for alike in range(len(apart) + 1):
        pairs = [Group(pair, 0, 0, 0, 0) for pair in apart[:alike]]
        free = perm(left - 2 * alike, 2 * (len(apart) - alike)) if left >= 2 * len(apart) else 0
        signed = (-1) ** alike * comb(len(apart), alike) * free
        ways += signed * _ways(_kinds(others + pairs), tuple(deck)) if free else 0
    return ways >> len(apart)


def _is_lower_of_two(group: Group, groups: Sequence[Group]) -> bool:
    """Whether a group is a single card that is compared with one other card alone, and is lower than that card."""
    if group.down or group.size > 1 or group.over != group.up or group.over.bit_count() != 1:
        return False
    (higher,) = (other for other in groups if other.cards & group.over)
    return higher.size == 1 and not higher.up and higher.down == group.cards


class _Kind(NamedTuple):
    """Groups that are alike: their size, their number, the kinds that are lower, and the kinds that are no higher."""

    size: int
    groups: int
    lower: tuple[int, ...]
    no_higher: tuple[int, ...]


def _kinds(groups: Sequence[Group]) -> tuple[_Kind, ...]:
    """The kinds of groups. Groups of the same kind are not compared with each other."""
    ordered = sorted(groups, key=lambda group: group.down.bit_count())
    firsts = [group for place, group in enumerate(ordered) if not any(map(group.is_like, ordered[:place]))]
    return tuple(
        _Kind(
            first.size,
            sum(map(first.is_like, groups)),
            tuple(place for place, other in enumerate(firsts) if other.cards & first.under),
            tuple(place for place, other in enumerate(firsts) if other.cards & first.down & ~first.under),
        )
        for first in firsts
    )


@lru_cache(maxsize=1 << 14)
def _ways(kinds: tuple[_Kind, ...], deck: tuple[int, ...]) -> int:
    """The number of ways in which groups of these kinds can be cards of the deck.

    The ranks are filled from the lowest on, and a state is the number of groups of each kind that have a rank already.
    The groups that get the next rank are chosen within their kind, and their cards one by one among those of the rank.
    A kind comes after the kinds that are no higher (see `_kinds`), because it may share their rank.
    """
    ways = Counter({(0,) * len(kinds): 1})
    for cards in deck:
        following: Counter[tuple[int, ...]] = Counter()
        for placed, number in ways.items():
            open_kinds = [
                place
                for place, kind in enumerate(kinds)
                if placed[place] < kind.groups and all(placed[other] == kinds[other].groups for other in kind.lower)
            ]
            for then, more in _at_one_rank(kinds, open_kinds, placed, cards):
                following[then] += number * more
        ways = following
    return ways[tuple(kind.groups for kind in kinds)]


def _at_one_rank(
    kinds: tuple[_Kind, ...], open_kinds: list[int], placed: tuple[int, ...], cards: int
) -> list[tuple[tuple[int, ...], int]]:
    """The states after groups of the open kinds got a rank with so many cards, each with its number of ways."""
    states = [(placed, 1, cards)]
    for place in open_kinds:
        size, groups, _, no_higher = kinds[place]
        for then, number, left in states[:]:
            if any(then[other] < kinds[other].groups for other in no_higher):
                continue
            before = then[place]
            for more in range(1, min(groups - before, left // size) + 1):
                chosen = comb(groups - before, more) * perm(left, more * size)
                after = (*then[:place], before + more, *then[place + 1 :])
                states.append((after, number * chosen, left - more * size))
    return [(then, number) for then, number, _ in states]
