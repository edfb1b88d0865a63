"""How fast WAR with Auction Rounds is played, next to the plain game in the same run.

    python benchmarks/auction.py [--study]

SimpleMinded2 against N Dummies, until all players left are of one strategy: games a second by the engine on one thread
and on one a core, and by plain Python on one thread; the median of five runs, taken in turn. With --study also the
whole published study, 9,030 games of two strategies for each of N = 1..100.
"""

from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter

from wargraph import RunOptions, auction_study, play_auction, simulate_auction
from wargraph.campaign.run import worker_count
from wargraph.report.result import Row
from wargraph.report.tables import text_table

RUNS = 5
GAMES = {1: 60_000, 10: 10_000, 100: 1_500}
PLAIN_GAMES = {1: 200, 10: 40, 100: 5}


def seconds(line_up: str, games: int, threads: int) -> float:
    """How long the engine takes."""
    with ThreadPoolExecutor(threads) as executor:
        start = perf_counter()
        simulate_auction(line_up, games, until_one_strategy=True, run_options=RunOptions(executor))
        return perf_counter() - start


def plain_seconds(line_up: str, games: int) -> float:
    """How long the plain game takes for the same first games."""
    start = perf_counter()
    for game in range(games):
        play_auction(line_up, game=game, until_one_strategy=True)
    return perf_counter() - start


def rates() -> list[Row]:
    """One row for each number of Dummies."""
    rows = []
    for opponents, games in GAMES.items():
        line_up, plain_games = f"SimpleMinded2+{opponents}xDummy", PLAIN_GAMES[opponents]
        simulate_auction(line_up, 1)  # the kernels are compiled
        one, all_threads, plain = (
            median(times)
            for times in zip(
                *(
                    (
                        seconds(line_up, games, 1),
                        seconds(line_up, games, worker_count()),
                        plain_seconds(line_up, plain_games),
                    )
                    for _ in range(RUNS)
                ),
                strict=True,
            )
        )
        rows.append(
            {
                "Dummies": opponents,
                "games a second, one thread": round(games / one),
                f"{worker_count()} threads": round(games / all_threads),
                "plain": round(plain_games / plain),
                "one thread : plain": round(games / one / (plain_games / plain)),
            }
        )
    return rows


def study_row() -> Row:
    """How long the published study takes."""
    start = perf_counter()
    games = sum(len(found.games) for found in auction_study().simulations)
    return {"the whole study, games": games, "seconds": round(perf_counter() - start, 1)}


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--study", action="store_true", help="play the whole published study too")
    with_study = parser.parse_args().study
    print(text_table(rates()))
    if with_study:
        print(f"\n{text_table([study_row()])}")


if __name__ == "__main__":
    main()
