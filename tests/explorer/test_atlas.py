"""What the page knows of a War graph, against the plain rules and networkx; how it is drawn, against Graphviz's SVG."""

import re
from functools import cache
from html import unescape
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given

from tests.support import (
    GRAPH_NAMES,
    ORDERS,
    by_size,
    examples,
    graph_of,
    long,
    plain_arcs,
    plain_digraph,
    plain_games,
    plain_positions,
    refusal,
    relations,
    turns_and_period,
    war_graph,
)
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder, children, play
from wargraph.drawing.views import PictureView, picture
from wargraph.errors import ParameterError, TooLargeError
from wargraph.explorer.atlas import LARGEST_WHOLE, atlas
from wargraph.graph.condensation import condensation
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph

WHOLE = by_size(name for name in GRAPH_NAMES if name != "deck of 6")  # laying that one out takes long
every_whole = pytest.mark.parametrize("name", WHOLE)


@cache
def atlas_of(name):
    return atlas(graph_of(name), PictureView.AUTO, None, 2)


def positions_in(known):
    return [Position(text) for text in known["positions"]]


@every_whole
def test_every_position_is_there_with_both_children(name):
    known = atlas_of(name)
    positions = positions_in(known)
    assert sorted(positions) == sorted(plain_positions(graph_of(name)))
    assert known["total"] == len(positions) == len(known["children"])
    told = {
        (position, positions[child], str(order))
        for position, numbers in zip(positions, known["children"], strict=True)
        for order, child in zip(ORDERS, numbers or (), strict=numbers is not None)
    }
    assert told == plain_arcs(name)


@every_whole
@pytest.mark.parametrize("order", ORDERS)
def test_fates_are_those_of_games_by_the_plain_rules(name, order):
    known = atlas_of(name)
    reachability_flags, positions = known["orders"][order], positions_in(known)
    games = plain_games(name, order)
    assert list(zip(reachability_flags["turns"], reachability_flags["length"], strict=True)) == [
        games[position] for position in positions
    ]
    one_order = nx.DiGraph((start, end) for start, end, by in plain_arcs(name) if by == order)
    on_cycle = {position for cycle in nx.simple_cycles(one_order) for position in cycle}
    assert {positions[place] for place in reachability_flags["on_cycle"]} == on_cycle


@every_whole
def test_fates_under_free_order_are_those_that_networkx_finds(name):
    known = atlas_of(name)
    reachability_flags, positions = known["orders"]["free"], positions_in(known)
    view = plain_digraph(name)
    ends = {position for position in view if position.is_terminal}
    turns = nx.multi_source_dijkstra_path_length(view.reverse(), ends)
    assert reachability_flags["turns"] == [turns.get(position) for position in positions]
    component = {position: part for part in nx.strongly_connected_components(view) for position in part}
    sizes = [len(component[position]) for position in positions]
    assert reachability_flags["length"] == [size if size > 1 else None for size in sizes]
    assert reachability_flags["on_cycle"] == [place for place, size in enumerate(sizes) if size > 1]


@examples(10)
@given(relations(most=3))
def test_random_relations_with_names_and_draws(relation):
    known = atlas(WarGraph.from_relation(relation), PictureView.AUTO, None, 2)
    positions = positions_in(known)
    for position, numbers in zip(positions, known["children"], strict=True):
        assert [positions[child] for child in numbers or ()] == list(children(position, relation).values())
        for order in ORDERS:
            turns, period = turns_and_period(position, order, relation)
            place = positions.index(position)
            assert (known["orders"][order]["turns"][place], known["orders"][order]["length"][place]) == (turns, period)


def test_cards_are_called_by_their_names():
    known = atlas_of("rock-paper-scissors")
    relation = graph_of("rock-paper-scissors").relation
    assert known["names"] == ("rock", "paper", "scissors")
    assert known["texts"] == [relation.text(position) for position in positions_in(known)]
    assert atlas_of("deck of 4")["texts"] == []
    assert "tie" in atlas_of("nobody ever wins")["texts"]


@pytest.mark.parametrize("name", ["deck of 5", "rock-paper-scissors", "two ranks in two suits"])
@pytest.mark.parametrize("order", list(ReturnOrder))
def test_a_scene_shows_what_the_picture_shows(name, order):
    graph, known = graph_of(name), atlas_of(name)
    scene, drawn = known["scenes"][order], picture(graph, "whole", order)
    assert scene["title"] == drawn.title
    drawn_nodes = set(map(unescape, re.findall(r'class="node">\n<title>([^<]*)', drawn.svg())))
    shown = {known["positions"][node["at"]] for node in scene["nodes"]}
    assert shown == {title for title in drawn_nodes if "|" in title}
    arcs = {(known["positions"][arc["from"]], known["positions"][arc["to"]], arc["order"]) for arc in scene["arcs"]}
    assert len(arcs) == len(scene["arcs"])
    expected = {
        (str(start), str(end), by) for start, end, by in plain_arcs(name) if by in order.choices and str(start) in shown
    }
    assert arcs == expected
    kinds = {known["positions"][node["at"]]: node["kind"] for node in scene["nodes"]}
    reachability_flags = known["orders"][order]
    for place, text in enumerate(known["positions"]):
        if text in kinds:
            end = {0: "terminal", None: "endless"}.get(reachability_flags["turns"][place], "plain")
            assert kinds[text] == ("cycle" if place in reachability_flags["on_cycle"] else end)


@pytest.mark.parametrize("order", list(ReturnOrder))
def test_nodes_stand_in_columns_inside_the_scene_and_apart(order):
    known = atlas_of("deck of 5")
    scene, turns = known["scenes"][order], known["orders"][order]["turns"]
    width, height = scene["size"]
    boxes = [node["box"] for node in scene["nodes"]]
    assert all(x - w / 2 >= 0 and x + w / 2 <= width and y - h / 2 >= 0 and y + h / 2 <= height for x, y, w, h in boxes)
    columns = {}
    for node in scene["nodes"]:
        if turns[node["at"]] is not None:
            columns.setdefault((turns[node["at"]], round(node["box"][0])), []).append(node["box"])
    blocks = 1 if order is ReturnOrder.FREE else 2  # under WL and LW games that are soon over stand aside
    assert sorted({turns for turns, _ in columns}) == list(range(max(columns)[0] + 1))
    assert len(columns) == len(scene["headings"]) == max(columns)[0] + 1 + 2 * (blocks - 1)
    for column in columns.values():
        assert max(box[0] for box in column) - min(box[0] for box in column) <= 1
        heights = sorted((box[1], box[3]) for box in column)
        assert all(low[0] + low[1] / 2 <= high[0] - high[1] / 2 + 1 for low, high in pairwise(heights))
    assert [heading["text"] for heading in sorted(scene["headings"], key=lambda each: -each["box"][0])][:2] == [
        "end",
        "1 turn",
    ]
    framed = ["at most 1 turn to the end"] * (blocks - 1) + ["never ends"] * (None in turns)
    assert sorted(frame["text"] for frame in scene["frames"]) == framed
    for x, y, w, h in (frame["box"] for frame in scene["frames"] if frame["text"] == "never ends"):
        endless = [node["box"] for node in scene["nodes"] if turns[node["at"]] is None]
        assert all(abs(a - x) + c / 2 <= w / 2 + 1 and abs(b - y) + d / 2 <= h / 2 + 1 for a, b, c, d in endless)


@pytest.mark.parametrize("order", list(ReturnOrder))
def test_paths_lead_from_node_to_node(order):
    scene = atlas_of("deck of 5")["scenes"][order]
    boxes = {node["at"]: node["box"] for node in scene["nodes"]}
    for arc in scene["arcs"]:
        x, y = map(int, re.findall(r"-?\d+", arc["path"])[:2])
        end_x, end_y = map(int, re.findall(r"-?\d+", arc["path"])[-2:])
        for (at_x, at_y), box in (((x, y), boxes[arc["from"]]), ((end_x, end_y), boxes[arc["to"]])):
            assert abs(at_x - box[0]) <= box[2] / 2 + 2
            assert abs(at_y - box[1]) <= box[3] / 2 + 2


def test_it_starts_where_a_game_under_wl_is_longest():
    for name in ("deck of 4", "deck of 5", "rock-paper-scissors"):
        known = atlas_of(name)
        turns = known["orders"]["WL"]["turns"]
        assert turns[known["start"]] == max(filter(None, turns))


def test_a_large_deck_is_shown_by_its_cycles_and_its_condensation():
    graph = war_graph(7)
    known = atlas(graph, PictureView.AUTO, None, 2)
    assert len(graph) > LARGEST_WHOLE
    assert [known["scenes"][order]["title"] for order in ORDERS] == [
        picture(graph, "cycles", order).title for order in ORDERS
    ]
    groups = known["scenes"]["free"]
    assert groups["title"] == picture(graph).title
    condensed = condensation(graph)
    assert len(groups["nodes"]) == len(condensed.groups)
    assert len(groups["arcs"]) == len(condensed.arcs)
    assert sorted(node["kind"] for node in groups["nodes"]) == sorted(
        "terminal" if group.terminal else "cycle" if group.component_size > 1 else "plain" for group in condensed.groups
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("view", "around"), [("auto", None), ("auto", "7123|456"), ("condensation", None), *long(("cycles", None))]
)
def test_games_of_what_is_shown_can_be_followed_to_their_end(view, around):
    graph = war_graph(7)
    known = atlas(graph, PictureView(view), around and Position(around), 2)
    positions = positions_in(known)
    followed = set(positions[: len(known["children"])])
    shown = {positions[node["at"]] for scene in known["scenes"].values() for node in scene["nodes"] if "at" in node}
    for start in shown | {positions[known["start"]]}:
        games = [play(start, order, graph.relation) for order in ORDERS]
        assert all(followed.issuperset(game.positions) for game in games)
        turns = known["orders"]["free"]["turns"][positions.index(start)]
        assert turns == play(start, "free").turns
    outs = play_outs(graph, "LW")
    assert known["orders"]["LW"]["turns"] == [outs.turns(position) for position in positions]
    assert around is None or positions[known["start"]] == Position(around)


def test_free_order_has_a_shortest_game_to_follow():
    known = atlas(war_graph(7), PictureView.AUTO, Position("7123|456"), 2)
    turns = known["orders"]["free"]["turns"]
    followed = known["children"]
    at = known["start"]
    while turns[at]:
        at = next(child for child in followed[at] if turns[child] == turns[at] - 1)
    assert followed[at] is None


def test_what_cannot_be_shown_is_refused():
    assert "the view condensation" in refusal(TooLargeError, atlas, war_graph(7), PictureView.WHOLE, None, 2)
    assert "wargraph render" in refusal(ParameterError, atlas, war_graph(3), PictureView.RELATION, None, 2)
    assert "centre" in refusal(ParameterError, atlas, war_graph(3), PictureView.NEIGHBOURHOOD, None, 2)
    assert "centre" in refusal(ParameterError, atlas, war_graph(3), PictureView.CYCLES, Position("3|21"), 2)


def test_without_any_cycle_the_condensation_is_shown():
    known = atlas(war_graph(2), PictureView.CYCLES, None, 2)
    assert list(known["scenes"]) == ["free"]
