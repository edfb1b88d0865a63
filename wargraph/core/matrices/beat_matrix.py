"""One vocabulary for all sources of a relation: what an entry says of two cards, and the 0/1 matrix of all entries.

Whatever people write, a table, pairs or a graph, becomes *facts*: a card, another card, and an entry that says how the
first card does against the second.
"""

import re
from collections.abc import Iterable, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any

from wargraph.errors import RelationError, TooLargeError, shown
from wargraph.report.humanize import counted

Fact = tuple[Any, Any, Any]
"""A card, another card, and the entry that says how the first does against the second."""

MOST_CARDS = 1000
"""The most rows or columns of a matrix: no command could answer questions about more, or show them."""


class Outcome(Enum):
    """What an entry says of the first of two cards. ``BLANK`` says nothing: it is for a card that meets itself."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    NO_WIN = "no win"
    BLANK = "blank"

    @property
    def reverse(self) -> "Outcome":
        """What the entry says of the second card."""
        return {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}.get(self, self)


_WORDS = {
    Outcome.WIN: "1 + w win wins winner won true yes y ✓ ✔",
    Outcome.LOSS: "-1 l lose loses loser loss lost",
    Outcome.DRAW: "d draw draws drawn drew t tie ties tied =",
    Outcome.NO_WIN: "0 false f no n ✗ ✘",
    Outcome.BLANK: "- x * . / nan none n/a null",
}
_OUTCOMES = {"": Outcome.BLANK} | {word: outcome for outcome, words in _WORDS.items() for word in words.split()}
ENTRIES_THAT_COUNT = (
    "an entry is a win (1, win, true), a loss (-1, lose), a draw (draw, tie, 0 beside -1) or no win (0, false), and is "
    "empty only where a card meets itself"
)


@dataclass(frozen=True)
class BeatMatrix:
    """The rows of a matrix, whose entries should be 0 and 1, and what its source said besides.

    Attributes
    ----------
    rows
        The entries; `Relation` checks them.
    card_names
        The names of the cards, if the source gave names.
    name
        The name of the relation.
    understood
        How the source was read, in a line.
    reading
        The interpretation of the matrix, see `wargraph.core.relation.Reading`, if the source gave one.
    """

    rows: Iterable[Iterable[Any]]
    card_names: Sequence[object] = ()
    name: str = "matrix"
    understood: str = ""
    reading: str = ""


def check_size(rows: Sequence[Sized]) -> None:
    """Refuse a matrix that is too large before its entries are checked one by one."""
    if len(rows) > MOST_CARDS or any(len(row) > MOST_CARDS for row in rows):
        raise TooLargeError(f"the matrix is too large: use at most {MOST_CARDS:,} cards")


def counts(entry: object, card: object = None, other: object = None) -> bool:
    """Whether an entry says how a card does against another. The name of one of them says that it wins.

    >>> [counts(entry) for entry in ("Win", "-1.0", "tie", "", 2)], counts("rock", "paper", "rock")
    ([True, True, True, False, False], True)
    """
    return _word(entry) not in ("", "nan") and _outcome(entry, card, other, _OUTCOMES) is not None


def is_mark(entry: object, card: object) -> bool:
    """Whether an entry leaves out what a card does against itself: it is empty, a dash, 0, a draw, or the card's name.

    >>> [is_mark(entry, "rock") for entry in ("", "-", "0", "draw", "rock", "1")]
    [True, True, True, True, True, False]
    """
    return _word(entry) == str(card).casefold() or _OUTCOMES.get(_word(entry)) in (
        Outcome.BLANK, Outcome.NO_WIN, Outcome.DRAW,
    )  # fmt: skip


def matrix_of_facts(facts: Iterable[Fact], how: str, cards: Iterable[object] = ()) -> BeatMatrix:
    """The matrix that facts describe, with a line on how they were read.

    Labels that are the numbers 1..n, or 0..n-1, number the cards in this order. All other labels are card names, in the
    order of `cards`, then of the first cards of the facts, then of the second cards. If an entry says that a card loses
    or draws, all entries must agree, 0 is a draw where others are -1, and two cards that draw ask for the
    interpretation with draws.

    >>> matrix_of_facts([("paper", "rock", "win")], "").rows, matrix_of_facts([(2, 0, 1), (1, 0, -1)], "").rows
    ([[0, 1], [0, 0]], [[0, 1, 0], [0, 0, 0], [1, 0, 0]])
    """
    facts, cards = list(facts), list(cards)
    for label in (*cards, *(card for fact in facts for card in fact[:2])):
        if isinstance(label, list | dict | set) or str(label).strip() == "":
            raise RelationError(f"{shown(label)} is no card: name each card, with the cards that it beats")
    labels = list(dict.fromkeys([*cards, *(card for card, _, _ in facts), *(other for _, other, _ in facts)]))
    places, card_names = _places(labels)
    meaning = _meaning({_word(entry) for _, _, entry in facts})
    outcomes = [
        ((places[card], places[other]), _checked(_outcome(entry, card, other, meaning), card, other, entry))
        for card, other, entry in facts
    ]
    said_so = {outcome for _, outcome in outcomes}.union(meaning.get(_word(entry)) for _, _, entry in facts)
    is_signed = not said_so.isdisjoint({Outcome.LOSS, Outcome.DRAW})
    said: dict[tuple[int, int], Outcome] = {}
    for (i, j), outcome in outcomes:
        if outcome is not Outcome.NO_WIN and (
            said.setdefault((i, j), outcome) is not outcome
            or (is_signed and said.setdefault((j, i), outcome.reverse) is not outcome.reverse)
        ):
            raise RelationError(
                f"the entries for {labels[i]} and {labels[j]} contradict each other: if one wins, the other must lose"
            )
    n, draws = len(labels), Outcome.DRAW in said.values()
    rows = [[int(said.get((i, j)) is Outcome.WIN) for j in range(n)] for i in range(n)]
    understood = f"{counted(n, 'card')}; {how}" + "; it says that cards draw, so it is read with draws" * draws
    return BeatMatrix(rows, card_names, understood=understood, reading="draws" if draws else "")


def _places(labels: list[Any]) -> tuple[dict[Any, int], tuple[str, ...]]:
    """The place of each label in the matrix, and the names of the cards, if they have names."""
    if not labels:
        raise RelationError("there are no cards: say which card beats which")
    check_size([labels])
    texts = [str(label) for label in labels]
    if len(set(texts)) < len(texts):
        raise RelationError(f"two of the cards {shown_names(texts)} have the same name: give each a name of its own")
    if are_numbers(texts):
        labels.sort(key=int)
    return {label: place for place, label in enumerate(labels)}, () if are_numbers(texts) else tuple(texts)


def _word(entry: object) -> str:
    """An entry as a word of the vocabulary: 1.0 is 1."""
    word = str(entry).strip().casefold().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    with suppress(ValueError):
        word = f"{float(word):g}".replace("-0", "0")
    return word


def _meaning(words: set[str]) -> dict[str, Outcome]:
    """The outcomes of words, of which a few depend on the others."""
    meaning = dict(_OUTCOMES)
    if "+" in words:
        meaning["-"] = Outcome.LOSS
    if "f" in words:
        meaning["t"] = Outcome.WIN
    if "-1" in words:
        meaning["0"] = Outcome.DRAW
    return meaning


def _outcome(entry: object, card: object, other: object, meaning: dict[str, Outcome]) -> Outcome | None:
    word, name = _word(entry), str(entry).strip()
    if word in meaning or str(card) == str(other) or not re.search(r"[^\W\d]", name):
        return meaning.get(word)
    return {str(other): Outcome.LOSS, str(card): Outcome.WIN}.get(name)


def _checked(outcome: Outcome | None, card: object, other: object, entry: object) -> Outcome:
    if card == other and is_mark(entry, card) and outcome is not Outcome.WIN:
        return Outcome.NO_WIN
    if outcome is None or outcome is Outcome.BLANK:
        raise RelationError(f"{card} against {other} has {shown(str(entry))}, but {ENTRIES_THAT_COUNT}")
    return outcome


def are_numbers(labels: Iterable[object]) -> bool:
    """Whether labels only number the cards, starting at 0 or at 1, in any order.

    >>> are_numbers(["0", 2, 1]), are_numbers([2, 1]), are_numbers(["a", "b"])
    (True, True, False)
    """
    texts = sorted(map(str, labels), key=lambda text: (len(text), text))
    return texts in ([str(i + first) for i in range(len(texts))] for first in (0, 1))


def shown_names(names: Iterable[object]) -> str:
    """A list of names for an error message."""
    return shown(", ".join(map(str, names))).strip("'\"")
