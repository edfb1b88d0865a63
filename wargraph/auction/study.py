"""The published study of WAR with Auction Rounds: a SimpleMinded player against 1 to 100 Dummies."""

from collections.abc import Iterable
from dataclasses import dataclass

from wargraph.auction.line_up import MOST_PLAYERS, LineUp
from wargraph.auction.simulate import AuctionSimulation, Simulating
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import checked_whole
from wargraph.core.endings import CAP
from wargraph.errors import ParameterError
from wargraph.report.estimates import rounded, rounded_error
from wargraph.report.result import Result, Row

STUDIED = ("SimpleMinded1", "SimpleMinded2")
OPPONENTS = range(1, 101)
GAMES = 9030


@dataclass(frozen=True)
class AuctionStudy(Result):
    """The simulations of the two SimpleMinded strategies against many Dummies, by strategy and number of opponents."""

    simulations: dict[tuple[str, int], AuctionSimulation]

    def _answer(self) -> str:
        sentences = []
        for strategy in dict.fromkeys(strategy for strategy, _ in self.simulations):
            numbers = sorted(number for name, number in self.simulations if name == strategy)
            won = [
                f"{self.simulations[strategy, number].share(strategy).display} against {number}xDummy"
                for number in dict.fromkeys((numbers[0], numbers[-1]))
            ]
            sentences.append(f"{strategy} wins {', and '.join(won)}.")
        return "\n".join(sentences)

    def rows(self) -> list[Row]:
        """One row for each strategy and number of opponents, with the standard errors.

        The columns are ``strategy, opponents, games, win_ratio``, then ``mean_rounds_won`` and ``sd_rounds_won`` of the
        games won, as in the paper, and ``mean_rounds`` and ``sd_rounds`` of all games that ended. Each of the last five
        is followed by its standard error, such as ``win_ratio_error``.
        """
        return [
            {"strategy": strategy, "opponents": opponents, "games": len(simulation.games)}
            | _estimates(simulation, strategy)
            for (strategy, opponents), simulation in self.simulations.items()
        ]


def _estimates(simulation: AuctionSimulation, strategy: str) -> Row:
    ratio = simulation.share(strategy)
    error = (ratio.value * (1 - ratio.value) / len(simulation.games)) ** 0.5
    row: Row = {"win_ratio": rounded(ratio.value, ratio.error), "win_ratio_error": rounded_error(error)}
    for name, rounds in (("rounds_won", simulation.rounds_won(strategy)), ("rounds", simulation.rounds)):
        for column, value, error in (("mean", rounds.mean, rounds.mean_error), ("sd", rounds.sd, rounds.sd_error)):
            row |= {f"{column}_{name}": rounded(value, error), f"{column}_{name}_error": rounded_error(error)}
    return row


@checkpointed
def auction_study(
    opponents: Iterable[int] = OPPONENTS,
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
    if not opponents:
        raise ParameterError("there is no number of opponents: name one, such as 1..100")
    line_ups = [LineUp.parse(f"{strategy}+{number}xDummy") for strategy in STUDIED for number in opponents]

    def study_of(simulations: tuple[AuctionSimulation, ...]) -> AuctionStudy:
        return AuctionStudy({(each.line_up.kinds[0], len(each.line_up) - 1): each for each in simulations})

    return Simulating(line_ups, games, seed, CAP, True, study_of).play(run_options)
