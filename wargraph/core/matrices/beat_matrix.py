"""A beat matrix as it came: what every way to bring one ends in, before its entries are looked at."""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from wargraph.errors import RelationError, TooLargeError, shown

MOST_CARDS = 1000
"""A matrix has no more rows or columns: no command has an answer for it, and it could not be shown."""

_MOST_DIGITS = 10


@dataclass(frozen=True)
class BeatMatrix:
    """Rows of what should be 0 and 1, and what was learnt on the way.

    Attributes
    ----------
    rows
        The entries, not looked at yet: `Relation` does.
    card_names
        What the cards are called, if that was said.
    name
        What to call the relation.
    understood
        How the text was read, in some words, where something had to be recognised.
    reading
        What it says of two cards, see `wargraph.core.relation.Reading`, if that was said.
    """

    rows: Iterable[Iterable[Any]]
    card_names: Sequence[object] = ()
    name: str = "matrix"
    understood: str = ""
    reading: str = ""


def check_size(rows: Sequence[Sized]) -> None:
    """Refuse what is too large before millions of entries are looked at one by one."""
    if len(rows) > MOST_CARDS or any(len(row) > MOST_CARDS for row in rows):
        raise TooLargeError(f"the matrix is too large: use at most {MOST_CARDS:,} cards")


def matrix_of_pairs(cards: Iterable[Any], pairs: Iterable[tuple[Any, Any]]) -> BeatMatrix:
    """The matrix in which the first card of each pair beats the second.

    Whole numbers that are 1..n, or 0..n-1, are the cards of that number, in this order; everything else is a name.

    >>> matrix_of_pairs(["rock", "paper"], [("paper", "rock")]).rows
    [[0, 0], [1, 0]]
    >>> matrix_of_pairs([2, 1, 0], [(2, 0)]).rows
    [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    """
    labels = list(cards)
    if not labels:
        raise RelationError("there are no cards: say of each card which others it beats")
    check_size([labels])
    known = list(dict.fromkeys(map(as_card, labels)))
    if len(known) < len(labels):
        raise RelationError(f"of the cards {shown_names(labels)} two are called the same: give each a name of its own")
    card_names: tuple[str, ...] = ()
    if all(isinstance(card, int) for card in known) and are_numbers(sorted(known)):
        known.sort()
    else:
        card_names = tuple(map(str, known))
    places = {card: place for place, card in enumerate(known)}
    rows = [[0] * len(known) for _ in known]
    for winner, loser in pairs:
        rows[places[as_card(winner)]][places[as_card(loser)]] = 1
    return BeatMatrix(rows, card_names)


def as_card(label: object) -> Any:
    """A label as a number where it is one, also one that is written out, and else as a text.

    >>> as_card("2"), as_card(2), as_card("rock")
    (2, 2, 'rock')
    """
    if isinstance(label, Integral) and not isinstance(label, bool):
        return int(label)
    text = str(label)
    return int(text) if text.isascii() and text.isdigit() and len(text) < _MOST_DIGITS else text


def are_numbers(labels: Sequence[object]) -> bool:
    """Whether labels only number the cards, from 0 or from 1 on.

    >>> are_numbers([0, 1, 2]), are_numbers([1, 2]), are_numbers(["a", "b"])
    (True, True, False)
    """
    return list(labels) in (list(range(len(labels))), list(range(1, len(labels) + 1)))


def shown_names(names: Iterable[object]) -> str:
    """Some names for an error message."""
    return shown(", ".join(map(str, names))).strip("'\"")
