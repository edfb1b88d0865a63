"""The common look of all drawings: fonts, colours, and a title with a legend above the graph."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

import graphviz

from wargraph.core.rules import ReturnOrder
from wargraph.drawing.labels import cell, tooltip

FONT = "DejaVu Sans,Verdana,sans-serif"
"""matplotlib's wheel brings the first; a viewer of an SVG without it takes one of like width."""

# Colours of Okabe and Ito, told apart with any kind of colour blindness; the arcs also differ in
# their dashes, so that a black-and-white print keeps them apart.
ARC_STYLE = {
    ReturnOrder.WL: {"color": "#0072B2", "style": "solid"},
    ReturnOrder.LW: {"color": "#D55E00", "style": "dashed"},
}
NODE_STYLE = {
    "terminal": {"class": "terminal", "fillcolor": "#D9D9D9", "style": "filled"},
    "cycle": {"class": "cycle", "fillcolor": "#F0E442"},
    "endless": {"class": "endless", "fillcolor": "#FBF8CC", "style": "filled,rounded,dashed"},
    "plain": {"class": "plain"},
}
FOCUS_STYLE = {"fillcolor": "#56B4E9", "style": "filled,rounded", "peripheries": "2"}
BOLD_BORDER = "1.6"
IN_COLUMNS = {"layout": "dot", "rankdir": "LR", "ranksep": "0.55", "nodesep": "0.18"}
PINNED = {"layout": "neato", "splines": "line"}
GREY = "#555555"
_PAGE = {"labelloc": "t", "labeljust": "l", "pad": "0.15", "margin": "0", "outputorder": "edgesfirst"}
_TEXT = {"fontname": FONT, "fontsize": "11"}
_NODE = {"shape": "box", "style": "filled,rounded", "fillcolor": "white", "penwidth": "0.8"}
_ROOM = {"height": "0.2", "width": "0.1", "margin": "0.05,0.025"}
_ARC = {"arrowsize": "0.5", "fontname": FONT, "fontsize": "9"}
WIDE, NARROW = 120, 62
"""The letters in a line of the legend, by default and above a narrow drawing."""

_LETTER, _OF_TITLE, _SAMPLE = 6.6, 8.6, 42
"""The widths of a letter, of one in the title, and of a sample, in points."""

_GAP = "\u00a0"
"""A space that Graphviz does not drop at the beginning of a text."""

Entry = tuple[str, str]
"""A sample in the legend, as HTML, and what it means."""


def blank(
    title: str, entries: Sequence[Entry] = (), notes: Sequence[str] = (), letters: int = WIDE, /, **attributes: str
) -> graphviz.Digraph:
    """Return a drawing without nodes, with a title and a legend: samples with their meanings, and notes.

    A line of the legend has at most `letters` letters. The attributes are those of Graphviz, for this drawing.
    """
    above = {"label": _legend(title, entries, notes, letters), "tooltip": tooltip(title)}
    return graphviz.Digraph(
        "War graph",
        graph_attr=_PAGE | _TEXT | IN_COLUMNS | above | attributes,
        node_attr=_NODE | _TEXT | _ROOM,
        edge_attr=_ARC,
    )


def pinned(x: float, y: float) -> dict[str, str]:
    """Return the attribute that puts a node at a place, in inches, where `PINNED` is the layout."""
    return {"pos": f"{x:.3f},{y:.3f}!"}


def arc_entry(order: ReturnOrder) -> Entry:
    """Return the legend entry of the arcs of a return order."""
    line, first = ("━━▶", "winner's") if order.is_winner_first else ("╍╍▶", "loser's")
    return f'<font color="{ARC_STYLE[order]["color"]}">{line}</font>', f"{order}: {first} card first"


def node_entry(style: Mapping[str, str], meaning: str, border: int = 1) -> Entry:
    """Return the legend entry of the nodes that look like that."""
    look = {"fillcolor": "white", "style": "filled,rounded", **style}
    line = look["style"].removeprefix("filled").removeprefix(",") or "solid"
    sample = (
        f'<table border="{border}" cellborder="0" fixedsize="true" width="18" height="12" '
        f'bgcolor="{look["fillcolor"]}" style="{line}"><tr><td></td></tr></table>'
    )
    return sample, meaning


def _legend(title: str, entries: Sequence[Entry], notes: Sequence[str], letters: int) -> str:
    """Return the title, the entries and the notes as rows of at most some letters each, the title of fewer larger ones.

    Entries that do not fit into a row go into the next.
    """
    titles = wrap(title, int(letters * _LETTER / _OF_TITLE))
    rows = [f'<font point-size="14">{cell(line)}</font>' for line in titles]
    samples: list[list[Entry]] = []
    for entry in entries:
        if not samples or sum(map(_width, [*samples[-1], entry])) > letters * _LETTER:
            samples.append([])
        samples[-1].append(entry)
    widest = max(*(_OF_TITLE * len(line) for line in titles), *(sum(map(_width, row)) for row in samples), 0)
    rows += [_samples(row, widest) for row in samples]
    rows += [_pale(line) for line in wrap("; ".join(notes), letters)]
    table = "".join(f'<tr><td align="left">{row}</td></tr>' for row in rows)
    return f'<<table border="0" cellborder="0" cellspacing="1">{table}</table>>'


def _samples(entries: Sequence[Entry], widest: float) -> str:
    """Return a row of entries, as a table in itself, whose cells do not line up with those of other rows."""
    cells = "".join(f'<td>{sample}</td><td align="left">{_pale(f"{_GAP}{text}")}   </td>' for sample, text in entries)
    # A row becomes as wide as the widest, which would spread the entries; an empty cell takes the rest.
    rest = round(widest - sum(map(_width, entries)))
    line = f'<tr>{cells}<td width="{rest}"></td></tr>'
    return f'<table border="0" cellborder="0" cellspacing="0" cellpadding="1">{line}</table>'


def _width(entry: Entry) -> float:
    return _SAMPLE + _LETTER * len(entry[1])


def _pale(text: str) -> str:
    return f'<font color="{GREY}">{cell(text)}</font>'
