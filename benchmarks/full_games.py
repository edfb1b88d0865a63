"""How fast full games are played, next to the plain rules in the same run.

    python benchmarks/full_games.py [GAMES]

For each preset: GAMES games (200,000 by default) on one thread and on one a core, and some by the plain rules on one
thread, as games a second; the median of five runs, taken in turn. Then all deals of four ranks and four suits. Then
the memory that 100,000 and 1,000,000 games take, each in a process of its own.
"""

import subprocess
import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter

from wargraph import RuleSet, RunOptions, all_deals, play_full_game, simulate
from wargraph.campaign.run import worker_count
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.result import Row
from wargraph.report.tables import text_table

RUNS = 5
PLAIN_GAMES = 20
DEALS = ("delahaye-mathieu,deck=4x4", "drew-stack,deck=4x4", "bryer,deck=4x4")
MEMORY = """
import resource, sys
from wargraph import simulate
simulate("bryer", int(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def seconds(rules: RuleSet, games: int, threads: int) -> float:
    """How long a simulation takes."""
    with ThreadPoolExecutor(threads) as executor:
        start = perf_counter()
        simulate(rules, games, run_options=RunOptions(executor))
        return perf_counter() - start


def plain_seconds(rules: RuleSet, games: int) -> float:
    """How long the plain rules take for the same first games."""
    start = perf_counter()
    for game in range(games):
        play_full_game(rules, game=game)
    return perf_counter() - start


def rates(games: int) -> list[Row]:
    """One row for each preset."""
    rows = []
    for rules in PRESETS.values():
        simulate(rules, 1)  # the kernels are compiled
        one, all_threads, plain = zip(
            *(
                (seconds(rules, games, 1), seconds(rules, games, worker_count()), plain_seconds(rules, PLAIN_GAMES))
                for _ in range(RUNS)
            ),
            strict=True,
        )
        rows.append(
            {
                "rules": str(rules),
                "games a second, one thread": round(games / median(one)),
                f"{worker_count()} threads": round(games / median(all_threads)),
                "plain rules": round(PLAIN_GAMES / median(plain)),
            }
        )
    return rows


def all_deals_row(rules: str) -> Row:
    """How long all deals take."""
    all_deals(rules.replace("4x4", "2x2"))  # the kernels are compiled
    start = perf_counter()
    found = all_deals(rules)
    return {
        "rules": rules,
        "deals": found.deals,
        "endless": found.endless,
        "longest": found.longest,
        "seconds": round(perf_counter() - start, 1),
    }


def memory_row(games: int) -> Row:
    """What a process takes at most."""
    done = subprocess.run([sys.executable, "-c", MEMORY, str(games)], capture_output=True, check=True, text=True)
    return {"games": games, "megabytes": int(done.stdout)}


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=200_000)
    games = parser.parse_args().games
    print(text_table(rates(games)), end="\n\n")
    print(text_table([all_deals_row(rules) for rules in DEALS]), end="\n\n")
    print(text_table([memory_row(games) for games in (100_000, 1_000_000)]))


if __name__ == "__main__":
    main()
