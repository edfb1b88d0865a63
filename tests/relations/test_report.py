"""The report on a relation: it agrees with the analyses, with games one by one and with the relation itself."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from statistics import mean, median_low

import networkx as nx
import pytest

from tests.support import MATRICES, ORDERS, graph_of, long, plain_arcs, plain_digraph, plain_games, refusal, sentences
from wargraph.core.position import Deals, Player, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import child, children, play
from wargraph.errors import TooLargeError
from wargraph.fixed_order.lengths import cycles, longest
from wargraph.graph.outcomes.reachability import reachability
from wargraph.graph.structure.free_cycles import free_cycles
from wargraph.graph.war_graph import WarGraph
from wargraph.relations.report import EndlessPositions, relation_report
from wargraph.report.document import Table

every_relation = pytest.mark.parametrize("name", MATRICES)


report_of = cache(relation_report)


def report_on(name):
    return report_of(MATRICES[name])


def rounds(name):
    """The cycles that a report writes out, by the order they are under."""
    lines = re.findall(r"^(?:The first|A shortest) cycle under (.*): (.*)$", sentences(report_on(name)), re.MULTILINE)
    return {order: [MATRICES[name].position(each) for each in written.split(" -> ")] for order, written in lines}


def rows_of(name, table):
    return report_on(name).document().tables[table].rows


@every_relation
def test_it_answers_first(name):
    """The sentences hold what games, one by one and by the plain rules, come to."""
    answers = [line for line in sentences(report_on(name)).splitlines() if re.match("(Of all|Every|Under free) ", line)]
    games = [plain_games(name, order).values() for order in ORDERS]
    longest_games = [max(turns for turns, _ in played if turns is not None) for played in games]
    never = [sum(turns is None for turns, _ in played) for played in games]
    counts = [len(games[0]), *never] if any(never) else []
    assert [int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*", answers[0])] == [*counts, *longest_games]
    never_free = report_on(name).summary.reachability.cannot_end["free"]
    assert (f"{never_free} positions can never end" if never_free else "every position can be brought") in answers[1]


@every_relation
def test_its_games_are_those_of_the_plain_rules(name):
    relation = MATRICES[name]
    for row in rows_of(name, "games"):
        starts = balanced_deals(relation.n) if row["deals"] == "balanced" else plain_games(name, row["order"])
        played = [play(start, row["order"], relation) for start in starts if str(start) != "|"]
        won = Counter("endless" if game.is_endless else game.winner or "tie" for game in played)
        assert [row["left"], row["right"], row["endless"]] == [won["Left"], won["Right"], won["endless"]]
        assert row.get("tie", 0) == won["tie"]
        turns = sorted(game.turns for game in played if not game.is_endless)
        if turns:
            assert row["mean"] == pytest.approx(mean(turns), abs=1e-6)
            assert (row["median"], row["longest"]) == (median_low(turns), turns[-1])
            assert row["positions"] == turns.count(turns[-1])
            assert play(relation.position(row["example"]), row["order"], relation).turns == turns[-1]


@every_relation
def test_it_says_which_card_beats_which(name):
    relation = MATRICES[name]
    for card, row in enumerate(rows_of(name, "cards"), start=1):
        beaten = [
            other for other in range(1, relation.n + 1) if other != card and relation.winner(card, other) is Player.LEFT
        ]
        assert (row["card"], row["score"]) == (card, len(beaten))
        assert row["beats"] == ", ".join(map(relation.name_of, beaten))


@every_relation
def test_its_examples_are_games(name):
    relation, report = MATRICES[name], report_on(name)
    games = report.examples
    for row in rows_of(name, "examples"):
        columns = {"game", "order", "turn", "position", "winner"}
        assert row.keys() == columns | ({"pairs"} if relation.has_draws else set())
    written = {
        game: [relation.position(row["position"]) for row in rows_of(name, "examples") if row["game"] == game]
        for game in games
    }
    for order in ORDERS:
        longest_game = written.pop(f"a longest game under {order}")
        played = play(longest_game[0], order, relation)
        assert (played.turns, list(played.positions)) == (report.longest[order, Deals.ALL].turns, longest_game)
        endless = written.pop(f"an endless game under {order}", None)
        assert (endless is None) == (report.summary.reachability.cannot_end[order] == 0)
        if endless:
            played = play(endless[0], order, relation)
            assert played.is_endless
            assert list(played.positions) == endless
    (shortest,) = written.values()
    assert len(shortest) - 1 == report.summary.farthest.turns
    assert list(play(shortest[0], "free", relation).positions) == shortest


@every_relation
def test_its_tables_are_those_of_the_analyses(name):
    graph, report = graph_of(name), report_on(name)
    rows = {table: each.rows for table, each in report.document().tables.items()}
    assert rows["summary"] == report.rows()
    assert rows["graph"][0]["positions"] == len(graph)
    for order in ORDERS:
        assert rows[f"cycles-{order.lower()}"] == cycles(graph, order).rows()
    assert rows["cycles-free"] == free_cycles(graph).rows()
    assert len(rows["games"]) == len(report.winners)
    for row, found in zip(rows["games"], report.winners, strict=True):
        assert row.items() >= found.rows()[0].items()
    for row in rows["holders"]:
        found = next(f for f in report.winners if (f.order, f.deals) == (row["order"], row["deals"]))
        assert row["share"] == found.holder_share(row["card"])


@every_relation
def test_the_cycles_it_writes_out_go_round(name):
    relation, written = MATRICES[name], rounds(name)
    expected = [*report_on(name).cycles.values(), report_on(name).free_cycles]
    assert len(written) == sum(bool(found.cycles) for found in expected)
    for order, cycle in written.items():
        assert cycle[0] == cycle[-1]
        assert len(set(cycle)) == len(cycle) - 1
        for position, following in pairwise(cycle):
            after = [child(position, order, relation)] if order in ORDERS else children(position, relation).values()
            assert following in after


@every_relation
def test_its_row_is_that_of_networkx_and_games(name):
    (row,) = report_on(name).rows()
    summary = report_on(name).summary.rows()[0]
    assert row.items() >= {"relation": MATRICES[name].name, "n": MATRICES[name].n, **summary}.items()
    for order in ORDERS:
        games = plain_games(name, order).values()
        assert row[f"longest_{order.lower()}"] == max(turns for turns, _ in games if turns is not None)
        one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
        assert row[f"cycles_{order.lower()}"] == len(list(nx.simple_cycles(one_order)))
        assert report_on(name).longest[order, Deals.ALL] == longest(graph_of(name), order)
    lengths = (length for length in range(2, 13, 2) if any(nx.simple_cycles(plain_digraph(name), length_bound=length)))
    assert row["shortest_cycle"] == next(lengths, None)


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        ("suits:2x2", "Under WL the strongest cards are 2a, 2b, whose holders win 100.0%"),
        ("suits:2x2", "the weakest 1a, 1b, 0.0%"),
        ("order:4", "Under WL the strongest card is 4, whose holder wins 100.0% of the decided balanced deals"),
        ("order:4", "the weakest 1, 2, 3, 33.3%"),
        ("cyclic:3", "Under LW the holder of each card wins 50.0% of the decided balanced deals"),
    ],
)
def test_the_strongest_and_the_weakest_cards_are_all_named(relation, said):
    assert said in " ".join(str(relation_report(relation)).split())


def test_too_large_a_report_is_refused_at_once(monkeypatch):
    def build(relation):
        raise AssertionError(relation)

    for module in ("compute.memory", "graph.war_graph"):
        monkeypatch.setattr(f"wargraph.{module}.available_memory", lambda: 2 * 10**9)
    monkeypatch.setattr(WarGraph, "from_relation", build)
    message = refusal(TooLargeError, relation_report, Relation.order(10))
    assert all(part in message for part in ["components on 10 cards", "2.4 GB of memory", "use at most 9 cards"])


@pytest.mark.parametrize(
    ("relation", "start", "turns"),
    [
        ("rock-paper-scissors-lizard-spock", "An endless game under WL", 16),
        *long(("order:8", "A longest game under WL", 29), ("order:8", "A longest game under LW", 41)),
    ],
)
def test_games_of_more_than_thirty_positions_are_shortened(relation, start, turns):
    blocks = report_of(relation).document().blocks
    game = next(block for block in blocks if isinstance(block, Table) and block.heading.startswith(start))
    whole = [*range(turns + 1)]
    assert [row["turn"] for row in game.rows] == whole
    shown = whole if turns < 30 else [*range(20), None, *range(turns - 8, turns + 1)]
    assert [row["turn"] for row in game.shown] == shown


@every_relation
def test_the_endless_positions_are_all_that_never_end(name):
    graph, rows = graph_of(name), EndlessPositions(reachability(graph_of(name)))
    expected = {
        (str(order), graph.relation.text(position), period)
        for order in ORDERS
        for position, (_, period) in plain_games(name, order).items()
        if period is not None
    }
    view = plain_digraph(name)
    ends = {position for position in view if position.is_terminal}
    can_end = ends.union(*(nx.ancestors(view, end) for end in ends))
    expected |= {("free", graph.relation.text(position), None) for position in view if position not in can_end}
    every = list(rows)
    assert {tuple(row.values()) for row in every} == expected
    assert len(every) == len(rows) == len(expected)
    assert all(list(row) == ["order", "position", "cycle_length"] for row in every)
    assert rows[1:3] == every[1:3]
    assert [rows[place - len(every)] for place in range(len(every))] == every
    for order in (*ORDERS, "free"):
        assert [row for row in rows.first(2) if row["order"] == order] == [r for r in every if r["order"] == order][:2]
