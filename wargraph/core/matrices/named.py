"""Beat matrices by name: well-known ones, and families with one matrix for each number of cards."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import prod
from operator import gt
from string import ascii_lowercase
from typing import NamedTuple

from wargraph.core.checks import checked_seed
from wargraph.core.matrices.beat_matrix import MOST_CARDS, BeatMatrix
from wargraph.core.rng import Chance
from wargraph.errors import RelationError, TooLargeError, shown

ORDER = "order"
"""Name of the standard order, in which the higher card wins."""

_MATRICES = {
    "rock-paper-scissors": BeatMatrix(((0, 0, 1), (1, 0, 0), (0, 1, 0)), ("rock", "paper", "scissors")),
    # Each beats the one before it and the one three before.
    "rock-paper-scissors-lizard-spock": BeatMatrix(
        ((0, 0, 1, 0, 1), (1, 0, 0, 1, 0), (0, 1, 0, 0, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0)),
        ("rock", "paper", "scissors", "Spock", "lizard"),
    ),
}


class Family(NamedTuple):
    """Relations with a common definition, one for each size: a number of cards, or of ranks and of suits.

    `beats` takes the size, and for random relations a seed, and says of two cards, counted from 0, whether the first
    beats the second. `sizes` and `example` are for error messages.
    """

    sizes: str
    example: str
    has: Callable[..., bool]
    beats: Callable[..., Callable[[int, int], bool]]
    written: str = "N"


def _paley(p: int) -> Callable[[int, int], bool]:
    """Card i beats card j if i - j is a square modulo p. As -1 is no square, exactly one of two cards wins."""
    squares = {i * i % p for i in range(1, p)}
    return lambda i, j: (i - j) % p in squares


def _random(n: int, seed: int) -> Callable[[int, int], bool]:
    """Let a fair coin decide the winner of each two cards, so that all tournaments are equally likely."""
    chance = Chance(seed)
    wins = {(i, j): chance.below(2) == 1 for i in range(n) for j in range(i)}
    return lambda i, j: wins[i, j] if i > j else i < j and not wins[j, i]


def _is_paley_prime(p: int) -> bool:
    return p % 4 == 3 and all(p % divisor for divisor in range(3, p, 2) if divisor * divisor <= p)


_FAMILIES = {
    ORDER: Family("a number of cards from 1 on", "4", lambda _: True, lambda _: gt),
    "cyclic": Family(
        "an odd number of cards from 1 on", "5", lambda n: n % 2 == 1, lambda n: lambda i, j: 0 < (j - i) % n <= n // 2
    ),
    "paley": Family("a prime number of cards that leaves 3 when divided by 4", "7", _is_paley_prime, _paley),
    "random": Family("a number of cards from 1 on", "6", lambda _: True, _random),
    "suits": Family(
        "numbers of ranks and suits", "2x4", lambda *_: True, lambda _, k: lambda i, j: i // k > j // k, written="VxK"
    ),
}


def names() -> list[str]:
    """List the names that `named_matrix` takes; N stands for a number of cards, V for ranks and K for suits."""
    return [*(f"{kind}:{family.written}" for kind, family in _FAMILIES.items()), *_MATRICES]


def is_name(text: str) -> bool:
    """Return whether a text is a name for `named_matrix`, or begins like one: ``order:x``."""
    return text in _MATRICES or (len(text.split()) == 1 and text.split(":")[0] in _FAMILIES)


def named_matrix(name: str, seed: int = 0) -> BeatMatrix:
    """Return the matrix with a name. The name of a random matrix holds its seed: ``random:6:1``.

    >>> named_matrix("cyclic:3").rows, named_matrix("random:6", seed=1).name
    (((0, 1, 0), (0, 0, 1), (1, 0, 0)), 'random:6:1')
    """
    if name in _MATRICES:
        return replace(_MATRICES[name], name=name)
    kind = name.split(":")[0]
    if kind not in _FAMILIES:
        raise RelationError(f"relation {shown(name)} is not known: use one of {', '.join(names())}")
    family, is_random = _FAMILIES[kind], kind == "random"
    numbers = re.fullmatch(r"\w+:(\d{1,20}(?:x\d{1,20})?)(?::(\d{1,20}))?", name, re.ASCII)
    size, given_seed = (list(map(int, numbers[1].split("x"))), numbers[2]) if numbers else ([], None)
    is_size = len(size) == len(family.written.split("x")) and 0 not in size
    if is_size and prod(size) > MOST_CARDS:
        raise TooLargeError(
            f"relation {kind} on {prod(size)} cards is too large a matrix: use at most {MOST_CARDS:,} cards"
        )
    if not is_size or not family.has(*size) or (given_seed and not is_random):
        raise RelationError(
            f"relation {shown(name)} needs {family.sizes}: write {kind}:{family.example}, for one"
            + f", or {kind}:{family.example}:1 for that of seed 1" * is_random
        )
    seeds = [checked_seed(int(given_seed) if given_seed else seed)] if is_random else []
    beats, n = family.beats(*size, *seeds), prod(size)
    rows = tuple(tuple(int(beats(i, j)) for j in range(n)) for i in range(n))
    full_name = ":".join([kind, "x".join(map(str, size)), *map(str, seeds)])
    if kind == "suits":
        ranks, suits = size
        card_names = [f"{rank}{_suit(suit)}" for rank in range(1, ranks + 1) for suit in range(suits)]
        return BeatMatrix(rows, card_names, full_name, reading="draws")
    return BeatMatrix(rows, (), full_name)


def _suit(number: int) -> str:
    """Return the name of a suit: a, b, ..., z, aa, ab, ..."""
    before, last = divmod(number, len(ascii_lowercase))
    return (_suit(before - 1) if before else "") + ascii_lowercase[last]
