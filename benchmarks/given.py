"""How fast games are played in which cards are given, next to as many games from any deal in the same run?

    python benchmarks/given.py [GAMES]

For each preset and condition: GAMES games (200,000 by default) on one thread, with the cards given and without, one
after the other in each of seven pairs, as games a second. The ratio is the median of the pairs. Games with cards given
are often shorter or longer, so a second ratio is that of turns a second.
"""

from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter

from wargraph import RuleSet, RunOptions, Simulation, simulate
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.result import Row
from wargraph.report.tables import text_table

PAIRS = 7
HAND = "1: A,A,K,K,Q,Q,J,J,10,10,9,9,8,8,7,7,6,6,5,5,4,4,3,3,2,2"
CONDITIONS: tuple[SomeGiven, ...] = ("1: A,A,A,A", "1 top: K", ("1: A,A,A,A,K,K,K,K", "2 top: Q"), HAND)


def rates(rules: RuleSet, games: int, given: SomeGiven) -> tuple[float, float]:
    """Games and rounds a second."""
    with ThreadPoolExecutor(1) as executor:
        start = perf_counter()
        found: Simulation = simulate(rules, games, run_options=RunOptions(executor), given=given)
        seconds = perf_counter() - start
    return games / seconds, found.rounds / seconds


def row(rules: RuleSet, games: int, given: SomeGiven) -> Row:
    """The ratios of one condition, by one preset."""
    simulate(rules, 100, given=given)  # the kernels are compiled
    pairs = [(rates(rules, games, given), rates(rules, games, ())) for _ in range(PAIRS)]
    texts = Condition.of(rules, given).texts(rules)
    return {
        "rules": str(rules),
        "given": "; ".join(text if len(text) < 30 else f"{text[:8]}... (whole hand)" for text in texts),
        "games a second": round(median(one[0] for one, _ in pairs)),
        "from any deal": round(median(other[0] for _, other in pairs)),
        "ratio": round(median(one[0] / other[0] for one, other in pairs), 2),
        "ratio of rounds": round(median(one[1] / other[1] for one, other in pairs), 2),
    }


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=200_000)
    games = parser.parse_args().games
    rows = [row(rules, games, given) for rules in PRESETS.values() for given in CONDITIONS]
    print(text_table(rows))
    ratios = [float(str(each["ratio"])) for each in rows]
    print(f"\nthe lowest ratio of games a second is {min(ratios):.2f}, the median {median(ratios):.2f}")


if __name__ == "__main__":
    main()
