"""How many games, deals, classes and positions a second: on one thread, on one a core, and by the plain rules.

    python benchmarks/rates.py           medians of five runs, taken in turn; some three minutes

*Plain* is the Python that states the rules, on one thread, for fewer games.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter

from wargraph import (
    RunOptions,
    all_deals,
    endless,
    expected_length,
    longest,
    play_auction,
    play_full_game,
    simulate,
    simulate_auction,
)
from wargraph.campaign.run import worker_count
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.result import Row
from wargraph.report.tables import text_table

RUNS = 5


@dataclass(frozen=True)
class Work:
    """What is measured: how many things of a kind are looked at, by the kernels and by the plain rules."""

    name: str
    unit: str
    number: int
    ask: Callable[..., object]
    plain_number: int = 0
    ask_plainly: Callable[[int], object] = str


def play_plainly(rules: str, games: int) -> None:
    for game in range(games):
        play_full_game(rules, game=game)


def play_auction_plainly(line_up: str, games: int) -> None:
    for game in range(games):
        play_auction(line_up, game=game, until_one_strategy=True)


def works() -> Iterator[Work]:
    """All that is measured."""
    for rules in PRESETS:
        yield Work(rules, "games", 200_000, partial(simulate, rules, 200_000), 20, partial(play_plainly, rules))
    aces = partial(simulate, "bryer", 200_000, given="1: A,A,A,A")
    yield Work("bryer, with all aces", "games", 200_000, aces)
    deals = all_deals("bryer,deck=4x3").deals
    yield Work("bryer,deck=4x3", "deals", deals, partial(all_deals, "bryer,deck=4x3"))
    for dummies, games, plain_games in ((1, 60_000, 200), (10, 10_000, 40), (100, 1_500, 5)):
        line_up = f"SimpleMinded2+{dummies}xDummy"
        ask = partial(simulate_auction, line_up, games, until_one_strategy=True)
        yield Work(line_up, "games", games, ask, plain_games, partial(play_auction_plainly, line_up))
    yield Work("transcripts of 12 cards under LW", "classes", 24_051_265, partial(longest, 12, "LW"))
    count = partial(endless, 17, "WL", "balanced")
    yield Work("17 cards, WL, counting balanced deals", "classes", 190_232_329, count)
    yield Work("expected-length 9", "positions", 1_814_400, partial(expected_length, 9))


def rate(number: int, ask: Callable[[], object]) -> float:
    """Units per second."""
    start = perf_counter()
    ask()
    return number / (perf_counter() - start)


def row(work: Work) -> Row:
    """The medians of one work."""
    cores = worker_count()
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(cores) as all_of_them:
        asked = [partial(work.ask, run_options=RunOptions(threads)) for threads in (one, all_of_them)]
        for each in asked:
            each()  # the kernels are compiled
        runs = [[rate(work.number, each) for each in asked] for _ in range(RUNS)]
    alone, together = map(median, zip(*runs, strict=True))
    plain = rate(work.plain_number, partial(work.ask_plainly, work.plain_number)) if work.plain_number else None
    return {
        "work": work.name,
        "unit": work.unit,
        "one thread": round(alone),
        f"{cores} threads": round(together),
        "plain": plain and round(plain),
    }


if __name__ == "__main__":
    print(text_table([row(work) for work in works()]))
