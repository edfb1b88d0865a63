"""Plain lines, and rows of cells: a square table, or columns of winners and losers, perhaps with an entry or a verb.

There are a few forms of rows, each with one way to read them or several. A way takes some cells as names and all others
as entries, and so makes facts of them. The first way is taken in which no name is a number or an entry, and each entry
says how a card does; the first time around, numbers other than 0, 1 and -1 say nothing.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from wargraph.core.matrices.beat_matrix import (
    BeatMatrix,
    Fact,
    are_numbers,
    check_size,
    count,
    is_blank,
    is_loss,
    is_number,
    matrix_of_facts,
    refused_entry,
    shown_names,
    wrong_facts,
)
from wargraph.core.matrices.sentences import (
    NOTHING,
    entry_of_link,
    facts_in_cells,
    facts_of_sentences,
    has_link,
    not_said,
)
from wargraph.errors import RelationError, shown

Rows = Sequence[Sequence[str]]
Lines = Mapping[int, str]
"""Lines of text, by their numbers."""


class _Way(NamedTuple):
    """A way to read rows: the facts, how they were found, the cards in order, and how the facts are put together."""

    facts: list[Fact]
    how: str
    cards: Sequence[str]
    are_games: bool = False
    absent: int | None = None


class _Heading(NamedTuple):
    """The columns of winners and losers, that of entries, and whether an entry may name the winner."""

    pairs: list[tuple[int, int]]
    entry: int | None = None
    are_outcomes: bool = False


_COMMENT = re.compile(
    r"\s*(#(?![,;\t])|//|%).*|[\s|+:=-]*(--|==)[\s|+:=-]*|[\s:|-]*\|[\s:|-]*|sep=[,;\t|]|\d+\u00d7\d+ \S+:"
)
"""Lines that hold nothing: comments, rules in a table, Excel's separator, and Julia's line above a matrix."""

_ITEM = re.compile(r"\s*-\s+(.*)|\s+(\S.*?): *(.+)")
"""What YAML has below a line that ends in a colon: a card, or a card and an entry or a verb."""

_EDGE_DATA = re.compile(r"""\s\{(?=['"}])(?:.*?['"]weight['"]: *([^,}]+))?[^{]*\}$""")
"""What networkx writes behind the two ends of an edge."""


def _side(words: str) -> str:
    """Return a pattern for a word above the cards of one side, such as ``the losing card`` and ``loser_id``."""
    return rf"(?:the )?(?:{words})(?: (?:card|player|team|item|name|node|id))*"


_COLUMNS = {
    "winner": _side(
        "winners?|winning|wins|won|beater|beating|victor(s|ious)?|conqueror|conquering|eater|from|source|tail"
        "|attack(er|ing)?|predator|hunter|dominat(or|ing)|dominant|superior|stronger"
    ),
    "loser": _side(
        "losers?|losing|loses|lost|beaten|defeated|vanquished|conquered|eaten|to|target|head|defend(er|ing)|defen[cs]e"
        "|prey|quarry|victim|dominated|inferior|weaker"
    ),
    "beats": "(beat|defeat)s?|strengths?|(wins|strong) (over|against)",
    "loses to": ".* by|weakness(es)?|(loses|lost|weak|vulnerable) (to|against)",
    "entry": "entry|outcome|payoff|result|score|value|weight|games|times|count",
    "card": "card|choice|gesture|hand|item|label|move|name|node|throw",
    "draw": "(is )?(draws?|drawn|ties?|tied)",
}
"""The contents of a column, by the word above it."""

_NAMED = re.compile(f"(?P<winner>{_COLUMNS['winner']})|(?P<loser>{_COLUMNS['loser']})")
"""A word above a column that names the winner or the loser of two other columns."""

_ENDS = {"from", "to", "source", "target", "head", "tail"}
"""Words for the ends of an arc, whose entry may be a loss."""

_FIRST = "p1|(player|card|team) ?[1a]|first|left|home|white"
_SECOND = "p2|(player|card|team) ?[2b]|second|right|away|black"
"""Which card a result names, if it names none."""

_TOTALS = re.compile(
    r"(grand )?totals?|sum|Σ|points|pts|score|wins|losses|draws|elo|rating|rank|place|pos|no|#", re.IGNORECASE
)
"""What stands above a column, or beside a row, that belongs to no card."""

_CORNER = re.compile(
    r"(?P<v>\b\w+ by\b|\b(?:los(?:es?|t)|weak|vulnerable) (?:to|against)\b|<)"
    r"|(?P<V>\b(?:beat|defeat)(?:s|ing)?\b|\b(?:wins?|won|strong) (?:over|against)\b|>)"
    r"|(?P<W>\b(?:win(?:s|ners?|ning)?|won|victors?|attack\w*)\b)"
    r"|(?P<L>\b(?:los\w+|beaten|defeated|defen[cds]\w*)\b)"
    r"|(?P<R>\b(?:rows?|down)\b|↓)|(?P<C>\b(?:columns?|cols?|across)\b|→)"
)
"""What the corner of a table may say: a verb of losing or winning, a winner or a loser, the row or the column."""

_NEUTRAL = re.compile(r"\b(vs?|versus|against|players?|cards?|types?|names?|moves?|and|the|of|from|to)\b|[\W_]")
"""What else may stand between the row and the column in a corner."""

_ROW_WINS = re.compile("R[VW]C?|WR(LC)?|RWCL")
"""What a corner says, in letters, if the row's card wins. If it says so after either row and column, or winning and
losing, have been exchanged, the column's card wins.
"""
_OPPOSITE_SIDE, _OPPOSITE_WIN = str.maketrans("RC", "CR"), str.maketrans("VvWL", "vVLW")


def matrix_of_lines(text: str) -> BeatMatrix:
    """Return the matrix in plain lines: cells of a table, or sentences."""
    lines: dict[int, str] = {}
    head = last = 0
    card = ""
    text = text.translate({ord("│"): "|", ord("║"): "|", ord("\u00a0"): " "})
    for number, line in enumerate(text.splitlines(), start=1):
        content = _EDGE_DATA.sub(lambda data: f" {data[1] or 'win'}", line.rstrip(" "))
        if not content.strip() or _COMMENT.fullmatch(content):
            _check_comment(content)
            continue
        item = _ITEM.fullmatch(content) if head else None
        if item is None:
            head, card = (number, content[:-1]) if content.endswith(":") else (0, "")
        elif item[1] and not has_link(item[1]):
            lines[last] += f"{' ' if last == head else ', '}{item[1]}"
            continue
        else:
            lines.pop(head if last == head else 0, None)
            content = item[1] or ",".join((card, *(item.groups()[1:] if count([item[3]]) else (item[3], item[2]))))
        lines[number], last = content, number
    if not lines:
        raise RelationError("it is empty: write a table of 0 and 1, or lines such as 'rock beats scissors'")
    return matrix_of_rows(_cells(list(lines.values())), lines)


def _check_comment(line: str) -> None:
    """Refuse a comment that says of rows and columns, or of winners and losers, the opposite of what is read.

    >>> _check_comment("# rows beat columns, one row for each card")
    """
    words = plain(line)
    names_sides = any(word.lastgroup in ("R", "C") for word in _CORNER.finditer(words))
    if row_wins(line) is False if names_sides else re.search(r"\blosers?\b.*\bwinners?\b", words):
        raise RelationError(
            f"the comment {shown(line.strip())} may say that the second card wins, and comments are not read: write "
            "'winner,loser' or 'loser,winner' above two columns, or 'row beats column' into the corner of a table"
        )


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
        if all(map(has_link, lines)):  # sentences about names in quotes
            return list(map(str.split, lines))
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


def matrix_of_rows(rows: Rows, lines: Lines | None = None) -> BeatMatrix:
    """Return the matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    check_size(max(map(len, rows)) - 1)
    lines = dict(enumerate(map(" ".join, rows), start=1)) if lines is None else lines
    is_title = _heading(rows) is None and _is_title(rows)
    body = rows[is_title:], {number: lines[number] for number in list(lines)[is_title:]}
    title = f"; the first line ({', '.join(rows[0])}) is a heading" * is_title
    least, message, error = len({*chain.from_iterable(rows)}) // 2 + 1, "", None
    for compare, (form, is_whole) in product((False, True), _FORMS):
        if (error or _heading(rows)) and not is_whole:
            continue  # numbers may still be compared
        try:
            ways = list(form(rows, lines) if is_whole else form(*body))
        except RelationError as refused:
            error = refused
            continue
        if ways and is_title and form is _pairs:
            raise RelationError(
                f"the first line, {', '.join(rows[0])!r}, may be a heading, and does not say which card wins: "
                "begin with the line 'winner,loser' or 'loser,winner'"
            )
        for way in ways:
            if not (wrong := wrong_facts(way.facts, compare)):
                return matrix_of_facts(*way._replace(how=way.how + title * (not is_whole)))
            if (unexplained := len({entry for *_, entry in wrong})) < least:
                least, message = unexplained, refused_entry(*wrong[0])
    if error and (least > 1 or len(rows) < 3):
        raise error
    if message:
        raise RelationError(message)
    widths = Counter(map(len, rows))
    strangest = min(
        zip(lines, rows, strict=True),
        key=lambda line: (
            widths[len(line[1])],
            len({*line[1]} - {""}) == len(line[1]) and not any(map(is_number, line[1])),
        ),
    )
    raise RelationError(not_said(strangest[0], " ".join(strangest[1])))


def _is_title(rows: Rows) -> bool:
    """Return whether the first row is a heading: its words stand nowhere else, but each other row has one that does."""
    words = [{cell.casefold() for cell in row} for row in rows]
    times = Counter(chain.from_iterable(words))
    is_alone = [all(times[word] == 1 for word in row) for row in words]
    are_entries = all if len(rows[0]) == 2 else any
    is_sentence = has_link(" ".join(rows[0])) or are_entries(map(_is_entry, rows[0]))
    return len(rows) > 2 and len(rows[0]) > 1 and is_alone == [True, *[False] * (len(rows) - 1)] and not is_sentence


def _squares(rows: Rows, lines: Lines) -> Iterator[_Way]:
    """Yield the ways in which rows hold a square of entries, with or without names.

    The first row may leave out the corner, or hold a corner of several words; a corner such as ``loser`` turns the
    table round. A row or a column of numbers that only count the cards takes the names from the other. Totals are no
    cards.
    """
    if len(set(map(len, rows[1:]))) > 1:
        return
    n, head, first = len(rows), list(rows[0]), [row[0] for row in rows]
    if _can_name(head) and _heading(rows) is None:
        yield from _square(rows[1:], head, head, ", names in the first row")
    if _can_name(first):
        yield from _square([row[1:] for row in rows], first, first, ", names in the first column")
    corner, across, down = head[: len(head) - n + 1], head[len(head) - n + 1 :], first[1:]
    cells, where = [row[1:] for row in rows[1:]], ", names in the first row and column"
    names = next((names for names in (across, down) if not any(map(_is_entry, names))), [])
    down, across = (
        names if names and _counts_up(side) and not (side[0] == "0" and any(corner)) else side
        for side in (down, across)
    )
    said = " ".join(corner)
    is_for_row = row_wins(said)
    if is_for_row is False:
        cells, down, across, where = list(zip(*cells, strict=True)), across, down, f"{where}, turned round"
    corner = [word for word in corner if word.casefold() not in ("winner", "loser")]
    if not any(map(_is_entry, [*corner, *(across + down if across != down else [])])):
        for way in _square(cells, down, across, where):
            if is_for_row is None:
                raise RelationError(
                    f"the corner says {said!r}, which does not tell which card wins: write 'row beats column' or "
                    "'column beats row'"
                )
            yield way
    diagonal = {is_blank(row[card]) for card, row in enumerate(rows)} if set(map(len, rows)) == {n} else ()
    if len(diagonal) == 1 and (n > 1 or _is_entry(head[0])) and not (n > 2 and _counts_up(head) and _counts_up(first)):
        numbers = [str(card) for card in range(1, n + 1)]
        yield from _square(rows, numbers, numbers)
    columns = [column for column, word in enumerate(head) if not _TOTALS.fullmatch(word)]
    if 1 < len(columns) < len(head) == len(rows[-1]):
        yield from _squares(
            [[row[column] for column in columns] for row in rows if not _TOTALS.fullmatch(row[0])], lines
        )


def _square(cells: Rows, down: Sequence[str], across: Sequence[str], where: str = "") -> Iterator[_Way]:
    """Yield the way to read cells with these names of the rows and columns, if they are a square."""
    if not cells or {len(down), len(across), *map(len, cells)} != {len(cells)}:
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
    yield _Way(facts, f"a square table{of} that says how the row's card does against the column's{where}", down)


def row_wins(corner: str) -> bool | None:
    """Return whether the card of the row wins, by the words in the corner of a table; None if these are not clear.

    >>> row_wins("type"), row_wins("prey / predator"), row_wins("rows lose to columns"), row_wins("beats column")
    (True, False, False, None)
    >>> row_wins("row vs. column"), row_wins("column crushes row"), row_wins("column frobs row")
    (True, False, None)
    """
    text = plain(corner)
    parts = [re.sub(r"^\W+|\W+$", "", part) for part in re.split(r"[\\/|→]|->", text)]
    told = {
        (side == "winner") == (place == 0)
        for place, part in enumerate(parts)
        for side in ("winner", "loser")
        if re.fullmatch(_COLUMNS[side], part)
    }
    if told and len(parts) <= 2:
        return told.pop() if len(told) == 1 else None
    said = "".join(str(word.lastgroup) for word in _CORNER.finditer(text))
    if said in ("RC", "CR") and (verb := " ".join(_NEUTRAL.sub(" ", _CORNER.sub(" ", text)).split())):
        said = said[0] + {"win": "V", "lose": "v"}.get(entry_of_link(verb), "?") + said[1]
    if not set(said) - {"R", "C"}:
        return True
    said = said if {"R", "C"} & set(said) else f"R{said}"
    turned = said.translate(_OPPOSITE_WIN)
    if any(map(_ROW_WINS.fullmatch, (said, turned.translate(_OPPOSITE_SIDE)))):
        return True
    return False if any(map(_ROW_WINS.fullmatch, (turned, said.translate(_OPPOSITE_SIDE)))) else None


def _words_above(rows: Rows) -> list[str]:
    """Return the words of the first row; none if what they say of a column stands in each row, as in sentences."""
    words = list(map(plain, rows[0]))
    told = [column for column, word in enumerate(words) if _NAMED.fullmatch(word)]
    recurs = all(row[column : column + 1] == [rows[0][column]] for row in rows[1:] for column in told)
    return [] if told and len(rows) > 1 and recurs else words


def _check_told_once(rows: Rows, words: Sequence[str], used: Iterable[int]) -> None:
    """Refuse another column that names winners or losers beside those that are used."""
    for column in {column for column, word in enumerate(words) if _NAMED.fullmatch(word)} - {*used}:
        if not all(is_number(cell) for row in rows[1:] for cell in row[column : column + 1]):
            raise RelationError(
                f"columns {', '.join(rows[0])!r} name winners or losers twice: call the cards of a game player1 and "
                f"player2 beside {rows[0][column]!r}"
            )


def _heading(rows: Rows) -> _Heading | None:
    """Return what the first row says about the columns; None if it is no heading."""
    words = _words_above(rows)

    def place(pattern: str) -> int | None:
        return next((column for column, word in enumerate(words) if re.fullmatch(pattern, word)), None)

    winner, loser, beats, loses, entry, card, draw = map(place, _COLUMNS.values())
    if draw is not None and None not in (winner, loser):
        raise RelationError(
            f"column {rows[0][draw]!r} stands beside winners and losers: give each row the columns card, other and "
            "result, with win, lose or draw"
        )
    is_new = len(words) == 2 and not {*rows[0]} & {*chain.from_iterable(rows[1:])}
    subject = next((column for column in (card, winner, loser) if column is not None), None)
    if subject is None and 0 not in (beats, loses) and (len(words) == 2 or None not in (beats, loses)):
        subject = 0
    if subject is not None and ((beats is not None and subject == loser) or (loses is not None and subject == winner)):
        raise RelationError(
            f"the first line, {', '.join(rows[0])!r}, contradicts itself: call the columns winner and loser"
        )
    sides = [(winner, loser)]
    if None in sides[0] and subject is not None:
        other = card if card is not None else 1 - subject if is_new else None
        sides = (
            [(subject, beats), (loses, subject)]
            if (beats, loses) != (None, None)
            else [(winner, other) if loser is None else (other, loser)]
        )
    if pairs := [(one, other) for one, other in sides if one is not None and other is not None and one != other]:
        _check_told_once(rows, words, chain.from_iterable(pairs))
        return _Heading(pairs, entry if beats is loses is None else None)
    one, other = place(_FIRST), place(_SECOND)
    decided = next((column for column in (entry, winner) if column is not None), None)
    if decided is None and (len(words) == 3 or None not in (one, other)):
        decided = loser
    if len(words) == 3 and None in (one, other):
        one, other = [column for column in range(3) if column != decided][:2]
    if one is None or other is None or decided is None or len(words) < 3:
        return None
    return _Heading([(one, other)], decided, are_outcomes=True)


def has_relation(words: Iterable[str]) -> bool:
    """Return whether one of some words says which cards another one beats, or loses to."""
    columns = f"{_COLUMNS['beats']}|{_COLUMNS['loses to']}"
    return any(re.fullmatch(columns, plain(word)) for word in words)


def may_decide(word: str) -> bool:
    """Return whether a word is one for winners, losers, or how a card does.

    >>> may_decide("winner"), may_decide("outcome"), may_decide("colour")
    (True, True, False)
    """
    kinds = ("winner", "loser", "beats", "loses to", "entry")
    return any(re.fullmatch(_COLUMNS[kind], plain(word)) for kind in kinds)


def plain(word: str) -> str:
    """Return a word in lower case, or several if ``_`` or capitals join them.

    >>> plain("isBeatenBy"), plain("LOSES_TO")
    ('is beaten by', 'loses to')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", word).casefold()


def _headed(rows: Rows, _: Lines) -> Iterator[_Way]:
    """Yield the way to read rows as their heading says."""
    if heading := _heading(rows):
        used = {heading.entry, *chain.from_iterable(heading.pairs)}
        others = {cell for row in rows[1:] for column, cell in enumerate(row) if column not in used}
        if verb := next((cell for cell in others if not heading.are_outcomes and entry_of_link(cell) == "lose"), ""):
            raise RelationError(f"{verb!r} contradicts the heading: put the winner below 'winner', and omit the verbs")
        yield from _columns(rows[1:], f"each row is {', '.join(rows[0])}, as the heading says", heading, rows[0])


def _games(rows: Rows, _: Lines) -> Iterator[_Way]:
    is_table = {cell for row in rows for cell in row} <= {"0", "1"}  # cut short, rather than games of two cards
    if {*map(len, rows)} == {3} and not is_table and not any(has_link(cell) for row in rows for cell in row[:2]):
        how = "each line is a card, another card, and how the first does against the second"
        yield from _columns(rows, how, _Heading([(0, 1)], 2, are_outcomes=True))


def _said(_: Rows, lines: Lines) -> Iterator[_Way]:
    said = facts_of_sentences(lines)
    if said and _are_names([*said[2], *(other for _, other, _ in said[0])]):
        yield _Way(*said)


def _linked(rows: Rows, lines: Lines) -> Iterator[_Way]:
    """Yield the way to read cells with a verb between two cards. Words between blanks are sentences if it is known."""
    are_sentences = all(" ".join(row).split() == lines[number].split() for row, number in zip(rows, lines, strict=True))
    if {*map(len, rows)} == {3} and not (are_sentences and any(map(has_link, lines.values()))):
        facts = facts_in_cells(dict(zip(lines, rows, strict=True)))
        if facts and _are_names(card for *pair, _ in facts for card in pair):
            yield _Way(facts, "each line is a card, a verb, and another card", [card for card, *_ in facts])


def _pairs(rows: Rows, lines: Lines) -> Iterator[_Way]:
    line = next(iter(lines.values()), "")
    if len(rows) == 1 and ";" in line and all(" " in cell for cell in rows[0]):  # rather two lines in one
        raise RelationError(not_said(next(iter(lines)), line))
    if {*map(len, rows)} == {2} and not count(chain.from_iterable(rows)):
        yield from _columns(rows, "each line is winner, loser", _Heading([(0, 1)]))


def _adjacent(rows: Rows, _: Lines) -> Iterator[_Way]:
    if {*map(len, rows)} == {2}:  # pairs, of which one lacks a card
        return
    rows = [[cell for cell in row if cell] for row in rows]
    cards = [row[0] for row in rows if row]
    if (
        len({*cards}) == len(rows) < sum(map(len, rows))
        and {*chain.from_iterable(rows)} == {*cards}
        and _are_names(cards)
    ):
        facts: list[Fact] = [(row[0], other, "win") for row in rows for other in row[1:]]
        if all(card != other for card, other, _ in facts):
            yield _Way(facts, "each line is a card and those that it beats", cards)


_FORMS: tuple[tuple[Callable[[Rows, Lines], Iterator[_Way]], bool], ...] = (
    (_squares, True), (_headed, True), (_games, False), (_linked, False), (_said, False), (_pairs, False),
    (_adjacent, False),
)  # fmt: skip
"""The forms of rows, in the order in which they are tried, and whether they include a heading."""


def _columns(rows: Rows, how: str, heading: _Heading, words: Sequence[str] = ("", "", "")) -> Iterator[_Way]:
    """Yield the way to read rows with this heading."""
    pairs, entry, are_outcomes = heading
    rows, may_be_none = [[*row, *[""] * len(words)] for row in rows], has_relation(words)
    facts: list[Fact] = []
    for row, (winner, loser) in product(rows, pairs):
        for card, other in product(*(re.split(" *[,;] *", row[column]) for column in (winner, loser))):
            sides = (card, words[winner], _FIRST), (other, words[loser], _SECOND)
            said = "win" if entry is None else _outcome(row[entry], words[entry], sides if are_outcomes else ())
            if (
                entry is not None
                and is_loss(said)
                and not are_outcomes
                and not {plain(words[winner]), plain(words[loser])} & _ENDS
            ):
                raise RelationError(
                    f"{row[entry]!r} below {words[entry]!r} contradicts {words[winner]!r} and {words[loser]!r}: leave "
                    "that column out, or call the cards of a game player1 and player2"
                )
            if not may_be_none or NOTHING.isdisjoint((card.casefold(), other.casefold())):
                facts.append((card, other, said))
    subject = pairs[0][0] if len(pairs) == 1 else next(iter({*pairs[0]} & {*pairs[1]}))
    losers, cards = [other for _, other, _ in facts], [row[subject] for row in rows]
    labels = {*cards, *losers, *(card for card, *_ in facts)}
    are_names = are_numbers(labels) or (_are_names(labels) and not count(losers))
    if are_names and not any(card == other for card, other, _ in facts):
        yield _Way(facts, how, cards, are_games=True, absent=None if are_outcomes else 0)


def _outcome(cell: str, heading: str, sides: Sequence[tuple[str, str, str]]) -> str:
    """Return the entry for a cell, which may name the winner, or the loser if the heading says so.

    The cell names a side by its card, by the word above its column, or by a word such as ``home``.
    """
    named = _NAMED.fullmatch(plain(heading))
    if sides and (named or not is_number(cell)):
        for names in zip(*sides, strict=True):
            for said, name in zip(("lose", "win") if named and named["loser"] else ("win", "lose"), names, strict=True):
                if cell and (
                    cell.casefold() == name.casefold() or ("|" in name and re.fullmatch(name, cell.casefold()))
                ):
                    return said
        if named and is_number(cell) and plain(heading) not in ("won", "wins"):
            raise RelationError(f"column {heading!r} has {cell!r}: let it hold names of cards, or draw")
    return entry_of_link(cell)


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
    return all(labels) and (not any(map(_is_entry, labels)) or (len(labels) > 2 and _counts_up(labels)))
