"""The incomplete beta function and Student's quantiles, in plain Python.

`scipy.special` has both, but loading it takes longer than playing ten games. The tests compare the two.
"""

import math
from statistics import NormalDist

_TINY = 1e-300
_EXACT = 1e-15


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b).

    For whole numbers it is the probability of a or more successes in a + b - 1 trials with success probability x.

    References
    ----------
    The continued fraction 8.17.22 of the NIST Digital Library of Mathematical Functions, by Lentz's method (1976).

    Examples
    --------
    >>> round(incomplete_beta(2, 1, 0.5), 12), round(incomplete_beta(1, 3, 0.1), 12)
    (0.25, 0.271)
    """
    if x * (a + b + 2) > a + 1:  # the fraction of the complement converges faster
        return 1 - incomplete_beta(b, a, 1 - x)
    if x <= 0:
        return 0.0
    above, below = 1.0, 1 / (1 - (a + b) * x / (a + 1) or _TINY)
    fraction, factor, m = below, math.inf, 0
    while abs(factor - 1) > _EXACT:
        m += 1
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            above, below = 1 + term / above or _TINY, 1 / (1 + term * below or _TINY)
            factor = above * below
            fraction *= factor
    return fraction * math.exp(a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)) / a


def student_quantile(freedom: float, tail: float) -> float:
    """The value that a Student-distributed variable exceeds with probability `tail`, which is below 1/2.

    >>> round(student_quantile(1, 0.25), 12), round(student_quantile(10, 0.025), 6)
    (1.0, 2.228139)
    """
    t, step = NormalDist().inv_cdf(1 - tail), math.inf
    while step > _EXACT * t:  # Newton's method comes from below: the distribution function is concave there
        square = t * t / freedom
        density = math.exp(-(freedom + 1) / 2 * math.log1p(square) - _log_beta(freedom / 2, 0.5)) / math.sqrt(freedom)
        step = (incomplete_beta(freedom / 2, 0.5, 1 / (1 + square)) / 2 - tail) / density
        t += step
    return t


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
