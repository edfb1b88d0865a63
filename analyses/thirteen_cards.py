"""Are random positions of 13 cards as far from the end as the search back from all ends says?

    python analyses/thirteen_cards.py [POSITIONS TURNS]        by default 20,000 positions, up to 20 turns

`wargraph farthest 13` and `wargraph contest 13` go back from all ends over 43,589,145,600 positions, with three bits
for each. What they count stands in figures/free-order-13.csv, by the turns to the end: the tables of layers that these
commands print with `--deals both --table layers`, for each of the choosers `winner`, `loser` and `right`. A second such
search would be the same program once more. This study goes forwards instead: it draws random positions, and plays each
of them in every way, until the end is reached, or forced, in so many turns. It shares nothing with the package: a
position is two rows of cards, and no position is numbered or remembered. A row of the table says how many of the
positions drawn were that far from the end, and how many are expected; the last row counts those that are farther. The
chi-squared test says how probable a larger deviation is by chance.

On 4 and 5 cards all positions are played so, and the numbers are those of the searches (tests/analyses).
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import scipy
from numba import njit
from numpy.typing import NDArray

from wargraph.report.result import Row
from wargraph.report.tables import markdown_table

TABLE = Path(__file__).parent.parent / "figures" / "free-order-13.csv"
CARDS = 13
SEED = 1
LEAST_EXPECTED = 5
"""Rows in which fewer positions are expected are counted together: the test needs so many."""

OPPOSED = {"farthest": (False, False), "winner": (False, True), "loser": (True, False), "right": (True, True)}
"""Who chooses, and whether that is Right where Left, or Right, has won the turn. Left holds the highest card."""


def turns_to_end(
    left: Sequence[int] | NDArray[np.int64], right: Sequence[int] | NDArray[np.int64], chooser: str, most: int
) -> int | None:
    """The fewest turns in which Left ends or forces the end of a game; None if that takes more than `most`.

    >>> turns_to_end([4, 1], [3, 2], "farthest", 8), turns_to_end([2, 4, 1], [3], "winner", 9)
    (4, 9)
    """
    hands = np.zeros((2, most + 2, len(left) + len(right) + 1), np.uint8)
    sizes, branches = np.zeros((2, most + 2, 2), np.int64)
    for side, hand in enumerate((left, right)):
        hands[side, 0, : len(hand)] = hand
        sizes[0, side] = len(hand)
    for turns in range(len(right), most + 1, 2):  # a turn takes one card from one of the players
        if _ends(*hands, sizes, branches, turns, *OPPOSED[chooser]):
            return turns
    return None


@njit(cache=True)
def _ends(left, right, sizes, branches, turns, at_lefts, at_rights):  # type: ignore[no-untyped-def]
    """Whether Left can end a game in so many turns.

    The position after each turn is written behind the one before. A row of `branches` says how many return orders of a
    turn were tried, and whether its order is chosen against the end.
    """
    depth = branches[0, 0] = 0
    while True:
        in_left, in_right = sizes[depth, 0], sizes[depth, 1]
        if in_right == 0:
            ends = 1
        elif in_right > turns - depth:
            ends = 0
        elif branches[depth, 0] == 2:  # neither order decided it
            ends = branches[depth, 1]
        else:
            own, other, after = left[depth, 0], right[depth, 0], depth + 1
            for place in range(in_left - 1):
                left[after, place] = left[depth, place + 1]
            for place in range(in_right - 1):
                right[after, place] = right[depth, place + 1]
            first, second = (own, other) if branches[depth, 0] else (other, own)
            if own > other:
                left[after, in_left - 1], left[after, in_left] = first, second
                branches[depth, 1] = at_lefts
                sizes[after, 0], sizes[after, 1] = in_left + 1, in_right - 1
            else:
                right[after, in_right - 1], right[after, in_right] = first, second
                branches[depth, 1] = at_rights
                sizes[after, 0], sizes[after, 1] = in_left - 1, in_right + 1
            branches[depth, 0] += 1
            depth = after
            branches[depth, 0] = 0
            continue
        while depth > 0:
            depth -= 1
            if ends == branches[depth, 1]:
                break  # the other order may come out differently
        else:
            return ends == 1


def random_positions(number: int, seed: int = SEED) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Positions in which Left holds the highest card: each is as likely as any other."""
    chance = np.random.default_rng(seed)
    splits = np.arange(
        1, CARDS + 1
    )  # of each split there are as many positions as Left has places for the highest card
    for split in chance.choice(splits, number, p=splits / splits.sum()):
        word = chance.permutation(CARDS - 1) + 1
        word = np.insert(word, chance.integers(split), CARDS)
        yield word[:split], word[split:]


def layers_of(chooser: str) -> list[int]:
    """How many of all positions are how far from the end, as the table says."""
    with TABLE.open(newline="") as file:
        return [
            int(row["positions"]) for row in csv.DictReader(file) if (row["chooser"], row["deals"]) == (chooser, "all")
        ]


def compared(chooser: str, number: int, most: int) -> tuple[list[Row], float]:
    """The positions drawn by their turns to the end, next to those expected; how probable a larger deviation is."""
    drawn = Counter(turns_to_end(*position, chooser, most) for position in random_positions(number))
    layers = layers_of(chooser)
    share = number / sum(range(1, CARDS + 1)) / np.prod(np.arange(1.0, CARDS))
    expected = {turns: layers[turns] * share for turns in range(min(most + 1, len(layers)))}
    rows: list[Row] = [
        {"chooser": chooser, "turns": turns, "drawn": drawn[turns], "expected": round(each, 1)}
        for turns, each in expected.items()
    ]
    rest = number - sum(expected.values())
    rows.append({"chooser": chooser, "turns": f"more than {most}", "drawn": drawn[None], "expected": round(rest, 1)})
    parts = [(drawn[turns], each) for turns, each in [*expected.items(), (None, rest)] if each >= LEAST_EXPECTED]
    few = number - sum(part[0] for part in parts), number - sum(part[1] for part in parts)
    parts += [few] if few[1] >= LEAST_EXPECTED else []
    deviation = sum((seen - each) ** 2 / each for seen, each in parts)
    return rows, float(scipy.stats.chi2.sf(deviation, len(parts) - 1))


def main(number: int = 20_000, most: int = 20) -> None:
    """Compare all searches."""
    for chooser in OPPOSED:
        rows, probability = compared(chooser, number, most)
        print(markdown_table(rows))
        print(f"{chooser}: by chance the deviation is larger with probability {probability:.2f}\n", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
