"""Positions that are played forwards in every way, against the searches; the table of 13 cards and its terms."""

import csv
from collections import Counter
from itertools import chain
from math import factorial
from pathlib import Path

import pytest
from thirteen_cards import compared, random_positions, turns_to_end

from wargraph import all_positions, contest, farthest, sequence

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "figures" / "free-order-13.csv"


def layers(chooser, deals):
    with TABLE.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["chooser"], row["deals"]) == (chooser, deals)]
    return {int(row["turns"]): int(row["positions"]) for row in rows if row["positions"] != "0"}


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize("chooser", ["farthest", "winner", "loser", "right"])
def test_all_positions_have_the_distances_of_the_searches(n, chooser):
    expected = farthest(n).layers if chooser == "farthest" else contest(n, chooser).left.layers
    turns = Counter(
        turns_to_end(position.left, position.right, chooser, len(expected))
        for position in all_positions(n)
        if n in position.left
    )
    assert turns.pop(None, 0) == factorial(n + 1) // 2 - sum(expected)
    assert turns == {turns: size for turns, size in enumerate(expected) if size}


@pytest.mark.parametrize("deals", ["all", "balanced"])
@pytest.mark.parametrize("chooser", ["farthest", "winner", "loser", "right"])
def test_the_terms_are_those_of_the_table(chooser, deals):
    ending, is_farthest = "" if deals == "all" else "-balanced", chooser == "farthest"
    found, total = layers(chooser, deals), factorial(14) // 2 if deals == "all" else factorial(13)
    longest = sequence(f"{'farthest' if is_farthest else f'contest-{chooser}'}{ending}")
    drawn = 0 if is_farthest else sequence(f"drawn-{chooser}{ending}").terms[13]
    assert (longest.terms[13], sum(found.values()) + drawn) == (max(found), total)


def test_positions_are_drawn_from_all():
    drawn = [*random_positions(2000)]
    assert all(sorted(chain(*position)) == [*range(1, 14)] and 13 in position[0] for position in drawn)
    share = sum(len(left) == 13 for left, _ in drawn) / len(drawn)
    assert abs(share - 13 / 91) < 0.03
    assert Counter([*left].index(13) for left, _ in drawn if len(left) == 3).keys() == {0, 1, 2}


@pytest.mark.parametrize("chooser", ["farthest", "winner", "loser", "right"])
def test_random_positions_have_the_distances_of_the_table(chooser):
    rows, probability = compared(chooser, 300, 10)
    assert sum(row["drawn"] for row in rows) == 300
    assert sum(row["expected"] for row in rows) == pytest.approx(300, abs=1)
    assert probability > 0.001
