"""Exact odds of what is too rare for sampling: games of a few rounds, wars in the first round, and a sweep.

The reference implementation plays cards whose ranks are not fixed yet. A chain has the compared cards, a group
for each rank, the lowest first. When cards of two chains are compared, the line of play branches over all ways to make
them one chain. So a line stands for all deals in which the ranks lie so, and `_ways` counts these. A shuffled card is
any card of its urn, and it is drawn only when it is compared; the line branches over kinds of cards, and cards of one
rank are alike, as are cards that were never compared.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from math import comb, factorial, perm
from time import process_time
from typing import Any

from wargraph.core.checks import checked_whole
from wargraph.core.rng import EveryChance
from wargraph.errors import ParameterError, TooLongError
from wargraph.full_game.choices import Winnings
from wargraph.full_game.rounds import Holding, Round, play_on
from wargraph.full_game.rule_set import BY_RANK, RuleSet
from wargraph.report.document import Part, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

_MOST_LINES = 100_000  # half a minute or so
_MOST_SECONDS, _SECONDS_BEFORE = 120.0, 1.0
"""The processor time that all known lines may take, by that of those played, once these have taken the second."""


@dataclass(frozen=True)
class Odds(Result):
    """The exact odds of very short games, of wars in the first round, and of a sweep.

    `by_rounds` has the probabilities that a game ends, with a winner or without, after exactly 1, 2, ... rounds, and
    `by_wars` those of each kind of first round: its wars, and how many of them in a row three or more players began.
    `sweep` is the probability that player 1 wins all rounds of the first pass without a war; None if winnings on top of
    a hand are played in it.
    """

    rules: RuleSet
    by_rounds: tuple[Fraction, ...]
    by_wars: dict[tuple[int, int], Fraction] = field(repr=False)
    most_wars: int
    sweep: Fraction | None

    def rows(self) -> list[Row]:
        """``rules, rounds, probability, one_in, exact``: one game in `one_in` lasts this many `rounds`."""
        return [self._row(chance, rounds=rounds) for rounds, chance in enumerate(self.by_rounds, start=1)]

    def war_rows(self) -> list[Row]:
        """``rules, wars, three_way, probability, one_in, exact``: one first round in `one_in` is of this kind."""
        return [self._row(chance, wars=kind[0], three_way=kind[1]) for kind, chance in sorted(self.by_wars.items())]

    def sweep_rows(self) -> list[Row]:
        """``rules, rounds, probability, one_in, exact``: player 1 wins all `rounds` of the first pass."""
        return [] if self.sweep is None else [self._row(self.sweep, rounds=min(self.rules.dealt))]

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
        within = counted(len(self.by_rounds), "round")
        first_pass = counted(min(self.rules.dealt), "round")
        swept = f"In {_often(self.sweep or Fraction(0))} player 1 wins the first {first_pass} without a war."
        return [
            f"Under {self.rules} {_often(over)} is over within {within}." if self.by_rounds else "",
            f"Under {self.rules} {_often(war)} begins with a war.",
            "" if self.sweep is None else swept,
            Table("games", self.rows(), "Games by their number of rounds", empty="Only first rounds were counted."),
            Table("first-round", self.war_rows(), heading, empty=empty),
            Table(
                "sweep", self.sweep_rows(), "Games in which player 1 wins all rounds of the first pass without a war"
            ),
        ]


def _often(chance: Fraction) -> str:
    if chance in (0, 1):
        return "every game" if chance else "no game"
    one_in = 1 / chance
    return f"1 game in {round(one_in):,}" if one_in >= 100 else f"1 game in {float(one_in):.3g}"


def odds(rules: RuleSet | str, rounds: int = 2, wars: int = 3) -> Odds:
    """Count the exact odds of games of few rounds, of few wars in the first round, and of a sweep.

    Rounds are counted whole, whatever the rules call a turn. More than 100,000 lines of play, or some that take
    minutes, are a `TooLongError`: with 0 rounds, only wars are counted.

    >>> print(*odds("drew-stack,deck=2x2").by_rounds)  # over after the first round if the first two cards are equal
    1/3 1/3
    >>> odds("rutgers", rounds=1).by_wars[0, 0]  # three of the 51 other cards make a war
    Fraction(16, 17)
    >>> round(1 / odds("kids", 0, 0).sweep)  # player 1 wins 26 rounds without a war
    319240343
    """
    rules = RuleSet.parse(rules)
    texts, usual = rules.texts(), RuleSet().texts()
    for key in ("beats", "ends"):
        if texts[key] != usual[key]:
            raise ParameterError(f"{key} = {texts[key]}: odds are counted for {key}={usual[key]} only; try simulate")
    if rules.dealing.how.is_pack_each:
        raise ParameterError(f"dealing = {rules.dealing}: odds are counted for one deck only; try simulate")
    if rules.face_down == BY_RANK or Winnings.ANYWHERE in rules.winnings:
        raise ParameterError(
            f"rules {rules}: odds need a fixed number of cards face down, and no {Winnings.ANYWHERE}; try simulate"
        )
    checked_whole("wars", wars, 0, 1000)
    by_rounds = [Fraction(0)] * (checked_whole("rounds", rounds, 0, 1000) + 1)
    for chance, played in _lines(rules, rules.dealt, rounds) if rounds else ():
        by_rounds[len(played) if played[-1].ends_game else 0] += chance
    # Beyond the cards that these wars take, their number makes no difference: longer first rounds are left out.
    enough = (wars + 1) * (rules.face_down_for(1) + 1) + 1
    by_wars: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for chance, (first,) in _lines(rules, tuple(min(size, enough) for size in rules.dealt), 1):
        if len(first.tied) <= wars:
            by_wars[len(first.tied), first.three_ways] += chance
    return Odds(
        rules, tuple(by_rounds[1:]), dict(by_wars), wars, None if Winnings.ON_TOP in rules.winnings else _sweep(rules)
    )


def _sweep(rules: RuleSet) -> Fraction:
    """Return the probability that of the cards dealt to all players in each place those of player 1 are the highest.

    From the lowest rank on, `ways` counts the ways to choose the cards that win, with the cards that each of them beats
    in player order, by the cards that lie open (which a higher card may beat) and those that are not in the first pass.
    """
    rounds, others = min(rules.dealt), rules.players - 1
    ways: Counter[tuple[int, int]] = Counter({(0, rules.cards - rounds * rules.players): 1})
    for count in rules.deck:
        before, ways = ways, Counter()
        for (below, spare), number in before.items():
            for wins in range(min(count, below // others) + 1):
                for aside in range(min(count - wins, spare) + 1):
                    chosen = comb(count, wins) * comb(count - wins, aside) * perm(below, wins * others)
                    ways[below - wins * others + count - wins - aside, spare - aside] += number * chosen
    return Fraction(ways[0, 0] * factorial(rounds), perm(rules.cards, rounds * rules.players))


def _lines(rules: RuleSet, sizes: Sequence[int], rounds: int) -> Iterator[tuple[Fraction, list[Round]]]:
    """Play all lines of up to `rounds` rounds: the probability and the rounds of each."""
    start = process_time()
    for number, line in enumerate(_Line.lines(max(rules.deck))):
        known, spent = number + line.waiting, process_time() - start
        is_long = spent > _SECONDS_BEFORE and spent * known > _MOST_SECONDS * number
        if is_long or known >= _MOST_LINES:
            raise TooLongError(
                f"rules {rules}: there are {known:,} lines of play or more, which take minutes: ask for fewer rounds "
                "or wars"
            )
        hands: list[Any] = [[line.key(_Card()) for _ in range(size)] for size in sizes]
        holdings = Holding.dealt(rules, hands)
        played = [play_on(rules, holdings, line)]
        while len(played) < rounds and not played[-1].ends_game:
            played.append(play_on(rules, holdings, line))
        chains = tuple(sorted(tuple(map(len, chain)) for chain in line.chains))
        if ways := _ways(chains, tuple(rules.deck)):
            yield line.weight * Fraction(ways, perm(rules.cards, sum(map(sum, chains)))), played


@lru_cache(maxsize=1 << 18)
def _ways(chains: tuple[tuple[int, ...], ...], deck: tuple[int, ...], above: tuple[tuple[int, ...], ...] = ()) -> int:
    """Count the ways in which chains of groups can be cards of the deck, filled from the lowest rank on.

    A chain has the sizes of its groups, the lowest rank first. What is left of the chains `above` is of higher ranks.
    """
    if not deck or not chains:
        return _ways(above, deck[1:]) if deck and above else int(not chains + above)
    (least, *more), *others = chains
    left = tuple(sorted([*above, tuple(more)] if more else above))
    ways = _ways(tuple(others), deck, tuple(sorted([*above, chains[0]])))
    if least <= deck[0]:
        ways += perm(deck[0], least) * _ways(tuple(others), (deck[0] - least, *deck[1:]), left)
    return ways


@dataclass(eq=False, slots=True)
class _Card:
    """A card of unknown rank; one with an urn is any card of it, and `own` is the card that was drawn for it."""

    urn: "list[_Card] | None" = None
    own: "_Card | None" = None
    chain: "list[list[_Card]] | None" = None  # what was not compared has none
    place: int = 0

    @property
    def kind(self) -> tuple[int, int]:
        """A key that tells the cards of an urn apart: an undrawn one is as its urn, a seen one as those of its rank."""
        card = self.own or self
        return (id(card.chain), card.place) if card.urn is None else (id(card.urn), -1)


class _Line(EveryChance):
    """A line of play, and what it says of the cards that were compared: `key` makes a card that the rules compare.

    A chain has groups of cards of one rank, the lowest rank first. Nothing is known of cards of different chains.
    """

    weight = Fraction(1)

    def __init__(self, script: tuple[int, ...], alike: int) -> None:
        super().__init__(script)
        self.alike = alike
        self.chains: list[list[list[_Card]]] = []
        self.key = cmp_to_key(self.compared)

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        urn = [card.obj for card in cards]
        cards[:] = [self.key(_Card(urn)) for _ in urn]

    def mix_in(self, cards: MutableSequence[Any], more: Sequence[Any]) -> None:
        cards += more
        self.shuffle(cards)

    def drawn(self, card: _Card) -> _Card:
        """Draw a card from its urn, if it has one, each card of it with the same probability."""
        if card.urn is not None and card.own is None:
            kinds = Counter(other.kind for other in card.urn)
            kind = [*kinds][self.pick([Fraction(count, len(card.urn)) for count in kinds.values()])]
            place = next(place for place, other in enumerate(card.urn) if other.kind == kind)
            card.own = self.drawn(card.urn.pop(place))
        return card.own or card

    def compared(self, one: _Card, other: _Card) -> int:
        """Compare two cards, as a negative number, 0 or a positive one: their chains become one, if they are two."""
        one, other = self.drawn(one), self.drawn(other)
        if one is not other and (one.chain is None or one.chain is not other.chain):
            low, high, chain = one.chain or [[one]], other.chain or [[other]], list[list[_Card]]()
            self.chains = [each for each in self.chains if each is not low and each is not high] + [chain]
            while low and high:  # the lowest group of either chain, or both as one
                way = self.choice(2 + (len(low[0]) + len(high[0]) <= self.alike))
                chain.append(low[0] if way == 0 else high[0] if way == 1 else low[0] + high[0])
                low, high = low[way != 1 :], high[way != 0 :]
            chain += low + high
            for place, group in enumerate(chain):
                for card in group:
                    card.chain, card.place = chain, place
        return one.place - other.place
