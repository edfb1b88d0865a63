"""How many games of War never end, and why are decks of 2^k and 3 * 2^k cards special?

    python analyses/endless_deals.py

Deal the deck 1..n evenly and fix how the winner of a turn returns the two cards. Then a game either ends or comes
back to a position it has seen, and goes round for ever. OEIS A400411 (Okwor 2026) counts the deals that never end
under WL; Spivey (2010) showed that some do for every n that is not 2^k or 3 * 2^k.

The plain way is to play every deal. It checks the fast one (transcript classes, docs/transcripts.md) for small n;
then the fast one goes on alone.

What comes out:

1. *Odd and even decks are two worlds.* Of an odd deck more and more deals never end: 78 % of 13 cards, 88 % of 17
   (WL). Of an even deck few do, or none at all.
2. *A cycle is a word of winners.* Written with labels for cards, all endless games of a deck run into a handful of
   cycles. On an odd deck the players win in turn, and there is one cycle for each way to hold the cards. Its length is
   lcm(n + 1, s - 1, n - s) under WL, where s, the cards of the player who loses the next turn, is odd; under LW
   it is lcm(n - 1, s, n + 1 - s) with s even. Both are observed for every odd n <= 31, not proved here.
3. *Blocks.* Write n = m q with m a power of two and q odd. Then the players win m turns each, in turn: the word is
   L^m R^m, and blocks of m cards go round as single cards do on an odd deck. For every n <= 32 there are (q - 3)/2
   such cycles under WL and (q - 1)/2 under LW, and none with any other block. So under WL they are missing exactly
   where q = 1 or q = 3, that is for n = 2^k and n = 3 * 2^k; under LW exactly for n = 2^k.
4. Even decks have other cycles too: two turns each at n = 10 under LW, but also words of 8 and of 60 turns.
"""

import sys
from itertools import product
from math import factorial, lcm
from pathlib import Path

from matplotlib.figure import Figure

from wargraph import (
    Effort,
    ParameterError,
    ReturnOrder,
    SymbolicCycle,
    endless,
    endless_cycles,
    even_deals,
    play_out,
    save_chart,
)
from wargraph.export.files import write_file
from wargraph.export.tables import csv_table, markdown_table
from wargraph.results import Row

FIGURES = Path(__file__).parent.parent / "figures"
SIZES = (*range(1, 14), 15, 17)
LARGEST_PLAIN = 6
LARGEST_WITH_CYCLES = 15
LARGEST_BLOCKS = 32
COLOURS = {ReturnOrder.WL: "#0072B2", ReturnOrder.LW: "#D55E00"}
PATIENT = Effort(hours=6)


def check_plainly(n: int) -> None:
    """Compare the count of endless even deals with playing every one."""
    for order in ReturnOrder:
        played = sum(play_out(deal, order).is_endless for deal in even_deals(n))
        assert endless(n, order, "even").endless == played, (n, order)


def shares(largest: int) -> list[Row]:
    """One row for each n and order: how many even deals never end."""
    rows = []
    for n, order in product((n for n in SIZES if n <= largest), ReturnOrder):
        found = endless(n, order, "even", PATIENT)
        found.verify()
        rows += found.rows()
    return rows


def cycles(largest: int) -> list[Row]:
    """One row for each symbolic cycle that even deals run into."""
    rows: list[Row] = []
    for n, order in product((n for n in SIZES if n <= min(largest, LARGEST_WITH_CYCLES)), ReturnOrder):
        rows += [
            {"n": n, "order": str(order), **row, "share": round(int(str(row["positions"])) / factorial(n), 6)}
            for row in endless_cycles(n, order, "even", PATIENT).rows()
        ]
    return rows


def block_cycles(n: int, order: ReturnOrder) -> dict[int, dict[int, int]]:
    """The cycles in which the players win m turns each in turn: by m and by Left's cards, their lengths."""
    found: dict[int, dict[int, int]] = {}
    for block, split in product(range(1, n), range(1, n)):
        try:
            length = SymbolicCycle(n, order, split, "L" * block + "R" * block).length
        except ParameterError:  # a hand runs empty, or the comparisons contradict each other
            continue
        found.setdefault(block, {})[split] = length
    return found


def blocks(largest: int) -> list[Row]:
    """One row for each n: the block of the cycles, and their number under each order, checked against the claims."""
    rows: list[Row] = []
    for n in range(2, largest + 1):
        block = n & -n
        row: Row = {"n": n, "block": block, "odd_part": n // block}
        for order, fewer in ((ReturnOrder.WL, 3), (ReturnOrder.LW, 1)):
            found = block_cycles(n, order)
            assert set(found) <= {block}, (n, order, found)
            row[f"cycles_{order.lower()}"] = len(found.get(block, {}))
            assert row[f"cycles_{order.lower()}"] == max(0, (n // block - fewer) // 2), (n, order, found)
            if block == 1:
                for split, length in found.get(1, {}).items():
                    s = n - split  # Left wins the first turn of the word, so this is the hand of the one who loses it
                    is_wl = order is ReturnOrder.WL
                    claimed = lcm(n + 1, s - 1, n - s) if is_wl else lcm(n - 1, s, n + 1 - s)
                    assert length == claimed, (n, order, split)
        rows.append(row)
    return rows


def draw(table: list[Row], cycle_table: list[Row], path: Path) -> None:
    """The share of endless deals against n, and how the cycle lengths share the endless deals of odd decks."""
    figure = Figure(figsize=(7, 6.4), layout="constrained")
    above, below = figure.subplots(2)
    for order, marker in ((ReturnOrder.WL, "o"), (ReturnOrder.LW, "s")):
        for parity, line in ((1, "-"), (0, "--")):
            rows = [row for row in table if row["order"] == order and int(str(row["n"])) % 2 == parity]
            above.plot(
                [int(str(row["n"])) for row in rows],
                [100 * float(str(row["share"])) for row in rows],
                color=COLOURS[order],
                linestyle=line,
                marker=marker,
                label=f"{order}, {'odd' if parity else 'even'} n",
            )
    above.set_ylabel("even deals that never end (%)")
    above.set_xticks([n for n in SIZES if any(row["n"] == n for row in table)])
    above.set_xlabel("number of cards n")
    above.set_title("Endless deals")
    above.legend(frameon=False)
    names, bottoms = [], {}
    for row in cycle_table:
        if int(str(row["n"])) % 2:
            name = f"{row['n']} {row['order']}"
            start = bottoms.setdefault(name, 0.0)
            height = 100 * float(str(row["share"]))
            bar = below.bar(name, height, bottom=start, color=COLOURS[ReturnOrder(row["order"])], edgecolor="white")
            if height > 4:
                below.bar_label(bar, labels=[str(row["cycle_length"])], label_type="center", color="white", fontsize=8)
            bottoms[name] = start + height
            names.append(name)
    below.set_ylabel("even deals (%), by cycle length")
    below.set_xlabel("number of cards and return order")
    below.set_title("Lengths of the cycles they run into, odd decks")
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#DDDDDD")
        axes.set_axisbelow(True)
    save_chart(figure, path)


def main(folder: Path = FIGURES, largest: int = SIZES[-1]) -> None:
    """Check, compute, write the tables and the figure."""
    for n in range(1, min(largest, LARGEST_PLAIN) + 1):
        check_plainly(n)
    table, cycle_table, block_table = shares(largest), cycles(largest), blocks(min(2 * largest, LARGEST_BLOCKS))
    print(f"n = 1..{LARGEST_PLAIN} agree with the plain rules\n")
    for rows in (table, cycle_table, block_table):
        print(markdown_table(rows), end="\n\n")
    write_file(folder / "endless-deals.csv", csv_table(table))
    write_file(folder / "endless-cycles.csv", csv_table(cycle_table))
    write_file(folder / "endless-blocks.csv", csv_table(block_table))
    draw(table, cycle_table, folder / "endless-deals.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
