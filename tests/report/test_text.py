"""Documents as text and as Markdown: the same blocks in the same order."""

import pytest

from tests.support import war_graph
from wargraph.fixed_order.lengths import longest
from wargraph.report.document import Document, Figure, Paragraph, Preformatted, Table, Title
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


def test_text():
    assert text_document(EVERY_BLOCK).split("\n\n") == [
        "Two cards: 2|1",
        "0 0",
        "1 0",
        "card 2 beats 1|none",
        "Games of 2|1",
        text_table([ROW, ROW]),
        text_record(ROW),
        text_table([ROW]),
        "No game ends: 2|1.",
    ]


def test_markdown():
    assert markdown_document(EVERY_BLOCK).split("\n\n") == [
        "# Two cards: 2\\|1",
        "    0 0",
        "    1 0",
        "card 2 beats 1\\|none",
        "## Games of 2\\|1",
        markdown_table([ROW, ROW]),
        markdown_table([ROW]),
        markdown_table([ROW]),
        "No game ends: 2\\|1.",
    ]


def test_several_rows_are_no_record():
    assert text_document(Document([Table("games", [ROW, ROW], is_record=True)])) == text_table([ROW, ROW])


@pytest.mark.parametrize("render", [text_document, markdown_document])
def test_a_document_of_nothing(render):
    assert render(Document([])) == render(Document([Table("none", [])])) == ""


def test_results_print_as_the_text_of_their_documents():
    found = longest(war_graph(5))
    assert str(found) == text_document(found.document())
    assert "1325|4" in str(found)
