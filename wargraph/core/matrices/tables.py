"""Rows of cells: a square table, or columns of winners and losers, perhaps with an entry or a verb.

There are a few ways to read rows. Each takes some cells as names and all others as entries, and so makes facts of them.
The first way that explains every cell is taken. If none does, the rows are refused, with a cell that the best way does
not explain, or with a line if even that way leaves half of the cells unexplained.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from wargraph.core.matrices.beat_matrix import (
    BeatMatrix,
    Fact,
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
from wargraph.core.matrices.sentences import facts_of_sentences, is_link, not_said, verbs_of
from wargraph.errors import RelationError, shown

Rows = Sequence[Sequence[str]]

_COLUMNS = {
    "winner": "winners?|wins|won|victor|from|source|tail|.* by|(loses|lost|weak) (to|against)",
    "loser": "losers?|loses|lost|to|target|head|(beat|defeat)(s|en|ed)?|(wins|strong) (over|against)",
    "entry": "entry|outcome|payoff|result|score|value|weight",
    "card": "card|choice|gesture|hand|item|label|move|name|node|throw",
}
"""What a column holds, by the word above it."""

_REVERSED = re.compile(
    r"(row\W.*)?los|defend|(column|across).*\b(beat|win|defeat)s?\b|(?!column|across).*\b(beaten|defeated)\b",
    re.IGNORECASE,
)
"""Words in the corner of a table that say that the card of the column wins."""


class _Way(NamedTuple):
    """A way to read rows: their facts, how they were found, the cards in order, and what is wrong with which names."""

    facts: list[Fact]
    how: str
    cards: Sequence[str]
    wrong_names: Mapping[str, str]


def matrix_of_rows(rows: Rows, lines: Sequence[str] = ()) -> BeatMatrix:
    """Return the matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    check_size(max(map(len, rows)) - 1)
    least, message = len({cell for row in rows for cell in row}) // 2 + 1, ""
    for facts, how, cards, wrong_names in _ways(rows, lines):
        wrong = wrong_facts(facts)
        unexplained = len({*wrong_names, *(entry for *_, entry in wrong)})
        if not unexplained:
            return matrix_of_facts(facts, how, cards)
        if unexplained < least:
            least = unexplained
            of_names = next(iter(wrong_names.values()), "")
            message = of_names or refused_entry(*min(wrong, key=lambda fact: not is_number(fact[2])))
    if not message:
        widths = Counter(map(len, rows))
        odd = {cell for row in rows for cell in row if is_number(cell) and not count([cell])}
        strangest = min(rows, key=lambda row: (widths[len(row)], odd.isdisjoint(row)))
        message = not_said(" ".join(strangest))
    raise RelationError(message)


def _ways(rows: Rows, lines: Sequence[str]) -> Iterator[_Way]:
    """Yield the ways to read rows, in the order in which they are tried."""
    yield from _squares(rows)
    if below := _below_heading(rows):
        yield below
        return
    widths = set() if count(cell for row in rows for cell in row) else {len(row) for row in rows}
    has_links = widths == {3} and any(is_link(row[1]) for row in rows)
    if widths == {3} and not has_links:
        yield _columns(rows, "each line is a card, another card, and how the first does against the second", 0, 1, 2)
    if said := facts_of_sentences([" ".join(row) for row in rows] if has_links else lines):
        facts, _, subjects = said
        yield _Way(*said, _misplaced({*subjects, *(other for _, other, _ in facts)}))
    if widths == {2}:
        yield _columns(rows, "each line is winner, loser", 0, 1)
    if widths == {3} and verbs_of(rows):
        yield _columns(rows, "each line is winner, verb, loser", 0, 2)


def _squares(rows: Rows) -> Iterator[_Way]:
    """Yield the ways in which the shape of rows allows a square, with or without names.

    The first row may leave out the corner, or hold a corner of several words; a corner such as ``loser`` turns the
    table round. A row or a column of numbers that only count the cards takes the names from the other.
    """
    n, head, first = len(rows), list(rows[0]), [row[0] for row in rows]
    widths = {len(row) for row in rows[1:]} or {len(head)}
    if widths == {n - 1} == {len(head)}:
        yield _square(rows[1:], head, head, ", names in the first row", _no_names(head))
    if widths == {n + 1} == {len(head)}:
        yield _square([row[1:] for row in rows], first, first, ", names in the first column", _no_names(first))
    if widths == {n} and n > 1 and len(head) >= n - 1:
        corner, across, down = head[: len(head) - n + 1], head[len(head) - n + 1 :], first[1:]
        cells, where = [row[1:] for row in rows[1:]], ", names in the first row and column"
        no_names = [*filter(_is_entry, corner), *(_no_names(across) + _no_names(down) if across != down else [])]
        if not any(corner):
            down, across = (across if _count_up(down) else down), (down if _count_up(across) else across)
        if _REVERSED.match(" ".join(corner)):
            cells, down, across, where = list(zip(*cells, strict=True)), across, down, f"{where}, turned round"
        yield _square(cells, down, across, where, no_names)
    if widths == {n} == {len(head)} and (n > 1 or _is_entry(head[0])):
        numbers = [str(card) for card in range(1, n + 1)]
        is_empty = {is_blank(row[card]) for card, row in enumerate(rows)}
        fault = {"": "the diagonal is empty in some rows only: leave it out everywhere or nowhere"}
        yield _square(rows, numbers, numbers)._replace(wrong_names=fault if len(is_empty) > 1 else {})


def _square(
    cells: Rows, down: Sequence[str], across: Sequence[str], where: str = "", no_names: Sequence[str] = ()
) -> _Way:
    """Return the way to read a square of cells with these names of the rows and columns."""
    wrong_names = {name: f"{shown(name)} stands where a card name should" for name in no_names}
    wrong_names |= dict.fromkeys(
        set(across) ^ set(down),
        f"the first row names the cards {shown_names(across)}, the first column {shown_names(down)}: write the same "
        "names in both",
    )
    for names, place in ((across, "row"), (down, "column"))[: 1 + (down != across)]:
        if len(set(names)) < len(names):
            wrong_names[place] = f"two cards have the same name in the first {place}, {shown_names(names)}"
    entries = sorted({cell for row in cells for cell in row if cell})
    of = f" of {', '.join(entries)}" if len(entries) <= 4 else ""
    facts = [(*pair, cell) for pair, cell in zip(product(down, across), chain.from_iterable(cells), strict=True)]
    return _Way(facts, f"a square table{of}, how the row's card does against the column's{where}", down, wrong_names)


def _count_up(labels: Sequence[str]) -> bool:
    return list(labels) in ([str(card + start) for card in range(len(labels))] for start in (0, 1))


def _is_entry(cell: str) -> bool:
    """Return whether a cell is meant as an entry, even if it does not count."""
    return is_number(cell) or count([cell])


def _no_names(labels: Sequence[str]) -> list[str]:
    """Return the labels that are entries, unless they are numbers that count three or more cards."""
    return [] if len(labels) > 2 and _count_up(labels) else list(filter(_is_entry, labels))


def _below_heading(rows: Rows) -> _Way | None:
    """Read rows below a heading that says which columns hold the winner and the loser, or two cards and an entry."""
    words = [cell.casefold().replace("_", " ") for cell in rows[0]]
    place = {
        kind: column
        for column, word in reversed([*enumerate(words)])  # so that the first column of a kind counts
        for kind, pattern in _COLUMNS.items()
        if re.fullmatch(pattern, word)
    }
    entry, card = place.get("entry"), place.get("card")
    winner, loser = place.get("winner", card), place.get("loser", card)
    if entry is not None and len(words) == 3 and not place.keys() & {"winner", "loser"}:
        winner, loser = (column for column in range(3) if column != entry)
    if winner is None or loser is None or winner == loser:
        return None
    how = f"each row is {', '.join(rows[0])}, as the heading says"
    return _columns([[*row, *[""] * len(words)] for row in rows[1:]], how, winner, loser, entry)


def _columns(rows: Rows, how: str, winner: int, loser: int, entry: int | None = None) -> _Way:
    """Return the way to read rows whose columns hold the winner, the loser or several, and an entry if there is one."""
    facts: list[Fact] = [
        (row[winner], other, "win" if entry is None else row[entry])
        for row in rows
        for other in re.split(" *[,;] *", row[loser])
    ]
    wrong_names = {card: f"card {shown(card)} meets itself: leave it out" for card, other, _ in facts if card == other}
    winners, losers = [card for card, *_ in facts], [other for _, other, _ in facts]
    return _Way(facts, how, winners, wrong_names | _misplaced([*winners, *losers], losers if count(losers) else ()))


def _misplaced(cards: Iterable[str], entries: Iterable[str] = ()) -> dict[str, str]:
    """Say of numbers that number no cards, and of blanks and entries, that they are no card names."""
    no_names = [] if are_numbers(cards) else [*(card for card in cards if not card or is_number(card)), *entries]
    return {name: f"{shown(name)} stands where a card name should" for name in sorted(no_names)}
