"""Plain lines, and rows of cells: a square table, or columns of winners and losers, perhaps with an entry or a verb.

There are a few ways to read rows. Each takes some cells as names and all others as entries, and so makes facts of them.
The first way is taken in which no name is a number or an entry, and each entry says how a card does.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

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
from wargraph.core.matrices.sentences import facts_of_sentences, has_link, is_link, not_said, verbs_of
from wargraph.errors import RelationError

Rows = Sequence[Sequence[str]]
_Way = tuple[list[Fact], str, Sequence[str]]
"""The facts in rows, how they were found, and the cards in order."""

_COMMENT = re.compile(r"\s*(#|//|%).*|[\s|+:=-]*(--|==)[\s|+:=-]*|[\s:|-]*\|[\s:|-]*")
"""Lines that hold nothing: comments, and rules between the rows of a table."""

_ITEM = re.compile(r"\s*-\s+(.*)|\s+(\S.*?): *(.+)")
"""What YAML has below a line that ends in a colon: a card, or a card and an entry or a verb."""

_EDGE_DATA = re.compile(r"""\s\{(?=['"}])(?:.*?['"]weight['"]: *([^,}]+))?[^{]*\}$""")
"""What networkx writes behind the two ends of an edge."""

_COLUMNS = {
    "winner": "winners?|wins|won|victor|from|source|tail|.* by|(loses|lost|weak) (to|against)",
    "loser": "losers?|loses|lost|to|target|head|(beat|defeat)(s|en|ed)?|(wins|strong) (over|against)",
    "entry": "entry|outcome|payoff|result|score|value|weight",
    "card": "card|choice|gesture|hand|item|label|move|name|node|throw",
}
"""The contents of a column, by the word above it."""

_REVERSED = re.compile(
    r"(row\W.*)?los|defend|(column|across).*\b(beat|win|defeat)s?\b|(?!column|across).*\b(beaten|defeated)\b",
    re.IGNORECASE,
)
"""Words in the corner of a table that say that the card of the column wins."""


def matrix_of_lines(text: str) -> BeatMatrix:
    """Return the matrix in plain lines: cells of a table, or sentences."""
    lines: list[str] = []
    head = ""
    for line in text.translate({ord("│"): "|", ord("║"): "|", ord("\u00a0"): " "}).splitlines():
        content = _EDGE_DATA.sub(lambda data: f" {data[1] or 'win'}", line.rstrip(" "))
        if not content.strip() or _COMMENT.fullmatch(content):
            continue
        item = _ITEM.fullmatch(content) if head else None
        if item is None:
            lines.append(content)
            head = content if content.endswith(":") else ""
        elif item[1] and not has_link(item[1]):
            lines[-1] += f"{' ' if lines[-1] == head else ', '}{item[1]}"
        else:
            lines = lines[: len(lines) - (lines[-1] == head)]
            card, other, entry = head[:-1], item[2], item[3]
            lines.append(item[1] or ",".join((card, other, entry) if count([entry]) else (card, entry, other)))
    if not lines:
        raise RelationError("it is empty: write a table of 0 and 1, or lines such as 'rock beats scissors'")
    return matrix_of_rows(_cells(lines), lines)


def _cells(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of lines: the first of bars, tabs, semicolons and commas that each line has separates them.

    Lines without any are separated at blanks, and a square of single letters or digits everywhere.
    """
    outside = [re.sub('"[^"]*"', "", line) for line in lines]
    separator = next((sign for sign in "|\t;," if all(sign in line for line in outside)), " ")
    if separator == " ":
        lines = [" ".join(line.split()) for line in lines]
    try:
        cells = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
        bars = (line.strip().removeprefix("|").removesuffix("|").split("|") for line in lines)
        rows = list(bars if separator == "|" else cells)
    except csv.Error as error:
        raise RelationError(f"it is not CSV: {error}") from None
    if len(rows) < len(lines):
        raise RelationError("an entry in quotes runs over the end of its line: close the quotes")
    rows = [[cell.strip(" \t*`" if separator == "|" else " \t") for cell in row] for row in rows]
    if len(set(map(len, rows))) == 1:  # a spreadsheet leaves columns empty
        used = [place for place, column in enumerate(zip(*rows, strict=True)) if any(column)] or [0]
        rows = [row[used[0] : used[-1] + 1] for row in rows]
    if all(len(row) == 1 and len(row[0]) == len(rows) > 1 for row in rows) and count("".join(lines)):
        rows = [list(row[0]) for row in rows]
    return rows


def matrix_of_rows(rows: Rows, lines: Sequence[str] = ()) -> BeatMatrix:
    """Return the matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    check_size(max(map(len, rows)) - 1)
    least, message = len({*chain.from_iterable(rows)}) // 2 + 1, ""
    for facts, how, cards in _ways(rows, lines):
        wrong = wrong_facts(facts)
        if not wrong:
            return matrix_of_facts(facts, how, cards)
        if (unexplained := len({entry for *_, entry in wrong})) < least:
            least, message = unexplained, refused_entry(*wrong[0])
    if not message:
        widths = Counter(map(len, rows))
        strangest = min(
            rows, key=lambda row: (widths[len(row)], len({*row} - {""}) == len(row) and not any(map(is_number, row)))
        )
        message = not_said(" ".join(strangest))
    raise RelationError(message)


def _ways(rows: Rows, lines: Sequence[str]) -> Iterator[_Way]:
    """Yield the ways to read rows, in the order in which they are tried."""
    yield from _squares(rows)
    if columns := _heading(rows[0]):
        yield from _columns(rows[1:], f"each row is {', '.join(rows[0])}, as the heading says", *columns)
        return
    widths = set() if count(chain.from_iterable(rows)) else set(map(len, rows))
    has_links = widths == {3} and any(is_link(row[1]) for row in rows)
    if widths == {3} and not any(has_link(cell) for row in rows for cell in row[:2]):
        yield from _columns(
            rows, "each line is a card, another card, and how the first does against the second", 0, 1, 2
        )
    said = facts_of_sentences([" ".join(row) for row in rows] if has_links else lines)
    if said and _are_names([*said[2], *(other for _, other, _ in said[0])]):
        yield said
    if widths == {2}:
        yield from _columns(rows, "each line is winner, loser", 0, 1)
    if widths == {3} and verbs_of(rows):
        yield from _columns(rows, "each line is winner, verb, loser", 0, 2)


def _squares(rows: Rows) -> Iterator[_Way]:
    """Yield the ways in which rows hold a square of entries, with or without names.

    The first row may leave out the corner, or hold a corner of several words; a corner such as ``loser`` turns the
    table round. A row or a column of numbers that only count the cards takes the names from the other.
    """
    if len(set(map(len, rows[1:]))) > 1:
        return
    n, head, first = len(rows), list(rows[0]), [row[0] for row in rows]
    if _can_name(head):
        yield from _square(rows[1:], head, head, ", names in the first row")
    if _can_name(first):
        yield from _square([row[1:] for row in rows], first, first, ", names in the first column")
    corner, across, down = head[: len(head) - n + 1], head[len(head) - n + 1 :], first[1:]
    cells, where = [row[1:] for row in rows[1:]], ", names in the first row and column"
    if not any(corner):
        names = next((names for names in (across, down) if not any(map(_is_entry, names))), [])
        down, across = (names if names and _counts_up(side) else side for side in (down, across))
    if _REVERSED.match(" ".join(corner)):
        cells, down, across, where = list(zip(*cells, strict=True)), across, down, f"{where}, turned round"
    if not any(map(_is_entry, [*corner, *(across + down if across != down else [])])):
        yield from _square(cells, down, across, where)
    diagonal = {is_blank(row[card]) for card, row in enumerate(rows)} if set(map(len, rows)) == {n} else ()
    if len(diagonal) == 1 and (n > 1 or _is_entry(head[0])):
        numbers = [str(card) for card in range(1, n + 1)]
        yield from _square(rows, numbers, numbers)


def _square(cells: Rows, down: Sequence[str], across: Sequence[str], where: str = "") -> Iterator[_Way]:
    """Yield the way to read cells with these names of the rows and columns, if they are a square."""
    if {len(row) for row in cells} != {len(cells)} or len(across) != len(cells):
        return
    entries = sorted({cell for row in cells for cell in row if cell})
    of = f" of {', '.join(entries)}" if len(entries) <= 4 else ""
    facts = [(*pair, cell) for pair, cell in zip(product(down, across), chain.from_iterable(cells), strict=True)]
    if set(across) != set(down) or len(set(across)) < len(cells):
        if len(cells) > 1 and not wrong_facts(facts):
            raise RelationError(
                f"the rows are called {shown_names(down)}, the columns {shown_names(across)}: give both the same "
                "names, and each card its own"
            )
        return
    yield facts, f"a square table{of}, how the row's card does against the column's{where}", down


def _heading(words: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Return the columns that hold the winner, the loser and an entry if there is one; None without a heading."""
    words = [cell.casefold().replace("_", " ") for cell in words]
    place = {
        kind: next((column for column, word in enumerate(words) if re.fullmatch(pattern, word)), None)
        for kind, pattern in _COLUMNS.items()
    }
    winner, loser, entry, card = place.values()
    if None not in (winner, loser, card) and not re.fullmatch("winners?|victor|from|source|tail", words[winner or 0]):
        return None  # two relations to the card in a row, such as "beats" and "loses to"
    if winner is loser is None and entry is not None and len(words) == 3:
        winner, loser = (column for column in range(3) if column != entry)
    winner, loser = (card if column is None else column for column in (winner, loser))
    return None if winner is None or loser is None or winner == loser else (winner, loser, entry)


def _columns(rows: Rows, how: str, winner: int, loser: int, entry: int | None = None) -> Iterator[_Way]:
    """Yield the way to read rows whose columns hold the winner, the loser or several, and an entry if there is one."""
    rows = [[*row, *[""] * max(winner, loser, entry or 0)] for row in rows]
    facts: list[Fact] = [
        (row[winner], other, "win" if entry is None else row[entry])
        for row in rows
        for other in re.split(" *[,;] *", row[loser])
    ]
    winners, losers = [card for card, *_ in facts], [other for _, other, _ in facts]
    are_names = are_numbers(cards := {*winners, *losers}) or (_are_names(cards) and not count(losers))
    if are_names and not any(card == other for card, other, _ in facts):
        yield facts, how, winners


def _are_names(cards: Iterable[str]) -> bool:
    """Return whether texts can be card names: none is empty or a number, unless the numbers count the cards."""
    return are_numbers(cards) or not any(not card or is_number(card) for card in cards)


def _counts_up(labels: Sequence[str]) -> bool:
    return list(labels) in ([str(card + start) for card in range(len(labels))] for start in (0, 1))


def _is_entry(cell: str) -> bool:
    """Return whether a cell is meant as an entry, even if it does not count."""
    return is_number(cell) or count([cell])


def _can_name(labels: Sequence[str]) -> bool:
    """Return whether labels can be names beside a table: no entries, or numbers that count three or more cards."""
    return not any(map(_is_entry, labels)) or (len(labels) > 2 and _counts_up(labels))
