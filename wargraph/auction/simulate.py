"""Many games of WAR with Auction Rounds: a table of games for each line-up, tournaments, and the published study."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import COLUMNS, AuctionGame, play_auction
from wargraph.auction.line_up import MOST_PLAYERS, LineUp, check_names, one_strategy
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategies import STRATEGIES, Dummy
from wargraph.auction.strategy import Strategy
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run import GameTables
from wargraph.campaign.run_options import RunOptions
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending
from wargraph.core.rng import stream_base
from wargraph.errors import ParameterError, shown
from wargraph.report.document import Figure, Part, Table
from wargraph.report.estimates import DEVIATIONS, Distribution, Share, in_words, rounded, rounded_error
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_GAMES = 10**9
MOST_TABLES = 2000
STUDIED = ("SimpleMinded1", "SimpleMinded2")
GAMES = 9030

RECORD = np.dtype([(column, np.int32) for column in COLUMNS])
"""The record of a game in a table of games, which the kernels write as a row of numbers."""

_UNIT = 1024
"""The games of a work unit: those of a hundred players take a quarter of a second."""

_BYTES_FOR_QUESTIONS = 48
"""Bytes for each game of a line-up that the statistics need at a time, beside the table."""


@dataclass(frozen=True)
class _Played:
    """A line-up and the settings of its games, which are parameters of `play_auction`."""

    line_up: LineUp
    seed: int
    cap: int
    until_one_strategy: bool

    def play(self, game: int) -> AuctionGame:
        """Play the game with this number."""
        return play_auction(self.line_up, self.seed, game, self.cap, None, self.until_one_strategy)


@dataclass(frozen=True)
class AuctionSimulation(_Played, Result):
    """Many games of one line-up, with the parameters of `play_auction`; `play` plays one of them again by its number.

    Attributes
    ----------
    is_determined
        Whether nothing is left to chance: then all games are the same, and one was played.
    games
        The games, in order: a structured NumPy array with the int32 fields ``ending`` (0 won, 1 without a winner, 2
        endless, 3 given up), ``winner`` (a player, from 1 on, or 0), ``rounds``, ``wars`` and ``cycle_length``.
        Rounds and wars of an endless game are 0, and so is the cycle length of any other.
    """

    is_determined: bool
    games: NDArray[np.void] = field(repr=False)

    def count(self, ending: Ending) -> int:
        """Return the number of games with this ending."""
        return int(np.count_nonzero(self.games["ending"] == ending.code))

    @property
    def ended(self) -> NDArray[np.void]:
        """The games that came to an end, with or without a winner."""
        return self.games[self.games["ending"] <= Ending.TIED.code]

    @cached_property
    def rounds(self) -> Distribution:
        """The distribution of the rounds of games that ended."""
        return Distribution(np.bincount(self.ended["rounds"]))

    def games_won(self, strategy: str) -> NDArray[np.void]:
        """Return the games that players of the named strategy won."""
        players = [number for number, player in enumerate(self.line_up, start=1) if player.name == strategy]
        return self.games[np.isin(self.games["winner"], players)]

    def won(self, strategy: str) -> int:
        """Return the number of games that players of the named strategy won."""
        return len(self.games_won(strategy))

    def rounds_won(self, strategy: str) -> Distribution:
        """Return the distribution of the rounds of games that players of the named strategy won."""
        return Distribution(np.bincount(self.games_won(strategy)["rounds"]))

    def share(self, strategy: str) -> Share:
        """Return the share of games that players of the named strategy won."""
        share = Share.of(self.won(strategy), len(self.games))
        return Share(share.value, share.value, share.value) if self.is_determined else share

    def rows(self) -> list[Row]:
        """Return a row for each strategy: ``line_up, strategy, players, games, won, share, low, high, ...``.

        The columns from ``no_winner`` to ``wars`` (per game) are about all games, those of rounds about games that
        ended; the last one, ``mean_rounds_won``, is about the games that the strategy won.
        """
        ended = self.ended
        of_all: Row = {
            "no_winner": self.count(Ending.TIED),
            "endless": self.count(Ending.ENDLESS),
            "capped": self.count(Ending.CAPPED),
            "mean_rounds": rounded(self.rounds.mean, self.rounds.mean_error),
            "sd_rounds": rounded(self.rounds.sd, self.rounds.sd_error),
            "wars": rounded(int(ended["wars"].sum()) / len(ended)) if len(ended) else None,
        }
        rows: list[Row] = []
        for strategy, players in self.line_up.seats.items():
            own: Row = {"line_up": str(self.line_up), "strategy": strategy, "players": players}
            wins: Row = {"games": len(self.games), "won": self.won(strategy)}
            shares = self.share(strategy).row("share", "low", "high")
            won = self.rounds_won(strategy)
            rows.append(own | wins | shares | of_all | {"mean_rounds_won": rounded(won.mean, won.mean_error)})
        return rows


@checkpointed(line_up=LineUp.parse)
def simulate_auction(
    line_up: LineUp | str | Sequence[Strategy | str],
    games: int = 1000,
    seed: int = 0,
    cap: int = CAP,
    until_one_strategy: bool = False,
    run_options: RunOptions | None = None,
) -> AuctionSimulation:
    """Play many games of one line-up.

    Neither the executor nor the order in which games are played changes the result. If nothing is left to chance, all
    games are the same, and one is played. The result holds 20 bytes for each game. The other parameters are those of
    `play_auction`. Other processes can play strategies of your own if they can import their module.

    Examples
    --------
    >>> result = simulate_auction("SimpleMinded1+2xDummy", games=1000, seed=1, until_one_strategy=True)
    >>> print(result.share("SimpleMinded1"))
    0.823 (0.7981..0.8454)
    """
    return tournament([LineUp.parse(line_up)], games, seed, cap, until_one_strategy, run_options).simulations[0]


@dataclass(frozen=True)
class AuctionGames(_Played):
    """A work unit: the games of a line-up with the numbers from `first` on and below `stop`."""

    first: int
    stop: int

    def work(self) -> tuple[NDArray[np.int32], tuple[()]]:
        """Play the games; return their records as rows."""
        if not self.line_up.is_compiled:
            return np.array([self.play(game).record for game in range(self.first, self.stop)], np.int32), ()
        from wargraph.auction.engine import play_auctions, workspace_for  # the kernels take half a second to load

        rows = np.empty((self.stop - self.first, len(COLUMNS)), np.int32)
        workspace = workspace_for(self.line_up, (STARTING_HAND,) * len(self.line_up))
        base = np.uint64(stream_base(self.line_up.seed(self.seed)))
        play_auctions(base, self.first, self.cap, self.until_one_strategy, rows, workspace)
        return rows, ()


class _Games(GameTables[AuctionGames, NDArray[np.int32]]):
    """The campaign that fills the tables of simulations, one for each line-up."""

    def __init__(self, line_ups: Sequence[LineUp], games: int, seed: int, cap: int, until_one_strategy: bool) -> None:
        options = checked_seed(seed), checked_whole("cap", cap, 1, MOST_ROUNDS), until_one_strategy
        checked_whole("games", games, 1, MOST_GAMES)
        is_sure = {line_up: _is_determined(_Played(line_up, *options)) for line_up in line_ups}
        self.name = str(line_ups[0]) if len(line_ups) == 1 else counted(len(line_ups), "line-up")
        tables = list(is_sure.values()).count(False)
        bytes_a_game = RECORD.itemsize * tables + _BYTES_FOR_QUESTIONS
        require_memory(
            games * bytes_a_game * bool(tables),
            f"{self}: the table of {counted(games, 'game')}{f' of each of {tables} line-ups' * (tables > 1)}",
            f"play at most {available_memory() // bytes_a_game:,}",
        )
        self.simulations = {
            line_up: AuctionSimulation(line_up, *options, sure, np.empty(1 if sure else games, RECORD))
            for line_up, sure in is_sure.items()
        }
        self.total = sum(len(simulation.games) for simulation in self.simulations.values())

    def __str__(self) -> str:
        return self.name

    def units(self) -> Iterator[AuctionGames]:
        for line_up, simulation in self.simulations.items():
            size, games = _UNIT if line_up.is_compiled else 1, len(simulation.games)
            options = line_up, simulation.seed, simulation.cap, simulation.until_one_strategy
            for first in range(0, games, size):
                yield AuctionGames(*options, first, min(first + size, games))

    def collect(self, unit: AuctionGames, partial: NDArray[np.int32]) -> None:
        self.simulations[unit.line_up].games[unit.first : unit.stop] = partial.view(RECORD).ravel()
        self.done += len(partial)

    def merged(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.int32]:
        del other  # all rows are in the tables
        return one


def _is_determined(played: _Played) -> bool:
    """Return whether nothing is left to chance; strategies of one's own show it in a first game."""
    kinds = {type(strategy) for strategy in played.line_up}
    return Dummy not in kinds and (kinds <= {*STRATEGIES.values()} or played.play(0).is_determined)


@dataclass(frozen=True)
class Tournament(Result):
    """Games of several line-ups, with a simulation for each, and how well each strategy did."""

    simulations: tuple[AuctionSimulation, ...]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies that played, in order of appearance."""
        return tuple(dict.fromkeys(name for simulation in self.simulations for name in simulation.line_up.seats))

    def rows(self) -> list[Row]:
        """Return one row for each line-up and each strategy in it, with the columns of `AuctionSimulation.rows`."""
        return [row for simulation in self.simulations for row in simulation.rows()]

    def ranking_rows(self) -> list[Row]:
        """Return the strategies, the best first: ``rank, strategy, line_ups, games, share, points, low, high, fair``.

        The order is by `points`, with their 95% interval; ``fair`` is what they would be if chance decided. ``share``
        is the mean share of games that players of the strategy won, over all its line-ups.
        """
        points = {strategy: self.points(strategy) for strategy in self.strategies}
        rows: list[Row] = []
        for strategy in sorted(points, key=lambda strategy: -points[strategy].value):
            played = self._with(strategy)
            shares = [simulation.share(strategy) for simulation in played]
            share = sum(share.value for share in shares) / len(played)
            seats = sum(simulation.line_up.seats[strategy] for simulation in played)
            fair = sum(each.line_up.seats[strategy] / len(each.line_up) for each in played) / seats
            row: Row = {
                "rank": 1 + sum(other.value > points[strategy].value for other in points.values()),
                "strategy": strategy,
                "line_ups": len(played),
                "games": sum(len(simulation.games) for simulation in played),
                "share": rounded(share, math.hypot(*(share.error for share in shares)) / len(played)),
            }
            rows.append(row | points[strategy].row("points", "low", "high") | {"fair": rounded(fair)})
        return rows

    def pair_rows(self) -> list[Row]:
        """Return the points of each strategy against each rival: ``strategy, rival, line_ups, points, low, high``."""
        rows: list[Row] = []
        for strategy, rival in product(self.strategies, repeat=2):
            if played := self._with(strategy, rival):
                points = self.points(strategy, rival).row("points", "low", "high")
                rows.append({"strategy": strategy, "rival": rival, "line_ups": len(played)} | points)
        return rows

    def _body(self) -> list[Part]:
        first, rows = self.simulations[0], self.rows()
        silent = {name for name in ("no_winner", "endless", "capped") if not any(row[name] for row in rows)}
        telling = [{name: value for name, value in row.items() if name not in silent} for row in rows]
        options = f" --cap {first.cap}" * (first.cap != CAP) + " --until-one-strategy" * first.until_one_strategy
        determined = "One game: nothing is left to chance, so all games of that line-up are the same."
        heading = "Ranking: points a game of one player, 95% interval; without a winner all share the point"
        return [
            Figure(self),
            Table("line-ups", rows, excerpt=()),
            Table("ranking", self.ranking_rows(), heading),
            Table("pairs", self.pair_rows(), "The same where a rival plays too"),
            Table("line-ups", (), "Line-ups", excerpt=telling),
            determined if any(simulation.is_determined for simulation in self.simulations) else None,
            f"To see a game: wargraph auction watch LINE-UP --seed {first.seed} --game NUMBER{options}",
        ]

    def _answer(self) -> str:
        rows = self.ranking_rows()
        names = [str(row["strategy"]) for row in rows]
        first = sum(row["rank"] == 1 for row in rows)
        best = self.points(names[0])
        points = f"{best.value:.3g}"
        if best.error:
            points, low, high = (in_words(end, best.error) for end in (best.value, best.low, best.high))
            points += f" ({low} to {high})"
        answer = f"Best: {' and '.join(names[:first])}, with {points} points a game of one player."
        if first < len(names):
            is_close = self.points(names[first]).high >= best.low
            answer += f" Next: {names[first]}{', which may be as good' * is_close}."
        return answer

    def points(self, strategy: str, rival: str | None = None) -> Share:
        """Return the points per game of one player of a strategy, as the mean over all its players.

        A win is one point, which all players share if a game has no winner. A line-up counts as often as it has players
        of the strategy, so in a round robin the mean of all strategies is the fair share. With a `rival` only line-ups
        in which that strategy plays too are counted; without any, the points are NaN. The 95% interval is computed as
        if a win, a loss and a game without a winner had each occurred once more, so that it is never empty.
        """
        played = self._with(strategy, rival)
        seats = sum(simulation.line_up.seats[strategy] for simulation in played)
        if not seats:
            return Share(math.nan, 0.0, 1.0)
        value, variance = 0.0, 0.0
        for simulation in played:
            games, fair = len(simulation.games), simulation.line_up.seats[strategy] / len(simulation.line_up)
            won, open_ = simulation.won(strategy), games - simulation.count(Ending.WON)
            value += (won + open_ * fair) / games
            if not simulation.is_determined:
                wins, opens = (won + 1) / (games + 3), (open_ + 1) / (games + 3)
                variance += (wins + opens * fair**2 - (wins + opens * fair) ** 2) / games
        error = DEVIATIONS * math.sqrt(variance) / seats
        value /= seats
        return Share(value, max(value - error, 0.0), min(value + error, 1.0))

    def _with(self, strategy: str, rival: str | None = None) -> list[AuctionSimulation]:
        """Return the simulations in which a strategy plays, and a rival of another name if one is given."""
        if strategy == rival:
            return []
        return [each for each in self.simulations if {strategy, rival} - {None} <= {*each.line_up.seats}]


def round_robin(strategies: Sequence[Strategy | str], players: int = 2) -> list[LineUp]:
    """List all line-ups of a number of players in which at least two of these strategies meet, each mixture once.

    Examples
    --------
    >>> [str(line_up) for line_up in round_robin(["Min", "Max"], players=3)]
    ['2xMin+Max', 'Min+2xMax']
    """
    checked_whole("players", players, 2, 1000)
    entrants = list(dict.fromkeys(map(one_strategy, strategies)))
    check_names(entrants)
    if len({strategy.name for strategy in entrants}) < 2:
        raise ParameterError(f"strategies {shown(', '.join(map(str, entrants)))}: a round robin needs at least two")
    count = math.comb(len(entrants) + players - 1, players) - len(entrants)
    if count > MOST_TABLES:
        raise ParameterError(
            f"{len(entrants)} strategies at tables of {players} make {count:,} line-ups: at most {MOST_TABLES:,} are "
            "played, so take fewer strategies or smaller tables, or name line-ups one by one"
        )
    mixtures = combinations_with_replacement(entrants, players)
    return [LineUp(seats) for seats in mixtures if len({seat.name for seat in seats}) > 1]


@checkpointed(line_ups=lambda line_ups: [*map(LineUp.parse, line_ups)])
def tournament(
    line_ups: Iterable[LineUp | str | Sequence[Strategy | str]],
    games: int = 1000,
    seed: int = 0,
    cap: int = CAP,
    until_one_strategy: bool = False,
    run_options: RunOptions | None = None,
) -> Tournament:
    """Play many games of each line-up.

    The line-ups are such as those of `round_robin`; the other parameters are those of `simulate_auction`.

    >>> result = tournament(round_robin(["Min", "Max", "SimpleMinded1"]))
    >>> for row in result.ranking_rows():
    ...     print(row["rank"], row["strategy"], row["points"])
    1 Min 0.75
    1 Max 0.75
    3 SimpleMinded1 0.0
    """
    asked = [LineUp.parse(line_up) for line_up in line_ups]
    if not asked:
        raise ParameterError("there is no line-up to play: name one, such as SimpleMinded1+5xDummy")
    often, count = Counter(map(str, asked)).most_common(1)[0]
    if count > 1:
        raise ParameterError(f"line-up {often} is named twice: its games would be the same")
    check_names(strategy for line_up in asked for strategy in line_up)
    campaign = _Games(asked, games, seed, cap, until_one_strategy)
    campaign.run(run_options)
    return Tournament(tuple(campaign.simulations.values()))


@dataclass(frozen=True)
class AuctionStudy(Tournament):
    """The published study: simulations of line-ups in which a SimpleMinded strategy plays against N Dummies."""

    @property
    def studied(self) -> dict[str, dict[int, AuctionSimulation]]:
        """The simulations of each strategy, by the number of its opponents."""
        studied: dict[str, dict[int, AuctionSimulation]] = {}
        for simulation in self.simulations:
            studied.setdefault(simulation.line_up[0].name, {})[len(simulation.line_up) - 1] = simulation
        return studied

    def _answer(self) -> str:
        sentences = []
        for strategy, by_opponents in self.studied.items():
            ends = sorted({min(by_opponents), max(by_opponents)})
            won = (f"{by_opponents[number].share(strategy).display} against {number}xDummy" for number in ends)
            sentences.append(f"{strategy} wins {', and '.join(won)}.")
        return "\n".join(sentences)

    def _body(self) -> list[Part]:
        return [Table("rows", self.rows())]

    def rows(self) -> list[Row]:
        """Return one row for each strategy and number of opponents, with the standard errors.

        The columns are ``strategy, opponents, games, win_ratio``, then ``mean_rounds_won`` and ``sd_rounds_won`` of the
        games won, as in the paper, and ``mean_rounds`` and ``sd_rounds`` of all games that ended. Each of the last five
        is followed by its standard error, such as ``win_ratio_error``.
        """
        rows: list[Row] = []
        for simulation in self.simulations:
            strategy, games = simulation.line_up[0].name, len(simulation.games)
            ratio, won = simulation.share(strategy), simulation.rounds_won(strategy)
            estimates = {"win_ratio": (ratio.value, (ratio.value * (1 - ratio.value) / games) ** 0.5)}
            for name, rounds in (("rounds_won", won), ("rounds", simulation.rounds)):
                estimates[f"mean_{name}"] = rounds.mean, rounds.mean_error
                estimates[f"sd_{name}"] = rounds.sd, rounds.sd_error
            row: Row = {"strategy": strategy, "opponents": len(simulation.line_up) - 1, "games": games}
            for name, (value, error) in estimates.items():
                row[name] = rounded(value, ratio.error if name == "win_ratio" else error)
                row[f"{name}_error"] = rounded_error(error)
            rows.append(row)
        return rows


@checkpointed(opponents=list)
def auction_study(
    opponents: Iterable[int] = range(1, 101),
    games: int = GAMES,
    seed: int = 0,
    run_options: RunOptions | None = None,
) -> AuctionStudy:
    """Play SimpleMinded1 and SimpleMinded2 against many Dummies, until all remaining players have the same strategy.

    Rosenthal and Sattizahn published this study, with 9,030 games for each of N = 1..100. The paper does not print its
    driver; that of its repository stops a game as soon as all players left are of one strategy, and its rounds are
    those of the games that the SimpleMinded player won.

    `opponents` are the numbers of Dummies; the other parameters are those of `simulate_auction`.

    >>> for row in auction_study([1, 2], games=1000, seed=1).rows():
    ...     print(row["strategy"], row["opponents"], row["win_ratio"], row["mean_rounds_won"])
    SimpleMinded1 1 0.918 43.8573
    SimpleMinded1 2 0.823 77.5419
    SimpleMinded2 1 0.931 42.2943
    SimpleMinded2 2 0.847 78.1983
    """
    opponents = [checked_whole("opponents", number, 1, MOST_PLAYERS - 1) for number in opponents]
    line_ups = [f"{strategy}+{number}xDummy" for strategy in STUDIED for number in opponents]
    return AuctionStudy(tournament(line_ups, games, seed, CAP, True, run_options).simulations)
