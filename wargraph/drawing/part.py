"""Positions drawn: in columns by their distance to the end, which is on the right, or at places of their own."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import graphviz

from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.drawing import canvas
from wargraph.drawing.labels import label, shortened, tooltip, with_short_names
from wargraph.drawing.picture import Picture
from wargraph.graph.attractors.distances import Distances, distances
from wargraph.graph.outcomes.play_outs import PlayOuts, play_outs
from wargraph.graph.structure.components import Components, components
from wargraph.graph.war_graph import WarGraph
from wargraph.report.humanize import counted

_MEANING = {"terminal": "terminal", "cycle": "on a cycle", "endless": "never ends"}
_HEADING = {"class": "heading", "shape": "plain", "style": "", "fontsize": "9", "fontcolor": canvas.GREY}
_FRAME = {"labeljust": "l", "labelloc": "t", "style": "rounded", "color": "#999999", "margin": "8"}
_MANY_SHORT = 24
_MANY = 100
_FEW_COLUMNS = 5  # a drawing of more is as wide as its legend
_LONGEST_LABEL = 40
_SHORTEST_NAME = 4

Place = tuple[float, float]
"""In inches, from left to right and upwards."""


@dataclass(frozen=True)
class Part:
    """Some positions of a graph under a return order, and the features that a picture shows."""

    graph: WarGraph
    order: ReturnOrder
    title: str
    positions: list[Position]
    rings: tuple[tuple[Position, ...], ...] = ()  # stand out; without any, everything on a cycle does
    focus: Position | None = None  # in the middle
    places: dict[Position, Place] = field(default_factory=dict)  # empty: in columns by their distance to the end
    is_fine: bool = False  # thin arcs that let others shine through, as many of them cross
    omitted: str = ""  # what positions are left out; empty if none are, or if the title says it
    longest_label: int = _LONGEST_LABEL  # characters, about, before the names of cards are shortened

    @cached_property
    def named(self) -> Relation:
        """The relation with names of cards that fit into the label of a position."""
        return with_short_names(self.graph.relation, max(_SHORTEST_NAME, self.longest_label // self.graph.n))

    @cached_property
    def turns(self) -> dict[Position, int | None]:
        """The distance of each position to the end, under the order that is drawn."""
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

    def kind(self, position: Position) -> str:
        """``cycle``, ``endless`` (running into a cycle), ``terminal`` or ``plain``."""
        if position in self.cycle_numbers:
            return "cycle"
        return {None: "endless", 0: "terminal"}.get(self.turns[position], "plain")

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
    def closing_arcs(self) -> dict[Position, Position]:
        """An arc of each cycle that never ends: drawn backwards, it lets the others run from left to right."""
        first: dict[int, Position] = {}
        for position, number in self.cycle_numbers.items():
            if self.turns[position] is None:
                first.setdefault(number, position)
        closed = set(first.values())
        return {start: end for start, end, _ in self.arcs if end in closed and start in self.cycle_numbers}

    @cached_property
    def aside(self) -> set[Position]:
        """The positions of games of at most one turn into which no longer game runs, if there are many.

        They have columns of their own, on the left, where the first columns of the long games leave room.
        """
        child = {start: end for start, end, _ in self.arcs}
        longer = {child.get(end, end) for start, end in child.items() if self.turns[start] == 2}
        short = {p for p, turns in self.turns.items() if turns in (0, 1) and child.get(p, p) not in longer}
        is_lower = self.order is not ReturnOrder.FREE and longer and len(short) > _MANY_SHORT
        return short if is_lower else set()


def graph_title(graph: WarGraph, order: ReturnOrder = ReturnOrder.FREE) -> str:
    """Return the title of a graph, or of the half of its arcs that a fixed order leaves, for a picture."""
    of = f"the deck 1..{graph.n}" if graph.positions.left_holds_n else graph.name
    return f"War graph of {of}" if order is ReturnOrder.FREE else f"War graph of {of} under {order}"


def draw_part(part: Part) -> Picture:
    """Draw some positions and the arcs between them."""
    is_level = any(part.turns[position] == part.turns[child] is not None for position, child, _ in part.arcs)
    gap = 0.18 if is_level else 0.07 if len(part.positions) <= _MANY else 0.03
    digraph = _blank(part, **canvas.PINNED if part.places else {"nodesep": str(gap)})
    if part.places:
        for position in part.positions:
            digraph.node(str(position), **_node_style(part, position), **canvas.pinned(*part.places[position]))
    else:
        _stand_in_columns(digraph, part)
    for position, child, order in part.arcs:
        style = _arc_style(part, position, child, order)
        if not part.places and part.closing_arcs.get(position) == child:
            digraph.edge(str(child), str(position), dir="back", **style)
        else:
            digraph.edge(str(position), str(child), **style)
    return Picture(part.title, digraph.source)


def _blank(part: Part, **attributes: str) -> graphviz.Digraph:
    """Return the empty drawing, with a legend of what the part has."""
    kinds = {part.kind(position) for position in part.positions}
    entries = [
        *(canvas.arc_entry(order) for order in part.order.choices),
        *(
            canvas.node_entry(canvas.NODE_STYLE[kind], meaning, border=2 if kind == "cycle" else 1)
            for kind, meaning in _MEANING.items()
            if kind in kinds
        ),
    ]
    if part.focus:
        entries.append(canvas.node_entry(canvas.FOCUS_STYLE, part.named.text(part.focus), border=2))
    notes = shortened(part.named, part.graph.relation)
    if set(part.turns.values()) - {None} and (part.is_fine or not part.places):
        fewest = "fewest turns" if part.order is ReturnOrder.FREE else "turns"
        notes.append(f"{'rings, inwards' if part.is_fine else 'columns'}: {fewest} to the end")
    is_narrow = not part.places and len({*part.turns.values()}) <= _FEW_COLUMNS
    return canvas.blank(part.title, entries, notes, canvas.NARROW if is_narrow else canvas.WIDE, **attributes)


def _node_style(part: Part, position: Position) -> dict[str, str]:
    kind, turns = part.kind(position), part.turns[position]
    end = "never ends" if turns is None else f"{counted(turns, 'turn')} to the end"
    is_bold = any(position in ring for ring in part.rings) if part.rings else kind == "cycle"
    return {
        "label": label(part.named.text(position)),
        "tooltip": tooltip(f"{part.graph.relation.text(position)}: {end}"),
        **({"penwidth": canvas.BOLD_BORDER} if is_bold else {}),
        **canvas.NODE_STYLE[kind],
        **(canvas.FOCUS_STYLE if position == part.focus else {}),
    }


def _arc_style(part: Part, position: Position, child: Position, order: ReturnOrder) -> dict[str, str]:
    start, end = map(part.graph.relation.text, (position, child))
    style = canvas.ARC_STYLE[order] | {"class": str(order), "tooltip": tooltip(f"{start} to {end}, {order}")}
    if part.is_fine:
        return style | {"color": f"{style['color']}A0", "penwidth": "0.9", "arrowsize": "0.4"}
    if (position, child) in part.bold_arcs:
        style |= {"class": f"{order} bold", "penwidth": "2.2"}
    before, after = part.turns[position], part.turns[child]
    if before is not None and (after is None or after >= before):
        # Only arcs that bring the end nearer may shape the columns; others would turn them round.
        style["constraint"] = "false"
    return style


def _stand_in_columns(digraph: graphviz.Digraph, part: Part) -> None:
    """Stand the positions in columns, the end on the right; what never ends stands apart, in a frame."""
    ended = [position for position, turns in part.turns.items() if turns is not None]
    endless = [position for position, turns in part.turns.items() if turns is None]
    _columns(digraph, part, [position for position in ended if position not in part.aside], "")
    if part.aside:
        with digraph.subgraph(name="cluster aside") as frame:
            frame.attr(label="at most 1 turn to the end", **_FRAME)
            _columns(frame, part, [position for position in ended if position in part.aside], " aside")
    with digraph.subgraph(name="cluster never ends" if ended else None) as frame:
        if ended:
            frame.attr(label="never ends", **_FRAME)
        for position in endless:
            frame.node(str(position), **_node_style(part, position))


def _columns(digraph: graphviz.Digraph, part: Part, positions: Iterable[Position], suffix: str) -> None:
    """Make a column for each number of turns, the largest first.

    Graphviz puts what does not hang together in the order in which it is made, the first of it lowest.
    """
    by_turns = defaultdict(list)
    for position in positions:
        by_turns[part.turns[position] or 0].append(position)
    headings = {turns: (counted(turns, "turn") if turns else "end") for turns in sorted(by_turns, reverse=True)}
    for heading in headings.values():
        digraph.node(f"{heading}{suffix}", heading, group="headings", **_HEADING)
    farthest_first = [position for turns in headings for position in by_turns[turns]]
    for position in positions if part.order is ReturnOrder.FREE else farthest_first:
        digraph.node(str(position), **_node_style(part, position))
    for turns, heading in headings.items():
        with digraph.subgraph() as column:
            column.attr(rank="same")
            for name in [f"{heading}{suffix}", *map(str, by_turns[turns])]:
                column.node(name)
    for left, right in pairwise(headings.values()):
        digraph.edge(f"{left}{suffix}", f"{right}{suffix}", style="invis", weight="10")
