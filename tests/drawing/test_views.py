"""What pictures show, read back from their SVG: every position and arc, styles, columns, and no overlaps."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import matplotlib
import networkx as nx
import pygraphviz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from tests.support import (
    ORDERS,
    examples,
    graph_of,
    plain_arcs,
    plain_digraph,
    plain_games,
    plain_turns,
    turns_to_an_end,
    war_graph,
)
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import children, parents
from wargraph.drawing.graph_files import export
from wargraph.drawing.labels import with_short_names
from wargraph.drawing.views import PictureView, picture
from wargraph.errors import RelationError
from wargraph.fixed_order.lengths import cycles
from wargraph.graph.structure.condensation import condensation
from wargraph.graph.war_graph import WarGraph

WHOLE = ("deck of 2", "deck of 3", "deck of 4", "deck of 5", "rock-paper-scissors", "order on 3")
SVG = "{http://www.w3.org/2000/svg}"
STYLE = {"WL": ("#0072b2", None), "LW": ("#d55e00", "5,2")}
ON_CYCLE, ENDLESS, TERMINAL, FOCUS = "#f0e442", "#fbf8cc", "#d9d9d9", "#56b4e9"

VIEWS = {
    **{f"whole, {name}, {order}": (name, {"order": order}) for name in WHOLE for order in [*ORDERS, "free"]},
    **{f"condensation, {n}": (f"deck of {n}", {"view": "condensation"}) for n in (2, 5, 6, 8)},
    "condensation, lizard-Spock": ("lizard-Spock", {"view": "condensation"}),
    **{f"cycles, {n}, WL": (f"deck of {n}", {"view": "cycles", "order": "WL"}) for n in (5, 9)},
    **{f"cycles, {n}, LW": (f"deck of {n}", {"view": "cycles", "order": "LW"}) for n in (3, 6)},
    **{f"cycles, {n}, free": (f"deck of {n}", {"view": "cycles"}) for n in (3, 5, 6)},
    "cycles, rock-paper-scissors": ("rock-paper-scissors", {"view": "cycles"}),
    **{f"rings, {name}": (name, {"view": "rings"}) for name in ("deck of 4", "deck of 5", "rock-paper-scissors")},
    "around 41|32": ("deck of 4", {"around": Position("41|32")}),
    "around 7123|456": ("deck of 7", {"around": Position("7123|456"), "radius": 3}),
}

every_view = pytest.mark.parametrize("name", VIEWS)
every_whole = pytest.mark.parametrize("name", WHOLE)


class Box(NamedTuple):
    """A rectangle of a picture."""

    left: float
    right: float
    top: float
    bottom: float

    def overlaps(self, other):
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)


class Node(NamedTuple):
    """A node as drawn: its box, which headings have not, its label line by line, its fill, the place of the label."""

    box: Box | None
    lines: tuple[str, ...]
    fill: str | None
    x: float
    y: float


class Rendering(NamedTuple):
    """What an SVG holds: nodes by name, arcs as (start, end, colour, dashes, width), the legend by height."""

    nodes: dict[str, Node]
    arcs: list[tuple[str, str, str, str | None, float]]
    legend: dict[str, float]

    def filled(self, fill):
        return {name for name, node in self.nodes.items() if node.fill == fill}


def text_of(element):
    return "".join(element.itertext()).strip()


def box_of(shape):
    numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", shape.get("points") or shape.get("d"))]
    return Box(min(numbers[::2]), max(numbers[::2]), min(numbers[1::2]), max(numbers[1::2]))


def read_node(group):
    texts = list(group.iter(f"{SVG}text"))
    shape = next((each for kind in ("polygon", "path") for each in group.iter(f"{SVG}{kind}")), None)
    box, fill = (None, None) if shape is None else (box_of(shape), shape.get("fill"))
    return Node(box, tuple(map(text_of, texts)), fill, *(float(texts[0].get(at)) for at in "xy"))


def read_arc(group):
    """From where to where the arrow points, which need not be how the line runs, and what the line looks like."""
    start, end = text_of(group.find(f"{SVG}title")).split("->")
    line = next(group.iter(f"{SVG}path"))
    points = [complex(*map(float, point.split(","))) for point in re.findall(r"-?[\d.]+,-?[\d.]+", line.get("d"))]
    for head in group.iter(f"{SVG}polygon"):
        tip = complex(box_of(head).left, box_of(head).top)
        if abs(points[0] - tip) < abs(points[-1] - tip):
            start, end = end, start
    return start, end, line.get("stroke"), line.get("stroke-dasharray"), float(line.get("stroke-width", 1))


@cache
def rendered(view):
    name, options = VIEWS[view]
    return read(picture(graph_of(name), **options))


def read(drawing):
    top = ET.fromstring(drawing.svg()).find(f"{SVG}g")
    groups = {
        kind: [group for group in top if group.get("class", "").split(" ")[0] == kind] for kind in ("node", "edge")
    }
    legend = next(group for group in top if group.get("id") == "a_graph0")
    return Rendering(
        {text_of(group.find(f"{SVG}title")): read_node(group) for group in groups["node"]},
        [read_arc(group) for group in groups["edge"]],
        {text_of(text): float(text.get("y")) for text in legend.iter(f"{SVG}text")},
    )


def positions_in(view):
    return {Position(name) for name in rendered(view).nodes if "|" in name}


def drawn_arcs(name, order, positions):
    """The arcs between some positions as they should be drawn."""
    arcs = [arc for arc in plain_arcs(name) if {*arc[:2]} <= positions and order in ("free", arc[2])]
    return sorted((str(start), str(end), *STYLE[by]) for start, end, by in arcs)


def texts(positions):
    return {str(position) for position in positions}


@cache
def font():
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return ImageFont.truetype(str(path), 1100)


@every_view
def test_everything_can_be_read(name):
    found = rendered(name)
    boxes = [(title, node.box) for title, node in found.nodes.items() if node.box]
    assert len(boxes) >= 2
    assert [(a, b) for (a, box), (b, other) in combinations(boxes, 2) if box.overlaps(other)] == []
    for node in found.nodes.values():
        if node.box:
            assert max(font().getlength(line) / 100 for line in node.lines) <= node.box.right - node.box.left
            assert 11 * len(node.lines) <= node.box.bottom - node.box.top
    assert max(found.legend.values()) <= min(box.top for _, box in boxes), "title and legend stand above the drawing"
    graph_name, options = VIEWS[name]
    assert picture(graph_of(graph_name), **options).title in " ".join(found.legend)


@pytest.mark.parametrize("n", [2, 3])
def test_the_legend_of_a_small_graph_fits_a_page(n):
    assert picture(n)._natural_size[0] < 6.5 * 72


@pytest.mark.parametrize("order", [*ORDERS, "free"])
@every_whole
def test_a_whole_graph_shows_positions_arcs_and_cycles(name, order):
    """Against networkx: under a fixed order terminals that no position leads to are left out."""
    found = rendered(f"whole, {name}, {order}")
    arcs = [(start, end) for start, end, by in plain_arcs(name) if order in ("free", by)]
    assert sorted(arc[:4] for arc in found.arcs) == drawn_arcs(name, order, set().union(*arcs))
    plain = nx.DiGraph(arcs)
    if order == "free":
        plain.add_nodes_from(plain_digraph(name))
    assert positions_in(f"whole, {name}, {order}") == set(plain)
    assert all(found.nodes[str(position)].lines == (graph_of(name).relation.text(position),) for position in plain)
    cycles_of = [members for members in nx.strongly_connected_components(plain) if len(members) > 1]
    on_cycle, terminals = set().union(*cycles_of), {position for position in plain if position.is_terminal}
    endless = set(plain) - turns_to_an_end(plain).keys() - on_cycle
    shown = {"on a cycle": (ON_CYCLE, on_cycle), "never ends": (ENDLESS, endless), "terminal": (TERMINAL, terminals)}
    for entry, (fill, some) in shown.items():
        assert found.filled(fill) == texts(some)
        assert (entry in found.legend) == bool(some)
    inside = {arc for members in cycles_of for arc in plain.subgraph(members).edges}
    assert {arc[:2] for arc in found.arcs if arc[4] > 2} == {(str(start), str(end)) for start, end in inside}
    assert {f"{by}: {whose} card first" in found.legend for by, whose in (("WL", "winner's"), ("LW", "loser's"))
            if order in ("free", by)} == {True}  # fmt: skip


@every_whole
def test_columns_stand_by_distance_to_the_end(name):
    nodes, spans = rendered(f"whole, {name}, free").nodes, {}
    for position, distance in plain_turns(name).items():
        spans.setdefault(distance, []).append(nodes[str(position)].x)
    for nearer in range(max(spans)):
        assert max(spans[nearer + 1]) < min(spans[nearer])
    for distance in range(1, max(spans) + 1):
        heading = nodes[f"{distance} turn{'s' * (distance > 1)}"]
        assert min(spans[distance]) - 1 <= heading.x <= max(spans[distance]) + 1


@pytest.mark.parametrize("order", [*ORDERS, "free"])
def test_the_dot_lists_positions_in_order(order):
    listed = re.findall(r'^\t"([^" ]*\|[^"]*)" \[', picture(graph_of("deck of 4"), order=order).dot, re.MULTILINE)
    every = list(map(str, graph_of("deck of 4")))
    turns = (
        {} if order == "free" else {str(each): -turns for each, (turns, _) in plain_games("deck of 4", order).items()}
    )
    assert listed == sorted(set(every) & set(listed), key=lambda each: (turns.get(each, 0), every.index(each)))


@pytest.mark.parametrize("name", ["deck of 5", "deck of 6", "deck of 7", "some cannot end"])
def test_a_condensation_shows_its_groups_and_arcs(name):
    found, expected = read(picture(graph_of(name), "condensation")), condensation(graph_of(name))
    assert [arc[:2] for arc in found.arcs] == [(str(start), str(end)) for start, end in expected.arcs]
    for number, group in enumerate(expected.groups):
        node = found.nodes[str(number)]
        assert f"{group.positions if group.component_size == 1 else group.component_size:,}" in " ".join(node.lines)
        assert node.fill == (TERMINAL if group.terminal else ON_CYCLE if group.component_size > 1 else "white")
        if not group.terminal:
            ends = " to ".join(dict.fromkeys([str(group.nearest), str(group.farthest)]))
            assert node.lines[-1].split(" turn")[0] == ("never end" if group.nearest < 0 else ends)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("cycles")])
def test_cycle_views_have_all_parents_and_children(name):
    graph_name, options = VIEWS[name]
    relation, order = graph_of(graph_name).relation, options.get("order")
    thick = nx.DiGraph([arc[:2] for arc in rendered(name).arcs if arc[4] > 2])
    on_cycle = {Position(title) for title in thick}
    beside = set()
    for position in on_cycle:
        before = [(by, parent) for by, parent in parents(position, relation)]
        beside |= {near for by, near in [*before, *children(position, relation).items()] if order in (None, by)}
    assert positions_in(name) == on_cycle | beside
    assert on_cycle <= beside
    assert on_cycle <= {Position(title) for title in rendered(name).filled(ON_CYCLE)}
    assert {degree for _, degree in [*thick.in_degree(), *thick.out_degree()]} == {1}
    lengths = sorted(len(cycle) for cycle in nx.strongly_connected_components(thick))
    if order:
        periods = (
            {period for _, period in plain_games(graph_name, order).values()} if graph_of(graph_name).n < 8 else None
        )
        assert lengths == sorted(periods - {None} if periods else cycles(graph_of(graph_name), order).cycles)


@pytest.mark.parametrize(
    ("name", "around", "radius", "order"),
    [
        ("deck of 4", "41|32", 1, "free"),
        ("deck of 5", "51|324", 2, "free"),
        ("deck of 5", "51|324", 3, "WL"),
        ("deck of 6", "6|54321", 4, "LW"),
        ("deck of 4", "4321|", 3, "free"),
        ("rock-paper-scissors", "1|32", 2, "free"),
        ("rock-paper-scissors", "|321", 5, "free"),
    ],
)
def test_a_neighbourhood_is_what_a_search_finds(name, around, radius, order):
    relation, near = graph_of(name).relation, {Position(around)}
    for _ in range(radius):
        for position in list(near):
            steps = [*parents(position, relation), *children(position, relation).items()]
            near |= {beside for by, beside in steps if order in ("free", by)}
    drawing = picture(graph_of(name), "neighbourhood", order, Position(around), radius)
    assert drawing == picture(graph_of(name), "auto", order, Position(around), radius)
    found = read(drawing)
    assert {title for title in found.nodes if "|" in title} == texts(near)
    assert found.filled(FOCUS) == {around}
    assert sorted(arc[:4] for arc in found.arcs) == drawn_arcs(name, order, near)
    assert f"around {relation.text(Position(around))}," in drawing.title


@pytest.mark.parametrize(("n", "view"), [(3, "whole"), (5, "whole"), (6, "condensation")])
def test_the_view_picked_by_itself(n, view):
    assert picture(war_graph(n)) == picture(n, "auto") == picture(war_graph(n), PictureView(view))


def frames_of(shown):
    """The frames of a picture, by what stands in them."""
    groups = [group for group in ET.fromstring(shown.svg()).find(f"{SVG}g") if group.get("class") == "cluster"]
    return {next(group.iter(f"{SVG}text")).text: box_of(next(group.iter(f"{SVG}path"))) for group in groups}


def inside(frame, nodes):
    return {title for title, node in nodes.items() if "|" in title and node.box.overlaps(frame)}


@pytest.mark.parametrize("order", ORDERS)
def test_endless_and_short_games_stand_in_frames(order):
    nodes, frames = rendered(f"whole, deck of 5, {order}").nodes, frames_of(picture(war_graph(5), order=order))
    endless, aside = frames["never ends"], frames["at most 1 turn to the end"]
    turns = {str(position): turns for position, (turns, _) in plain_games("deck of 5", order).items()}
    never = {title for title, number in turns.items() if number is None}
    assert inside(endless, nodes) == never
    soon = inside(aside, nodes)
    assert {turns[title] for title in soon} == {0, 1}
    assert all((start in soon) == (end in soon) for start, end, *_ in rendered(f"whole, deck of 5, {order}").arcs)
    main = {title: node for title, node in nodes.items() if "|" in title and title not in soon | never}
    ends = [sum(turns[title] == 0 for title in titles) for titles in (soon, main)]
    assert max(ends) < 0.85 * sum(ends), "the picture is lower"
    assert all(node.box.top > endless.bottom for node in main.values() if node.box.left < endless.right)
    headings = [node.y for title, node in nodes.items() if title == "end" or title.endswith(("turn", "turns"))]
    assert min(headings) > max(node.box.bottom for node in main.values()), "no frame between a column and its heading"
    assert nodes["end aside"].y > max(nodes[title].y for title in soon)
    assert "end aside" not in read(picture(war_graph(4), order=order)).nodes, "a low picture has one end"


HOSTILE = [
    '<b>"x"&', "&lt;", "&amp;amp;", r"\N \G \n", "a\\", "🙂 אבן", "100%", "{a|b}", ' id="x"', "&#38;", '"];x[label="y',
    '"]}digraph{a[URL="x"',
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_text(tmp_path, name):
    card = name.strip().replace("|", "/")
    graph = WarGraph.from_relation(Relation([[0, 0], [1, 0]], name=name, card_names=[card, "b"]))
    root = ET.fromstring(picture(graph).svg())
    shown = [text_of(each).replace("\xa0", " ") for each in root.iter(f"{SVG}text")]
    assert {f"War graph of {name}", f"b|{card}"} <= set(shown)
    tooltips = {each.get("{http://www.w3.org/1999/xlink}title") for each in root.iter(f"{SVG}a")}
    assert f"b|{card}: 1 turn to the end" in tooltips
    assert [key for each in root.iter() for key in each.attrib if key.endswith("href")] == []
    dot = pygraphviz.AGraph(string=export(graph, tmp_path / "x.dot").read_text())
    assert len(dot) == len(graph)
    assert dot.name in (name, name.replace("\\", "\\\\"))


card_names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters=",|"), min_size=1, max_size=60), min_size=1, max_size=5
)


@given(card_names, st.integers(4, 20))
@examples(60)
def test_short_names_are_told_apart(names, most):
    try:
        relation = Relation([[0] * len(names)] * len(names), interpretation="literal", card_names=names)
    except RelationError:
        return
    short = with_short_names(relation, most)
    assert short == relation
    assert len(set(short.card_names)) == len(relation.card_names)
    for before, after in zip(relation.card_names, short.card_names, strict=True):
        assert len(after) <= most
        assert after == before or len(before) > most or most <= 6


def test_names_that_begin_alike_get_numbers():
    relation = Relation([[0, 1], [0, 0]], card_names=["a long name", "a long tail"])
    assert with_short_names(relation, 6).card_names == ("a lo…1", "a lo…2")
