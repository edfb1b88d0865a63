"""The meaning of an entry for two cards, the 0/1 matrix of all entries, and the names of cards.

Whatever people write, a table, pairs or a graph, becomes *facts*: a card, another card, and an entry that says how the
first card does against the second.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any
from unicodedata import normalize

from wargraph.errors import RelationError, TooLargeError, shown
from wargraph.report.humanize import counted

Fact = tuple[Any, Any, Any]
"""A card, another card, and the entry that says how the first does against the second."""

_MOST_CARDS = 1000
"""The most rows or columns of a matrix: no command could answer questions about more, or show them."""

ENTRIES_THAT_COUNT = (
    "an entry is a win (1, win, true), a loss (-1, lose), a draw (draw, tie, 0 beside -1) or no win (0, false), and is "
    "empty only where a card meets itself"
)
_WORDS = {
    1: "1 + w win wins winner won true yes y ✓ ✔",
    -1: "-1 l lose loses loser loss lost",
    0: "d draw draws drawn drew t tie ties tied =",
    None: "0 false f no n ✗ ✘",
}
"""The words for a win, a loss, a draw, and no win; beside losses or draws, no win is a draw."""

_VALUES = {word: value for value, words in _WORDS.items() for word in words.split()}
_BLANK = "- — x * . / nan none n/a null"
_LONGEST_NAME = 60
_INVISIBLE = dict.fromkeys(map(ord, "\u200d\ufe0e\ufe0f"))
"""Parts of emoji that show nothing by themselves: two names that differ by these alone look the same."""
_NUMBER = re.compile(r"[-+]?\d+([.,:/%-]+\d*)*")


@dataclass(frozen=True)
class BeatMatrix:
    """The rows of a matrix, whose entries should be 0 and 1, and what its source said besides."""

    rows: Iterable[Iterable[Any]]
    card_names: Sequence[object] = ()
    name: str = "matrix"
    understood: str = ""
    """The way in which the source was read, in a line."""
    reading: str = ""
    """The interpretation, if the source gave one: see `wargraph.core.relation.Reading`."""


def matrix_of_facts(facts: Iterable[Fact], how: str, cards: Iterable[object] = ()) -> BeatMatrix:
    """Return the matrix that facts describe, with a line on how they were read.

    Labels that are the numbers 1..n, or 0..n-1, number the cards in this order. All other labels are card names, in the
    order of `cards`, then of the first cards of the facts, then of the second cards. If an entry is a loss or a draw,
    the facts are payoffs: 0 is a draw, and two cards must not both win. Draws ask for the interpretation with draws.

    >>> matrix_of_facts([("paper", "rock", "win")], "").rows, matrix_of_facts([(2, 0, 1), (1, 0, -1)], "").rows
    ([[0, 1], [0, 0]], [[0, 1, 0], [0, 0, 0], [1, 0, 0]])
    """
    facts = list(facts)
    given = [*cards, *(card for card, _, _ in facts), *(other for _, other, _ in facts)]
    for label in given:
        if isinstance(label, list | dict | set) or not str(label).strip():
            raise RelationError(f"{shown(label)} is no card: name each card, with the cards that it beats")
    labels = list(dict.fromkeys(map(str, given)))
    check_size(len(labels))
    if are_numbers(labels):
        labels.sort(key=int)
    texts = [(str(card), str(other), str(entry)) for card, other, entry in facts]
    if wrong := wrong_facts(texts):
        raise RelationError(refused_entry(*wrong[0]))
    meaning = _meaning({entry for *_, entry in texts})
    values = [
        (card, other, None if card == other and is_blank(entry) else meaning[_word(entry)])
        for card, other, entry in texts
    ]
    is_payoff = any(value in (0, -1) for *_, value in values)
    turned = [(other, card, -(value or 0)) for card, other, value in values] if is_payoff else []
    said: dict[tuple[str, str], int] = {}
    for card, other, value in chain(values, turned):
        if said.setdefault((card, other), value or 0) != (value or 0):
            if card == other:
                raise RelationError(f"card {shown(card)} wins or loses against itself: leave the entry empty, or put 0")
            raise RelationError(
                f"the entries for {card} and {other} contradict each other: if one wins, the other must lose"
            )
    may_draw = is_payoff and any(value == 0 and card != other for (card, other), value in said.items())
    return BeatMatrix(
        [[int(said.get((card, other)) == 1) for other in labels] for card in labels],
        () if are_numbers(labels) else tuple(labels),
        understood=f"{counted(len(labels), 'card')}; {how}"
        + "; it says that cards draw, so it is read with draws" * may_draw,
        reading="draws" if may_draw else "",
    )


def count(entries: Iterable[str]) -> bool:
    """Return whether each entry says how a card does against another.

    >>> count(["Win", "-1.0", "tie"]), count(["win", ""]), count(["1", "2"])
    (True, False, False)
    """
    return not wrong_facts([("", "any", entry) for entry in set(entries)])


def wrong_facts(facts: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the facts whose entries do not count; an entry for a card and itself may be left out."""
    meaning = _meaning({entry for _, _, entry in facts})
    return [
        (card, other, entry)
        for card, other, entry in facts
        if _word(entry) not in meaning and not (card == other and is_blank(entry))
    ]


def refused_entry(card: object, other: object, entry: object) -> str:
    """Return the message that names an entry that does not count."""
    return f"{card} against {other} has {shown(str(entry))}, but {ENTRIES_THAT_COUNT}"


def is_blank(entry: str) -> bool:
    """Return whether an entry leaves out what a card does against itself: it is empty, a dash or the like."""
    return _word(entry) in ("", *_BLANK.split())


def is_number(cell: str) -> bool:
    """Return whether a cell holds a number or a score, such as 0.5 or 3:1, so that it is no card name."""
    return _NUMBER.fullmatch(cell) is not None


def are_numbers(labels: Iterable[object]) -> bool:
    """Return whether labels only number the cards, starting at 0 or at 1, in any order.

    >>> are_numbers(["0", 2, 1]), are_numbers([2, 1]), are_numbers(["a", "b"])
    (True, True, False)
    """
    texts = set(map(str, labels))
    return texts in ({str(card + first) for card in range(len(texts))} for first in (0, 1))


def check_size(cards: int) -> None:
    """Refuse a matrix that is too large before its entries are checked one by one."""
    if cards > _MOST_CARDS:
        raise TooLargeError(f"a matrix on {cards} cards is too large: use at most {_MOST_CARDS:,} cards")


def shown_names(names: Iterable[object]) -> str:
    """Return a list of names for an error message."""
    return shown(", ".join(map(str, names))).strip("'\"")


def checked_names(card_names: Sequence[object], n: int, name: str) -> tuple[str, ...]:
    """Return the names of the n cards of the relation called `name`; empty if they only number the cards."""
    if isinstance(card_names, str) or not all(isinstance(card, str) for card in card_names):
        raise RelationError(f"{name}: card names {shown(card_names)} are not a list of texts: name each card")
    names = tuple(str(card).strip() for card in card_names)
    if names in ((), tuple(map(str, range(1, n + 1)))):
        return ()
    if len(names) != n:
        raise RelationError(
            f"{name}: there are {len(names)} card names ({shown_names(names)}), but {n} cards: "
            "the matrix needs one row and one column for each name"
        )
    visible = [normalize("NFC", called).translate(_INVISIBLE) for called in names]
    for card, (called, seen) in enumerate(zip(names, visible, strict=True), start=1):
        faults = {
            f"but a name has 1 to {_LONGEST_NAME} characters": not 1 <= len(called) <= _LONGEST_NAME,
            "but a name consists of characters that can be printed": not seen or not seen.isprintable(),
            "but commas and bars stand between the cards of a position: leave them out": "|" in called or "," in called,
            "a number that is not its own: use words, or the numbers 1..n in order": (
                called.isascii() and called.isdigit() and called != str(card)
            ),
            "and so is another card: give each card a name of its own": visible.count(seen) > 1,
        }
        if fault := next((text for text, applies in faults.items() if applies), ""):
            raise RelationError(f"{name}: card {card} is called {shown(called)}, {fault}")
    return names


def _meaning(entries: Iterable[str]) -> dict[str, int | None]:
    """Return the words that count beside these entries, each with its value in `_WORDS`."""
    words = set(map(_word, entries))
    return _VALUES | ({"-": -1} if "+" in words else {}) | ({"t": 1} if "f" in words else {})


@lru_cache
def _word(entry: str) -> str:
    """Return an entry as a word of the vocabulary: 1.0 is 1."""
    word = entry.strip().casefold().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    with suppress(ValueError):
        number = float(word)
        word = str(int(number)) if number.is_integer() else word
    return word
