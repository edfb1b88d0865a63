"""What is asked of the wrong thing is refused in a line, by every public function."""

from fractions import Fraction
from inspect import isfunction, signature

import numpy as np
import pytest

import wargraph as wg
from tests.support import refusal, war_graph
from wargraph.errors import shown
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
        (4.5, wg.ParameterError, "it must be a whole number"),
        (0, wg.ParameterError, "n = 0"),
    ],
)
def test_every_analysis_wants_a_deck(deck, kind, part):
    for analysis in ANALYSES:
        assert part in refusal(kind, analysis, deck)


@pytest.mark.parametrize("analysis", [wg.simulate, wg.all_deals, wg.play_full_game, wg.RuleSet.parse])
def test_a_full_game_wants_rules(analysis):
    for rules in (4, None, "", "xyzzy", wg.Position("41|32")):
        message = refusal(wg.ParameterError, analysis, rules)
        assert f"are not known: use {', '.join(PRESETS)} or a rules file" in message


@pytest.mark.parametrize("text", ["x" * 10**5, "x" * 300, f"{'x' * 300}.csv", f"{'x' * 300}.toml", "a/" * 3000])
def test_a_long_text_is_refused_in_a_line(text):
    refusal(wg.ParameterError, wg.RuleSet.parse, text)
    for read in (wg.Relation.of, wg.Relation.read):
        assert len(refusal(wg.RelationError, read, text)) < 5000


NOTHING = [[], {}, object(), 4, None]
REFUSED = [
    *((wg.PositionError, rule, "41|32", "'41|32' is not a Position")
      for rule in (wg.children, wg.parents, lambda at: wg.play(at, "free"), lambda at: wg.child(at, "WL"),
                   lambda at: war_graph(4).children(at))),
    *((wg.PositionError, lambda hand: wg.Position(hand, [3, 2]), hand, "")
      for hand in ({4, 1}, {4: 1, 1: 2})),
    *((wg.RelationError, wg.WarGraph.from_relation, matrix, "")
      for matrix in ({(0, 1), (1, 0)}, np.array([[0j, 0], [1 + 0j, 0]]))),
    *((wg.ParameterError, wg.sequence, name, "is not known: use one of")
      for name in (None, 0.5, range(3), set(), object())),
    *((wg.ParameterError, lambda value: wg.longest(3, "WL", value), value, "use all or balanced") for value in NOTHING),
    *((wg.OutputError, lambda value: wg.export(3, value), value, "is no path") for value in NOTHING),
    *((wg.OutputError, lambda value: wg.picture(3).save(value), value, "is no path") for value in NOTHING),
    *((wg.ParameterError, wg.plot, value, "") for value in (Fraction(3), 3j, None, len, object(), "text", [1])),
    (wg.ParameterError, lambda width: wg.expected_length(3, relative_error=width), 10**400, ""),
    (wg.ParameterError, lambda n: next(wg.balanced_deals(n)), 2**63, ""),
    (wg.PositionError, lambda around: wg.picture(3, around=around), np.eye(2), ""),
    (wg.ParameterError, lambda length: wg.cycles(5, "WL").example(length), 4, "length 4"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "call", "value", "part"), REFUSED)
def test_a_value_of_the_wrong_kind_is_refused(kind, call, value, part):
    assert part in refusal(kind, call, value)


def test_a_search_for_the_end_has_a_bound(monkeypatch):
    monkeypatch.setattr("wargraph.core.rules._MOST_SEARCHED", 10)
    assert "more than 10 positions" in refusal(wg.TooLargeError, wg.play, wg.Position("654321|7"), "free")


def test_large_numbers_are_shown_by_their_size():
    assert shown(2**1000 - 1).startswith("1071508607186267")
    assert shown(2**1000) == "a number of 1001 bits"
