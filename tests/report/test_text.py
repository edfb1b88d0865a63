"""Documents as text and as Markdown: the same blocks in the same order."""

from tests.support import war_graph
from wargraph.fixed_order.lengths import longest
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


def test_results_print_as_the_text_of_their_documents():
    found = longest(war_graph(5))
    assert str(found) == text_document(found.document())
    assert "1325|4" in str(found)


def numbers(name, rows):
    return Table(name, [{"n": n} for n in range(rows)], name.capitalize())


def test_a_long_table_is_cut_to_two_screens_and_says_where_the_rest_is():
    document = Document([Paragraph("Games."), numbers("games", 1000), numbers("cycles", 20)])
    text = text_document(document)
    assert text.count("\n") < LINES
    assert "… 976 more rows" in text
    assert text.splitlines()[-1].split() == ["19"]
    assert text_document(document.only("games")).count("\n") == 1001


def test_tables_that_do_not_fit_are_named():
    document = Document([numbers(f"table {number}", 20) for number in range(6)] + [Paragraph("The end.")])
    text = text_document(document)
    assert text.count("\n") < LINES
    assert '… 4 more rows: --table table 1 or to_pandas("table 1") shows all' in text
    assert text.endswith(
        "The end.\n\nMore tables, each of which --table NAME shows: table 2, table 3, table 4, table 5."
    )
    assert markdown_document(document).count("## ") == 6


def test_a_long_text_is_never_cut():
    lines = "\n".join(map(str, range(100)))
    assert text_document(Document([Preformatted(lines)])) == lines
