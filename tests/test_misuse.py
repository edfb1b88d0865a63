"""What is asked of the wrong thing is refused in words, by every public function."""

import numpy as np
import pytest

from tests.support import refusal, war_graph
from wargraph import (
    OutputError,
    ParameterError,
    Position,
    PositionError,
    Relation,
    RelationError,
    RuleSet,
    TooLargeError,
    WarGraph,
    all_deals,
    child,
    children,
    compare,
    components,
    condensation,
    cycles_of_order,
    distances,
    endless,
    expectation,
    explorer_page,
    export,
    finish,
    free_cycles,
    known_sequence,
    lengths,
    longest,
    parents,
    picture,
    play_auction,
    play_full_game,
    play_out,
    play_outs,
    play_to_finish,
    possible_winners,
    reachability,
    relation_report,
    shortest_game,
    simulate,
    summary,
    winners,
)

ANALYSES = [
    components, condensation, distances, expectation, finish, free_cycles, possible_winners, reachability, summary,
    winners, picture, explorer_page,
    lambda graph: play_outs(graph, "WL"),
    lambda graph: export(graph, "war.dot"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "kind", "part"),
    [
        ("4", RelationError, "use one of order:N"),
        (None, RelationError, "None is no relation: bring a number of cards"),
        (Position("41|32"), RelationError, "41|32 is no relation"),
        ([4], RelationError, "n rows of n entries"),
        (4.5, ParameterError, "n must be a whole number"),
        (0, ParameterError, "n = 0"),
    ],
)
@pytest.mark.parametrize("analysis", [*ANALYSES, cycles_of_order, endless, lengths, longest])
def test_an_analysis_wants_a_deck(analysis, deck, kind, part):
    assert part in refusal(kind, analysis, deck)


@pytest.mark.parametrize("rules", [4, None, "", "poker", Position("41|32")])
@pytest.mark.parametrize("analysis", [simulate, all_deals, play_full_game, shortest_game, RuleSet.parse])
def test_a_full_game_wants_rules(analysis, rules):
    message = refusal(ParameterError, analysis, rules)
    assert "are not known: use rutgers, regular, bryer" in message


@pytest.mark.parametrize(
    "rule",
    [children, parents, play_to_finish, lambda p: child(p, "WL"), lambda p: play_out(p, "WL"), war_graph(4).children],
)
def test_a_rule_wants_a_position(rule):
    assert "'41|32' is not a Position" in refusal(PositionError, rule, "41|32")


@pytest.mark.parametrize("hand", [{4, 1}, {4: 1, 1: 2}, np.array([[4], [1]]), 4])
def test_a_hand_is_in_an_order(hand):
    refusal(PositionError, Position, hand, [3, 2])


@pytest.mark.parametrize("matrix", [{(0, 1), (1, 0)}, np.array([[0j, 0], [1 + 0j, 0]])])
def test_a_matrix_is_rows_of_numbers(matrix):
    refusal(RelationError, WarGraph.from_relation, matrix)


def test_a_report_takes_a_plain_matrix():
    report = relation_report([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    assert report.relation == Relation.named("rock-paper-scissors")
    assert "matrix: 3 cards, a tournament" in str(report)


@pytest.mark.parametrize("relation", [Relation.order(3), Relation([[1, 1], [0, 0]], name="mine", reading="literal")])
def test_a_relation_shows_how_to_make_it(relation):
    again = eval(repr(relation))
    assert (again, again.name, again.reading) == (relation, relation.name, relation.reading)


def test_there_is_no_example_of_a_length_that_does_not_occur():
    found = cycles_of_order(war_graph(5), "WL")
    assert len(found.example(6)) == 6
    assert "length 4" in refusal(ParameterError, found.example, 4)


def test_return_orders_are_read_in_any_case():
    assert longest(war_graph(4), "wl") == longest(war_graph(4), "WL")


def test_a_search_for_the_end_has_a_bound(monkeypatch):
    monkeypatch.setattr("wargraph.rules._MOST_SEARCHED", 10)
    assert "more than 10 positions" in refusal(TooLargeError, play_to_finish, Position("654321|7"))


def test_a_pdf_is_the_same_at_every_run():
    drawing = picture(war_graph(3))
    assert b"/CreationDate (D:20000101" in drawing.pdf()
    assert drawing.pdf() == drawing.pdf()


@pytest.mark.parametrize("path", ["\ud800.svg", "a" * 5000 + "/x.svg", "a/" * 3000 + "x.svg", "a\0.svg"])
def test_a_path_that_no_file_can_have(path):
    assert "not a possible file name" in refusal(OutputError, picture(war_graph(2)).save, path)


@pytest.mark.parametrize("name", [None, 0.5, range(3), set(), object()])
def test_a_sequence_and_a_file_are_named_by_text(name):
    assert "is not known: use one of" in refusal(ParameterError, known_sequence, name)
    assert "is no path of a matrix file" in refusal(RelationError, Relation.read, name)


@pytest.mark.parametrize("value", [np.array(["a", "b"]), np.array(4), [], {}, object(), 4, None])
def test_arrays_and_the_like_are_no_words_positions_or_paths(value):
    assert "use any or even" in refusal(ParameterError, longest, 3, "WL", value)
    refusal(PositionError, Position, value)
    assert "is no path" in refusal(OutputError, export, war_graph(3), value)
    assert "is no path" in refusal(OutputError, picture(war_graph(3)).save, value)


def test_an_array_without_dimensions_is_no_list():
    for error, ask in ((ParameterError, play_auction), (ParameterError, compare), (PositionError, Position)):
        assert "4" in refusal(error, ask, np.array(4))
