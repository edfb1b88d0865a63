"""Rows of cells: a square table, or columns of winners and losers, perhaps with an entry or a verb.

Each reader takes only rows that fit it in every cell, and returns None for others; the first that fits is taken. What
fits none is refused with the cell that is in the way.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wargraph.core.matrices.beat_matrix import (
    ENTRIES_THAT_COUNT,
    BeatMatrix,
    are_numbers,
    check_size,
    count,
    is_blank,
    is_number,
    matrix_of_facts,
    refused_entry,
    shown_names,
    wrong_facts,
)
from wargraph.core.matrices.sentences import matrix_of_sentences, not_said, verbs_of
from wargraph.errors import RelationError, shown
from wargraph.report.humanize import counted

Rows = Sequence[Sequence[str]]

_WINNER = re.compile("winners?|wins|won|victor|from|source|tail|.* by|(loses|lost) (to|against)")
_LOSER = re.compile("losers?|loses|lost|to|target|head|(beat|defeat)(s|en|ed)?|wins (over|against)")
_CARD = re.compile("card|choice|gesture|hand|item|label|move|name|node|throw")
_ENTRY = re.compile("entry|outcome|payoff|result|score|value|weight")
_REVERSED = re.compile(r"los|defend|(column|across).*(beat|win|defeat)|\W*beaten", re.IGNORECASE)
"""Words in the corner of a table that say that the card of the column wins."""


def matrix_of_rows(rows: Rows, lines: Sequence[str] = ()) -> BeatMatrix:
    """Return the matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    check_size(max(map(len, rows)) - 1)
    table = next((square.matrix() for square in _squares(rows) if not square.fault), None)
    columns = _heading(rows[0])
    matrix = table or (columns and _pairs(rows, columns)) or matrix_of_sentences(lines) or _pairs(rows, None)
    if matrix is None:
        raise RelationError(_fault(rows))
    return matrix


@dataclass(frozen=True)
class _Square:
    """A square of cells, the labels of its rows and columns, and where the labels stand."""

    cells: Rows
    down: Sequence[str]
    across: Sequence[str]
    where: str = ""
    is_sure: bool = False

    @property
    def facts(self) -> list[tuple[str, str, str]]:
        """What the cells say."""
        rows = zip(self.down, self.cells, strict=True)
        return [(card, other, cell) for card, row in rows for other, cell in zip(self.across, row, strict=True)]

    @property
    def fault(self) -> str:
        """What is wrong with the labels, or with an entry, a number if there is one; empty if nothing is."""
        for labels, place in ((self.across, "row"), (self.down, "column")):
            if len(set(labels)) < len(labels):
                return f"two cards have the same name in the first {place}, {shown_names(labels)}"
        if set(self.across) != set(self.down):
            return (
                f"the first row names the cards {shown_names(self.across)}, the first column "
                f"{shown_names(self.down)}: write the same names in both"
            )
        if wrong := wrong_facts(self.facts):
            return refused_entry(*min(wrong, key=lambda fact: not is_number(fact[2])))
        if not self.where and len({is_blank(row[card]) for card, row in enumerate(self.cells)}) > 1:
            return "the diagonal is empty in some rows only: leave it out everywhere or nowhere"
        return ""

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows, columns and labels of each."""
        n = len(self.cells)
        return n == len(self.down) == len(self.across) and all(len(row) == n for row in self.cells)

    def turned(self) -> "_Square":
        """Return the same table, if the card of the column wins."""
        cells = list(zip(*self.cells, strict=False))
        return _Square(cells, self.across, self.down, f"{self.where}, turned round", self.is_sure)

    @property
    def is_likely(self) -> bool:
        """Whether the labels are in both places, or at least half of the cells are meant as entries."""
        return self.is_sure or 2 * sum(_is_entry(cell) for *_, cell in self.facts) >= len(self.facts)

    def matrix(self) -> BeatMatrix:
        """Return the matrix of the facts."""
        entries = sorted({cell for row in self.cells for cell in row if cell})
        of = f" of {', '.join(entries)}" if len(entries) <= 4 else ""
        how = f"a square table{of}, how the row's card does against the column's{self.where}"
        return matrix_of_facts(self.facts, how, self.down)


def _squares(rows: Rows) -> list[_Square]:
    """Return the squares that rows may be, in the order in which they are tried.

    The first row may leave out the corner, or hold a corner of several words; a corner such as ``loser`` turns the
    table round. A row or a column of numbers that only count the cards takes the names from the other.
    """
    first, inner, n = [row[0] for row in rows], [row[1:] for row in rows], len(rows) - 1
    corner, across, down = rows[0][: len(rows[0]) - n], rows[0][len(rows[0]) - n :], first[1:]
    has_same_names = n > 1 and list(across) == down
    if not any(corner) and _count_up(down):
        down = list(across)
    elif not any(corner) and _count_up(across):
        across = down
    found = []
    if n > 0 and not any(map(_is_entry, corner)) and (has_same_names or (_are_names(across) and _are_names(down))):
        is_sure = n > 1 and set(across) == set(down)
        both = _Square(inner[1:], down, across, ", names in the first row and column", is_sure)
        found.append(both.turned() if _REVERSED.match(" ".join(corner)) else both)
    if n or _is_entry(rows[0][0]):
        numbers = [str(card) for card in range(1, n + 2)]
        found.insert(has_same_names, _Square(rows, numbers, numbers))
    if _are_names(rows[0]):
        found.append(_Square(rows[1:], rows[0], rows[0], ", names in the first row"))
    if _are_names(first):
        found.append(_Square(inner, first, first, ", names in the first column"))
    return [square for square in found if square.is_square]


def _count_up(labels: Sequence[str]) -> bool:
    return list(labels) in ([str(card + start) for card in range(len(labels))] for start in (0, 1))


def _is_entry(cell: str) -> bool:
    """Return whether a cell is meant as an entry, even if it does not count."""
    return is_number(cell) or count([cell])


def _are_names(labels: Sequence[str]) -> bool:
    """Return whether labels are no entries: words, or numbers that count three or more cards."""
    return (len(labels) > 2 and _count_up(labels)) or not any(map(_is_entry, labels))


def _heading(head: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Return the columns of the winner, the loser and an entry, if a heading says them."""
    words = [cell.casefold().replace("_", " ") for cell in head]
    winner, loser, entry, card = (
        next((place for place, word in enumerate(words) if kind.fullmatch(word)), None)
        for kind in (_WINNER, _LOSER, _ENTRY, _CARD)
    )
    if winner is None and loser is None and entry is not None and len(words) == 3:
        winner, loser = (place for place in range(3) if place != entry)
    winner, loser = card if winner is None else winner, card if loser is None else loser
    return None if winner is None or loser is None or winner == loser else (winner, loser, entry)


def _pairs(rows: Rows, columns: tuple[int, int, int | None] | None) -> BeatMatrix | None:
    """Read rows of a winner and a loser, in the columns of a heading or the first two, or with a verb."""
    if columns is not None:
        how = f"each row is {', '.join(rows[0])}, as the heading says"
        rows = rows[1:]
        if any(len(row) <= max(filter(None, columns)) or not row[columns[0]] for row in rows):
            raise RelationError(f"a row has fewer cells than the heading ({how}): fill it in")
    elif any("" in row or len(row) != len(rows[0]) for row in rows) or count(cell for row in rows for cell in row):
        return None
    elif len(rows[0]) == 2:
        columns, how = (0, 1, None), "each line is winner, loser"
    elif len(rows[0]) == 3 and count(row[2] for row in rows):
        columns, how = (0, 1, 2), "each line is a card, another card, and how the first does against the second"
    elif len(rows[0]) == 3 and verbs_of(rows):
        columns, how = (0, 2, None), "each line is winner, verb, loser"
    else:
        return None
    winner, loser, entry = columns
    facts = [
        (row[winner], other, "win" if entry is None else row[entry])
        for row in rows
        for other in re.split(" *[,;] *", row[loser])
    ]
    losers, cards = [fact[1] for fact in facts], [card for fact in facts for card in fact[:2]]
    is_meant = are_numbers(cards) or not (any(map(is_number, cards)) or count(losers))
    if not is_meant or any(card == other for card, other, _ in facts):
        return None
    return matrix_of_facts(facts, how, [fact[0] for fact in facts])


def _fault(rows: Rows) -> str:
    """Say why rows are no relation: a name or an entry, a table that is no square, or a line without a verb."""
    cells = [cell for row in rows for cell in row]
    squares = [square for square in _squares(rows) if square.is_likely and square.fault]
    squares.sort(key=lambda square: (not square.is_sure, not square.where))
    if squares and squares[0].is_sure:
        return squares[0].fault
    for card, other, *rest in rows[1:] if min(map(len, rows)) > 2 else []:
        if not any(map(_is_entry, (card, other))) and all(map(_is_entry, rest)):
            return refused_entry(card, other, ", ".join(rest))
    if squares:
        return squares[0].fault
    numbers = [cell for cell in cells if is_number(cell) and not count([cell])]
    if numbers and not are_numbers(cells):
        return f"{shown(numbers[0])} is no entry and numbers no card: {ENTRIES_THAT_COUNT}"
    if 2 * sum(map(_is_entry, cells)) >= len(cells):
        widths = " or ".join(sorted({str(len(row)) for row in rows}))
        return (
            f"the matrix has {counted(len(rows), 'row')} of {widths} entries: it must be square, with a row and a "
            "column for each card"
        )
    return not_said(" ".join(next((row for row in rows if len(row) != 2), rows[0])))
