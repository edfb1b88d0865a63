"""Texts: every way to write a matrix down is read as the same relation, and never as another one."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import refusal, relations, tournaments
from wargraph.core.matrices.parsing import table_matrix
from wargraph.core.relation import Relation
from wargraph.errors import RelationError, TooLargeError

WORDS = ["rock", "Paper, with a comma;", 'sci "ssors"', "\N{ROCK}", "<b>&"]


def table(relation, names, separator, across, down):
    """A relation as a table; names that need quotes get them."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    rows = [[quoted[card]] * down + list(map(str, row)) for card, row in enumerate(relation.rows)]
    head = [[""] * down + quoted] if across else []
    return "\r\n".join(separator.join(row) for row in head + rows)


@given(tournaments(fewest=1), st.sampled_from(",;\t"), st.booleans(), st.booleans(), st.booleans())
def test_a_table_means_the_relation_it_was_written_from(tmp_path_factory, relation, separator, across, down, mark):
    names = [name.replace(",", "") for name in WORDS[: relation.n]]
    path = tmp_path_factory.mktemp("tables") / "mine.tsv"
    text = f"# a comment\n\n{table(relation, names, separator, across, down)}"
    path.write_text(text, encoding="utf-8-sig" if mark else "utf-8", newline="")
    read = Relation.of(path)
    assert read == relation
    assert read.card_names == (tuple(names) if across or down else ())
    assert ("names" in read.understood) == (across or down)


@given(tournaments(), st.data())
def test_a_table_with_one_character_changed_is_the_same_relation_or_refused(tmp_path_factory, relation, data):
    text = table(relation, WORDS[: relation.n], data.draw(st.sampled_from(",;\t")), False, False)
    place = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:place] + data.draw(st.sampled_from(["", "2", "x", " ", ";", "\t", "\n", '"', "#"])) + text[place + 1 :]
    )
    path = tmp_path_factory.mktemp("tables") / "mine.csv"
    path.write_bytes(changed.encode())
    try:
        read = Relation.of(path)
    except RelationError:
        return
    assert read == relation


@given(tournaments())
def test_lines_mappings_and_json_mean_the_same(tmp_path_factory, relation):
    names = ["stone", "sheet of paper", "shears", "Spock", "<lizard>"][: relation.n]
    beaten = {name: [names[j] for j, beats in enumerate(row) if beats]
              for name, row in zip(names, relation.rows, strict=True)}  # fmt: skip
    path = tmp_path_factory.mktemp("json") / "mine.json"
    path.write_text(json.dumps({"names": names, "matrix": relation.rows}))
    assert Relation.of(beaten) == Relation.of(path) == relation
    assert Relation.of(beaten).card_names == Relation.of(path).card_names == tuple(names)
    lines = [f"{winner} beats {', '.join(losers)}" for winner, losers in beaten.items() if losers]
    said = Relation.of(lines)
    assert {
        (said.card_names[i], said.card_names[j]) for i, j in product(range(said.n), repeat=2) if said.rows[i][j]
    } == {(winner, loser) for winner, losers in beaten.items() for loser in losers}
    assert Relation.of("; ".join(lines)) == Relation.of("\n".join(["# comment", *lines])) == said


def test_cards_that_are_only_numbered_have_no_names(tmp_path):
    for text in (",0,1,2\n0,0,0,0\n1,1,0,0\n2,1,1,0\n", "1,2,3\n0,0,0\n1,0,0\n1,1,0\n"):
        (tmp_path / "x.txt").write_text(text)
        assert Relation.of(tmp_path / "x.txt") == Relation.order(3)
        assert Relation.of(tmp_path / "x.txt").card_names == ()
    assert Relation.of("3 beats 1 and 2; 2 beats 1") == Relation.order(3)


def test_a_line_says_one_thing():
    for text in ("rock beats", "a beats b beats c", "rock beats scissors; paper"):
        assert "rock beats" in refusal(RelationError, Relation.of, text)
    for text in ("a beats b,, c", "a beats b,", "a and b beats c", "a, b beats c"):
        assert text in refusal(RelationError, Relation.of, text)


def test_words_are_read_as_people_write_them(tmp_path):
    path = tmp_path / "spy.txt"
    path.write_text("Fox beats hen and the worm.\nThe hen beats worm.\nWorm beats nothing.\nloner beats no one\n")
    relation = Relation.of(path, "draws")
    assert relation.card_names == ("Fox", "hen", "worm", "loner")
    assert relation.rows == ((0, 1, 1, 0), (0, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert relation.understood == "lines that say which of 4 cards beats which"
    path.write_text("fox beats hen\nowl beats fox\nloner beats ")
    assert "line 'loner beats ' does not say who beats whom" in refusal(RelationError, Relation.of, path)


@pytest.mark.parametrize("mark", ["", "-", "x"])
def test_a_spreadsheet_leaves_the_diagonal_out_and_ends_in_empty_columns(mark):
    found = table_matrix(f"a;b;c;;\n{mark};1;0;;\n0;{mark};1;;\n1;0;{mark};;\n")
    assert (found.rows, found.card_names) == ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], ["a", "b", "c"])


def test_a_diagonal_is_left_out_as_a_whole_or_not_at_all():
    """What is meant by an empty corner before numbers cannot be known."""
    for text in (",0,1\n0,0,1\n1,0,0\n", "a,b\n-,1\n0,x\n", "0,1\n,0\n"):
        assert "a matrix holds only 0 and 1" in refusal(RelationError, table_matrix, text)


@pytest.mark.parametrize("beaten", [{"rock": 3}, {}])
def test_a_mapping_names_the_cards_that_are_beaten(beaten):
    refusal(RelationError, Relation.of, beaten)


@given(relations())
def test_a_matrix_in_one_line_is_read_again(relation):
    assert Relation.of(relation.one_line, relation.reading) == relation


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("01/0", "2 rows, but row 2 has 1 column"),
        ("01/00/00", "3 rows, but row 1 has 2 columns"),
        ("01/10", "cards 1 and 2 beat each other"),
        ("1", "card 1 beats itself"),
        ("01//00", "is not known"),
        ("01/02", "is not known"),
        ("/0", "is not known"),
        ("01", "rows such as 001/100/010"),
    ],
)
def test_a_line_that_is_no_such_matrix_is_refused(text, fault):
    assert fault in refusal(RelationError, Relation.of, text)


def test_a_line_that_is_too_long_is_refused():
    assert "at most 1,000 cards" in refusal(TooLargeError, Relation.of, "/".join(["0"] * 1001))
