"""Documents as text, as Markdown and as a page: the same blocks in the same order."""

import re
from dataclasses import replace

import pytest

from wargraph.report.document import Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.layout import SCREEN
from wargraph.report.tables import markdown_table, text_record, text_table
from wargraph.report.text import markdown_document, text_document

ROW = {"n": 2, "example": "2|1"}
EVERY_BLOCK = Document(
    [
        Title("Two cards: 2|1"),
        Figure("a relation, say"),
        Preformatted("0 0\n\n1 0"),
        Paragraph("card 2 beats 1|none"),
        Table("games", [ROW, ROW], "Games of 2|1"),
        Table("record", [ROW], is_record=True),
        Table("hidden", [ROW], "Hidden", excerpt=()),
        Table("excerpt", [ROW, ROW], excerpt=[ROW]),
        Table("none", [], "None", columns=("n",)),
        Table("told", [], "Told", empty="No game ends: 2|1."),
    ]
)


@pytest.mark.parametrize(
    ("render", "opening", "tables"),
    [
        (
            text_document,
            ["Two cards: 2|1", "0 0", "1 0", "card 2 beats 1|none", "Games of 2|1"],
            [text_table([ROW, ROW]), text_record(ROW), text_table([ROW]), "No game ends: 2|1."],
        ),
        (
            markdown_document,
            ["# Two cards: 2\\|1", "    0 0", "    1 0", "card 2 beats 1\\|none", "## Games of 2\\|1"],
            [markdown_table([ROW, ROW]), markdown_table([ROW]), markdown_table([ROW]), "No game ends: 2\\|1."],
        ),
    ],
)
def test_every_block_has_its_place(render, opening, tables):
    assert render(replace(EVERY_BLOCK, is_whole=True)).split("\n\n") == opening + tables


def numbers(name, rows):
    return Table(name, [{"n": n} for n in range(rows)], name.capitalize())


def test_a_report_that_is_too_long_is_cut_to_a_screen():
    matrix = "\n".join("0" * 9 for _ in range(9))
    document = Document([Paragraph("The answer."), Preformatted(matrix), numbers("games", 1000), Paragraph("The end.")])
    text = text_document(document)
    assert text.count("\n") < SCREEN - 2
    assert text.startswith("The answer.\n\nGames\n\n")
    assert re.search(r"\n… 98\d more rows\n99\d\n", text)
    assert text.endswith("\n\n--full prints the whole report, --table NAME one table: games.")
    assert text_document(replace(document, is_whole=True)).count("\n") > 1000
    assert text_document(document.only("games")).count("\n") == 1001


few = Table("few", [{"n": 5}], "Few")
brief = Table("brief", numbers("", 99).rows, "Brief", brief=[{"n": 7}])


@pytest.mark.parametrize(
    ("blocks", "shown"),
    [
        ([Title("first"), few, Title("second"), few], ["first", "Few", "long, more"]),
        (
            [brief, numbers("some", 40), few, Paragraph("the end")],
            ["Brief", "Few", "the end", "brief, some, long, more"],
        ),
        ([Paragraph("text " * 500), numbers("some", 9)], ["text", "Some", "… 3 more rows", "some, long, more"]),
        ([Table("rows", few.rows)], ["long, more"]),  # what stands first needs no name
    ],
)
def test_what_a_screen_has_room_for(blocks, shown):
    text = text_document(Document([*blocks, numbers("long", 40), numbers("more", 40)]))
    words = ["first", "second", "text", "Brief", "Some", "Few", "the end", "… 3 more rows"]
    assert [word for word in words if word in text] == sorted(shown[:-1], key=words.index)
    assert text.endswith(f"--table NAME one table: {shown[-1]}.")


def test_a_table_that_lost_columns_says_so(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    document = Document([Table("rows", [{"turns": 12, "games": "a game that is long", "low": 3.5, "high": 4.5}])])
    assert text_document(document).endswith("\n\n--full prints the whole report.")
    assert "4.5" in text_document(document.only("rows"))
