"""What a picture of a War graph shows: the whole graph, its condensation, its cycles, or a neighbourhood."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin

from wargraph.choice import Choice
from wargraph.errors import ParameterError, TooLargeError
from wargraph.export.pictures import Picture
from wargraph.export.sheet import Part, draw_condensation, draw_part
from wargraph.graph.components import components
from wargraph.graph.condensation import condensation
from wargraph.graph.free_cycles import free_cycles
from wargraph.graph.play_outs import cycles_of_order
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Position
from wargraph.rules import FREE, ReturnOrder, counted

_LARGEST_WHOLE = 720
_LARGEST_WHOLE_BY_ITSELF = 400
_LARGEST_PART = 400


class View(Choice):
    """What is drawn. ``AUTO`` is the whole graph where it can be read, and else the condensation."""

    AUTO = "auto"
    WHOLE = "whole"
    CONDENSATION = "condensation"
    CYCLES = "cycles"
    NEIGHBOURHOOD = "neighbourhood"


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
        large = len(graph) > _LARGEST_WHOLE_BY_ITSELF
        view = View.NEIGHBOURHOOD if around else View.CONDENSATION if large else View.WHOLE
    if (view is View.NEIGHBOURHOOD) != (around is not None):
        raise ParameterError("a neighbourhood needs the position in its centre, and no other view takes one")
    if view is View.WHOLE:
        return _whole(graph, order)
    if view is View.CONDENSATION:
        if order != FREE:
            raise ParameterError(f"a condensation under {order} would show single positions: leave the order free")
        return draw_condensation(condensation(graph), f"{_name(graph, FREE)}, condensed")
    if view is View.CYCLES:
        return _cycles(graph, order)
    assert around is not None
    return _neighbourhood(graph, order, around, radius)


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
        part = Part(graph, order, positions, set(component), arcs)
    else:
        cycles = list(cycles_of_order(graph, order))
        if not graph.arcs:
            return draw_part(Part(graph, order, positions, set(), set()), _name(graph, order))
        reached = [position for position in positions if position.left and position.right]
        reached += [child for position in reached for child in _children(graph, position, order) if child.is_terminal]
        part = Part(graph, order, reached, {p for cycle in cycles for p in cycle}, _arcs_of(cycles))
    return draw_part(part, _name(graph, order))


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
    return draw_part(
        Part(graph, order, _ordered(near, graph), on_cycle, _arcs_of(cycles.values()), places=places), title
    )


def _ring_places(cycles: list[tuple[Position, ...]], beside: Mapping[Position, set[Position]]) -> dict[Position, str]:
    """Where the positions stand: every cycle a clockwise ring, side by side, their neighbours in a ring around."""
    places: dict[Position, str] = {}
    left_edge = 0.0
    for cycle in cycles:
        # In inches: the width of a label, and a radius at which neither ring is crowded.
        width = 0.1 * len(str(cycle[0])) + 0.45
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
    return draw_part(Part(graph, order, _ordered(near, graph), set(), set(), focus=around), title)


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
