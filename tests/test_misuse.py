"""What is asked of the wrong thing is refused in words, by every public function."""

from fractions import Fraction
from inspect import isfunction, signature

import numpy as np
import pytest

import wargraph as wg
from tests.support import refusal, war_graph
from wargraph.full_game.rule_set import PRESETS

MORE = {"export": ["war.dot"], "length_distribution": [4], "play_outs": ["WL"]}
"""What a function needs besides the deck."""

ANALYSES = [
    lambda deck, function=function: function(deck, *MORE.get(function.__name__, []))
    for function in (getattr(wg, name) for name in wg.__all__)
    if isfunction(function) and next(iter(signature(function).parameters), "") in ("deck", "graph")
]
"""Every public function about a War graph or a deck."""


@pytest.mark.parametrize(
    ("deck", "kind", "part"),
    [
        ("4", wg.RelationError, "use one of order:N"),
        (None, wg.RelationError, "None is no relation: bring a number of cards"),
        (wg.Position("41|32"), wg.RelationError, "41|32 is no relation"),
        ([4], wg.RelationError, "n rows of n entries"),
        (4.5, wg.ParameterError, "n must be a whole number"),
        (0, wg.ParameterError, "n = 0"),
    ],
)
@pytest.mark.parametrize("analysis", ANALYSES)
def test_an_analysis_wants_a_deck(analysis, deck, kind, part):
    assert part in refusal(kind, analysis, deck)


@pytest.mark.parametrize("rules", [4, None, "", "poker", wg.Position("41|32")])
@pytest.mark.parametrize("analysis", [wg.simulate, wg.all_deals, wg.play_full_game, wg.RuleSet.parse])
def test_a_full_game_wants_rules(analysis, rules):
    message = refusal(wg.ParameterError, analysis, rules)
    assert f"are not known: use {', '.join(PRESETS)} or a rules file" in message


@pytest.mark.parametrize(
    "rule",
    [
        wg.children,
        wg.parents,
        lambda p: wg.play(p, "free"),
        lambda p: wg.child(p, "WL"),
        lambda p: wg.play(p, "WL"),
        war_graph(4).children,
    ],
)
def test_a_rule_wants_a_position(rule):
    assert "'41|32' is not a Position" in refusal(wg.PositionError, rule, "41|32")


@pytest.mark.parametrize("hand", [{4, 1}, {4: 1, 1: 2}, np.array([[4], [1]]), 4])
def test_a_hand_is_in_an_order(hand):
    refusal(wg.PositionError, wg.Position, hand, [3, 2])


@pytest.mark.parametrize("matrix", [{(0, 1), (1, 0)}, np.array([[0j, 0], [1 + 0j, 0]])])
def test_a_matrix_is_rows_of_numbers(matrix):
    refusal(wg.RelationError, wg.WarGraph.from_relation, matrix)


def test_a_report_takes_a_plain_matrix():
    report = wg.relation_report([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    assert report.relation == wg.Relation.named("rock-paper-scissors")
    assert "matrix: 3 cards, a tournament" in str(report)


def test_there_is_no_example_of_a_length_that_does_not_occur():
    found = wg.cycles(war_graph(5), "WL")
    assert len(found.example(6)) == 6
    assert "length 4" in refusal(wg.ParameterError, found.example, 4)


def test_a_search_for_the_end_has_a_bound(monkeypatch):
    monkeypatch.setattr("wargraph.core.rules._MOST_SEARCHED", 10)
    assert "more than 10 positions" in refusal(wg.TooLargeError, wg.play, wg.Position("654321|7"), "free")


def test_a_pdf_is_the_same_at_every_run():
    drawing = wg.picture(war_graph(3))
    assert b"/CreationDate (D:20000101" in drawing.pdf()
    assert drawing.pdf() == drawing.pdf()


@pytest.mark.parametrize("name", [None, 0.5, range(3), set(), object()])
def test_a_sequence_is_named_by_text(name):
    assert "is not known: use one of" in refusal(wg.ParameterError, wg.known_sequence, name)


@pytest.mark.parametrize("value", [np.array(["a", "b"]), np.array(4), [], {}, object(), 4, None])
def test_arrays_and_the_like_are_no_words_positions_or_paths(value):
    assert "use any or even" in refusal(wg.ParameterError, wg.longest, 3, "WL", value)
    refusal(wg.PositionError, wg.Position, value)
    assert "is no path" in refusal(wg.OutputError, wg.export, war_graph(3), value)
    assert "is no path" in refusal(wg.OutputError, wg.picture(war_graph(3)).save, value)


@pytest.mark.parametrize("text", ["x" * 10**6, "x" * 300, f"{'x' * 300}.csv", f"{'x' * 300}.toml", "a/" * 3000])
def test_a_long_text_names_no_rules_no_relation_and_no_result(text):
    assert "xxx" in refusal(wg.ParameterError, wg.RuleSet.parse, text) or "a/a/" in text
    assert len(refusal(wg.RelationError, wg.Relation.of, text)) < 5000
    assert len(refusal(wg.RelationError, wg.Relation.read, text)) < 5000


@pytest.mark.parametrize("value", [Fraction(3), 3j, None, len, object(), "text", [1]])
def test_a_chart_wants_a_result(value):
    refusal(wg.ParameterError, wg.plot, value)


@pytest.mark.parametrize(
    ("error", "ask"),
    [
        (wg.ParameterError, lambda: wg.expect(3, width=10**400)),
        (wg.TooLargeError, lambda: next(wg.even_deals(2**63))),
        (wg.PositionError, lambda: wg.Position(np.array(4))),
        (wg.PositionError, lambda: wg.picture(3, around=np.eye(2))),
    ],
)
def test_numbers_lists_and_texts_are_just_these(error, ask):
    refusal(error, ask)
