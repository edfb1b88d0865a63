"""Play full games by the million and say what came out: lengths, wars, endless games, with their uncertainty."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.effort import Effort, checked_effort
from wargraph.campaign.pieces import KeptPiece, piece_size
from wargraph.campaign.progress import Amount
from wargraph.campaign.question import checkpointed
from wargraph.campaign.run import Campaign, workers_of
from wargraph.chance import stream_base
from wargraph.checks import checked_seed, checked_whole
from wargraph.document import Document
from wargraph.endings import Ending
from wargraph.estimates import Distribution, Rate, Share, rounded, rounded_error
from wargraph.full_game.game import checked_cap, counted_turns, play_full_game
from wargraph.full_game.pace import SECONDS_PER_TURN
from wargraph.full_game.records import COLUMNS, HELD_STEP, Column, add_held, record_of
from wargraph.full_game.report import simulation_document
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.tally import GameTally, are_finished, no_held
from wargraph.memory import require_memory
from wargraph.results import Result, Row
from wargraph.wording import counted

MOST_GAMES = 10**10
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

_PIECE = 1 << 14
_PLAIN_CARDS = 1 << 10
"""A piece with so many cards in its games is played by the plain rules: the kernels take as long to be loaded."""

_PLAIN_ROUNDS = 1 << 12
"""Games that last longer are left to the kernels, which keep no rounds."""

DEPTH_NAMES = ("single", "double", "triple", "fourfold", "fivefold", "sixfold_or_more")
THREE_WAY_NAMES = ("three_way", "double_three_way", "triple_three_way")

Records = NDArray[np.int64]
RecordSink = Callable[..., None]
"""Takes the number of the first game of a piece, and for each rules played an array with a row for each game.

Pieces come in any order, one at a time.
"""


@dataclass(frozen=True)
class Simulation(Result):
    """Many games by the same rules, and what came out.

    The lengths (`mean`, `median` and so on) are those of finished games, in turns as the rules count them; they are
    not numbers (NaN) or None where no game finished. A game of the simulation is played again by
    ``play_full_game(rules, seed=seed, game=number)``.

    Attributes
    ----------
    rules
        What was played.
    seed
        Of the random numbers.
    cap
        Rounds after which a game was given up.
    tally
        The sums over all games.

    See Also
    --------
    simulate, GameTally, Distribution, Share
    """

    rules: RuleSet
    seed: int
    cap: int
    tally: GameTally = field(repr=False)

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.games

    @property
    def finished(self) -> int:
        """Games that ended, with or without a winner."""
        return self.tally.finished

    @property
    def tied(self) -> int:
        """Games that ended without a winner."""
        return self.tally.count(Ending.TIED)

    @property
    def endless(self) -> int:
        """Games proved endless."""
        return self.tally.count(Ending.ENDLESS)

    @property
    def capped(self) -> int:
        """Games given up after `cap` rounds."""
        return self.tally.count(Ending.CAPPED)

    @property
    def endless_share(self) -> Share:
        """The share of endless games among all."""
        return Share.of(self.endless, self.games)

    @property
    def by_turns(self) -> dict[int, int]:
        """Finished games by their turns."""
        counts = self.tally.by_turns
        return {int(turns): int(counts[turns]) for turns in np.flatnonzero(counts)}

    @cached_property
    def lengths(self) -> Distribution:
        """The turns of the finished games."""
        return Distribution(self.tally.by_turns)

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
        return self.tally.shortest.value if self.tally.shortest else None

    @property
    def longest(self) -> int | None:
        """Most turns."""
        return self.tally.longest.value if self.tally.longest else None

    def quantile(self, share: float) -> int | None:
        """The number of turns that this share of the finished games does not exceed."""
        return self.lengths.quantile(share)

    def rows(self) -> list[Row]:
        """One row: what was played, the lengths, the endings, and the share of rounds that are wars of each depth."""
        wars, rounds = self.tally.wars, self.tally.rounds
        share = self.endless_share
        row: Row = {
            "rules": str(self.rules),
            "games": self.games,
            "mean": rounded(self.mean, self.mean_error),
            "mean_error": rounded_error(self.mean_error),
            "median": self.median,
            "mode": self.mode,
            "min": self.shortest,
            "max": self.longest,
            "sd": rounded(self.sd, self.sd_error),
            "tied": self.tied,
            "endless": self.endless,
            **share.row("endless_share", "endless_low", "endless_high"),
            "capped": self.capped,
        }
        names = [f"{name}_wars" for name in DEPTH_NAMES]
        row |= {name: int(count) for name, count in zip(names, wars, strict=True)}
        row |= {"three_way_wars": int(self.tally.three_way[0]), "rounds": rounds}
        return [row]

    def length_rows(self) -> list[Row]:
        """The histogram: ``turns, games`` for every number of turns that occurred."""
        return [{"turns": turns, "games": games} for turns, games in self.by_turns.items()]

    def measure_rows(self) -> list[Row]:
        """The lengths of finished games: ``turns, value, standard_error, low, high``, the last two at 95 % confidence.

        Quantiles are whole numbers: they have an interval, but no standard error. The mode and the extremes are those
        of these games, and no estimates.
        """
        lengths = self.lengths
        known: list[tuple[str, float | None, float | None, tuple[float | None, float | None]]] = [
            ("mean", self.mean, self.mean_error, lengths.mean_interval),
            ("standard deviation", self.sd, self.sd_error, lengths.sd_interval),
            ("mode", self.mode, None, (None, None)),
            ("shortest", self.shortest, None, (None, None)),
            *(
                (f"quantile {share:.0%}", self.quantile(share), None, lengths.quantile_interval(share))
                for share in QUANTILES
            ),
            ("longest", self.longest, None, (None, None)),
        ]
        return [
            {
                "turns": name,
                "value": _shown(value, error),
                "standard_error": None if error is None else rounded_error(error),
                "low": _shown(low, error),
                "high": _shown(high, error),
            }
            for name, value, error, (low, high) in known
        ]

    def ending_rows(self) -> list[Row]:
        """How games came out: ``ending, games, share, low, high``, the last two at 95 % confidence."""
        won = [(f"player {player} wins", int(count)) for player, count in enumerate(self.tally.won, start=1)]
        others = [("no winner", self.tied), ("endless", self.endless), ("given up", self.capped)]
        return [_share_row("ending", name, count, self.games) for name, count in won + others]

    def war_rows(self) -> list[Row]:
        """Wars in finished games: ``war, number, per_round, per_round_low, per_round_high``, then of games.

        A single war is a round with just one war, a double war one with two, and so on. `per_round` is how many there
        are in a round, with its interval. A three-way war is one that three or more players began, at any depth; in a
        double or triple one at least two or three of them followed one another in a round.
        ``games_with, share, low, high``: games with at least one, and their share with its interval.
        """
        kinds = [
            *zip(DEPTH_NAMES, self.tally.wars, self.tally.games_with, strict=True),
            *zip(THREE_WAY_NAMES, self.tally.three_way, self.tally.games_with_three_way, strict=True),
        ]
        rows = []
        for (name, number, games), squares in zip(kinds, self.tally.war_squares.tolist(), strict=True):
            share = Share.of(int(games), self.finished)
            rate = Rate.of(int(number), self.tally.rounds, self.finished, (*squares, self.tally.rounds_squared))
            rows.append(
                {
                    "war": name.replace("_", " "),
                    "number": int(number),
                    **rate.row("per_round", "per_round_low", "per_round_high"),
                    "games_with": int(games),
                    **share.row("share", "low", "high"),
                }
            )
        return rows

    def parity_rows(self) -> list[Row]:
        """Finished games by parity: ``turns, short_wars, games, share``.

        A war is short if a player in it has fewer than m+1 cards left.
        """
        return [
            {
                "turns": ("even", "odd")[odd],
                "short_wars": ("none", "some")[short],
                **_games_and_share(int(self.tally.parity[odd, :, short].sum()), max(self.finished, 1)),
            }
            for odd in range(2)
            for short in range(2)
        ]

    @property
    def odd_share(self) -> Share:
        """The share of finished games with an odd number of turns."""
        return Share.of(int(self.tally.parity[1].sum()), self.finished)

    def period_rows(self) -> list[Row]:
        """Endless games by the length of their cycle: ``period, games, share``, the share of all games."""
        return [
            {"period": period, **_games_and_share(games, self.games)}
            for period, games in sorted(self.tally.by_period.items())
        ]

    def held_rows(self) -> list[Row]:
        """Hands through the games that were won: ``round, playing, leader, winner``.

        How many games were not yet over after the round, and the mean number of cards of the player who had most, and
        of the one who was to win. The rounds are multiples of ten, up to 5,000.
        """
        games, leader, winner = self.tally.held
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
        tally = self.tally
        rows: list[Row] = []
        for name, extreme in (("shortest", tally.shortest), ("longest", tally.longest)):
            if extreme:
                rows.append({"what": f"{name}, turns", "value": extreme.value, "game": extreme.game})
        if tally.latest_entry:
            rows.append({"what": "first endless", "value": None, "game": tally.first_endless})
            extreme = tally.latest_entry
            rows.append({"what": "latest into a cycle, round", "value": extreme.value, "game": extreme.game})
        return rows

    def document(self, seconds_per_turn: float = SECONDS_PER_TURN) -> Document:
        """The answer in a sentence or two, the rules, the lengths, the endings, the wars and more."""
        return simulation_document(self, seconds_per_turn)


@checkpointed
def simulate(
    rules: RuleSet | str,
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    effort: Effort | None = None,
    sink: RecordSink | None = None,
) -> Simulation:
    """Play many games by the same rules.

    Every game has random numbers of its own, from the seed and its number, so neither the executor nor the order in
    which pieces are played changes the result. At one seed rules with the same deck and dealing share their deals: the
    errors of two simulations are not independent then, and `compare` gives that of their difference.

    Parameters
    ----------
    rules
        What is played, or its text form.
    games
        How many games.
    seed
        Of the random numbers.
    cap
        Rounds after which a game is given up; by default 100,000 if chance is in the rules, and 2**20 if not, where it
        can be up to 2**24.
    effort
        Who plays, for how long, and who is told.
    sink
        Given the records of every piece.

    Raises
    ------
    ParameterError
        If the rules are unknown or a number is out of range.
    TooLongError
        If the games are forecast to take longer than `effort` allows.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    Simulation, compare, play_full_game, all_deals, plot

    Examples
    --------
    >>> found = simulate("bryer", games=2000, seed=1)
    >>> found.games, found.endless, found.median
    (2000, 0, 137)
    """
    rules = RuleSet.parse(rules)
    played = PlayedGames([rules], games, seed, cap, sink)
    return played.simulations(played.run(effort))[0]


@dataclass
class Sums:
    """What is kept of games played by several rules: the tally of each, and of each two of them a row of sums.

    The rows of `pairs` are sums over the games that end by both: 1, the difference of their turns, and its square.
    `records` are those of a single piece, if they are wanted.
    """

    tallies: list[GameTally]
    pairs: NDArray[np.object_]
    records: Sequence[Records] = ()

    def __add__(self, other: Self) -> Self:
        tallies = [one + another for one, another in zip(self.tallies, other.tallies, strict=True)]
        return type(self)(tallies, self.pairs + other.pairs)


@dataclass(frozen=True)
class Games(KeptPiece[Sums]):
    """A piece: games with consecutive numbers, each played by several rules.

    Attributes
    ----------
    rules, limits
        What is played, and the rounds after which a game is given up.
    seed
        Of the random numbers.
    first, stop
        The number of the first game, and of the first one after the last.
    has_records
        Whether the records are wanted.
    """

    rules: tuple[RuleSet, ...]
    limits: tuple[int, ...]
    seed: int
    first: int
    stop: int
    has_records: bool

    tag: ClassVar[str] = "games"

    def work(self) -> tuple[Sums, tuple[()]]:
        """Play the games."""
        records, tallies = [], []
        for each, limit in zip(self.rules, self.limits, strict=True):
            are_few = (self.stop - self.first) * each.cards <= _PLAIN_CARDS
            played, held = (are_few and self._plainly(each, limit)) or self._by_engine(each, limit)
            records.append(played)
            tallies.append(GameTally.of(each, self.first, played, held))
        return Sums(tallies, _pair_sums(self.rules, records), records if self.has_records else ()), ()

    def is_sound(self) -> bool:
        if not len(self.rules) == len(self.limits) > 0:
            return False
        checked_seed(self.seed)
        _require_memory(self.rules, self.limits, workers=1)
        return 0 <= self.first < self.stop <= min(MOST_GAMES, self.first + piece_size(MOST_GAMES, _PIECE)) and all(
            checked_cap(rules, limit) == limit for rules, limit in zip(self.rules, self.limits, strict=True)
        )

    def may_find(self, partial: Sums) -> bool:
        games, rules = self.stop - self.first, len(self.rules)
        return (
            len(partial.tallies) == rules
            and all(tally.is_sound(each, games) for tally, each in zip(partial.tallies, self.rules, strict=True))
            and partial.pairs.shape == (rules * (rules - 1) // 2, 3)
            and all(
                0 <= both <= games and total**2 <= both * squares for both, total, squares in partial.pairs.tolist()
            )
            and [each.shape for each in partial.records] == [(games, COLUMNS)] * (rules * self.has_records)
        )

    def _plainly(self, rules: RuleSet, limit: int) -> tuple[Records, Records] | None:
        """The records of games by some rules, and the sums of held cards, by the plain rules; None if one is long."""
        games = []
        for game in range(self.first, self.stop):
            played = play_full_game(rules, seed=self.seed, game=game, cap=min(limit, _PLAIN_ROUNDS))
            if played.ending is Ending.CAPPED and limit > _PLAIN_ROUNDS:
                return None
            games.append(played)
        held = no_held()
        add_held(games, held)
        return np.array([record_of(game) for game in games], np.int64), held

    def _by_engine(self, rules: RuleSet, limit: int) -> tuple[Records, Records]:
        """The same by the kernels, which are imported only now: to load them takes as long as some games."""
        from wargraph.full_game.engine.games import play_decks, shuffle_decks, sorted_deck
        from wargraph.full_game.engine.workspace import rules_for, workspace_for

        games = self.stop - self.first
        decks, streams = np.empty((games, rules.cards), np.uint8), np.empty(games, np.uint64)
        shuffle_decks(np.uint64(stream_base(self.seed)), self.first, sorted_deck(rules), decks, streams)
        records, held = np.zeros((games, COLUMNS), np.int64), no_held()
        play_decks(decks, streams, records, held, rules_for(rules), workspace_for(rules, limit))
        return records, held


class PlayedGames(Campaign[Games, Sums]):
    """The campaign of `simulate` and `compare`: the same games by each of several rules."""

    way_out = "play fewer games"

    def __init__(
        self, rules: Sequence[RuleSet], games: int, seed: int, cap: int | None, sink: RecordSink | None
    ) -> None:
        self.rules = tuple(rules)
        self.games = checked_whole("games", games, 1, MOST_GAMES)
        self.seed = checked_seed(seed)
        self.limits = tuple(checked_cap(each, cap) for each in rules)
        self.sink = sink

    def __str__(self) -> str:
        return " and ".join(map(str, self.rules))

    def pieces(self) -> Iterator[Games]:
        size = _PIECE if self.sink else piece_size(self.games, _PIECE)  # records of many games would fill the memory
        for first in range(0, self.games, size):
            stop = min(first + size, self.games)
            yield Games(self.rules, self.limits, self.seed, first, stop, self.sink is not None)

    def run(self, effort: Effort | None = None) -> Sums:
        """Play all games, if what all threads need for the longest ones fits into memory."""
        _require_memory(self.rules, self.limits, workers_of(checked_effort(effort).executor))
        return super().run(effort)

    def collect(self, piece: Games, partial: Sums) -> None:
        if self.sink is not None:
            self.sink(piece.first, *partial.records)

    def simulations(self, sums: Sums) -> tuple[Simulation, ...]:
        """What the sums say of each rules."""
        return tuple(
            Simulation(rules, self.seed, limit, tally)
            for rules, limit, tally in zip(self.rules, self.limits, sums.tallies, strict=True)
        )

    def amount(self) -> Amount:
        done = 0 if self.result is None else self.result.tallies[0].games
        return Amount(done, self.games - done, "games")

    def finished(self) -> Result | None:
        return None if self.result is None else self.simulations(self.result)[0]

    def known(self) -> str:
        if self.result is None:
            return ""
        found = self.simulations(self.result)
        if len(found) == 1:
            return _known_so_far(found[0], self.games)
        means = [f"{each.rules} {each.mean:.2f} ± {each.mean_error:.2f}" for each in found if each.finished > 1]
        played = f"{found[0].games:,} of {self.games:,} games played by each rules"
        return f"{played}, mean turns {', '.join(means)}"


def _require_memory(rules: Sequence[RuleSet], limits: Sequence[int], workers: int) -> None:
    """Refuse games that are too long for so many workers: for each the sizes of all hands, three times as long."""
    require_memory(
        workers * max(3 * limit * each.players for each, limit in zip(rules, limits, strict=True)),
        f"{' and '.join(map(str, rules))}: games of up to {max(limits):,} rounds on {counted(workers, 'thread')}",
        "use fewer threads or a lower cap",
    )


def _pair_sums(rules: Sequence[RuleSet], records: Sequence[Records]) -> NDArray[np.object_]:
    """`Sums.pairs` of a piece."""
    turns = [
        counted_turns(each, record[:, Column.ROUNDS], record[:, Column.MORE_COMPARISONS])
        for each, record in zip(rules, records, strict=True)
    ]
    finished = [are_finished(record) for record in records]
    rows = []
    for one, other in combinations(range(len(rules)), 2):
        differences = (turns[one] - turns[other])[finished[one] & finished[other]]
        rows.append([len(differences), int(differences.sum()), int(differences @ differences)])
    return np.array(rows, object).reshape(-1, 3)


def _known_so_far(found: Simulation, games: int) -> str:
    """What a simulation that is not finished says, in a line."""
    mean = f"{found.mean:.2f} turns ± {found.mean_error:.2f}" if found.finished > 1 else "unknown"
    endless = f", {counted(found.endless, 'endless game')}" if found.rules.is_deterministic else ""
    return f"{found.games:,} of {games:,} games played, mean {mean}{endless}"


def _shown(value: float | None, error: float | None) -> object:
    """A number for a table: a whole one as it is, others rounded."""
    return value if value is None or isinstance(value, int) else rounded(value, error or 0.0)


def _games_and_share(games: int, of: int) -> Row:
    """Games, and the share of so many that they are."""
    return {"games": games, "share": rounded(games / of, Share.of(games, of).error)}


def _share_row(column: str, name: str, count: int, games: int) -> Row:
    return {column: name, "games": count, **Share.of(count, games).row("share", "low", "high")}
