"""What comparisons say of the ranks of cards that are not dealt yet, and whether a deck has such cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import comb, perm
from typing import NamedTuple

from wargraph.full_game.choices import CardOrder


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
            for card in _bits(below):
                up[card] |= above
                over[card] |= above if is_strict or strictly_below >> card & 1 else strictly_above
            for card in _bits(above):
                down[card] |= below
                under[card] |= below if is_strict or strictly_above >> card & 1 else strictly_below
        return KnownRanks(tuple(up), tuple(over), tuple(down), tuple(under), seen)

    def first_of(self, cards: Sequence[int], order: CardOrder) -> Iterator[int]:
        """Which of the cards can come first, sorted or in random order, up to exchanging cards that are alike."""
        before = self.up if order is CardOrder.DESCENDING else self.down
        all_cards = sum(1 << card for card in cards)
        met: list[int] = []
        for card in cards:
            is_behind = before[card] & all_cards & ~(self.up[card] & self.down[card])
            if (order is CardOrder.RANDOM or not is_behind) and not any(self._are_alike(card, other) for other in met):
                met.append(card)
                yield card

    def _are_alike(self, card: int, other: int) -> bool:
        if self.up[card] >> other & self.down[card] >> other & 1:
            return True
        both = ~(1 << card | 1 << other)
        if (self.up[card] | self.down[card]) >> other & 1:
            return False
        return all(rows[card] & both == rows[other] & both for rows in (self.up, self.over, self.down, self.under))

    def levels(self, deck: Sequence[int]) -> dict[int, int] | None:
        """A rank for each card that was seen; None if a deck with so many cards of each rank has no such cards."""
        groups = self._groups()
        if any(group.size > max(deck) for group in groups):
            return None
        # If there are ranks enough, each group can have one to itself: what is lower has fewer cards below it.
        groups.sort(key=lambda group: group.down.bit_count())
        if len(groups) <= len(deck) and all(group.size <= room for group, room in zip(groups, deck, strict=False)):
            return {card: rank for rank, group in enumerate(groups, start=1) for card in _bits(group.cards)}
        return _Packing(groups, deck).levels(self.seen)

    def assignments(self, deck: Sequence[int]) -> int:
        """In how many ways the cards that were seen can be cards of a deck with so many of each rank.

        Two cards that are compared with each other alone are any two of those left, if not of one rank, and in half of
        these cases the one is lower that should be. So for each such pair the ways with a pair of one rank are taken
        from those without it: that leaves far less to count rank by rank.

        >>> KnownRanks.nothing(2).with_all([Comparison(0, 1, True)]).assignments([4] * 13)
        1248
        """
        groups = self._groups()
        apart = [group.cards | group.over for group in groups if _is_lower_of_two(group, groups)]
        others = [group for group in groups if not any(group.cards & pair for pair in apart)]
        left = sum(deck) - sum(group.size for group in others)
        ways = 0
        for alike in range(len(apart) + 1):
            pairs = [_Group(pair, 0, 0, 0, 0) for pair in apart[:alike]]
            free = perm(left - 2 * alike, 2 * (len(apart) - alike)) if left >= 2 * len(apart) else 0
            signed = (-1) ** alike * comb(len(apart), alike) * free
            ways += signed * _assignments(_kinds(others + pairs), tuple(deck)) if free else 0
        return ways >> len(apart)

    def _groups(self) -> list["_Group"]:
        """The cards that were seen, grouped by what is known to be of one rank."""
        groups = []
        rest = self.seen
        while rest:
            card = (rest & -rest).bit_length() - 1
            group = self.up[card] & self.down[card]
            groups.append(
                _Group(group, self.up[card] & ~group, self.over[card], self.down[card] & ~group, self.under[card])
            )
            rest &= ~group
        return groups


class _Group(NamedTuple):
    """Cards known to be of one rank, and the other cards known to be no lower, higher, no higher and lower, as bits."""

    cards: int
    up: int
    over: int
    down: int
    under: int

    @property
    def size(self) -> int:
        return self.cards.bit_count()


class _Packing:
    """Ranks for groups of cards, each rank for as many cards as the deck has of it: from the highest rank down.

    A rank is filled until no other group has room. Whatever ranks work, they still do after a group has moved up to
    where there is room: what must be below it is further below, and what must be above it has been above that rank.
    """

    def __init__(self, groups: list[_Group], deck: Sequence[int]) -> None:
        self.deck = deck
        self.heights: dict[int, int] = {}
        for group in groups:  # from the lowest on
            lower = (height + 1 for cards, height in self.heights.items() if cards & group.under)
            no_higher = (height for cards, height in self.heights.items() if cards & group.down)
            self.heights[group.cards] = max(chain([1], lower, no_higher))
        self.groups = sorted(groups, key=lambda group: (-group.size, -self.heights[group.cards], group.cards))
        self.impossible: set[tuple[int, int]] = set()
        self.given: dict[int, int] = {}

    def levels(self, cards: int) -> dict[int, int] | None:
        """A rank for each of the cards, or None if there is no way."""
        if not self._can_go_into(cards, len(self.deck)):
            return None
        return {card: rank for group, rank in self.given.items() for card in _bits(group)}

    def _can_go_into(self, rest: int, ranks: int) -> bool:
        """Whether the rest of the cards can go into the lowest ranks; then `given` says where."""
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

    def _have_room(self, groups: list[_Group], ranks: int) -> bool:
        """Whether there is room for the groups, were it not for the order: a group has its height as lowest rank."""
        for lowest in range(1, max(self.heights[group.cards] for group in groups) + 1):
            sizes = [group.size for group in groups if self.heights[group.cards] >= lowest]
            rooms = self.deck[lowest - 1 : ranks]
            if sum(sizes) > sum(rooms):
                return False
            for size in set(sizes):
                if sum(other >= size for other in sizes) > sum(room // size for room in rooms):
                    return False
        return True

    def _fill(self, choices: list[_Group], left_out: list[_Group], rest: int, room: int, rank: int) -> bool:
        """Give the rank to some of the choices, and the lower ranks to what is left."""
        for group in choices:
            if not group.cards & rest or group.size > room or group.up & rest:
                continue
            if any(_are_alike(group, other) for other in left_out):  # a group is like itself
                continue
            if self._fill(choices, left_out, rest & ~group.cards, room - group.size, rank):
                self.given[group.cards] = rank
                return True
            left_out = [*left_out, group]
        if any(group.size <= room and not group.up & rest for group in left_out):
            return False
        return self._can_go_into(rest, rank - 1)


def _is_lower_of_two(group: _Group, groups: Sequence[_Group]) -> bool:
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


def _kinds(groups: Sequence[_Group]) -> tuple[_Kind, ...]:
    """The kinds of groups; groups that are alike are not compared with each other."""
    alike: list[list[_Group]] = []
    for group in sorted(groups, key=lambda group: group.down.bit_count()):
        kind = next((kind for kind in alike if _are_alike(group, kind[0])), None)
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
def _assignments(kinds: tuple[_Kind, ...], deck: tuple[int, ...]) -> int:
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


def _are_alike(group: _Group, other: _Group) -> bool:
    return group.size == other.size and group[1:] == other[1:]


def _bits(cards: int) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
