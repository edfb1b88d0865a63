"""Documents as text, as Markdown and as a page: the same blocks in the same order."""

import pytest

from wargraph.report.document import Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.tables import markdown_table, text_record, text_table
from wargraph.report.text import LINES, markdown_document, text_document

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
    assert render(EVERY_BLOCK).split("\n\n") == opening + tables


def numbers(name, rows):
    return Table(name, [{"n": n} for n in range(rows)], name.capitalize())


def test_long_tables_are_cut_texts_never():
    document = Document([numbers("games", 1000), numbers("cycles", 20)])
    text = text_document(document)
    assert text.count("\n") < LINES
    assert ("… 976 more rows" in text, text.split()[-1]) == (True, "19")
    assert text_document(document.only("games")).count("\n") == 1001
    document = Document([numbers(f"table {number}", 20) for number in range(6)] + [Paragraph("The end.")])
    text = text_document(document)
    assert text.count("\n") < LINES
    assert "… 4 more rows: --table table 1" in text
    assert text.endswith("--table NAME shows: table 2, table 3, table 4, table 5.")
    lines = "\n".join(map(str, range(100)))
    assert text_document(Document([Preformatted(lines)])) == lines
