"""Generating functions: their derivatives are expectations, their coefficients the distribution."""

from fractions import Fraction

import pytest

from tests.support import graph_of, long, war_graph
from wargraph.graph.coin.exact_values import generating_function
from wargraph.graph.coin.expectation import expected_length
from wargraph.graph.coin.length_distribution import length_distribution

DECKS = ["deck of 1", "deck of 2", "deck of 3", "rock-paper-scissors", *long("deck of 4", "two ranks in two suits")]


def fraction(value):
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize("deals", ["all", "balanced"])
@pytest.mark.parametrize("name", DECKS)
def test_derivative_and_coefficients(name, deals):
    import sympy  # half a second for every worker that collects the tests, if it stood above

    graph, p, (x, any_p) = graph_of(name), Fraction(1, 3), sympy.symbols("x p")
    limit = sympy.Rational(p.numerator, p.denominator)
    general = generating_function(graph, deals) if graph.n < 4 or graph.positions.left_holds_n else None
    found = generating_function(graph, deals, p)
    if general is not None:
        assert sympy.cancel(general.subs(any_p, limit) - found) == 0
    assert found.subs(x, 1) == 1
    assert fraction(sympy.diff(found, x).subs(x, 1)) == expected_length(graph, deals, p, exact=True).mean.low
    series = sympy.Poly(sympy.series(found, x, 0, 7).removeO(), x)
    coefficients = [fraction(series.coeff_monomial(x**turns)) for turns in range(7)]
    assert tuple(coefficients) == length_distribution(graph, 6, deals, p).by_turns


@pytest.mark.parametrize("n", range(2, 5))
def test_a_fair_coin_makes_a_random_walk(n):
    """By the recurrence of the gambler's ruin: G(s) = x (G(s-1) + G(s+1)) / 2, and 1 at both ends."""
    import sympy

    x, unknown = sympy.Symbol("x"), sympy.symbols(f"g1:{n}")
    walk = (1, *unknown, 1)
    equations = [2 * walk[split] - x * (walk[split - 1] + walk[split + 1]) for split in range(1, n)]
    solution = sympy.solve(equations, unknown, dict=True)[0][unknown[(n + 1) // 2 - 1]]
    assert sympy.cancel(solution - generating_function(war_graph(n), "balanced", "1/2")) == 0
