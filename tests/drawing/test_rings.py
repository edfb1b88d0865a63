"""Pictures for the wall: positions in rings, without terminals, with a title."""

from itertools import combinations, pairwise
from math import dist, hypot

import pytest

from tests.support import graph_of
from wargraph import Position, picture
from wargraph.drawing.views import PictureView, ring_places
from wargraph.graph.attractors.distances import distances

WIDTH = 0.7


def rings_of(name):
    graph = graph_of(name)
    rings = {}
    for position in graph:
        rings.setdefault(distances(graph).turns(position), []).append(position)
    arcs = [(position, child) for position in graph for child in graph.children(position).values()]
    return [rings[turns] for turns in sorted(rings, reverse=True)], arcs


@pytest.mark.parametrize("name", ["deck of 1", "deck of 2", "deck of 5", "rock-paper-scissors"])
def test_rings_do_not_touch(name):
    rings, arcs = rings_of(name)
    places = ring_places(rings, arcs, WIDTH)
    assert places.keys() == set(graph_of(name))
    radii = [{round(hypot(*places[position]), 6) for position in ring} for ring in rings]
    assert all(len(radius) == 1 for radius in radii)
    flat = [radius.pop() for radius in radii]
    assert all(outer - inner >= WIDTH for inner, outer in pairwise(flat))
    for ring in rings:
        nearest = min((dist(places[one], places[other]) for one, other in combinations(ring, 2)), default=WIDTH)
        assert nearest >= 0.85 * WIDTH  # along the circle it is the whole width


def test_the_order_beats_that_of_the_positions():
    rings, arcs = rings_of("deck of 5")
    sorted_out, as_they_come = ring_places(rings, arcs, WIDTH), ring_places(rings, [], WIDTH)
    lengths = [sum(dist(places[one], places[other]) for one, other in arcs) for places in (sorted_out, as_they_come)]
    assert lengths[0] < 0.6 * lengths[1]


def test_what_never_ends_is_in_the_middle():
    graph = graph_of("some cannot end")
    places = {}
    for line in picture(graph, "rings").dot.splitlines():
        if "pos=" in line:
            x, y = map(float, line.split('pos="')[1].split("!")[0].split(","))
            places[line.split('"')[1]] = hypot(x, y / 0.65)  # rings are wider than high, as screens are
    never = {str(position) for position in graph if distances(graph).turns(position) is None}
    assert never
    assert max(places[name] for name in never) < min(places[name] for name in places.keys() - never)


@pytest.mark.parametrize("view", ["whole", "rings", "cycles", "neighbourhood"])
def test_terminals_can_be_left_out(view):
    around = Position("541|23") if view == "neighbourhood" else None
    dot = picture(graph_of("deck of 5"), view, around=around, hide_terminals=True).dot
    assert ": 0 turns to the end" not in dot
    assert ": 3 turns to the end" in dot


@pytest.mark.parametrize("view", [view for view in PictureView if view != "neighbourhood"])
def test_a_title_of_ones_own(view):
    drawing = picture(graph_of("deck of 5"), view, title="War <on> a few")
    assert drawing.title == "War <on> a few"
    assert "War &lt;on&gt; a few" in drawing.svg()
