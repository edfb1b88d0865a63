"""How near forecasts of transcript classes come to the truth, on decks whose classes are counted.

    python benchmarks/forecasts.py [FORECASTS]

For each deck and two sizes of the samples, so many forecasts (12 by default, with the seeds 1, 2, ...): the mean, the
least and the most as shares of the true number, how often the range of a forecast holds the truth, and how many times
its lower end the upper end is, on average. Then a walk of 12 cards under LW, during which forecasts are made in small
samples: how far single forecasts and their averages are from the truth, and how often the averaged range holds it.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from statistics import fmean

from wargraph import deepest_classes
from wargraph.fixed_order.transcripts.engine import Subtrees, finished_walk, whole_trees
from wargraph.fixed_order.transcripts.forecast import GENERATION, SMALL_GENERATION, Total, forecast
from wargraph.report.result import Row
from wargraph.report.tables import text_table

COUNTED = ((12, "WL"), (12, "LW"), (13, "LW"), (14, "WL"), (14, "LW"), (15, "LW"), (17, "WL"))
LARGE = {(16, "WL"): 171_390_935_683, (16, "LW"): 590_693_423_989}
"""From docs/transcripts.md: to count these again takes hours."""


def rows(forecasts: int) -> Iterator[Row]:
    """A row for each deck and size of the samples."""
    counted = {(n, order): sum(deepest_classes(n, order).classes.values()) for n, order in COUNTED}
    for ((n, order), classes), generation in product((counted | LARGE).items(), (SMALL_GENERATION, GENERATION)):
        walk = finished_walk(n, order)
        found = [forecast(walk, whole_trees(walk), seed, generation) for seed in range(1, forecasts + 1)]
        shares = [each.classes / classes for each in found]
        yield {
            "n": n,
            "order": order,
            "classes": classes,
            "sample": generation,
            "mean": f"{fmean(shares):.2f}",
            "least": f"{min(shares):.2f}",
            "most": f"{max(shares):.2f}",
            "range holds it": sum(each.least <= classes <= each.most for each in found),
            "width": f"{fmean(each.most / each.least for each in found):.1f}",
        }


def on_the_way(forecasts: int, generation: int) -> Iterator[Row]:
    """A row for each of some times: how far single forecasts and their averages are from the truth."""
    walk = replace(finished_walk(12, "LW"), budget=4000)
    left, done = whole_trees(walk), 0
    stages: list[tuple[int, list[Subtrees]]] = []
    while left:
        tally, more = left.pop(0).work()
        left += more
        done += tally.classes.total()
        stages.append((done, list(left)))
    some = stages[5:-1:6]
    missed: dict[int, list[tuple[float, float, bool]]] = {so_far: [] for so_far, _ in some}
    for seed in range(forecasts):
        total = None
        for at, (so_far, pieces) in enumerate(some):
            single = forecast(walk, pieces, 1000 * seed + at, generation)
            total = Total.of(so_far, single) if total is None else total.and_then(so_far, single)
            average = total.forecast
            misses = abs(so_far + single.classes - done), abs(average.classes - done)
            missed[so_far].append((*misses, average.least <= done <= average.most))
    for so_far, results in missed.items():
        singles, averages, held = zip(*results, strict=True)
        yield {
            "done": f"{so_far / done:.0%}",
            "single": f"{fmean(singles) / (done - so_far):.2f}",
            "averaged": f"{fmean(averages) / (done - so_far):.2f}",
            "range holds it": sum(held),
        }


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("forecasts", nargs="?", type=int, default=12)
    number = parser.parse_args().forecasts
    print(text_table(list(rows(number))))
    print("\nOn the way, the mean error as a share of what is left:\n")
    print(text_table(list(on_the_way(number, generation=512))))
