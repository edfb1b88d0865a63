"""The shapes of a relation in rows of cells or lines of text: a square table, or pairs with the winner first.

The first of these that fits is taken: a square all of whose entries count, rows below a heading that names the winner,
a square half of whose entries count, sentences, games (two cards and an entry), pairs.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, pairwise

from wargraph.core.matrices.beat_matrix import (
    ENTRIES_THAT_COUNT,
    MOST_CARDS,
    BeatMatrix,
    Fact,
    are_numbers,
    check_size,
    counts,
    is_mark,
    matrix_of_facts,
    shown_names,
)
from wargraph.errors import RelationError, shown
from wargraph.report.humanize import counted

Rows = Sequence[Sequence[str]]

_WINNER = re.compile("winners?|wins|won|victor|from|source|attacker|predator|tail|.* by|(loses|lost) (to|against)")
_LOSER = re.compile("losers?|loses|lost|to|target|prey|victim|head|beats?|defeats?|beaten|defeated|wins (over|against)")
_CARD = re.compile("card|name|hand|move|item|node|label")
_ENTRY = re.compile("entry|outcome|payoff|result|score|value|weight|winner")
_REVERSED = re.compile(r"los|defend|(column|across).*(beat|win|defeat)|\W*beaten", re.IGNORECASE)
"""Words in the corner of a table that say that the card of the column wins."""

_NUMBER = re.compile(r"[-+]?\d+([.,:/%-]+\d*)*")
_LINK = re.compile(
    r"(?P<draw>(?<=\s)=(?=\s)|\b(?:draws|ties)(?: with| against)?\b)"
    r"|(?P<lose><+[-=]*|[←⇐⟵≺]|\b(?:loses?|lost|fears?|yields?)\b(?: to| against)?\b"
    r"|\b(?:(?:is|are|was|gets?) )?\w+ by\b)"
    r"|(?P<win>(?:[-=]*>+|[→⇒⟶➔➜≻])(?:\|[^|]*\|)?"  # Mermaid puts a word between bars
    r"|\b(?:beats?|defeats?|dominates|trumps|(?:wins?|won) (?:against|over))\b:?|:(?=\s|$))",
    re.IGNORECASE,
)
_NO_VERBS = {"of", "and", "the", "a", "in", "on", "or", "with", "to", "v", "vs", "vs.", "versus"}
_BETWEEN_CARDS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_ARTICLE = re.compile(r"\bthe (?=.)", re.IGNORECASE)
_NOTHING = {"nothing", "nobody", "no one", "none", "no other"}


def matrix_of_rows(rows: Rows, lines: Sequence[str] = ()) -> BeatMatrix:
    """The matrix in rows of cells; `lines` are the same rows as lines of text, if they come from a text."""
    if max(map(len, rows), default=0) > MOST_CARDS:
        check_size(rows)
    matrix = table(rows, _Square.is_whole) or _below_heading(rows) or table(rows, _Square.is_likely)
    return matrix or sentences(lines) or _games(rows) or _pairs(rows)


def _below_heading(rows: Rows) -> BeatMatrix | None:
    """Pairs below a heading that says which column holds the winner, which the loser, and perhaps which an entry."""
    head = [cell.strip().casefold().replace("_", " ") for cell in rows[0]] if rows else []
    winner, loser, entry = (
        next((place for place, cell in enumerate(head) if kind.fullmatch(cell)), None)
        for kind in (_WINNER, _LOSER, _ENTRY)
    )
    if len(head) == 3 and entry is not None and None in (winner, loser):
        winner, loser = (place for place in range(3) if place != entry)
    elif len(head) == 2 and (winner is None) != (loser is None):
        other = 0 if 1 in (winner, loser) else 1
        if _CARD.fullmatch(head[other]):
            winner, loser = (other, loser) if winner is None else (winner, other)
    if winner is None or loser is None or winner == loser:
        return None
    columns = sorted({winner, loser, *([] if entry is None else [entry])})
    if any(len(row) <= columns[-1] or not row[winner] or not row[loser] for row in rows):
        raise RelationError(f"a row has no entry for each column of the heading {shown(', '.join(head))}: fill it in")
    facts: list[Fact] = [
        (row[winner], other, "win" if entry is None else row[entry])
        for row in rows[1:]
        for other in re.split(" *[,;] *", row[loser])
    ]
    return matrix_of_facts(facts, f"each row is {', '.join(rows[0][place] for place in columns)}, as the heading says")


@dataclass(frozen=True)
class _Square:
    """A square of cells, the labels of its rows and columns, the words in the corner, and where the labels stand."""

    cells: Rows
    down: Sequence[str]
    across: Sequence[str]
    corner: str = ""
    where: str = ""

    @property
    def facts(self) -> list[tuple[str, str, str]]:
        """What the cells say; a corner such as ``loser`` turns them round."""
        facts = [
            (card, other, cell)
            for card, row in zip(self.down, self.cells, strict=True)
            for other, cell in zip(self.across, row, strict=True)
        ]
        return [(other, card, cell) for card, other, cell in facts] if _REVERSED.match(self.corner) else facts

    def is_whole(self) -> bool:
        """Whether each entry counts, and the diagonal is either left out or not."""
        diagonal = [(cell, card) for card, other, cell in self.facts if card == other]
        return (
            (self.has_same_labels or len(self.cells) > 1)
            and len({cell.strip() == "" for cell, _ in diagonal}) <= 1
            and all(is_mark(cell, card) or cell in ("1", "true") for cell, card in diagonal)
            and all(counts(cell, card, other) for card, other, cell in self.facts if card != other)
        )

    def is_likely(self) -> bool:
        """Whether no card does anything against itself, and half of the other entries count."""
        if (
            len(self.cells) == 2
            and not self.where
            and all(_NUMBER.fullmatch(cell) for row in self.cells for cell in row)
        ):
            return True
        rest = [counts(cell, card, other) for card, other, cell in self.facts if card != other]
        marks = all(is_mark(cell, card) for card, other, cell in self.facts if card == other)
        is_named = not self.where or not are_numbers(self.across)
        return is_named and self.has_same_labels and marks and len(self.cells) > 1 and 2 * sum(rest) >= len(rest)

    @property
    def has_same_labels(self) -> bool:
        """Whether rows and columns have the same labels."""
        return set(self.across) == set(self.down)

    def matrix(self) -> BeatMatrix:
        """The matrix of the facts."""
        for labels, place in ((self.across, "row"), (self.down, "column")):
            if len(set(labels)) < len(labels):
                raise RelationError(f"two cards have the same name in the first {place}, {shown_names(labels)}")
        if not self.has_same_labels:
            raise RelationError(
                f"the first row names the cards {shown_names(self.across)}, the first column {shown_names(self.down)}: "
                "write the same names in both"
            )
        how = "the column's card does against the row's" if _REVERSED.match(self.corner) else (
            "the row's card does against the column's"
        )  # fmt: skip
        entries = sorted({cell for row in self.cells for cell in row if cell})
        listed = f" of {', '.join(entries)}" if len(entries) <= 4 else ""
        return matrix_of_facts(self.facts, f"a square table{listed}, how {how}{self.where}", self.down)


def table(rows: Rows, fits: Callable[[_Square], bool] = _Square.is_whole) -> BeatMatrix | None:
    """The matrix in a square of entries, with names in the first row, the first column or both; None if it is none.

    >>> table([["", "rock", "paper"], ["rock", "0", "-1"], ["paper", "1", "0"]]).rows
    [[0, 0], [1, 0]]
    """
    layouts = ((0, 0), (1, 1), (1, 0), (0, 1)) if fits is _Square.is_whole else ((1, 1), (1, 0), (0, 1), (0, 0))
    squares = (square for top, left in layouts if (square := _square(rows, top, left)))
    return next((square.matrix() for square in squares if fits(square)), None)


def _square(rows: Rows, top: int, left: int) -> _Square | None:
    cells = [row[left:] for row in rows[top:]]
    n = len(cells)
    if n < max(1, 1 + left - top) or any(len(row) != n for row in cells) or len(rows[0]) < n:
        return None
    across = list(rows[0][-n:]) if top else []
    down = [row[0] for row in rows[top:]] if left else []
    if n <= 2 and (across != down if n == 1 else are_numbers(across or down or [""]) or are_numbers(down or [""])):
        return None  # entries can be no labels
    if set(across) != set(down):
        if not across or (down and _count_up(across)):
            across = down
        elif not down or _count_up(down):
            down = across
    numbers = [str(card) for card in range(1, n + 1)]
    where = ("", ", names in the first column", ", names in the first row", ", names in the first row and column")
    return _Square(cells, down or numbers, across or numbers, " ".join(rows[0][:-n]), where[2 * top + left])


def _count_up(labels: Sequence[str]) -> bool:
    return are_numbers(labels) and list(labels) == sorted(labels, key=int)


def sentences(lines: Sequence[str]) -> BeatMatrix | None:
    """The matrix that lines such as ``rock beats scissors, lizard`` or ``a > b > c`` describe; None if they do not.

    Upper and lower case and the word ``the`` make no difference; the spelling that comes first becomes the name. A
    verb that is not known stands between two cards of one word each.

    >>> sentences(["Rock beats scissors.", "The paper covers rock.", "Paper loses to scissors."]).card_names
    ('Rock', 'paper', 'scissors')
    """
    said = [_ARTICLE.sub("", re.sub(r"[\[\]{}\"“”]", "", _BULLET.sub("", line))).rstrip(".; ") for line in lines]
    said = [" ".join(sentence.split()) for line in said for sentence in _in_parts(line) if sentence.strip()]
    parts = [_BETWEEN_CARDS.split(sentence) for sentence in said]
    verbs = _verbs([part for each in parts for part in each])
    if not any(map(_LINK.search, said)) and not (said and all(_linked(first, verbs)[1] for first, *_ in parts)):
        return None
    names: dict[str, str] = {}
    subjects: list[str] = []
    facts: list[Fact] = []
    ways: dict[str, None] = {}
    for sentence, (first, *others) in zip(said, parts, strict=True):
        if not _linked(first, verbs)[1]:
            raise RelationError(_not_said(sentence))
        for part in (first, *others):
            cards, links = _linked(part, verbs)
            if not all(cards) and links != [":"]:
                raise RelationError(_not_said(sentence))
            cards = [names.setdefault(card.casefold(), card) for card in cards if card.casefold() not in _NOTHING]
            if links:
                entries = list(map(_entry_of, links))
                subjects += cards[: len(links)]
                is_ranking = len(links) > 1 and set(links) in ({">"}, {"<"}) and len(set(cards)) == len(cards)
                pairs = combinations(cards, 2) if is_ranking else pairwise(cards)
                facts += [(*pair, entry) for pair, entry in zip(pairs, cycle(entries), strict=False)]
                if len(links) > 1:
                    ways["; a card beats all after it" if is_ranking else "; a card beats the next one only"] = None
            else:
                facts += [(subjects[-1], card, entries[-1]) for card in cards]
    how = (
        f"each line is winner, verb ({', '.join(sorted(verbs))}), loser"
        if verbs
        else "each line says which card beats which"
    )
    return matrix_of_facts(facts, how + "".join(ways), subjects)


def _in_parts(line: str) -> list[str]:
    """The sentences of a line, behind semicolons, or behind full stops if each of them says something."""
    parts = re.split(r"[.;]\s+", line)
    return parts if all(map(_LINK.search, parts)) else line.split(";")


def has_link(text: str) -> bool:
    """Whether a text holds a word or an arrow between cards, such as ``beats`` or ``->``."""
    return _LINK.search(text) is not None


def _verbs(parts: list[str]) -> set[str]:
    """The words in the middle of all parts of three words, if they can be verbs: none of them is a card."""
    triples = [part.casefold().split() for part in parts if part.count(" ") == 2 and not _LINK.search(part)]
    verbs = {verb for _, verb, _ in triples}
    return verbs if verbs.isdisjoint(_NO_VERBS.union(*({first, last} for first, _, last in triples))) else set()


def _linked(part: str, verbs: set[str]) -> tuple[list[str], list[str]]:
    """The cards of a part of a sentence, and the words or arrows between them."""
    words = part.split()
    if len(words) == 3 and words[1].casefold() in verbs:
        return words[::2], words[1:2]  # a verb that is not known, such as crushes
    links = list(_LINK.finditer(part))
    ends = [0, *(link.end() for link in links)]
    starts = [*(link.start() for link in links), len(part)]
    return [part[i:j].strip(" '`*") for i, j in zip(ends, starts, strict=True)], [link[0].strip() for link in links]


def _entry_of(link: str) -> str:
    found = _LINK.fullmatch(f"{link}")
    return "draw" if link == "=" else (found and found.lastgroup) or "win"


def _not_said(sentence: str) -> str:
    return (
        f"line {shown(sentence)} does not say who beats whom: write lines such as 'rock beats scissors, lizard'; "
        f"in a table {ENTRIES_THAT_COUNT}"
    )


def _games(rows: Rows) -> BeatMatrix | None:
    """The matrix in rows of two cards and how the first does against the second, in an entry or a verb between them."""
    if not rows or any(len(row) != 3 for row in rows) or all(counts(cell) for row in rows for cell in row):
        return None
    if all(counts(entry, card, other) or _NUMBER.fullmatch(entry) for card, other, entry in rows):
        return matrix_of_facts(
            [(a, b, entry) for a, b, entry in rows],
            "each line is a card, another card, and how the first does against the second",
        )
    verbs = {verb for _, verb, _ in rows}
    if verbs.isdisjoint(card for first, _, last in rows for card in (first, last)):
        facts: list[Fact] = [(first, last, _entry_of(verb)) for first, verb, last in rows]
        return matrix_of_facts(facts, "each line is winner, verb, loser")
    return None


def _pairs(rows: Rows) -> BeatMatrix:
    """The matrix in rows of a card and the cards that it beats, most often one."""
    cells = [cell for row in rows for cell in row]
    beaten = [cell for row in rows for cell in row[1:]]
    has_words = 2 * sum(counts(cell) and not _NUMBER.fullmatch(cell) for cell in beaten) > len(beaten)
    if all(map(counts, cells)) or has_words:
        widths = " or ".join(sorted({str(len(row)) for row in rows}))
        raise RelationError(
            f"the matrix has {counted(len(rows), 'row')} of {widths} entries: it must be square, with a row and a "
            "column for each card"
        )
    numbers = [cell for cell in dict.fromkeys(cells) if _NUMBER.fullmatch(cell)]
    if numbers and not are_numbers(set(cells)):
        raise RelationError(f"{shown(numbers[0])} is no entry and numbers no card: {ENTRIES_THAT_COUNT}")
    longest = max(map(len, rows), default=0)
    are_too_many = longest > 2 and len(set(beaten) - {row[0] for row in rows}) > 1
    for row in rows:
        if are_too_many or "" in row or len(set(row)) < len(row) or (len(row) < 2 and longest < 3):
            raise RelationError(_not_said(" ".join(row)))
    how = "each line is winner, loser" if longest == 2 else "each line is a card and the cards that it beats"
    facts: list[Fact] = [(winner, loser, "win") for winner, *losers in rows for loser in losers]
    return matrix_of_facts(facts, how, [row[0] for row in rows])
