"""The forms of a table: names of the columns, JSON documents, CSV, Markdown, b-files, and files."""

import json
import re
import shlex
from html import escape
from importlib.metadata import version

import pytest

from tests.cli.running import csv_rows, names_in
from wargraph.core.relation import Relation


def test_a_bfile_is_ascii_and_goes_by_its_name(call, tmp_path):
    printed = call("longest", "1..7", "--format", "bfile").printed()
    assert call("longest", "1..7", "-o", "b000001.txt").printed() == ""
    assert (tmp_path / "b000001.txt").read_bytes() == printed.replace("--format bfile", "-o b000001.txt").encode(
        "ascii"
    )


@pytest.mark.parametrize(
    ("name", "table_format"),
    [("out.CSV", "csv"), ("out.json", "json"), ("out.md", "markdown"), ("b00001.txt", "table"), ("out", "table")],
)
def test_the_ending_of_a_file_picks_the_format(call, tmp_path, name, table_format):
    expected = call("longest", "1..4", "--format", table_format).printed()
    assert call("longest", "1..4", "-o", name).printed() == ""
    assert (tmp_path / name).read_text("utf-8") == expected
    assert names_in(tmp_path) == [name]


def test_a_format_that_is_named_beats_the_ending(call, tmp_path):
    call("longest", "1..4", "--format", "bfile", "--output", "b.csv").printed()
    assert (tmp_path / "b.csv").read_text().endswith("\n1 0\n2 1\n3 3\n4 7\n")


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (["longest", "1..3"], "wargraph longest"),
        (["matrix", "rock-paper-scissors"], "rock-paper-scissors: 3 cards, a tournament"),
        (["simulate", "bryer", "--games", "50"], "bryer: 50 games, seed 0"),
        (["auction", "exact", "2"], "wargraph auction exact"),
    ],
)
def test_a_page_has_a_title_the_rows_and_its_source(call, tmp_path, arguments, title):
    page = call(*arguments, "--format", "html").printed()
    assert page.startswith("<!DOCTYPE html>\n")
    assert f"<title>{title}</title>" in page
    assert f"wargraph {version('wargraph')}: {shlex.join(['wargraph', *arguments, '--format', 'html'])}" in page
    call(*arguments, "-o", "page.html").printed()
    written = (tmp_path / "page.html").read_text("utf-8")
    assert written.replace("-o page.html", "--format html") == page


def test_one_table_of_a_page(call):
    page = call("simulate", "drew-stack", "--games", 50, "--table", "ending", "--format", "html").printed()
    assert page.count("<table>") == 1
    assert "<h1>" not in page
    assert "<td>player 1 wins</td>" in page


ODD_NAMES = ['<b>"x"&', "&lt; 🙂", "אבן", "=1+1", "a name of so many letters that no picture has room"]


@pytest.fixture
def odd(tmp_path):
    """A matrix file whose cards have names that mean something to one format or another."""
    rows = [[int(0 < (j - i) % 5 <= 2) for j in range(5)] for i in range(5)]
    (tmp_path / "odd.json").write_text(json.dumps({"names": ODD_NAMES, "matrix": rows}), "utf-8")
    return "odd.json"


def test_odd_names_of_cards_in_a_report_for_programs(call, odd):
    document = json.loads(call("matrix", odd, "--format", "json").out)
    assert document["parameters"]["card_names"] == ODD_NAMES
    relation = Relation.of("cyclic:5")
    named = Relation(relation.rows, card_names=ODD_NAMES)
    assert [row["name"] for row in document["tables"]["cards"]] == ODD_NAMES
    for row in document["tables"]["examples"]:
        assert named.text(named.position(row["position"])) == row["position"]
    cards = csv_rows(call("matrix", odd, "--table", "cards", "--format", "csv").out)
    assert [row["name"] for row in cards] == ODD_NAMES


def test_odd_names_of_cards_in_a_report_for_people(call, odd):
    text, markdown = (call("matrix", odd, "--format", form).out for form in ("table", "markdown"))
    assert all(name in text for name in ODD_NAMES)
    written = re.sub(r"^    .*", "", markdown, flags=re.MULTILINE)  # an indented line is shown as it is
    assert "<b>" not in written.replace("\\<b>", "")
    assert "&lt;" not in written.replace("\\&lt;", "")
    page = call("matrix", odd, "--format", "html").out
    assert "<b>" not in page
    assert all(f"<td>{escape(name)}</td>" in page for name in ODD_NAMES)
    assert f'xlink:title="{escape(ODD_NAMES[0])} beats {escape(ODD_NAMES[1])}"' in page
    assert f">{ODD_NAMES[4][:15]}…</text>" in page
