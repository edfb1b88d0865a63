"""Exact odds of what is too rare for sampling: games of a few rounds, and wars in the first round.

The plain rules of `game.py` are played with cards whose ranks are not fixed yet. Where two cards are compared, the line
of play branches over the three outcomes, as far as they are open; so a line stands for all the deals in which the
comparisons come out that way. How many these are is counted rank by rank (`KnownRanks.assignments`).

What is shuffled is left open: a shuffled card is any card of its urn, and it is drawn only when it is compared, each
card with the same probability. Cards never compared are alike, and so are cards known to be of one rank: the line
branches over what they are, and not over which. The other lines are found by playing again with other choices.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from typing import Any

from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.rng import Chance
from wargraph.errors import TooLongError
from wargraph.full_game.rounds import Holding, Round, play_on
from wargraph.full_game.rule_set import RuleSet
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks
from wargraph.report.document import Part, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_LINES = 30_000
"""Lines of play after which a count gives up, unless told otherwise: a minute or so."""


@dataclass(frozen=True)
class Odds(Result):
    """The exact odds of very short games, and of wars in the first round.

    Attributes
    ----------
    rules
        The rules of the game.
    by_rounds
        The probabilities that a game ends, with a winner or without, after exactly 1, 2, ... rounds. Empty if the odds
        of short games were left out.
    by_wars
        The probability of each kind of first round, by its number of wars and by how many of them in a row three or
        more players began. Empty if these odds were left out, or if every first round has more wars.
    most_wars
        First rounds with more wars are left out of `by_wars`; None if all of them are.
    """

    rules: RuleSet
    by_rounds: tuple[Fraction, ...]
    by_wars: dict[tuple[int, int], Fraction] = field(repr=False)
    most_wars: int | None

    def rows(self) -> list[Row]:
        """``rules, rounds, probability, one_in, exact``: one game in so many lasts so many rounds."""
        return [self._row(chance, rounds=rounds) for rounds, chance in enumerate(self.by_rounds, start=1)]

    def war_rows(self) -> list[Row]:
        """``rules, wars, three_way, probability, one_in, exact``: one first round in so many is of this kind."""
        kinds = sorted(self.by_wars.items())
        return [self._row(chance, wars=wars, three_way=three_way) for (wars, three_way), chance in kinds]

    def _row(self, chance: Fraction, **what: int) -> Row:
        one_in = rounded(float(1 / chance)) if chance else None
        if one_in is not None and one_in >= 1000:
            one_in = int(one_in)  # decimals of a large number mean nothing
        chances = {"probability": rounded(float(chance)), "one_in": one_in, "exact": str(chance)}
        return {"rules": str(self.rules), **what, **chances}

    def _body(self) -> list[Part]:
        answers, tables = [], []
        if self.by_rounds:
            within = counted(len(self.by_rounds), "round")
            answers.append(f"Under {self.rules} {_often(sum(self.by_rounds, Fraction(0)))} is over within {within}.")
            tables.append(Table("games", self.rows(), "Games by their number of rounds"))
        if self.most_wars is not None:
            peaceful = self.by_wars.get((0, 0), Fraction(0))
            answers.append(f"Under {self.rules} {_often(1 - peaceful)} begins with a war.")
            heading = "First rounds by number of wars, and of three-way wars in a row"
            empty = f"Every first round has more than {counted(self.most_wars, 'war')}."
            tables.append(Table("first-round", self.war_rows(), heading, empty=empty))
        return [*answers, *tables]


def odds(
    rules: RuleSet | str,
    rounds: int | None = 2,
    wars: int | None = 3,
    most_lines: int = MOST_LINES,
    run_options: RunOptions | None = None,
) -> Odds:
    """The exact odds of very short games, and of wars in the first round.

    The odds are counted and not sampled. What grows with the rounds, and with the wars, is the number of lines of play.

    Parameters
    ----------
    rules
        The rules of the game, or their text form.
    rounds
        Games of up to so many rounds are counted. Rounds are counted whole, whatever the rules call a turn. With None
        the odds of short games are left out.
    wars
        First rounds with up to so many wars are counted. With None the odds of wars are left out.
    most_lines
        Each of the two counts gives up after so many lines of play.
    run_options
        Who sees the progress. A single thread does the work, and the result is not kept in a checkpoint.

    Returns
    -------
    Odds
        The odds as fractions: `by_rounds`, and `by_wars`.

    Raises
    ------
    ParameterError
        If the rules are unknown or a number is out of range.
    TooLongError
        If there are more lines of play.
    Interrupted
        On Ctrl-C, with the odds that are known so far.

    See Also
    --------
    simulate

    Examples
    --------
    With two cards each a game is over after one round if the first two are equal:

    >>> print(*odds("drew-stack,deck=2x2", rounds=2).by_rounds)
    1/3 1/3

    Three of the 51 other cards make a war:

    >>> odds("rutgers", rounds=None, wars=1).by_wars[0, 0]
    Fraction(16, 17)
    """
    rules = RuleSet.parse(rules)
    checked_whole("most_lines", most_lines, 1, 2**63 - 1)
    if rounds is not None:
        checked_whole("rounds", rounds, 1, 1000)
    if wars is not None:
        checked_whole("wars", wars, 0, 1000)
    by_rounds = () if rounds is None else _by_rounds(rules, rounds, most_lines, run_options)
    by_wars = {} if wars is None else _by_wars(rules, wars, most_lines, run_options)
    return Odds(rules, by_rounds, by_wars, wars)


def _by_rounds(rules: RuleSet, rounds: int, most_lines: int, run_options: RunOptions | None) -> tuple[Fraction, ...]:
    def summary(chances: Mapping[int, Fraction]) -> str:
        return f"a game ends after {counted(rounds, 'round')} or less with a probability of {_at_least(chances)}"

    lines = _Lines(rules, rules.dealt, rounds, most_lines, summary)
    chances = lines.chances(lambda played: len(played) if played[-1].ends_game else None, run_options)
    return tuple(chances[number] for number in range(1, rounds + 1))


def _by_wars(
    rules: RuleSet, wars: int, most_lines: int, run_options: RunOptions | None
) -> dict[tuple[int, int], Fraction]:
    def summary(chances: Mapping[tuple[int, int], Fraction]) -> str:
        with_war = {key: chance for key, chance in chances.items() if key[0]}
        return f"the first round has a war with a probability of {_at_least(with_war)}"

    def kind(played: Sequence[Round]) -> tuple[int, int] | None:
        (first,) = played
        return (len(first.tied), first.three_ways) if len(first.tied) <= wars else None

    # With more cards than so many wars take, it makes no difference how many: longer rounds take all others.
    enough = (wars + 1) * (rules.face_down + 1) + 1
    lines = _Lines(rules, tuple(min(size, enough) for size in rules.dealt), 1, most_lines, summary)
    return dict(lines.chances(kind, run_options))


def _at_least(chances: Mapping[Any, Fraction]) -> str:
    return f"{rounded(float(sum(chances.values())))} or more"


def _often(chance: Fraction) -> str:
    """Which part of all games, in words."""
    if chance in (0, 1):
        return "every game" if chance else "no game"
    one_in = float(1 / chance)
    return f"1 game in {one_in:,.0f}" if one_in >= 100 else f"1 game in {one_in:.3g}"


@dataclass
class _Lines(Work):
    """All lines of play up to so many rounds, or to where the game cannot end in time."""

    rules: RuleSet
    sizes: Sequence[int]
    rounds: int
    most_lines: int
    summary: Callable[[Any], str]
    lines: int = 0
    so_far: defaultdict[Any, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def __str__(self) -> str:
        return f"the odds of {self.rules}"

    def partial_summary(self) -> str:
        return f"{self.rules}: by {counted(self.lines, 'line')} of play {self.summary(self.so_far)}"

    def chances(
        self, kind: Callable[[Sequence[Round]], Hashable], run_options: RunOptions | None
    ) -> defaultdict[Any, Fraction]:
        """The probabilities of all kinds of lines; what is of the kind None is left out."""
        with monitor(self, run_options):
            for chance, played in self:
                key = kind(played)
                if key is not None:
                    self.so_far[key] += chance
        return self.so_far

    def __iter__(self) -> Iterator[tuple[Fraction, list[Round]]]:
        """The lines: the probability and the rounds of each."""
        rules = self.rules
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
            while len(played) < self.rounds and not played[-1].ends_game:
                played.append(play_on(rules, holdings, line))
            scripts += line.others
            self.lines += 1
            chance = line.probability()
            if chance:
                yield chance, played


class Branch(Chance):
    """Chance that makes the choices of a script.

    Where the script ends, each further choice is the first one, and `others` gets the scripts of the rest. So a search
    that begins with the empty script, and goes on with the others, comes through all that chance can give.
    """

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script = script
        self.taken: tuple[int, ...] = ()
        self.others: list[tuple[int, ...]] = []

    def below(self, bound: int) -> int:
        """Which of so many choices this branch takes."""
        if bound == 1:
            return 0
        place = len(self.taken)
        if place < len(self.script):
            choice = self.script[place]
        else:
            choice = 0
            self.others += [(*self.taken, other) for other in range(1, bound)]
        self.taken += (choice,)
        return choice


class _Line(Branch):
    """One line of play: the choices that make it, what they say of the cards, and how likely they are."""

    def __init__(self, rules: RuleSet, script: tuple[int, ...]) -> None:
        super().__init__(script)
        self.rules = rules
        self.known = KnownRanks.nothing(rules.cards)
        self.seen = 0
        self.luck = Fraction(1)

    def probability(self) -> Fraction:
        """Of the choices: the luck they take, times the share of the decks that have such cards."""
        return self.luck * Fraction(self.known.assignments(self.rules.deck), perm(self.rules.cards, self.seen))

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
        sign, self.known = possible[super().below(len(possible))]
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
        return super().below(bound)

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
        alike = list(kinds.values())[super().below(len(kinds))]
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
