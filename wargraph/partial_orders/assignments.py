"""In how many ways groups of cards can be cards of a deck, counted rank by rank."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm
from typing import NamedTuple

from wargraph.partial_orders.groups import Group


def assignments(groups: Sequence[Group], deck: Sequence[int]) -> int:
    """In how many ways the cards of the groups can be cards of a deck with so many of each rank.

    Two cards that are compared with each other alone are any two of those left, if not of one rank, and in half of
    these cases the one is lower that should be. So for each such pair the ways with a pair of one rank are taken
    from those without it: that leaves far less to count rank by rank.
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
    """Whether a group is a single card of which is known that it is lower than one other, and of that nothing else."""
    if group.down or group.size > 1 or group.over != group.up or group.over.bit_count() != 1:
        return False
    (higher,) = (other for other in groups if other.cards & group.over)
    return higher.size == 1 and not higher.up and higher.down == group.cards


class _Kind(NamedTuple):
    """Groups that are alike: their size, how many they are, and which kinds are lower, and which no higher."""

    size: int
    groups: int
    lower: tuple[int, ...]
    no_higher: tuple[int, ...]


def _kinds(groups: Sequence[Group]) -> tuple[_Kind, ...]:
    """The kinds of groups; groups that are alike are not compared with each other."""
    alike: list[list[Group]] = []
    for group in sorted(groups, key=lambda group: group.down.bit_count()):
        kind = next((kind for kind in alike if group.is_like(kind[0])), None)
        if kind is None:
            alike.append([group])
        else:
            kind.append(group)
    return tuple(
        _Kind(
            kind[0].size,
            len(kind),
            tuple(place for place, other in enumerate(alike) if other[0].cards & kind[0].under),
            tuple(place for place, other in enumerate(alike) if other[0].cards & kind[0].down & ~kind[0].under),
        )
        for kind in alike
    )


@lru_cache(maxsize=1 << 14)
def _ways(kinds: tuple[_Kind, ...], deck: tuple[int, ...]) -> int:
    """In how many ways groups of these kinds can be cards of the deck.

    Goes through the ranks from the lowest on: what has a rank already are so many groups of each kind. Those that get
    the next rank are chosen among their kind, and their cards, one after the other, among those of the rank. A kind
    comes after those that are no higher (`_kinds`): it may share their rank.
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
    """The ways to give groups of the open kinds a rank of so many cards: what is placed then, and in how many ways."""
    found = [(placed, 1, cards)]
    for place in open_kinds:
        size, groups, _, no_higher = kinds[place]
        for then, number, left in found[:]:
            if any(then[other] < kinds[other].groups for other in no_higher):
                continue
            before = then[place]
            for more in range(1, min(groups - before, left // size) + 1):
                chosen = comb(groups - before, more) * perm(left, more * size)
                after = (*then[:place], before + more, *then[place + 1 :])
                found.append((after, number * chosen, left - more * size))
    return [(then, number) for then, number, _ in found]
