"""The incomplete beta function and Student's quantiles, against scipy."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from wargraph.report.special_functions import incomplete_beta, student_quantile

SIZES = st.floats(-0.3, 7).map(lambda digits: 10**digits)


@given(SIZES, SIZES, st.floats(-6, 6))
def test_the_incomplete_beta_function_is_that_of_scipy(a, b, deviations):
    x = a / (a + b) + deviations * math.sqrt(a * b / (a + b + 1)) / (a + b)
    x = min(max(x, 0), 1)
    assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=1e-7)


@given(st.floats(0, 10).map(lambda digits: 10**digits), st.floats(1e-5, 0.4))
def test_quantiles_are_those_of_scipy(freedom, tail):
    assert student_quantile(freedom, tail) == pytest.approx(-special.stdtrit(freedom, tail), rel=1e-6)
