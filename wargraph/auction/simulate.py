"""Simulate many games of WAR with Auction Rounds with the same line-up: a table of games, and questions to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import COLUMNS, ENDINGS, AuctionGame, play_auction
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategies import STRATEGIES
from wargraph.auction.strategy import Strategy
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import RunOptions
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending
from wargraph.core.rng import stream_base
from wargraph.report.estimates import Distribution, Share, rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

MOST_GAMES = 10**9

RECORD = np.dtype([(column, np.int32) for column in COLUMNS])
"""The record of a game in a table of games, which the kernels write as a row of numbers."""

_UNIT, _MOST_UNIT = 256, 4096
"""The fewest and the most games of a work unit: the most take a second or so."""

_ENOUGH_UNITS = 256
"""So many units keep every worker busy until the end."""

_PLAIN_SEATS = 20
"""Games times players up to which a work unit is played in plain Python: to load the kernels takes as long."""

_BYTES_FOR_QUESTIONS = 48
"""Bytes for each game of a line-up that the statistics need at a time, beside the table."""


@dataclass(frozen=True)
class _Played:
    """Who plays, and how, with the parameters of `play_auction`."""

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
        endless, 3 given up), ``winner`` (a player, from 1 on, or 0), ``rounds``, ``wars`` and ``period``. Rounds and
        wars of an endless game are 0, and so is the period of any other.
    """

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
        The number of games. The result holds 20 bytes for each of them, and a `TooLargeError` says if that is too much.
    line_up, seed, cap, until_one_strategy
        See `play_auction`.
    run_options
        See `RunOptions`. Other processes can play strategies of your own if they can import their module.

    Examples
    --------
    >>> result = simulate_auction("SimpleMinded1+2xDummy", games=1000, seed=1, until_one_strategy=True)
    >>> print(result.share("SimpleMinded1"))
    0.823 (0.7981..0.8454)
    """
    return Simulating([LineUp.parse(line_up)], games, seed, cap, until_one_strategy).play(run_options)[0]


@dataclass(frozen=True)
class AuctionGames(_Played):
    """A work unit: the games of line-up number `table` with the numbers from `first` on and below `stop`."""

    table: int
    first: int
    stop: int

    def work(self) -> tuple[NDArray[np.int32], tuple[()]]:
        """Play the games; return their records as rows."""
        games = self.stop - self.first
        if games * len(self.line_up) <= _PLAIN_SEATS or not self.line_up.is_compiled:
            return np.array([self.play(game).record for game in range(self.first, self.stop)], np.int32), ()
        from wargraph.auction.engine.games import play_auctions  # importing the kernels takes as long as some games
        from wargraph.auction.engine.workspace import deal_counts, workspace_for

        deal = deal_counts((STARTING_HAND,) * len(self.line_up))
        rows, workspace = np.empty((games, len(COLUMNS)), np.int32), workspace_for(self.line_up, deal)
        base = np.uint64(stream_base(self.line_up.seed(self.seed)))
        play_auctions(base, self.first, self.cap, self.until_one_strategy, deal, rows, workspace)
        return rows, ()


class Simulating(Campaign[AuctionGames, NDArray[np.int32]]):
    """The campaign that fills the tables of simulations; the ending of a game that has not been played is -1."""

    way_out = "play fewer games"

    def __init__(self, line_ups: Sequence[LineUp], games: int, seed: int, cap: int, until_one_strategy: bool) -> None:
        options = checked_seed(seed), checked_whole("cap", cap, 1, MOST_ROUNDS), until_one_strategy
        self.settings = [_Played(line_up, *options) for line_up in line_ups]
        are_determined = list(map(_is_determined, self.settings))
        self._require_memory(checked_whole("games", games, 1, MOST_GAMES), are_determined.count(False))
        self.simulations = tuple(
            AuctionSimulation(**vars(played), is_determined=is_sure, games=_new_table(1 if is_sure else games))
            for played, is_sure in zip(self.settings, are_determined, strict=True)
        )
        self.done = [0] * len(line_ups)

    def play(self, run_options: RunOptions | None) -> tuple[AuctionSimulation, ...]:
        """Play all games."""
        self.run(run_options)
        return self.simulations

    def _require_memory(self, games: int, tables: int) -> None:
        """Refuse games whose tables do not fit."""
        bytes_a_game = RECORD.itemsize * tables + _BYTES_FOR_QUESTIONS
        each = f" of each of {tables} line-ups" * (tables > 1)
        require_memory(
            games * bytes_a_game * bool(tables),
            f"{self}: the table of {counted(games, 'game')}{each}",
            f"play at most {available_memory() // bytes_a_game:,}",
        )

    def __str__(self) -> str:
        return str(self.settings[0].line_up) if len(self.settings) == 1 else counted(len(self.settings), "line-up")

    def units(self) -> Iterator[AuctionGames]:
        for table, played in enumerate(self.settings):
            games = len(self.simulations[table].games)
            size = min(max(_UNIT, games // _ENOUGH_UNITS), _MOST_UNIT) if played.line_up.is_compiled else 1
            for first in range(0, games, size):
                yield AuctionGames(**vars(played), table=table, first=first, stop=min(first + size, games))

    def collect(self, unit: AuctionGames, partial: NDArray[np.int32]) -> None:
        self.simulations[unit.table].games[unit.first : unit.stop] = partial.view(RECORD).ravel()
        self.done[unit.table] += len(partial)

    def merged(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.int32]:
        del other
        return one[:0]  # all rows are in the tables

    def amount(self) -> Amount:
        games = sum(len(each.games) for each in self.simulations)
        return Amount(sum(self.done), games - sum(self.done), "games")

    def partial_summary(self) -> str:
        of = [len(each.games) for each in self.simulations]
        played = sum(done == games for done, games in zip(self.done, of, strict=True))
        said = [f"{played:,} of {counted(len(of), 'line-up')} played"] * (len(of) > 1)
        for table, simulation in enumerate(self.simulations):
            if 0 < self.done[table] < of[table]:
                so_far = replace(simulation, games=simulation.games[simulation.games["ending"] >= 0])
                shares = ", ".join(f"{kind} {so_far.share(kind).value:.3f}" for kind in so_far.line_up.kinds)
                games = f"{self.done[table]:,} of {of[table]:,} games played"
                said.append(f"{so_far.line_up}: {games}; share of games won: {shares}")
        return "; ".join(said[:2])


def _is_determined(played: _Played) -> bool:
    """Whether nothing is left to chance. Strategies of one's own show in a first game whether they draw numbers."""
    if any(strategy.is_mixed for strategy in played.line_up):
        return False
    return all(type(each) in STRATEGIES.values() for each in played.line_up) or played.play(0).is_determined


def _new_table(games: int) -> NDArray[np.void]:
    return np.full((games, len(COLUMNS)), -1, np.int32).view(RECORD).ravel()
