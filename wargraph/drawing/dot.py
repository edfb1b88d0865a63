"""How a drawing looks: colours, columns by distance to the end, and the legend."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import log10, pi
from textwrap import wrap

import graphviz

from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.labels import cell, label, tooltip, with_short_names
from wargraph.drawing.picture import FONT, Picture
from wargraph.graph.components import Components, components
from wargraph.graph.condensation import Condensation, Group
from wargraph.graph.finish import Distances, distances
from wargraph.graph.play_outs import PlayOuts, play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.report.humanize import counted

# Colours of Okabe and Ito, told apart with any kind of colour blindness; the arcs also differ in
# their dashes, so that a black-and-white print keeps them apart.
ARC_STYLE = {
    ReturnOrder.WL: {"color": "#0072B2", "style": "solid"},
    ReturnOrder.LW: {"color": "#D55E00", "style": "dashed"},
}
_CYCLE_FILL = "#F0E442"
_ENDLESS_FILL = "#FBF8CC"
_TERMINAL_FILL = "#D9D9D9"
_FOCUS_FILL = "#56B4E9"
_CARD = {"fillcolor": "#DCE9F2", "margin": "0.1,0.05"}
_CARD_ARC = {"color": "#0072B2", "arrowsize": "0.8"}
_THIN_CARD_ARC = {"color": "#0072B2", "arrowsize": "0.6", "penwidth": "0.7"}
_GROUP_ARC = "#555555"
_BOLD_ARC = "2.2"
_BOLD_BORDER = "1.6"
_HEADING = {
    "class": "heading",
    "shape": "plain",
    "style": "",
    "fontsize": "9",
    "fontcolor": "#555555",
    "group": "headings",
}
_ANCHOR = "right of what never ends"
_FRAME = {
    "label": "never ends",
    "labeljust": "l",
    "labelloc": "t",
    "style": "rounded",
    "color": "#999999",
    "margin": "8",
}

_NARROWEST_NODESEP = "0.03"
_NARROW_NODESEP = "0.07"
_WIDE_NODESEP = "0.18"  # room for arcs inside a column
_MANY = 100
_TALL = 24
"""Positions above each other: columns as high as that are lowered, if they can be."""

_LOWER = 0.85
"""How high the columns must at most be then, of what they were."""

_FIRST_TALL = 0.4
"""Of the highest column."""

_WIDEST_NOTE = 120
_LEGEND = "#555555"
_LONGEST_LABEL = 40
_SHORTEST_NAME = 4
_LONGEST_CARD = 16
_MANY_CARDS = 10
_SMALLEST_RADIUS, _RADIUS_OF_A_CARD = 1.0, 0.2
"""In inches."""

Place = tuple[float, float]
Arrow = tuple[int, int, bool]
Columns = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Part:
    """Some positions of a graph, and what is to be seen in them.

    Attributes
    ----------
    graph, order
        Whose positions, and the return order, or free order, that is drawn.
    title
        What to call it.
    positions
        What is shown.
    rings
        Cycles to stand out from all else; without any, everything on a cycle does.
    focus
        The position in the middle.
    places
        Where the positions stand, in inches; without it, in columns by their distance to the end.
    is_fine
        Whether arcs are thin and let others shine through, as there are many of them across each other.
    omitted
        What the positions are that are not shown; empty if all are, or if the title says it.
    longest_label
        About how many characters the label of a position may have, before names of cards are shortened.
    """

    graph: WarGraph
    order: ReturnOrder
    title: str
    positions: list[Position]
    rings: tuple[tuple[Position, ...], ...] = ()
    focus: Position | None = None
    places: dict[Position, str] = field(default_factory=dict)
    is_fine: bool = False
    omitted: str = ""
    longest_label: int = _LONGEST_LABEL

    @cached_property
    def named(self) -> Relation:
        """The relation with names of cards that fit into the label of a position."""
        return with_short_names(self.graph.relation, max(_SHORTEST_NAME, self.longest_label // self.graph.n))

    @cached_property
    def turns(self) -> dict[Position, int | None]:
        """How far each position is from the end, under the order that is drawn."""
        known: Distances | PlayOuts
        known = distances(self.graph) if self.order is ReturnOrder.FREE else play_outs(self.graph, self.order)
        return {position: known.turns(position) for position in self.positions}

    @cached_property
    def arcs(self) -> list[tuple[Position, Position, ReturnOrder]]:
        """The arcs between the positions."""
        return [
            (position, child, order)
            for position in self.positions
            for order, child in self.graph.children(position).items()
            if child in self.turns and order in self.order.choices
        ]

    @cached_property
    def cycle_numbers(self) -> dict[Position, int]:
        """The positions on a cycle, each with the number of its component or cycle."""
        known: Components | PlayOuts
        known = components(self.graph) if self.order is ReturnOrder.FREE else play_outs(self.graph, self.order)
        numbers = {position: known.cycle_number(position) for position in self.positions}
        return {position: number for position, number in numbers.items() if number is not None}

    @cached_property
    def last_on_cycles(self) -> dict[Position, Position]:
        """Where the cycles that never end are cut, if they are to be drawn from left to right: an arc of each."""
        first: dict[int, Position] = {}
        for position, number in self.cycle_numbers.items():
            if self.turns[position] is None:
                first.setdefault(number, position)
        cut = set(first.values())
        return {position: child for position, child, _ in self.arcs if child in cut and position in self.cycle_numbers}

    @cached_property
    def trees(self) -> list[list[Position]]:
        """Positions that hang together and come to the end, those with the farthest position from it first."""
        neighbours = defaultdict(list)
        for start, end, _ in self.arcs:
            neighbours[start].append(end)
            neighbours[end].append(start)
        found: set[Position] = set()
        trees = []
        for first in self.positions:
            if first not in found and self.turns[first] is not None:
                found.add(first)
                tree = [first]
                for position in tree:
                    more = [each for each in dict.fromkeys(neighbours[position]) if each not in found]
                    tree += more
                    found.update(more)
                trees.append(tree)
        return sorted(trees, key=lambda tree: -max(self.turns[each] or 0 for each in tree))

    @cached_property
    def aside(self) -> set[Position]:
        """The trees that are soon over, if the picture is lower where they stand in columns of their own.

        These stand in a frame, left of the first columns, which are low, and below what never ends.
        """
        counts = [
            Counter(self.turns[each] or 0 for each in tree if self.turns[each] is not None) for tree in self.trees
        ]
        columns, beside = sum(counts, Counter[int]()), Counter[int]()
        deepest = max(columns, default=0)
        endless = len(self.turns) - columns.total()
        highest = max(columns.values(), default=0)
        frame = 2 * endless / (deepest + 1)  # about how many of them stand above each other
        best, lowest = 0, _LOWER * highest
        for number, tree in enumerate(reversed(counts), start=1):
            columns -= tree
            beside += tree
            most = max(beside)
            above = max(columns[deepest - most + turns] + beside[turns] for turns in range(most + 1))
            height = max(*columns.values(), 0, above + frame)
            if height < lowest:
                best, lowest = number, height
        return {each for tree in self.trees[-best:] for each in tree} if highest > _TALL and best else set()

    @cached_property
    def bold_arcs(self) -> set[tuple[Position, Position]]:
        """The arcs that stand out: those of the rings, or all that are on a cycle."""
        if self.rings:
            return {arc for ring in self.rings for arc in zip(ring, ring[1:] + ring[:1], strict=True)}
        numbers = self.cycle_numbers
        return {
            (position, child)
            for position, child, _ in self.arcs
            if position in numbers and numbers[position] == numbers.get(child)
        }

    @cached_property
    def bold_positions(self) -> set[Position]:
        """The positions that stand out."""
        return {position for ring in self.rings for position in ring} or set(self.cycle_numbers)


def draw_part(part: Part) -> Picture:
    """Draw some positions and the arcs between them."""
    level = any(part.turns[position] == part.turns[child] is not None for position, child, _ in part.arcs)
    gap = _WIDE_NODESEP if level else _NARROW_NODESEP if len(part.positions) <= _MANY else _NARROWEST_NODESEP
    digraph = _digraph(part.title, _legend(part), nodesep=gap)
    columns = {} if part.places else _columns(part, part.turns.keys() - part.aside)
    aside = _columns(part, part.aside)
    # What does not hang together stands in the order in which it is made, the first of it lowest.
    for heading in columns:
        digraph.node(heading, **_HEADING)
    depths = {position: max(part.turns[each] or 0 for each in tree) for tree in part.trees for position in tree}
    ordered = sorted(part.turns, key=lambda each: (each not in depths, each in part.aside, -depths.get(each, 0)))
    first_aside = next((position for position in ordered if position in part.aside), None)
    for position in ordered:
        if position == first_aside:
            for heading in aside:
                digraph.node(_aside(heading), heading, **_HEADING | {"group": "headings aside"})
        turns = part.turns[position]
        end = "never ends" if turns is None else f"{counted(turns, 'turn')} to the end"
        told = tooltip(f"{part.graph.relation.text(position)}: {end}")
        digraph.node(str(position), label(part.named.text(position)), tooltip=told, **_node_style(part, position))
    for position, child, order in part.arcs:
        style = _arc_style(part, position, child, order)
        if not part.places and part.last_on_cycles.get(position) == child:  # or it would turn the cycle round
            digraph.edge(str(child), str(position), dir="back", **style)
        else:
            digraph.edge(str(position), str(child), **style)
    if part.places:
        digraph.attr(layout="neato", splines="line")
    else:
        _stand_in_columns(digraph, part, columns, aside)
    return Picture(part.title, digraph.source)


def _node_style(part: Part, position: Position) -> dict[str, str]:
    style = {"class": _kind(part, position)}
    if position in part.places:
        style["pos"] = part.places[position]
    if position in part.bold_positions:
        style["penwidth"] = _BOLD_BORDER
    if position == part.focus:
        return style | {"fillcolor": _FOCUS_FILL, "peripheries": "2"}
    if position in part.cycle_numbers:
        return style | {"fillcolor": _CYCLE_FILL}
    if part.turns[position] is None:
        return style | {"fillcolor": _ENDLESS_FILL, "style": "filled,rounded,dashed"}
    return style | {"fillcolor": _TERMINAL_FILL, "style": "filled"} if part.turns[position] == 0 else style


def _kind(part: Part, position: Position) -> str:
    if position in part.cycle_numbers:
        return "cycle"
    return {None: "endless", 0: "terminal"}.get(part.turns[position], "plain")


def _arc_style(part: Part, position: Position, child: Position, order: ReturnOrder) -> dict[str, str]:
    start, end = map(part.graph.relation.text, (position, child))
    style = {**ARC_STYLE[order], "class": str(order), "tooltip": tooltip(f"{start} to {end}, {order}")}
    if part.is_fine:
        return style | {"color": f"{style['color']}A0", "penwidth": "0.9", "arrowsize": "0.4"}
    if (position, child) in part.bold_arcs:
        style |= {"class": f"{order} bold", "penwidth": _BOLD_ARC}
    before, after = part.turns[position], part.turns[child]
    if before is not None and (after is None or after >= before):
        # Only arcs that bring the end nearer may shape the columns; others would turn them round.
        style["constraint"] = "false"
    return style


def _columns(part: Part, positions: Collection[Position]) -> dict[str, list[str]]:
    """Those of the positions from which the game ends, by heading, the farthest first."""
    columns = defaultdict(list)
    for position, turns in part.turns.items():
        if position in positions and turns is not None:
            columns[turns].append(str(position))
    return {"end" if turns == 0 else counted(turns, "turn"): columns[turns] for turns in sorted(columns, reverse=True)}


def _aside(heading: str) -> str:
    """The heading of a column that stands aside, beside the one of that name."""
    return f"{heading} aside"


def _stand_in_columns(digraph: graphviz.Digraph, part: Part, columns: Columns, aside: Columns) -> None:
    """Stand the positions in columns, the end on the right; what never ends stands apart, in a frame.

    Its frame, and that of the columns that stand aside, are where there is room left of the high columns.
    """
    endless = [str(position) for position, turns in part.turns.items() if turns is None]
    _stand_side_by_side(digraph, columns)
    if aside:
        with digraph.subgraph(name="cluster aside") as frame:
            frame.attr(**_FRAME | {"label": f"at most {next(iter(aside))} to the end"})
            _stand_side_by_side(frame, {_aside(heading): names for heading, names in aside.items()})
    if columns and endless:
        with digraph.subgraph(name="cluster never ends") as frame:
            frame.attr(**_FRAME)
            for name in endless:
                frame.node(name)
        with digraph.subgraph() as column:
            column.attr(rank="same")
            column.node(_first_tall(columns))
            column.node(_ANCHOR, style="invis")
        for position in part.last_on_cycles:
            digraph.edge(str(position), _ANCHOR, style="invis", weight="0")


def _stand_side_by_side(digraph: graphviz.Digraph, columns: Columns) -> None:
    """A column for each heading, in their order."""
    for heading, names in columns.items():
        with digraph.subgraph() as column:
            column.attr(rank="same")
            for name in [heading, *names]:
                column.node(name)
    for left, right in pairwise(columns):
        digraph.edge(left, right, style="invis", weight="10")


def _first_tall(columns: Columns) -> str:
    """The first column that leaves little room above it."""
    highest = max(map(len, columns.values()))
    return next(heading for heading, names in columns.items() if len(names) >= _FIRST_TALL * highest)


def _digraph(title: str, legend: str, nodesep: str) -> graphviz.Digraph:
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
            "labelloc": "t",
            "labeljust": "l",
            "tooltip": tooltip(title),
            "pad": "0.15",
            "margin": "0",
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


def _legend(part: Part) -> str:
    turns = set(part.turns.values())
    notes = _shortened(part.named, part.graph.relation)
    entries = [_arc_sample(order) for order in part.order.choices]
    if 0 in turns:
        entries.append((_swatch(_TERMINAL_FILL), "terminal"))
    if part.cycle_numbers:
        entries.append((_swatch(_CYCLE_FILL, border=2, style="rounded"), "on a cycle"))
    if any(part.turns[position] is None for position in part.turns.keys() - part.cycle_numbers.keys()):
        entries.append((_swatch(_ENDLESS_FILL, style="rounded,dashed"), "never ends"))
    if part.focus:
        entries.append((_swatch(_FOCUS_FILL, border=2, style="rounded"), part.named.text(part.focus)))
    if turns - {None} and (part.is_fine or not part.places):
        fewest = "fewest turns" if part.order is ReturnOrder.FREE else "turns"
        notes.append(f"{'rings' if part.is_fine else 'columns'}: {fewest} to the end")
    return _legend_table(part.title, entries, notes)


def _arc_sample(order: ReturnOrder) -> tuple[str, str]:
    line = "━━▶" if order.is_winner_first else "╍╍▶"
    first = "winner's" if order.is_winner_first else "loser's"
    return f'<font color="{ARC_STYLE[order]["color"]}">{line}</font>', f"{order}: {first} card first"


def _swatch(colour: str, border: int = 1, style: str = "") -> str:
    kind = f' style="{style}"' if style else ""
    return (
        f'<table border="{border}" cellborder="0" fixedsize="true" width="18" height="12" bgcolor="{colour}"{kind}>'
        "<tr><td></td></tr></table>"
    )


def _legend_table(title: str, entries: list[tuple[str, str]], notes: list[str]) -> str:
    """A line with the title, one with samples and what they mean, and the notes."""
    span = f'align="left" colspan="{2 * len(entries) + 1}"'
    heading = f'<tr><td {span}><font point-size="14"><b>{cell(title)}</b></font></td></tr>'
    cells = "".join(f'<td>{sample}</td><td align="left">{_pale(text)}   </td>' for sample, text in entries)
    closing = "".join(f"<tr><td {span}>{_pale(line)}</td></tr>" for line in wrap("; ".join(notes), _WIDEST_NOTE))
    # A title wider than the entries would spread them; an empty cell, in points by estimate, takes the rest.
    rest = max(0, round(9.7 * len(title) - sum(6.6 * len(text) + 42 for _, text in entries)))
    line = f'<tr>{cells}<td width="{rest}"></td></tr>' if entries else ""
    return f'<<table border="0" cellborder="0" cellspacing="2">{heading}{line}{closing}</table>>'


def _pale(text: str) -> str:
    """A text of the legend, lighter than the drawing."""
    return f'<font color="{_LEGEND}">{cell(text)}</font>'


def draw_relation(
    relation: Relation, title: str, places: Mapping[int, Place], arrows: Sequence[Arrow], note: str
) -> Picture:
    """Draw cards, and arrows between them.

    Parameters
    ----------
    relation, title
        What is drawn, and what to call it.
    places
        Where the cards stand, on a circle of radius 1 or in it.
    arrows
        From the winner to the loser, and whether the loser beats the winner as well.
    note
        What is to be known about the arrows.
    """
    named = with_short_names(relation, _LONGEST_CARD)
    width = 0.1 * max(len(named.name_of(card)) for card in places) + 0.5
    radius = max(_SMALLEST_RADIUS, _RADIUS_OF_A_CARD * len(places), width * len(places) / (2 * pi))
    arc = _CARD_ARC if len(places) <= _MANY_CARDS else _THIN_CARD_ARC
    digraph = _digraph(title, _legend_table(title, [], [*_shortened(named, relation), note]), nodesep=_WIDE_NODESEP)
    digraph.attr(layout="neato", splines="line")
    for card, (x, y) in places.items():
        place = f"{x * radius:.3f},{y * radius:.3f}!"
        told = tooltip(relation.name_of(card))
        digraph.node(str(card), label(named.name_of(card)), pos=place, tooltip=told, **_CARD)
    for winner, loser, both_win in arrows:
        told = tooltip(f"{relation.name_of(winner)} beats {relation.name_of(loser)}")
        digraph.edge(str(winner), str(loser), tooltip=told, dir="both" if both_win else "forward", **arc)
    return Picture(title, digraph.source)


def _shortened(named: Relation, relation: Relation) -> list[str]:
    """What the names stand for that are not the whole ones."""
    names = zip(named.card_names, relation.card_names, strict=True)
    return [f"{short}: {name}" for short, name in names if short != name]


def draw_condensation(condensed: Condensation, title: str) -> Picture:
    """Draw the groups of a condensation and the arcs between them."""
    entries = [
        (_swatch(_CYCLE_FILL, border=2, style="rounded"), "components with a cycle, those of one size together"),
        (_swatch("white", style="rounded"), "positions off the cycles, by the cycles before and after them"),
        (_swatch(_TERMINAL_FILL), "terminals"),
    ]
    digraph = _digraph(
        title, _legend_table(title, entries, ["wider arcs: more arcs of the graph"]), nodesep=_WIDE_NODESEP
    )
    for number, group in enumerate(condensed.groups):
        digraph.node(str(number), group_label(group), margin="0.12,0.06", **_group_style(group))
    for (start, end), count in condensed.arcs.items():
        width = f"{0.4 + 0.4 * log10(count):.2f}"
        digraph.edge(str(start), str(end), tooltip=counted(count, "arc"), color=_GROUP_ARC, penwidth=width)
    return Picture(title, digraph.source)


def group_label(group: Group) -> str:
    """What a group of a condensation is, in a few lines."""
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


def _group_style(group: Group) -> dict[str, str]:
    if group.terminal:
        return {"class": "terminal", "fillcolor": _TERMINAL_FILL, "style": "filled"}
    if group.component_size > 1:
        return {"class": "cycle", "fillcolor": _CYCLE_FILL, "penwidth": _BOLD_BORDER}
    return {"class": "plain"}
