"""Exact play: the states by the plain rules, the values by linear programs, and everything else by play."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from tests.auction.support import Scripted
from tests.support import examples, long
from wargraph.auction.exact import (
    _PAYOFFS,
    LOST,
    TIED,
    WON,
    MatrixGames,
    Optimal,
    _sweep,
    _weights,
    choices,
    exact_play,
    next_state,
)
from wargraph.auction.game import play_auction, play_auction_round
from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import State
from wargraph.auction.strategies import Dummy, Max
from wargraph.auction.strategy import View, checked_choice
from wargraph.auction.terminal import Human
from wargraph.campaign.run_options import RunOptions
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, PositionError, TooLargeError

play_of = cache(exact_play)


def held_after(hands, piles, table, own, other):
    """Hands, piles and table after a round by the plain rules; players choose a card, then cards for wars."""
    line_up = LineUp(tuple(Scripted(card, *filter(None, wars)) for (card,), *wars in (own, other)))
    _, after = play_auction_round(line_up, State.of(hands, piles, table), Chance().branches(4))
    return after[:3]


def matrix_value(matrix):
    """The value of a matrix game, by a linear program."""
    matrix = np.asarray(matrix, float)
    low, high = matrix.min(axis=1).max(), matrix.max(axis=0).min()
    if low == high:
        return low
    rows, columns = matrix.shape
    done = linprog(
        [0] * rows + [-1],
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -done.fun


@pytest.mark.long
@examples(15)
@given(m=st.integers(2, 5), data=st.data())
def test_states_follow_each_other_by_the_rules(m, data):
    state = next(iter(play_of(m)))
    for _ in range(30):
        before, scripts = state, []
        while True:
            chosen = tuple(data.draw(st.sampled_from(choices(state, player))) for player in (0, 1))
            scripts.append(chosen)
            state = next_state(state, chosen)
            if not isinstance(state, State) or not state.is_war:
                break
        hands, piles, table = held_after(*before[:3], *zip(*scripts, strict=True))
        if not isinstance(state, State):
            assert state == (WON if hands[0] else LOST if hands[1] else TIED)
            assert not all(hands)
            return
        assert (hands, piles, table) == state[:3]
        assert not state.is_war
        assert at(play_of(m), state).choices


@pytest.mark.parametrize("m", [1, 2, 3])
def test_small_decks_by_brute_force(m):
    """With so few cards no war leaves a choice: a state is what is held, and the plain rules play every round."""
    hand = tuple(range(1, m + 1))
    start = ((hand, hand), ((), ()), ())
    found, following = [start], {}
    for state in found:
        hands, piles, table = state
        cards = [sorted(set(hand)) for hand in hands]
        following[state] = [[held_after(hands, piles, table, [(a,)], [(b,)]) for b in cards[1]] for a in cards[0]]
        found += {child for row in following[state] for child in row if all(child[0])} - set(found)
    value = dict.fromkeys(found, -1.0)

    def worth(child):
        return value[child] if all(child[0]) else float(bool(child[0][0])) - float(bool(child[0][1]))

    for _ in range(30):
        for state in reversed(found):
            value[state] = matrix_value([[*map(worth, row)] for row in following[state]])
    play = play_of(m)
    assert len(found) == play.states
    for state in found:
        assert play.at(*state).low == pytest.approx(value[state], abs=1e-4)


@pytest.mark.parametrize("m", [2, 4])
def test_values_are_those_of_the_matrix_games(m):
    play = play_of(m)
    for state in list(play)[:: m * m // 4]:
        own, other = choices(state, 0), choices(state, 1)
        matrix = [[worth(play, next_state(state, (a, b))) for b in other] for a in own]
        assert matrix_value(matrix) == pytest.approx(at(play, state).low, abs=1e-9)


def at(play, state):
    return play.at(*state[:3], state.is_war)


def worth(play, child):
    return at(play, child).low if isinstance(child, State) else _PAYOFFS[child]


@pytest.mark.parametrize("m", [*range(1, 5), *long(5)])
def test_no_reply_gets_below_what_is_guaranteed(m):
    play = play_of(m)
    for state in list(play)[:: max(1, play.states // 500)]:
        weights = at(play, state).choices
        assert set(weights) <= set(choices(state, 0))
        assert sum(weights.values()) == pytest.approx(1, abs=1e-12)
        for reply in choices(state, 1):
            payoff = sum(weight * worth(play, next_state(state, (a, reply))) for a, weight in weights.items())
            assert payoff >= at(play, state).low - 1e-12


def solved_alone(matrix):
    """The value and the mixture that are found for one matrix game, each of whose entries is a game of one payoff."""
    matrix = np.asarray(matrix, float)
    (rows, columns), size = matrix.shape, matrix.size + 1
    numbers = [0, rows], range(0, size, columns), range(1, size), [0]
    value, strategy = np.array([-9.0, *matrix.ravel()]), np.zeros(rows)
    _sweep(MatrixGames(*map(np.array, numbers)), value, strategy, np.zeros(size, np.int64), 1)
    return value[0], strategy


@pytest.mark.parametrize(
    ("matrix", "value", "mixture"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [Fraction(1, 3)] * 3),
        ([[1, -1], [-1, 1]], 0, [Fraction(1, 2)] * 2),
        ([[1, 0], [-1, 1]], Fraction(1, 3), [Fraction(2, 3), Fraction(1, 3)]),
        ([[0, 1], [-1, 0]], 0, [1, 0]),
        ([[1, -1, 0.5]], -1, [1]),
        ([[0.25], [0.5]], 0.5, [0, 1]),
    ],
)
def test_known_matrix_games(matrix, value, mixture):
    found, strategy = solved_alone(matrix)
    assert found == pytest.approx(float(value), abs=1e-12)
    assert strategy == pytest.approx([*map(float, mixture)], abs=1e-12)


@given(data=st.data(), rows=st.integers(1, 7), columns=st.integers(1, 7))
def test_matrix_games_by_linear_programs(data, rows, columns):
    entries = st.integers(-3, 3).map(lambda entry: entry / 3) | st.floats(-1, 1, width=16)
    matrix = np.array([[data.draw(entries) for _ in range(columns)] for _ in range(rows)])
    value, strategy = solved_alone(matrix)
    assert value == pytest.approx(matrix_value(matrix), abs=1e-9)
    assert (strategy @ matrix).min() >= value - 1e-12


KNOWN = {  # states, those of certain value, and with what probability each card opens
    1: (1, 0, [1]),
    2: (3, 0, [0.5, 0.5]),
    3: (77, 14, [0.3741434, 0.1396301, 0.4862265]),
    4: (1467, 554, [0, 0.5099378, 0.0042591, 0.4858031]),
    5: (None, None, [0, 0.3726999, 0.0181551, 0, 0.6091450]),
}
MEASURED = ("Min", "Max", "Dummy", "SimpleMinded1", "SimpleMinded2", "Adversary")
VALUES = {  # of each strategy in the worst case, and against optimal play
    2: ([-1, -1, 0, -1, -1, None], None),
    3: ([-1, -1, -0.5635816, -1, -1, None], [-0.2475093, -0.1816931, -0.2582260, -0.2837683, -0.2837683, -0.1130072]),
    4: ([-1, -1, -0.5726118, -1, -1, None], [-0.2082506, -0.2173494, -0.3398621, -0.8009486, -0.8009486, -0.2196213]),
}


@pytest.mark.parametrize("m", [1, 2, 3, 4, *long(5)])
def test_known_states_and_openings(m):
    play, (states, certain, opening) = play_of(m), KNOWN[m]
    assert states is None or (play.states, play.certain) == (states, certain)
    assert play.low == pytest.approx(-0.0766417 if m == 3 else 0, abs=1e-7)
    assert play.high == -play.low
    assert [row["probability"] for row in play.opening_rows()] == pytest.approx(opening, abs=1e-6)


@pytest.mark.parametrize("m", VALUES)
def test_known_values_of_strategies(m):
    rows, (worst, against_optimal) = play_of(m).strategy_rows(MEASURED), VALUES[m]
    assert [row["worst_case"] for row in rows] == pytest.approx(worst, abs=1e-6)
    values = [row["against_optimal"] for row in rows]
    assert against_optimal is None or values == pytest.approx(against_optimal, abs=1e-6)
    assert max(values) <= play_of(m).high + 1e-9


@pytest.mark.parametrize(("m", "name"), [(4, "Dummy"), *long((4, "Adversary"), (5, "SimpleMinded2"))])
def test_values_by_play(m, name):
    play = play_of(m)
    hands = [range(1, m + 1)] * 2
    games = [play_auction([name, Optimal(play)], seed=1, game=game, hands=hands) for game in range(150)]
    payoffs = [0 if game.winner is None else 3 - 2 * game.winner for game in games]
    assert abs(np.mean(payoffs) - play.measured(name)[0]) <= 5 * np.std(payoffs) / sqrt(len(payoffs))


class HighCards(Dummy):
    """Draws its cards, and plays the highest of those drawn in a war."""

    def war_cards(self, view):
        return sorted(super().war_cards(view))


def test_a_strategy_of_ones_own_is_measured():
    (row,) = play_of(4).strategy_rows([HighCards()])
    assert row["strategy"] == "HighCards"
    assert row["worst_case"] <= row["against_optimal"] <= 1e-9
    assert play_of(4).measured(Optimal(play_of(4)))[1] == play_of(4).low


@pytest.mark.parametrize(
    ("error", "reason", "ask"),
    [
        *((ParameterError, "whole number from 1 to 6", lambda m=m: exact_play(m)) for m in (0, -1, 2.0)),
        (TooLargeError, "m = 7: it must be 1 to 6", lambda: exact_play(7)),
        (PositionError, r"does not occur between two players who start with 1\.\.3",
         lambda: play_of(3).at([(1,), (2,)])),
        (ParameterError, "Human", lambda: play_of(2).measured(Human())),
        (ParameterError, "there are 3 players",
         lambda: play_auction([Optimal(play_of(2)), "Min", "Min"], hands=[(1, 2)] * 3)),
        (PositionError, "does not occur", lambda: play_auction([Optimal(play_of(2)), "Min"])),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_is_refused(error, reason, ask):
    with pytest.raises(error, match=reason):
        ask()


@pytest.mark.parametrize(("strategy", "state"), [
    (Dummy(), State.of([(2, 2, 3, 5, 7), (4,) * 4], is_war=True)),
    (HighCards(), State.of([(2, 2, 3, 5, 7), (4,) * 4], is_war=True)),
    (Dummy(), State.of([(2, 2, 3, 5, 7), (4,) * 4])),
], ids=str)  # fmt: skip
def test_choices_are_drawn_by_their_weights(strategy, state):
    drawn = Counter()
    for seed in range(2000):
        view = View(0, (strategy, Max()), Chance(seed).branches(4), *state)
        *laid_down, card = checked_choice(strategy, view)
        drawn[(*sorted(laid_down), card)] += 1
    weights = dict(zip(choices(state, 0), _weights(strategy, Max(), state), strict=True))
    assert sum(weights.values()) == pytest.approx(1)
    for choice, weight in weights.items():
        assert abs(drawn.pop(choice, 0) - 2000 * weight) <= 5 * sqrt(2000 * weight)
    assert not drawn


def test_choices_of_a_war():
    duel = State.of([(1, 2, 2, 3), (4, 4, 5, 5)], is_war=True)
    assert choices(duel, 0) == [(1, 2, 2, 3), (1, 2, 3, 2), (2, 2, 3, 1)]
    assert choices(duel, 1) == [(4, 4, 5, 5), (4, 5, 5, 4)]
    alone = State.of([(1, 2, 2, 3, 3), ()], [(), (5,)], (4, 4), is_war=True)
    assert choices(alone, 0) == [(1, 2, 2, 3), (1, 2, 3, 3), (2, 2, 3, 3)]
    assert choices(alone, 1) == [()]


@pytest.mark.usefixtures("looks_are_many")
def test_exact_play_tells_its_stages():
    told = []
    exact_play(3, RunOptions(progress=told.append))
    stages = [progress.partial_summary for progress in told]
    assert "77 states found" in stages
    assert any(stage.startswith("77 states, sweep 1: ") for stage in stages)
