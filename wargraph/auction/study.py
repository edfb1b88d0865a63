"""The published study of WAR with Auction Rounds: a SimpleMinded player against 1 to 100 Dummies."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from wargraph.auction.line_up import MOST_PLAYERS, LineUp
from wargraph.auction.simulate import AuctionSimulation, check_simulation, simulate_each
from wargraph.errors import ParameterError
from wargraph.estimates import rounded
from wargraph.results import Result, Row
from wargraph.simulation.game import CAP, checked_whole

STUDIED = ("SimpleMinded1", "SimpleMinded2")
OPPONENTS = range(1, 101)
GAMES = 9030


@dataclass(frozen=True, eq=False)
class AuctionStudy(Result):
    """How the two SimpleMinded strategies do against many Dummies.

    Attributes
    ----------
    simulations
        By strategy and number of opponents.
    """

    simulations: dict[tuple[str, int], AuctionSimulation]

    def rows(self) -> list[Row]:
        """A row for each strategy and number of opponents, with the standard errors.

        ``strategy, opponents, games, win_ratio, win_ratio_error, mean_rounds, mean_rounds_error, sd_rounds, ...``
        """
        rows: list[Row] = []
        for (strategy, opponents), found in self.simulations.items():
            ratio = found.share(strategy).value
            rows.append(
                {
                    "strategy": strategy,
                    "opponents": opponents,
                    "games": found.games,
                    "win_ratio": rounded(ratio),
                    "win_ratio_error": rounded((ratio * (1 - ratio) / found.games) ** 0.5),
                    "mean_rounds": rounded(found.rounds.mean),
                    "mean_rounds_error": rounded(found.rounds.mean_error),
                    "sd_rounds": rounded(found.rounds.sd),
                    "sd_rounds_error": rounded(found.rounds.sd_error),
                }
            )
        return rows


def auction_study(
    opponents: Iterable[int] = OPPONENTS,
    games: int = GAMES,
    seed: int = 0,
    executor: Executor | None = None,
    watch: Callable[[str], None] | None = None,
) -> AuctionStudy:
    """Play SimpleMinded1 and SimpleMinded2 against so many Dummies, until all players left are of one strategy.

    This is the study that Rosenthal and Sattizahn published, who played 9,030 games for each of N = 1..100.

    Parameters
    ----------
    opponents
        Numbers of Dummies.
    games
        How many games for each number and strategy.
    seed
        Of the random numbers.
    executor
        Threads that games are played on; by default one a core.
    watch
        Told, in a line, how far it is.

    Raises
    ------
    ParameterError
        If a number is out of range.
    Interrupted
        On Ctrl-C, with what is known so far.

    Examples
    --------
    >>> for row in auction_study([1, 2], games=1000, seed=1).rows():
    ...     print(row["strategy"], row["opponents"], row["win_ratio"], row["mean_rounds"])
    SimpleMinded1 1 0.907 47.484
    SimpleMinded1 2 0.809 70.461
    SimpleMinded2 1 0.927 44.922
    SimpleMinded2 2 0.871 74.8
    """
    opponents = list(opponents) if isinstance(opponents, Iterable) else [opponents]
    check_study(opponents, games, seed)
    played = [(strategy, number) for strategy in STUDIED for number in opponents]
    line_ups = [LineUp.parse(f"{strategy}+{number}xDummy") for strategy, number in played]
    found = simulate_each(line_ups, games, seed, CAP, True, executor, watch)
    return AuctionStudy(dict(zip(played, found, strict=True)))


def check_study(opponents: Sequence[int], games: object, seed: int) -> int:
    """The number of games, or a `ParameterError` that says why the study cannot be made."""
    if not opponents:
        raise ParameterError("there is no number of opponents: name one, such as 1..100")
    for number in opponents:
        checked_whole("opponents", number, 1, MOST_PLAYERS - 1)
    return check_simulation(LineUp.parse(STUDIED), games, seed)
