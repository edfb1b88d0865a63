"""The published study of WAR with Auction Rounds: a SimpleMinded player against 1 to 100 Dummies."""

from collections.abc import Iterable
from dataclasses import dataclass

from wargraph.auction.line_up import MOST_PLAYERS, LineUp
from wargraph.auction.simulate import AuctionSimulation, simulate_each
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

        The columns are ``strategy, opponents, games, win_ratio, win_ratio_error``, then the mean and standard deviation
        of the rounds of games won, as in the paper, and of all games that ended: ``mean_rounds_won,
        mean_rounds_won_error, sd_rounds_won, sd_rounds_won_error, mean_rounds, mean_rounds_error, sd_rounds,
        sd_rounds_error``.
        """
        rows: list[Row] = []
        for (strategy, opponents), simulation in self.simulations.items():
            ratio, games = simulation.share(strategy), len(simulation.games)
            row: Row = {
                "strategy": strategy,
                "opponents": opponents,
                "games": games,
                "win_ratio": rounded(ratio.value, ratio.error),
                "win_ratio_error": rounded_error((ratio.value * (1 - ratio.value) / games) ** 0.5),
            }
            for name, rounds in (("rounds_won", simulation.rounds_won(strategy)), ("rounds", simulation.rounds)):
                row |= {
                    f"mean_{name}": rounded(rounds.mean, rounds.mean_error),
                    f"mean_{name}_error": rounded_error(rounds.mean_error),
                    f"sd_{name}": rounded(rounds.sd, rounds.sd_error),
                    f"sd_{name}_error": rounded_error(rounds.sd_error),
                }
            rows.append(row)
        return rows


@checkpointed
def auction_study(
    opponents: Iterable[int] = OPPONENTS,
    games: int = GAMES,
    seed: int = 0,
    run_options: RunOptions | None = None,
) -> AuctionStudy:
    """Play SimpleMinded1 and SimpleMinded2 against many Dummies, until all remaining players have the same strategy.

    This is the study that Rosenthal and Sattizahn published, who played 9,030 games for each of N = 1..100. The paper
    does not print its driver; that of its repository stops a game as soon as all players left are of one strategy, and
    its rounds are those of the games that the SimpleMinded player won.

    `opponents` are the numbers of Dummies, each of which is played for so many games with each strategy. The other
    parameters are those of `simulate_auction`.

    >>> for row in auction_study([1, 2], games=1000, seed=1).rows():
    ...     print(row["strategy"], row["opponents"], row["win_ratio"], row["mean_rounds_won"])
    SimpleMinded1 1 0.918 43.8573
    SimpleMinded1 2 0.823 77.5419
    SimpleMinded2 1 0.931 42.2943
    SimpleMinded2 2 0.847 78.1983
    """
    opponents = list(opponents)
    if not opponents:
        raise ParameterError("there is no number of opponents: name one, such as 1..100")
    for number in opponents:
        checked_whole("opponents", number, 1, MOST_PLAYERS - 1)
    line_ups = [LineUp.parse(f"{strategy}+{number}xDummy") for strategy in STUDIED for number in opponents]

    def study_of(simulations: tuple[AuctionSimulation, ...]) -> AuctionStudy:
        return AuctionStudy({(each.line_up.kinds[0], len(each.line_up) - 1): each for each in simulations})

    return simulate_each(line_ups, games, seed, CAP, True, run_options, study_of)
