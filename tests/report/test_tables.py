"""Rows as text, CSV, JSON, Markdown and b-files: what a reader of each format gets back."""

import csv
import html
import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wargraph.core.position import Position
from wargraph.report.tables import (
    bfile,
    csv_table,
    escaped_markdown,
    json_document,
    latex_table,
    markdown_table,
    text_record,
    text_table,
)

printable = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]))
values = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), printable)


def tables(value):
    return st.lists(st.fixed_dictionaries({"n": st.integers(), "a b": value, "c,|": value}), min_size=1, max_size=5)


@given(tables(values))
def test_csv_is_read_back_as_text(rows):
    found = list(csv.DictReader(StringIO(csv_table(rows), newline="")))
    assert found == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]


@pytest.mark.parametrize("text", ["0.100", "1e5", "1_000", "007", "nan", "inf", "1,000.50"])
def test_texts_that_look_like_numbers_stay(text):
    assert text_record({"value": text}) == f"Value  {text}"
    assert text_table([{"value": text}]).splitlines()[-1] == text
    assert markdown_table([{"value": text}]).splitlines()[-1].strip("| ") == escaped_markdown(text)


@given(st.text(st.sampled_from("a1 _*`[]()<>|&;#!\\"), max_size=12))
def test_markdown_of_any_text_is_that_text(text):
    shown = MarkdownIt("commonmark").enable("table").render(escaped_markdown(f"a{text}a"))
    assert shown == f"<p>{html.escape(f'a{text}a')}</p>\n"


@given(tables(values), st.dictionaries(printable, st.one_of(values, st.lists(values))))
def test_json_keeps_large_integers_as_text(rows, parameters):
    def expected(value):
        if isinstance(value, list):
            return [expected(item) for item in value]
        too_large = isinstance(value, int) and abs(value) > 2**53
        return str(value) if too_large else value

    document = json.loads(json_document(rows, "longest", "1.2", parameters, tables={"a": rows, "b": []}))
    assert document == {
        "command": "longest",
        "version": "1.2",
        "parameters": {key: expected(value) for key, value in parameters.items()},
        "rows": (shown := [{key: expected(value) for key, value in row.items()} for row in rows]),
        "tables": {"a": shown, "b": []},
    }
    assert "tables" not in json.loads(json_document(rows, "longest", "1.2", parameters))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ((2**53, 2**53 + 1, -(2**53) - 1), [2**53, "9007199254740993", "-9007199254740993"]),
        ({1: [2**60], "b": Position("2|1")}, {"1": [str(2**60)], "b": "2|1"}),
    ],
)
def test_json_values(value, written):
    assert json.loads(json_document([{"a": value}], "c", "v", {}))["rows"] == [{"a": written}]


def test_latex_shows_what_is_typed_as_text():
    assert "10,000 & a\\_b\\textbar{}50\\%" in latex_table([{"n": 10**4, "example": "a_b|50%"}])


@given(st.dictionaries(st.integers(0, 50), st.integers()))
def test_a_bfile_has_a_line_a_term(terms):
    comment, *lines = bfile(terms, ["--matrix 'é\n.csv'"]).splitlines()
    assert comment == "# --matrix '\\xe9\\n.csv'"
    assert [tuple(map(int, line.split(" "))) for line in lines] == list(terms.items())


def test_a_table_in_parts_repeats_what_tells_its_rows_apart(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    rows = [
        {"card": f"card {a}", "against": f"card {b}", **{f"question_{n}": 10.0**7 for n in range(4)}}
        for a in range(3)
        for b in range(3)
    ]
    assert text_table(rows).count("Against") > 1
