"""The random numbers of `core/rng.py` for kernels. A stream is an array of one uint64, the state of the generator."""

import numpy as np

from wargraph.compute.kernel import inlined_kernel
from wargraph.core.rng import FIRST, GAMMA, HALF, SECOND

_GAMMA_64, _FIRST_64, _SECOND_64 = np.uint64(GAMMA), np.uint64(FIRST), np.uint64(SECOND)
_BITS_27, _BITS_30, _BITS_31, _BITS_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
_HALF_64, _TWO_TO_32 = np.uint64(HALF), np.uint64(2**32)


@inlined_kernel
def stream_of_game(base, game):
    """Return the first state of the stream of a game; `base` is `stream_base(seed)`."""
    return _mixed_word(base + game * _GAMMA_64)


@inlined_kernel
def branch_of_stream(state, number):
    """Return the first state of a branch of a stream, as in `Chance.branches`; `state` is that of the stream."""
    return stream_of_game(_mixed_word(state), np.uint64(number))


@inlined_kernel
def _mixed_word(word):
    """Return the mixing function of SplitMix64."""
    word = (word ^ (word >> _BITS_30)) * _FIRST_64
    word = (word ^ (word >> _BITS_27)) * _SECOND_64
    return word ^ (word >> _BITS_31)


@inlined_kernel
def draw_below(stream, bound):
    """`Chance.below` for kernels; `stream` holds the state, an array of one uint64."""
    stream[0], drawn = next_below(stream[0], bound)
    return np.int64(drawn)


@inlined_kernel
def next_below(state, bound):
    """`Chance.below` for a state in a register: returns the next state and the number drawn."""
    limit = np.uint64(bound)
    while True:
        state += _GAMMA_64
        product = (_mixed_word(state) >> _BITS_32) * limit
        rest = product & _HALF_64
        if rest >= limit or rest >= _TWO_TO_32 % limit:  # the first test is all but always enough
            return state, product >> _BITS_32


@inlined_kernel
def next_two_below(state, bound, other):
    """`Chance.two_below` for a state in a register: returns the next state and the numbers drawn."""
    limit, other_limit = np.uint64(bound), np.uint64(other)
    while True:
        state += _GAMMA_64
        word = _mixed_word(state)
        product, other_product = (word >> _BITS_32) * limit, (word & _HALF_64) * other_limit
        rest, other_rest = product & _HALF_64, other_product & _HALF_64
        if (rest >= limit or rest >= _TWO_TO_32 % limit) and (
            other_rest >= other_limit or other_rest >= _TWO_TO_32 % other_limit
        ):
            return state, product >> _BITS_32, other_product >> _BITS_32
