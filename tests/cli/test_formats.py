"""The forms of a table: names of the columns, JSON documents, CSV, Markdown, b-files, and files."""

import json
import shlex
from html import escape
from importlib.metadata import version

import pytest

from tests.cli.running import csv_rows, json_rows, names_in
from tests.support import seen
from wargraph.core.relation import Relation

LONGEST = ["n", "order", "deals", "turns", "positions", "example"]
LENGTHS = ["turns", "cycle_length", "positions"]
FINISH = ["n", "deals", "turns", "positions", "example"]
CONTEST = ["turns", "positions", "example", "held", "held_example"]
GRAPH = ["positions", "arcs", "terminals", "components", "cyclic_components", "largest_component"]
GRAPH += ["unreachable", "finish"]
COLUMNS = [
    (["longest", "1..4"], LONGEST),
    (["longest", "5", "--order", "both", "--deals", "even"], LONGEST),
    (["longest", "--matrix", "rock-paper-scissors"], LONGEST),
    (["longest", "5", "--deals", "both"], LONGEST),
    (["lengths", "3,5"], ["n", "turns", "cycle_length", "positions"]),
    (["lengths", "5", "--order", "both"], ["order", "turns", "cycle_length", "positions"]),
    (["lengths", "3..4", "--order", "both", "--deals", "both"], ["n", "order", "deals", *LENGTHS]),
    (["graph", "1..5"], ["n", *GRAPH, "endless_wl", "endless_lw"]),
    (["transcripts", "5", "--splits", "2,3"], ["turns", "split", "classes", "positions"]),
    (["finish", "1..4"], FINISH),
    (["finish", "--matrix", "order:3"], FINISH),
    (["finish", "1..3", "--table", "layers"], ["n", "deals", "turns", "positions"]),
    (["finish", "4", "--table", "games"], ["n", "deals", "game", "turn", "position"]),
    (["contest", "5", "--chooser", "loser"], ["n", "chooser", "deals", *CONTEST]),
    (["contest", "--matrix", "order:3"], ["n", "chooser", "deals", "left", "right", *CONTEST]),
    (["contest", "4", "--table", "layers"], ["n", "chooser", "deals", "player", "turns", "positions"]),
    (["contest", "5", "--table", "examples"], ["n", "chooser", "deals", "player", "turns", "position"]),
    (["play", "41|32", "--contest", "winner"], ["turn", "position", "winner", "chooser", "order"]),
    (["cycles", "5"], ["length", "cycles", "positions", "endless"]),
    (["cycles", "5", "--order", "free"], ["length", "cycles", "positions"]),
    (["cycles", "5", "--list", "2"], ["cycle", "length", "turn", "position"]),
    (["play", "41|32"], ["turn", "position", "winner"]),
    (["sequence", "finish", "1..3"], ["n", "value"]),
    (["sequence", "finish", "1..3", "--check"], ["n", "value", "computed"]),
    (["sequence"], ["name", "terms", "oeis", "title"]),
]

with_columns = pytest.mark.parametrize(("arguments", "columns"), COLUMNS, ids=[" ".join(case[0]) for case in COLUMNS])


@with_columns
def test_names_of_the_columns(call, arguments, columns):
    from_json = json_rows(call(*arguments, "--format", "json").printed())
    header, *lines = call(*arguments, "--format", "csv").printed().splitlines()
    assert header.split(",") == columns
    assert [list(row) for row in from_json] == [columns] * len(lines)
    assert from_json


@pytest.mark.parametrize("arguments", [["graph", "4"], ["graph", "--matrix", "rock-paper-scissors"]])
def test_the_columns_of_graph_start_as_agreed(call, arguments):
    header, line = call(*arguments, "--format", "csv").printed().splitlines()
    assert header.split(",")[: len(GRAPH)] == GRAPH
    row = json_rows(call(*arguments, "--format", "json").printed())[0]
    assert list(row)[: len(GRAPH)] == GRAPH
    assert [str(value) for value in row.values()] == line.split(",")


@with_columns
def test_csv_json_and_the_table_tell_the_same(call, arguments, columns):
    rows = json_rows(call(*arguments, "--format", "json").printed())
    as_text = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    assert csv_rows(call(*arguments, "--format", "csv").printed()) == as_text
    printed = call(*arguments).printed().splitlines()
    rule = next(place for place, line in enumerate(printed) if set(line) == {"-", " "})
    header, lines = printed[rule - 1], printed[rule + 1 :]
    assert header.split() == columns
    assert [line.split()[0] for line in lines[: len(rows)]] == [row[columns[0]] for row in as_text]


@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (["longest", "1..3"], {"n": [1, 2, 3], "order": "WL", "deals": "any"}),
        (["longest", "4", "--order", "both", "--deals", "even"], {"n": 4, "order": "both", "deals": "even"}),
        (["finish", "3,2"], {"n": [2, 3], "deals": "any"}),
        (["contest", "3", "--deals", "both"], {"n": 3, "chooser": "winner", "deals": "both"}),
        (["graph", "3"], {"n": 3}),
        (
            ["graph", "--matrix", "order:3"],
            {"matrix": "order:3", "n": 3, "reading": "strict", "rows": [[0, 0, 0], [1, 0, 0], [1, 1, 0]]},
        ),
        (["cycles", "3", "--order", "free"], {"n": 3, "order": "free"}),
        (["matrix", "order:2"], {"matrix": "order:2", "n": 2, "reading": "strict", "rows": [[0, 0], [1, 0]]}),
        (["census", "2"], {"n": 2, "reading": "strict", "up_to_reversal": False}),
        (["sequence"], {}),
    ],
)
def test_a_json_document_says_what_it_holds(call, arguments, parameters):
    document = json.loads(call(*arguments, "--format", "json").printed())
    further = ["tables"] if arguments[0] in ("matrix", "census", "finish", "contest") else []
    assert list(document) == ["command", "version", "parameters", "rows", *further]
    assert document["command"] == arguments[0]
    assert document["version"] == version("wargraph")
    assert document["parameters"] == parameters


@pytest.mark.parametrize(
    ("arguments", "terms"),
    [
        (["longest", "1..7"], "1 0\n2 1\n3 3\n4 7\n5 9\n6 17\n7 17\n"),
        (["longest", "2..3,4", "--order", "LW"], "2 1\n3 2\n4 7\n"),
        (["endless", "4..6", "--deals", "even"], "4 0\n5 30\n6 0\n"),
        (["longest", "3..6", "--deals", "even"], "3 3\n4 6\n5 8\n6 15\n"),
        (["longest", "--matrix", "rock-paper-scissors"], "3 1\n"),
        (["finish", "1..4"], "1 0\n2 1\n3 3\n4 6\n"),
        (["sequence", "shortest-cycle", "3..5"], "3 2\n4 4\n5 4\n"),
    ],
)
def test_a_bfile_to_the_byte(call, tmp_path, arguments, terms):
    typed = shlex.join(["wargraph", *arguments, "--format", "bfile"])
    reading, source, *lines = call(*arguments, "--format", "bfile").printed().splitlines(keepends=True)
    assert reading.startswith("# a(n) = ")
    assert source == f"# wargraph {version('wargraph')}: {typed}\n"
    assert "".join(lines) == terms
    assert call(*arguments, "-o", "b000001.txt").printed() == ""
    assert (tmp_path / "b000001.txt").read_bytes().endswith(f" -o b000001.txt\n{terms}".encode("ascii"))


@pytest.mark.parametrize(
    ("arguments", "reading"),
    [
        (["longest", "2", "--order", "lw"], "turns of the longest finite game under LW, any deals, on n cards"),
        (["endless", "2", "--deals", "even"], "games that never end under WL, even deals, on n cards"),
        (["finish", "2"], "largest fewest turns to the end under free order, any deals, on n cards"),
        (["sequence", "endless-wl-even", "2"], "games that never end under WL, even deals, on n cards (OEIS A400411)"),
    ],
)
def test_a_bfile_says_what_it_counts(call, arguments, reading):
    assert call(*arguments, "--format", "bfile").printed().splitlines()[0] == f"# a(n) = {reading}"


def test_markdown(call):
    assert call("longest", "1..3", "--format", "markdown").printed() == (
        "The longest finite game of 1..3 cards takes 3 turns, with 3 cards under WL.\n"
        "\n"
        "|   n | order   | deals   |   turns |   positions | example   |\n"
        "|----:|:--------|:--------|--------:|------------:|:----------|\n"
        "|   1 | WL      | any     |       0 |           1 | 1\\|       |\n"
        "|   2 | WL      | any     |       1 |           1 | 2\\|1      |\n"
        "|   3 | WL      | any     |       3 |           1 | 13\\|2     |\n"
    )


@pytest.mark.parametrize(
    ("name", "table_format"),
    [
        ("out.csv", "csv"),
        ("out.CSV", "csv"),
        ("out.json", "json"),
        ("out.md", "markdown"),
        ("b00001.txt", "table"),
        ("out.txt", "table"),
        ("out", "table"),
    ],
)
@pytest.mark.parametrize("arguments", [["longest", "1..4"], ["graph", "3"], ["play", "41|32"]])
def test_the_ending_of_a_file_picks_the_format(call, tmp_path, arguments, name, table_format):
    expected = call(*arguments, "--format", table_format).printed()
    assert call(*arguments, "-o", name).printed() == ""
    assert (tmp_path / name).read_text("utf-8") == expected
    assert names_in(tmp_path) == [name]


def test_a_format_that_is_named_beats_the_ending(call, tmp_path):
    call("longest", "1..4", "--format", "bfile", "--output", "b.csv").printed()
    assert (tmp_path / "b.csv").read_text().endswith("\n1 0\n2 1\n3 3\n4 7\n")


def test_large_counts_are_grouped_for_people_only(call):
    assert "positions          2,520\n" in call("graph", "6").printed()
    assert call("graph", "6", "--format", "csv").printed().splitlines()[1].startswith("2520,")


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


def test_the_header_of_a_verified_table_is_the_same_in_every_format(call):
    arguments = ("endless", "4..5", "--verify", "--format")
    (first, _) = json_rows(call(*arguments, "json").printed())
    assert call(*arguments, "csv").printed().splitlines()[0].split(",") == list(first)
    assert list(first)[-1] == "verified"


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("WL", "There is no cycle of 2 cards under WL: every game ends.\n"),
        ("free", "There is no cycle of 2 cards under free order.\n"),
    ],
)
def test_no_cycles(call, order, text):
    assert call("cycles", "2", "--order", order).printed() == text
    assert json_rows(call("cycles", "2", "--order", order, "--format", "json").printed()) == []


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
    assert [row["name"] for row in cards] == [*ODD_NAMES[:3], "'=1+1", ODD_NAMES[4]]


def test_odd_names_of_cards_in_a_report_for_people(call, odd):
    text, markdown = (call("matrix", odd, "--format", form).out for form in ("table", "markdown"))
    assert all(name in text for name in ODD_NAMES)
    assert "<b>" not in markdown.replace("\\<b>", "")
    assert "&lt;" not in markdown.replace("\\&lt;", "")
    page = seen(call("matrix", odd, "--format", "html").out)
    assert "<b>" not in page
    assert all(f"<td>{escape(name)}</td>" in page for name in ODD_NAMES)
    assert f'xlink:title="{escape(ODD_NAMES[0])} beats {escape(ODD_NAMES[1])}"' in page
    assert f">{ODD_NAMES[4][:15]}…</text>" in page
