"""Distributions of game lengths, endless and longest games, by playing every start."""

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import scipy

from tests.support import (
    ORDERS,
    SMALL_GRAPHS,
    counts,
    graph_of,
    long,
    refusal,
    starts_of,
    turns_and_period,
    war_graph,
)
from wargraph.core.position import Deals
from wargraph.core.rules import play
from wargraph.errors import NoGameEndsError, WarGraphError
from wargraph.fixed_order.lengths import endless, engine_of, lengths, longest
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.full_game.simulate import simulate
from wargraph.sequences.known import sequence

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)
TABLE_OF_16 = Path(__file__).parents[2] / "figures" / "lengths-16.csv"
both_orders = pytest.mark.parametrize("order", ORDERS)


@cache
def games_of(name, order, deals):
    """The turns and the period of the game from every start, played by the plain rules."""
    graph = graph_of(name)
    return {start: turns_and_period(start, order, graph.relation) for start in starts_of(graph, deals)}


@pytest.mark.parametrize("deals", list(Deals))
@both_orders
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_lengths_are_those_of_every_game(name, order, deals):
    graph, games = graph_of(name), games_of(name, order, deals)
    by_turns, by_cycle_length = counts(games.values())
    found, never = lengths(graph, order, deals), endless(graph, order, deals)
    assert (found.deals, found.by_turns, found.by_cycle_length) == (deals, by_turns, by_cycle_length)
    assert list(found.by_turns) == sorted(found.by_turns)
    for result in (found, never):
        assert (result.finite, result.endless) == (by_turns.total(), by_cycle_length.total())
        assert (result.total, result.longest) == (len(games), max(by_turns, default=None))
    assert sorted(never.positions()) == sorted(start for start, (turns, _) in games.items() if turns is None)
    (row,) = never.rows()
    assert (row["deals"], row["share"]) == (deals, round(never.endless / len(games), 6))


@pytest.mark.parametrize("deals", list(Deals))
@both_orders
@every_graph
def test_the_longest_game_counts_its_equals(name, order, deals):
    graph = graph_of(name)
    finite, _ = counts(games_of(name, order, deals).values())
    if not finite:
        assert "ask for all starting positions" in refusal(NoGameEndsError, longest, graph, order, deals)
        return
    found = longest(graph, order, deals)
    assert (found.turns, found.positions) == (max(finite), finite[max(finite)])
    game = play(found.example, order, graph.relation)
    assert (game.is_endless, game.turns) == (False, found.turns)
    if deals == "balanced":
        assert 0 <= len(found.example.left) - len(found.example.right) <= 1
    else:
        assert found.example in graph


@pytest.mark.parametrize("deals", list(Deals))
@both_orders
@pytest.mark.parametrize("n", [*range(1, 8), *long(8, 10)])
def test_transcripts_count_what_the_arrays_count(n, order, deals):
    by_transcripts, by_arrays = lengths(n, order, deals), lengths(war_graph(n), order, deals)
    assert by_transcripts == by_arrays
    assert by_transcripts.total == by_arrays.total
    few, many = endless(n, order, deals), endless(war_graph(n), order, deals)
    assert (few.endless, few.finite, few.longest) == (many.endless, many.finite, many.longest)
    deepest, farthest = longest(n, order, deals), longest(war_graph(n), order, deals)
    assert (deepest.turns, deepest.positions) == (farthest.turns, farthest.positions)
    for found in (deepest, farthest):
        assert found.verify().turns == found.turns
    assert n > 7 or sorted(few.positions()) == sorted(many.positions())
    for found in (few, many):
        game = found.verify()
        assert (game is None) == (found.endless == 0)
        if game:
            assert game.is_endless


def test_an_example_that_does_not_hold_is_refused():
    found = replace(longest(5), example=war_graph(5).positions[0])
    assert "should last 9 turns" in refusal(WarGraphError, found.verify)
    found = replace(endless(5), example=longest(5).example)
    assert "should be endless" in refusal(WarGraphError, found.verify)


def table_of_16_cards():
    """Positions by their turns, by order and deals: all of them end."""
    with TABLE_OF_16.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["cycle_length"] for row in rows} == {""}
    found = {}
    for row in rows:
        found.setdefault((row["order"], row["deals"]), {})[int(row["turns"])] = int(row["positions"])
    return found


@pytest.mark.parametrize("deals", list(Deals))
@both_orders
def test_the_table_of_16_cards(order, deals):
    by_turns = table_of_16_cards()[order, deals]
    assert list(by_turns) == sorted(by_turns)
    assert sum(by_turns.values()) == engine_of(16, order, deals).total
    suffix = f"{order.lower()}{'-balanced' if deals == 'balanced' else ''}"
    assert sequence(f"endless-{suffix}").terms[16] == 0
    assert sequence(f"longest-{suffix}").terms[16] == max(by_turns)


@both_orders
def test_first_lengths_of_16_cards_are_their_classes(order):
    """Class by class, plainly."""
    table = table_of_16_cards()
    classes = [TranscriptClass.finished(16, order)]
    for turns in range(9):
        for deals in Deals:
            weights = engine_of(16, order, deals).weights
            positions = sum(weights.get(known.split, 0) * known.positions for known in classes)
            assert table[order, deals].get(turns, 0) == positions
        classes = [parent for known in classes for parent in known.parents()]


@pytest.mark.parametrize(("order", "replacement"), [("WL", "top-down"), ("LW", "loser-first")])
def test_random_deals_of_16_cards_match_their_table(order, replacement):
    """Played one by one, by the engine of full games."""
    by_turns = table_of_16_cards()[order, "balanced"]
    games = 50_000
    found = simulate(f"delahaye-mathieu,deck=16x1,replacement={replacement}", games, seed=1).by_turns
    expected = {turns: games * count / sum(by_turns.values()) for turns, count in by_turns.items()}
    frequent = [turns for turns, count in expected.items() if count >= 10]
    played, deals = ([counts.get(turns, 0) for turns in frequent] for counts in (found, expected))
    assert len(frequent) > 40
    assert scipy.stats.chisquare([*played, games - sum(played)], [*deals, games - sum(deals)]).pvalue > 0.001
