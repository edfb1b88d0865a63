"""Texts in drawings: each character as it is, and names that are short and still told apart."""

import xml.etree.ElementTree as ET

import graphviz
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples
from wargraph.core.relation import Relation
from wargraph.drawing.labels import cell, label, tooltip, with_short_names
from wargraph.drawing.picture import Picture
from wargraph.errors import RelationError

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = [
    "<b>", '<b>"x"&', "&lt;", "&amp;amp;", r"\N \G \n", "a\\", "🙂", "אבן", "100 %", "{a|b}", ' id="x"', "&#38;",
]  # fmt: skip
names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters=",|"), min_size=1, max_size=60), min_size=1, max_size=5
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_label_is_drawn_as_it_is(text):
    digraph = graphviz.Digraph(graph_attr={"layout": "dot"})
    digraph.node("1", label(text), tooltip=tooltip(text))
    drawn = ET.fromstring(Picture("", digraph.source).svg())
    assert ["".join(each.itertext()).strip() for each in drawn.iter(f"{SVG}text")] == [text.strip()]
    assert [each.get("{http://www.w3.org/1999/xlink}title") for each in drawn.iter(f"{SVG}a")] == [text]


@pytest.mark.parametrize("text", TEXTS)
def test_a_cell_of_a_table_is_drawn_as_it_is(text):
    digraph = graphviz.Digraph(
        graph_attr={"layout": "dot", "label": f"<<table><tr><td>{cell(text)}</td></tr></table>>"}
    )
    drawn = ET.fromstring(Picture("", digraph.source).svg())
    assert ["".join(each.itertext()).strip() for each in drawn.iter(f"{SVG}text")] == [text.strip()]


@given(names, st.integers(4, 20))
@examples(200)
def test_short_names_are_told_apart(card_names, most):
    try:
        relation = Relation([[0] * len(card_names)] * len(card_names), reading="literal", card_names=card_names)
    except RelationError:
        return
    short = with_short_names(relation, most)
    assert short == relation
    assert len(set(short.card_names)) == len(relation.card_names)
    for before, after in zip(relation.card_names, short.card_names, strict=True):
        assert len(after) <= most
        assert after == before or len(before) > most or most <= 6


def test_names_that_begin_alike_get_numbers():
    relation = Relation([[0, 1], [0, 0]], card_names=["a long name", "a long tail"])
    assert with_short_names(relation, 6).card_names == ("a lo…1", "a lo…2")
    assert with_short_names(relation, 11).card_names == relation.card_names
    assert with_short_names(Relation.order(3), 4).card_names == ()
