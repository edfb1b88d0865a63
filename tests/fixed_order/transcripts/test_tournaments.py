"""Tournament classes in plain Python, by the kernel, and against every tournament played out."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixed_order.transcripts.test_units import assert_plain_as_kernel
from tests.support import ORDERS, examples, interruption, long, refusal
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Player, all_positions
from wargraph.core.relation import Relation
from wargraph.core.rules import child, play, turn_winner
from wargraph.errors import ParameterError, TooLongError
from wargraph.fixed_order.longest_over_tournaments import longest_over_tournaments
from wargraph.fixed_order.transcripts.engine import WalkedTrees, finished_tree
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass

both_orders = pytest.mark.parametrize("order", ORDERS)
both_deals = pytest.mark.parametrize("deals", list(Deals))


def tournaments_on(n):
    """Every tournament on n cards."""
    for winners in product((0, 1), repeat=comb(n, 2)):
        matrix = [[0] * n for _ in range(n)]
        for (i, j), by_second in zip(combinations(range(n), 2), winners, strict=True):
            matrix[j if by_second else i][i if by_second else j] = 1
        yield Relation(matrix)


@cache
def played(n, order):
    """Finite positions of all tournaments by (turns, split): those that Left wins, and those that Right wins."""
    by_winner = {player: Counter() for player in Player}
    for relation, position in product(tournaments_on(n), all_positions(n)):
        game = play(position, order, relation)
        if not game.is_endless:
            by_winner[game.winner][game.turns, position.split] += 1
    return by_winner


@cache
def classes_of(n, order):
    found, waiting = [], [TranscriptClass.finished(n, order, is_transitive=False)]
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(found[-1].parents())
    return found


@both_orders
@pytest.mark.parametrize("n", range(1, 5))
def test_classes_count_each_position_of_each_tournament_once(n, order):
    counted = Counter()
    for known in classes_of(n, order):
        counted[known.turns, known.split] += factorial(n) * known.positions
    by_winner = played(n, order)
    assert counted == by_winner[Player.LEFT]
    assert {(turns, n - split): count for (turns, split), count in counted.items()} == by_winner[Player.RIGHT]


@pytest.mark.long
@both_orders
@pytest.mark.parametrize("n", range(1, 6))
def test_the_position_of_a_class_plays_its_transcript(n, order):
    every = list(tournaments_on(n))
    for known in classes_of(n, order)[:: max(1, n - 3)]:
        fitting = [relation for relation in every if fits(known, relation)]
        assert known.positions == len(fitting)
        for relation in fitting[:: max(1, len(fitting) // 2)]:
            position = known.example()
            assert position.split == known.split
            for winner in known.winners:
                assert turn_winner(position, relation) is (Player.LEFT if winner == "L" else Player.RIGHT)
                position = child(position, order, relation)
            assert position.left == tuple(range(1, n + 1))


def fits(known, relation):
    return all(relation.rows[high][low] for high, low in known.comparisons)


@both_deals
@both_orders
@pytest.mark.parametrize("n", range(1, 5))
def test_the_longest_game_is_that_of_all_tournaments(n, order, deals):
    starts = Counter()
    for turns_by_split in played(n, order).values():
        for (turns, split), count in turns_by_split.items():
            starts[turns] += count if deals is Deals.ALL or split == (n + 1) // 2 else 0
    turns = max(length for length, count in starts.items() if count)
    found = longest_over_tournaments(n, order, deals)
    assert (found.turns, factorial(n) * found.positions) == (turns, starts[turns])


@both_deals
@both_orders
@pytest.mark.parametrize("n", [5, 6, 7])
def test_the_example_is_as_long_and_ends_sorted(n, order, deals):
    found = longest_over_tournaments(n, order, deals)
    game = found.verify()
    assert game.turns == found.turns == play(found.example, order, found.relation).turns
    last = game.positions[-1]
    assert last.left + last.right == tuple(range(1, n + 1))
    assert found.relation.is_tournament
    (row,) = found.rows()
    assert Relation.of(row["matrix"]) == found.relation
    if deals is Deals.BALANCED:
        assert found.example.split == (n + 1) // 2


@both_orders
@pytest.mark.parametrize("n", [5, 6])
def test_the_kernel_walks_the_tree_of_plain_python(n, order):
    kernel = assert_plain_as_kernel(finished_tree(n, order, is_transitive=False))
    classes, positions = Counter(), Counter()
    for known in classes_of(n, order):
        classes[known.turns, known.split] += 1
        positions[known.turns, known.split] += known.positions
    assert (kernel.classes, kernel.positions) == (classes, positions)


@pytest.mark.long
@examples(10)
@given(order=st.sampled_from(ORDERS), budget=st.integers(1, 3000), workers=st.integers(1, 4))
def test_any_cut_and_workers_count_the_same(order, budget, workers):
    whole = finished_tree(6, order, is_transitive=False)
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(workers) as executor:
        patch.setattr("wargraph.fixed_order.transcripts.units._LARGEST_PLAIN", 0)
        found = WalkedTrees([replace(whole, budget=budget)], str).run(RunOptions(executor))
    assert found == whole.walked_plainly()


@pytest.mark.parametrize("n", [12, 16])
def test_tournaments_beyond_64_bits_are_counted(n):
    tally, left = replace(finished_tree(n, "WL", is_transitive=False), budget=1).work()
    assert left
    for (turns, _), count in tally.positions.items():
        if turns < n - 1:  # no two of the first comparisons are of the same pair, and Right has no turn yet
            assert count >= 2 ** (comb(n, 2) - turns) > 2**50
    assert tally.positions[0, n] == 2 ** comb(n, 2)


@pytest.mark.long
@pytest.mark.usefixtures("looks_are_many")
def test_interrupted_searches_tell_the_longest_game_so_far(monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.engine.SECONDS_TO_FORECAST", 0)
    summary = interruption(longest_over_tournaments, 8, "WL", "balanced").partial_summary
    query, turns, start, matrix = re.split(": a game of | turns is known so far, from | by the matrix ", summary)
    assert query == "all tournaments on 8 cards, WL, balanced deals"
    relation = Relation.of(matrix)
    assert play(relation.position(start), "WL", relation).turns == int(turns)


@pytest.mark.parametrize("n", [0, 17, "4"])
def test_a_size_that_cannot_be_is_refused(n):
    message = refusal(ParameterError, longest_over_tournaments, n)
    assert "at most 16 cards" in message or "whole number from 1 to" in message


@pytest.mark.parametrize("order", ["WL", *long("LW")])
def test_impossible_work_is_refused_at_once(order, monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.engine._RUNS", 2)
    message = refusal(TooLongError, longest_over_tournaments, 12, order)
    parts = f"n = 12, {order}: ", "this takes about .* transcript classes", "at 150 million a second for each of "
    assert re.match(".*".join(parts), message)
