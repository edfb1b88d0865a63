"""How a drawing looks: colours, columns by distance to the end, and the legend."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import log10

import graphviz

from wargraph.export.pictures import FONT, Picture
from wargraph.graph.condensation import Condensation, Group
from wargraph.graph.finish import distances
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Position
from wargraph.rules import FREE, ReturnOrder, counted

# Colours of Okabe and Ito, told apart with any kind of colour blindness; the arcs also differ in
# their dashes, so that a black-and-white print keeps them apart.
_ARC_STYLE = {
    ReturnOrder.WL: {"color": "#0072B2", "style": "solid"},
    ReturnOrder.LW: {"color": "#D55E00", "style": "dashed"},
}
_CYCLE_FILL = "#F0E442"
_ENDLESS_FILL = "#FBF8CC"
_TERMINAL_FILL = "#D9D9D9"
_FOCUS_FILL = "#56B4E9"
_GROUP_ARC = "#555555"
_CYCLE_PEN = "2.2"

_NARROWEST_NODESEP = "0.03"
_NARROW_NODESEP = "0.07"
_WIDE_NODESEP = "0.18"  # room for arcs inside a column
_MOST_IN_LAST_COLUMN = 24
_MANY = 100


@dataclass(frozen=True)
class Part:
    """Some positions of a graph, and what is to be seen in them."""

    graph: WarGraph
    order: ReturnOrder | str
    positions: list[Position]
    on_cycle: set[Position]
    cycle_arcs: set[tuple[Position, Position]]
    focus: Position | None = None
    places: dict[Position, str] = field(default_factory=dict)

    @property
    def orders(self) -> list[ReturnOrder]:
        """The return orders whose arcs are drawn."""
        return list(ReturnOrder) if self.order == FREE else [ReturnOrder(self.order)]

    def turns(self, position: Position) -> int | None:
        """How far a position is from the end, under the order that is drawn."""
        if self.order == FREE:
            return distances(self.graph).turns(position)
        return play_outs(self.graph, self.order).turns(position)


def draw_part(part: Part, title: str) -> Picture:
    """Draw some positions and the arcs between them."""
    shown = {position: part.turns(position) for position in part.positions}
    arcs = [
        (position, child, order)
        for position in shown
        for order, child in part.graph.children(position).items()
        if child in shown and order in part.orders
    ]
    level = any(shown[position] == shown[child] is not None for position, child, _ in arcs)
    gap = _WIDE_NODESEP if level else _NARROW_NODESEP if len(shown) <= _MANY else _NARROWEST_NODESEP
    sheet = _sheet(title, _legend(title, part, shown), nodesep=gap)
    if part.places:
        sheet.attr(layout="neato", splines="line")
    for position, turns in shown.items():
        style = _node_style(part, position, turns)
        if position in part.places:
            style["pos"] = part.places[position]
        tooltip = f"{position}: " + ("never ends" if turns is None else f"{counted(turns, 'turn')} to the end")
        sheet.node(str(position), str(position), tooltip=tooltip, **style)
    for position, child, order in arcs:
        sheet.edge(str(position), str(child), **_arc_style(part, position, child, order, shown))
    _rank(sheet, _columns(part, shown, arcs))
    return Picture(title, sheet.source)


def _arc_style(
    part: Part, position: Position, child: Position, order: ReturnOrder, turns: Mapping[Position, int | None]
) -> dict[str, str]:
    style = {**_ARC_STYLE[order], "tooltip": f"{position} to {child}, {order}"}
    if (position, child) in part.cycle_arcs:
        style["penwidth"] = _CYCLE_PEN
    before, after = turns[position], turns[child]
    if before is not None and after is not None and after >= before:
        # Only arcs that bring the end nearer may shape the columns; others would turn them round.
        style["constraint"] = "false"
    return style


def _columns(
    part: Part, turns: Mapping[Position, int | None], arcs: Iterable[tuple[Position, Position, ReturnOrder]]
) -> dict[str, list[str]]:
    """The columns of the picture from left to right, by their headings, each with its positions.

    Many terminals stand in two columns, by the return order that leads to them.
    """
    columns: dict[str, list[str]] = {}
    if part.places:
        return columns
    for distance in sorted({t for t in turns.values() if t}, reverse=True):
        columns[counted(distance, "turn")] = [str(position) for position, t in turns.items() if t == distance]
    terminals = [position for position, t in turns.items() if t == 0]
    if not terminals:
        return columns
    if len(terminals) <= _MOST_IN_LAST_COLUMN or part.order != FREE:
        columns["end"] = [str(position) for position in terminals]
        return columns
    by_order = {child: order for _, child, order in arcs}
    for order in ReturnOrder:
        columns[f"end by {order}"] = [str(position) for position in terminals if by_order.get(position) == order]
    return columns


def _node_style(part: Part, position: Position, turns: int | None) -> dict[str, str]:
    if position == part.focus:
        return {"fillcolor": _FOCUS_FILL, "penwidth": "2"}
    if position in part.on_cycle:
        return {"fillcolor": _CYCLE_FILL, "penwidth": "1.5"}
    if turns is None:
        return {"fillcolor": _ENDLESS_FILL}
    return {"fillcolor": _TERMINAL_FILL, "style": "filled"} if turns == 0 else {}


def _sheet(title: str, legend: str, nodesep: str) -> graphviz.Digraph:
    return graphviz.Digraph(
        "War graph",
        graph_attr={
            "layout": "dot",
            "rankdir": "LR",
            "ranksep": "0.55",
            "nodesep": nodesep,
            "fontname": FONT,
            "fontsize": "11",
            "label": legend,
            "labelloc": "b",
            "labeljust": "l",
            "tooltip": title,
            "pad": "0.15",
            "outputorder": "edgesfirst",
        },
        node_attr={
            "shape": "box",
            "style": "filled,rounded",
            "fillcolor": "white",
            "fontname": FONT,
            "fontsize": "11",
            "height": "0.2",
            "width": "0.1",
            "margin": "0.05,0.025",
            "penwidth": "0.8",
        },
        edge_attr={"arrowsize": "0.5", "fontname": FONT, "fontsize": "9"},
    )


def _rank(sheet: graphviz.Digraph, columns: Mapping[str, list[str]]) -> None:
    """Stand the positions of each column under its heading."""
    for heading, names in columns.items():
        with sheet.subgraph() as column:
            column.attr(rank="same")
            column.node(heading, heading, shape="plain", style="", fontsize="9", fontcolor="#555555", group="headings")
            for name in names:
                column.node(name)
    for left, right in pairwise(columns):
        sheet.edge(left, right, style="invis", weight="10")


def _legend(title: str, part: Part, turns: Mapping[Position, int | None]) -> str:
    entries = [_arc_sample(order) for order in part.orders]
    if 0 in turns.values():
        entries.append(_fill_sample(_TERMINAL_FILL, "terminal"))
    if part.on_cycle:
        entries.append(_fill_sample(_CYCLE_FILL, "on a cycle"))
    if any(turns[position] is None for position in turns.keys() - part.on_cycle):
        entries.append(_fill_sample(_ENDLESS_FILL, "never ends"))
    if part.focus:
        entries.append(_fill_sample(_FOCUS_FILL, str(part.focus)))
    return _legend_table(title, entries)


def _arc_sample(order: ReturnOrder) -> tuple[str, str]:
    line = "━━▶" if order is ReturnOrder.WL else "╍╍▶"
    first = "winner's" if order is ReturnOrder.WL else "loser's"
    return f'<font color="{_ARC_STYLE[order]["color"]}">{line}</font>', f"{order}: {first} card first"


def _fill_sample(colour: str, text: str) -> tuple[str, str]:
    return (
        f'<table border="1" cellborder="0" fixedsize="true" width="12" height="12" bgcolor="{colour}">'
        "<tr><td></td></tr></table>",
        text,
    )


def _legend_table(title: str, entries: list[tuple[str, str]]) -> str:
    columns = 2 * len(entries) + 1
    heading = f'<tr><td align="left" colspan="{columns}"><b>{escape(title)}</b></td></tr>'
    cells = "".join(f'<td>{sample}</td><td align="left">{escape(text)}   </td>' for sample, text in entries)
    # A title wider than the entries would spread them; an empty cell, in points by estimate, takes the rest.
    rest = max(0, round(7.6 * len(title) - sum(6.6 * len(text) + 42 for _, text in entries)))
    filler = f'<td width="{rest}"></td>'
    return f'<<table border="0" cellborder="0" cellspacing="2">{heading}<tr>{cells}{filler}</tr></table>>'


def draw_condensation(condensed: Condensation, title: str) -> Picture:
    """Draw the groups of a condensation and the arcs between them."""
    entries = [
        _fill_sample(_CYCLE_FILL, "components with a cycle, alike ones together"),
        _fill_sample("white", "positions off the cycles"),
        _fill_sample(_TERMINAL_FILL, "terminals"),
    ]
    sheet = _sheet(title, _legend_table(title, entries), nodesep=_WIDE_NODESEP)
    for number, group in enumerate(condensed.groups):
        sheet.node(str(number), _group_label(group), margin="0.12,0.06", **_group_style(group))
    for (start, end), count in condensed.arcs.items():
        width = f"{0.4 + 0.4 * log10(count):.2f}"
        sheet.edge(str(start), str(end), tooltip=counted(count, "arc"), color=_GROUP_ARC, penwidth=width)
    return Picture(title, sheet.source)


def _group_label(group: Group) -> str:
    if group.terminal:
        return f"{group.positions:,}"
    if group.component_size > 1:
        what = f"{counted(group.components, 'component')}\nof {group.component_size:,} positions"
    else:
        what = counted(group.positions, "position")
    if group.nearest < 0:
        return f"{what}\nnever end"
    span = f"{group.nearest}" if group.nearest == group.farthest else f"{group.nearest} to {group.farthest}"
    return f"{what}\n{span} {'turn' if span == '1' else 'turns'} to the end"


def _group_style(group: Group) -> dict[str, str]:
    if group.terminal:
        return {"fillcolor": _TERMINAL_FILL, "style": "filled"}
    return {"fillcolor": _CYCLE_FILL, "penwidth": "1.5"} if group.component_size > 1 else {}
