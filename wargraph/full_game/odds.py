"""Exact odds of what is too rare for sampling: games of a few rounds, and wars in the first round.

The plain rules are played with cards whose ranks are not fixed yet. When two cards are compared, the line of play
branches over all ways in which the cards compared before with either of them may lie in one chain of ranks. So a line
stands for all deals in which the ranks lie so, and `_ways` counts these. A shuffled card is any card of its urn, and it
is drawn only when it is compared. Cards that were never compared are alike, and so are cards of one rank: the line
branches over what is drawn, and not over which card.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, total_ordering
from itertools import product
from math import comb, perm, prod
from typing import Any

from wargraph.core.checks import checked_whole
from wargraph.core.rng import EveryChance
from wargraph.errors import TooLongError
from wargraph.full_game.rounds import Holding, Round, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.document import Part, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

_MOST_LINES = 100_000  # a minute or so

_Sizes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Odds(Result):
    """The exact odds of very short games, and of wars in the first round.

    `by_rounds` has the probabilities that a game ends, with a winner or without, after exactly 1, 2, ... rounds. In
    `by_wars` stands the probability of each kind of first round, by its number of wars, up to `most_wars`, and by how
    many of them in a row three or more players began.
    """

    rules: RuleSet
    by_rounds: tuple[Fraction, ...]
    by_wars: dict[tuple[int, int], Fraction] = field(repr=False)
    most_wars: int

    def rows(self) -> list[Row]:
        """``rules, rounds, probability, one_in, exact``: one game in so many lasts so many rounds."""
        return [self._row(chance, rounds=rounds) for rounds, chance in enumerate(self.by_rounds, start=1)]

    def war_rows(self) -> list[Row]:
        """``rules, wars, three_way, probability, one_in, exact``: one first round in so many is of this kind."""
        return [self._row(chance, wars=kind[0], three_way=kind[1]) for kind, chance in sorted(self.by_wars.items())]

    def _row(self, chance: Fraction, **what: int) -> Row:
        one_in: float | None = None
        if chance:  # decimals of a large number mean nothing
            one_in = round(1 / chance) if 1000 * chance <= 1 else rounded(float(1 / chance))
        chances = {"probability": rounded(float(chance)), "one_in": one_in, "exact": str(chance)}
        return {"rules": str(self.rules), **what, **chances}

    def _body(self) -> list[Part]:
        over, war = sum(self.by_rounds, Fraction(0)), 1 - self.by_wars.get((0, 0), Fraction(0))
        heading = "First rounds by number of wars, and of three-way wars in a row"
        empty = f"Every first round has more than {counted(self.most_wars, 'war')}."
        return [
            f"Under {self.rules} {_often(over)} is over within {counted(len(self.by_rounds), 'round')}.",
            f"Under {self.rules} {_often(war)} begins with a war.",
            Table("games", self.rows(), "Games by their number of rounds"),
            Table("first-round", self.war_rows(), heading, empty=empty),
        ]


def odds(rules: RuleSet | str, rounds: int = 2, wars: int = 3) -> Odds:
    """Count the exact odds of games of up to so many rounds, and of up to so many wars in the first round.

    Rounds are counted whole, whatever the rules call a turn. More than 100,000 lines of play are a `TooLongError`.

    >>> print(*odds("drew-stack,deck=2x2").by_rounds)  # over after the first round if the first two cards are equal
    1/3 1/3
    >>> odds("rutgers", rounds=1).by_wars[0, 0]  # three of the 51 other cards make a war
    Fraction(16, 17)
    """
    rules = RuleSet.parse(rules)
    checked_whole("wars", wars, 0, 1000)
    by_rounds = [Fraction(0)] * (checked_whole("rounds", rounds, 1, 1000) + 1)
    for chance, played in _lines(rules, rules.dealt, rounds):
        by_rounds[len(played) if played[-1].ends_game else 0] += chance
    # With more cards than so many wars take, it makes no difference how many: longer first rounds are left out.
    enough = (wars + 1) * (rules.face_down + 1) + 1
    by_wars: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for chance, (first,) in _lines(rules, tuple(min(size, enough) for size in rules.dealt), 1):
        if len(first.tied) <= wars:
            by_wars[len(first.tied), first.three_ways] += chance
    return Odds(rules, tuple(by_rounds[1:]), dict(by_wars), wars)


def _often(chance: Fraction) -> str:
    if chance in (0, 1):
        return "every game" if chance else "no game"
    one_in = 1 / chance
    return f"1 game in {round(one_in):,}" if one_in >= 100 else f"1 game in {float(one_in):.3g}"


def _lines(rules: RuleSet, sizes: Sequence[int], rounds: int) -> Iterator[tuple[Fraction, list[Round]]]:
    """Play all lines of up to so many rounds: the probability and the rounds of each."""
    for number, line in enumerate(_Line.lines(max(rules.deck))):
        if number == _MOST_LINES:
            raise TooLongError(
                f"rules {rules}: there are more than {_MOST_LINES:,} lines of play: ask for fewer rounds or wars"
            )
        hands: list[Any] = [[_Card(line) for _ in range(size)] for size in sizes]
        holdings = [Holding(hand, pile) for hand, pile in zip(hands, rules.piles, strict=True)]
        played = [play_on(rules, holdings, line)]
        while len(played) < rounds and not played[-1].ends_game:
            played.append(play_on(rules, holdings, line))
        chains = tuple(sorted(tuple(map(len, chain)) for chain in line.chains))
        if ways := _ways(chains, tuple(rules.deck)):
            yield line.weight * Fraction(ways, perm(rules.cards, sum(map(sum, chains)))), played


@lru_cache(maxsize=1 << 16)
def _ways(chains: _Sizes, deck: tuple[int, ...]) -> int:
    """Count the ways in which chains of groups can be cards of the deck, filled from the lowest rank on.

    A chain has the sizes of its groups, the lowest rank first. The next rank may take the first group of any chains.
    """
    if not deck:
        return int(not chains)
    ways, kinds, cards = 0, Counter(chains), deck[0]
    for taken in product(*(range(min(count, cards // chain[0]) + 1) for chain, count in kinds.items())):
        left = Counter(kinds)
        for chain, number in zip(kinds, taken, strict=True):
            left += Counter({chain[1:]: number})
            left[chain] -= number
        del left[()]
        used = sum(chain[0] * number for chain, number in zip(kinds, taken, strict=True))
        if chosen := perm(cards, used) * prod(map(comb, kinds.values(), taken)):
            ways += chosen * _ways(tuple(sorted(left.elements())), deck[1:])
    return ways


class _Line(EveryChance):
    """A line of play, and what it says of the cards that were compared.

    A chain has groups of cards of one rank, the lowest rank first. Nothing is known of cards of different chains.
    """

    def __init__(self, script: tuple[int, ...], alike: int) -> None:
        super().__init__(script)
        self.weight, self.alike = Fraction(1), alike
        self.chains: list[_Chain] = []

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        urn = list(cards)
        cards[:] = [_Card(self, urn) for _ in urn]

    def mix_in(self, cards: MutableSequence[Any], more: Sequence[Any]) -> None:
        if cards and cards[0].urn is not None and len(cards[0].urn) == len(cards):
            cards[0].urn += more  # no card of that urn has been drawn yet, and all of it lies here
            cards += [_Card(self, cards[0].urn) for _ in more]
        else:
            cards += more
            self.shuffle(cards)

    def join(self, *chains: "_Chain") -> None:
        """Decide how the ranks of two chains compare: they become one."""
        joined, (one, other) = [], (list(reversed(chain)) for chain in chains)
        while one and other:
            way = self.choice(2 + (len(one[-1]) + len(other[-1]) <= self.alike))
            joined.append(one.pop() if way == 0 else other.pop() if way == 1 else one.pop() + other.pop())
        joined += one[::-1] + other[::-1]
        self.chains = [chain for chain in self.chains if all(chain is not each for each in chains)]
        self.add(joined)

    def add(self, chain: "_Chain") -> None:
        """Add a chain, and tell its cards where they are."""
        self.chains.append(chain)
        for place, group in enumerate(chain):
            for card in group:
                card.chain, card.place = chain, place


@total_ordering
class _Card:
    """A card of unknown rank; one with an urn is any card of it, until it is compared."""

    chain: "_Chain" = []  # noqa: RUF012 # what was not compared has none
    place = 0

    def __init__(self, line: _Line, urn: "list[_Card] | None" = None) -> None:
        self.line, self.urn = line, urn
        self.own: _Card | None = None

    def drawn(self) -> "_Card":
        """Draw the card from its urn, if there is one, each card of it with the same probability."""
        if self.urn is not None and self.own is None:
            kinds: dict[object, list[int]] = {}
            for place, card in enumerate(self.urn):
                kinds.setdefault(card.kind(), []).append(place)
            places = [*kinds.values()]
            chosen = places[self.line.pick([Fraction(len(each), len(self.urn)) for each in places])]
            self.own = self.urn.pop(chosen[0]).drawn()
        return self.own or self

    def kind(self) -> tuple[int, int]:
        """Return what tells cards apart: an undrawn one is as its urn, a seen one as those of its rank."""
        if self.urn is not None and self.own is None:
            return id(self.urn), 0
        return id(self.drawn().chain), self.drawn().place

    def sign(self, other: "_Card") -> int:
        """Compare the card with another, as a negative number, 0 or a positive one."""
        first, second = self.drawn(), other.drawn()
        for card in (first, second):
            if not card.chain:
                self.line.add([[card]])
        if first.chain is not second.chain:
            self.line.join(first.chain, second.chain)
        return first.place - second.place

    def __lt__(self, other: "_Card") -> bool:
        return self.sign(other) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and self.sign(other) == 0

    __hash__ = None  # type: ignore[assignment]


_Chain = list[list[_Card]]
