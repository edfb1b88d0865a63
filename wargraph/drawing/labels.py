"""Texts in drawings: escaped, so that each character stands for itself, and cards by names that are short enough."""

from html import escape

import graphviz

from wargraph.core.relation import Relation
from wargraph.report.tables import isolated

_CUT = "…"
_SHORTEST_BEGINNING, _FEW = 3, 6


def label(text: str) -> str:
    """A text for a label, of which Graphviz takes nothing for markup.

    >>> label("<b> & c")
    '<b> &amp; c'
    """
    escaped: str = graphviz.escape(isolated(text).replace("&", "&amp;"))
    return escaped


def tooltip(text: str) -> str:
    """A text for a tooltip. Graphviz replaces what a backslash stands for in these twice."""
    return label(text.replace("\\", "\\\\"))


def cell(text: str) -> str:
    """A text in a table of a label, in which a backslash also stands for something.

    >>> cell("<b> & c")
    '&lt;b&gt; &amp; c'
    """
    return escape(isolated(text)).replace("\\", "\\\\")


def with_short_names(relation: Relation, most: int) -> Relation:
    """The relation with card names of at most so many characters, each still a name of its own if that can be.

    Where there is room for a few characters only, the short names are beginnings of one length, if these differ.

    >>> with_short_names(Relation.of("rock-paper-scissors"), 6).card_names
    ('roc', 'pap', 'sci')
    >>> with_short_names(Relation.of("rock-paper-scissors"), 7).card_names
    ('rock', 'paper', 'scisso…')
    """
    if max(map(len, relation.card_names), default=0) > most <= _FEW:
        for length in range(_SHORTEST_BEGINNING, most + 1):
            names = [name[:length] for name in relation.card_names]
            if len(set(names)) == len(names):
                return Relation(relation.rows, relation.name, relation.reading, names)
    for numbered in (False, True):
        names = [
            name if len(name) <= most else _cut(name, most, str(card) if numbered else "")
            for card, name in enumerate(relation.card_names, start=1)
        ]
        if len(set(names)) == len(names):
            return Relation(relation.rows, relation.name, relation.reading, names)
    return relation


def _cut(name: str, most: int, end: str) -> str:
    return f"{name[: max(1, most - 1 - len(end))].rstrip()}{_CUT}{end}"
