"""Which deck with suits has the cards for a word of winners, so that it goes round?

Cards are *labels* here and know nothing of their ranks. A word says who wins the rounds. Played once from a split, it
must bring the hands back to their sizes, with the labels permuted; played again and again it goes round, if what is
compared on the way does not contradict itself. Which deck has such cards is asked only then.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from math import inf, lcm
from typing import NamedTuple, TypeVar

from known_ranks import Comparison, Group, KnownRanks, labels_in

from wargraph.core.checks import checked_whole
from wargraph.core.endings import Ending
from wargraph.core.rng import Chance
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.full_game.choices import Winnings
from wargraph.full_game.game import FullGame
from wargraph.full_game.hands import Hands
from wargraph.full_game.rounds import Play, replaced
from wargraph.full_game.rule_set import MOST_CARDS, RuleSet
from wargraph.report.result import Row, row_of

Card = TypeVar("Card")
Labels = tuple[int, ...]
SymbolicHands = tuple[Labels, Labels]

_ROUND = re.compile("=*[LR]")
_SHOWN_LETTERS = 40
_SWAPPED = str.maketrans("LR", "RL")


class TableOrder(NamedTuple):
    """How the winner of a round puts the cards on the table under the own hand.

    The two cards of a pair lie in the `order`; of a drawn pair the winner's own card counts as the winning one. Where
    there was a draw, the last pair may go back first, or the first one.

    Where there was a draw, all cards may be sorted, as those of a pair are: under ``WL`` the highest first, under
    ``LW`` the lowest. Which card that is, winners and draws do not tell. So a word goes round only if the cards of
    every draw lie sorted as it is.

    >>> TableOrder(ReturnOrder.LW).returned([("a", "A"), ("b", "B")])
    ['B', 'b', 'A', 'a']
    """

    order: ReturnOrder
    is_last_first: bool = True
    is_sorted: bool = False

    @classmethod
    def of_rules(cls, rules: RuleSet, with_draws: bool) -> "TableOrder | None":
        """The order that rules of the full game prescribe; None if winners and draws alone do not tell it.

        Without draws only rounds without a war are looked at, and no rule of wars matters.

        >>> optimised = RuleSet.parse("delahaye-mathieu,replacement=descending")
        >>> print(TableOrder.of_rules(optimised, with_draws=True))
        WL, last pair first, only where that is sorted
        """
        if rules.players != 2 or not rules.is_deterministic or set(rules.winnings) != {Winnings.UNDER}:
            return None
        if with_draws and rules.face_down:
            return None
        tables = [*_tables(with_draws)]
        orders = (
            cls(order, is_last_first, is_sorted)
            for is_sorted in (False, with_draws)
            for order in FIXED_ORDERS
            for is_last_first in (True, False)
        )
        return next((order for order in orders if all(order._is_of(rules, *table) for table in tables)), None)

    def _is_of(self, rules: RuleSet, plays: Sequence[Play], winner: int) -> bool:
        """Whether a table goes back so, or is none that words ask for."""
        returned = self.returned_plays(plays, winner)
        if not all(low <= high for low, high in self.required(returned)):
            return True
        return replaced(rules.replacement.how, plays, range(len(plays)), winner, Chance()) == returned

    def undone(self, won: Sequence[Card]) -> list[tuple[Card, Card]]:
        """The pairs that go back so, those first that were laid first; the winner's own card stands first."""
        pairs = [self.order.returned(first, second) for first, second in zip(won[::2], won[1::2], strict=True)]
        return pairs[::-1] if self.is_last_first else pairs

    def returned_plays(self, plays: Sequence[Play], winner: int) -> list[int]:
        """The cards of a round in the order in which they go under the hand of its winner."""
        return self.returned([(dict(play)[winner], dict(play)[3 - winner]) for play in plays])

    def required(self, returned: Sequence[Card]) -> Iterator[tuple[Card, Card]]:
        """Pairs of cards of a round with draws, of which the first must be no higher than the second."""
        if self.is_sorted:
            for one, other in pairwise(returned):
                yield self.order.returned(other, one)

    def returned(self, pairs: Sequence[tuple[Card, Card]]) -> list[Card]:
        """The cards in the order in which they go under the hand; in each pair the winner's own card stands first."""
        laid = reversed(pairs) if self.is_last_first else pairs
        return [card for own, other in laid for card in self.order.returned(own, other)]

    def __str__(self) -> str:
        pairs = f"{self.order}, {'last' if self.is_last_first else 'first'} pair first"
        return pairs + ", only where that is sorted" * self.is_sorted


def _tables(with_draws: bool) -> Iterator[tuple[list[Play], int]]:
    """Tables that tell the orders apart: up to one draw, below the deciding cards or above them, won by either."""
    for winner in (1, 2):
        deciding = ((1, 7 - winner), (2, 4 + winner))
        yield [deciding], winner
        if with_draws:
            for drawn in (1, 9):
                yield [((1, drawn), (2, drawn)), deciding], winner


def rounds_of(word: str) -> list[str]:
    """The rounds of a word, draws and the winner of each, or a `ParameterError`.

    >>> rounds_of("L=RR")
    ['L', '=R', 'R']
    """
    rounds = _ROUND.findall(word) if isinstance(word, str) else []
    if not rounds or "".join(rounds) != word:
        raise ParameterError(
            f"word {shown(word)}: write who wins the rounds as L and R, each draw before it as =, such as LLRR or L=R"
        )
    return rounds


def swapped(word: str) -> str:
    """The word with the players exchanged."""
    return word.translate(_SWAPPED)


def compared(pairs: Sequence[tuple[int, int]], table: TableOrder) -> list[Comparison]:
    """What a round tells of the labels laid, the winner's own first: all pairs but the last are equal."""
    *drawn, (high, low) = pairs
    comparisons = [Comparison(low, high, True)]
    if drawn:
        comparisons += [Comparison(*both, False) for pair in drawn for both in (pair, pair[::-1])]
        comparisons += [Comparison(lower, higher, False) for lower, higher in table.required(table.returned(pairs))]
    return comparisons


@dataclass(frozen=True)
class SuitedCycle:
    """A cycle of the game with labels for cards, of which some may be of one rank.

    Its labels are numbered by their places at the start of the word: Left's from the top, then Right's. The `split` is
    Left's number of cards there. The `word` says who wins the rounds, ``L`` or ``R`` each, after a ``=`` for each draw.
    A split and a word that do not go round are refused.

    Examples
    --------
    A whole deck, if the loser's card goes back first:

    >>> from wargraph import ReturnOrder
    >>> cycle = SuitedCycle(52, TableOrder(ReturnOrder.LW), 4, "LLLLRRRR")
    >>> [len(orbit) for orbit in cycle.orbits], cycle.length
    ([7, 20, 1, 6, 12, 6], 3360)
    >>> cycle.ranks_in([4] * 13)[:7]
    (6, 12, 11, 13, 2, 7, 6)
    """

    cards: int
    table: TableOrder
    split: int
    word: str

    def __post_init__(self) -> None:
        checked_whole("cards", self.cards, 2, MOST_CARDS)
        checked_whole("split", self.split, 1, self.cards - 1)
        rounds_of(self.word)
        hands, _ = self._once
        if len(hands[-1][0]) != self.split:
            raise self._is_none("the hands do not come back to their sizes")
        if self._known is None:
            raise self._is_none("the comparisons contradict each other")

    def _is_none(self, why: str) -> ParameterError:
        start = f"word {self.word} from a split of {self.split} of {self.cards} cards"
        return ParameterError(f"{start}: {why}, so this is no cycle")

    @classmethod
    def of(cls, cards: int, table: TableOrder, split: int, word: str) -> "SuitedCycle":
        """The cycle that a word goes round from a split: its shortest word, in its first rotation by the alphabet."""
        rounds = rounds_of(word)
        shortest = next(size for size in range(1, len(rounds) + 1) if rounds == rounds[size:] + rounds[:size])
        rounds = rounds[:shortest]
        turned = min(range(shortest), key=lambda start: rounds[start:] + rounds[:start])
        gained = sum(len(each) * (1 if each.endswith("L") else -1) for each in rounds[:turned])
        return cls(cards, table, split + gained, "".join(rounds[turned:] + rounds[:turned]))

    @classmethod
    def of_game(cls, game: FullGame) -> "SuitedCycle":
        """The cycle that an endless full game runs into; a `ParameterError` if a word does not tell it."""
        if game.ending is not Ending.ENDLESS or game.preperiod is None:
            raise ParameterError(f"{game}: only an endless game runs into a cycle")
        once = game.rounds[game.preperiod :]
        table = TableOrder.of_rules(game.rules, with_draws=any(played.tied for played in once))
        if table is None or any(
            table.returned_plays(played.plays, played.winner or 1) != [*played.returned] for played in once
        ):
            raise ParameterError(f"{game.rules}: a word of winners does not tell how the cards of a round go back")
        hands = game.rounds[game.preperiod - 1].hands if game.preperiod else game.deal
        word = "".join("=" * len(played.tied) + "LR"[played.winner == 2] for played in once)
        return cls.of(sum(map(len, hands)), table, len(hands[0]), word)

    def swap(self) -> "SuitedCycle":
        """The same cycle with the players exchanged."""
        return self.of(self.cards, self.table, self.cards - self.split, swapped(self.word))

    @cached_property
    def _once(self) -> tuple[list[SymbolicHands], list[Comparison]]:
        """The hands from round to round, once through the word, and what is compared."""
        hands: list[SymbolicHands] = [(tuple(range(self.split)), tuple(range(self.split, self.cards)))]
        comparisons = []
        for played in rounds_of(self.word):
            left, right = hands[-1]
            if min(len(left), len(right)) < len(played):
                raise self._is_none("a hand runs empty")
            pairs = [*zip(left, right, strict=False)][: len(played)]
            left, right = left[len(played) :], right[len(played) :]
            if played.endswith("R"):
                pairs = [(own, other) for other, own in pairs]
            comparisons += compared(pairs, self.table)
            won = tuple(self.table.returned(pairs))
            hands.append((left + won, right) if played.endswith("L") else (left, right + won))
        return hands, comparisons

    @property
    def hands(self) -> list[SymbolicHands]:
        """The hands before each round of the word."""
        return self._once[0][:-1]

    @cached_property
    def permutation(self) -> Labels:
        """For each label the one that lies at its place after the word."""
        left, right = self._once[0][-1]
        return left + right

    @cached_property
    def orbits(self) -> tuple[Labels, ...]:
        """The labels that come to each other's places: from each on, the one at its place a word later follows."""
        orbits: list[Labels] = []
        met: set[int] = set()
        for label in range(self.cards):
            if label not in met:
                orbit = [label]
                while (following := self.permutation[orbit[-1]]) != label:
                    orbit.append(following)
                orbits.append(tuple(orbit))
                met.update(orbit)
        return tuple(orbits)

    @property
    def shown_word(self) -> str:
        """The word, or how it begins if it is long."""
        if len(self.word) <= _SHOWN_LETTERS:
            return self.word
        return f"{self.word[:_SHOWN_LETTERS]}... ({len(self.word):,} letters)"

    @property
    def length(self) -> int:
        """Rounds until every label is back at its place. With ranks it may be sooner that nobody sees a difference."""
        return len(self.hands) * lcm(*map(len, self.orbits))

    @cached_property
    def _known(self) -> KnownRanks | None:
        """What is known of the labels forever; None if that contradicts itself."""
        return KnownRanks.nothing(self.cards).with_all(self._images())

    @property
    def known(self) -> KnownRanks:
        """What is known of the labels if the word is played forever: the comparisons of all rounds."""
        assert self._known is not None  # nosec B101 # a cycle that contradicts itself is refused when it is made
        return self._known

    def _images(self) -> Iterator[Comparison]:
        """What is compared the first time, and at the same places when the word is played again."""
        for first in self._once[1]:
            image = first
            while True:
                yield image
                image = Comparison(self.permutation[image.low], self.permutation[image.high], image.is_strict)
                if image == first:
                    break

    def ranks_in(self, deck: Sequence[int]) -> Labels | None:
        """A rank for each label, from 1 on, in a deck with so many cards of each rank; None if it has no such cards."""
        ranks = ranks_for(self.known, deck)
        return None if ranks is None else tuple(ranks[label] for label in range(self.cards))


def sorted_cycles(cycles: Iterable[SuitedCycle]) -> tuple[SuitedCycle, ...]:
    """Cycles by their words, the shortest first, of two mirror images one."""

    def by_length(cycle: SuitedCycle) -> tuple[int, str, int]:
        return len(cycle.word), cycle.word, cycle.split

    return tuple(sorted({min((cycle, cycle.swap()), key=by_length) for cycle in cycles}, key=by_length))


def rows_of_cycles(cycles: Iterable[SuitedCycle]) -> list[Row]:
    """Rows ``cards, order, split, word, rounds_until_every_card_is_back, orbits``."""
    rows: list[Row] = []
    for cycle in cycles:
        orbits = " ".join(map(str, sorted(map(len, cycle.orbits), reverse=True)))
        row = {"cards": cycle.cards, "order": str(cycle.table.order)} | row_of(cycle, "split", "word")
        rows.append(row | {"rounds_until_every_card_is_back": cycle.length, "orbits": orbits})
    return rows


def dealt(hands: SymbolicHands, ranks: Sequence[int] | Mapping[int, int]) -> Hands:
    """Hands of labels as hands of ranks."""
    return tuple(tuple(ranks[label] for label in hand) for hand in hands)


def first_time_round(game: FullGame, cycle: SuitedCycle) -> tuple[int, SuitedCycle]:
    """The first round that is the first of the cycle's word, and the cycle as it is seen there, or its mirror image."""
    preperiod = game.preperiod or 0
    played = ["=" * len(each.tied) + "LR"[each.winner == 2] for each in game.rounds[preperiod:]]
    sizes = [len(each.hands[0]) for each in game.rounds[preperiod:]]
    for place in range(len(played)):
        for image in (cycle, cycle.swap()):
            turns = rounds_of(image.word)
            is_here = all(turn == played[(place + later) % len(played)] for later, turn in enumerate(turns))
            if is_here and sizes[place - 1] == image.split:
                return preperiod + place + 1, image
    raise AssertionError(f"{game} does not go round {cycle}")


class UndecidedError(Exception):
    """The search takes more steps than allowed."""


def ranks_for(known: KnownRanks, deck: Sequence[int], most_steps: float = inf) -> dict[int, int] | None:
    """A rank for each compared card; None if a deck with so many cards of each rank has no such cards.

    Raises
    ------
    UndecidedError
        If a search of `most_steps` steps does not decide that.
    """
    groups = known.groups()
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
