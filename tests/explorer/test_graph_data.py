"""What the page knows of a War graph, against the plain rules and networkx; how it is drawn, against Graphviz's SVG."""

import re
from functools import cache
from html import unescape
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from tests.support import (
    GRAPH_NAMES,
    ORDERS,
    by_size,
    graph_of,
    long,
    plain_arcs,
    plain_components,
    plain_cycles,
    plain_games,
    plain_positions,
    plain_turns,
    refusal,
    war_graph,
)
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder, play
from wargraph.drawing.views import PictureView, picture
from wargraph.errors import ParameterError
from wargraph.explorer.graph_data import LARGEST_WHOLE, graph_data
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.structure.condensation import condensation

LARGE = "rock-paper-scissors and two that draw"
WHOLE = [*by_size(name for name in GRAPH_NAMES if name != LARGE), *long(LARGE)]
BOX = ("x", "y", "width", "height")
every_whole = pytest.mark.parametrize("name", WHOLE)


@cache
def data_of(name):
    return graph_data(graph_of(name), PictureView.AUTO, None, 2)


def positions_in(known):
    return [Position(text) for text in known["positions"]]


@every_whole
def test_positions_children_and_outcomes(name):
    known = data_of(name)
    positions, told = positions_in(known), known["orders"]
    assert sorted(positions) == sorted(plain_positions(graph_of(name)))
    assert plain_arcs(name) == {
        (position, positions[child], str(order))
        for position, numbers in zip(positions, known["children"], strict=True)
        for order, child in zip(ORDERS, numbers or (), strict=numbers is not None)
    }
    for order in ORDERS:
        games = plain_games(name, order)
        outcomes = zip(told[order]["turns"], told[order]["length"], strict=True)
        assert list(outcomes) == [games[position] for position in positions]
        on_cycle = {position for cycle in plain_cycles(name, order) for position in cycle}
        assert {positions[place] for place in told[order]["on_cycle"]} == on_cycle
    assert told["WL"]["turns"][known["start"]] == max(filter(None, told["WL"]["turns"]), default=0)
    sizes = [len(plain_components(name)[position]) for position in positions]
    assert told["free"] == {
        "turns": [plain_turns(name).get(position) for position in positions],
        "length": [size if size > 1 else None for size in sizes],
        "on_cycle": [place for place, size in enumerate(sizes) if size > 1],
    }


def test_cards_are_called_by_their_names():
    known = data_of("rock-paper-scissors")
    relation = graph_of("rock-paper-scissors").relation
    assert known["names"] == ("rock", "paper", "scissors")
    assert known["texts"] == [relation.text(position) for position in positions_in(known)]
    assert data_of("deck of 4")["texts"] == []
    assert "tie" in data_of("nobody ever wins")["texts"]


class Drawn:
    """The elements of a drawing: nodes by number, with kind and box, and arcs with their ends, order and path."""

    def __init__(self, drawing):
        root = ET.fromstring(f"<svg>{drawing['svg']}</svg>")
        groups = [group for group in root.iter("g") if group.get("class").startswith("node ")]
        self.kinds = [group.get("class").removeprefix("node ") for group in groups]
        self.nodes = {
            int(group.get("data-at")): (kind, *(float(group.find("rect").get(side)) for side in BOX))
            for group, kind in zip(groups, self.kinds, strict=True)
            if group.get("data-at")
        }
        paths = list(root.findall("path"))
        self.classes = [path.get("class").split() for path in paths]
        self.arcs = [
            (*map(int, path.get("data-arc").split("-")), by[1], path.get("d"))
            for path, by in zip(paths, self.classes, strict=True)
            if path.get("data-arc")
        ]
        self.headings = [group[0].text for group in root.iter("g") if group.get("class") == "heading"]
        self.frames = [group.find("text").text for group in root.iter("g") if group.get("class") == "frame"]


@pytest.mark.parametrize("name", ["deck of 5", "rock-paper-scissors", "two ranks in two suits"])
@pytest.mark.parametrize("order", list(ReturnOrder))
def test_a_drawing_shows_what_the_picture_shows(name, order):
    graph, known = graph_of(name), data_of(name)
    drawing, rendered = known["drawings"][order], picture(graph, "whole", order)
    drawn, texts, told = Drawn(drawing), known["positions"], known["orders"][order]
    assert drawing["title"] == rendered.title
    shown = {texts[at] for at in drawn.nodes}
    titles = set(map(unescape, re.findall(r'class="node[^"]*">\n<title>([^<]*)', rendered.svg())))
    assert shown == {title for title in titles if "|" in title}
    assert drawn.frames == re.findall(r'class="cluster">.*?<text[^>]*>([^<]*)', rendered.svg(), re.DOTALL)
    arcs = {(texts[start], texts[end], by) for start, end, by, _ in drawn.arcs}
    assert len(arcs) == len(drawn.arcs)
    assert arcs == {
        (str(start), str(end), by) for start, end, by in plain_arcs(name) if by in order.choices and str(start) in shown
    }
    for at, (kind, *_) in drawn.nodes.items():
        end = {0: "terminal", None: "endless"}.get(told["turns"][at], "plain")
        assert kind == ("cycle" if at in told["on_cycle"] else end)


@pytest.mark.parametrize("order", list(ReturnOrder))
def test_nodes_stand_apart_and_paths_join_them(order):
    drawn = Drawn(data_of("deck of 5")["drawings"][order])
    boxes = {at: box for at, (_, *box) in drawn.nodes.items()}
    for (x, y, w, h), (other_x, other_y, _, _) in combinations(boxes.values(), 2):
        assert abs(x - other_x) >= w - 1 or abs(y - other_y) >= h - 1
    assert {"end", "1 turn"} <= set(drawn.headings)
    for start, end, _, path in drawn.arcs:
        numbers = list(map(int, re.findall(r"-?\d+", path)))
        for at, (x, y) in ((start, numbers[:2]), (end, numbers[-2:])):
            left, top, w, h = boxes[at]
            assert left - 2 <= x <= left + w + 2
            assert top - 2 <= y <= top + h + 2


def test_large_decks_show_cycles_and_their_condensation():
    graph = war_graph(7)
    known = graph_data(graph, PictureView.AUTO, None, 2)
    assert len(graph) > LARGEST_WHOLE
    assert [known["drawings"][order]["title"] for order in ORDERS] == [
        picture(graph, "cycles", order).title for order in ORDERS
    ]
    groups = known["drawings"]["free"]
    assert groups["title"] == picture(graph).title
    condensed = condensation(graph)
    drawn = Drawn(groups)
    assert (drawn.nodes, len(drawn.classes)) == ({}, len(condensed.arcs))
    assert sorted(drawn.kinds) == sorted(
        "terminal" if group.terminal else "cycle" if group.component_size > 1 else "plain" for group in condensed.groups
    )


@pytest.mark.long
@pytest.mark.parametrize(("view", "around"), [("auto", None), ("auto", Position("7123|456")), ("condensation", None)])
def test_shown_games_can_be_followed_to_the_end(view, around):
    graph = war_graph(7)
    known = graph_data(graph, PictureView(view), around, 2)
    positions, followed, turns = positions_in(known), known["children"], known["orders"]["free"]["turns"]
    shown = {at for drawing in known["drawings"].values() for at in Drawn(drawing).nodes}
    for start in shown | {known["start"]}:
        for order in ORDERS:
            assert set(positions[: len(followed)]).issuperset(play(positions[start], order, graph.relation).positions)
        assert turns[start] == play(positions[start], "free").turns
        at = start
        while turns[at]:
            at = next(child for child in followed[at] if turns[child] == turns[at] - 1)
    outs = play_outs(graph, "LW")
    assert known["orders"]["LW"]["turns"] == [outs.turns(position) for position in positions]
    assert around is None or positions[known["start"]] == around


@pytest.mark.parametrize(
    ("n", "view", "around", "text"),
    [
        (3, "relation", None, "wargraph render"),
        (3, "neighbourhood", None, "centre"),
        (3, "cycles", Position("3|21"), "centre"),
    ],
)
def test_what_cannot_be_shown_is_refused(n, view, around, text):
    assert text in refusal(ParameterError, graph_data, war_graph(n), PictureView(view), around, 2)
    assert list(graph_data(war_graph(2), PictureView.CYCLES, None, 2)["drawings"]) == ["free"], "there is no cycle"
