"""Beat matrices by name: well-known ones, and families with one matrix for each number of cards."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from string import ascii_lowercase

from wargraph.core.checks import checked_seed
from wargraph.core.matrices.beat_matrix import MOST_CARDS, BeatMatrix
from wargraph.core.rng import Chance
from wargraph.errors import RelationError, TooLargeError, shown

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
"""Whether one card beats another, where cards are counted from 0."""

Size = tuple[int, ...]
"""A number of cards, or for suits the number of ranks and the number of suits."""


@dataclass(frozen=True)
class Family:
    """Relations with a common definition, one for each size.

    Attributes
    ----------
    sizes, example
        The possible sizes, in words for error messages, and one of them.
    has
        Whether the family has a relation of a size.
    beats
        Who beats whom, for a size and a seed; the seed matters where `is_random`.
    written
        How the size is written.
    card_names
        The names of the cards for a size; by default they have numbers only.
    reading
        The interpretation of the matrix, see `BeatMatrix`.
    """

    sizes: str
    example: str
    has: Callable[[Size], bool]
    beats: Callable[[Size, int], Beats]
    written: str = "N"
    is_random: bool = False
    card_names: Callable[[Size], tuple[str, ...]] | None = None
    reading: str = ""


def _ordered(size: Size, seed: int) -> Beats:  # noqa: ARG001
    return lambda i, j: i > j


def _cyclic(size: Size, seed: int) -> Beats:  # noqa: ARG001
    """Each card beats the next (n-1)/2 cards around the circle."""
    (n,) = size
    return lambda i, j: 0 < (j - i) % n <= n // 2


def _paley(size: Size, seed: int) -> Beats:  # noqa: ARG001
    """Card i beats card j if i - j is a square modulo p. As -1 is no square, exactly one of two cards wins."""
    (p,) = size
    squares = {i * i % p for i in range(1, p)}
    return lambda i, j: (i - j) % p in squares


def _random(size: Size, seed: int) -> Beats:
    """A fair coin decides the winner of each two cards, so all tournaments are equally likely."""
    (n,) = size
    chance = Chance(seed)
    wins = {(i, j): chance.below(2) == 1 for i in range(n) for j in range(i)}
    return lambda i, j: wins[i, j] if i > j else i < j and not wins[j, i]


def _suits(size: Size, seed: int) -> Beats:  # noqa: ARG001
    """The cards are sorted by rank, lowest first, and the higher rank wins."""
    _, suits = size
    return lambda i, j: i // suits > j // suits


def _names_in_suits(size: Size) -> tuple[str, ...]:
    """Rank and suit of each card: 1a, 1b, 2a, 2b."""
    ranks, suits = size
    return tuple(f"{rank}{_suit(suit)}" for rank in range(1, ranks + 1) for suit in range(suits))


def _suit(number: int) -> str:
    """The suits are called a, b, ..., z, aa, ab, ..."""
    before, last = divmod(number, len(ascii_lowercase))
    return (_suit(before - 1) if before else "") + ascii_lowercase[last]


def _is_paley_prime(size: Size) -> bool:
    (p,) = size
    return p % 4 == 3 and all(p % divisor for divisor in range(3, p, 2) if divisor * divisor <= p)


_FAMILIES = {
    ORDER: Family("a number of cards from 1 on", "4", all, _ordered),
    "cyclic": Family("an odd number of cards from 1 on", "5", lambda size: size[0] % 2 == 1, _cyclic),
    "paley": Family("a prime number of cards that leaves 3 when divided by 4", "7", _is_paley_prime, _paley),
    "random": Family("a number of cards from 1 on", "6", all, _random, is_random=True),
    "suits": Family(
        "numbers of ranks and suits", "2x4", all, _suits, written="VxK", card_names=_names_in_suits, reading="draws"
    ),
}


def names() -> list[str]:
    """The names that `named_matrix` takes; N stands for a number of cards, V and K for those of ranks and suits."""
    return [*(f"{kind}:{family.written}" for kind, family in _FAMILIES.items()), *_MATRICES]


def is_name(text: str) -> bool:
    """Whether a text is a name for `named_matrix`, or begins like one: ``order:x``."""
    return text in _MATRICES or (len(text.split()) == 1 and text.split(":")[0] in _FAMILIES)


def named_matrix(name: str, seed: int = 0) -> BeatMatrix:
    """The matrix with a name. The name of a random matrix holds its seed: ``random:6:1``.

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
    size, seeds = tuple(_whole_numbers("x".join(numbers[:1]).split("x")) or ()), _whole_numbers(numbers[1:])
    is_written_so = len(size) == len(family.written.split("x"))
    if is_written_so and prod(size) > MOST_CARDS:
        raise TooLargeError(
            f"relation {kind} on {prod(size)} cards is too large a matrix: use at most {MOST_CARDS:,} cards"
        )
    if not is_written_so or not family.has(size) or seeds is None or len(seeds) > family.is_random:
        raise RelationError(
            f"relation {shown(name)} needs {family.sizes}: write {kind}:{family.example}, for one"
            + (f", or {kind}:{family.example}:1 for that of seed 1" if family.is_random else "")
        )
    if family.is_random:
        seed = checked_seed(seeds[0] if seeds else seed)
    beats, n = family.beats(size, seed), prod(size)
    rows = tuple(tuple(int(beats(i, j)) for j in range(n)) for i in range(n))
    full_name = f"{kind}:{'x'.join(map(str, size))}{f':{seed}' if family.is_random else ''}"
    return BeatMatrix(rows, family.card_names(size) if family.card_names else (), full_name, reading=family.reading)


def _whole_numbers(texts: list[str]) -> list[int] | None:
    """The numbers that the texts write, or None if one of them writes none."""
    if all(text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS for text in texts):
        return list(map(int, texts))
    return None
