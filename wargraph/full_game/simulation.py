"""The games that were simulated under one set of rules, what they say, and the report on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.given import Condition, Given
from wargraph.full_game.hands import Hands, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import ENDINGS, HELD_STEP, Column
from wargraph.report.document import Document, Figure, Preformatted, Table, Title
from wargraph.report.estimates import Distribution, Rate, Share, error_of, in_words, rounded, rounded_error
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row, row_of

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

_DEPTHS = [column.name.lower() for column in Column if Column.SINGLE_WARS <= column < Column.ENTRY]
_THREE_WAYS = [column.name.lower() for column in Column if Column.THREE_WAY_WARS <= column < Column.SINGLE_WARS]
_MOST_PERIODS = 12
_MOST_IN_SENTENCE = 6
"""Of more players, the table alone says who wins how often."""

_HELD_ROWS = 12


@dataclass(frozen=True)
class Simulation(Result):
    """Many games by the same rules.

    The lengths (`mean`, `median` and so on) are those of finished games, in turns as the rules count them; they are
    not numbers (NaN) or None where no game finished. A game of the simulation is played again by
    ``play_full_game(rules, seed=seed, game=number)``, with what was given.

    Attributes
    ----------
    rules
        The rules of the game.
    seed
        The seed of the random numbers.
    cap
        Rounds after which a game was given up.
    games
        The games in the order of their numbers, from 0 on: a structured array with a row for each. Its fields, such as
        ``games["turns"]``, are those of `wargraph.full_game.table.Column` in lower case, of type int32.
    held
        The sums of cards held at every tenth round of the games that were won: the games that were not over yet, the
        cards of their leaders, and the cards of the players who were to win.
    given
        Cards that players were dealt in every game; all others were dealt at random.
    deal
        The deal from which every game started; empty if games started from random deals.
    """

    rules: RuleSet
    seed: int
    cap: int
    games: NDArray[np.void] = field(repr=False)
    held: NDArray[np.int64] = field(repr=False)
    given: tuple[Given, ...] = ()
    deal: Hands = ()

    def of_finished(self, column: str) -> NDArray[np.int32]:
        """A column of the games that ended, with or without a winner."""
        values = self.games[column]
        return values if self.finished == len(values) else values[self.is_finished]

    @cached_property
    def is_finished(self) -> NDArray[np.bool_]:
        """For each game, whether it ended, with or without a winner."""
        finished: NDArray[np.bool_] = self.games["ending"] <= ENDINGS.index(Ending.TIED)
        return finished

    @cached_property
    def _by_ending(self) -> dict[Ending, int]:
        return dict(zip(ENDINGS, np.bincount(self.games["ending"], minlength=len(ENDINGS)).tolist(), strict=True))

    @property
    def finished(self) -> int:
        """Games that ended, with or without a winner."""
        return self._by_ending[Ending.WON] + self.tied

    @property
    def tied(self) -> int:
        """Games that ended without a winner."""
        return self._by_ending[Ending.TIED]

    @property
    def endless(self) -> int:
        """Games proved endless."""
        return self._by_ending[Ending.ENDLESS]

    @property
    def capped(self) -> int:
        """Games given up after `cap` rounds."""
        return self._by_ending[Ending.CAPPED]

    @cached_property
    def won(self) -> NDArray[np.int64]:
        """Games won, by player."""
        return np.bincount(self.games["winner"], minlength=self.rules.players + 1)[1:]

    @cached_property
    def rounds(self) -> int:
        """Rounds of all finished games together."""
        return int(self.of_finished("rounds").sum())

    @property
    def endless_share(self) -> Share:
        """The share of endless games among all."""
        return Share.of(self.endless, len(self.games))

    @property
    def first_endless(self) -> int | None:
        """The number of the first endless game."""
        return int(self._are_endless.argmax()) if self.endless else None

    @property
    def _are_endless(self) -> NDArray[np.bool_]:
        endless: NDArray[np.bool_] = self.games["ending"] == ENDINGS.index(Ending.ENDLESS)
        return endless

    @property
    def by_turns(self) -> dict[int, int]:
        """Finished games by their turns."""
        counts = self.lengths.counts
        return {turns: int(counts[turns]) for turns in np.flatnonzero(counts).tolist()}

    @cached_property
    def by_period(self) -> dict[int, int]:
        """Endless games by the rounds of their cycle."""
        periods, games = np.unique(self.games["period"][self._are_endless], return_counts=True)
        return dict(zip(periods.tolist(), games.tolist(), strict=True))

    @cached_property
    def lengths(self) -> Distribution:
        """The turns of the finished games."""
        return Distribution(np.bincount(self.of_finished("turns")))

    @property
    def mean(self) -> float:
        """Mean turns."""
        return self.lengths.mean

    @property
    def mean_error(self) -> float:
        """Standard error of the mean."""
        return self.lengths.mean_error

    @property
    def sd(self) -> float:
        """Standard deviation of the turns."""
        return self.lengths.sd

    @property
    def sd_error(self) -> float:
        """Standard error of the standard deviation, from the fourth moment."""
        return self.lengths.sd_error

    @property
    def median(self) -> int | None:
        """The lower median of the turns."""
        return self.quantile(0.5)

    @property
    def mode(self) -> int | None:
        """The most frequent number of turns, the smallest of them if there are several."""
        return self.lengths.mode

    @property
    def shortest(self) -> int | None:
        """Fewest turns."""
        return min(self.by_turns, default=None)

    @property
    def longest(self) -> int | None:
        """Most turns."""
        return max(self.by_turns, default=None)

    def quantile(self, share: float) -> int | None:
        """The number of turns that this share of the finished games does not exceed."""
        return self.lengths.quantile(share)

    def rows(self) -> list[Row]:
        """One row: what was played, the lengths, the endings, and the number of rounds with wars of each depth."""
        wars = {str(row["column"]): row["number"] for row in self._wars}
        row: Row = {
            "rules": str(self.rules),
            "games": len(self.games),
            "mean": rounded(self.mean, self.mean_error),
            "mean_error": rounded_error(self.mean_error),
            "median": self.median,
            "mode": self.mode,
            "min": self.shortest,
            "max": self.longest,
            "sd": rounded(self.sd, self.sd_error),
            **row_of(self, "tied", "endless"),
            **self.endless_share.row("endless_share", "endless_low", "endless_high"),
            "capped": self.capped,
            **{name: wars[name] for name in (*_DEPTHS, _THREE_WAYS[0])},
            "rounds": self.rounds,
        }
        return [row]

    def length_rows(self) -> list[Row]:
        """The histogram: ``turns, games`` for every number of turns that occurred."""
        return [{"turns": turns, "games": games} for turns, games in self.by_turns.items()]

    def measure_rows(self) -> list[Row]:
        """The lengths of finished games: ``turns, value, standard_error, low, high``, the last two at 95 % confidence.

        Quantiles are whole numbers: they have an interval, but no standard error. The mode and the extremes are those
        of these games, and no estimates.
        """
        lengths, unknown = self.lengths, (None, None)
        measures: list[tuple[str, float | None, float | None, tuple[float | None, float | None]]] = [
            ("mean", self.mean, self.mean_error, lengths.mean_interval),
            ("standard deviation", self.sd, self.sd_error, lengths.sd_interval),
            ("mode", self.mode, None, unknown),
            ("shortest", self.shortest, None, unknown),
            *(
                (f"quantile {each:.0%}", self.quantile(each), None, lengths.quantile_interval(each))
                for each in QUANTILES
            ),
            ("longest", self.longest, None, unknown),
        ]
        return [
            {
                "turns": name,
                "value": _shown(value, error),
                "standard_error": None if error is None else rounded_error(error),
                "low": _shown(low, error),
                "high": _shown(high, error),
            }
            for name, value, error, (low, high) in measures
        ]

    def ending_rows(self) -> list[Row]:
        """How games came out: ``ending, games, share, low, high``, the last two at 95 % confidence."""
        won = [(f"player {player} wins", wins) for player, wins in enumerate(self.won.tolist(), start=1)]
        others = [("no winner", self.tied), ("endless", self.endless), ("given up", self.capped)]
        return [
            {"ending": name, "games": count, **Share.of(count, len(self.games)).row("share", "low", "high")}
            for name, count in won + others
        ]

    @cached_property
    def _wars(self) -> list[Row]:
        """The row of each kind of war, with its column of the table."""
        rounds, rows = self.of_finished("rounds"), list[Row]()
        for column in (*_DEPTHS, *_THREE_WAYS):
            wars = self.of_finished(column)
            number, games = int(wars.sum()), int(np.count_nonzero(wars))
            rate = Rate.of(wars, rounds)
            rows.append(
                {
                    "column": column,
                    "war": column.removesuffix("_wars").replace("_", " "),
                    "number": number,
                    **rate.row("per_round", "per_round_low", "per_round_high"),
                    "games_with": games,
                    **Share.of(games, self.finished).row("share", "low", "high"),
                }
            )
        return rows

    def war_rows(self) -> list[Row]:
        """Wars in finished games: ``war, number, per_round, per_round_low, per_round_high``, then of games.

        A single war is a round with just one war, a double war one with two, and so on. `per_round` is how many there
        are in a round, with its interval. A three-way war is one that three or more players began, at any depth; in a
        double or triple one at least two or three of them followed one another in a round.
        ``games_with, share, low, high``: games with at least one, and their share with its interval.
        """
        return [{name: value for name, value in row.items() if name != "column"} for row in self._wars]

    @cached_property
    def by_parity(self) -> NDArray[np.int64]:
        """Finished games by their number of turns, even or odd, and by whether a player in a war was short of cards.

        A player is short of cards who has fewer than m+1 left.
        """
        cells = 2 * (self.of_finished("turns") % 2) + (self.of_finished("short_wars") > 0)
        return np.bincount(cells, minlength=4).reshape(2, 2)

    def parity_rows(self) -> list[Row]:
        """Finished games by parity: ``turns, short_wars, games, share``; the games of `by_parity`."""
        return [
            {
                "turns": ("even", "odd")[odd],
                "short_wars": ("none", "some")[short],
                **_games_and_share(games, max(self.finished, 1)),
            }
            for odd, by_short in enumerate(self.by_parity.tolist())
            for short, games in enumerate(by_short)
        ]

    @property
    def odd_share(self) -> Share:
        """The share of finished games with an odd number of turns."""
        return Share.of(int(self.by_parity[1].sum()), self.finished)

    def period_rows(self) -> list[Row]:
        """Endless games by the length of their cycle: ``period, games, share``, the share of all games."""
        return [
            {"period": period, **_games_and_share(games, len(self.games))} for period, games in self.by_period.items()
        ]

    def held_rows(self) -> list[Row]:
        """Hands through the games that were won: ``round, playing, leader, winner``.

        How many games were not yet over after the round, and the mean number of cards of the player who had most, and
        of the one who was to win. The rounds are multiples of ten, up to 5,000.
        """
        games, leader, winner = self.held
        spread = self.rules.cards / 4  # the largest standard deviation of who has most of two players, so of any
        return [
            {
                "round": HELD_STEP * point,
                "playing": int(games[point]),
                "leader": rounded(leader[point] / games[point], spread / math.sqrt(games[point])),
                "winner": rounded(winner[point] / games[point], 2 * spread / math.sqrt(games[point])),
            }
            for point in np.flatnonzero(games).tolist()
        ]

    def example_rows(self) -> list[Row]:
        """Numbers of games worth a look: ``what, value, game``."""
        rows: list[Row] = []
        for name, turns in (("shortest", self.shortest), ("longest", self.longest)):
            if turns is not None:
                game = int((self.is_finished & (self.games["turns"] == turns)).argmax())
                rows.append({"what": f"{name}, turns", "value": turns, "game": game})
        if self.endless:
            latest = int(self.games["entry"].max())
            game = int((self._are_endless & (self.games["entry"] == latest)).argmax())
            rows.append({"what": "first endless", "value": None, "game": self.first_endless})
            rows.append({"what": "latest into a cycle, round", "value": latest, "game": game})
        return rows

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """The summary, another table of the report, or ``"games"``: all games, with their endings as words."""
        if table != "games":
            return super().to_pandas(table)
        import pandas as pd

        return pd.DataFrame(self.games).assign(ending=pd.Categorical.from_codes(self.games["ending"], [*ENDINGS]))

    def document(self, seconds_per_turn: float = SECONDS_PER_TURN) -> Document:
        """The answer in a sentence or two, the rules, the lengths, the endings, the wars and more.

        People see an excerpt of the longer tables. For programs each row says by which rules the games are, as games by
        several rules make one table.
        """
        rules = str(self.rules)
        turns = f"Turns of the {counted(self.finished, 'finished game')}, with 95 % intervals"
        if self.capped:
            turns += f"; {counted(self.capped, 'game')} given up after {self.cap:,} rounds"
        wars = "Rounds by number of wars, in finished games, and games with at least one, with 95 % intervals"
        parity = "Finished games by parity of the turns, and with or without wars in which a player was short of cards"
        is_proved = self.rules.is_deterministic
        endings = [row for row in self.ending_rows() if row["games"] or (is_proved and row["ending"] == "endless")]
        held = "Mean hand size of the leader and of the eventual winner, over games still in progress"
        frequent = sorted(self.period_rows(), key=lambda row: -int(str(row["games"])))[:_MOST_PERIODS]
        more = len(self.by_period) - len(frequent)
        also = f" ({counted(more, 'more length')} not shown)" if more else ""
        tables: list[tuple[str, str, list[Row], list[Row] | None]] = [
            ("measure", turns, self.measure_rows(), None),
            ("ending", "Outcomes, with 95 % intervals", self.ending_rows(), endings),
            ("period", f"Endless games by cycle length, in rounds{also}", self.period_rows(), frequent),
            ("war", wars, self.war_rows(), [row for row in self.war_rows() if row["number"]]),
            ("parity", parity, self.parity_rows(), None),
            ("length", "Finished games by number of turns", self.length_rows(), []),
            ("held", held, self.held_rows(), self._some_held()),
            ("example", "Notable games", self.example_rows(), None),
        ]
        games = counted(len(self.games), "game")
        return Document.of(
            Title(f"{rules}: {games}, seed {self.seed}{self.condition.in_title(self.rules)}"),
            _answer(self, seconds_per_turn),
            Figure(self, settings={"seconds_per_turn": seconds_per_turn}) if self.finished else None,
            Preformatted(self.rules.describe(self.condition.sizes(self.rules) if self.deal else None)),
            Table("summary", self.rows(), excerpt=()),
            *(
                Table(name, [{"rules": rules, **row} for row in rows], heading, rows if excerpt is None else excerpt)
                for name, heading, rows, excerpt in tables
            ),
            f"To see a game: wargraph play{self._given_options} --preset {rules} --seed {self.seed} --game NUMBER",
        )

    @property
    def condition(self) -> Condition:
        """What is given about the deals."""
        return Condition(self.given, self.deal)

    @property
    def _given_options(self) -> str:
        """What is given, as the command `play` takes it."""
        deal = f" '{deal_text(self.rules, self.deal)}'" if self.deal else ""
        return deal + "".join(f" --given '{text}'" for text in self.condition.texts(self.rules))

    def _some_held(self) -> list[Row]:
        """Some of the rows about hand sizes: until one game in twenty is left."""
        rows = self.held_rows()
        shown = [row for row in rows if 20 * int(str(row["playing"])) >= int(str(rows[0]["playing"]))]
        return shown[:: -(-len(shown) // _HELD_ROWS) or 1]


def _answer(simulation: Simulation, seconds_per_turn: float) -> str:
    """What was given; how long a game lasts, and whether it ends; how often there is a war; who wins how often.

    The last is said of a few players, or if cards were given.
    """
    check_seconds(seconds_per_turn)
    given, rules = simulation.condition, simulation.rules
    sentences = [given.sentence(rules)] * bool(given)
    sentences.append("; ".join([*_lengths_text(simulation, seconds_per_turn), *_endings_text(simulation)]) + ".")
    wars = sum(int(simulation.of_finished(depth).sum()) for depth in _DEPTHS)
    if wars:
        in_rounds = 100 * wars / simulation.rounds
        sentences.append(f"There is a war in {in_rounds:{'.0f' if in_rounds >= 10 else '.2g'}} of 100 rounds.")
    says_who_wins = simulation.finished and (rules.players <= _MOST_IN_SENTENCE or bool(given))
    if says_who_wins:
        sentences.append(winners_text(simulation))
    together = ", those of the players all at once" if says_who_wins and not _are_alike(simulation) else ""
    return f"{' '.join(sentences)}\nIn brackets: 95 % intervals{together}."


def _are_alike(simulation: Simulation) -> bool:
    """Whether both players must win equally often."""
    return simulation.rules.is_symmetric and not simulation.condition


def winners_text(simulation: Simulation) -> str:
    """Who wins how often, by intervals that hold for all players at once.

    Where players differ in the number of their cards, these are told; where they do not, so is whether a difference
    was seen. Under rules that treat two players alike there is none, whatever the games show.
    """
    rules, won = simulation.rules, simulation.won.tolist()
    if _are_alike(simulation):
        return (
            "The rules treat both players alike, so each is as likely to win as the other; of these games "
            f"player 1 won {won[0]:,} and player 2 {won[1]:,}."
        )
    dealt = simulation.condition.sizes(rules)
    have_alike = len(set(dealt)) == 1
    parts = []
    for player, (wins, cards) in enumerate(zip(won, dealt, strict=True), start=1):
        holding = "" if have_alike else f", who was dealt {counted(cards, 'card')},"
        verb = " wins" if player == 1 or holding else ""
        parts.append(f"player {player}{holding}{verb} {Share.of(wins, len(simulation.games), len(won)).display}")
    unseen = ": no difference seen" * (have_alike and not simulation.condition and not _differ(won))
    return f"P{(', ' if have_alike else '; ').join(parts)[1:]}{unseen}."


def _differ(won: Sequence[int]) -> bool:
    """Whether two of the players win differently often, by more than chance.

    Of two numbers of wins with the sum s, each is a binomial number of s if both players are as likely to win.
    """
    pairs = [(one, other) for one, other in combinations(won, 2) if one + other]
    shares = [Share.of(one, one + other, len(pairs)) for one, other in pairs]
    return any(not share.low <= 0.5 <= share.high for share in shares)


def _lengths_text(simulation: Simulation, seconds_per_turn: float) -> list[str]:
    """How long half of the games last at most, and one of a hundred at least."""
    median, late = simulation.median, simulation.quantile(0.99)
    if median is None or late is None:
        return ["No game ended"]
    subject = "Half of the games" if simulation.finished == len(simulation.games) else "Half of the games that end"
    at_most = duration(median * seconds_per_turn)
    texts = [
        f"{subject} are over after {_turns_text(simulation, 0.5, median)}, "
        f"about {at_most} at {seconds_per_turn:g} seconds a turn"
    ]
    if simulation.lengths.quantile_interval(0.99)[1] is not None:
        texts.append(f"1 of 100 goes beyond {_turns_text(simulation, 0.99, late)}")
    return texts


def _turns_text(simulation: Simulation, share: float, turns: int) -> str:
    """A quantile with its interval, which may have no end where there are few games."""
    low, high = simulation.lengths.quantile_interval(share)
    if high is None:
        return f"{counted(turns, 'turn')} (at least {low:,})"
    if low == high:
        return counted(turns, "turn")
    error = error_of(turns, (low, high))
    value, least, most = (in_words(each, error) for each in (turns, low, high))
    return f"{value} turns ({least} to {most})"


def _endings_text(simulation: Simulation) -> list[str]:
    """Which games did not end, or not with a winner."""
    texts = []
    if simulation.rules.is_deterministic:
        texts.append(f"{simulation.endless_share.display} {'never end' if simulation.endless else 'is endless'}")
    if simulation.capped:
        given_up = Share.of(simulation.capped, len(simulation.games)).display
        texts.append(f"{given_up} are given up after {simulation.cap:,} rounds")
    if simulation.tied:
        texts.append(f"{Share.of(simulation.tied, len(simulation.games)).display} end without a winner")
    return texts or ["all of them ended"]


def _shown(value: float | None, error: float | None) -> object:
    """A number for a table: a whole one as it is, others rounded."""
    return value if value is None or isinstance(value, int) else rounded(value, error or 0.0)


def _games_and_share(games: int, of: int) -> Row:
    """Games, and the share of so many that they are."""
    return {"games": games, "share": rounded(games / of, Share.of(games, of).error)}
