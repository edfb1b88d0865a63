"""How long can a game of War last?

    python analyses/longest_game.py

Take the deck 1..n, deal it to two players in any way, and fix how the winner of a turn returns
the two cards: the winner's own card first (WL) or the loser's first (LW). Some games never end. Of those that
end, which is the longest?

Bu, Dougherty-Bliss and Kenney (2020) ask for the integer sequence "longest
possible game of War on the deck [n]", but their text breaks off before it says which reading is
meant. So here are three:

1. the longest finite game under WL or LW, from any deal of the deck;
2. the longest finite game from balanced deals, in which the first player holds ceil(n/2) cards;
3. `farthest`: both orders are free at every turn, and the players *help* each other to end the
   game. How far from the end can a position still be?

The first cell of the computation is plain Python: play every position and remember the longest.
That is slow but obviously right, so for small n it checks the two fast ways: the whole graph in
arrays, and transcript classes, which visit no position at all (docs/transcripts.md). For `farthest` the
arrays go on alone to n = 10, almost 20 million positions; for a fixed order transcripts go on to n = 15 and
17, where there are 3.2e15 positions. Every example is then played by the plain rules.

What comes out. The lengths do not simply grow with the deck: from n = 10 on, as far as they are known, an even n
has far longer games than the odd n on both sides. Under LW the longest game falls from 41 turns at n = 8 to 25 at n = 9
and jumps to 105 at n = 10; at n = 14 it has 477 turns, at n = 15 no more than 73. With help (`farthest`) no position is
far from the end: 27 turns at most at n = 10.
"""

import sys
from pathlib import Path

from wargraph import (
    FIXED_ORDERS,
    Position,
    ReturnOrder,
    WarGraph,
    all_positions,
    farthest,
    longest,
    picture,
    play,
    tree_picture,
)
from wargraph.plots.data import ChartData, Line, Look, Panel
from wargraph.plots.drawing import draw
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
SIZES = (*range(1, 16), 17)
LARGEST_GRAPH = 10
LARGEST_PLAIN = 5
LARGEST_DRAWN = 4


def longest_plainly(n: int, order: ReturnOrder) -> tuple[int, list[Position]]:
    """The longest finite game by playing every position in which Left holds n, and all that attain it."""
    games = [play(position, order) for position in all_positions(n) if n in position.left]
    turns = max(game.turns for game in games if not game.is_endless)
    return turns, [game.positions[0] for game in games if not game.is_endless and game.turns == turns]


def check_plainly(n: int) -> None:
    """Compare both engines with the plain rules on n cards."""
    for deck in (WarGraph(n), n):
        for order in FIXED_ORDERS:
            turns, positions = longest_plainly(n, order)
            found = longest(deck, order)
            assert (found.turns, found.positions) == (turns, len(positions)), (n, order)
            assert found.example in positions, (n, order)


def study(largest: int) -> list[Row]:
    """One row for each n: the three readings."""
    rows: list[Row] = []
    for n in (n for n in SIZES if n <= largest):
        row: Row = {"n": n}
        for deals in ("all", "balanced"):
            for order in FIXED_ORDERS:
                found = longest(n, order, deals)
                found.verify()
                row[f"{order} {deals}"] = found.turns
                if deals == "all":
                    row[f"{order} example"] = found.example
        row["farthest"] = farthest(WarGraph(n)).turns if n <= LARGEST_GRAPH else None
        rows.append(row)
    return rows


def chart(rows: list[Row]) -> ChartData:
    """Chart the five sequences over the number of cards."""
    looks = {
        "WL all": (Look("#0072B2", "solid", "o"), "WL, all starting positions"),
        "WL balanced": (Look("#56B4E9", "dashed", "o"), "WL, balanced deals"),
        "LW all": (Look("#D55E00", "solid", "s"), "LW, all starting positions"),
        "LW balanced": (Look("#E69F00", "dashed", "s"), "LW, balanced deals"),
        "farthest": (Look("#000000", "dotted", "^"), "farthest (free order, with help)"),
    }
    lines = []
    for column, (look, label) in looks.items():
        known = {int(str(row["n"])): int(str(row[column])) for row in rows if row[column]}
        lines.append(Line([*known], [*known.values()], look, label))
    x_ticks = {int(str(row["n"])): str(row["n"]) for row in rows}
    title, y_label = "The longest game of War on the deck 1..n", "Turns (logarithmic)"
    return ChartData([[Panel(title, "n (cards)", y_label, lines, y_scale="log", x_ticks=x_ticks)]])


def main(folder: Path = FIGURES, largest: int = SIZES[-1]) -> None:
    """Check, compute, write the table and the figures."""
    for n in range(1, LARGEST_PLAIN + 1):
        check_plainly(n)
    rows = study(largest)
    print(f"n = 1..{LARGEST_PLAIN} agree with the plain rules\n")
    print(markdown_table(rows))
    write_file(folder / "longest-game.csv", csv_table(rows))
    draw(chart(rows)).save(folder / "longest-game.svg")
    tree_picture(4, "WL").save(folder / "transcripts-4.svg")
    for n in range(2, LARGEST_DRAWN + 1):
        picture(WarGraph(n)).save(folder / f"war-{n}.svg")
    picture(WarGraph(5), order=ReturnOrder.WL).save(folder / "war-5-WL.svg")
    picture(WarGraph(5), view="rings", hide_terminals=True).save(folder / "war-5-rings.svg")
    longest(12, "LW").verify().plot().save(folder / "longest-game-12-LW.svg")
    picture(WarGraph(7), view="condensation").save(folder / "war-7-condensed.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
