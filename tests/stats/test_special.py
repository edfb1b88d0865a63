"""The incomplete beta function and Student's quantiles, against scipy."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from wargraph.stats.special import incomplete_beta, student_quantile

sizes = st.floats(0.5, 1e5)


@given(sizes, sizes, st.floats(0, 1))
def test_it_is_scipys_function(a, b, x):
    assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), rel=1e-8, abs=1e-9)


@given(sizes, sizes, st.floats(-4, 4))
def test_it_is_scipys_function_where_it_is_steep(a, b, deviations):
    x = a / (a + b) + deviations * math.sqrt(a * b / (a + b + 1)) / (a + b)
    if 0 <= x <= 1:
        assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=1e-9)


@given(st.floats(0.5, 1e5), st.floats(1e-3, 0.4))
def test_quantiles_are_scipys(freedom, tail):
    assert student_quantile(freedom, tail) == pytest.approx(special.stdtrit(freedom, 1 - tail), rel=1e-9)


@pytest.mark.parametrize("freedom", [1e8, 1e10])
def test_quantiles_of_very_many_are_nearly_normal(freedom):
    assert student_quantile(freedom, 0.025) == pytest.approx(1.959964, abs=1e-5)
