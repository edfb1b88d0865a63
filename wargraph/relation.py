"""Relation: which card beats which. The standard order, or any 0/1 beat matrix."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence, Set, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from itertools import islice
from numbers import Complex, Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, SupportsInt

from wargraph.errors import RelationError, TooLargeError, shown
from wargraph.position import check_deck_size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_CARDS = 1000
_LARGEST_FILE = 10**7
_MOST_DIGITS = 20
_BLANKS = " \t"

ORDER = "order"
"""Name of the standard order, in which the higher card wins."""

_NAMED_MATRICES = {
    "rock-paper-scissors": ("001", "100", "010"),
    # Each beats the one before it and the one three before.
    "rock-paper-scissors-lizard-spock": ("00101", "10010", "01001", "10100", "01010"),
}

_CARD_NAMES = {
    "rock-paper-scissors": ("rock", "paper", "scissors"),
    "rock-paper-scissors-lizard-spock": ("rock", "paper", "scissors", "Spock", "lizard"),
}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Relation:
    """Who beats whom among the cards 1..n, as a 0/1 matrix.

    Row i, column j (counted from 1) holds 1 where card i beats card j.

    Parameters
    ----------
    matrix
        n rows of n entries 0 or 1: nested sequences or a NumPy array.
    name
        How reports and pictures call the relation.
    literal
        Take the matrix literally: Left wins exactly when ``matrix[left][right]`` is 1, and
        Right in every other case. Without it the matrix must be a *tournament*: zeros on the
        diagonal, and of each pair of cards exactly one beats the other.

    Raises
    ------
    RelationError
        If the matrix is empty, not square, not 0/1, or not a tournament where it must be one.
    TooLargeError
        If it has more than 1,000 rows or columns.

    References
    ----------
    The matrix form and the literal reading follow Bu, Dougherty-Bliss and Kenney (2020).

    Examples
    --------
    >>> rps = Relation([[0, 0, 1], [1, 0, 0], [0, 1, 0]], name="rock-paper-scissors")
    >>> rps.left_wins(2, 1), rps.is_order
    (True, False)
    >>> rps == Relation.named("rock-paper-scissors")
    True
    """

    rows: tuple[tuple[int, ...], ...]
    name: str = field(compare=False)
    literal: bool

    def __init__(
        self, matrix: "Iterable[Iterable[Any]] | NDArray[Any]", name: str = "matrix", literal: bool = False
    ) -> None:
        rows = _rows(matrix, name)
        if not literal:
            _check_tournament(rows, name)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "literal", literal)

    @staticmethod
    def order(n: int) -> "Relation":
        """The standard order on the cards 1..n: the higher card wins.

        Raises
        ------
        TooLargeError
            If the matrix would have more than a million entries.

        >>> Relation.order(3).rows
        ((0, 0, 0), (1, 0, 0), (1, 1, 0))
        """
        n = check_deck_size(n)
        if n > _MOST_CARDS:
            raise TooLargeError(f"the order on {n} cards is too large a matrix: use at most {_MOST_CARDS:,} cards")
        return _order(n)

    @staticmethod
    def named(name: str) -> "Relation":
        """A relation by name; `names` lists them. ``order:4`` is the standard order on 4 cards.

        >>> Relation.named("order:2").rows
        ((0, 0), (1, 0))
        """
        if not isinstance(name, str):
            raise RelationError(f"{shown(name)} is no name of a relation: use one of {', '.join(Relation.names())}")
        if name in _NAMED_MATRICES:
            return Relation([map(int, row) for row in _NAMED_MATRICES[name]], name=name)
        family, _, size = name.partition(":")
        if family == ORDER and size.isascii() and size.isdigit() and len(size) < _MOST_DIGITS and int(size) > 0:
            return Relation.order(int(size))
        if family == ORDER:
            raise RelationError(f"relation {shown(name)} needs a number of cards from 1 on: write order:4 for 4 cards")
        raise RelationError(f"relation {shown(name)} is not known: use one of {', '.join(Relation.names())}")

    @staticmethod
    def names() -> list[str]:
        """The names that `named` takes.

        >>> Relation.names()
        ['order:N', 'rock-paper-scissors', 'rock-paper-scissors-lizard-spock']
        """
        return [f"{ORDER}:N", *_NAMED_MATRICES]

    @classmethod
    def read(cls, path: str | PathLike[str], literal: bool = False) -> Self:
        """The relation in a file: ``.csv`` (n lines of n entries) or ``.json`` (a list of n lists).

        Parameters
        ----------
        path
            A UTF-8 file without header and without byte-order mark. Its stem becomes the name.
        literal
            As for the class.

        Raises
        ------
        RelationError
            If the file is missing, cannot be read, or does not hold such a matrix.
        TooLargeError
            If the matrix has more than 1,000 rows or columns.
        """
        if not isinstance(path, str | PathLike):
            raise RelationError(f"{shown(path)} is no path of a matrix file: name a .csv or .json file")
        path = Path(path)
        if path.suffix.lower() not in (".csv", ".json"):
            raise RelationError(f"matrix file {str(path)!r} has an unknown ending: use .csv or .json")
        try:
            with path.open("rb") as file:
                content = file.read(_LARGEST_FILE + 1)
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise RelationError(f"matrix file {str(path)!r} is not text in UTF-8: save it as UTF-8") from None
        except (OSError, ValueError) as error:
            raise RelationError(
                f"matrix file {str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}"
            ) from None
        if len(content) > _LARGEST_FILE:
            raise RelationError(f"matrix file {str(path)!r} has more than {_LARGEST_FILE:,} bytes: that is too large")
        if text.startswith("\ufeff"):
            raise RelationError(
                f"matrix file {str(path)!r} starts with a byte-order mark: save it as plain UTF-8 without one"
            )
        if not text.strip():
            raise RelationError(f"matrix file {str(path)!r} is empty: write n lines of n entries 0 or 1")
        matrix = _parse_csv(text, path) if path.suffix.lower() == ".csv" else _parse_json(text, path)
        try:
            return cls(matrix, name=_printable(path.stem), literal=literal)
        except (RelationError, TooLargeError) as error:
            raise type(error)(f"matrix file {str(path)!r}: {error}") from None

    @classmethod
    def load(cls, file_or_name: str, literal: bool = False) -> Self:
        """A relation by name, or else from a file: what the command line calls FILE_OR_NAME."""
        if Path(file_or_name).suffix:
            return cls.read(file_or_name, literal=literal)
        try:
            relation = Relation.named(file_or_name)
        except RelationError as error:
            raise RelationError(f"{error}, or a file that ends in .csv or .json") from None
        return cls(relation.rows, name=relation.name, literal=literal)

    @property
    def n(self) -> int:
        """Number of cards."""
        return len(self.rows)

    @property
    def card_names(self) -> tuple[str, ...]:
        """What the cards 1..n of a named relation are called; empty for others.

        >>> Relation.named("rock-paper-scissors").card_names
        ('rock', 'paper', 'scissors')
        """
        named = self.name in _CARD_NAMES and self == Relation.named(self.name)
        return _CARD_NAMES[self.name] if named else ()

    @property
    def is_tournament(self) -> bool:
        """Whether of each pair of cards exactly one beats the other, and no card beats itself."""
        try:
            _check_tournament(self.rows, self.name)
        except RelationError:
            return False
        return True

    @property
    def is_order(self) -> bool:
        """Whether the relation is a linear order of the cards, that is, a transitive tournament."""
        return self.is_tournament and sorted(map(sum, self.rows)) == list(range(self.n))

    def left_wins(self, left: int, right: int) -> bool:
        """Whether Left's card beats Right's. If not, Right wins the turn.

        Raises
        ------
        RelationError
            If there is no such card.

        >>> Relation.named("rock-paper-scissors").left_wins(1, 3)
        True
        """
        if not (1 <= left <= self.n and 1 <= right <= self.n):
            raise RelationError(f"{self.name} is about the cards 1..{self.n}, not {left} against {right}")
        return self.rows[left - 1][right - 1] == 1

    def to_array(self) -> "NDArray[np.bool_]":
        """The matrix as a fresh boolean array of shape (n, n)."""
        import numpy as np

        return np.array(self.rows, dtype=np.bool_)

    def __repr__(self) -> str:
        literal = ", literal=True" if self.literal else ""
        return f"Relation({[list(row) for row in self.rows]}, name={self.name!r}{literal})"

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.rows)


def as_relation(relation: Any) -> Relation:
    """A `Relation` as it is, or the one that a 0/1 matrix makes."""
    return relation if isinstance(relation, Relation) else Relation(relation)


@lru_cache(maxsize=64)
def _order(n: int) -> Relation:
    return Relation([[int(i > j) for j in range(n)] for i in range(n)], name=f"{ORDER}:{n}")


def _parse_csv(text: str, path: Path) -> list[list[object]]:
    try:
        lines = [line for line in csv.reader(StringIO(text, newline=None)) if line]
    except csv.Error as error:
        raise RelationError(f"matrix file {str(path)!r} is not CSV: {error}") from None
    _check_size(lines, f"matrix file {str(path)!r}")
    for number, line in enumerate(lines, start=1):
        for entry in line:
            if entry.strip(_BLANKS) not in ("0", "1"):
                separated = set(entry.strip()) & set("; \t")
                header = number == 1 and any(map(str.isalpha, entry))
                hint = "put commas between" if separated else "leave the header out" if header else "write 0 or 1"
                raise RelationError(
                    f"matrix file {str(path)!r}: row {number} has {shown(entry.strip(_BLANKS))}, "
                    f"but a matrix holds only 0 and 1: {hint}"
                )
    return [[int(entry) for entry in line] for line in lines]


def _parse_json(text: str, path: Path) -> list[list[object]]:
    try:
        matrix = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RelationError(f"matrix file {str(path)!r} is not JSON: {error}") from None
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise RelationError(f"matrix file {str(path)!r} must hold a list of lists, such as [[0, 1], [0, 0]]")
    _check_size(matrix, f"matrix file {str(path)!r}")
    for number, row in enumerate(matrix, start=1):
        for entry in row:
            if isinstance(entry, bool | float) and entry in (0, 1):
                raise RelationError(
                    f"matrix file {str(path)!r}: row {number} has {shown(json.dumps(entry))}, "
                    "but a matrix holds only 0 and 1: write 0 or 1"
                )
    return matrix


def _rows(matrix: "Iterable[Iterable[Any]] | NDArray[Any]", name: str) -> tuple[tuple[int, ...], ...]:
    rows: list[list[Any]] | None = None
    if not isinstance(matrix, Set | Mapping | str):
        with suppress(TypeError):
            most = _MOST_CARDS + 1  # rows may be given that never end
            rows = [list(islice(row, most)) for row in islice(matrix, most)]
    if rows is None:
        raise RelationError(f"{name}: a matrix is n rows of n entries 0 or 1, not {shown(matrix)}")
    if not rows:
        raise RelationError(f"{name}: the matrix is empty: write n rows of n entries 0 or 1")
    _check_size(rows, name)
    for i, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise RelationError(
                f"{name}: row {i} has {len(row)} entries, row 1 has {len(rows[0])}: all rows need the same number"
            )
    if len(rows[0]) != len(rows):
        raise RelationError(
            f"{name}: the matrix has {len(rows)} rows and {len(rows[0])} columns: it must be square, a row a card"
        )
    for i, row in enumerate(rows, start=1):
        for j, entry in enumerate(row, start=1):
            if not _is_zero_or_one(entry):
                raise RelationError(f"{name}: row {i}, column {j} is {shown(entry)}: entries are 0 or 1")
    return tuple(tuple(int(entry) for entry in row) for row in rows)


def _check_size(rows: Sequence[Sized], name: str) -> None:
    """Refuse what is too large before millions of entries are looked at one by one."""
    if len(rows) > _MOST_CARDS or any(len(row) > _MOST_CARDS for row in rows):
        raise TooLargeError(f"{name}: the matrix is too large: use at most {_MOST_CARDS:,} cards")


def _printable(name: str) -> str:
    """A file's stem as a name that any table, picture or graph file can hold."""
    return "".join(character if character.isprintable() else "?" for character in name)


def _is_zero_or_one(entry: Any) -> bool:
    if type(entry) is int:  # nearly all are: what else counts as a number takes long to tell
        return entry in (0, 1)
    is_complex = isinstance(entry, Complex) and not isinstance(entry, Real)
    if is_complex or not isinstance(entry, SupportsInt) or hasattr(entry, "__len__"):  # a text, a list, an array
        return False
    try:
        return int(entry) in (0, 1) and bool(entry == int(entry))
    except (TypeError, ValueError, OverflowError):
        return False


def _check_tournament(rows: tuple[tuple[int, ...], ...], name: str) -> None:
    way_out = "or read the matrix literally (literal=True, --literal)"
    for i, row in enumerate(rows, start=1):
        if row[i - 1]:
            raise RelationError(f"{name}: card {i} beats itself: put 0 on the diagonal, {way_out}")
        for j in range(1, i):
            if row[j - 1] == rows[j - 1][i - 1]:
                pair = "beat each other" if row[j - 1] else "do not beat each other"
                raise RelationError(f"{name}: cards {j} and {i} {pair}: exactly one of them must win, {way_out}")
