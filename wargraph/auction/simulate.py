"""Simulate many games of WAR with Auction Rounds with the same line-up, and count who wins how often."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import ClassVar, Self, TypeVar

import numpy as np

from wargraph.auction.game import play_auction
from wargraph.auction.line_up import LineUp, check_told_apart
from wargraph.auction.records import ENDINGS, AuctionColumn, Numbers, record_of
from wargraph.auction.rules import STARTING_HAND
from wargraph.auction.strategy import Strategy
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.pieces import KeptPiece, piece_size
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending
from wargraph.core.rng import stream_base
from wargraph.errors import ParameterError, shown
from wargraph.report.estimates import Distribution, Share, added, rounded
from wargraph.report.humanize import counted
from wargraph.report.result import ComparedByContent, Result, Row

MOST_GAMES = 10**9

_PIECE = 256
_PLAIN_SEATS = 20
"""Games times players up to which a work unit is played in plain Python: to load the kernels takes as long."""

_ENDED = [ENDINGS.index(Ending.WON), ENDINGS.index(Ending.TIED)]
_ENDLESS = ENDINGS.index(Ending.ENDLESS)

Answer = TypeVar("Answer", bound=Result)


@dataclass
class AuctionTally(ComparedByContent):
    """Sums over games of one line-up. The sum of two tallies is the tally of all their games.

    Attributes
    ----------
    endings
        The number of games by the code of their ending.
    won
        The number of games won, by player.
    by_rounds
        The number of games that ended by their rounds: without a winner, then won by each strategy of the line-up.
    by_period
        The number of endless games by their cycle length in rounds.
    wars
        The number of wars in games that ended.
    """

    endings: Numbers
    won: Numbers
    by_rounds: tuple[Numbers, ...]
    by_period: Counter[int]
    wars: int

    @classmethod
    def of(cls, line_up: LineUp, records: Numbers) -> Self:
        """The tally of games, given as an array with a row for each game and the columns of `AuctionColumn`."""
        endings = records[:, AuctionColumn.ENDING]
        ended = records[np.isin(endings, _ENDED)]
        endless = records[endings == _ENDLESS]
        kinds = np.array([0, *(1 + line_up.kinds.index(strategy.name) for strategy in line_up)])
        winners = kinds[ended[:, AuctionColumn.WINNER]]
        return cls(
            endings=np.bincount(endings, minlength=len(ENDINGS)),
            won=np.bincount(records[:, AuctionColumn.WINNER], minlength=len(line_up) + 1)[1:],
            by_rounds=tuple(
                np.bincount(ended[winners == kind, AuctionColumn.ROUNDS]) for kind in range(len(line_up.kinds) + 1)
            ),
            by_period=Counter(endless[:, AuctionColumn.PERIOD].tolist()),
            wars=int(ended[:, AuctionColumn.WARS].sum()),
        )

    def is_sound(self, line_up: LineUp, games: int) -> bool:
        """Whether this may be the tally of that many games: the sums agree, and none is below 0."""
        none = type(self).of(line_up, np.zeros((0, len(AuctionColumn)), np.int64))
        return (
            self.endings.sum() == games
            and self.won.sum() == self.endings[ENDINGS.index(Ending.WON)]
            and (self.endings.shape, self.won.shape) == (none.endings.shape, none.won.shape)
            and [each.ndim for each in self.by_rounds] == [1] * len(none.by_rounds)
            and sum(each.sum() for each in self.by_rounds) == self.endings[_ENDED].sum()
            and self.by_period.total() == self.endings[_ENDLESS]
            and all(np.min(each, initial=0) == 0 for each in (self.endings, self.won, *self.by_rounds))
            and all(period >= 0 and count >= 0 for period, count in self.by_period.items())
            and self.wars >= 0
        )

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.endings + other.endings,
            self.won + other.won,
            tuple(map(added, self.by_rounds, other.by_rounds)),
            self.by_period + other.by_period,
            self.wars + other.wars,
        )


@dataclass(frozen=True)
class AuctionSimulation(Result):
    """Many games of one line-up, and how they came out.

    ``play_auction(line_up, seed, g)`` plays game number g again.

    Attributes
    ----------
    line_up
        The players' strategies.
    seed
        The seed of the random numbers.
    cap
        The number of rounds after which a game was given up.
    until_one_strategy
        Whether a game was over as soon as all remaining players had the same strategy.
    is_determined
        Whether nothing is left to chance: then all games are the same, and one was played.
    tally
        The sums over all games.
    """

    line_up: LineUp
    seed: int
    cap: int
    until_one_strategy: bool
    is_determined: bool
    tally: AuctionTally = field(repr=False)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return int(self.tally.endings.sum())

    def count(self, ending: Ending) -> int:
        """The number of games with this ending."""
        return int(self.tally.endings[ENDINGS.index(ending)])

    @cached_property
    def rounds(self) -> Distribution:
        """The distribution of the rounds of games that ended."""
        return Distribution(reduce(added, self.tally.by_rounds))

    def rounds_won(self, strategy: str) -> Distribution:
        """The distribution of the rounds of games that players of the named strategy won."""
        return Distribution(self.tally.by_rounds[1 + self.line_up.kinds.index(strategy)])

    def won(self, strategy: str) -> int:
        """The number of games that players of the named strategy won."""
        return sum(
            int(won) for player, won in zip(self.line_up, self.tally.won, strict=True) if player.name == strategy
        )

    def share(self, strategy: str) -> Share:
        """The share of games that players of the named strategy won."""
        share = Share.of(self.won(strategy), self.games)
        return Share(share.value, share.value, share.value) if self.is_determined else share

    def rows(self) -> list[Row]:
        """One row for each strategy of the line-up: ``line_up, strategy, players, games, won, share, low, high, ...``.

        The share of games won comes with its 95 % interval. The next columns are the same in each row: the numbers of
        games without a winner, of endless games and of games given up, the mean and standard deviation of the rounds of
        games that ended, and the wars per game. The last column is the mean number of rounds of the games that the
        strategy won.
        """
        ended = self.rounds.total
        rows: list[Row] = []
        for strategy, players in self.line_up.seats.items():
            share, won = self.share(strategy), self.rounds_won(strategy)
            rows.append(
                {
                    "line_up": str(self.line_up),
                    "strategy": strategy,
                    "players": players,
                    "games": self.games,
                    "won": self.won(strategy),
                    **share.row("share", "low", "high"),
                    "no_winner": self.count(Ending.TIED),
                    "endless": self.count(Ending.ENDLESS),
                    "capped": self.count(Ending.CAPPED),
                    "mean_rounds": rounded(self.rounds.mean, self.rounds.mean_error),
                    "sd_rounds": rounded(self.rounds.sd, self.rounds.sd_error),
                    "wars": rounded(self.tally.wars / ended) if ended else None,
                    "mean_rounds_won": rounded(won.mean, won.mean_error),
                }
            )
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
    line_up : LineUp, str or sequence of Strategy or str
        The players: strategies or their names, or text such as ``"SimpleMinded1+5xDummy"``.
    games : int
        The number of games.
    seed : int
        The seed of the random numbers.
    cap : int
        The number of rounds after which a game is given up.
    until_one_strategy : bool
        Whether a game is over as soon as all remaining players have the same strategy, as in the published study.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, no
        time limit and no checkpoint. Other processes can play strategies of your own if they can import their module.

    Returns
    -------
    AuctionSimulation
        How the games came out.

    Raises
    ------
    ParameterError
        If a strategy is unknown, keeps memory without saying so, or is a `Human`; or if a number is out of range.
    StrategyError
        If a strategy plays a card that it does not hold.
    TooLongError
        If the games are forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with a summary of the games so far.

    See Also
    --------
    tournament, play_auction

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
    return result_of(played.simulations(played.run(run_options)))


@dataclass(frozen=True)
class AuctionGames(KeptPiece[dict[int, AuctionTally]]):
    """A work unit: games of one line-up with consecutive numbers.

    Attributes
    ----------
    table
        The number of the line-up among all line-ups.
    line_up, seed, cap, until_one_strategy
        The parameters of the games.
    first, stop
        The number of the first game, and the number after that of the last game.
    """

    table: int
    line_up: LineUp
    seed: int
    cap: int
    until_one_strategy: bool
    first: int
    stop: int

    tag: ClassVar[str] = "auction games"

    def work(self) -> tuple[dict[int, AuctionTally], tuple[()]]:
        """Play the games."""
        are_few = (self.stop - self.first) * len(self.line_up) <= _PLAIN_SEATS
        records = self._plainly() if are_few or not self.line_up.is_compiled else self._by_engine()
        return {self.table: AuctionTally.of(self.line_up, records)}, ()

    def is_sound(self) -> bool:
        check_simulation(self.line_up, self.stop, self.seed, self.cap)
        return 0 <= self.first < self.stop <= self.first + piece_size(MOST_GAMES, _PIECE) and self.table >= 0

    def may_find(self, partial: dict[int, AuctionTally]) -> bool:
        return [*partial] == [self.table] and partial[self.table].is_sound(self.line_up, self.stop - self.first)

    def _by_engine(self) -> Numbers:
        """The records of the games by the kernels, which are imported here because that takes as long as some games."""
        from wargraph.auction.engine.games import play_auctions
        from wargraph.auction.engine.workspace import deal_counts, workspace_for

        deal = deal_counts((STARTING_HAND,) * len(self.line_up))
        records = np.zeros((self.stop - self.first, len(AuctionColumn)), np.int64)
        base = np.uint64(stream_base(self.line_up.seed(self.seed)))
        workspace = workspace_for(self.line_up, deal)
        play_auctions(base, self.first, self.cap, self.until_one_strategy, deal, records, workspace)
        return records

    def _plainly(self) -> Numbers:
        games = (
            play_auction(self.line_up, self.seed, game, self.cap, until_one_strategy=self.until_one_strategy)
            for game in range(self.first, self.stop)
        )
        return np.array([record_of(game) for game in games], np.int64)


@dataclass(eq=False)
class _PlayedLineUps(Campaign[AuctionGames, dict[int, AuctionTally]]):
    """The campaign of simulations and tournaments: it finds a tally for each line-up, by the number of the line-up."""

    way_out: ClassVar[str] = "play fewer games"

    line_ups: Sequence[LineUp]
    games: int
    seed: int
    cap: int
    until_one_strategy: bool
    result_of: Callable[[tuple[AuctionSimulation, ...]], Result]
    is_determined: dict[int, bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for line_up in self.line_ups:
            check_simulation(line_up, self.games, self.seed, self.cap)

    def __str__(self) -> str:
        return str(self.line_ups[0]) if len(self.line_ups) == 1 else counted(len(self.line_ups), "line-up")

    def pieces(self) -> Iterator[AuctionGames]:
        for table, line_up in enumerate(self.line_ups):
            self.is_determined[table] = self._is_determined(line_up)
            size = piece_size(self._games_of(table), _PIECE) if line_up.is_compiled else 1
            for first in range(0, self._games_of(table), size):
                stop = min(first + size, self._games_of(table))
                yield AuctionGames(table, line_up, self.seed, self.cap, self.until_one_strategy, first, stop)

    def merged(self, one: dict[int, AuctionTally], other: dict[int, AuctionTally]) -> dict[int, AuctionTally]:
        for table, tally in other.items():
            one[table] = one[table] + tally if table in one else tally
        return one

    def simulations(self, tallies: dict[int, AuctionTally]) -> tuple[AuctionSimulation, ...]:
        """The simulations of all line-ups that have a tally."""
        played = self.seed, self.cap, self.until_one_strategy
        return tuple(
            AuctionSimulation(self.line_ups[table], *played, self.is_determined[table], tally)
            for table, tally in sorted(tallies.items())
        )

    def amount(self) -> Amount:
        done = sum(int(tally.endings.sum()) for tally in (self.result or {}).values())
        return Amount(done, sum(map(self._games_of, range(len(self.line_ups)))) - done, "games")

    def partial_summary(self) -> str:
        tallies = self.result or {}
        open_ = {table: tally for table, tally in tallies.items() if not self._is_finished(table)}
        playing = [self._summary_of(simulation) for simulation in self.simulations(open_)[:1]]
        if len(self.line_ups) == 1:
            return "".join(playing)
        done = f"{len(tallies) - len(open_):,} of {counted(len(self.line_ups), 'line-up')} played"
        return "; ".join([done, *playing])

    def finished(self) -> Result | None:
        tallies = {table: tally for table, tally in (self.result or {}).items() if self._is_finished(table)}
        return self.result_of(self.simulations(tallies)) if tallies else None

    def _games_of(self, table: int) -> int:
        """The number of games of a line-up: one, once it turns out that nothing is left to chance."""
        return 1 if self.is_determined.get(table, False) else self.games

    def _is_finished(self, table: int) -> bool:
        return self.result is not None and int(self.result[table].endings.sum()) == self._games_of(table)

    def _summary_of(self, simulation: AuctionSimulation) -> str:
        line_up = simulation.line_up
        shares = ", ".join(f"{strategy} {simulation.share(strategy).value:.3f}" for strategy in line_up.kinds)
        return f"{line_up}: {simulation.games:,} of {self.games:,} games played, share of games won: {shares}"

    def _is_determined(self, line_up: LineUp) -> bool:
        if line_up.is_compiled:
            return not any(strategy.is_mixed for strategy in line_up)
        return _check_played_alike(line_up, self.seed, self.cap, self.until_one_strategy)


def check_simulation(line_up: LineUp, games: object, seed: int, cap: int = CAP) -> int:
    """The number of games, or a `ParameterError` if they cannot be played."""
    if line_up.has_human:
        raise ParameterError(f"line-up {line_up} has a Human: many games are played without asking, so leave it out")
    check_told_apart(line_up)
    checked_whole("cap", cap, 1, MOST_ROUNDS)
    checked_seed(seed)
    return checked_whole("games", games, 1, MOST_GAMES)


def _check_played_alike(line_up: LineUp, seed: int, cap: int, until_one_strategy: bool) -> bool:
    """Whether nothing is left to chance; refuse strategies that claim to be pure but play a game in two ways."""
    if not all(strategy.is_pure for strategy in line_up):
        return False
    game, again = (play_auction(line_up, seed, 0, cap, until_one_strategy=until_one_strategy) for _ in range(2))
    for one, other in zip(game.rounds, again.rounds, strict=False):
        for laid, laid_again in zip(one.laid, other.laid, strict=False):
            for (player, cards), (_, cards_again) in zip(laid, laid_again, strict=False):
                if cards != cards_again:
                    raise ParameterError(
                        f"strategy {line_up[player - 1]} plays {shown(cards)} and, in the same game played again, "
                        f"{shown(cards_again)}: take random numbers from view.chance, or say is_pure = False"
                    )
    return game.is_determined
