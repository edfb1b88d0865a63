"""The plain rules: turns worked by hand, parents against children, play-outs and shortest games."""

from functools import partial
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import (
    GRAPH_NAMES,
    ORDERS,
    by_size,
    graph_of,
    literal_relations,
    plain_arcs,
    plain_digraph,
    plain_positions,
    positions_of,
    refusal,
    relations,
    tournaments,
)
from wargraph.core.endings import Ending
from wargraph.core.position import TIE, Player, Position, all_positions, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder, child, children, parents, play, turn_winner
from wargraph.errors import ParameterError, PositionError, RelationError
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import RuleSet

RPS = Relation.of("rock-paper-scissors")
LEFT_LOSES_TIES = Relation([[0, 0], [0, 0]], interpretation="literal")
BOTH_BEAT = Relation([[0, 1], [1, 0]], interpretation="literal")


def texts(found):
    return [str(position) for position in found]


@pytest.mark.parametrize(
    ("position", "relation", "winner", "wl", "lw"),
    [
        ("41|32", None, "Left", "143|2", "134|2"),
        ("32|41", None, "Right", "2|143", "2|134"),
        ("2|1", None, "Left", "21|", "12|"),
        ("1|2", None, "Right", "|21", "|12"),
        ("13|2", RPS, "Right", "3|21", "3|12"),
        ("12|3", RPS, "Left", "213|", "231|"),
        ("2|1", LEFT_LOSES_TIES, "Right", "|12", "|21"),
        ("1|2", BOTH_BEAT, "Left", "12|", "21|"),
        # One pair draws and the next decides: that pair goes down first, and of each pair the winner's own card (WL).
        ("136|254", "suits:3x2", "Right", "6|45321", "6|43512"),
        ("125|346", "suits:3x2", "Right", "25|4631", "25|4613"),
        ("1356|24", "suits:3x2", "Left", "5,6,3,4,1,2|", "5,6,4,3,2,1|"),
        ("134|2", "suits:2x2", "Left", "3412|", "3421|"),
        ("2|143", "suits:2x2", "Right", "|4312", "|4321"),
        ("13|24", "suits:2x2", None, "|", "|"),
        ("1|23", "suits:1x3", "Right", "|321", "|312"),
        ("10,1|9,2,3,4,5,6,7,8", None, "Left", "1,10,9|2,3,4,5,6,7,8", "1,9,10|2,3,4,5,6,7,8"),
    ],
)
def test_one_turn_by_hand(position, relation, winner, wl, lw):
    position = Position(position)
    assert turn_winner(position, relation) == winner
    assert children(position, relation) == {"WL": Position(wl), "LW": Position(lw)}
    assert child(position, "LW", relation) == Position(lw)


@pytest.mark.parametrize("terminal", ["|1", "1|", "21|", "|12"])
def test_nothing_follows_a_terminal(terminal):
    terminal = Position(terminal)
    assert children(terminal) == {}
    for function in (turn_winner, lambda position: child(position, "WL")):
        message = refusal(PositionError, function, terminal)
        assert f"position {terminal} is terminal" in message


@given(st.one_of(tournaments(), literal_relations()), st.data())
def test_turns_move_one_card_and_keep_others(relation, data):
    position = data.draw(positions_of(relation.n))
    for order, after in children(position, relation).items():
        left_won = relation.winner(position.left[0], position.right[0]) is Player.LEFT
        assert after.split == position.split + (1 if left_won else -1)
        taken = (position.left[0], position.right[0]) if left_won else (position.right[0], position.left[0])
        won, other = (after.left, after.right) if left_won else (after.right, after.left)
        kept = (position.left[1:], position.right[1:]) if left_won else (position.right[1:], position.left[1:])
        assert (won[:-2], other) == kept
        assert won[-2:] == (taken if order == "WL" else taken[::-1])


@given(relations(most=4))
def test_parents_are_the_children_turned_round(relation):
    positions = [*all_positions(relation.n), *([TIE] if relation.has_draws else [])]
    upward = {(order, before, after) for after in positions for order, before in parents(after, relation)}
    downward = {(order, before, after) for before in positions for order, after in children(before, relation).items()}
    assert upward == downward


@given(relations(), st.data())
def test_parents_are_distinct_and_at_most_two(relation, data):
    found = parents(data.draw(positions_of(relation.n)), relation)
    assert len(found) == len(set(found))
    if not relation.has_draws:
        assert len(found) <= (2 if relation.is_tournament else 4)


@pytest.mark.parametrize("name", ["suits:1x4", "suits:2x2", "suits:3x2", "suits:2x3"])
def test_suits_play_as_delahaye_and_mathieu(name):
    relation = Relation.of(name)
    _, suits = map(int, name.removeprefix("suits:").split("x"))
    rules = RuleSet.parse(f"delahaye-mathieu,deck={name.removeprefix('suits:')}")
    for position in list(balanced_deals(relation.n))[::5]:
        game = play(position, "WL", relation)
        ranks = [[(card - 1) // suits + 1 for card in hand] for hand in (position.left, position.right)]
        full = play_full_game(rules, ranks)
        assert game.is_endless == (full.ending == Ending.ENDLESS)
        if not game.is_endless:
            assert game.winner == (None if full.winner is None else tuple(Player)[full.winner - 1])
            assert game.turns == len(full.rounds)


def test_a_game_worked_by_hand():
    game = play(Position("41|32"), ReturnOrder.LW)
    assert texts(game.positions) == ["41|32", "134|2", "34|12", "413|2", "1324|"]
    assert (game.is_endless, game.turns, game.preperiod, game.cycle_length, game.winner) == (
        False,
        4,
        None,
        None,
        Player.LEFT,
    )
    assert str(game) == "41|32 under LW: Left wins after 4 turns"
    assert [row["winner"] for row in game.rows()] == ["Left", "Right", "Left", "Left", None]
    assert [row["position"] for row in game.rows()] == texts(game.positions)
    assert play(Position("12|3"), "WL", RPS).rows()[0]["position"] == "rock paper|scissors"
    assert [play(Position(start), "WL").outcome for start in ("1|2", "|21")] == [
        "Right wins after 1 turn",
        "Right wins after 0 turns",
    ]


def test_a_tie_has_no_winner():
    game = play(Position("13|24"), "LW", "suits:2x2")
    assert (game.is_endless, game.turns, game.winner) == (False, 1, None)
    assert str(game) == "1a 2a|1b 2b under LW: a tie after 1 turn"
    assert game.rows() == [
        {"turn": 0, "position": "1a 2a|1b 2b", "winner": "nobody", "pairs": 2},
        {"turn": 1, "position": "tie", "winner": None, "pairs": None},
    ]
    assert str(play(Position("13|24"), "free", "suits:2x2")).endswith("ends after 1 turn at the earliest")


def test_an_endless_game_states_its_proof():
    game = play(Position("4|2135"), "LW")
    assert texts(game.positions) == ["4|2135", "24|135", "412|35", "1234|5", "234|15", "3412|5", "412|35"]
    assert (game.is_endless, game.turns, game.preperiod, game.cycle_length, game.winner) == (True, 6, 2, 4, None)
    assert game.outcome == "never ends: after turn 6 the position of turn 2 recurs, a cycle of 4 turns"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["deck of 5", "rock-paper-scissors", "some cannot end"])
def test_networkx_finds_the_cycle_of_endless_games(name, order):
    relation = graph_of(name).relation
    one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
    cycle_of = {position: len(cycle) for cycle in nx.simple_cycles(one_order) for position in cycle}
    for position in plain_positions(graph_of(name)):
        game = play(position, order, relation)
        assert len(set(game.positions)) == len(game.positions) - game.is_endless
        assert all(one_order.has_edge(*turn) for turn in pairwise(game.positions))
        if game.is_endless:
            assert cycle_of[game.positions[-1]] == game.cycle_length
            assert [place in cycle_of for place in game.positions].index(True) == game.preperiod
        else:
            assert not cycle_of.keys() & set(game.positions)


@pytest.mark.parametrize("name", by_size(name for name in GRAPH_NAMES if graph_of(name).n <= 5))
def test_the_shortest_game_agrees_with_networkx(name):
    relation, backwards = graph_of(name).relation, plain_digraph(name).reverse()
    terminals = [position for position in backwards if position.is_terminal]
    nearest = nx.multi_source_dijkstra_path_length(backwards, terminals)
    for position in plain_positions(graph_of(name)):
        game = play(position, "free", relation)
        assert game.positions[0] == position
        assert game.is_endless == (position not in nearest)
        assert game.turns == nearest.get(position, 0)
        assert game.outcome.startswith("can never end" if game.is_endless else f"ends after {game.turns} turn")
        assert game.preperiod is None
        assert all(after in children(before, relation).values() for before, after in pairwise(game.positions))


def test_wl_comes_first_among_shortest_games():
    assert texts(play(Position("2|1"), "free").positions) == ["2|1", "21|"]
    assert texts(play(Position("41|32"), "free").positions)[1:] == ["143|2", "43|21", "342|1", "4231|"]
    assert [row["order"] for row in play(Position("41|32"), "free").rows()] == ["WL", "WL", "WL", "WL", None]


@pytest.mark.parametrize(
    ("kind", "ask", "given", "parts"),
    [
        *(
            (kind, ask, given, parts)
            for ask in (turn_winner, children, parents, *(partial(play, order=order) for order in ReturnOrder))
            for kind, given, parts in (
                (PositionError, (Position("41|32"), RPS), ["41|32", "4 cards", "rock-paper-scissors", "1..3"]),
                (PositionError, (TIE, RPS), ["0 cards"]),
                (PositionError, (TIE, None), ["0 cards"]),
                (RelationError, (Position("1|2"), "all"), ["'all' is not known"]),
            )
        ),
        (ParameterError, partial(child, order="LL"), (Position("41|32"), None), ["'LL'", "WL or LW"]),
        (ParameterError, partial(child, order="free"), (Position("41|32"), None), ["'free'", "WL or LW"]),
        (ParameterError, partial(play, order="LL"), (Position("41|32"), None), ["'LL'", "WL", "LW"]),
    ],
)
def test_what_does_not_fit_the_rules_is_refused(kind, ask, given, parts):
    position, relation = given
    message = refusal(kind, ask, position, relation=relation)
    assert [part for part in parts if part not in message] == []


def test_a_fixed_order_undoes_what_it_returned():
    for order in FIXED_ORDERS:
        assert order.choices == (order,)
        assert order.returned(*order.returned("winning", "losing")) == ("winning", "losing")
        assert sorted(order.returned(1, 2)) == [1, 2]
    assert ReturnOrder.FREE.choices == FIXED_ORDERS


@pytest.mark.parametrize("relation", ["order:2", 2, [[0, 0], [1, 0]], "2 beats 1"])
def test_rules_take_whatever_holds_a_relation(relation):
    assert children(Position("1|2"), relation) == children(Position("1|2"))
