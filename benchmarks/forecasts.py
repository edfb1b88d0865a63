"""How near forecasts of transcript classes come, on decks whose classes are counted.

    python benchmarks/forecasts.py [FORECASTS]

So many forecasts (12 by default, with the seeds 1, 2, ...), each as the share that it says of the classes there are: on
average, from the least to the most, and how often the truth lies within twice the error. Then a walk of 12 cards under
LW from which forecasts are made on the way, single and averaged, in small samples.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

from wargraph import deepest_classes
from wargraph.fixed_order.transcripts.engine import Subtrees, finished_walk, whole_trees
from wargraph.fixed_order.transcripts.forecast import Total, forecast
from wargraph.report.result import Row
from wargraph.report.tables import text_table

COUNTED = ((12, "LW"), (13, "LW"), (14, "WL"), (15, "LW"), (17, "WL"))
LARGE = {(16, "WL"): 171_390_935_683, (16, "LW"): 590_693_423_989}
"""From docs/transcripts.md: to count these again takes hours."""


def rows(forecasts: int) -> Iterator[Row]:
    """A row for each deck."""
    known = {(n, order): sum(deepest_classes(n, order).classes.values()) for n, order in COUNTED}
    for (n, order), classes in (known | LARGE).items():
        walk = finished_walk(n, order)
        found = [forecast(walk, whole_trees(walk), seed) for seed in range(1, forecasts + 1)]
        shares = [each.classes / classes for each in found]
        yield {
            "n": n,
            "order": order,
            "classes": classes,
            "mean": f"{fmean(shares):.2f}",
            "least": f"{min(shares):.2f}",
            "most": f"{max(shares):.2f}",
            "within two errors": sum(abs(each.classes - classes) <= 2 * each.error for each in found),
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
    some = stages[11:-1:24]
    missed: dict[int, list[tuple[float, float]]] = {known: [] for known, _ in some}
    for seed in range(forecasts):
        total = None
        for at, (known, pieces) in enumerate(some):
            single = forecast(walk, pieces, 1000 * seed + at, generation)
            total = Total.of(known, single) if total is None else total.and_then(known, single)
            missed[known].append((abs(known + single.classes - done), abs(total.classes - done)))
    for known, pairs in missed.items():
        single_miss, average_miss = (fmean(each) / (done - known) for each in zip(*pairs, strict=True))
        yield {"done": f"{known / done:.0%}", "single": f"{single_miss:.2f}", "averaged": f"{average_miss:.2f}"}


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("forecasts", nargs="?", type=int, default=12)
    asked = parser.parse_args().forecasts
    print(text_table(list(rows(asked))))
    print("\nOn the way, what they miss as a share of what is left, in the mean:\n")
    print(text_table(list(on_the_way(asked, generation=512))))
