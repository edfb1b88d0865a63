"""Beat matrices as text: tables, JSON, matrices in one line, and lines that say which card beats which."""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wargraph.core.matrices.beat_matrix import (
    BeatMatrix,
    are_numbers,
    as_card,
    check_size,
    matrix_of_pairs,
    shown_names,
)
from wargraph.errors import RelationError, shown
from wargraph.report.humanize import counted

Lines = list[list[str]]

_ENTRIES = ("0", "1")
_ON_DIAGONAL = ("", "-", "x", "X")
"""What may stand for 0 where a card would meet itself."""

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_ONE_LINE = re.compile(r"[01]|[01]+(/[01]+)+")
_BEATS = re.compile(r"(?:^|\s)beats(?:\s|$)", re.IGNORECASE)
_MOST_DIGITS = 20
_ARTICLE = re.compile("^the (?=.)", re.IGNORECASE)
_NONE = ("nothing", "nobody", "no one", "none", "no other")
_BETWEEN_CARDS = re.compile(" ?, ?(?:and )?| and ")


def table_matrix(text: str) -> BeatMatrix:
    """The matrix in a table with one line for each card.

    Commas, semicolons or tabs separate the entries. Card names may stand in the first row, in the first column, or in
    both. Lines that start with # are comments.

    >>> table_matrix("rock;paper;scissors\\n0;0;1\\n1;0;0\\n0;1;0").understood
    'a semicolon-separated matrix with the card names in the first row'
    """
    written, comments = content_lines(text)
    if not written:
        raise RelationError("it is empty: write n lines of n entries 0 or 1")
    # Names may hold other separators; the last entry of a line holds none.
    separator = max(_SEPARATORS, key=written[-1].strip().rfind)
    try:
        lines = [
            [cell.strip(" \t") for cell in line]
            for line in csv.reader(written, delimiter=separator, skipinitialspace=True, strict=True)
        ]
    except csv.Error as error:
        raise RelationError(f"it is not CSV: {error}") from None
    if len(lines) < len(written):
        raise RelationError("an entry in quotes runs over the end of its line: close the quotes")
    card_names, lines, where = _split_off_names(_without_empty_columns(lines))
    check_size(lines)
    rows = _zeros_and_ones(_with_diagonal(lines))
    is_plain = separator == "," and not where and not comments
    understood = f"a {_SEPARATORS[separator]}-separated matrix" + (f" with the card names in {where}" if where else "")
    if comments:
        understood += f", {counted(comments, 'comment line')} left out"
    return BeatMatrix(rows, card_names, understood="" if is_plain else understood)


def json_matrix(text: str) -> BeatMatrix:
    """The matrix in a JSON list of lists, or in an object with the matrix, the card names and the reading.

    >>> json_matrix('{"names": ["high", "low"], "matrix": [[0, 1], [0, 0]]}').card_names
    ['high', 'low']
    """
    try:
        matrix = json.loads(text, parse_int=_short_int)
    except (ValueError, RecursionError) as error:
        raise RelationError(f"it is not JSON: {error}") from None
    card_names: list[object] = []
    reading = understood = ""
    if isinstance(matrix, dict) and "matrix" in matrix and set(matrix) <= {"matrix", "names", "reading"}:
        card_names, reading, matrix = matrix.get("names", []), matrix.get("reading", ""), matrix["matrix"]
        given = [what for what, is_there in (("card names", card_names), ("reading", reading)) if is_there]
        understood = f"a JSON object with the matrix{''.join(f', the {what}' for what in given)}"
    if not isinstance(card_names, list):
        raise RelationError(f'"names" is {shown(json.dumps(card_names))}, which is no list: list the name of each card')
    if not isinstance(reading, str):
        raise RelationError(f'"reading" is {shown(json.dumps(reading))}, which is no word: write "draws", for one')
    if not isinstance(matrix, list) or not all(isinstance(row, list) for row in matrix):
        raise RelationError(
            "it must hold a list of lists, such as [[0, 1], [0, 0]], "
            'or an object such as {"names": ["high", "low"], "matrix": [[0, 1], [0, 0]]}'
        )
    check_size(matrix)
    rows = _zeros_and_ones([[json.dumps(entry) for entry in row] for row in matrix])
    return BeatMatrix(rows, card_names, understood=understood, reading=reading)


def _short_int(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def _zeros_and_ones(lines: Iterable[Sequence[str]]) -> list[list[int]]:
    for number, line in enumerate(lines, start=1):
        for entry in line:
            if entry not in _ENTRIES:
                is_row = set(entry) <= set("01; \t")
                hint = "put commas between" if is_row else "write 0 or 1, 0 where a card does not win"
                raise RelationError(f"row {number} has {shown(entry)}, but a matrix holds only 0 and 1: {hint}")
    return [[int(entry) for entry in line] for line in lines]


def in_one_line(rows: Iterable[Iterable[int]]) -> str:
    """A matrix as a text without blanks or line ends, with a slash between the rows.

    >>> in_one_line([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    '001/100/010'
    """
    return "/".join("".join(map(str, row)) for row in rows)


def is_one_line(text: str) -> bool:
    """Whether a text is a matrix in one line."""
    return _ONE_LINE.fullmatch(text) is not None


def one_line_matrix(text: str) -> BeatMatrix:
    """The matrix that `in_one_line` wrote.

    >>> one_line_matrix("001/100/010").rows
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    """
    lines = text.split("/")
    check_size(lines)
    return BeatMatrix(_zeros_and_ones(lines))


def says_who_beats_whom(text: str) -> bool:
    """Whether `beats_matrix` should read a text: its last line holds "beats", as no row of entries does."""
    written, _ = content_lines(text)
    return bool(written) and _BEATS.search(written[-1]) is not None


def beats_matrix(text: str) -> BeatMatrix:
    """The matrix that lines such as ``rock beats scissors, lizard`` describe; a semicolon may end a line.

    The cards are numbered in the order in which they come: first those in front of ``beats``, line by line, then those
    that beat no card. Upper and lower case and a leading ``the`` make no difference; the spelling that comes first
    becomes the name. A full stop may end a line. A card that beats ``nothing``, ``nobody`` or ``no one`` beats no card.

    >>> beats_matrix("Rock beats scissors.; The paper beats rock.; Scissors beats the paper.").card_names
    ('Rock', 'paper', 'scissors')
    """
    names: dict[str, str] = {}
    beaten: dict[str, list[str]] = {}

    def first_spelling(card: str) -> str:
        name = _ARTICLE.sub("", card)
        return names.setdefault(name.casefold(), name)

    for line in content_lines(text.replace(";", "\n"))[0]:
        winner, *rest = _BEATS.split(" ".join(line.split()).rstrip(". "))
        losers = _BETWEEN_CARDS.split(rest[0]) if len(rest) == 1 else []
        if not losers or not all([winner, *losers]) or _BETWEEN_CARDS.search(winner):
            raise RelationError(
                f"line {shown(line)} does not say who beats whom: write lines such as 'rock beats scissors, lizard'"
            )
        beaten.setdefault(first_spelling(winner), []).extend(
            first_spelling(loser) for loser in losers if loser.casefold() not in _NONE
        )
    matrix = matrix_of_beaten(beaten)
    understood = f"lines that say which of {counted(len(list(matrix.rows)), 'card')} beats which"
    return BeatMatrix(matrix.rows, matrix.card_names, understood=understood)


def matrix_of_beaten(beaten: Mapping[Any, Any]) -> BeatMatrix:
    """The matrix of a mapping from each card to the cards that it beats: a list, or a text of names with commas.

    >>> matrix_of_beaten({"rock": "scissors", "paper": ["rock"], "scissors": "paper"}).rows
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    """
    pairs: list[tuple[object, object]] = []
    for winner, losers in beaten.items():
        if isinstance(losers, str):
            losers = _BETWEEN_CARDS.split(losers.strip()) if losers.strip() else []
        if not isinstance(losers, Iterable):
            raise RelationError(
                f"card {shown(winner)} beats {shown(losers)}, which is no list of cards: name them in a list"
            )
        pairs += [(winner, loser) for loser in losers]
    cards = dict.fromkeys(map(as_card, [*beaten, *(loser for _, loser in pairs)]))
    return matrix_of_pairs(cards, pairs)


def content_lines(text: str) -> tuple[list[str], int]:
    """The lines of a text that are neither blank nor comments, and the number of comments."""
    lines = [line for line in re.split("\r\n|\r|\n", text) if line.strip()]
    content = [line for line in lines if not line.lstrip().startswith("#")]
    return content, len(lines) - len(content)


def _without_empty_columns(lines: Lines) -> Lines:
    """The lines without the empty cells that a spreadsheet puts at the end of each."""
    while len(lines[0]) > 1 and all(len(line) == len(lines[0]) and not line[-1] for line in lines):
        lines = [line[:-1] for line in lines]
    return lines


def _with_diagonal(lines: Lines) -> Lines:
    """The lines with 0 on the diagonal, if all places there hold the same mark, or nothing."""
    diagonal = {line[place] if place < len(line) else None for place, line in enumerate(lines)}
    if len(diagonal) == 1 and diagonal <= set(_ON_DIAGONAL):
        return [[*line[:place], "0", *line[place + 1 :]] for place, line in enumerate(lines)]
    return lines


def _split_off_names(lines: Lines) -> tuple[list[str], Lines, str]:
    """The card names, the rows without them, and the place where the names stood.

    Cells with a 0 or a 1 among them are entries and no names, except where a card 1 is called "1". Without the row or
    column of names the rest must be square.
    """
    head, column = lines[0], [line[0] for line in lines]
    if len(lines) > 1:
        has_corner = any(len(line) == len(head) for line in lines[1:])
        across, down = head[has_corner:], column[1:]
        if _are_names(across) and _are_names(down):
            if across != down:
                raise RelationError(
                    f"the first row names the cards {shown_names(across)}, the first column {shown_names(down)}: "
                    "write the same names in the same order, or entries that are 0 or 1"
                )
            return _without_numbers(across), [line[1:] for line in lines[1:]], "the first row and the first column"
        if _are_names(head):
            return _without_numbers(head), lines[1:], "the first row"
    if _are_names(column):
        return _without_numbers(column), [line[1:] for line in lines], "the first column"
    return [], lines, ""


def _are_names(cells: list[str]) -> bool:
    if cells == list(map(str, range(len(cells)))):  # counted from 0; two such cells may be entries
        return len(cells) > 2
    return cells[:1] not in ([], ["0"]) and cells != ["1"] and not any(cell in _ENTRIES for cell in cells[1:])


def _without_numbers(cells: list[str]) -> list[str]:
    """The names, or none if they only number the cards."""
    return [] if are_numbers([as_card(cell) for cell in cells]) else cells
