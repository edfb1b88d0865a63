"""Random numbers, equal in plain Python and in kernels, with one stream for each game of a simulation.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): the
words are a mixing function of start + gamma, start + 2 gamma, ... The start of a game is itself such a word, that of
its number, so game number g of a seed is the same in every run, wherever and whenever it is played. Whole numbers below
a bound are drawn without bias (Lemire, "Fast random integer generation in an interval", 2019).
"""

from bisect import bisect
from collections import deque
from collections.abc import Iterator, MutableSequence, Sequence
from itertools import accumulate
from typing import Any, Self

from wargraph.core.checks import checked_whole

GAMMA = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = 2**64 - 1
HALF = 2**32 - 1


class Chance:
    """The random numbers of one game.

    Parameters
    ----------
    seed
        The seed of the simulation, 0..2**64 - 1.
    game
        The number of the game, from 0 on.

    Examples
    --------
    >>> chance = Chance(seed=1)
    >>> [chance.below(6) for _ in range(5)]
    [2, 2, 3, 4, 1]
    """

    def __init__(self, seed: int = 0, game: int = 0) -> None:
        self.state = _mixed((stream_base(seed) + game * GAMMA) & _WORD)

    def branches(self, count: int) -> "tuple[Chance, ...]":
        """Independent streams, such as one for each player, that depend on the first state of this stream.

        >>> [chance.below(6) for chance in Chance(seed=1).branches(3)]
        [1, 1, 5]
        """
        base, branches = _mixed(self.state), tuple(Chance() for _ in range(count))
        for number, branch in enumerate(branches):
            branch.state = _mixed((base + number * GAMMA) & _WORD)
        return branches

    def word(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + GAMMA) & _WORD
        return _mixed(self.state)

    def below(self, bound: int) -> int:
        """Return a random whole number 0..bound - 1, all equally likely, for a bound of at most 2**32."""
        if bound.__class__ is not int or not 1 <= bound <= HALF + 1:
            bound = checked_whole("bound", bound, 1, HALF + 1)
        unfair = 2**32 % bound
        while True:
            product = (self.word() >> 32) * bound
            if product & HALF >= unfair:
                return product >> 32

    def pick(self, weights: Sequence[Any]) -> int:
        """Draw an index, each with the probability that its weight says; nothing is drawn if there is only one."""
        if len(weights) == 1:
            return 0
        return min(bisect(list(accumulate(weights)), self.word() / 2**64), len(weights) - 1)

    def shuffle(self, cards: MutableSequence[int]) -> None:
        """Shuffle the cards in place."""
        for place in range(len(cards) - 1):
            other = place + self.below(len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]

    def two_below(self, bound: int, other: int) -> tuple[int, int]:
        """Return a random number below each of two bounds, from the two halves of one word."""
        unfair, other_unfair = 2**32 % bound, 2**32 % other
        while True:
            word = self.word()
            product, other_product = (word >> 32) * bound, (word & HALF) * other
            if product & HALF >= unfair and other_product & HALF >= other_unfair:
                return product >> 32, other_product >> 32

    def mix_in(self, cards: MutableSequence[int], more: Sequence[int]) -> None:
        """Insert cards at random places among shuffled ones: the card at that place goes to the end.

        Afterwards all cards are shuffled (Fisher and Yates, inside out). One word gives the places of two cards.
        """
        for start in range(0, len(more), 2):
            places = self.two_below(len(cards) + 1, len(cards) + 2)
            for card, place in zip(more[start : start + 2], places, strict=False):
                cards.append(card)
                cards[place], cards[-1] = card, cards[place]


class EveryChance(Chance):
    """One line of all that chance can give: its choices, and their probability `weight`.

    The line makes the choices of a script. Where the script ends, it makes the first choice, and `others` gets a script
    for each other choice. So `lines` comes from an empty script to all lines, and knows of those `waiting` behind each.

    >>> [(line.below(2) or 2 + line.pick([0.25, 0.75]), line.weight) for line in EveryChance.lines()]
    [(2, 0.125), (1, 0.5), (3, 0.375)]
    """

    weight: Any = 1.0

    def __init__(self, script: tuple[int, ...] = ()) -> None:
        self.script, self.made, self.waiting = script, 0, 0
        self.others: list[tuple[int, ...]] = []

    @classmethod
    def lines(cls, *arguments: Any) -> Iterator[Self]:
        """Yield every line; it has to be played before the next one is known."""
        scripts = deque[tuple[int, ...]]([()])
        while scripts:
            line = cls(scripts.popleft(), *arguments)
            line.waiting = len(scripts)
            yield line
            scripts += line.others

    def choice(self, bound: int) -> int:
        """Choose one of `bound` ways to go on."""
        if self.made == len(self.script):
            self.others += [(*self.script, other) for other in range(1, bound)]
            self.script += (0,)
        self.made += 1
        return self.script[self.made - 1]

    def below(self, bound: int) -> int:
        self.weight /= bound
        return self.choice(bound)

    def pick(self, weights: Sequence[Any]) -> int:
        chosen = self.choice(len(weights))
        self.weight *= weights[chosen]
        return chosen

    def __copy__(self) -> Self:
        return self  # what is drawn from a copy is part of the line


def stream_base(seed: int) -> int:
    """Return the number from which the streams of the games of a simulation are counted."""
    return _mixed((seed + GAMMA) & _WORD)


def _mixed(word: int) -> int:
    word = (word ^ (word >> 30)) * FIRST & _WORD
    word = (word ^ (word >> 27)) * SECOND & _WORD
    return word ^ (word >> 31)
