"""How can anybody check the endless deals and the longest games of the tables?

    python analyses/certificates.py           some hours, for the longest games of the largest decks
    python certificates/verify.py             plays them all, by sixty lines that share nothing with the package

By playing them: the study writes each down as a line of a file.

An endless deal is a proof of itself: once the hands are what they were, everything happens again. Of a longest game the
line shows that there is a game of this length, not that there is no longer one; docs/transcripts.md says how that is
known. Of 16 and 23 cards the file has games that shorter searches met; this study may write others, as long.

The endless deals are those of `figures/endless-full-deck.csv`, with suits, and of `figures/endless-deals.csv` and
`figures/endless-cycles.csv`, the cards 1..n. The longest games are those of one deck
of each size and order of return, from any deal and from balanced ones, and of any tournament.
"""

import csv
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from wargraph import (
    FIXED_ORDERS,
    Deals,
    Position,
    Relation,
    ReturnOrder,
    RunOptions,
    longest,
    longest_over_tournaments,
    play,
)
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table

ROOT = Path(__file__).parent.parent
CERTIFICATES = ROOT / "certificates"
RETURNED = {"natural": "WL", "optimised": "sorted", "loser-first": "LW"}
SIZES = (*range(2, 18), 19, 21, 23)
OF_ANY = {"WL": range(3, 10), "LW": range(3, 11)}
HOURS = RunOptions(hours=24)
NOTHING = {"preperiod": None, "cycle_length": None, "winners": None}


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table in figures/ that have an example."""
    with (ROOT / "figures" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if any(map(row.get, ("deal", "example", "endless_example")))]


def certificate(deck: str, deals: str, order: str, deal: str, relation: str = "", **claim: object) -> Row:
    """A line of one of the files, with commas between all cards."""
    if "," not in deal:
        deal = "|".join(",".join(hand) for hand in deal.split("|"))
    return {"deck": deck, "deals": deals, "order": order, "relation": relation, "deal": deal, **NOTHING, **claim}


def endless_deals() -> list[Row]:
    """Decks with suits, then the cards 1..n, each deal once."""
    lines: dict[tuple[object, ...], Row] = {}
    for row in table("endless-full-deck"):
        deck, order = f"{row['ranks']}x{row['suits']}", RETURNED[row["returned"]]
        lines[deck, order, row["deal"]] = certificate(
            deck, "balanced", order, row["deal"], preperiod=row["preperiod"], cycle_length=row["cycle_length"]
        )
    for row in (*table("endless-deals"), *table("endless-cycles")):
        deck, order, deal = f"{row['n']}x1", row["order"], Position(row.get("endless_example") or row["example"])
        game = play(deal, order)
        line = certificate(
            deck, row["deals"], order, str(deal), preperiod=game.preperiod, cycle_length=game.cycle_length
        )
        lines.setdefault((deck, order, line["deal"]), line)
    return list(lines.values())


def longest_games(largest: int, largest_of_any: int) -> Iterator[Row]:
    """If the higher card wins, then of any tournament, for decks up to these sizes."""
    for order, deals in product(FIXED_ORDERS, Deals):
        for n in SIZES:
            if n <= largest:
                yield longest_game(longest(n, order, deals, HOURS).example, deals, order)
        for n in OF_ANY[order]:
            if n <= largest_of_any:
                of_any = longest_over_tournaments(n, order, deals, HOURS)
                yield longest_game(of_any.example, deals, order, of_any.relation)


def longest_game(deal: Position, deals: Deals, order: ReturnOrder, relation: Relation | None = None) -> Row:
    """The certificate of a game that is known to be a longest one."""
    game = play(deal, order, relation)
    winners = "".join(str(row["winner"])[0] for row in game.rows()[:-1])
    beaten = zip(*relation.to_array().nonzero(), strict=True) if relation else ()
    named = " ".join(f"{a + 1}>{b + 1}" for a, b in beaten)
    return certificate(f"{deal.n}x1", str(deals), str(order), str(deal), named, winners=winners)


def main(folder: Path = CERTIFICATES, largest: int = max(SIZES), largest_of_any: int = max(OF_ANY["LW"])) -> None:
    """Write both files."""
    write_file(folder / "endless-deals.csv", csv_table(endless_deals()))
    write_file(folder / "longest-games.csv", csv_table(list(longest_games(largest, largest_of_any))))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else CERTIFICATES)
