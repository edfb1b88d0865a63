"""Expected turns by a coin: the equations in fractions, numpy and scipy, the theorem of the fair coin."""

import math
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, identity
from scipy.sparse.linalg import spsolve

from tests.support import (
    SMALL_GRAPHS,
    graph_of,
    long,
    plain_digraph,
    plain_turns,
    refusal,
    relations,
    starts_of,
    tournaments,
    war_graph,
)
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.rules import ReturnOrder, children
from wargraph.errors import TooLongError
from wargraph.graph.coin import equations as coin
from wargraph.graph.coin.equations import Equations, sum_bounds
from wargraph.graph.coin.exact_values import checked_coin
from wargraph.graph.coin.expectation import expected_length
from wargraph.graph.loops import compiled_loops
from wargraph.graph.war_graph import WarGraph

HALF = Fraction(1, 2)
coins = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def by_the_rules(position, relation, value, p):
    """A turn more than the mean of both children's values, by the plain rules; 0 for a terminal."""
    after = children(position, relation)
    return 1 + p * value(after[ReturnOrder.WL]) + (1 - p) * value(after[ReturnOrder.LW]) if after else 0


def held_by_left(graph, position):
    return position.swap() if graph.positions.left_holds_n and graph.n not in position.left else position


def assert_between(bounds, value):
    assert bounds.low <= value <= bounds.high


def assert_fractions_and_bounds(graph, deals, p):
    """I - P has an inverse on the positions from which the game ends: who solves the equations is the expectation."""
    exact, found = (expected_length(graph, deals, p, exact=each) for each in (True, False))
    for position in graph:
        turns = exact.turns(position).low
        assert math.isinf(found.turns(position).low) == math.isinf(turns)
        if math.isfinite(turns):
            assert turns == by_the_rules(position, graph.relation, lambda each: exact.turns(each).low, p)
            assert_between(found.turns(position), turns)
    starts = [exact.turns(held_by_left(graph, position)).low for position in starts_of(graph, deals)]
    finite = [turns for turns in starts if math.isfinite(turns)]
    for each in (exact, found):
        assert (each.starts, each.endless) == (len(starts), len(starts) - len(finite))
        assert_between(each.mean, sum(finite) / max(1, len(finite)))
        assert_between(each.worst, max(finite, default=0))
        assert (each.worst_position is None) == (not finite)
        if finite:
            turns = exact.turns(held_by_left(graph, each.worst_position)).low
            assert turns >= float(exact.worst.low) * (1 - 1e-6)
    assert exact.mean.is_exact
    assert all(each.high - each.low <= 1e-6 * each.high for each in (found.mean, found.worst))


@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_fractions_solve_the_equations_and_bounds_contain_them(name, deals):
    assert_fractions_and_bounds(graph_of(name), deals, Fraction(9, 10))


@given(relations(most=4), st.sampled_from(list(Deals)), coins)
def test_random_relations(relation, deals, p):
    assert_fractions_and_bounds(WarGraph.from_relation(relation), deals, p)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_games_that_may_never_end_are_infinite(name):
    graph, view = graph_of(name), plain_digraph(name)
    cut_off = view.nodes - plain_turns(name).keys()
    may_never_end = cut_off.union(*(nx.ancestors(view, position) for position in cut_off))
    found = expected_length(graph)
    assert {position for position in graph if math.isinf(found.turns(position).low)} == may_never_end


@pytest.mark.parametrize("piece", [1 << 18, 1 << 9])
@pytest.mark.parametrize("n", [*range(2, 7), *long(7)])
def test_every_position_by_scipy(n, piece, monkeypatch):
    monkeypatch.setattr(coin, "_PIECE", piece)
    graph, p = WarGraph(n), 0.2
    inner = len(graph.child_indices)
    rows = np.repeat(np.arange(inner), 2)
    weights = np.tile([p, 1 - p], inner)
    is_inner = graph.child_indices.ravel() < inner
    cells = rows[is_inner], graph.child_indices.ravel()[is_inner]
    system = identity(inner, format="csr") - csr_array((weights[is_inner], cells), shape=(inner, inner))
    expected = np.concatenate((np.atleast_1d(spsolve(system.tocsc(), np.ones(inner))), np.zeros(graph.terminals)))
    values = expected_length(graph, p=p, relative_error=1e-9).expected.values
    np.testing.assert_allclose(values, expected, rtol=1e-9)


@given(tournaments(most=5))
def test_a_fair_coin_makes_a_random_walk(relation):
    """The theorem: the mean over all words of a split is that of a gambler's ruin, s (n - s)."""
    graph = WarGraph.from_relation(relation)
    found = expected_length(graph, exact=True)
    n = relation.n
    for split in range(n + 1):
        block = found.expected.values[graph.positions.block(split)]
        assert sum(block) == split * (n - split) * len(block)
    assert found.mean.low == found.fair_mean == Fraction(n * (n - 1), 6)


@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("n", range(1, 9))
def test_with_a_fair_coin_the_mean_is_known(n, deals):
    found = expected_length(war_graph(n), deals)
    assert_between(found.mean, found.fair_mean)
    assert found.fair_mean == (n * n // 4 if deals is Deals.BALANCED else Fraction(n * (n - 1), 6))
    assert expected_length(war_graph(n), deals, "1/3", relative_error=0.1).fair_mean is None


def test_bounds_are_as_wide_as_the_residual():
    """Values a share off the solution have a residual of that share, and bounds that reach the solution just so."""
    graph = war_graph(5)
    exact = expected_length(graph, exact=True)
    for factor in (0.99, 1.01):
        values = exact.expected.values.astype(float) * factor
        error = Equations(graph, HALF, 1, values).error()
        assert error == pytest.approx(0.01)
        low, high = values / (1 + error), values / (1 - error)
        assert (low <= exact.expected.values).all()
        assert (exact.expected.values <= high).all()
        low, high = values / (1 + 0.9 * error), values / (1 - 0.9 * error)
        assert not ((low <= exact.expected.values) & (exact.expected.values <= high)).all()


def test_few_positions_are_swept_often(monkeypatch):
    """Sweeps through all positions, until no value changes, are 65 on 8 cards."""
    graph, swept = WarGraph(8), 0

    def counting(*asked):
        nonlocal swept
        swept += asked[-1].size * asked[-2]
        return apply(*asked)

    apply = coin._apply
    monkeypatch.setattr(coin, "_apply", counting)
    assert expected_length(graph).expected.error < 2e-7
    assert swept < 45 * len(graph.child_indices)


def test_rounding_is_part_of_the_residual():
    """Doubles nearest to the solution of every equation are not the solution: the bound is above what is seen."""
    graph = war_graph(6)
    values = np.array(expected_length(graph, relative_error=1e-11).expected.values)
    error = Equations(graph, HALF, 1, values).error()
    assert 16 * 2.0**-53 * values.max() < error < 1e-11


def test_compiled_and_plain_sweeps_give_the_same_bits():
    with compiled_loops():
        compiled = expected_length(WarGraph(5), p="1/3").expected
    plain = expected_length(WarGraph(5), p="1/3").expected
    assert compiled.values.tobytes() == plain.values.tobytes()
    assert compiled.error == plain.error


@given(st.lists(st.floats(0, 1e6), max_size=3000))
def test_sums_lie_within_their_bounds(values):
    low, high = sum_bounds(np.array(values, float))
    assert low <= sum(map(Fraction, values), Fraction(0)) <= high
    assert high - low <= high * Fraction(1, 10**12)


@pytest.mark.long
def test_a_coin_near_0_takes_too_long(monkeypatch):
    monkeypatch.setattr("wargraph.campaign.run_options.SECONDS_TO_FORECAST", 0.2)
    message = refusal(
        TooLongError, expected_length, 7, p="0.000001", relative_error=1e-9, run_options=RunOptions(hours=1e-6)
    )
    assert "p nearer to 1/2" in message


@pytest.mark.parametrize("p", ["1/3", " 0.25 ", 0.1, np.float64(0.1), Fraction(1, 7)])
def test_coins(p):
    assert checked_coin(p) == Fraction(str(p).strip())


@pytest.mark.parametrize("name", ["deck of 4", "some cannot end", "no balanced deal ends"])
def test_a_row_bounds_the_games_that_end(name):
    found = expected_length(graph_of(name), "balanced")
    (row,) = found.rows()
    others = "_of_others" if found.endless else ""
    for value, bounds in (("mean", found.mean), ("worst", found.worst)):
        assert (row[f"{value}{others}_low"], row[f"{value}{others}_high"]) == (bounds.low, bounds.high)
    assert row.get("endless", 0) == found.endless
