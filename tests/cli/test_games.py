"""The commands about games and cycles, against the library and games played by the plain rules."""

from itertools import product

import pytest

from tests.cli.running import json_rows
from tests.support import long, shortest_rotation, war_graph
from wargraph import (
    cycles,
)
from wargraph.core.position import Position
from wargraph.core.relation import Reading, Relation
from wargraph.core.rules import child, children, play


def rows_of(call, *arguments):
    return json_rows(call(*arguments, "--format", "json").printed())


@pytest.mark.parametrize(
    ("arguments", "order", "count"),
    [
        (["5", "--order", "WL"], "WL", 2),
        (["3", "--order", "LW"], "LW", 1),
        (["4", "--order", "free"], None, 4),
        (["5", "--order", "free", "--up-to", "6"], None, 19),
    ],
)
def test_listed_cycles_go_round(call, arguments, order, count):
    rows = rows_of(call, "cycles", *arguments, "--list", 50)
    cycles = {}
    for row in rows:
        cycles.setdefault(row["cycle"], []).append(Position(row["position"]))
        assert row["turn"] == len(cycles[row["cycle"]]) - 1
    assert list(cycles) == list(range(1, count + 1))
    assert len({shortest_rotation(tuple(cycle)) for cycle in cycles.values()}) == count
    for number, cycle in cycles.items():
        assert {row["length"] for row in rows if row["cycle"] == number} == {len(cycle)} == {len(set(cycle))}
        following = cycle[1:] + cycle[:1]
        for before, after in zip(cycle, following, strict=True):
            assert after in ([child(before, order)] if order else children(before).values())


@pytest.mark.long
@pytest.mark.parametrize("listed", [["--list", "3"], *long([])])
def test_cycles_of_a_deck_that_no_graph_could_hold(call, listed):
    rows = rows_of(call, "cycles", "13", *listed)
    if not listed:
        assert [(row["length"], row["cycles"]) for row in rows] == [(42, 86400), (56, 129600), (70, 103680)]
        assert sum(row["endless"] for row in rows) == rows_of(call, "endless", "13")[0]["endless"]
        return
    played = [Position(row["position"]) for row in rows]
    assert {row["length"] for row in rows} == {42}
    assert len(set(played)) == 3 * 42
    for first in (0, 42, 84):
        assert play(played[first], "WL").positions == (*played[first : first + 42], played[first])


def test_a_list_is_in_the_order_of_the_graph_where_that_fits(call, monkeypatch):
    by_graph = rows_of(call, "cycles", "7", "--order", "LW", "--list", "200")
    monkeypatch.setattr("wargraph.graph.war_graph.available_memory", lambda: 1000)
    by_transcripts = rows_of(call, "cycles", "7", "--order", "LW", "--list", "200")
    assert [row["position"] for row in by_graph] != [row["position"] for row in by_transcripts]
    assert {row["position"] for row in by_graph} == {row["position"] for row in by_transcripts}
    assert len(by_graph) == len(by_transcripts) == 96 * 6 + 12 * 12
    first = next(iter(cycles(war_graph(7), "LW")))
    assert [row["position"] for row in by_graph[: len(first)]] == list(map(str, first))


def test_several_decks_orders_and_deals_are_told_apart(call):
    rows = rows_of(call, "lengths", "3,5", "--order", "both", "--deals", "both")
    for n, order, deals in product((3, 5), ("WL", "LW"), ("any", "even")):
        mine = [row for row in rows if (row["n"], row["order"], row["deals"]) == (n, order, deals)]
        (alone,) = [rows_of(call, "lengths", n, "--order", order, "--deals", deals)]
        assert mine == [{"n": n, "order": order, "deals": deals, **row} for row in alone]
    assert list(dict.fromkeys((row["n"], row["order"], row["deals"]) for row in rows)) == list(
        product((3, 5), ("WL", "LW"), ("any", "even"))
    )


def test_graphs_of_several_decks(call):
    rows = rows_of(call, "summary", "1..5")
    assert rows == [{"n": n, **rows_of(call, "summary", n)[0]} for n in range(1, 6)]


def test_where_only_some_deals_end_only_those_have_a_longest_game(call, tmp_path):
    (tmp_path / "m.json").write_text("[[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]]")
    rows = rows_of(call, "longest", "--matrix", "m.json", "--literal", "--deals", "both", "--order", "both")
    assert [(row["order"], row["deals"]) for row in rows] == [("WL", "any"), ("LW", "any")]
    told = call("longest", "--matrix", "m.json", "--literal", "--deals", "even").printed()
    assert told == f"no game from these deals ends\n\n{Reading.LITERAL.rule}\n"


@pytest.mark.parametrize("command", ["longest", "endless"])
@pytest.mark.parametrize("deck", [["3,5,9"], ["--matrix", "rock-paper-scissors"], ["--matrix", "order:3"]])
def test_verified_examples_are_played_by_the_plain_rules(call, command, deck):
    arguments = [command, *deck, "--order", "both", "--verify"]
    relation = Relation.named(deck[1]) if len(deck) == 2 else None
    rows, lines = rows_of(call, *arguments), call(*arguments).printed().splitlines()
    told = []
    for row in rows:
        assert row["verified"] is (None if row["example"] is None else True)
        if row["example"] is None:
            assert row["endless"] == 0
            continue
        example = relation.position(row["example"]) if relation else Position(row["example"])
        game = play(example, row["order"], relation)
        assert game.is_endless if command == "endless" else game.turns == row["turns"]
        told.append(f"verified: {game}")
    assert lines[-len(told) :] == told
    assert lines[-len(told) - 1] == ""


def test_a_wrong_example_does_not_pass(call, monkeypatch):
    wrong = 8, 1, Position("1325|4")
    monkeypatch.setattr("wargraph.fixed_order.transcripts.engine.TranscriptEngine.longest", lambda *_: wrong)
    message = call("longest", "5", "--verify").refusal()
    assert "1325|4 under WL should last 8 turns, but by the plain rules: Left wins after 9 turns" in message


@pytest.mark.parametrize("sizes", ["9..11", *long("1..12")])
@pytest.mark.parametrize("command", ["longest", "endless"])
def test_jobs_do_not_change_what_is_printed(call, command, sizes):
    printed = {call(command, sizes, "--jobs", jobs, "--deals", "even").printed() for jobs in (1, 5)}
    assert len(printed) == 1


def test_lengths_of_a_deck_that_no_graph_could_hold(call):
    rows = rows_of(call, "lengths", "13", "--deals", "even")
    assert {row["cycle_length"]: row["positions"] for row in rows if row["cycle_length"]} == {
        42: 1475465743,
        56: 2394985450,
        70: 1010094920,
    }
    assert sum(row["positions"] for row in rows) == 6227020800


def test_the_example_of_any_relation_is_verified(call):
    (row,) = rows_of(call, "longest", 4, "--relation", "any", "--verify")
    assert (row["n"], row["verified"]) == (4, True)


@pytest.mark.parametrize("command", ["longest", "endless", "lengths"])
@pytest.mark.parametrize("matrix", ["random:6:3", "suits:2x3"])
def test_a_relation_too_large_for_a_graph_prints_the_same(call, monkeypatch, command, matrix):
    arguments = [command, "--matrix", matrix, "--order", "both", "--deals", "both", "--jobs", "2", "--hours", "1"]
    by_graph = call(*arguments).printed()
    monkeypatch.setattr("wargraph.graph.war_graph.available_memory", lambda: 1000)
    assert call(*arguments).printed() == by_graph


def test_as_many_cycles_are_listed_as_there_are_or_are_asked_for(call):
    every = rows_of(call, "cycles", 5, "--list", 10**40)
    assert {row["cycle"] for row in every} == {1, 2}
    assert rows_of(call, "cycles", 5, "--list", 1) == [row for row in every if row["cycle"] == 1]
