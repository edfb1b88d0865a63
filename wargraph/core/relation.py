"""Relations: which card beats which. The standard order, or any 0/1 beat matrix."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from numbers import Integral, Number
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from wargraph.core.enums import Choice
from wargraph.core.matrices.beat_matrix import BeatMatrix, check_size, checked_names, shown_names
from wargraph.core.matrices.named import ORDER, is_name, named_matrix, names
from wargraph.core.matrices.written import WRITERS
from wargraph.core.position import TIE, Player, Position, check_deck_size
from wargraph.errors import ParameterError, PositionError, RelationError, TooLargeError, shown
from wargraph.report.document import Figure
from wargraph.report.figure import notebook_picture
from wargraph.report.files import check_ending, write_file
from wargraph.report.humanize import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TIE = "tie"
_NUMBERS_ONLY = re.compile(r"[0-9,|\s]*")
_MOST_PAIRS = 4
"""The undecided pairs of cards that an error names."""


class Interpretation(Choice):
    """The interpretation of a 0/1 matrix: which of two cards wins.

    ``STRICT``: exactly one of any two cards beats the other, and that card wins. ``LITERAL``: Left wins exactly where
    ``matrix[left][right]`` is 1, and Right wins in every other case. ``DRAWS``: where neither card beats the other, the
    two cards *draw*: both stay on the table, and the next two cards decide.
    """

    STRICT = "strict", "The matrix is read strictly: of any two cards exactly one beats the other."
    LITERAL = (
        "literal",
        "The matrix is read literally: Left wins exactly where it holds 1 in the row of Left's card and the column of "
        "Right's, and Right in every other case.",
    )
    DRAWS = (
        "draws",
        "The matrix is read with draws: where neither card beats the other, both stay on the table and the next two "
        "decide; the winner takes all, last pair first. A hand that runs out in a draw has lost; both at once, it is a "
        "tie.",
    )


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Relation:
    """A beat relation: which of the cards 1..n beat which others, as a 0/1 matrix.

    The entry in row i and column j (counted from 1) is 1 where card i beats card j.

    Parameters
    ----------
    matrix
        n rows of n entries 0 or 1: nested sequences or a NumPy array.
    name
        The name of the relation in reports and pictures.
    interpretation
        See `Interpretation`. For ``strict`` the matrix must be that of a *tournament*: zeros
        on the diagonal, and exactly one card of each pair beats the other. For ``draws`` at most one card of each pair
        beats the other.
    card_names
        A name for each of the cards 1..n; by default the cards have numbers only.
    understood
        The way in which the source was read, if its format had to be recognised.

    References
    ----------
    The matrix form and the literal reading follow Bu, Dougherty-Bliss and Kenney (2020). Draws are decided as in the
    game of Delahaye and Mathieu (1995), which has no face-down cards.

    Examples
    --------
    >>> rps = Relation([[0, 0, 1], [1, 0, 0], [0, 1, 0]], name="rock-paper-scissors")
    >>> rps.winner(2, 1), rps.is_order
    (<Player.LEFT: 'Left'>, False)
    >>> rps == Relation.of("rock-paper-scissors")
    True
    """

    rows: tuple[tuple[int, ...], ...]
    name: str = field(compare=False)
    interpretation: Interpretation
    card_names: tuple[str, ...] = field(compare=False)
    understood: str = field(compare=False)

    def __init__(
        self,
        matrix: "Iterable[Iterable[Any]] | NDArray[Any]",
        name: str = "matrix",
        interpretation: Interpretation | str = Interpretation.STRICT,
        card_names: Sequence[object] = (),
        understood: str = "",
    ) -> None:
        rows = _rows(matrix, name)
        card_names = checked_names(card_names, len(rows), name)
        interpretation = Interpretation(interpretation)
        called = [*map(shown, card_names)] or range(1, len(rows) + 1)
        if interpretation is not Interpretation.LITERAL and (
            fault := _fault_of_pair(rows, interpretation is Interpretation.DRAWS, called)
        ):
            way_out = "or read the matrix literally (--literal, or interpretation 'literal')"
            raise RelationError(f"{name}: {fault}, {way_out}")
        values = {
            "rows": rows,
            "name": name,
            "interpretation": interpretation,
            "card_names": card_names,
            "understood": understood,
        }
        for attribute, value in values.items():
            object.__setattr__(self, attribute, value)

    @classmethod
    def of(
        cls,
        source: Any,
        interpretation: Interpretation | str | None = None,
        seed: int = 0,
        cards: int | Iterable[object] | None = None,
    ) -> "Relation":
        """Make a relation from anything that says which card beats which; the page on relations lists all forms.

        Every function that takes a relation takes all of these sources.

        Parameters
        ----------
        source
            One of these: a `Relation`; a square of entries, as nested sequences, an array of NumPy or SciPy, a matrix
            of SymPy or a DataFrame of pandas; pairs, the winner first, as a list or a DataFrame; a mapping from each
            card to those it beats; a digraph of networkx, igraph or pygraphviz with an arc from each winner to each
            loser; a function of two cards; a text, or a list of lines, such as ``rock beats scissors, lizard``; a path,
            or a text that is one, see `read`; a name, see `names`; a number of cards, for the standard order on them.
        interpretation
            See `Interpretation`. By default the one that comes with the source: suits draw,
            a file may name an interpretation, and entries such as ``draw``, or 0 beside -1, ask for draws. All other
            sources are strict.
        seed
            Seed of the random numbers for ``random:N``.
        cards
            The number of cards or their names, which a function of two cards needs.

        Examples
        --------
        >>> spy = Relation.of({"spy": ["marshal"], "marshal": ["miner"], "miner": ["spy"]})
        >>> spy.card_names, spy == Relation.of("cyclic:3")
        (('spy', 'marshal', 'miner'), True)
        >>> Relation.of(lambda a, b: (a - b) % 3 == 1, cards=3).one_line
        '001/100/010'
        """
        if isinstance(source, Number):
            source = Relation.order(source)
        if isinstance(source, Relation) and (
            interpretation is None or Interpretation(interpretation) is source.interpretation
        ):
            return source
        if isinstance(source, str) and is_name(source):
            return cls._from(named_matrix(source, seed), interpretation)
        from wargraph.core.matrices.sources import matrix_of, names_file  # here: most questions need no file

        if names_file(source):
            return cls.read(source, interpretation)
        return cls._from(source if isinstance(source, Relation) else matrix_of(source, cards), interpretation)

    @classmethod
    def _from(cls, matrix: "BeatMatrix | Relation", interpretation: Interpretation | str | None) -> Self:
        if interpretation is None:
            interpretation = matrix.interpretation or Interpretation.STRICT
        try:
            return cls(matrix.rows, matrix.name, interpretation, matrix.card_names, matrix.understood)
        except RelationError as error:
            how = f" (it was read as {matrix.understood})" if matrix.understood else ""
            raise RelationError(f"{error}{how}") from None

    @staticmethod
    def order(n: Any) -> "Relation":
        """Return the standard order on the cards 1..n: the higher card wins.

        >>> Relation.order(3).rows
        ((0, 0, 0), (1, 0, 0), (1, 1, 0))
        """
        return _order(check_deck_size(n))

    @staticmethod
    def names() -> list[str]:
        """List the names of relations that `of` takes; the page on relations says which card beats which.

        >>> Relation.names()[:5]
        ['order:N', 'cyclic:N', 'paley:N', 'upset:N', 'random:N']
        """
        return names()

    @classmethod
    def read(cls, path: str | PathLike[str], interpretation: Interpretation | str | None = None) -> Self:
        """Read a relation from a text file in any form that the page on relations lists, named by the file.

        The content decides between table, pairs and JSON; the ending decides for files of digraphs, such as
        ``.graphml`` and ``.dot``. `understood` says how the file was read. The parameter `interpretation` is that of
        `of`.
        """
        from wargraph.core.matrices.sources import file_matrix

        try:
            return cls._from(file_matrix(path), interpretation)
        except (ParameterError, RelationError, TooLargeError) as error:
            kind = TooLargeError if isinstance(error, TooLargeError) else RelationError
            raise kind(f"matrix file {shown(str(path))}: {error}") from None

    @classmethod
    def read_list(cls, path: str | PathLike[str]) -> list[Self]:
        """Read all relations of a list of tournaments, one a line: an upper triangle, row by row, or digraph6."""
        from wargraph.core.matrices.sources import file_matrices

        try:
            return [cls._from(matrix, None) for matrix in file_matrices(path)]
        except (RelationError, TooLargeError) as error:
            raise type(error)(f"list {shown(str(path))}: {error}") from None

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the relation, with its card names and interpretation, to a file that `read` reads.

        The file ends in ``.csv``, ``.tsv``, ``.json``, ``.links.json`` (nodes and links, as D3 has them), ``.dot``,
        ``.graphml``, ``.gml``, ``.net``, ``.mtx`` or ``.d6``. The last two hold no names, and ``.d6`` no
        interpretation.
        """
        path = check_ending(path, "relation file", tuple(WRITERS))
        write = next(write for ending, write in WRITERS.items() if path.name.lower().endswith(ending))
        return write_file(path, write(self.rows, self.card_names, str(self.interpretation)))

    @property
    def n(self) -> int:
        """Number of cards."""
        return len(self.rows)

    @property
    def is_tournament(self) -> bool:
        """Whether exactly one card of each pair beats the other, and no card beats itself."""
        return _fault_of_pair(self.rows, may_draw=False, called=range(self.n)) is None

    @property
    def is_order(self) -> bool:
        """Whether the relation is a linear order of the cards, that is, a transitive tournament."""
        return self.is_tournament and sorted(map(sum, self.rows)) == list(range(self.n))

    @property
    def is_order_with_ties(self) -> bool:
        """Whether the relation compares ranks of the cards: cards of one rank do not beat each other.

        >>> Relation.of("suits:3x2").is_order_with_ties, Relation.of("cyclic:3").is_order_with_ties
        (True, False)
        """
        scores = list(map(sum, self.rows))
        return all(
            bool(entry) == (score > other)
            for score, row in zip(scores, self.rows, strict=True)
            for other, entry in zip(scores, row, strict=True)
        )

    @property
    def one_line(self) -> str:
        """The matrix as a short text, row by row, which `of` reads again.

        >>> Relation.of("rock-paper-scissors").one_line
        '001/100/010'
        """
        return "/".join("".join(map(str, row)) for row in self.rows)

    @property
    def display(self) -> str:
        """The relation as sentences call it.

        >>> Relation.order(13).display, Relation.of("rock-paper-scissors").display
        ('13 cards', 'rock-paper-scissors (3 cards)')
        """
        cards = counted(self.n, "card")
        return cards if self.name == f"{ORDER}:{self.n}" else f"{self.name} ({cards})"

    @property
    def parameters(self) -> dict[str, object]:
        """The relation among the parameters of a result in JSON: ``matrix, n, interpretation, rows, card_names``."""
        names = {"card_names": self.card_names} if self.card_names else {}
        return {"matrix": self.name, "n": self.n, "interpretation": self.interpretation, "rows": self.rows, **names}

    @property
    def has_draws(self) -> bool:
        """Whether there are two cards that draw.

        >>> Relation.of("suits:2x2").has_draws, Relation.of("rock-paper-scissors", "draws").has_draws
        (True, False)
        """
        return self.interpretation is Interpretation.DRAWS and not self.is_tournament

    def winner(self, left: int, right: int) -> Player | None:
        """Return the player whose card wins, with `left` against `right`; None if they draw.

        >>> Relation.of("rock-paper-scissors").winner(1, 3)
        <Player.LEFT: 'Left'>
        """
        self._check_cards(left, right)
        if self.rows[left - 1][right - 1]:
            return Player.LEFT
        is_draw = self.interpretation is Interpretation.DRAWS and not self.rows[right - 1][left - 1]
        return None if is_draw else Player.RIGHT

    def position(self, text: str) -> Position:
        """Return the position that a text with the names or the numbers of the cards describes.

        Commas separate the names or, if no name in the text contains a blank, blanks do.

        >>> print(Relation.of("rock-paper-scissors").position("rock paper|scissors"))
        12|3
        """
        if not isinstance(text, str):
            return self.checked(text if isinstance(text, Position) else Position(text))
        if self.has_draws and text.strip() == _TIE:
            return TIE
        numbers = {name: card for card, name in enumerate(self.card_names, start=1)}
        folded = {name.casefold(): name for name in self.card_names}
        if not numbers or _NUMBERS_ONLY.fullmatch(text):
            return self.checked(Position(text))
        hands = [
            hand.split("," if "," in text or hand.strip().casefold() in folded else None) for hand in text.split("|")
        ]
        typed = [[name.strip() for name in hand if name.strip()] for hand in hands]
        names = [[name if name in numbers else folded.get(name.casefold(), name) for name in hand] for hand in typed]
        dealt = Counter(chain(*names))
        fault = ""
        if len(hands) != 2:
            fault = f"{len(hands) - 1} bars, not one"
        elif unknown := [name for name in dealt if name not in numbers]:
            fault = f"{shown(unknown[0])}, which is not a card"
        elif wrong := [name for name in self.card_names if dealt[name] != 1]:
            fault = f"not {shown(wrong[0])} once"
        if fault:
            raise PositionError(
                f"position {shown(text)} has {fault}: write the hands with the top card first, with commas between the "
                f"cards and a bar between the hands; each of these stands once: {shown_names(self.card_names)}"
            )
        return Position(*([numbers[name] for name in hand] for hand in names))

    def text(self, position: Position) -> str:
        """Return a position as a text with the names of the cards, or their numbers if they have no names.

        The position with both hands empty is written as "tie". `position` reads the text.

        >>> Relation.of("rock-paper-scissors").text(Position("12|3"))
        'rock paper|scissors'
        """
        if self.checked(position) == TIE:
            return _TIE
        if not self.card_names:
            return str(position)
        between = "," if any(" " in name for name in self.card_names) else " "
        return "|".join(between.join(map(self.name_of, hand)) for hand in (position.left, position.right))

    def checked(self, position: Position) -> Position:
        """Return the position itself, after a check that it holds each card of the relation once."""
        if not isinstance(position, Position):
            raise PositionError(
                f"{shown(position)} is not a Position: make one, such as Position('41|32') or, with names of cards, "
                "relation.position('rock paper|scissors')"
            )
        if position.n != self.n and not (position == TIE and self.has_draws):
            raise PositionError(
                f"position {position} holds {counted(position.n, 'card')}, but {self.name} is about the cards "
                f"1..{self.n}: deal each of those once"
            )
        return position

    def name_of(self, card: int) -> str:
        """Return the name of a card, or its number as a text if the cards have no names.

        >>> Relation.of("rock-paper-scissors").name_of(1), Relation.order(3).name_of(1)
        ('rock', '1')
        """
        self._check_cards(card)
        return self.card_names[card - 1] if self.card_names else str(card)

    def _check_cards(self, *cards: object) -> None:
        for card in cards:
            if not ((type(card) is int or isinstance(card, Integral)) and card in range(1, self.n + 1)):
                raise RelationError(f"{self.name} is about the cards 1..{self.n}, not {shown(card)}: name one of them")

    def to_array(self) -> "NDArray[np.bool_]":
        """Return the matrix as a fresh boolean array of shape (n, n)."""
        import numpy as np

        return np.array(self.rows, dtype=np.bool_)

    def __repr__(self) -> str:
        more = f", card_names={list(self.card_names)}" if self.card_names else ""
        interpretation = (
            "" if self.interpretation is Interpretation.STRICT else f", interpretation={str(self.interpretation)!r}"
        )
        return f"Relation({[list(row) for row in self.rows]}, name={self.name!r}{interpretation}{more})"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show in a notebook which cards beat which."""
        return notebook_picture(Figure(self, "relation"), str(self))

    def __str__(self) -> str:
        """Return the matrix row by row, each after the name of its card if the cards have names."""
        width = max(map(len, self.card_names), default=0)
        names = [f"{name:{width}}  " for name in self.card_names] or [""] * self.n
        return "\n".join(name + " ".join(map(str, row)) for name, row in zip(names, self.rows, strict=True))


@lru_cache(maxsize=64)
def _order(n: int) -> Relation:
    return Relation._from(named_matrix(f"{ORDER}:{n}"), None)


def _rows(matrix: "Iterable[Iterable[Any]] | NDArray[Any]", name: str) -> tuple[tuple[int, ...], ...]:
    try:
        rows = list(map(list, matrix))
    except TypeError:
        raise RelationError(f"{name}: a matrix is n rows of n entries 0 or 1, not {shown(matrix)}") from None
    if not rows:
        raise RelationError(
            f"{name}: the matrix is empty: say which card beats which, such as by n rows of n entries 0 or 1"
        )
    check_size(max(len(rows), *map(len, rows)))
    for i, row in enumerate(rows, start=1):
        if len(row) != len(rows):
            raise RelationError(
                f"{name}: the matrix has {counted(len(rows), 'row')}, but row {i} has {counted(len(row), 'column')}: "
                "it must be square, with a row and a column for each card"
            )
        for j, entry in enumerate(row, start=1):
            if hasattr(entry, "__len__") or entry not in (0, 1):
                raise RelationError(f"{name}: row {i}, column {j} is {shown(entry)}: entries are 0 or 1")
    return tuple(tuple(map(int, row)) for row in rows)


def _fault_of_pair(rows: tuple[tuple[int, ...], ...], may_draw: bool, called: Sequence[object]) -> str | None:
    """Say why the matrix does not decide each pair of cards; `called` are the names of the cards."""
    for card, row in enumerate(rows):
        if row[card]:
            return f"card {called[card]} beats itself: put 0 on the diagonal"
    both, undecided = (
        [f"{called[j]} and {called[i]}" for i, row in enumerate(rows) for j in range(i) if row[j] + rows[j][i] == wins]
        for wins in (2, 0)
    )
    if both:
        rule = "at most one of them may win" if may_draw else "exactly one of them must win"
        return f"cards {both[0]} beat each other: {rule}"
    if may_draw or not undecided:
        return None
    more = len(undecided) - _MOST_PAIRS
    pairs = ", ".join(undecided[:_MOST_PAIRS]) + (f", and {counted(more, 'other pair')}" if more > 0 else "")
    them = "the pair" if len(undecided) == 1 else "the pairs"
    return f"no winner is given for {pairs}: add {them}, let the cards draw (--draws, or interpretation 'draws')"
