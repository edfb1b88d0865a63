"""The same games by several rules: how much longer they are by one than by the other, with an honest error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import is_iterable
from wargraph.errors import ParameterError, shown
from wargraph.full_game.hands import dealt_hands
from wargraph.full_game.pace import SECONDS_PER_TURN
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulate import PlayedGames, RecordSink, Sums
from wargraph.full_game.simulation import Simulation
from wargraph.report.document import Document, Part, Table, Title
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row
from wargraph.stats.estimates import Interval, in_words, interval_of_mean, rounded, rounded_error

_COMPARED = (
    "rules", "games", "mean", "mean_error", "median", "mode", "min", "max", "sd", "tied", "endless_share", "capped",
)  # fmt: skip


@dataclass(frozen=True)
class PairedDifference:
    """How much longer games last by one rules than by another, game by game.

    Attributes
    ----------
    first, second
        The rules.
    games
        Games that end by both.
    value
        The mean, over these games, of the turns by the first rules less those by the second.
    error
        Its standard error.
    """

    first: RuleSet
    second: RuleSet
    games: int
    value: float
    error: float

    @property
    def has_same_deals(self) -> bool:
        """Whether games of the same number have the same deal by both."""
        deck = range(self.first.cards)
        return self.first.deck == self.second.deck and dealt_hands(self.first, deck) == dealt_hands(self.second, deck)

    @property
    def interval(self) -> Interval:
        """Where the difference lies with 95 % confidence (Student)."""
        return interval_of_mean(self.value, self.error, self.games)


@dataclass(frozen=True)
class Comparison(Result):
    """Simulations by several rules with one seed, and the differences of their turns.

    Games of the same number have the same shuffled deck where the decks are of one size, and the same deal if they are
    dealt alike. So the lengths by two rules may go together, and the difference of the means has an error of its own.

    Attributes
    ----------
    simulations
        One for each rules, the same as `simulate` gives.
    pairs
        For each two of them, in order, sums over the games that end by both: 1, the difference of the turns, its
        square.
    """

    simulations: tuple[Simulation, ...]
    pairs: NDArray[np.object_] = field(repr=False)

    @property
    def differences(self) -> list[PairedDifference]:
        """The difference of each two of the rules."""
        differences = []
        both = combinations((each.rules for each in self.simulations), 2)
        for (first, second), (games, total, squares) in zip(both, self.pairs.tolist(), strict=True):
            mean = total / games if games else math.nan
            variance = max(squares - total * mean, 0) / (games - 1) if games > 1 else math.nan
            error = math.sqrt(variance / games) if games else math.nan
            differences.append(PairedDifference(first, second, games, mean, error))
        return differences

    def rows(self) -> list[Row]:
        """A row for each two rules: ``rules, other, deals, games, difference, error, low, high``.

        The `deals` of games with the same number are the same, or different. `games` are those that end by both, and
        `difference` the mean of the turns by the rules less those by the other, `low` to `high` at 95 % confidence.
        """
        return [
            {
                "rules": str(each.first),
                "other": str(each.second),
                "deals": "the same" if each.has_same_deals else "different",
                "games": each.games,
                "difference": rounded(each.value, each.error),
                "error": rounded_error(each.error),
                "low": rounded(each.interval[0], each.error),
                "high": rounded(each.interval[1], each.error),
            }
            for each in self.differences
        ]

    def document(self, seconds_per_turn: float = SECONDS_PER_TURN) -> Document:
        """The lengths under each of the rules, if there are several; then the report on each, and their differences."""
        parts: list[Part] = []
        if len(self.simulations) > 1:
            rows = [row for each in self.simulations for row in each.rows()]
            lengths = [{name: row[name] for name in _COMPARED} for row in rows]
            first = self.simulations[0]
            parts += [
                Title(f"{len(rows)} rules compared: {counted(first.games, 'game')} each, seed {first.seed}"),
                "\n".join(map(_difference_text, self.differences)),
                Table("summary", (), "Turns of finished games, and the other games", excerpt=lengths),
            ]
        parts += [block for each in self.simulations for block in each.document(seconds_per_turn).blocks]
        heading = "Turns under the rules minus turns under the other rules, for games that end under both"
        return Document.of(*parts, Table("difference", self.rows(), f"{heading}, with 95 % intervals"))


@checkpointed
def compare(
    rules: Sequence[RuleSet | str],
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    sink: RecordSink | None = None,
) -> Comparison:
    """Play the same games by several rules.

    Parameters
    ----------
    rules
        What is played, or text forms; each rules once.
    games
        How many games to play under each of the rules.
    seed
        The seed of the random numbers, the same for all rules.
    cap
        The number of rounds after which a game is given up; by default 100,000 for rules with chance and 2**20 for
        others.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, no
        limit and no checkpoint.
    sink
        Given the records of every piece, an array for each of the rules.

    Raises
    ------
    ParameterError
        If there are no rules, or some are unknown or named twice, or a number is out of range.
    TooLongError
        If the games are forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with a summary of the results so far.

    Examples
    --------
    >>> comparison = compare(["drew-shuffle", "kids"], games=1000, seed=1)
    >>> [round(each.mean) for each in comparison.simulations]
    [262, 265]
    >>> [(each.has_same_deals, round(each.value), round(each.error)) for each in comparison.differences]
    [(True, -3, 9)]
    """
    if not (isinstance(rules, RuleSet) or is_iterable(rules)):
        raise ParameterError(f"rules {shown(rules)} are none to compare: give a list, such as ['drew-shuffle', 'kids']")
    rule_sets = [RuleSet.parse(each) for each in ([rules] if isinstance(rules, RuleSet | str) else rules)]
    if not rule_sets:
        raise ParameterError("there are no rules to compare: name some, such as bryer and kids")
    twice = next((each for each in rule_sets if rule_sets.count(each) > 1), None)
    if twice is not None:
        raise ParameterError(f"rules {twice} are named twice: they would play the same games")
    campaign = _ComparedGames(rule_sets, games, seed, cap, sink)
    return campaign.comparison(campaign.run(run_options))


class _ComparedGames(PlayedGames):
    def comparison(self, sums: Sums) -> Comparison:
        return Comparison(self.simulations(sums), sums.pairs)

    def finished(self) -> Comparison | None:
        return None if self.result is None else self.comparison(self.result)


def _difference_text(each: PairedDifference) -> str:
    """How much longer games last under one of two rules, or that there are too few games to say."""
    if not math.isfinite(each.error):
        return f"{each.first} and {each.second}: too few games end under both to tell which last longer."
    low, high = each.interval
    value, least, most = (in_words(abs(end), each.error) for end in (each.value, *sorted((low, high), key=abs)))
    if low <= 0 <= high:
        return f"Under {each.first} and under {each.second} games last equally long, within {most} turns."
    longer, shorter = (each.first, each.second) if each.value > 0 else (each.second, each.first)
    return f"Under {longer} a game lasts {value} turns longer than under {shorter} ({least} to {most})."
