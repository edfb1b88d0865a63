"""Random numbers that plain Python and the kernels draw alike, one stream for each game of a simulation.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): the
words are a mixing function of start + gamma, start + 2 gamma, ... A game's start is itself such a word, that of its
number, so game number g of a seed is the same in every run, wherever and whenever it is played. Whole numbers below a
bound are drawn without bias (Lemire, "Fast random integer generation in an interval", 2019).
"""

from collections.abc import MutableSequence

import numpy as np

from wargraph.kernel import inlined_kernel

_GAMMA = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = 2**64 - 1
_HALF = 2**32 - 1


class Chance:
    """The random numbers of one game.

    Parameters
    ----------
    seed
        Of the simulation, 0..2**64 - 1.
    game
        The number of the game, from 0 on.

    Examples
    --------
    >>> chance = Chance(seed=1)
    >>> [chance.below(6) for _ in range(5)]
    [2, 2, 3, 4, 1]
    """

    def __init__(self, seed: int = 0, game: int = 0) -> None:
        self.state = _mixed((stream_base(seed) + game * _GAMMA) & _WORD)

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + _GAMMA) & _WORD
        return _mixed(self.state)

    def below(self, bound: int) -> int:
        """A whole number 0..bound - 1, each with the same probability."""
        unfair = 2**32 % bound
        while True:
            product = (self.word() >> 32) * bound
            if product & _HALF >= unfair:
                return product >> 32

    def shuffle(self, cards: MutableSequence[int]) -> None:
        """Bring the cards into random order."""
        for place in range(len(cards) - 1):
            other = place + self.below(len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]


def stream_base(seed: int) -> int:
    """From where the streams of a simulation's games are counted."""
    return _mixed((seed + _GAMMA) & _WORD)


def _mixed(word: int) -> int:
    word = (word ^ (word >> 30)) * _FIRST & _WORD
    word = (word ^ (word >> 27)) * _SECOND & _WORD
    return word ^ (word >> 31)


_GAMMA_64, _FIRST_64, _SECOND_64 = np.uint64(_GAMMA), np.uint64(_FIRST), np.uint64(_SECOND)
_BITS_27, _BITS_30, _BITS_31, _BITS_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
_HALF_64, _TWO_TO_32 = np.uint64(_HALF), np.uint64(2**32)


@inlined_kernel
def stream_of_game(base, game):  # type: ignore[no-untyped-def]
    """Where the stream of a game starts; `base` is `stream_base(seed)`."""
    return _mixed_word(base + game * _GAMMA_64)


@inlined_kernel
def _mixed_word(word):  # type: ignore[no-untyped-def]
    """`_mixed` for kernels."""
    word = (word ^ (word >> _BITS_30)) * _FIRST_64
    word = (word ^ (word >> _BITS_27)) * _SECOND_64
    return word ^ (word >> _BITS_31)


@inlined_kernel
def draw_below(stream, bound):  # type: ignore[no-untyped-def]
    """`Chance.below` for kernels; `stream` holds the state, an array of one uint64."""
    stream[0], drawn = next_below(stream[0], bound)
    return np.int64(drawn)


@inlined_kernel
def next_below(state, bound):  # type: ignore[no-untyped-def]
    """The same for a state that is kept in a register: the next state, and the number drawn."""
    limit = np.uint64(bound)
    while True:
        state += _GAMMA_64
        product = (_mixed_word(state) >> _BITS_32) * limit
        rest = product & _HALF_64
        if rest >= limit or rest >= _TWO_TO_32 % limit:  # the first test is all but always enough
            return state, product >> _BITS_32
