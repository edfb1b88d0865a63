"""How fast every deal of a deck is played: many games side by side, and one by one.

    python benchmarks/every_deal.py [DECK] [PIECES]

By the rules of Delahaye and Mathieu, on one thread: all deals of four ranks and four suits in both ways, which must
find the same. Then PIECES pieces (6 by default), from all over, of a larger DECK (5x4 by default), and how long all of
it would take. CPU seconds.
"""

from argparse import ArgumentParser
from functools import reduce
from itertools import islice
from operator import add
from time import process_time

from wargraph import RuleSet
from wargraph.full_game.every_deal.arrangements import arrangements
from wargraph.full_game.every_deal.one_by_one import DealTally, deal_ranges
from wargraph.full_game.every_deal.side_by_side import compile_kernels, splits
from wargraph.report.result import Row
from wargraph.report.tables import text_table

WAYS = {"side by side": splits, "one by one": deal_ranges}


def rules_of(deck: str) -> RuleSet:
    """The rules of Delahaye and Mathieu for a deck."""
    return RuleSet.parse(f"delahaye-mathieu,deck={deck}")


def measured(way: str, rules: RuleSet, pieces: int | None = None) -> tuple[DealTally, Row]:
    """What some pieces find, or all, and how long they take."""
    start = process_time()
    found = reduce(add, (piece.work()[0] for piece in islice(WAYS[way](rules), pieces)))
    seconds = process_time() - start
    return found, {
        "rules": str(rules),
        "way": way,
        "deals": found.deals,
        "seconds": round(seconds, 1),
        "deals a second": round(found.deals / seconds),
        "hours for all": round(seconds * arrangements(rules) / found.arrangements / 3600, 3),
    }


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("deck", nargs="?", default="5x4")
    parser.add_argument("pieces", nargs="?", type=int, default=6)
    asked = parser.parse_args()
    compile_kernels(rules_of("4x4"))
    next(deal_ranges(rules_of("2x2"))).work()
    (found, row), (known, other_row) = (measured(way, rules_of("4x4")) for way in WAYS)
    if found != known:
        raise SystemExit("the two ways do not find the same")
    _, large_row = measured("side by side", rules_of(asked.deck), asked.pieces)
    print(text_table([row, other_row, large_row]))


if __name__ == "__main__":
    main()
