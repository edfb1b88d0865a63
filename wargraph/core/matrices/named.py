"""Beat matrices by name: well-known ones, and families with one matrix for each number of cards."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import prod
from operator import gt
from string import ascii_lowercase
from typing import NamedTuple

from wargraph.core.checks import checked_seed
from wargraph.core.matrices.beat_matrix import BeatMatrix, check_size
from wargraph.core.rng import Chance
from wargraph.errors import RelationError, shown

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

Beats = Callable[[int, int], bool]
"""Whether the first of two cards, counted from 0, beats the second."""


class Family(NamedTuple):
    """Relations with a common definition, one for each size: a number of cards, or of ranks and of suits.

    `beats` takes the numbers that a name holds, `written` by letters, and returns None for a size that the family does
    not have. `sizes` and `example` are for error messages.
    """

    sizes: str
    example: str
    beats: Callable[..., Beats | None]
    written: str = "N"


def _cyclic(n: int) -> Beats | None:
    return (lambda i, j: 0 < (j - i) % n <= n // 2) if n % 2 == 1 else None


def _paley(p: int) -> Beats | None:
    """Card i beats card j if i - j is a square modulo p. As -1 is no square, exactly one of two cards wins."""
    squares = {i * i % p for i in range(1, p)}
    is_prime = all(p % divisor for divisor in range(3, p, 2) if divisor * divisor <= p)
    return (lambda i, j: (i - j) % p in squares) if p % 4 == 3 and is_prime else None


def _upset(n: int) -> Beats | None:
    """Let the higher card win, except that the lowest one beats the highest."""
    return (lambda i, j: (i == 0 and j == n - 1) or (i > j and not (j == 0 and i == n - 1))) if n > 1 else None


def _random(n: int, seed: int) -> Beats:
    """Let a fair coin decide the winner of each two cards, so that all tournaments are equally likely."""
    chance = Chance(checked_seed(seed))
    wins = {(i, j): chance.below(2) == 1 for i in range(n) for j in range(i)}
    return lambda i, j: wins[i, j] if i > j else i < j and not wins[j, i]


_FAMILIES = {
    ORDER: Family("a number of cards from 1 on", "4", lambda _: gt),
    "cyclic": Family("an odd number of cards from 1 on", "5", _cyclic),
    "paley": Family("a prime number of cards that leaves 3 when divided by 4", "7", _paley),
    "upset": Family("a number of cards from 2 on", "9", _upset),
    "random": Family("a number of cards from 1 on", "6", _random, "N:S"),
    "suits": Family("numbers of ranks and suits", "2x4", lambda _, k: lambda i, j: i // k > j // k, "VxK"),
}


def names() -> list[str]:
    """List the names that `named_matrix` takes; N stands for a number of cards, V for ranks and K for suits."""
    return [*(f"{kind}:{family.written.removesuffix(':S')}" for kind, family in _FAMILIES.items()), *_MATRICES]


def is_name(text: str) -> bool:
    """Return whether a text is a name for `named_matrix`, or begins like one: ``order:x``."""
    return text in _MATRICES or (len(text.split()) == 1 and text.split(":")[0] in _FAMILIES)


def named_matrix(name: str, seed: int = 0) -> BeatMatrix:
    """Return the matrix with a name that `is_name` knows. That of a random matrix holds its seed: ``random:6:1``.

    >>> named_matrix("cyclic:3").rows, named_matrix("random:6", seed=1).name
    (((0, 1, 0), (0, 0, 1), (1, 0, 0)), 'random:6:1')
    """
    if name in _MATRICES:
        return replace(_MATRICES[name], name=name)
    kind = name.split(":")[0]
    family, is_random = _FAMILIES[kind], kind == "random"
    full_name = f"{name}:{checked_seed(seed)}" if is_random and name.count(":") == 1 else name
    pattern = re.sub("[NVKS]", r"(\\d{1,20})", f"{kind}:{family.written}")
    match = re.fullmatch(pattern, full_name, re.ASCII)
    numbers = list(map(int, match.groups())) if match else []
    sizes = numbers[:1] if is_random else numbers
    n = prod(sizes) if sizes else 0
    check_size(n)
    beats = family.beats(*numbers) if n else None
    if beats is None:
        raise RelationError(
            f"relation {shown(name)} needs {family.sizes}: write {kind}:{family.example}, for one"
            + f", or {kind}:{family.example}:1 for that of seed 1" * is_random
        )
    rows = tuple(tuple(int(beats(i, j)) for j in range(n)) for i in range(n))
    full_name = re.sub(r"(?<!\d)0+(?=\d)", "", full_name)
    if kind == "suits":
        ranks, suits = sizes
        card_names = [f"{rank}{_suit(suit)}" for rank in range(1, ranks + 1) for suit in range(suits)]
        return BeatMatrix(rows, card_names, full_name, interpretation="draws")
    return BeatMatrix(rows, (), full_name)


def _suit(number: int) -> str:
    """Return the name of a suit: a, b, ..., z, aa, ab, ..."""
    before, last = divmod(number, len(ascii_lowercase))
    return (_suit(before - 1) if before else "") + ascii_lowercase[last]
