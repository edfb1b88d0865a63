"""The report on a relation: it agrees with the analyses, with games one by one and with the relation itself."""

import re
from itertools import pairwise

import networkx as nx
import pytest

from tests.support import MATRICES, ORDERS, graph_of, plain_arcs, plain_digraph, plain_games, refusal
from wargraph.cycles_of_order import cycles_of_order
from wargraph.errors import TooLargeError
from wargraph.export.documents import markdown_document
from wargraph.export.tables import markdown_table, text_table
from wargraph.game_lengths import longest
from wargraph.graph.free_cycles import free_cycles
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Player, Position
from wargraph.relation import Relation
from wargraph.relations.report import relation_report
from wargraph.rules import child, children

every_relation = pytest.mark.parametrize("name", MATRICES)
REPORTS = {name: relation_report(relation) for name, relation in MATRICES.items()}


def rounds(text):
    """The cycles that a report writes out, by the order they are under."""
    lines = re.findall(r"^(?:The first|A shortest) cycle under (.*): (.*)$", text, re.MULTILINE)
    return {order: [Position(each) for each in written.split(" -> ")] for order, written in lines}


@every_relation
def test_the_report_starts_with_the_relation(name):
    relation, lines = MATRICES[name], str(REPORTS[name]).splitlines()
    decided = "a linear order" if relation.is_order else "a tournament"
    kind = {"strict": decided, "literal": "read literally", "draws": "with draws"}[relation.reading]
    cards = "1 card" if relation.n == 1 else f"{relation.n} cards"
    assert lines[0] == f"{relation.name}: {cards}, {kind}"
    assert lines[2 : 2 + relation.n] == [" ".join(map(str, row)) for row in relation.rows]


@every_relation
def test_it_says_in_words_which_card_beats_which(name):
    relation = MATRICES[name]
    said = re.findall(r"card (\d+)(?: \(\w+\))? beats ([^;\n]*)", str(REPORTS[name]))
    beaten = {int(card): [int(other) for other in re.findall(r"\b\d+\b", others)] for card, others in said}
    cards = range(1, relation.n + 1)
    assert beaten == {card: [other for other in cards if relation.winner(card, other) is Player.LEFT] for card in cards}
    assert [others == "no other" for _, others in said] == [not beaten[card] for card in cards]


@every_relation
def test_its_tables_are_those_of_the_analyses(name):
    text, graph = str(REPORTS[name]), WarGraph.from_relation(MATRICES[name])
    assert re.search(rf"^positions +{len(graph):,}$", text, re.MULTILINE)
    for order in ORDERS:
        rows = cycles_of_order(graph, order).rows()
        assert (f"Cycles under {order}\n\n{text_table(rows)}" if rows else f"Under {order} every game ends.") in text
        found = longest(graph, order)
        line = next(line for line in text.splitlines() if line.startswith(f"{order} "))
        assert line.split()[4:7] == [str(found.turns), f"{found.positions:,}", str(found.example)]
    free = free_cycles(graph).rows()
    assert (text_table(free) if free else "Under free order there is no cycle.") in text


@every_relation
def test_the_cycles_it_writes_out_go_round(name):
    relation, written = MATRICES[name], rounds(str(REPORTS[name]))
    expected = [*REPORTS[name].cycles.values(), REPORTS[name].free_cycles]
    assert len(written) == sum(bool(found.cycles) for found in expected)
    for order, cycle in written.items():
        assert cycle[0] == cycle[-1]
        assert len(set(cycle)) == len(cycle) - 1
        for position, following in pairwise(cycle):
            after = [child(position, order, relation)] if order in ORDERS else children(position, relation).values()
            assert following in after


def test_it_names_the_cards_that_have_names():
    assert "card 2 (paper) beats 1 (rock)" in str(REPORTS["rock-paper-scissors"])


@every_relation
def test_the_markdown_says_the_same(name):
    text = markdown_document(REPORTS[name].document())
    assert text.startswith(f"# {MATRICES[name].name}: ")
    for order in ORDERS:
        rows = REPORTS[name].cycles[order].rows()
        assert (
            f"## Cycles under {order}\n\n{markdown_table(rows)}" if rows else f"Under {order} every game ends."
        ) in text
    remarks = [line for line in text.splitlines() if " -> " in line]
    assert len(remarks) == sum(
        bool(found.cycles) for found in [*REPORTS[name].cycles.values(), REPORTS[name].free_cycles]
    )
    assert not any("|" in remark.replace("\\|", "") for remark in remarks)


@every_relation
def test_its_row(name):
    (row,) = REPORTS[name].rows()
    report = REPORTS[name]
    assert row.items() >= {"relation": MATRICES[name].name, "n": MATRICES[name].n, **report.summary.rows()[0]}.items()
    assert row["longest_wl"] == report.longest["WL"].turns
    assert row["cycles_lw"] == sum(report.cycles["LW"].cycles.values())
    assert row["shortest_cycle"] == min(report.free_cycles.cycles, default=None)


@every_relation
def test_its_longest_games_and_cycles_are_those_of_single_games_and_of_networkx(name):
    (row,) = REPORTS[name].rows()
    for order in ORDERS:
        games = plain_games(name, order).values()
        assert row[f"longest_{order.lower()}"] == max(turns for turns, _ in games if turns is not None)
        one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
        assert row[f"cycles_{order.lower()}"] == len(list(nx.simple_cycles(one_order)))
        assert REPORTS[name].longest[order] == longest(graph_of(name), order)
    lengths = {length for length in range(2, 13, 2) if any(nx.simple_cycles(plain_digraph(name), length_bound=length))}
    assert row["shortest_cycle"] == min(lengths, default=None)


@every_relation
def test_programs_get_its_row_first_and_every_table_by_name(name):
    report = REPORTS[name]
    tables = report.document().tables
    assert list(tables) == ["summary", "graph", "games", "cycles-wl", "cycles-lw", "cycles-free"]
    assert tables["summary"].rows == report.rows()
    assert tables["games"].rows == report.game_rows()
    assert tables["cycles-lw"].rows == report.cycles["LW"].rows()


def test_a_report_that_will_not_fit_is_refused_before_the_graph_is_built(monkeypatch):
    def build(relation):
        raise AssertionError(relation)

    monkeypatch.setattr("wargraph.memory.available_memory", lambda: 2 * 10**10)
    monkeypatch.setattr("wargraph.graph.war_graph.available_memory", lambda: 2 * 10**10)
    monkeypatch.setattr(WarGraph, "from_relation", build)
    message = refusal(TooLargeError, relation_report, Relation.order(11))
    assert all(part in message for part in ["components on 11 cards", "28.7 GB of memory", "smaller deck"])
