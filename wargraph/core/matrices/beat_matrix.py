"""The meaning of an entry for two cards, the 0/1 matrix of all entries, and the names of cards.

Whatever people write, a table, pairs or a graph, becomes *facts*: a card, another card, and an entry that says how the
first card does against the second.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
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
    "an entry is a win (1, win, true), a loss (-1, lose), a draw (draw, tie, 0 beside -1), no win (0, false) or, "
    "beside other numbers, a number, and is empty only where a card meets itself"
)
_WORDS = {
    1: "1 + w win wins winner won true yes y ✓ ✔ ✅",
    -1: "-1 l lose loses loser loss lost",
    0: "d draw draws drawn drew t tie ties tied =",
    None: "0 false f no n ✗ ✘ ❌",
}
"""The words for a win, a loss, a draw, and no win; beside losses or draws, no win is a draw."""

_VALUES = {word: value for value, words in _WORDS.items() for word in words.split()}
_BLANK = "- — x * . / \\ # nan na none n/a null ½ 1/2 0.5"
_LONGEST_NAME = 60
_INVISIBLE = dict.fromkeys(map(ord, "\u200d\ufe0e\ufe0f"))
"""Parts of emoji that show nothing by themselves: two names that differ by these alone look the same."""
_NUMBER = re.compile(r"[-+]?\.?[\d½]+([.,:/%-]+[\d½]*)*(e[-+]?\d+)?", re.IGNORECASE)
_TO_COMPARE = re.compile(r"[-+]?(\d+(\.\d*|/\d+)?|\.\d+)(e[-+]?\d{1,2})?[%x\u00d7]?")
_SCORE = re.compile(r"(\d+|\d*½|1/2) ?[-:] ?(\d+|\d*½|1/2)")
_POINTS = {Fraction(0), Fraction(1, 2), Fraction(1)}


@dataclass(frozen=True)
class BeatMatrix:
    """The rows of a matrix, whose entries should be 0 and 1, and what its source said besides."""

    rows: Iterable[Iterable[Any]]
    card_names: Sequence[object] = ()
    name: str = "matrix"
    understood: str = ""
    """The way in which the source was read, in a line."""
    interpretation: str = ""
    """The interpretation, if the source gave one: see `wargraph.core.relation.Interpretation`."""


def matrix_of_facts(
    facts: Iterable[Fact], how: str, cards: Iterable[object] = (), are_games: bool = False, absent: int | None = None
) -> BeatMatrix:
    """Return the matrix that facts describe, with a line on how they were read.

    Labels that are the numbers 1..n, or 0..n-1, number the cards in this order. All other labels are card names, in the
    order of `cards`, then of the first cards of the facts, then of the second cards. If an entry is a loss or a draw,
    the facts are payoffs: 0 is a draw, and two cards must not both win. Draws ask for the interpretation with draws.

    Numbers other than these are compared: of two cards the one with the larger number against the other wins. The
    number `absent` takes the place of one that is not there. If the facts `are_games`, two cards may play several.

    >>> matrix_of_facts([("paper", "rock", "win")], "").rows, matrix_of_facts([(2, 0, 1), (1, 0, -1)], "").rows
    ([[0, 1], [0, 0]], [[0, 1, 0], [0, 0, 0], [1, 0, 0]])
    >>> matrix_of_facts([("ash", "elm", 0.5), ("elm", "ash", 2)], "").rows
    [[0, 0], [1, 0]]
    """
    facts = list(facts)
    given = [*cards, *(card for card, _, _ in facts), *(other for _, other, _ in facts)]
    for label in given:
        if (
            isinstance(label, list | dict | set)
            or not str(label).strip()
            or re.search(r"\s(vs\.?|versus)\s", str(label))
        ):
            raise RelationError(f"{shown(label)} is no card: name each card, with the cards that it beats")
    labels = list(dict.fromkeys(map(str, given)))
    _check_apart(labels, {str(card) for card, _, _ in facts} | set(map(str, cards)))
    check_size(len(labels))
    if are_numbers(labels):
        labels.sort(key=int)
    texts = [(str(card), str(other), str(entry)) for card, other, entry in facts]
    texts = [(card, other, entry) for card, other, entry in texts if card != other or not is_blank(entry)]
    if wrong := wrong_facts(texts, compare=True):
        raise RelationError(refused_entry(*wrong[0]))
    meaning, are_compared = _meaning(texts, compare=True)
    values = [(card, other, meaning[_word(entry)]) for card, other, entry in texts]
    is_payoff = not are_compared and any(value in (0, -1) for *_, value in values)
    games = [(card, other, (0 if is_payoff else -1) if value is None else value) for card, other, value in values]
    if not are_compared and are_games and _are_repeated(games):
        how, are_compared, absent = f"{how}; the games of two cards are added up", True, None
        values = [(card, other, Fraction(value + 1, 2)) for card, other, value in games]
    if are_compared:
        said = _compared(values, absent)
        draws = sum(value == 0 for value in said.values()) // 2
        how += (
            "; numbers are compared: the larger one wins"
            + f", and equal ones draw ({draws} of {len(said) // 2} pairs)" * (draws > 0)
        )
    else:
        said = _agreed(values, is_payoff)
    may_draw = (is_payoff or are_compared) and any(
        value == 0 and card != other for (card, other), value in said.items()
    )
    return BeatMatrix(
        [[int(said.get((card, other)) == 1) for other in labels] for card in labels],
        () if are_numbers(labels) else tuple(labels),
        understood=f"{counted(len(labels), 'card')}; {how}"
        + "; it says that cards draw, so it is read with draws" * (may_draw and not are_compared),
        interpretation="draws" if may_draw else "",
    )


def _check_apart(labels: Collection[str], firsts: Container[str]) -> None:
    """Refuse a label that holds several cards, or more than a card, such as ``paper/lizard`` or ``paper # cuts``.

    A label with a comment, or of cards without commas, stands behind another card only: it is not among the `firsts`.
    Of cards between slashes, one that stands elsewhere is enough.
    """
    for label in labels:
        parts, (start, *rest) = re.split(r"[\s/+&]+", label), re.split(r"\s(?:#|//|--|\()", label)
        is_behind = label not in firsts and (
            all(part in firsts for part in parts) or (rest and start.strip() in firsts)
        )
        if is_behind or ("/" in label and any(part.strip() in labels for part in label.split("/"))):
            raise RelationError(f"{shown(label)} is more than one card: put commas between cards, and omit comments")


def _agreed(values: Iterable[Fact], is_payoff: bool) -> dict[tuple[str, str], int]:
    """Return what values say about cards; those of a payoff also say how the second card does against the first."""
    turned = [(other, card, -(value or 0)) for card, other, value in values] if is_payoff else []
    said: dict[tuple[str, str], int] = {}
    for card, other, value in chain(values, turned):
        if said.setdefault((card, other), value or 0) != (value or 0):
            if card == other:
                raise RelationError(f"card {shown(card)} wins or loses against itself: leave the entry empty, or put 0")
            raise RelationError(
                f"the entries for {card} and {other} contradict each other: if one wins, the other must lose"
            )
    return said


def _are_repeated(games: Iterable[Fact]) -> bool:
    """Return whether games contradict each other although some are played twice with the same outcome."""
    times = Counter(games)
    outcomes = {(card, other, value) if card < other else (other, card, -value) for card, other, value in times}
    return max(times.values(), default=0) > 1 and len({pair[:2] for pair in outcomes}) < len(outcomes)


def _compared(values: Sequence[Fact], absent: int | None) -> dict[tuple[str, str], int]:
    """Return 1, 0 or -1 for each two cards whose numbers are larger, equal or smaller, several being added up.

    If all numbers are 0, 1/2 and 1, they are points: the other card has the rest of the point.
    """
    numbers = {value for *_, value in values}
    rest = [(other, card, 1 - value) for card, other, value in values] if numbers <= _POINTS and absent is None else []
    totals: Counter[tuple[str, str]] = Counter()
    for card, other, value in chain(values, rest):
        totals[card, other] += value
    said = {}
    for (card, other), total in totals.items():
        back = totals.get((other, card), absent)
        if back is None:
            raise RelationError(
                f"{card} against {other} has {total}, but {other} against {card} has no number to compare it with: "
                "give both"
            )
        if min(numbers) < 0 and (other, card) in totals and total != -back:
            raise RelationError(f"the entries for {card} and {other} contradict each other: {total} and {back}")
        said[card, other] = (total > back) - (total < back)
        said[other, card] = -said[card, other]
    return {pair: value for pair, value in said.items() if pair[0] != pair[1]}


def count(entries: Iterable[str]) -> bool:
    """Return whether each entry says how a card does against another.

    >>> count(["Win", "-1.0", "tie"]), count(["win", ""]), count(["1", "2"])
    (True, False, False)
    """
    return not wrong_facts([("", "any", entry) for entry in set(entries)])


def wrong_facts(facts: Sequence[tuple[str, str, str]], compare: bool = False) -> list[tuple[str, str, str]]:
    """Return the facts whose entries do not count; an entry for a card and itself may be left out.

    Numbers count if they are to be compared.
    """
    facts = [(card, other, entry) for card, other, entry in facts if card != other or not is_blank(entry)]
    meaning, _ = _meaning(facts, compare)
    return [fact for fact in facts if _word(fact[2]) not in meaning]


def is_loss(entry: str) -> bool:
    """Return whether an entry says that a card loses to another.

    >>> is_loss("loss"), is_loss("1-3"), is_loss("1")
    (True, True, False)
    """
    if score := _SCORE.fullmatch(entry):
        own, others = (_number(part) or Fraction(0) for part in score.groups())
        return own < others
    return _VALUES.get(_word(entry)) == -1


def refused_entry(card: object, other: object, entry: object) -> str:
    """Return the message that names an entry that does not count."""
    two = ", which is two numbers: give one, with a point if it is a decimal;" * bool(
        re.search(r"\d\s*[,;|]\s*[-+]?\d", str(entry))
    )
    return f"{card} against {other} has {shown(str(entry))}{two or ', but'} {ENTRIES_THAT_COUNT}"


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


def _meaning(facts: Iterable[tuple[str, str, str]], compare: bool) -> tuple[Mapping[str, Any], bool]:
    """Return the words that count beside these entries with their values, and whether these are to be compared.

    The entries are words of `_WORDS`; or scores, of which the first number is that of the first card; or numbers.
    """
    words = {_word(entry) for *_, entry in facts}
    known = _VALUES | ({"-": -1} if "+" in words else {}) | ({"t": 1} if "f" in words else {})
    if words <= known.keys():
        return known, False
    if all(scores := {word: _SCORE.fullmatch(word) for word in words}.values()):
        numbers = {score[0]: [_number(number) or 0 for number in score.groups()] for score in scores if score}
        return {word: (one > other) - (one < other) for word, (one, other) in numbers.items()}, False
    compared = {word: number for word in words if (number := _number(word)) is not None}
    return (compared, True) if compare and words - {""} <= compared.keys() else (known, False)


def _number(word: str) -> Fraction | None:
    """Return the number that an entry is, such as 0.5, 2/3, 60%, 2x or 1½; None if it is none."""
    text = word.replace("½", ".5")
    if not _TO_COMPARE.fullmatch(text) or re.search(r"/0+(?!\d)", text):
        return None
    return Fraction(text.rstrip("%x\u00d7")) / (100 if text.endswith("%") else 1)


@lru_cache
def _word(entry: str) -> str:
    """Return an entry as a word of the vocabulary: 1.0 is 1."""
    word = entry.strip().casefold().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    with suppress(ValueError):
        number = float(word)
        word = str(int(number)) if number.is_integer() else word
    return word
