"""The data of a page about a War graph: positions, their children and outcomes, and how they are drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from wargraph.core.position import Position
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder, play
from wargraph.drawing.condensed import draw_condensation, group_label
from wargraph.drawing.part import Part, draw_part
from wargraph.drawing.picture import PictureView
from wargraph.drawing.views import chosen_view, part_of
from wargraph.errors import ParameterError
from wargraph.explorer.svg import Data, svg_drawing
from wargraph.fixed_order.lengths import longest
from wargraph.graph.attractors.distances import Distances, distances
from wargraph.graph.outcomes.play_outs import PlayOuts, play_outs
from wargraph.graph.structure.components import components
from wargraph.graph.structure.condensation import condensation
from wargraph.graph.war_graph import WarGraph
from wargraph.report.humanize import counted

LARGEST_WHOLE = 2520
"""The largest number of positions that Graphviz lays out in seconds and a browser moves smoothly."""

_LONGEST_LABEL = 24
"""Characters of a label: the page shows whole names beside the picture, and on hover."""


def graph_data(graph: WarGraph, view: PictureView, around: Position | None, radius: int) -> Data:
    """Return the data of a page about a War graph, as a dictionary for JSON.

    ``positions`` are the positions in their text form; every other entry names a position by its place in this list.
    ``texts`` are the positions with the ``names`` of the cards, if cards have names or draw. ``children`` holds the WL
    child and the LW child of each followed position, None for a terminal one. The positions after the followed ones
    are only children: for them the page knows the outcome alone. ``orders`` holds the outcomes by return order.
    ``start`` is the position that the page opens with, and ``drawings`` the drawings by return order.
    """
    parts = _parts(graph, view, around, radius)
    shown = list(dict.fromkeys(chain.from_iterable(part.positions for part in parts.values())))
    start = around or _start(graph, next(iter(parts.values())).positions if parts else [])
    followed = _followed(graph, [start, *shown])
    beyond = {child for position in followed for child in graph.children(position).values()}.difference(followed)
    positions = [*followed, *sorted(beyond)]
    number = {position: place for place, position in enumerate(positions)}
    drawings = {str(order): _part_drawing(part, number, len(graph)) for order, part in parts.items()}
    if ReturnOrder.FREE not in parts:
        labels = {str(place): group_label(group).split("\n") for place, group in enumerate(condensation(graph).groups)}
        groups = svg_drawing(draw_condensation(graph), labels, {})
        said = f"{groups['title']}. {counted(len(graph), 'position')}, drawn in groups."
        drawings[str(ReturnOrder.FREE)] = groups | {"shown": said}
    relation = graph.relation
    return {
        "names": relation.card_names,
        "positions": list(map(str, positions)),
        "texts": list(map(relation.text, positions)) if relation.card_names or relation.has_draws else [],
        "children": [[number[child] for child in graph.children(position).values()] or None for position in followed],
        "orders": {str(order): _outcomes(graph, order, positions) for order in ReturnOrder},
        "start": number[start],
        "drawings": drawings,
    }


def _part_drawing(part: Part, number: Mapping[Position, int], total: int) -> Data:
    part = replace(part, longest_label=_LONGEST_LABEL)
    labels = {str(position): [part.named.text(position)] for position in part.positions}
    drawn = svg_drawing(draw_part(part), labels, {str(position): number[position] for position in part.positions})
    some = "; ".join(filter(None, [f"{len(labels):,} of {counted(total, 'position')} drawn", part.omitted]))
    said = f"All {counted(total, 'position')} drawn" if len(labels) == total else some
    return drawn | {"shown": f"{drawn['title']}. {said}."}


def _parts(graph: WarGraph, view: PictureView, around: Position | None, radius: int) -> dict[ReturnOrder, Part]:
    """Return the part of the graph to show under each order; without one for free order, its condensation."""
    if view is PictureView.RELATION:
        raise ParameterError("a page shows positions: use wargraph render for a picture of the relation")
    parts = {}
    for order in ReturnOrder:
        of_order = chosen_view(graph, view, order, around, LARGEST_WHOLE)
        if part := part_of(graph, of_order, order, around, radius, LARGEST_WHOLE):
            parts[order] = part
    return parts


def _start(graph: WarGraph, shown: Sequence[Position]) -> Position:
    """Return the position, of those that are shown, whose game is the longest under WL."""
    if not shown:
        return longest(graph, ReturnOrder.WL).example
    games = play_outs(graph, ReturnOrder.WL)
    return max(shown, key=lambda position: games.turns(position) or 0)


def _followed(graph: WarGraph, starts: Iterable[Position]) -> list[Position]:
    """Return the starts, and the positions that their games pass through under WL, LW and free order."""
    starts, ends = list(starts), distances(graph)
    followed = dict.fromkeys(starts)
    for start in starts:
        for order in FIXED_ORDERS:
            followed |= dict.fromkeys(play(start, order, graph.relation).positions)
        followed |= dict.fromkeys(ends.game(start).positions)
    return list(followed)


def _outcomes(graph: WarGraph, order: ReturnOrder, positions: Sequence[Position]) -> Data:
    """Return the outcomes of positions under a return order.

    They are the ``turns`` to the end, None for an endless game; the ``length`` of the cycle that the game runs into, or
    under free order the size of the strongly connected component of a position on a cycle; and the places of the
    positions ``on_cycle``.
    """
    known: Distances | PlayOuts
    if order is ReturnOrder.FREE:
        known, parts = distances(graph), components(graph)
        reached = on_cycle = [*map(parts.cycle_number, positions)]
        sizes = {number: int(parts.sizes[number]) for number in reached if number is not None}
    else:
        known = outs = play_outs(graph, order)
        reached, on_cycle = [*map(outs.cycle_reached, positions)], [*map(outs.cycle_number, positions)]
        sizes = {number: len(outs.cycle(number)) for number in set(reached) if number is not None}
    return {
        "turns": [*map(known.turns, positions)],
        "length": [None if number is None else sizes[number] for number in reached],
        "on_cycle": [place for place, number in enumerate(on_cycle) if number is not None],
    }
