"""Texts in drawings: escaped, so that each character stands for itself, and cards by names that are short enough."""

from contextlib import suppress
from html import escape

import graphviz

from wargraph.core.relation import Relation
from wargraph.errors import RelationError

_SHORTEST_BEGINNING, _FEW = 3, 6


def label(text: str) -> str:
    """Return a text for a label, of which Graphviz takes nothing for markup.

    >>> label("<b> & c")
    '<b> &amp; c'
    """
    escaped: str = graphviz.escape(text.replace("&", "&amp;"))
    return escaped


def tooltip(text: str) -> str:
    """Return a text for a tooltip. Graphviz replaces what a backslash stands for in these twice."""
    return label(text.replace("\\", "\\\\"))


def cell(text: str) -> str:
    """Return a text in a table of a label, in which a backslash also stands for something.

    >>> cell("<b> & c")
    '&lt;b&gt; &amp; c'
    """
    return escape(text).replace("\\", "\\\\")


def with_short_names(relation: Relation, most: int) -> Relation:
    """Return the relation with card names of at most `most` characters, each still a name of its own if that can be.

    Where there is room for a few characters only, the short names are beginnings of one length, if these differ.

    >>> with_short_names(Relation.of("rock-paper-scissors"), 6).card_names
    ('roc', 'pap', 'sci')
    >>> with_short_names(Relation.of("rock-paper-scissors"), 7).card_names
    ('rock', 'paper', 'scisso…')
    """
    full = relation.card_names
    if all(len(name) <= most for name in full):
        return relation
    lengths = range(_SHORTEST_BEGINNING, most + 1) if most <= _FEW else ()
    beginnings = [[name[:length] for name in full] for length in lengths]
    cut, numbered = (
        [
            name if len(name) <= most else f"{name[: most - 1 - len(end)].rstrip()}…{end}"
            for name, end in zip(full, ends, strict=True)
        ]
        for ends in ([""] * len(full), map(str, range(1, len(full) + 1)))
    )
    for names in (*beginnings, cut, numbered):
        with suppress(RelationError):  # two names are alike, or one is a number
            return Relation(relation.rows, relation.name, relation.interpretation, names)
    return relation


def shortened(named: Relation, relation: Relation) -> list[str]:
    """Explain the names that are not the whole ones."""
    names = zip(named.card_names, relation.card_names, strict=True)
    return [f"{short}: {name}" for short, name in names if short != name]
