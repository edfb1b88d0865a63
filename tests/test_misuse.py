"""What is asked of the wrong thing is refused in words, by every public function."""

from fractions import Fraction

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
    auction_study,
    child,
    children,
    compare,
    components,
    condensation,
    cycles,
    cycles_of_words,
    distances,
    endless,
    even_deals,
    expect,
    explorer_page,
    export,
    film_page,
    finish,
    free_cycles,
    known_sequence,
    lengths,
    lengths_chart,
    longest,
    parents,
    picture,
    play,
    play_auction,
    play_full_game,
    play_outs,
    plot,
    possible_winners,
    reachability,
    relation_report,
    round_robin,
    save_chart,
    shortest_game,
    simulate,
    study_chart,
    summary,
    tournament,
    tournament_chart,
    winners,
)

ANALYSES = [
    components, condensation, distances, expect, finish, free_cycles, possible_winners, reachability, summary,
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
@pytest.mark.parametrize("analysis", [*ANALYSES, cycles, endless, lengths, longest])
def test_an_analysis_wants_a_deck(analysis, deck, kind, part):
    assert part in refusal(kind, analysis, deck)


@pytest.mark.parametrize("rules", [4, None, "", "poker", Position("41|32")])
@pytest.mark.parametrize("analysis", [simulate, all_deals, play_full_game, shortest_game, RuleSet.parse])
def test_a_full_game_wants_rules(analysis, rules):
    message = refusal(ParameterError, analysis, rules)
    assert "are not known: use rutgers, regular, bryer" in message


@pytest.mark.parametrize(
    "rule",
    [
        children,
        parents,
        lambda p: play(p, "free"),
        lambda p: child(p, "WL"),
        lambda p: play(p, "WL"),
        war_graph(4).children,
    ],
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
    found = cycles(war_graph(5), "WL")
    assert len(found.example(6)) == 6
    assert "length 4" in refusal(ParameterError, found.example, 4)


def test_return_orders_are_read_in_any_case():
    assert longest(war_graph(4), "wl") == longest(war_graph(4), "WL")


def test_a_search_for_the_end_has_a_bound(monkeypatch):
    monkeypatch.setattr("wargraph.core.rules._MOST_SEARCHED", 10)
    assert "more than 10 positions" in refusal(TooLargeError, play, Position("654321|7"), "free")


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


def test_card_names_are_a_list():
    assert "card names 3 are not a list of texts" in refusal(RelationError, Relation, [[0]], card_names=Fraction(3))


@pytest.mark.parametrize("text", ["x" * 10**6, "x" * 300, f"{'x' * 300}.csv", f"{'x' * 300}.toml", "a/" * 3000])
def test_a_long_text_names_no_rules_no_relation_and_no_result(text):
    assert "xxx" in refusal(ParameterError, RuleSet.parse, text) or "a/a/" in text
    assert len(refusal(RelationError, Relation.of, text)) < 5000
    assert len(refusal(RelationError, Relation.read, text)) < 5000
    assert len(refusal(OutputError, export, war_graph(3), f"{text}.dot")) < 1000


def test_rules_are_like_a_preset_and_like_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.toml").write_text("players = 2")
    (tmp_path / "a.toml").write_text('like = "./b.toml"')
    message = refusal(ParameterError, RuleSet.parse, "a.toml")
    assert message.startswith("rules file 'a.toml': rules file './b.toml' is no preset: use rutgers, ")


@pytest.mark.parametrize("value", [Fraction(3), 3j, None, len, object(), "text", [1]])
@pytest.mark.parametrize("ask", [plot, save_chart, lengths_chart, study_chart, tournament_chart, film_page])
def test_a_chart_and_a_film_want_a_result(tmp_path, ask, value):
    more = (tmp_path / "x.svg",) if ask is save_chart else ()
    refusal(ParameterError, ask, value, *more)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "ask"),
    [
        (ParameterError, lambda: expect(3, width=10**400)),
        (TooLargeError, lambda: next(even_deals(2**63))),
        (ParameterError, lambda: auction_study(np.array(4))),
        (ParameterError, lambda: round_robin(np.array(4))),
        (ParameterError, lambda: tournament(np.array(4))),
        (ParameterError, lambda: cycles_of_words(6, blocks=iter(()))),
        (ParameterError, lambda: picture(3, title=3)),
        (PositionError, lambda: picture(3, around=np.eye(2))),
        (ParameterError, lambda: longest(3).to_pandas([1])),
    ],
)
def test_numbers_lists_and_texts_are_just_these(error, ask):
    refusal(error, ask)


def test_an_array_without_dimensions_is_no_list():
    for error, ask in ((ParameterError, play_auction), (ParameterError, compare), (PositionError, Position)):
        assert "4" in refusal(error, ask, np.array(4))
