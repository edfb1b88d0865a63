"""How often do the 95% intervals hold the truth?

    python analyses/interval_coverage.py [BATCHES] [GAMES]

Many batches of 1,000 games are simulated by four rules, the same deals by all of them. The truth is what all batches
together say: with 4,000 batches it is 60 times as sharp as one. For every interval that `simulate` and `compare` give,
a row says in which share of the batches it held the truth, and in which it lay above and below. With 4,000 batches
that share has a standard error of 0.0034. `seen` is how many games or events a batch has, where the interval is one
of counts: all batches with one count have one interval, so of a handful none is right just 95 times in 100.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial, reduce

import numpy as np

from wargraph import RunOptions, compare
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.table import Sums
from wargraph.report.result import Row
from wargraph.report.tables import text_table

RULES = ("bryer", "drew-shuffle", "drew-stack", "kids")
BATCHES, GAMES = 4000, 1000

Intervals = dict[tuple[str, str], Row]


def intervals(found: Comparison) -> Intervals:
    """Every interval of a comparison by rules and name: ``value, low, high``, and ``seen`` where events are counted."""
    known = {(str(each.rules), str(row["what"])): row for each in found.simulations for row in intervals_of_one(each)}
    for row in found.rows():
        known[f"{row['rules']} - {row['other']}", "difference"] = interval(row["difference"], row["low"], row["high"])
    return known


def intervals_of_one(found: Simulation) -> Iterator[Row]:
    """The intervals of a simulation."""
    for row in found.measure_rows():
        if row["turns"] not in ("mode", "shortest", "longest"):
            yield {"what": row["turns"]} | interval(row["value"], row["low"], row["high"])
    for row in found.ending_rows():
        yield {"what": row["ending"]} | interval(row["share"], row["low"], row["high"], row["games"])
    for row in found.war_rows():
        yield {"what": f"games with {row['war']}"} | interval(row["share"], row["low"], row["high"], row["games_with"])
        yield {"what": f"rate of {row['war']}"} | interval(
            row["per_round"], row["per_round_low"], row["per_round_high"], row["number"]
        )


def interval(value: object, low: object, high: object, seen: object = None) -> Row:
    """A value, with the ends of its interval; no upper end is as high as can be."""
    return {"value": value, "low": low, "high": float("inf") if high is None else high, "seen": seen}


def batch(games: int, executor: ThreadPoolExecutor, seed: int) -> tuple[Comparison, Intervals]:
    """The games of a batch, whose number is its seed, and their intervals."""
    found = compare(RULES, games, seed, run_options=RunOptions(executor))
    return found, intervals(found)


def together(batches: Sequence[Comparison]) -> Comparison:
    """All batches as one."""
    simulations = [
        replace(
            each[0],
            games=np.concatenate([one.games for one in each]),
            sums=reduce(Sums.plus, (one.sums for one in each)),
        )
        for each in zip(*(one.simulations for one in batches), strict=True)
    ]
    return Comparison(tuple(simulations))


def coverage_rows(truth: Intervals, drawn: list[Intervals]) -> Iterator[Row]:
    """A row for each interval: ``rules, what, truth, seen, held, above, below``."""
    for (rules, what), row in truth.items():
        if row["seen"] == 0:
            continue
        value = float(str(row["value"]))
        each = [known[rules, what] for known in drawn]
        above = sum(float(str(row["low"])) > value for row in each) / len(each)
        below = sum(float(str(row["high"])) < value for row in each) / len(each)
        yield {
            "rules": rules,
            "what": what,
            "truth": row["value"],
            "seen": None if row["seen"] is None else round(int(str(row["seen"])) / len(drawn), 2),
            "held": round(1 - above - below, 4),
            "above": round(above, 4),
            "below": round(below, 4),
        }


def is_frequent(row: Row, games: int) -> bool:
    """Whether an interval is not one of a handful of counts: of games that are so, or that are not."""
    if row["seen"] is None:
        return True
    seen = float(str(row["seen"]))
    return seen >= 10 and (str(row["what"]).startswith("rate") or seen <= games - 10)


def main(batches: int = BATCHES, games: int = GAMES) -> None:
    """Simulate, and print the shares of batches whose intervals held the truth."""
    played, drawn = [], []
    with ThreadPoolExecutor(2) as pool, ThreadPoolExecutor(2) as executor:
        for found, known in pool.map(partial(batch, games, executor), range(batches)):
            played.append(found)
            drawn.append(known)
    rows = list(coverage_rows(intervals(together(played)), drawn))
    print(text_table(rows))
    frequent = [row for row in rows if is_frequent(row, games)]
    held = sorted(float(str(row["held"])) for row in frequent)
    print(f"\n{len(held)} intervals, those of fewer than 10 games or events left out: held by {held[0]} to {held[-1]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
