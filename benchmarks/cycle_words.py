"""How many words of winners are tried a second, next to the plain definition; and searches that run for hours.

    python benchmarks/cycle_words.py
    python benchmarks/cycle_words.py SEARCH [--checkpoint FILE] [--hours H]

Without a name: a short search of words without draws and one with draws on 52 cards, by the kernel on one thread and,
for some of the same words, by `SuitedCycle`, which plays a word until nothing new is compared. With the name of a
search it is run to its end on all cores, and what it found and excluded is printed; those whose name begins with
`formula` take the extra of that name. A word that differs by rotation, or by exchange of the players where every split
is tried, is tried once.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import islice, product
from multiprocessing import get_context
from time import perf_counter

from wargraph import (
    CyclesByFormula,
    CyclesOfWords,
    ParameterError,
    ReturnOrder,
    RunOptions,
    SuitedCycle,
    TableOrder,
    cycles_by_formula,
    cycles_of_words,
)
from wargraph.report.result import Row
from wargraph.report.tables import text_table

CARDS, SUITS = 52, 4
FOURS = ("LLLL", "RLRL", "LRLR", "RRLL", "LLRR", "LRRR", "RRRL")
DRAWS = ("L", "=L", "==L")
SHORT = {"winners": (("L", "R"), 22), "draws": (DRAWS, 14)}
PLAIN_TRIES = 300

SEARCHES = {
    "words": partial(cycles_of_words, CARDS, "WL", 36),
    "words-blocks": partial(cycles_of_words, CARDS, "WL", 44, FOURS, splits=range(4, CARDS, 4)),
    "words-mirrored": partial(cycles_of_words, CARDS, "WL", 66, is_mirrored=True),
    "words-draws": partial(cycles_of_words, CARDS, "WL", 18, DRAWS),
    "words-draws-32": partial(cycles_of_words, 32, "WL", 22, DRAWS),
    "formula": partial(cycles_by_formula, CARDS, "WL", 38),
    "formula-mirrored": partial(cycles_by_formula, CARDS, "WL", 60, is_mirrored=True),
    "formula-3-ranks": partial(cycles_by_formula, CARDS, "WL", 100, ranks=3),
    "formula-4-ranks": partial(cycles_by_formula, CARDS, "WL", 64, ranks=4),
    "formula-6-ranks": partial(cycles_by_formula, CARDS, "WL", 46, ranks=6),
    "formula-pairs": partial(cycles_by_formula, CARDS, "WL", 68, blocks=("LL",)),
    "formula-fours": partial(cycles_by_formula, CARDS, "WL", 96, blocks=("LLLL",)),
    "formula-blocks": partial(cycles_by_formula, CARDS, "WL", 52, blocks=FOURS),
    "formula-32": partial(cycles_by_formula, 32, "WL", 40, ranks=8),
}
"""Searches for 52 or 32 cards returned naturally (and, without draws, optimised) that take minutes or hours."""


def speed(name: str, blocks: tuple[str, ...], longest: int) -> Row:
    """Words and splits a second, by the kernel on one thread and by the plain definition."""
    with ThreadPoolExecutor(1) as executor:
        cycles_of_words(CARDS, "WL", 4, blocks, run_options=RunOptions(executor))
        start = perf_counter()
        found = cycles_of_words(CARDS, "WL", longest, blocks, run_options=RunOptions(executor))
        by_kernel = found.tries / (perf_counter() - start)
    words = ("".join(letters) for letters in product(blocks, repeat=longest // 2))
    start = perf_counter()
    for word, split in islice(product(words, (8, 16, 24)), PLAIN_TRIES):
        goes_round(word + word.translate(str.maketrans("LR", "RL")), split)
    plainly = PLAIN_TRIES / (perf_counter() - start)
    return {"words": name, "tries": found.tries, "a second": round(by_kernel), "plainly": round(plainly)}


def goes_round(word: str, split: int) -> bool:
    """The plain definition."""
    try:
        SuitedCycle(CARDS, TableOrder(ReturnOrder.WL), split, word)
    except ParameterError:
        return False
    return True


def told(found: CyclesOfWords | CyclesByFormula) -> str:
    """What a search excludes: all but these, and whether ranks of four fit them."""
    rows = [
        {**row, "fits": cycle.ranks_in([SUITS] * (cycle.cards // SUITS)) is not None}
        for row, cycle in zip(found.rows(), found.cycles, strict=True)
    ]
    return f"{found.searched}\n\n{text_table(rows)}"


def main() -> None:
    """Measure, or search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("search", nargs="?", choices=SEARCHES)
    parser.add_argument("--checkpoint")
    parser.add_argument("--hours", type=float, default=12.0)
    asked = parser.parse_args()
    if asked.search is None:
        print(text_table([speed(name, *of) for name, of in SHORT.items()]))
    else:
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as executor:
            run_options = RunOptions(executor, asked.hours, sys.stderr.isatty(), asked.checkpoint)
            print(told(SEARCHES[asked.search](run_options=run_options)))


if __name__ == "__main__":
    main()
