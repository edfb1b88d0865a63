"""Pages for the browser: well-formed, escaped, and complete in themselves."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.test_text import EVERY_BLOCK
from tests.support import MATRICES
from wargraph.core.relation import Relation
from wargraph.errors import OutputError
from wargraph.full_game.simulate import compare
from wargraph.graph.war_graph import WarGraph
from wargraph.relations.report import relation_report
from wargraph.report.columns import heading
from wargraph.report.document import Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.figure import drawn
from wargraph.report.html import html_page
from wargraph.report.tables import for_people

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "input"}
NASTY = "<script>alert(\"1\")</script> & 'a' > b"
printable = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1)
values = st.one_of(st.none(), st.booleans(), st.integers(), printable)


class Page(HTMLParser):
    """What a reader of the page sees: the text of every element, and its attributes."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append([tag, dict(attributes), ""])
        if tag not in VOID:
            self.open.append(self.elements[-1])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, text):
        if self.open:
            self.open[-1][2] += text

    def texts(self, *tags):
        return [text for tag, _, text in self.elements if tag in tags]


def page_of(*blocks, title="War", source="wargraph 1.0"):
    return Page(html_page(Document(blocks), title, source))


@given(st.lists(st.fixed_dictionaries({"n": st.integers(), "a<b": values, "c&d": values}), min_size=1, max_size=4))
def test_every_cell_is_read_back(rows):
    page = page_of(Table("games", rows, "Games"))
    columns = [column for column in rows[0] if any(row[column] is not None for row in rows)]
    assert page.texts("th") == list(map(heading, columns))
    assert page.texts("td") == [for_people(row[column]) for row in rows for column in columns]


def test_every_block_has_its_place():
    page = page_of(*(block for block in EVERY_BLOCK.blocks if not isinstance(block, Figure)))
    assert page.texts("h1", "pre", "p", "h2") == [
        "Two cards: 2|1", "0 0\n\n1 0", "card 2 beats 1|none", "Games of 2|1", "No game ends: 2|1.",
    ]  # fmt: skip
    assert page.texts("th", "td")[6:10] == ["n", "2", "Example", "2|1"]  # the record, with a line for each column
    assert [given.get("class") for tag, given, _ in page.elements if tag == "td"] == ["number", None] * 4


@pytest.mark.parametrize("kind", [Title, Paragraph, Preformatted])
def test_texts_are_escaped(kind):
    page = page_of(kind(NASTY), Table("games", [{NASTY: NASTY}], NASTY), title=NASTY, source=NASTY)
    assert page.texts("title", "h1", "p", "pre", "h2", "th", "td", "footer") == [NASTY] * 6
    assert page.texts("script") == []


def test_figures_are_the_pictures_themselves_and_escaped():
    names = [NASTY.replace("&", "& &amp;"), ' id="x" ', "אבן 🙂"]
    relation = Relation(MATRICES["rock-paper-scissors"].rows, name=NASTY, card_names=names)
    figures = [Figure(relation, "relation"), Figure(WarGraph.from_relation(relation), "auto")] * 2
    page = page_of(*figures)
    assert page.texts("script") == []
    svgs = [ET.fromstring(drawn(figure).svg()) for figure in figures]
    assert page.texts("text") == ["".join(each.itertext()) for svg in svgs for each in svg.iter(f"{SVG}text")]
    labels = [given["aria-label"] for tag, given, _ in page.elements if tag == "svg"]
    assert labels == [drawn(figure).title for figure in figures]
    assert names[1].strip() in page.texts("text")
    tooltips = {given["xlink:title"] for tag, given, _ in page.elements if tag == "a"}
    assert f"{names[0]} beats {names[2]}" in tooltips
    assert labels[0] == f"{NASTY}: who beats whom"


def test_a_page_says_why_nothing_is_drawn(monkeypatch):
    def fail(_figure):
        raise OutputError("no library")

    monkeypatch.setattr("wargraph.report.html.drawn", fail)
    page = page_of(Figure(Relation.order(2), "relation"), Paragraph("And so on."))
    assert page.texts("p") == ["There is no picture here: no library", "And so on."]


@pytest.mark.parametrize("result", [relation_report(MATRICES["lizard-Spock"]), compare(["drew-stack", "kids"], 50)])
def test_a_report_is_complete_in_itself(result):
    text = html_page(result.document(), "War", "wargraph 1.0")
    page = Page(text)
    attributes = {name for _, given, _ in page.elements for name in given}
    assert attributes.isdisjoint({"id", "href", "xlink:href", "onload", "style"})
    assert {tag for tag, _, _ in page.elements}.isdisjoint({"script", "link", "iframe"})
    sources = [given["src"] for _, given, _ in page.elements if "src" in given]
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    assert "url(" not in text
