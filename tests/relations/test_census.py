"""The census against the plain rules and networkx in every figure, its extremes, and how it is interrupted."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import networkx as nx
import pytest

from tests.campaign.kept import Now
from tests.support import ORDERS, counts, interruption, long, turns_and_period
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import TIE, all_positions
from wargraph.core.relation import Relation
from wargraph.core.rules import children
from wargraph.errors import ParameterError
from wargraph.fixed_order.longest_over_tournaments import longest_over_tournaments
from wargraph.relations.census import census
from wargraph.relations.structure import digraph, relation_structure

small = pytest.mark.parametrize(
    ("n", "interpretation"),
    [*((n, "strict") for n in range(1, 5)), *((n, "draws") for n in range(1, 4)), *long((5, "strict"), (4, "draws"))],
)


@cache
def census_of(n, interpretation="strict"):
    return census(n, interpretation)


def entries_and_rows(n, interpretation):
    every = census_of(n, interpretation)
    return zip(every.entries, every.rows(), strict=True)


def plain_positions(relation):
    return [*all_positions(relation.n), *([TIE] if relation.has_draws else [])]


@pytest.mark.long
@small
def test_games_are_those_of_the_plain_rules(n, interpretation):
    for entry, row in entries_and_rows(n, interpretation):
        assert entry.relation.interpretation == interpretation
        for order in ORDERS:
            games = [turns_and_period(position, order, entry.relation) for position in plain_positions(entry.relation)]
            by_turns, by_cycle_length = counts(games)
            name = order.lower()
            assert row[f"longest_{name}"] == max(by_turns)
            assert row[f"positions_{name}"] == by_turns[max(by_turns)]
            assert row[f"endless_{name}"] == by_cycle_length.total()
            assert row[f"cycles_{name}"] == " ".join(map(str, sorted(by_cycle_length)))


@small
def test_free_order_is_as_networkx_has_it(n, interpretation):
    for entry, row in entries_and_rows(n, interpretation):
        relation = entry.relation
        assert (row["number"], Relation.of(row["matrix"], interpretation)) == (entry.number, relation)
        graph = nx.DiGraph({start: children(start, relation).values() for start in plain_positions(relation)})
        ends = {position for position in graph if position.is_terminal}
        distances = nx.multi_source_dijkstra_path_length(graph.reverse(), ends)
        sizes = [len(component) for component in nx.strongly_connected_components(graph)]
        cyclic = [size for size in sizes if size > 1]
        assert row["cannot_end"] == len(graph) - len(distances)
        assert row["farthest"] == max(distances.values())
        assert (row["cyclic_components"], row["largest_component"]) == (len(cyclic), max(sizes))


@small
def test_relations_are_described_by_their_structure(n, interpretation):
    for entry, row in entries_and_rows(n, interpretation):
        found = relation_structure(entry.relation)
        assert entry.structure == found
        assert row.items() >= {"scores": " ".join(map(str, sorted(found.scores))), **found.rows()[0]}.items()


UNDER = {
    "longest finite game: most turns": (lambda row, order: row[f"longest_{order}"], max),
    "longest finite game: fewest turns": (lambda row, order: row[f"longest_{order}"], min),
    "endless positions: most": (lambda row, order: row[f"endless_{order}"], max),
    "endless positions: fewest": (lambda row, order: row[f"endless_{order}"], min),
    "longest cycle: most turns": (lambda row, order: max(map(int, ["0", *row[f"cycles_{order}"].split()])), max),
    "every game ends": (lambda row, order: not row[f"endless_{order}"], None),
    "no game ends but in one turn": (lambda row, order: row[f"longest_{order}"] <= 1, None),
}
OTHERS = {
    ("every game ends", "WL and LW"): (lambda row: not (row["endless_wl"] or row["endless_lw"]), None),
    ("farthest: most turns", "free"): (lambda row: row["farthest"], max),
    ("farthest: fewest turns", "free"): (lambda row: row["farthest"], min),
    ("positions that cannot end: most", "free"): (lambda row: row["cannot_end"], max),
    ("every position can end", "free"): (lambda row: not row["cannot_end"], None),
    ("no position can end but in one turn", "free"): (lambda row: row["farthest"] <= 1, None),
}


@pytest.mark.parametrize("n", [3, 4, 5])
def test_extremes_are_those_of_the_rows(n):
    questions = OTHERS | {
        (text, order): (lambda row, value=value, order=order: value(row, order.lower()), best)
        for order in ORDERS
        for text, (value, best) in UNDER.items()
    }
    rows, answers = census_of(n).rows(), census_of(n).extreme_rows()
    assert {(answer["question"], answer["order"]) for answer in answers} == questions.keys()
    for answer in answers:
        value, best = questions[answer["question"], answer["order"]]
        extreme = best(map(value, rows)) if best else True
        attained = [row for row in rows if value(row) == extreme]
        first = {name: attained[0][name] if attained else None for name in ("number", "matrix")}
        assert answer.items() >= {"value": extreme if best else None, "relations": len(attained), **first}.items()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(1, 6))
def test_the_longest_game_is_that_of_all_relations(n, order):
    """Which are not tried there one by one. Positions are counted there up to the names of the cards."""
    at_once = longest_over_tournaments(n, order)
    longest = [entry for entry in census_of(n).entries if entry.longest(order) == at_once.turns]
    assert at_once.turns == max(entry.longest(order) for entry in census_of(n).entries)
    assert any(digraph(at_once.relation).isomorphic(digraph(entry.relation)) for entry in longest)
    assert at_once.positions == sum(
        entry.lengths[order].by_turns[at_once.turns] // entry.structure.automorphisms for entry in longest
    )


def test_reversed_relations_can_be_left_out():
    halved = census(4, up_to_reversal=True)
    assert list(halved.entries) == [census_of(4).entries[number - 1] for number in (1, 2, 3)]


def test_workers_do_not_change_it():
    with ThreadPoolExecutor(3) as executor:
        assert census(5, run_options=RunOptions(executor)) == census_of(5)


def test_an_interrupted_census_says_what_is_known():
    stopped = interruption(census, 5, executor=Now(4), when=lambda _: False)
    assert re.fullmatch(
        r"4 of 12 relations are finished, and the longest finite game so far lasts \d+ turns under WL and \d+ turns "
        "under LW",
        stopped.partial_summary,
    )


def test_rock_paper_scissors_lizard_spock_is_among_them():
    """The figures of docs and README."""
    (row,) = [row for row in census_of(5).rows() if row["regular"] == "yes"]
    assert row["automorphisms"] == 5
    assert (row["longest_wl"], row["endless_wl"], row["cycles_wl"]) == (8, 160, "10")
    assert (row["longest_lw"], row["endless_lw"]) == (7, 60)
    assert (row["farthest"], row["cyclic_components"], row["largest_component"]) == (5, 1, 280)


def test_a_list_of_tournaments_is_analysed_as_it_stands(tmp_path):
    (tmp_path / "list.txt").write_text("111\n101\n")
    listed, classes = census(Relation.read_list(tmp_path / "list.txt")), census_of(3)
    assert [entry.war_row() for entry in listed.entries] == [entry.war_row() for entry in classes.entries]
    assert "The relations are those given. Each has 24 positions." in str(listed)
    with pytest.raises(ParameterError, match="as it stands"):
        census([Relation.order(3), Relation.order(4)])
