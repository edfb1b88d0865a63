"""Several sets of rules compared: which make the shortest games, and by how much the others differ."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.hands import dealt_hands
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulation import Simulation, winners_text
from wargraph.report.document import Document, Figure, Part, Table, Title
from wargraph.report.estimates import Interval, in_words, interval_of_mean, rounded, rounded_error
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row

_DIFFERENCE = (
    "Turns under the rules minus turns under the other rules, for games that end under both, with 95% intervals"
)
_COMPARED = (
    "rules", "games", "mean", "mean_error", "median", "mode", "min", "max", "sd", "tied", "endless_share", "capped",
)  # fmt: skip

_LONGEST_NAMES = 60
"""Longer names of rules, in letters together, would be most of what a sentence says."""


@dataclass(frozen=True)
class PairedDifference:
    """The difference in length of games under two sets of rules, game by game.

    `value` is the mean, over the `games` that end under both, of the turns under the first rules less those under the
    second, and `error` its standard error. `has_same_deals` says whether games of the same number have the same deal.
    """

    first: RuleSet
    second: RuleSet
    games: int
    value: float
    error: float
    has_same_deals: bool = False

    @property
    def interval(self) -> Interval:
        """The 95% confidence interval of the difference (Student)."""
        return interval_of_mean(self.value, self.error, self.games)

    @property
    def is_none(self) -> bool:
        """Whether each game that ends under both takes the same number of turns."""
        return self.has_same_deals and self.value == self.error == 0

    def shows_shorter(self, rules: RuleSet, differences: int = 1) -> bool:
        """Return whether games are shorter by more than chance, allowing for all `differences` that are tested."""
        low, high = interval_of_mean(self.value, self.error, self.games, differences)
        return high < 0 if rules == self.first else low > 0


@dataclass(frozen=True)
class Comparison(Result):
    """Simulations by several rules with one seed, and the differences of their turns.

    Games of the same number have the same shuffled deck where the decks are of one size, and the same deal if they are
    dealt alike. So the lengths by two rules may go together, and the difference of the means has an error of its own.

    Attributes
    ----------
    simulations
        One for each rules, the same as `simulate` gives.
    """

    simulations: tuple[Simulation, ...]

    @cached_property
    def differences(self) -> list[PairedDifference]:
        """The difference of each two of the rules."""
        return [_difference(first, second) for first, second in combinations(self.simulations, 2)]

    def rows(self) -> list[Row]:
        """Return a row for each two rules: the mean difference in turns where games end by both, and its interval."""
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
        """Return which rules make the shortest games; then the report on each, and their differences."""
        parts: list[Part] = []
        if len(self.simulations) > 1:
            rows = [row | {"rules": self._names[each.rules]} for each in self.simulations for row in each.rows()]
            lengths = [{name: row[name] for name in _COMPARED} for row in rows]
            first = self.simulations[0]
            given = dict.fromkeys(each.condition.sentence(each.rules) for each in self.simulations if each.condition)
            is_drawn = any(each.finished for each in self.simulations)
            parts += [
                Title(f"{len(rows)} rules compared: {counted(len(first.games), 'game')} each, seed {first.seed}"),
                "\n".join(f"{name}: {rules}" for rules, name in self._names.items() if name != str(rules)),
                " ".join([*given, self._answer_text(seconds_per_turn)]),
                Figure(self, settings={"seconds_per_turn": seconds_per_turn}) if is_drawn else None,
                Table("summary", (), "Turns of finished games, and the other games", excerpt=lengths),
                Table("difference", self.rows(), _DIFFERENCE),
            ]
        blocks = [block for each in self.simulations for block in each.document(seconds_per_turn).blocks]
        parts += [block for block in blocks if not (parts and isinstance(block, Figure))]  # the first figure shows all
        return Document.of(*parts, Table("difference", []))

    @cached_property
    def _names(self) -> Mapping[RuleSet, str]:
        """What sentences call the rules: by their names or, where these are long, by their numbers."""
        are_long = sum(len(str(each.rules)) for each in self.simulations) > _LONGEST_NAMES
        each_named = enumerate((each.rules for each in self.simulations), start=1)
        return {rules: f"rules {number}" if are_long else str(rules) for number, rules in each_named}

    def _answer_text(self, seconds_per_turn: float) -> str:
        """Say which rules make the shortest games, if that is more than chance, and how much others differ."""
        check_seconds(seconds_per_turn)
        named = self._names
        finished = sorted((each for each in self.simulations if each.finished), key=lambda each: each.mean)
        if len(finished) < 2:
            return "\n".join(_difference_text(each, named) for each in self.differences)
        shortest, *others = finished
        pairs = [each for each in self.differences if shortest.rules in (each.first, each.second)]
        shorter = [pair for pair in pairs if pair.shows_shorter(shortest.rules, len(pairs))]
        sure = {rules for pair in shorter for rules in (pair.first, pair.second)} - {shortest.rules}
        lasts = {each.rules: f"{duration(each.mean * seconds_per_turn)} under {named[each.rules]}" for each in finished}
        longer = ", ".join(lasts[each.rules] for each in others if each.rules in sure)
        average = f"on average at {seconds_per_turn:g} seconds a turn"
        if len(sure) < len(pairs):
            unsure = [each.rules for each in self.simulations if each.rules in lasts.keys() - sure - {shortest.rules}]
            alike = " and ".join(lasts[rules] for rules in (shortest.rules, *unsure))
            these = "The difference" if len(pairs) - len(sure) == 1 else "These differences"
            may_be = "" if all(each.is_none for each in pairs) else f" {these} may be chance."
            answer = f"Games last {alike}, {average}.{may_be}"
            answer += f" They last longer under the other rules: {longer}." if longer else ""
        else:
            how, these = ("shorter", "The difference is") if len(others) == 1 else ("shortest", "These differences are")
            shown = f"{named[shortest.rules]}: {duration(shortest.mean * seconds_per_turn)} {average}"
            answer = f"Games are {how} under {shown}, against {longer}. {these} more than chance."
        halves = ", ".join(
            f"{duration((each.median or 0) * seconds_per_turn)} under {named[each.rules]}" for each in finished
        )
        half = f"Half of the games that end are over after {halves}."
        never = [f"{each.endless_share.display} under {named[each.rules]}" for each in self.simulations if each.endless]
        half += f" Games that never end: {', '.join(never)}." if never else ""
        wins = [f"Under {named[each.rules]}: {winners_text(each)}" for each in self.simulations if each.condition]
        return "\n".join([answer, *wins, *(_difference_text(each, named) for each in pairs), half])


def _difference(first: Simulation, second: Simulation) -> PairedDifference:
    """Return the difference between two simulations, game by game."""
    both, one, other = first.is_finished & second.is_finished, first.rules, second.rules
    turns = first.games["turns"][both] - second.games["turns"][both]
    mean = float(turns.mean()) if len(turns) else math.nan
    error = float(turns.std(ddof=1)) / math.sqrt(len(turns)) if len(turns) > 1 else math.nan
    deck = range(one.cards)
    are_shuffled_alike = one.pack == other.pack and one.deck == other.deck
    is_same = are_shuffled_alike and dealt_hands(one, deck) == dealt_hands(other, deck)
    is_one_deal = first.condition == second.condition and (
        first.condition.is_whole_deal or (bool(first.condition.deal) and one.deck == other.deck)
    )
    return PairedDifference(one, other, len(turns), mean, error, is_same or is_one_deal)


def _difference_text(each: PairedDifference, named: Mapping[RuleSet, str]) -> str:
    """Return how much longer games last under one of two rules, or that there are too few games to say."""
    first, second = named[each.first], named[each.second]
    low, high = each.interval
    if not math.isfinite(low):
        return f"{first} and {second}: too few games end under both to tell which last longer."
    if each.is_none:
        return f"Under {first} and under {second} each of these games takes the same number of turns."
    value, least, most = (in_words(abs(end), each.error) for end in (each.value, *sorted((low, high), key=abs)))
    if low <= 0 <= high:
        return f"Under {first} and under {second} games last equally long, within {most} turns."
    longer, shorter = (first, second) if each.value > 0 else (second, first)
    return f"Under {longer} a game lasts {value} turns longer than under {shorter} ({least} to {most})."
