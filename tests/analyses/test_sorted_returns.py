"""Patterns of cycles whose cards go back sorted: those of a formula are all there are."""

import csv
import random
import runpy
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from pysat.solvers import Solver

from tests.support import long

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def study():
    return runpy.run_path(str(ROOT / "analyses" / "sorted_returns.py"))


def played(left, right):
    """A game of two hands, the cards of a round sorted: the hands that come back, and the rounds from there on."""
    hands, seen, rounds = [list(left), list(right)], {}, []
    while all(hands):
        start = tuple(map(tuple, hands))
        if start in seen:
            return start, rounds[seen[start] :]
        seen[start] = len(rounds)
        pairs = []
        while not pairs or pairs[-1][0] == pairs[-1][1]:
            if not all(hands):
                return None
            pairs.append((hands[0].pop(0), hands[1].pop(0)))
        side = int(pairs[-1][0] < pairs[-1][1])
        winner, loser = pairs[-1][side], pairs[-1][1 - side]
        marks = [(winner, "w"), (loser, "l"), *((card, str(place)) for place, (card, _) in enumerate(pairs[:-1]))]
        hands[side] += sorted((card for pair in pairs for card in pair), reverse=True)
        rounds.append(("LR"[side], "".join(mark for _, mark in sorted(marks, key=lambda each: -each[0]))))
    return None


def from_the_smallest_hand(start, rounds):
    """The split and the rounds of a cycle or its mirror image, from where one player holds as few cards as ever."""
    sizes = [len(start[0])]
    for winner, returned in rounds[:-1]:
        sizes.append(sizes[-1] + (1 if winner == "L" else -1) * (len(returned) - 1))
    cards = sum(map(len, start))
    if min(sizes) > cards - max(sizes):
        rounds = [("R" if winner == "L" else "L", returned) for winner, returned in rounds]
        sizes = [cards - size for size in sizes]
    turn = sizes.index(min(sizes))
    return sizes[turn], tuple(rounds[turn:] + rounds[:turn])


def shortest(rounds):
    """The rounds whose repetition these are."""
    size = next(size for size in range(1, len(rounds) + 1) if rounds == rounds[size:] + rounds[:size])
    return rounds[:size]


def is_found(study, ranks, suits, split, rounds):
    """Whether a pattern fulfils the formula: its variables are given, and the solver finds heights for the cards."""
    draws = max(len(returned) - 2 for _, returned in rounds)
    formula = study["Formula"](ranks, suits, sum(len(returned) - 1 for _, returned in rounds), split, max(1, draws))
    clauses, given, first = [*formula.clauses()], [], 0
    for winner, returned in rounds:
        letters = len(returned) - 1
        last = first + letters - 1
        given += [*formula.is_draw[first:last], -formula.is_draw[last]]
        given += [each if winner == "L" else -each for each in formula.is_left[first : last + 1]]
        given.append(formula.orders[first, letters][returned])
        first = last + 1
    with Solver("cadical195", clauses) as solver:
        return solver.solve(assumptions=given)


GAMES = [(7, 1, 50, {0}), (9, 1, 50, {0}), (3, 3, 50, {1})]
GAMES += long((5, 3, 50, {0, 1}), (7, 2, 500, {0, 1}))


@pytest.mark.parametrize(("ranks", "suits", "games", "draws"), GAMES)
def test_the_pattern_of_every_endless_game_is_found(study, ranks, suits, games, draws):
    chance, met = random.Random(1), {}
    for _ in range(games):
        deck = [*range(1, ranks + 1)] * suits
        chance.shuffle(deck)
        cycle = played(deck[: len(deck) // 2], deck[len(deck) // 2 :])
        if cycle:
            split, rounds = from_the_smallest_hand(cycle[0], shortest(cycle[1]))
            met[len(rounds), max(len(returned) - 2 for _, returned in rounds)] = split, rounds
    assert {drawn for _, drawn in met} == draws
    for split, rounds in met.values():
        assert is_found(study, ranks, suits, split, rounds)


def cycle_of(deal):
    """The split and the rounds of the cycle into which the game from a deal runs."""
    start, rounds = played(*([*map(int, hand.split(","))] for hand in deal.split("|")))
    return from_the_smallest_hand(start, shortest(rounds))


@pytest.mark.long
def test_a_pattern_with_two_draws_is_found(study):
    split, rounds = cycle_of("1,1,3,2,4,3,4,2|3,2,1,1,4,3,2,1,4,3,4,2")
    assert (len(rounds), max(len(returned) - 2 for _, returned in rounds)) == (51, 2)
    assert is_found(study, 4, 5, split, rounds)
    assert study["deals"](4, 5, split, tuple(study["Round"](*each) for each in rounds))


def test_the_pattern_of_a_known_deal_is_found(study):
    with (ROOT / "figures" / "endless-full-deck.csv").open(newline="") as file:
        [deal] = [
            row["deal"]
            for row in csv.DictReader(file)
            if (row["ranks"], row["suits"], row["returned"]) == ("7", "4", "optimised")
        ]
    split, rounds = cycle_of(deal)
    assert is_found(study, 7, 4, split, rounds)
    *others, (winner, returned) = rounds
    assert not is_found(study, 7, 4, split, [*others, ("R" if winner == "L" else "L", returned)])
    [place] = [place for place, (_, returned) in enumerate(rounds) if len(returned) == 3]
    for order in study["orders"](2):
        changed = [*rounds[:place], (rounds[place][0], order), *rounds[place + 1 :]]
        assert is_found(study, 7, 4, split, changed) == (order == rounds[place][1])


@pytest.mark.parametrize(("ranks", "suits", "letters"), [(4, 2, 4), (3, 2, 6), (6, 1, 6), (3, 3, 4)])
def test_patterns_that_fit_the_deck_are_found(study, ranks, suits, letters):
    """All patterns are tried one by one."""
    made, cards = study["Round"], ranks * suits
    rounds = {k: [made(winner, order) for winner in "LR" for order in study["orders"](k)] for k in (1, 2)}
    sizes = [
        sizes for count in range(1, letters + 1) for sizes in product((1, 2), repeat=count) if sum(sizes) == letters
    ]
    for split in range(1, cards // 2 + 1):
        found = {*study["Formula"](ranks, suits, letters, split, 1).patterns()}
        fitting = {
            pattern
            for each in sizes
            for pattern in product(*(rounds[size] for size in each))
            if is_played(cards, split, pattern) and fits(study, ranks, suits, split, pattern)
        }
        assert fitting <= found
        assert {pattern for pattern in found if study["deals"](ranks, suits, split, pattern)} == fitting


def is_played(cards, split, pattern):
    """Whether no hand runs out, Left holds as few cards as anybody ever does at the start, and as many at the end."""
    held = split
    for winner, returned in pattern:
        letters = len(returned) - 1
        if not split <= held <= cards - split or min(held, cards - held) < letters:
            return False
        held += letters if winner == "L" else -letters
    return held == split


def fits(study, ranks, suits, split, pattern):
    known = study["demands"](ranks * suits, split, pattern)
    return known is not None and study["ranks_for"](known, [suits] * ranks) is not None


@pytest.mark.long
@pytest.mark.parametrize(("draws", "letters"), [("1", "8"), ("2", "6")])
def test_the_table_comes_out_again(draws, letters):
    typed = [sys.executable, ROOT / "analyses" / "sorted_returns.py", "8", draws, letters]
    told = subprocess.run(typed, capture_output=True, check=True, encoding="utf-8").stderr.splitlines()
    with (ROOT / "figures" / "sorted-returns.csv").open(newline="") as file:
        kept = [[*row.values()][:5] for row in csv.DictReader(file) if (row["ranks"], row["draws"]) == ("8", draws)]
    assert [line.split()[:5] for line in told] == kept[: int(letters) // 2]
