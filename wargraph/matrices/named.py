"""Beat matrices by name: the known ones, and families of them with one for each number of cards."""

from collections.abc import Callable
from dataclasses import dataclass

from wargraph.chance import Chance
from wargraph.checks import checked_seed
from wargraph.errors import RelationError, TooLargeError, shown
from wargraph.matrices.beat_matrix import MOST_CARDS, BeatMatrix

ORDER = "order"
"""Name of the standard order, in which the higher card wins."""

_MOST_DIGITS = 20

_MATRICES = {
    "rock-paper-scissors": BeatMatrix(((0, 0, 1), (1, 0, 0), (0, 1, 0)), ("rock", "paper", "scissors")),
    # Each beats the one before it and the one three before.
    "rock-paper-scissors-lizard-spock": BeatMatrix(
        ((0, 0, 1, 0, 1), (1, 0, 0, 1, 0), (0, 1, 0, 0, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0)),
        ("rock", "paper", "scissors", "Spock", "lizard"),
    ),
}

Beats = Callable[[int, int], bool]
"""Whether one card beats another; cards are counted from 0 here."""


@dataclass(frozen=True)
class Family:
    """Relations of one kind, one for each number of cards.

    Attributes
    ----------
    sizes
        Which numbers of cards there are, in words.
    example
        The number of cards in the example that errors give.
    has
        Whether there is one on n cards.
    beats
        Who beats whom, for n cards and a seed.
    is_random
        Whether the seed matters.
    """

    sizes: str
    example: int
    has: Callable[[int], bool]
    beats: Callable[[int, int], Beats]
    is_random: bool = False


def _ordered(n: int, seed: int) -> Beats:  # noqa: ARG001
    return lambda i, j: i > j


def _cyclic(n: int, seed: int) -> Beats:  # noqa: ARG001
    """Each card beats the next (n-1)/2, round the circle."""
    return lambda i, j: 0 < (j - i) % n <= n // 2


def _paley(p: int, seed: int) -> Beats:  # noqa: ARG001
    """Card i beats card j if i - j is a square modulo p; as -1 is none, exactly one of two cards wins."""
    squares = {i * i % p for i in range(1, p)}
    return lambda i, j: (i - j) % p in squares


def _random(n: int, seed: int) -> Beats:
    """Of each two cards a fair coin says who wins: all tournaments are equally likely."""
    chance = Chance(seed)
    wins = {(i, j): chance.below(2) == 1 for i in range(n) for j in range(i)}
    return lambda i, j: wins[i, j] if i > j else i < j and not wins[j, i]


def _is_paley_prime(p: int) -> bool:
    return p % 4 == 3 and all(p % divisor for divisor in range(3, p, 2) if divisor * divisor <= p)


_FAMILIES = {
    ORDER: Family("from 1 on", 4, lambda n: n >= 1, _ordered),
    "cyclic": Family("that is odd", 5, lambda n: n % 2 == 1, _cyclic),
    "paley": Family("that is a prime and leaves 3 when divided by 4", 7, _is_paley_prime, _paley),
    "random": Family("from 1 on", 6, lambda n: n >= 1, _random, is_random=True),
}


def names() -> list[str]:
    """The names that `named_matrix` takes; N stands for a number of cards."""
    return [*(f"{family}:N" for family in _FAMILIES), *_MATRICES]


def named_matrix(name: str, seed: int = 0) -> BeatMatrix:
    """The matrix of a name. One that chance made has its seed in its name: ``random:6:1``.

    >>> named_matrix("cyclic:3").rows, named_matrix("random:6", seed=1).name
    (((0, 1, 0), (0, 0, 1), (1, 0, 0)), 'random:6:1')
    """
    if name in _MATRICES:
        known = _MATRICES[name]
        return BeatMatrix(known.rows, known.card_names, name)
    kind, *numbers = name.split(":")
    if kind not in _FAMILIES:
        raise RelationError(f"relation {shown(name)} is not known: use one of {', '.join(names())}")
    family = _FAMILIES[kind]
    n, *seeds = map(_whole, numbers) if numbers else (None,)
    if n is not None and n > MOST_CARDS:
        raise TooLargeError(f"relation {kind} on {n} cards is too large a matrix: use at most {MOST_CARDS:,} cards")
    if n is None or not family.has(n) or None in seeds or len(seeds) > family.is_random:
        raise RelationError(
            f"relation {shown(name)} needs a number of cards {family.sizes}: "
            f"write {kind}:{family.example} for {family.example} cards"
            + (f", or {kind}:{family.example}:1 for those of seed 1" if family.is_random else "")
        )
    if family.is_random:
        seed = checked_seed(seeds[0] if seeds and seeds[0] is not None else seed)
    beats = family.beats(n, seed)
    rows = tuple(tuple(int(beats(i, j)) for j in range(n)) for i in range(n))
    return BeatMatrix(rows, name=f"{kind}:{n}:{seed}" if family.is_random else f"{kind}:{n}")


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
