"""Which beat matrices make War endless?

    python analyses/beat_matrices.py

In a tournament exactly one of any two cards beats the other. There are 2, 4, 12, 56, 456 and 6880 tournaments on 3..8
cards, up to isomorphism. The census plays War under every one of them, from all positions, which takes ten minutes for
8 cards and seconds for fewer cards. Does the structure of the tournament matter? The study compares the results with
the properties that are usually asked of tournaments: the scores (how many other cards each card beats), the number of
3-cycles, whether the tournament is strongly connected, and its automorphisms.

The census is checked by the reference implementation on up to 4 cards, and on all numbers of cards by two
propositions, which docs/beat-matrices.md proves. The number of positions with one outcome is a multiple of twice the
number of automorphisms. And a tournament on an odd
number of cards has an endless game under LW if it has a *pivot*: a card that beats half of the others, each of which is
beaten by another card of the other half.

What comes out. WL and LW are different games. Under LW on an odd number of cards nearly every tournament has endless
games, and the fewer the more circles of three it has: on 7 cards the scores explain 95% of the differences. Under WL
they explain little; there the most symmetric tournament, that of Paley, has the most endless positions of all. On 4, 6
and 8 cards many tournaments let every game end; on 3, 5 and 7 none does so under both orders.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import comb, factorial
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from wargraph import (
    FIXED_ORDERS,
    Position,
    Relation,
    ReturnOrder,
    all_positions,
    census,
    isomorphism_classes,
    picture,
    play,
)
from wargraph.plots.data import WIDTH, ChartData, Line, Look, Panel
from wargraph.plots.drawing import Chart, draw
from wargraph.relations.census import Census, CensusEntry
from wargraph.relations.structure import digraph
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
LARGEST = 8
LARGEST_DRAWN = 7
LARGEST_PLAIN = 4
COLOURS = {ReturnOrder.WL: "#0072B2", ReturnOrder.LW: "#D55E00"}
HATCHES = {ReturnOrder.WL: "", ReturnOrder.LW: "///"}
KNOWN = ("rock-paper-scissors", "rock-paper-scissors-lizard-spock", "cyclic:7", "paley:7")


def check_plainly(n: int) -> None:
    """Compare the endless positions of the census with playing every position by the plain rules."""
    for entry in census(n).entries:
        for order in FIXED_ORDERS:
            games = [play(position, order, entry.relation) for position in all_positions(n)]
            assert sum(game.is_endless for game in games) == entry.lengths[order].endless, (n, order)


def check_lots(found: Census) -> None:
    """Check that the positions of each outcome are a multiple of twice the number of automorphisms."""
    for entry in found.entries:
        for known in entry.lengths.values():
            for count in chain(known.by_turns.values(), known.by_cycle_length.values()):
                assert count % (2 * entry.structure.automorphisms) == 0, entry.number


def check_pivots(found: Census) -> None:
    """A pivot makes a cycle of n - 1 turns under LW, by the plain rules; and without one there is none so long."""
    for entry in found.entries:
        position = pivot_position(entry.relation)
        cycles = entry.lengths[ReturnOrder.LW].by_cycle_length
        assert (found.n - 1 in cycles) == (position is not None), entry.number
        if position is not None:
            assert play(position, "LW", entry.relation).cycle_length == found.n - 1, entry.number


def pivot_position(relation: Relation) -> Position | None:
    """A position that comes back under LW after n - 1 turns, made of a pivot; None if there is no pivot.

    The pivot beats the low cards, and each low card is beaten by a high card of its own.
    """
    cards = range(relation.n)
    for pivot in cards:
        for low in combinations([card for card in cards if relation.rows[pivot][card]], relation.n // 2):
            high = [card for card in cards if card != pivot and card not in low]
            beats = csr_array([[relation.rows[winner][loser] for winner in high] for loser in low])
            winners = maximum_bipartite_matching(beats, perm_type="column")
            if (winners >= 0).all():
                pairs = [(low[place] + 1, high[winner] + 1) for place, winner in enumerate(winners)]
                (first, beater), *others = pairs
                return Position([beater, *chain.from_iterable(others)], [first, pivot + 1])
    return None


def share(entry: CensusEntry, order: ReturnOrder) -> float:
    """The share of all positions that never end."""
    return entry.lengths[order].endless / factorial(entry.relation.n + 1)


def circles(entry: CensusEntry) -> int:
    """Return the number of 3-cycles of a tournament, which follows from the scores."""
    return comb(entry.relation.n, 3) - sum(comb(score, 2) for score in entry.scores)


def explained(values: Sequence[float], keys: Iterable[object]) -> float | None:
    """The share of the variance of some values that the means of their groups have, the groups being those of a key."""
    keys = list(keys)
    grouped = {key: np.mean([value for value, other in zip(values, keys, strict=True) if other == key]) for key in keys}
    variance = np.var(values)
    return round(float(np.var([grouped[key] for key in keys]) / variance), 3) if variance else None


def summary(found: Census, order: ReturnOrder) -> Row:
    """Return the properties that the tournaments on some number of cards share under a return order."""
    shares = [share(entry, order) for entry in found.entries]
    return {
        "n": found.n,
        "order": str(order),
        "tournaments": found.classes,
        "every_game_ends": sum(not value for value in shares),
        "mean_share": round(float(np.mean(shares)), 4),
        "largest_share": round(max(shares), 4),
        "order_share": round(shares[0], 4),
        "by_scores": explained(shares, [entry.scores for entry in found.entries]),
        "by_circles": explained(shares, map(circles, found.entries)),
        "longest": max(entry.longest(order) for entry in found.entries),
        "longest_cycle": max(entry.longest_cycle(order) for entry in found.entries),
    }


def groups(found: Census) -> Iterator[tuple[str, list[CensusEntry]]]:
    """Group the tournaments by their usual properties."""
    entries = found.entries
    yield "strongly connected", [entry for entry in entries if entry.structure.is_strongly_connected]
    yield "not strongly connected", [entry for entry in entries if not entry.structure.is_strongly_connected]
    yield "a card beats all others", [entry for entry in entries if entry.scores[-1] == found.n - 1]
    yield "a card beats no other", [entry for entry in entries if not entry.scores[0]]
    yield "regular", [entry for entry in entries if entry.structure.is_regular]
    yield "with automorphisms", [entry for entry in entries if entry.structure.automorphisms > 1]
    yield "without automorphisms", [entry for entry in entries if entry.structure.automorphisms == 1]


def group_rows(found: Census) -> Iterator[Row]:
    """One row for each group of tournaments that has any."""
    for name, entries in groups(found):
        if entries:
            row: Row = {"n": found.n, "tournaments_that_are": name, "tournaments": len(entries)}
            for order in FIXED_ORDERS:
                shares = [share(entry, order) for entry in entries]
                row[f"mean_share_{order.lower()}"] = round(float(np.mean(shares)), 4)
                row[f"every_game_ends_{order.lower()}"] = sum(not value for value in shares)
            yield row


def names(n: int) -> dict[int, str]:
    """What the standard order and the known regular tournaments on n cards are called, by their numbers."""
    known = [Relation.of(name) for name in (f"order:{n}", *KNOWN)]
    return {
        number: relation.name
        for number, each in isomorphism_classes(n).items()
        for relation in known
        if relation.n == n and digraph(relation).isomorphic(digraph(each))
    }


def regular_rows(found: Census) -> list[Row]:
    """The rows of the standard order and of all regular tournaments, with their names."""
    known = names(found.n)
    return [
        {"n": found.n, "name": known.get(entry.number, f"{found.n} cards, number {entry.number}"), **row}
        for entry, row in zip(found.entries, found.rows(), strict=True)
        if entry.structure.is_transitive or entry.structure.is_regular
    ]


def circles_chart(found: Census) -> ChartData:
    """Chart the share of endless positions against the circles of three, under WL and LW."""
    looks = {
        "not strongly connected": Look("#E69F00", "none", "s"),
        "strongly connected": Look("#0072B2", "none", "o"),
        "regular": Look("#000000", "none", "^"),
    }
    entries_of = dict(groups(found))
    panels = []
    for order, y_label in zip(FIXED_ORDERS, ("Share that never ends", ""), strict=True):
        lines = []
        for name, look in looks.items():
            entries, label = entries_of[name], name * (not y_label)
            lines.append(Line([*map(circles, entries)], [share(entry, order) for entry in entries], look, label))
        panels.append(Panel(str(order), "Circles of three cards", y_label, lines))
    return ChartData([panels], f"All {found.classes} tournaments on {found.n} cards", are_joined=True)


def draw_regular(rows: list[Row], path: Path) -> None:
    """The share of endless positions of each standard order and each regular tournament."""
    figure = Chart(figsize=(WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    places = np.arange(len(rows))[::-1]
    for order, shift in zip(FIXED_ORDERS, (0.2, -0.2), strict=True):
        positions = [factorial(int(str(row["n"])) + 1) for row in rows]
        counts = [int(str(row[f"endless_{order.lower()}"])) for row in rows]
        shares = [count / total for count, total in zip(counts, positions, strict=True)]
        bars = axes.barh(places + shift, shares, 0.38, color=COLOURS[order], label=str(order), hatch=HATCHES[order])
        axes.bar_label(bars, [f"{count:,}" for count in counts], padding=3, fontsize=7)
    axes.set_yticks(places, [str(row["name"]) for row in rows], fontsize=8)
    axes.set_xlim(0, 0.42)
    axes.set_xlabel("Share that never ends (beside the bar: how many positions)")
    axes.set_title("Standard orders and regular tournaments", loc="left")
    axes.legend(frameon=False, loc="upper right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.save(path)


def main(folder: Path = FIGURES, largest: int = LARGEST) -> None:
    """Check, compute, write the tables and the figures."""
    for n in range(1, LARGEST_PLAIN + 1):
        check_plainly(n)
    found = {n: census(n) for n in range(2, largest + 1)}
    for n, known in found.items():
        check_lots(known)
        if n % 2 and n <= LARGEST_DRAWN:
            check_pivots(known)
    tables = {
        "": [summary(known, order) for known in found.values() for order in FIXED_ORDERS],
        "-groups": [row for known in found.values() for row in group_rows(known)],
        "-extremes": [{"n": n, **row} for n, known in found.items() for row in known.extreme_rows()],
        "-regular": [row for known in found.values() for row in regular_rows(known)],
    }
    for name, rows in tables.items():
        write_file(folder / f"beat-matrices{name}.csv", csv_table(rows))
    print(f"n = 1..{LARGEST_PLAIN} agree with the plain rules, all with the propositions\n")
    print(markdown_table(tables[""]))
    draw(circles_chart(found[min(largest, LARGEST_DRAWN)])).save(folder / "beat-matrices.svg")
    picture("paley:7", view="cycles", order=ReturnOrder.WL).save(folder / "paley-7-WL-cycles.svg")
    draw_regular([row for row in tables["-regular"] if int(str(row["n"])) % 2], folder / "beat-matrices-regular.svg")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
