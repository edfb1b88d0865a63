"""What a picture of a War graph shows: the whole graph, its condensation, its cycles, or a neighbourhood."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from itertools import pairwise
from math import cos, log10, pi, sin

import graphviz

from wargraph.errors import ParameterError, TooLargeError
from wargraph.export.pictures import FONT, Picture
from wargraph.graph.components import components
from wargraph.graph.condensation import Group, condensation
from wargraph.graph.finish import FREE, distances
from wargraph.graph.free_cycles import free_cycles
from wargraph.graph.play_outs import cycles_of_order, play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Position
from wargraph.rules import ReturnOrder, counted

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

_NARROW_NODESEP = "0.07"
_WIDE_NODESEP = "0.18"  # room for arcs inside a column
_MOST_IN_LAST_COLUMN = 24

_LARGEST_WHOLE = 720
_LARGEST_WHOLE_BY_ITSELF = 400
_LARGEST_PART = 400


class View(StrEnum):
    """What is drawn. ``AUTO`` is the whole graph where it can be read, and else the condensation."""

    AUTO = "auto"
    WHOLE = "whole"
    CONDENSATION = "condensation"
    CYCLES = "cycles"
    NEIGHBOURHOOD = "neighbourhood"

    @classmethod
    def _missing_(cls, value: object) -> "View":
        raise ParameterError(f"view {value!r} is not known: use {', '.join(cls)}")


def picture(
    graph: WarGraph,
    view: View | str = View.AUTO,
    order: ReturnOrder | str = FREE,
    around: Position | None = None,
    radius: int = 2,
) -> Picture:
    """Draw a War graph, left to right towards the end of the game.

    Parameters
    ----------
    graph
        The War graph.
    view
        ``whole``: every position, up to 720 of them. ``condensation``: the groups of
        `wargraph.condensation`. ``cycles``: under a fixed order a cycle of each length, under free
        order a shortest one, with all parents and children. ``neighbourhood``: what is near the
        position `around`. ``auto``: the neighbourhood where `around` is given, else the whole
        graph up to 400 positions, else the condensation.
    order
        ``free`` draws both arcs of every position; ``WL`` or ``LW`` only that one.
    around
        The centre of a neighbourhood.
    radius
        How many arcs a neighbourhood reaches, in either direction.

    Raises
    ------
    TooLargeError
        If the picture would show too many positions to be read.

    Examples
    --------
    >>> picture(WarGraph(6)).title
    'War graph of the cards 1..6, condensed'
    """
    view = View(view)
    order = order if order == FREE else ReturnOrder(order)
    if view is View.AUTO:
        view = (
            View.NEIGHBOURHOOD
            if around
            else View.WHOLE
            if len(graph) <= _LARGEST_WHOLE_BY_ITSELF
            else View.CONDENSATION
        )
    if (view is View.NEIGHBOURHOOD) != (around is not None):
        raise ParameterError("a neighbourhood needs the position in its centre, and no other view takes one")
    if view is View.WHOLE:
        return _whole(graph, order)
    if view is View.CONDENSATION:
        if order != FREE:
            raise ParameterError(f"a condensation under {order} would show single positions: leave the order free")
        return _condensation(graph)
    if view is View.CYCLES:
        return _cycles(graph, order)
    assert around is not None
    return _neighbourhood(graph, order, around, radius)


@dataclass(frozen=True)
class _Part:
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
        return list(ReturnOrder) if self.order == FREE else [ReturnOrder(self.order)]

    def turns(self, position: Position) -> int | None:
        """How far a position is from the end, under the order that is drawn."""
        if self.order == FREE:
            return distances(self.graph).turns(position)
        return play_outs(self.graph, self.order).turns(position)


def _whole(graph: WarGraph, order: ReturnOrder | str) -> Picture:
    if len(graph) > _LARGEST_WHOLE:
        raise TooLargeError(
            f"the whole graph has {len(graph):,} positions, more than the {_LARGEST_WHOLE} that can be read in a "
            f"picture: use the view condensation, cycles or neighbourhood"
        )
    positions = list(graph)
    if order == FREE:
        component = {
            position: number
            for number, members in enumerate(components(graph).cyclic_positions())
            for position in members
        }
        arcs = {
            (position, child)
            for position, number in component.items()
            for child in graph.children(position).values()
            if component.get(child) == number
        }
        part = _Part(graph, order, positions, set(component), arcs)
    else:
        cycles = list(cycles_of_order(graph, order))
        reached = [position for position in positions if position.left and position.right]
        reached += [child for position in reached for child in _children(graph, position, order) if child.is_terminal]
        part = _Part(graph, order, reached, {p for cycle in cycles for p in cycle}, _arcs_of(cycles))
    return _draw(part, _name(graph, order))


def _cycles(graph: WarGraph, order: ReturnOrder | str) -> Picture:
    cycles: dict[int, tuple[Position, ...]] = {}
    if order == FREE:
        if shortest := free_cycles(graph).shortest:
            cycles[len(shortest)] = shortest
    else:
        found = cycles_of_order(graph, order)
        cycles = {length: found.example(length) for length in found.cycles}
    if not cycles:
        raise ParameterError(f"{_name(graph, order)}: there is no cycle to draw")
    on_cycle = {position for cycle in cycles.values() for position in cycle}
    beside = {position: _neighbours(graph, position, order) - on_cycle for position in on_cycle}
    near = on_cycle.union(*beside.values())
    places = _ring_places(list(cycles.values()), beside)
    lengths = " and ".join(map(str, cycles))
    what = "the shortest cycle" if order == FREE else "one cycle of each length"
    title = f"{_name(graph, order)}: {what} ({lengths} turns) with all parents and children"
    return _draw(_Part(graph, order, _ordered(near, graph), on_cycle, _arcs_of(cycles.values()), places=places), title)


def _ring_places(cycles: list[tuple[Position, ...]], beside: Mapping[Position, set[Position]]) -> dict[Position, str]:
    """Where the positions stand: every cycle a clockwise ring, side by side, their neighbours in a ring around."""
    places: dict[Position, str] = {}
    left_edge = 0.0
    for cycle in cycles:
        # In inches: the width of a label, and a radius at which neither ring is crowded.
        width = 0.1 * len(str(cycle[0])) + 0.35
        outer = list(dict.fromkeys(p for position in cycle for p in sorted(beside[position]) if p not in places))
        radius = max(width, width * len(cycle) / (2 * pi), width * len(outer) / (2 * pi) - 1.2 * width)
        centre = left_edge + radius + 2 * width
        left_edge = centre + radius + 2.5 * width
        # Where every position has k outer neighbours, they stand evenly around it.
        first_angle = pi / 2 + pi / len(cycle) - pi / max(len(outer), len(cycle))
        for ring, ring_radius, angle in ((cycle, radius, pi / 2), (outer, radius + 1.2 * width, first_angle)):
            for number, position in enumerate(ring):
                turned = angle - 2 * pi * number / len(ring)
                places[position] = f"{centre + ring_radius * cos(turned):.3f},{ring_radius * sin(turned):.3f}!"
    return places


def _neighbourhood(graph: WarGraph, order: ReturnOrder | str, around: Position, radius: int) -> Picture:
    graph.positions.check(around)
    if radius < 1:
        raise ParameterError(f"radius {radius} is not possible: a neighbourhood reaches at least 1 arc")
    near = {around}
    for _ in range(radius):
        near = near.union(*(_neighbours(graph, position, order) for position in near))
        if len(near) > _LARGEST_PART:
            raise TooLargeError(
                f"radius {radius} around {around} takes in more than {_LARGEST_PART} positions: use a smaller radius"
            )
    title = f"{_name(graph, order)}: around {around}, up to {counted(radius, 'arc')} away"
    return _draw(_Part(graph, order, _ordered(near, graph), set(), set(), focus=around), title)


def _neighbours(graph: WarGraph, position: Position, order: ReturnOrder | str) -> set[Position]:
    return _children(graph, position, order) | {parent for by, parent in graph.parents(position) if order in (FREE, by)}


def _children(graph: WarGraph, position: Position, order: ReturnOrder | str) -> set[Position]:
    return {child for by, child in graph.children(position).items() if order in (FREE, by)}


def _arcs_of(cycles: Iterable[tuple[Position, ...]]) -> set[tuple[Position, Position]]:
    return {arc for cycle in cycles for arc in zip(cycle, cycle[1:] + cycle[:1], strict=True)}


def _ordered(positions: Iterable[Position], graph: WarGraph) -> list[Position]:
    return sorted(positions, key=graph.positions.index)


def _name(graph: WarGraph, order: ReturnOrder | str) -> str:
    of = f"the cards 1..{graph.n}" if graph.positions.left_holds_n else graph.name
    return f"War graph of {of}" if order == FREE else f"War graph of {of} under {order}"


def _draw(part: _Part, title: str) -> Picture:
    shown = {position: part.turns(position) for position in part.positions}
    arcs = [
        (position, child, order)
        for position in shown
        for order, child in part.graph.children(position).items()
        if child in shown and order in part.orders
    ]
    level = any(shown[position] == shown[child] is not None for position, child, _ in arcs)
    sheet = _sheet(title, _legend(title, part, shown), nodesep=_WIDE_NODESEP if level else _NARROW_NODESEP)
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
    part: _Part, position: Position, child: Position, order: ReturnOrder, turns: Mapping[Position, int | None]
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
    part: _Part, turns: Mapping[Position, int | None], arcs: Iterable[tuple[Position, Position, ReturnOrder]]
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


def _node_style(part: _Part, position: Position, turns: int | None) -> dict[str, str]:
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


def _legend(title: str, part: _Part, turns: Mapping[Position, int | None]) -> str:
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
    heading = f'<tr><td align="left" colspan="{2 * len(entries)}"><b>{escape(title)}</b></td></tr>'
    cells = "".join(f'<td>{sample}</td><td align="left">{escape(text)}   </td>' for sample, text in entries)
    return f'<<table border="0" cellborder="0" cellspacing="2">{heading}<tr>{cells}</tr></table>>'


def _condensation(graph: WarGraph) -> Picture:
    condensed = condensation(graph)
    title = f"{_name(graph, FREE)}, condensed"
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
