"""What the tests of checkpoints share: campaigns of many small pieces, and a look into the files."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from wargraph import (
    Effort,
    all_deals,
    auction_study,
    census,
    compare,
    cycles_of_order,
    endless_cycles,
    lengths,
    longest,
    longest_of_any_relation,
    round_robin,
    simulate,
    simulate_auction,
    tournament,
    transcript_tree,
)
from wargraph.campaign.encoding import _OTHERS, decoded, fingerprint
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.results import Result

WORK: dict[str, Callable[[Effort | None], Result]] = {
    "simulate": lambda effort: simulate("bryer", 500, 3, effort=effort),
    "compare": lambda effort: compare(["drew-stack", "kids"], 300, 3, effort=effort),
    "all_deals": lambda effort: all_deals("delahaye-mathieu,deck=3x3", effort),
    "simulate_auction": lambda effort: simulate_auction("SimpleMinded1+2xDummy", 2000, 3, effort=effort),
    "tournament": lambda effort: tournament(round_robin(["Min", "Dummy", "Adversary"]), 600, 3, effort=effort),
    "auction_study": lambda effort: auction_study([1, 2], 600, 3, effort),
    "transcript_tree": lambda effort: transcript_tree(11, "LW", effort=effort),
    "longest": lambda effort: longest(11, "WL", effort=effort),
    "longest of any relation": lambda effort: longest_of_any_relation(7, effort=effort),
    "census": lambda effort: census(5, effort=effort),
    "lengths by trees, with cycles": lambda effort: lengths(11, "WL", "even", effort),
    "lengths by the forest, with cycles": lambda effort: lengths("cyclic:7", "WL", effort=effort),
    "endless_cycles": lambda effort: endless_cycles(11, "WL", "even", effort),
    "cycles_of_order": lambda effort: cycles_of_order(11, "WL", effort),
}
"""All kinds of campaigns; some questions take several."""


@dataclass(frozen=True)
class Ones:
    """A piece that counts the numbers from `first` on below `stop`, one by one, and leaves the rest in two halves."""

    first: int
    stop: int

    def work(self) -> "tuple[int, list[Ones]]":
        half = self.first + 1 + (self.stop - self.first) // 2
        parts = Ones(self.first + 1, half), Ones(half, self.stop)
        return 1, [part for part in parts if part.first < part.stop]


_OTHERS.add((Ones.__module__, Ones.__name__))  # as if it were of the package


class Count(Campaign[Ones, int]):
    """Counts some ones, from several starts."""

    def __init__(self, *counts: int) -> None:
        self.counts = counts

    def __str__(self) -> str:
        return f"ones up to {sum(self.counts)}"

    def pieces(self) -> list[Ones]:
        ends = [0, *accumulate(self.counts)]
        return [Ones(*between) for between in pairwise(ends)]

    def amount(self) -> Amount:
        done = self.result or 0
        return Amount(done, sum(self.counts) - done, "ones")


def rows_of(path: Path) -> dict[tuple[int, str], str]:
    """The pieces of a checkpoint: what each found and left, as a number."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT campaign, name, found FROM piece")
        return {(campaign, name): fingerprint(decoded(found)) for campaign, name, found in rows}


def change(path: Path, statement: str, *values: object) -> None:
    """Change a checkpoint by hand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement, values)
