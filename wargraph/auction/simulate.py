"""Simulate many games of WAR with Auction Rounds with the same line-up: a table of games, and questions to it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import play_auction
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategy import Strategy
from wargraph.auction.table import ENDINGS, GAME, new_rows, row_of
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
    which games are played changes the result. If nothing is left to chance, all games are the same, and one is played.

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
    asked = [LineUp.parse(line_up)]
    return Simulating(asked, games, seed, cap, until_one_strategy, lambda simulations: simulations[0]).play(run_options)


@dataclass(frozen=True)
class AuctionGames:
    """A work unit: the games of line-up number `table` with the numbers from `first` on and below `stop`."""

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
        if are_few or not self.line_up.is_compiled:
            games = (
                play_auction(self.line_up, self.seed, game, self.cap, until_one_strategy=self.until_one_strategy)
                for game in range(self.first, self.stop)
            )
            return np.array([row_of(game) for game in games], np.int32), ()
        from wargraph.auction.engine.games import play_auctions  # importing the kernels takes as long as some games
        from wargraph.auction.engine.workspace import deal_counts, workspace_for

        deal = deal_counts((STARTING_HAND,) * len(self.line_up))
        rows, workspace = new_rows(self.stop - self.first), workspace_for(self.line_up, deal)
        base = np.uint64(stream_base(self.line_up.seed(self.seed)))
        play_auctions(base, self.first, self.cap, self.until_one_strategy, deal, rows, workspace)
        return rows, ()


class Simulating(Campaign[AuctionGames, NDArray[np.int32]], Generic[Answer]):
    """The campaign that simulates several line-ups, one after the other: the rows of a work unit go into their table.

    `result_of` makes the result from the simulations, of all line-ups or, after Ctrl-C, of the finished ones.
    """

    way_out = "play fewer games"

    def __init__(
        self,
        line_ups: Sequence[LineUp],
        games: int,
        seed: int,
        cap: int,
        until_one_strategy: bool,
        result_of: Callable[[tuple[AuctionSimulation, ...]], Answer],
    ) -> None:
        checked_whole("cap", cap, 1, MOST_ROUNDS)
        self.options = checked_seed(seed), cap, until_one_strategy
        self.line_ups, self.games, self.result_of = line_ups, checked_whole("games", games, 1, MOST_GAMES), result_of
        human = next((line_up for line_up in line_ups if line_up.has_human), None)
        if human is not None:
            raise ParameterError(f"line-up {human} has a Human: many games are played without asking, so leave it out")
        self.are_determined = [self._is_determined(line_up) for line_up in line_ups]
        self._require_memory(self.are_determined.count(False))
        self.tables = [new_rows(1 if is_determined else games) for is_determined in self.are_determined]
        self.done = [0] * len(line_ups)

    def _is_determined(self, line_up: LineUp) -> bool:
        """Whether nothing is left to chance. Strategies of one's own show in a first game whether they draw numbers."""
        if any(strategy.is_mixed for strategy in line_up):
            return False
        seed, cap, until_one_strategy = self.options
        return line_up.is_known or play_auction(line_up, seed, 0, cap, None, until_one_strategy).is_determined

    def _require_memory(self, tables: int) -> None:
        """Refuse games whose tables do not fit."""
        bytes_a_game = GAME.itemsize * tables + _BYTES_FOR_QUESTIONS
        each = f" of each of {tables} line-ups" * (tables > 1)
        require_memory(
            self.games * bytes_a_game * bool(tables),
            f"{self}: the table of {counted(self.games, 'game')}{each}",
            f"play at most {available_memory() // bytes_a_game:,}",
        )

    def __str__(self) -> str:
        return str(self.line_ups[0]) if len(self.line_ups) == 1 else counted(len(self.line_ups), "line-up")

    def pieces(self) -> Iterator[AuctionGames]:
        for table, line_up in enumerate(self.line_ups):
            games = len(self.tables[table])
            size = piece_size(games, _PIECE) if line_up.is_compiled else 1
            for first in range(0, games, size):
                yield AuctionGames(table, line_up, *self.options, first, min(first + size, games))

    def collect(self, piece: AuctionGames, partial: NDArray[np.int32]) -> None:
        self.tables[piece.table][piece.first : piece.stop] = partial
        self.done[piece.table] += len(partial)

    def merged(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.int32]:
        del other
        return one[:0]  # all rows are in the tables

    def amount(self) -> Amount:
        return Amount(sum(self.done), sum(map(len, self.tables)) - sum(self.done), "games")

    def partial_summary(self) -> str:
        playing = (table for table, rows in enumerate(self.tables) if 0 < self.done[table] < len(rows))
        said = [self._summary_of(self._simulation(table)) for table in islice(playing, 1)]
        if len(self.line_ups) > 1:
            said.insert(0, f"{len(self.simulations()):,} of {counted(len(self.line_ups), 'line-up')} played")
        return "; ".join(said)

    def _summary_of(self, simulation: AuctionSimulation) -> str:
        line_up, games = simulation.line_up, len(simulation.games)
        shares = ", ".join(f"{strategy} {simulation.share(strategy).value:.3f}" for strategy in line_up.kinds)
        return f"{line_up}: {games:,} of {self.games:,} games played, share of games won: {shares}"

    def play(self, run_options: RunOptions | None) -> Answer:
        """Play all games."""
        self.run(run_options)
        return self.result_of(self.simulations())

    def finished(self) -> Answer | None:
        simulations = self.simulations()
        return self.result_of(simulations) if simulations else None

    def simulations(self) -> tuple[AuctionSimulation, ...]:
        """The simulations of the line-ups all of whose games have been played."""
        return tuple(self._simulation(table) for table, rows in enumerate(self.tables) if self.done[table] == len(rows))

    def _simulation(self, table: int) -> AuctionSimulation:
        """The games of a line-up that have been played."""
        games = self.tables[table].view(GAME).ravel()
        if self.done[table] < len(games):
            games = games[games["ending"] >= 0]
        return AuctionSimulation(self.line_ups[table], *self.options, self.are_determined[table], games)
