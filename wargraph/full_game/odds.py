"""Exact odds of what is too rare for sampling: games of a few rounds, and wars in the first round.

The plain rules of `game.py` are played with cards that do not know their rank. Where two of them are compared, the line
of play branches over the three outcomes, as far as they are open; so a line stands for all the deals in which the
comparisons come out that way. How many these are is counted rank by rank (`KnownRanks.assignments`).

What is shuffled is left open: a shuffled card is any card of its urn, and only when it is compared it is drawn, each
card with the same probability. Cards never compared are alike, and so are cards known to be of one rank: the line
branches over what they are, and not over which. The other lines are found by playing again with other choices.
"""

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from math import perm
from typing import Any

from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.rng import Chance
from wargraph.errors import TooLongError
from wargraph.full_game.choices import Counting, NobodyLeft
from wargraph.full_game.hand_sizes import HandSizes, Sizes
from wargraph.full_game.holding import Holding
from wargraph.full_game.rounds import Round, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks
from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row
from wargraph.stats.estimates import rounded

MOST_LINES = 30_000
"""Lines of play after which the count gives up, unless told otherwise: a minute or so."""


@dataclass(frozen=True)
class ShortGameOdds(Result):
    """The probabilities that a game ends after one round, two, and so on.

    Attributes
    ----------
    rules
        What is played.
    by_rounds
        The probability that a game ends, with a winner or without, after just 1, 2, ... rounds.
    """

    rules: RuleSet
    by_rounds: tuple[Fraction, ...]

    def rows(self) -> list[Row]:
        """``rules, rounds, probability, one_in, exact``: one game in so many lasts so many rounds."""
        return [
            {"rules": str(self.rules), "rounds": rounds} | _odds(chance)
            for rounds, chance in enumerate(self.by_rounds, start=1)
        ]

    def document(self) -> Document:
        """How often a game is over so soon, and the odds under a heading."""
        within = counted(len(self.by_rounds), "round")
        answer = f"By {self.rules} {_often(sum(self.by_rounds, Fraction(0)))} is over within {within}."
        return Document([Paragraph(answer), Table("games", self.rows(), "Games that end after so many rounds")])


@dataclass(frozen=True)
class FirstRoundOdds(Result):
    """The probabilities of wars in the first round.

    Attributes
    ----------
    rules
        What is played.
    by_wars
        The probability that the round has so many wars, by their number and by how many of them in a row three or more
        players began.
    most_wars
        Rounds with more wars are left out.
    """

    rules: RuleSet
    by_wars: dict[tuple[int, int], Fraction] = field(repr=False)
    most_wars: int

    def rows(self) -> list[Row]:
        """``rules, wars, three_way, probability, one_in, exact``: one first round in so many is like that."""
        return [
            {"rules": str(self.rules), "wars": wars, "three_way": three_way} | _odds(chance)
            for (wars, three_way), chance in sorted(self.by_wars.items())
        ]

    def document(self) -> Document:
        """How often a game begins with a war, and the odds under a heading."""
        answer = f"By {self.rules} {_often(1 - self.by_wars.get((0, 0), Fraction(0)))} begins with a war."
        heading = "First rounds with so many wars, and so many three-way wars in a row among them"
        empty = f"Every first round has more than {counted(self.most_wars, 'war')}."
        return Document([Paragraph(answer), Table("first-round", self.rows(), heading, empty=empty)])


def short_game_odds(
    rules: RuleSet | str, rounds: int = 2, most_lines: int = MOST_LINES, run_options: RunOptions | None = None
) -> ShortGameOdds:
    """The exact odds of games of up to so many rounds.

    Rounds are counted whole, whatever the rules call a turn. What grows with the rounds is the number of lines of play.

    Parameters
    ----------
    rules
        What is played, or its text form.
    rounds
        How many rounds at most.
    most_lines
        Lines of play to look at before giving up.
    run_options
        Who is told how far it is; a single thread works.

    Raises
    ------
    ParameterError
        If the rules are unknown or a number is out of range.
    TooLongError
        If there are more lines of play.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    shortest_game

    Examples
    --------
    With two cards each a game is over after one round if the first two are equal:

    >>> print(*short_game_odds("drew-stack,deck=2x2", rounds=2).by_rounds)
    1/3 1/3
    """
    rules = RuleSet.parse(rules)
    checked_whole("rounds", rounds, 1, 1000)
    checked_whole("most_lines", most_lines, 1, 2**63 - 1)
    chances = [Fraction(0)] * rounds

    def known() -> str:
        return f"a game ends after {counted(rounds, 'round')} or less with a probability of {_at_least(sum(chances))}"

    lines = _Lines(rules, rules.dealt, rounds, most_lines, known)
    with monitor(lines, run_options):
        for chance, played in lines:
            if _is_over(played[-1]):
                chances[len(played) - 1] += chance
    return ShortGameOdds(rules, tuple(chances))


def first_round_odds(
    rules: RuleSet | str, wars: int = 3, most_lines: int = MOST_LINES, run_options: RunOptions | None = None
) -> FirstRoundOdds:
    """The exact odds of wars in the first round of a game.

    Parameters
    ----------
    rules
        What is played, or its text form.
    wars
        How many wars at most.
    most_lines
        Lines of play to look at before giving up.
    run_options
        Who is told how far it is; a single thread works.

    Raises
    ------
    ParameterError
        If the rules are unknown or a number is out of range.
    TooLongError
        If there are more lines of play.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    simulate

    Examples
    --------
    Of the 51 other cards three make a war:

    >>> first_round_odds("rutgers", wars=1).by_wars[0, 0]
    Fraction(16, 17)
    """
    rules = RuleSet.parse(rules)
    checked_whole("wars", wars, 0, 1000)
    checked_whole("most_lines", most_lines, 1, 2**63 - 1)
    # With more cards than so many wars take it makes no difference how many: then all the others are in longer rounds.
    enough = (wars + 1) * (rules.face_down + 1) + 1
    sizes = tuple(min(size, enough) for size in rules.dealt)
    chances: dict[tuple[int, int], Fraction] = {}

    def known() -> str:
        has_war = sum(chance for (count, _), chance in chances.items() if count)
        return f"the first round has a war with a probability of {_at_least(has_war)}"

    lines = _Lines(rules, sizes, 1, most_lines, known)
    with monitor(lines, run_options):
        for chance, (played,) in lines:
            key = len(played.tied), _longest_run(played)
            if key[0] <= wars:
                chances[key] = chances.get(key, Fraction(0)) + chance
    return FirstRoundOdds(rules, chances, wars)


def _at_least(chance: Fraction | int) -> str:
    return f"{rounded(float(chance))} or more"


def _odds(chance: Fraction) -> Row:
    return {
        "probability": rounded(float(chance)),
        "one_in": _whole(rounded(float(1 / chance))) if chance else None,
        "exact": str(chance),
    }


def _often(chance: Fraction) -> str:
    """Which part of all games, in words."""
    if chance in (0, 1):
        return "every game" if chance else "no game"
    one_in = float(1 / chance)
    return f"1 game in {one_in:,.0f}" if one_in >= 100 else f"1 game in {one_in:.3g}"


def _whole(value: float | None) -> float | int | None:
    """A large number without decimals, which mean nothing in it."""
    return int(value) if value is not None and value >= 1000 else value


def _is_over(played: Round) -> bool:
    return played.winner is None or sum(map(bool, played.hands)) < 2


def _longest_run(played: Round) -> int:
    """How many wars that three or more players began follow one another, at most."""
    runs = groupby(played.tied, lambda tied: tied > 2)
    return max((len(list(run)) for is_three_way, run in runs if is_three_way), default=0)


class _Lines(Work):
    """All lines of play up to so many rounds, or to where the game cannot end in time: probabilities and rounds."""

    def __init__(
        self, rules: RuleSet, sizes: Sizes, rounds: int, most_lines: int, odds_so_far: Callable[[], str]
    ) -> None:
        self.rules = rules
        self.sizes = sizes
        self.rounds = rounds
        self.most_lines = most_lines
        self.odds_so_far = odds_so_far
        self.lines = 0

    def __str__(self) -> str:
        return f"the odds of {self.rules}"

    def partial_summary(self) -> str:
        return f"{self.rules}: by {counted(self.lines, 'line')} of play {self.odds_so_far()}"

    def __iter__(self) -> Iterator[tuple[Fraction, list[Round]]]:
        rules = self.rules
        # A game that nobody wins is over too: the bound takes it for one that the last player wins.
        bound = HandSizes(replace(rules, counting=Counting.ROUNDS, nobody_left=NobodyLeft.LAST_PLAYER), lambda: None)
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            self.poll()
            if self.lines == self.most_lines:
                raise TooLongError(
                    f"rules {rules}: there are more than {self.most_lines:,} lines of play: ask for fewer rounds or "
                    "wars (in Python, most_lines allows more)"
                )
            line = _Line(rules, scripts.pop())
            hands: list[Any] = [[_Card(line) for _ in range(size)] for size in self.sizes]
            holdings = [Holding(hand, pile) for hand, pile in zip(hands, rules.piles, strict=True)]
            played = [play_on(rules, holdings, line)]
            while len(played) < self.rounds and not _is_over(played[-1]):
                held = bound.outline(list(map(len, holdings)), (0,) * len(self.sizes), bound.all_pairs)
                if not bound.can_end(held, self.rounds - len(played)):
                    break
                played.append(play_on(rules, holdings, line))
            scripts += line.others
            self.lines += 1
            chance = line.probability()
            if chance:
                yield chance, played


class _Line(Chance):
    """One line of play: the choices that make it, what they say of the cards, and how likely they are.

    Parameters
    ----------
    rules
        What is played.
    script
        The first choices. Where it ends, each further one is the first, and `others` gets the scripts of the rest.
    """

    def __init__(self, rules: RuleSet, script: tuple[int, ...]) -> None:
        self.rules = rules
        self.script = script
        self.taken: tuple[int, ...] = ()
        self.others: list[tuple[int, ...]] = []
        self.known = KnownRanks.nothing(rules.cards)
        self.seen = 0
        self.luck = Fraction(1)

    def probability(self) -> Fraction:
        """Of the choices: the luck they take, times the share of the decks that have such cards."""
        return self.luck * Fraction(self.known.assignments(self.rules.deck), perm(self.rules.cards, self.seen))

    def choose(self, choices: int) -> int:
        """Which of so many choices this line takes."""
        if choices == 1:
            return 0
        place = len(self.taken)
        if place < len(self.script):
            choice = self.script[place]
        else:
            choice = 0
            self.others += [(*self.taken, other) for other in range(1, choices)]
        self.taken += (choice,)
        return choice

    def compared(self, one: "_Card", other: "_Card") -> int:
        """-1, 0 or 1 as one card is lower than the other, equal or higher."""
        if one is other:
            return 0
        first, second = self.number(one), self.number(other)
        outcomes = {
            -1: [Comparison(first, second, True)],
            0: [Comparison(first, second, False), Comparison(second, first, False)],
            1: [Comparison(second, first, True)],
        }
        possible = [
            (sign, known)
            for sign, comparisons in outcomes.items()
            if (known := self.known.with_all(comparisons)) is not None
            and known.equal_to(first).bit_count() <= max(self.rules.deck)
        ]
        sign, self.known = possible[self.choose(len(possible))]
        return sign

    def number(self, card: "_Card") -> int:
        """The number of a card among those that were seen."""
        card = card.drawn()
        if card.number is None:
            card.number = self.seen
            self.seen += 1
        return card.number

    def below(self, bound: int) -> int:
        """A number that is left to chance."""
        self.luck /= bound
        return self.choose(bound)

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Leave open which card lies where."""
        urn = list(cards)
        cards[:] = [_Card(self, urn) for _ in urn]

    def mix_in(self, cards: MutableSequence[Any], more: Sequence[Any]) -> None:
        """Leave open which card lies where, among all."""
        if cards and cards[0].urn is not None and len(cards[0].urn) == len(cards):
            cards[0].urn += more  # nobody has drawn from that urn yet, and all of it lies here
            cards += [_Card(self, cards[0].urn) for _ in more]
        else:
            cards += more
            self.shuffle(cards)

    def draw(self, urn: list["_Card"]) -> "_Card":
        """Any card of an urn, each with the same probability."""
        kinds: dict[object, list[_Card]] = {}
        for card in urn:
            kinds.setdefault(self._kind(card), []).append(card)
        alike = list(kinds.values())[self.choose(len(kinds))]
        self.luck *= Fraction(len(alike), len(urn))
        del urn[next(place for place, card in enumerate(urn) if card is alike[0])]  # `remove` would compare cards
        return alike[0].drawn()

    def _kind(self, card: "_Card") -> object:
        """What cards have in common that make no difference to each other: an urn, a rank, or that nothing is known."""
        if card.urn is not None and card.own is None:
            return "urn", id(card.urn)
        number = card.drawn().number
        return "rank", None if number is None else self.known.equal_to(number)


class _Card:
    """A card of unknown rank; one with an urn is any card of it, until it is compared."""

    __slots__ = ("line", "number", "own", "urn")

    def __init__(self, line: _Line, urn: "list[_Card] | None" = None) -> None:
        self.line = line
        self.urn = urn
        self.own: _Card | None = None
        self.number: int | None = None

    def drawn(self) -> "_Card":
        """The card itself."""
        if self.urn is None:
            return self
        if self.own is None:
            self.own = self.line.draw(self.urn)
        return self.own

    def __lt__(self, other: "_Card") -> bool:
        return self.line.compared(self, other) < 0

    def __gt__(self, other: "_Card") -> bool:
        return self.line.compared(self, other) > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and self.line.compared(self, other) == 0

    __hash__ = None  # type: ignore[assignment]
