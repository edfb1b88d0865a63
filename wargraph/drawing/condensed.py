"""The condensation of a War graph drawn: its groups of positions, and the arcs between them."""

from math import log10

from wargraph.drawing.canvas import BOLD_BORDER, GREY, NODE_STYLE, blank, node_entry
from wargraph.drawing.part import graph_title
from wargraph.drawing.picture import Picture
from wargraph.graph.structure.condensation import Group, condensation
from wargraph.graph.war_graph import WarGraph
from wargraph.report.humanize import counted


def draw_condensation(graph: WarGraph, title: str | None = None) -> Picture:
    """Draw the groups of a condensation, called by their numbers, and the arcs between them."""
    condensed, title = condensation(graph), title or f"{graph_title(graph)}, condensed"
    entries = [
        node_entry(NODE_STYLE["cycle"], "components with a cycle, those of one size together", border=2),
        node_entry(NODE_STYLE["plain"], "positions off the cycles, by the cycles before and after them"),
        node_entry(NODE_STYLE["terminal"], "terminals"),
    ]
    digraph = blank(title, entries, ["wider arcs: more arcs of the graph"])
    for number, group in enumerate(condensed.groups):
        kind = "terminal" if group.terminal else "cycle" if group.component_size > 1 else "plain"
        style = NODE_STYLE[kind] | ({"penwidth": BOLD_BORDER} if kind == "cycle" else {})
        digraph.node(str(number), group_label(group), margin="0.12,0.06", **style)
    for (start, end), count in condensed.arcs.items():
        width = f"{0.4 + 0.4 * log10(count):.2f}"
        digraph.edge(str(start), str(end), tooltip=counted(count, "arc"), color=GREY, penwidth=width)
    return Picture(title, digraph.source)


def group_label(group: Group) -> str:
    """Describe a group of a condensation in a few lines."""
    if group.terminal:
        return counted(group.positions, "terminal")
    if group.component_size > 1:
        what = f"{counted(group.components, 'component')}\nof {group.component_size:,} positions"
    else:
        what = counted(group.positions, "position")
    if group.nearest < 0:
        return f"{what}\nnever end"
    span = f"{group.nearest}" if group.nearest == group.farthest else f"{group.nearest} to {group.farthest}"
    return f"{what}\n{span} {'turn' if span == '1' else 'turns'} to the end"
