"""Tournaments of WAR with Auction Rounds, in pairs or at larger tables, and the published study as one of them."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from wargraph.auction.line_up import MOST_PLAYERS, LineUp, check_names, one_strategy
from wargraph.auction.simulate import AuctionSimulation, Simulating
from wargraph.auction.strategy import Strategy
from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.checks import checked_whole
from wargraph.core.endings import CAP, Ending
from wargraph.errors import ParameterError, shown
from wargraph.report.document import Figure, Part, Table
from wargraph.report.estimates import DEVIATIONS, Share, in_words, rounded, rounded_error
from wargraph.report.result import Result, Row

MOST_TABLES = 2000
STUDIED = ("SimpleMinded1", "SimpleMinded2")
OPPONENTS = range(1, 101)
GAMES = 9030


@dataclass(frozen=True)
class Tournament(Result):
    """Games of several line-ups, with a simulation for each, and how well each strategy did."""

    simulations: tuple[AuctionSimulation, ...]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies that played, in order of appearance."""
        return tuple(dict.fromkeys(name for found in self.simulations for name in found.line_up.kinds))

    def rows(self) -> list[Row]:
        """One row for each line-up and each strategy in it, with the columns of `AuctionSimulation.rows`."""
        return [row for found in self.simulations for row in found.rows()]

    def ranking_rows(self) -> list[Row]:
        """The strategies, the best first: ``rank, strategy, line_ups, games, share, points, low, high, fair``.

        The order is by `points`, with their 95 % interval; ``fair`` is what they would be if chance decided. ``share``
        is the mean share of games that players of the strategy won, over all its line-ups.
        """
        points = {strategy: self.points(strategy) for strategy in self.strategies}
        rows: list[Row] = []
        for strategy in sorted(points, key=lambda strategy: -points[strategy].value):
            met = self._met(strategy)
            shares = [found.share(strategy) for found in met]
            share = sum(share.value for share in shares) / len(met)
            seats = [found.line_up.seats[strategy] for found in met]
            fair = sum(own / len(found.line_up) for own, found in zip(seats, met, strict=True)) / sum(seats)
            row: Row = {
                "rank": 1 + sum(other.value > points[strategy].value for other in points.values()),
                "strategy": strategy,
                "line_ups": len(met),
                "games": sum(len(found.games) for found in met),
                "share": rounded(share, math.hypot(*(share.error for share in shares)) / len(met)),
            }
            rows.append(row | points[strategy].row("points", "low", "high") | {"fair": rounded(fair)})
        return rows

    def pair_rows(self) -> list[Row]:
        """The points of each strategy in line-ups with each rival: ``strategy, rival, line_ups, points, low, high``."""
        rows: list[Row] = []
        for strategy, rival in product(self.strategies, repeat=2):
            if met := self._met(strategy, rival):
                points = self.points(strategy, rival).row("points", "low", "high")
                rows.append({"strategy": strategy, "rival": rival, "line_ups": len(met)} | points)
        return rows

    def _body(self) -> list[Part]:
        first, rows = self.simulations[0], self.rows()
        silent = {name for name in ("no_winner", "endless", "capped") if not any(row[name] for row in rows)}
        telling = [{name: value for name, value in row.items() if name not in silent} for row in rows]
        options = f" --cap {first.cap}" * (first.cap != CAP) + " --until-one-strategy" * first.until_one_strategy
        determined = "One game: nothing is left to chance, so all games of that line-up are the same."
        heading = "Ranking: points a game of one player, 95 % interval; without a winner all share the point"
        return [
            Figure(self),
            Table("line-ups", rows, excerpt=()),
            Table("ranking", self.ranking_rows(), heading),
            Table("pairs", self.pair_rows(), "The same where a rival plays too"),
            Table("line-ups", (), "Line-ups", excerpt=telling),
            determined if any(found.is_determined for found in self.simulations) else None,
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
        """The points per game of one player of a strategy, as the mean over all its players.

        A win is one point. If a game has no winner, because nobody has cards left, or because it never ends or was
        given up, all its players share the point. A line-up counts as often as it has players of the strategy, so in a
        round robin the mean of all strategies is the fair share.

        With a `rival` only line-ups in which that strategy plays too are counted; without any, the points are NaN. The
        95 % confidence interval is computed as if a win, a loss and a game without a winner had each occurred once
        more, so that it is not empty where one of them never occurred.
        """
        met = self._met(strategy, rival)
        seats = sum(found.line_up.seats[strategy] for found in met)
        if not seats:
            return Share(math.nan, 0.0, 1.0)
        value, variance = 0.0, 0.0
        for found in met:
            part = found.line_up.seats[strategy] / len(found.line_up)
            won, open_ = found.won(strategy), len(found.games) - found.count(Ending.WON)
            value += (won + open_ * part) / len(found.games)
            if not found.is_determined:
                wins, opens = (won + 1) / (len(found.games) + 3), (open_ + 1) / (len(found.games) + 3)
                variance += (wins + opens * part**2 - (wins + opens * part) ** 2) / len(found.games)
        error = DEVIATIONS * math.sqrt(variance) / seats
        value /= seats
        return Share(value, max(value - error, 0.0), min(value + error, 1.0))

    def _met(self, strategy: str, rival: str | None = None) -> list[AuctionSimulation]:
        """The simulations in which a strategy plays, and a rival of another name if one is given."""
        if strategy == rival:
            return []
        return [found for found in self.simulations if {strategy, rival} - {None} <= {*found.line_up.kinds}]


def round_robin(strategies: Sequence[Strategy | str], players: int = 2) -> list[LineUp]:
    """List all line-ups of a number of players in which at least two of these strategies meet, each mixture once.

    Examples
    --------
    >>> [str(line_up) for line_up in round_robin(["Min", "Max"], players=3)]
    ['2xMin+Max', 'Min+2xMax']
    """
    checked_whole("players", players, 2, 1000)
    each = list(dict.fromkeys(map(one_strategy, strategies)))
    check_names(each)
    if len({strategy.name for strategy in each}) < 2:
        raise ParameterError(f"strategies {shown(', '.join(map(str, each)))}: a round robin needs at least two")
    count = math.comb(len(each) + players - 1, players) - len(each)
    if count > MOST_TABLES:
        raise ParameterError(
            f"{len(each)} strategies at tables of {players} make {count:,} line-ups: at most {MOST_TABLES:,} are "
            "played, so take fewer strategies or smaller tables, or name line-ups one by one"
        )
    mixtures = combinations_with_replacement(each, players)
    return [LineUp(seats) for seats in mixtures if len({seat.name for seat in seats}) > 1]


@checkpointed
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
    return Tournament(Simulating(asked, games, seed, cap, until_one_strategy).play(run_options))


@dataclass(frozen=True)
class AuctionStudy(Tournament):
    """The published study: simulations of line-ups in which a SimpleMinded strategy plays against N Dummies."""

    @property
    def studied(self) -> dict[str, dict[int, AuctionSimulation]]:
        """The simulations of each strategy, by the number of its opponents."""
        studied: dict[str, dict[int, AuctionSimulation]] = {}
        for found in self.simulations:
            studied.setdefault(found.line_up.kinds[0], {})[len(found.line_up) - 1] = found
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
        """One row for each strategy and number of opponents, with the standard errors.

        The columns are ``strategy, opponents, games, win_ratio``, then ``mean_rounds_won`` and ``sd_rounds_won`` of the
        games won, as in the paper, and ``mean_rounds`` and ``sd_rounds`` of all games that ended. Each of the last five
        is followed by its standard error, such as ``win_ratio_error``.
        """
        return [
            {"strategy": strategy, "opponents": opponents, "games": len(simulation.games)}
            | _estimates(simulation, strategy)
            for strategy, by_opponents in self.studied.items()
            for opponents, simulation in by_opponents.items()
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
    return AuctionStudy(Simulating(line_ups, games, seed, CAP, True).play(run_options))
