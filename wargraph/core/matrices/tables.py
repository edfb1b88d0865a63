"""Rows of cells: a square table, or columns of winners and losers, perhaps with an entry or a verb.

The shape of the rows says where a table has its names. Each reader takes only rows that fit it in every cell; the first
that fits is taken, and what fits none is refused with the cell that is in the way.
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
from wargraph.core.matrices.sentences import is_link, matrix_of_sentences, not_said, verbs_of
from wargraph.errors import RelationError, shown
from wargraph.report.humanize import counted

Rows = Sequence[Sequence[str]]

_WINNER = re.compile("winners?|wins|won|victor|from|source|tail|.* by|(loses|lost|weak) (to|against)")
_LOSER = re.compile("losers?|loses|lost|to|target|head|(beat|defeat)(s|en|ed)?|(wins|strong) (over|against)")
_CARD = re.compile("card|choice|gesture|hand|item|label|move|name|node|throw")
_ENTRY = re.compile("entry|outcome|payoff|result|score|value|weight")
_REVERSED = re.compile(
    r"(row\W.*)?los|defend|(column|across).*\b(beat|win|defeat)s?\b|(?!column|across).*\b(beaten|defeated)\b",
    re.IGNORECASE,
)
"""Words in the corner of a table that say that the card of the column wins."""


def matrix_of_rows(rows: Rows, lines: Sequence[str] = ()) -> BeatMatrix:
    """Return the matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    check_size(max(map(len, rows)) - 1)
    table = _table(rows)
    if table and not table.fault:
        return table.matrix()
    if _are_columns(rows, 3) and any(is_link(row[1]) for row in rows):
        lines = [" ".join(row) for row in rows]
    matrix = _below_heading(rows) or _games(rows) or matrix_of_sentences(lines) or _pairs(rows)
    if matrix is None:
        raise RelationError(_fault(rows, table))
    return matrix


@dataclass(frozen=True)
class _Table:
    """A square of cells, the labels of its rows and columns, and where the labels stand."""

    cells: Rows
    down: Sequence[str]
    across: Sequence[str]
    where: str = ""

    @property
    def facts(self) -> list[tuple[str, str, str]]:
        """What the cells say."""
        rows = zip(self.down, self.cells, strict=True)
        return [(card, other, cell) for card, row in rows for other, cell in zip(self.across, row, strict=True)]

    @property
    def is_sure(self) -> bool:
        """Whether the names in the first row are those in the first column."""
        return self.across is not self.down and set(self.across) == set(self.down)

    @property
    def is_likely(self) -> bool:
        """Whether the names are in both places, or at least half of the cells are meant as entries."""
        return self.is_sure or 2 * sum(_is_entry(cell) for *_, cell in self.facts) >= len(self.facts)

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

    def matrix(self) -> BeatMatrix:
        """Return the matrix of the facts."""
        entries = sorted({cell for row in self.cells for cell in row if cell})
        of = f" of {', '.join(entries)}" if len(entries) <= 4 else ""
        how = f"a square table{of}, how the row's card does against the column's{self.where}"
        return matrix_of_facts(self.facts, how, self.down)


def _table(rows: Rows) -> _Table | None:
    """Return the table that rows of this shape can be; None if they are no square with or without names.

    The first row may leave out the corner, or hold a corner of several words; a corner such as ``loser`` turns the
    table round. A row or a column of numbers that only count the cards takes the names from the other.
    """
    n, head, first = len(rows), rows[0], [row[0] for row in rows]
    widths = set(map(len, rows[1:])) or {len(head)}
    if widths == {n - 1} == {len(head)} and _are_names(head):
        return _Table(rows[1:], head, head, ", names in the first row")
    if widths == {n + 1} == {len(head)} and _are_names(first):
        return _Table([row[1:] for row in rows], first, first, ", names in the first column")
    if widths != {n} or len(head) < n - 1:
        return None
    corner, across, down = head[: len(head) - n + 1], list(head[len(head) - n + 1 :]), first[1:]
    are_names = across == down or (_are_names(across) and _are_names(down))
    if n > 1 and are_names and not any(map(_is_entry, corner)):
        cells = [row[1:] for row in rows[1:]]
        if not any(corner) and _count_up(down):
            down = across[:]
        elif not any(corner) and _count_up(across):
            across = down[:]
        if _REVERSED.match(" ".join(corner)):
            turned = [list(column) for column in zip(*cells, strict=True)]
            return _Table(turned, across, down, ", names in the first row and column, turned round")
        return _Table(cells, down, across, ", names in the first row and column")
    numbers = [str(card) for card in range(1, n + 1)]
    return _Table(rows, numbers, numbers) if len(head) == n and (n > 1 or _is_entry(head[0])) else None


def _count_up(labels: Sequence[str]) -> bool:
    return list(labels) in ([str(card + start) for card in range(len(labels))] for start in (0, 1))


def _is_entry(cell: str) -> bool:
    """Return whether a cell is meant as an entry, even if it does not count."""
    return is_number(cell) or count([cell])


def _are_names(labels: Sequence[str]) -> bool:
    """Return whether labels are no entries: words, or numbers that count three or more cards."""
    return (len(labels) > 2 and _count_up(labels)) or not any(map(_is_entry, labels))


def _below_heading(rows: Rows) -> BeatMatrix | None:
    """Read rows below a heading that says which columns hold the winner and the loser, or two cards and an entry."""
    words = [cell.casefold().replace("_", " ") for cell in rows[0]]
    winner, loser, entry, card = (
        next((place for place, word in enumerate(words) if kind.fullmatch(word)), None)
        for kind in (_WINNER, _LOSER, _ENTRY, _CARD)
    )
    if winner is None and loser is None and entry is not None and len(words) == 3:
        winner, loser = (place for place in range(3) if place != entry)
    winner, loser = card if winner is None else winner, card if loser is None else loser
    if winner is None or loser is None or winner == loser:
        return None
    how = f"each row is {', '.join(rows[0])}, as the heading says"
    if any(len(row) <= max(winner, loser, entry or 0) or not row[winner] for row in rows):
        raise RelationError(f"a row has fewer cells than the heading ({how}): fill it in")
    return _matrix_of_columns(rows[1:], how, winner, loser, entry)


def _games(rows: Rows) -> BeatMatrix | None:
    """Read rows of two cards and an entry."""
    if not _are_columns(rows, 3) or any(is_link(row[1]) for row in rows) or not count(row[2] for row in rows):
        return None
    how = "each line is a card, another card, and how the first does against the second"
    return _matrix_of_columns(rows, how, 0, 1, 2)


def _pairs(rows: Rows) -> BeatMatrix | None:
    """Read rows of winner and loser, or of winner, verb and loser."""
    if _are_columns(rows, 2):
        return _matrix_of_columns(rows, "each line is winner, loser", 0, 1)
    if _are_columns(rows, 3) and verbs_of(rows):
        return _matrix_of_columns(rows, "each line is winner, verb, loser", 0, 2)
    return None


def _are_columns(rows: Rows, width: int) -> bool:
    """Return whether all rows have this width, and not only entries."""
    is_full = all(len(row) == width and all(row) for row in rows)
    return is_full and not count(cell for row in rows for cell in row)


def _matrix_of_columns(rows: Rows, how: str, winner: int, loser: int, entry: int | None = None) -> BeatMatrix | None:
    """Return the matrix, unless a card is meant as a number or an entry, or meets itself."""
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


def _fault(rows: Rows, table: _Table | None) -> str:
    """Say why rows are no relation: a name or an entry, a table that is no square, or a line without a verb."""
    cells = [cell for row in rows for cell in row]
    if table and table.is_sure:
        return table.fault
    for card, other, *rest in rows[1:] if min(map(len, rows)) > 2 else []:
        if not any(map(_is_entry, (card, other))) and all(map(_is_entry, rest)):
            return refused_entry(card, other, ", ".join(rest))
    if table and table.is_likely:
        return table.fault
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
