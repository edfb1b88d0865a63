"""The views of a War graph: the whole graph, its condensation, its cycles, a neighbourhood, or rings.

In rings the positions are placed by their distance to the end, each ring in an order in which few arcs cross.
"""

import cmath
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import cos, inf, pi, sin, tau

from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.condensed import draw_condensation
from wargraph.drawing.part import Part, Place, draw_part, graph_title
from wargraph.drawing.picture import Picture, PictureView
from wargraph.errors import ParameterError, TooLargeError
from wargraph.graph.structure.free_cycles import free_cycles
from wargraph.graph.war_graph import Deck, WarGraph, as_deck, as_graph
from wargraph.report.humanize import counted

LARGEST_WHOLE = 720
"""Positions of a whole graph that can be read in a picture."""

_LARGEST_WHOLE_BY_ITSELF = 400
_LARGEST_PART = 400
_LARGEST_OF_RELATION = 5
"""The most cards of a relation whose War graph is drawn unless the user chooses a view."""
_READABLE = 0.8
"""The scale from which on the labels of a picture on a page can be read."""
_FLATNESS = 0.65
"""The height of rings, as a share of their width: labels are wider than high, and so are screens."""


def picture(
    graph: Deck,
    view: PictureView | str = PictureView.AUTO,
    order: ReturnOrder | str = ReturnOrder.FREE,
    around: Position | None = None,
    radius: int = 2,
    title: str | None = None,
    hide_terminals: bool = False,
    size: str | None = None,
) -> Picture:
    """Draw a War graph, from left to right towards the end of the game.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    view : PictureView or str
        The part of the graph to draw. By default ``auto``: the neighbourhood of `around` if it is given, otherwise the
        whole graph up to 400 positions, and for larger graphs the condensation (free order) or the cycles (WL and LW).
        Of a relation on more than 5 cards it is the relation itself.

        ``whole``: every position, up to 720 positions. ``rings``: every position under free order, in rings around a
        centre, with the end of the game outside. ``condensation``: the groups of positions that `condensation` returns.
        ``cycles``: under a fixed order a cycle of each length, under free order a shortest cycle, with all parents and
        children of its positions. ``neighbourhood``: the positions near `around`. ``relation``: instead of a graph,
        which cards beat which, up to 20 cards. An automorphism that takes all cards round turns this
        picture. A chart of `relation_structure` shows more cards, as a table.
    order : ReturnOrder or str
        The arcs to draw: ``free`` for both arcs of every position, ``WL`` or ``LW`` for one of them.
    around : Position, optional
        The centre of a neighbourhood.
    radius : int
        The number of arcs that a neighbourhood reaches in either direction.
    title : str, optional
        The title above the picture; by default a line that says what is drawn.
    hide_terminals : bool
        Whether to leave out the positions in which the game is over.
    size : str, optional
        A page that the picture fills, as `Picture.on_page` takes it. If the whole graph were too small on it to be
        read, the view ``auto`` draws rings without terminals, where these are larger.

    Raises
    ------
    TooLargeError
        If the picture would show too many positions to be read.

    See Also
    --------
    tree_picture, explorer_page

    Examples
    --------
    >>> picture(6).title
    'War graph of the deck 1..6, condensed'
    """
    view, order = PictureView(view), ReturnOrder(order)
    if view is PictureView.AUTO and order is ReturnOrder.FREE and around is None and not hide_terminals:
        graph = as_deck(graph)
        if isinstance(graph, Relation) and graph.n > _LARGEST_OF_RELATION:
            view = PictureView.RELATION
    drawing = _drawn(graph, view, order, around, radius, title, hide_terminals)
    if size is None:
        return drawing
    drawing = drawing.on_page(size)
    if view is PictureView.RELATION and drawing.page:
        across, down = drawing.page
        return _relation_drawn(graph, title, across / down).on_page(size)
    if view is PictureView.AUTO and order is ReturnOrder.FREE and around is None and drawing.scale < _READABLE:
        with suppress(TooLargeError):
            without = title or f"{drawing.title}, without terminal positions"
            rings = _drawn(graph, PictureView.RINGS, order, None, radius, without, True).on_page(size)
            drawing = max(drawing, rings, key=lambda each: each.scale)
    return drawing


def _drawn(
    graph: Deck,
    view: PictureView,
    order: ReturnOrder,
    around: Position | None,
    radius: int,
    title: str | None,
    hide_terminals: bool,
) -> Picture:
    if view is PictureView.RELATION:
        if around is not None or order is not ReturnOrder.FREE or hide_terminals:
            raise ParameterError(
                "a picture of the relation shows no positions: leave the order, the centre and the terminals out"
            )
        return _relation_drawn(graph, title)
    graph = as_graph(graph)
    view = chosen_view(graph, view, order, around, _LARGEST_WHOLE_BY_ITSELF)
    if order is not ReturnOrder.FREE and view in (PictureView.CONDENSATION, PictureView.RINGS):
        raise ParameterError(f"the view {view} is of free order, not of {order}: use the view cycles or neighbourhood")
    if view is PictureView.CONDENSATION:
        if hide_terminals:
            raise ParameterError("a condensation has one group of terminals: leave it, or use the view whole or rings")
        return draw_condensation(graph, title)
    part = part_of(graph, view, order, around, radius, LARGEST_WHOLE)
    if part is None:
        raise ParameterError(
            f"{graph_title(graph, order)}: there is no cycle to draw: "
            f"draw the whole graph, up to {LARGEST_WHOLE} positions, or what is around a position"
        )
    if hide_terminals:
        part = replace(part, positions=[position for position in part.positions if not position.is_terminal])
        if not part.positions:
            raise ParameterError("there are only terminals to draw: show them")
    if view is PictureView.RINGS:
        part = _in_rings(part)
    return draw_part(replace(part, title=title or part.title))


def _relation_drawn(graph: Deck, title: str | None, stretch: float = 1.0) -> Picture:
    from wargraph.drawing.relation import relation_picture  # only here igraph is needed

    return relation_picture(graph.relation if isinstance(graph, WarGraph) else graph, title, stretch)


def chosen_view(
    graph: WarGraph, view: PictureView, order: ReturnOrder, around: Position | None, largest: int
) -> PictureView:
    """Return the view, where ``auto`` is the whole graph up to the `largest` number of positions.

    A neighbourhood without a centre is refused, and so is a centre of anything else.
    """
    if view is PictureView.AUTO:
        of_large = PictureView.CONDENSATION if order is ReturnOrder.FREE else PictureView.CYCLES
        of_all = PictureView.WHOLE if len(graph) <= largest else of_large
        view = of_all if around is None else PictureView.NEIGHBOURHOOD
    if (view is PictureView.NEIGHBOURHOOD) != (around is not None):
        raise ParameterError("a neighbourhood needs the position in its centre, and no other view takes one")
    return view


def part_of(
    graph: WarGraph, view: PictureView, order: ReturnOrder, around: Position | None, radius: int, largest: int
) -> Part | None:
    """Return the positions that a view shows under an order, or None for a condensation or if there is no cycle."""
    if view is PictureView.CONDENSATION:
        return None
    if view is PictureView.CYCLES:
        return _cycles_part(graph, order)
    if around is not None:
        return _neighbourhood_part(graph, order, around, radius)
    if len(graph) > largest:
        raise TooLargeError(
            f"the whole graph has {len(graph):,} positions, more than the {largest:,} that can be drawn: "
            "use the view condensation, cycles or neighbourhood"
        )
    return _whole_part(graph, order)


def _whole_part(graph: WarGraph, order: ReturnOrder) -> Part:
    """Return all positions; under a fixed order without the terminals that no position leads to."""
    positions, omitted = list(graph), ""
    if order is not ReturnOrder.FREE and graph.arcs:
        reached = {
            child for position in positions if not position.is_terminal for child in _children(graph, position, order)
        }
        positions = [position for position in positions if not position.is_terminal or position in reached]
        omitted = "the others are terminal positions that no position leads to"
    return Part(graph, order, graph_title(graph, order), positions, omitted=omitted)


def _cycles_part(graph: WarGraph, order: ReturnOrder) -> Part | None:
    """Return a cycle of each length, or under free order a shortest one, if there is any, and what is beside it."""
    from wargraph.fixed_order.lengths import cycles  # here: other views need no engine

    rings: tuple[tuple[Position, ...], ...]
    if order is ReturnOrder.FREE:
        shortest, what = free_cycles(graph).shortest, "a shortest cycle"
        rings = (shortest,) if shortest else ()
    else:
        known, what = cycles(graph, order), "one cycle of each length"
        rings = tuple(known.example(length) for length in known.cycles)
    if not rings:
        return None
    on_rings = {position for ring in rings for position in ring}
    beside = {position: _neighbours(graph, position, order) - on_rings for position in on_rings}
    near = _ordered(on_rings.union(*beside.values()), graph)
    lengths = " and ".join(", ".join(str(len(ring)) for ring in rings).rsplit(", ", 1))
    title = f"{graph_title(graph, order)}: {what} ({lengths} turns) with all parents and children"
    part = Part(graph, order, title, near, rings)
    return replace(part, places=_places_on_cycles(rings, beside, _label_width(part) + 0.45))


def _places_on_cycles(
    cycles: tuple[tuple[Position, ...], ...], beside: Mapping[Position, set[Position]], width: float
) -> dict[Position, Place]:
    """Place the positions: every cycle a clockwise ring, side by side, neighbours in a ring around."""
    places: dict[Position, Place] = {}
    left_edge = 0.0
    for cycle in cycles:
        outer = list(dict.fromkeys(p for position in cycle for p in sorted(beside[position]) if p not in places))
        # A radius at which neither ring is crowded.
        radius = max(width, width * len(cycle) / (2 * pi), width * len(outer) / (2 * pi) - 1.2 * width)
        centre = left_edge + radius + 1.2 * width
        left_edge = centre + radius + 2.4 * width
        # Where every position has k outer neighbours, they stand evenly around it.
        first_angle = pi / 2 + pi / len(cycle) - pi / max(len(outer), len(cycle))
        for ring, ring_radius, angle in ((cycle, radius, pi / 2), (outer, radius + 1.2 * width, first_angle)):
            for number, position in enumerate(ring):
                turned = angle - 2 * pi * number / len(ring)
                places[position] = (centre + ring_radius * cos(turned), _FLATNESS * ring_radius * sin(turned))
    return places


def _in_rings(part: Part) -> Part:
    """Return the positions in rings, what never ends in the middle and the end outside."""
    rings: dict[float, list[Position]] = {}
    for position, turns in part.turns.items():
        rings.setdefault(inf if turns is None else turns, []).append(position)
    arcs = [(position, child) for position, child, _ in part.arcs]
    places = ring_places([rings[turns] for turns in sorted(rings, reverse=True)], arcs, _label_width(part) + 0.2)
    flat = {position: (x, _FLATNESS * y) for position, (x, y) in places.items()}
    return replace(part, places=flat, is_fine=True)


def _label_width(part: Part) -> float:
    """Return the width of the longest label, in inches by estimate."""
    return 0.1 * max(len(part.named.text(position)) for position in part.positions)


def _neighbourhood_part(graph: WarGraph, order: ReturnOrder, around: Position, radius: int) -> Part:
    """Return the positions up to `radius` arcs away from a position, in either direction."""
    graph.positions.check(around)
    if radius < 1:
        raise ParameterError(f"radius {radius} is not possible: a neighbourhood reaches at least 1 arc")
    near, centre = {around}, graph.relation.text(around)
    for _ in range(radius):
        nearer, near = near, near.union(*(_neighbours(graph, position, order) for position in near))
        if near == nearer:
            break
        if len(near) > _LARGEST_PART:
            raise TooLargeError(
                f"radius {radius} around {centre} takes in more than {_LARGEST_PART} positions: use a smaller radius"
            )
    title = f"{graph_title(graph, order)}: around {centre}, up to {counted(radius, 'arc')} away"
    return Part(graph, order, title, _ordered(near, graph), focus=around)


def _neighbours(graph: WarGraph, position: Position, order: ReturnOrder) -> set[Position]:
    return _children(graph, position, order) | {parent for by, parent in graph.parents(position) if by in order.choices}


def _children(graph: WarGraph, position: Position, order: ReturnOrder) -> set[Position]:
    return {child for by, child in graph.children(position).items() if by in order.choices}


def _ordered(positions: Iterable[Position], graph: WarGraph) -> list[Position]:
    return sorted(positions, key=graph.positions.index)


_SWEEPS = 30
_GAP = 1.1
"""Between rings, in widths of a label, at least."""

Arcs = Sequence[tuple[Position, Position]]
Neighbours = Mapping[Position, Sequence[Position]]


def ring_places(rings: Sequence[Sequence[Position]], arcs: Arcs, width: float) -> dict[Position, tuple[float, float]]:
    """Place the positions so that no labels of such a width meet: the first ring in the middle.

    Each ring in turn, from the outermost in and out again, is sorted by where the neighbours of its positions stand.
    """
    neighbours = defaultdict(list)
    for one, other in arcs:
        neighbours[one].append(other)
        neighbours[other].append(one)
    angles = {position: tau * place / len(ring) for ring in rings for place, position in enumerate(ring)}
    for sweep in range(_SWEEPS):
        for ring in rings if sweep % 2 else reversed(rings):
            angles |= _spread(ring, angles, neighbours)
    radii: list[float] = []
    for ring in rings:
        inner = radii[-1] + _GAP * width if radii else _GAP * width / 2
        radii.append(max(inner, width * len(ring) / tau))
    step = radii[-1] / (len(rings) - 0.5)  # rings of few positions take the room that there is
    places = {
        position: cmath.rect(max(radius, (place + 0.5) * step), angles[position])
        for place, (ring, radius) in enumerate(zip(rings, radii, strict=True))
        for position in ring
    }
    return {position: (point.real, point.imag) for position, point in places.items()}


def _spread(ring: Sequence[Position], angles: Mapping[Position, float], near: Neighbours) -> dict[Position, float]:
    """Return a ring's positions, evenly spread in the order in which their neighbours stand, turned to be near them."""
    wanted = {}
    for position in ring:
        pull = sum((cmath.exp(1j * angles[other]) for other in near[position]), 0j)
        wanted[position] = cmath.phase(pull) % tau if abs(pull) > 1e-9 else angles[position]
    ordered = sorted(ring, key=lambda position: wanted[position])
    steps = {position: tau * place / len(ring) for place, position in enumerate(ordered)}
    turn = cmath.phase(sum((cmath.exp(1j * (wanted[position] - steps[position])) for position in ring), 0j))
    return {position: (step + turn) % tau for position, step in steps.items()}
