"""Simulate many games of WAR with Auction Rounds with the same line-up: a table of games, and questions to it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import play_auction
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategy import Strategy
from wargraph.auction.table import ENDINGS, GAME, as_games, new_rows, row_of
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.pieces import piece_size
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import RunOptions
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending
from wargraph.core.rng import stream_base
from wargraph.errors import ParameterError
from wargraph.report.estimates import Distribution, Share, rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_GAMES = 10**9

_PIECE = 256
_PLAIN_SEATS = 20
"""Games times players up to which a work unit is played in plain Python: to load the kernels takes as long."""

_BYTES_FOR_QUESTIONS = 48
"""Bytes for each game of a line-up that the statistics need at a time, beside the table."""

Answer = TypeVar("Answer", bound=Result)


@dataclass(frozen=True)
class AuctionSimulation(Result):
    """Many games of one line-up, with the parameters of `play_auction`, which plays each of them again by its number.

    Attributes
    ----------
    is_determined
        Whether nothing is left to chance: then all games are the same, and one was played.
    games
        The games, in order: a structured NumPy array with the int32 fields ``ending`` (0 won, 1 without a winner, 2
        endless, 3 given up), ``winner`` (a player, from 1 on, or 0), ``rounds``, ``wars`` and ``period``. Rounds and
        wars of an endless game are 0, and so is the period of any other.
    """

    line_up: LineUp
    seed: int
    cap: int
    until_one_strategy: bool
    is_determined: bool
    games: NDArray[np.void] = field(repr=False)

    def count(self, ending: Ending) -> int:
        """The number of games with this ending."""
        return int(np.count_nonzero(self.games["ending"] == ENDINGS.index(ending)))

    @property
    def ended(self) -> NDArray[np.void]:
        """The games that came to an end, with or without a winner."""
        return self.games[np.isin(self.games["ending"], [ENDINGS.index(Ending.WON), ENDINGS.index(Ending.TIED)])]

    @cached_property
    def rounds(self) -> Distribution:
        """The distribution of the rounds of games that ended."""
        return Distribution(np.bincount(self.ended["rounds"]))

    def rounds_won(self, strategy: str) -> Distribution:
        """The distribution of the rounds of games that players of the named strategy won."""
        return Distribution(np.bincount(self.games["rounds"][self._are_won(strategy)]))

    def won(self, strategy: str) -> int:
        """The number of games that players of the named strategy won."""
        return int(np.count_nonzero(self._are_won(strategy)))

    def _are_won(self, strategy: str) -> NDArray[np.bool_]:
        """Whether a player of the strategy won, for each game."""
        players = [number for number, player in enumerate(self.line_up, start=1) if player.name == strategy]
        return np.isin(self.games["winner"], players)

    def share(self, strategy: str) -> Share:
        """The share of games that players of the named strategy won."""
        share = Share.of(self.won(strategy), len(self.games))
        return Share(share.value, share.value, share.value) if self.is_determined else share

    def rows(self) -> list[Row]:
        """One row for each strategy of the line-up: ``line_up, strategy, players, games, won, share, low, high, ...``.

        The share of games won comes with its 95 % interval. The next columns are the same in each row: the numbers of
        games without a winner, of endless games and of games given up, the mean and standard deviation of the rounds of
        games that ended, and the wars per game. The last column is the mean number of rounds of the games that the
        strategy won.
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


@checkpointed
def simulate_auction(
    line_up: LineUp | str | Sequence[Strategy | str],
    games: int = 1000,
    seed: int = 0,
    cap: int = CAP,
    until_one_strategy: bool = False,
    run_options: RunOptions | None = None,
) -> AuctionSimulation:
    """Play many games of one line-up.

    Every game has random numbers of its own, from the seed and its number, so neither the executor nor the order in
    which games are played changes the result. The engine plays the known strategies; others are played in plain Python.
    If nothing is left to chance, all games are the same, and one is played.

    Parameters
    ----------
    games
        The number of games. The result holds 20 bytes for each of them.
    line_up, seed, cap, until_one_strategy
        See `play_auction`.
    run_options
        See `RunOptions`. Other processes can play strategies of your own if they can import their module.

    Raises
    ------
    TooLargeError
        If the table of the games does not fit into memory.

    Examples
    --------
    >>> result = simulate_auction("SimpleMinded1+2xDummy", games=1000, seed=1, until_one_strategy=True)
    >>> print(result.share("SimpleMinded1"))
    0.823 (0.7981..0.8454)
    """
    only = [LineUp.parse(line_up)]
    return simulate_each(only, games, seed, cap, until_one_strategy, run_options, lambda simulations: simulations[0])


def simulate_each(
    line_ups: Sequence[LineUp],
    games: int,
    seed: int,
    cap: int,
    until_one_strategy: bool,
    run_options: RunOptions | None,
    result_of: Callable[[tuple[AuctionSimulation, ...]], Answer],
) -> Answer:
    """Simulate several line-ups, one after the other; `result_of` makes the result, of all or of the finished ones."""
    played = _PlayedLineUps(line_ups, games, seed, cap, until_one_strategy, result_of)
    played.run(run_options)
    return result_of(played.finished_simulations())


@dataclass(frozen=True)
class AuctionGames:
    """A work unit: games of one line-up with consecutive numbers, from `first` on and below `stop`.

    `table` is the number of the line-up among all line-ups.
    """

    table: int
    line_up: LineUp
    seed: int
    cap: int
    until_one_strategy: bool
    first: int
    stop: int

    def work(self) -> tuple[NDArray[np.int32], tuple[()]]:
        """Play the games; return their rows."""
        are_few = (self.stop - self.first) * len(self.line_up) <= _PLAIN_SEATS
        return self._plainly() if are_few or not self.line_up.is_compiled else self._by_engine(), ()

    def _by_engine(self) -> NDArray[np.int32]:
        """Play by the kernels, which are imported here because that takes as long as some games."""
        from wargraph.auction.engine.games import play_auctions
        from wargraph.auction.engine.workspace import deal_counts, workspace_for

        deal = deal_counts((STARTING_HAND,) * len(self.line_up))
        rows = new_rows(self.stop - self.first)
        base = np.uint64(stream_base(self.line_up.seed(self.seed)))
        workspace = workspace_for(self.line_up, deal)
        play_auctions(base, self.first, self.cap, self.until_one_strategy, deal, rows, workspace)
        return rows

    def _plainly(self) -> NDArray[np.int32]:
        games = (
            play_auction(self.line_up, self.seed, game, self.cap, until_one_strategy=self.until_one_strategy)
            for game in range(self.first, self.stop)
        )
        return np.array([row_of(game) for game in games], np.int32)


@dataclass(eq=False)
class _PlayedLineUps(Campaign[AuctionGames, NDArray[np.int32]]):
    """The campaign of simulations and tournaments. It puts the rows of each work unit into the table of its line-up."""

    way_out: ClassVar[str] = "play fewer games"

    line_ups: Sequence[LineUp]
    games: int
    seed: int
    cap: int
    until_one_strategy: bool
    result_of: Callable[[tuple[AuctionSimulation, ...]], Result]
    are_determined: list[bool] = field(init=False)
    tables: list[NDArray[np.int32]] = field(default_factory=list, init=False)
    done: list[int] = field(init=False)

    def __post_init__(self) -> None:
        checked_whole("cap", self.cap, 1, MOST_ROUNDS)
        checked_seed(self.seed)
        checked_whole("games", self.games, 1, MOST_GAMES)
        for line_up in self.line_ups:
            if line_up.has_human:
                raise ParameterError(
                    f"line-up {line_up} has a Human: many games are played without asking, so leave it out"
                )
        self.are_determined = [self._is_determined(line_up) for line_up in self.line_ups]
        self.done = [0] * len(self.line_ups)
        self._require_memory()

    def _is_determined(self, line_up: LineUp) -> bool:
        """Whether nothing is left to chance. Strategies of one's own show in a first game whether they draw numbers."""
        if any(strategy.is_mixed for strategy in line_up) or line_up.is_known:
            return not any(strategy.is_mixed for strategy in line_up)
        first = play_auction(line_up, self.seed, cap=self.cap, until_one_strategy=self.until_one_strategy)
        return first.is_determined

    def _require_memory(self) -> None:
        """Refuse games whose tables do not fit."""
        tables = self.are_determined.count(False)
        bytes_a_game = GAME.itemsize * tables + _BYTES_FOR_QUESTIONS
        fitting = available_memory() // bytes_a_game
        each = f" of each of {tables} line-ups" * (tables > 1)
        require_memory(
            self.games * bytes_a_game * bool(tables),
            f"{self}: the table of {counted(self.games, 'game')}{each}",
            f"play at most {fitting:,}",
        )

    def __str__(self) -> str:
        return str(self.line_ups[0]) if len(self.line_ups) == 1 else counted(len(self.line_ups), "line-up")

    def pieces(self) -> Iterator[AuctionGames]:
        for table, line_up in enumerate(self.line_ups):
            games = self._games_of(table)
            self.tables.append(new_rows(games))
            size = piece_size(games, _PIECE) if line_up.is_compiled else 1
            for first in range(0, games, size):
                stop = min(first + size, games)
                yield AuctionGames(table, line_up, self.seed, self.cap, self.until_one_strategy, first, stop)

    def collect(self, piece: AuctionGames, partial: NDArray[np.int32]) -> None:
        self.tables[piece.table][piece.first : piece.stop] = partial
        self.done[piece.table] += len(partial)

    def merged(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.int32]:
        del other
        return one[:0]  # all rows are in the tables

    def amount(self) -> Amount:
        total = sum(map(self._games_of, range(len(self.line_ups))))
        return Amount(sum(self.done), total - sum(self.done), "games")

    def partial_summary(self) -> str:
        finished = sum(map(self._is_finished, range(len(self.line_ups))))
        open_ = [table for table, done in enumerate(self.done) if done and not self._is_finished(table)][:1]
        playing = [self._summary_of(self._simulation(table)) for table in open_]
        if len(self.line_ups) == 1:
            return "".join(playing)
        return "; ".join([f"{finished:,} of {counted(len(self.line_ups), 'line-up')} played", *playing])

    def finished(self) -> Result | None:
        simulations = self.finished_simulations()
        return self.result_of(simulations) if simulations else None

    def finished_simulations(self) -> tuple[AuctionSimulation, ...]:
        """The simulations of the line-ups all of whose games were played."""
        return tuple(self._simulation(table) for table in range(len(self.line_ups)) if self._is_finished(table))

    def _games_of(self, table: int) -> int:
        """The number of games of a line-up: one if nothing is left to chance."""
        return 1 if self.are_determined[table] else self.games

    def _is_finished(self, table: int) -> bool:
        return self.done[table] == self._games_of(table)

    def _simulation(self, table: int) -> AuctionSimulation:
        """The games of a line-up that have been played."""
        games = as_games(self.tables[table])
        if not self._is_finished(table):
            games = games[games["ending"] >= 0]
        played = self.seed, self.cap, self.until_one_strategy, self.are_determined[table]
        return AuctionSimulation(self.line_ups[table], *played, games)

    def _summary_of(self, simulation: AuctionSimulation) -> str:
        line_up, games = simulation.line_up, len(simulation.games)
        shares = ", ".join(f"{strategy} {simulation.share(strategy).value:.3f}" for strategy in line_up.kinds)
        return f"{line_up}: {games:,} of {self.games:,} games played, share of games won: {shares}"
