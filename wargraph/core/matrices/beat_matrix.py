"""The common form of all beat matrices that users give, before the entries are checked."""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from wargraph.errors import RelationError, TooLargeError, shown

MOST_CARDS = 1000
"""The most rows or columns of a matrix: no command could answer questions about more, or show them."""

_MOST_DIGITS = 10


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
        How the text was read, in some words, where the format had to be recognised.
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


def matrix_of_pairs(cards: Iterable[Any], pairs: Iterable[tuple[Any, Any]]) -> BeatMatrix:
    """The matrix in which the first card of each pair beats the second.

    Labels that are the numbers 1..n, or 0..n-1, number the cards in this order; all other labels are card names.

    >>> matrix_of_pairs(["rock", "paper"], [("paper", "rock")]).rows
    [[0, 0], [1, 0]]
    >>> matrix_of_pairs([2, 1, 0], [(2, 0)]).rows
    [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    """
    labels = list(cards)
    if not labels:
        raise RelationError("there are no cards: list for each card the cards that it beats")
    check_size([labels])
    known = list(dict.fromkeys(map(as_card, labels)))
    if len(known) < len(labels):
        raise RelationError(
            f"two of the cards {shown_names(labels)} have the same name: give each card a name of its own"
        )
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
    """A label as an integer if it is one, or is the text of one, and otherwise as a text.

    >>> as_card("2"), as_card(2), as_card("rock")
    (2, 2, 'rock')
    """
    if isinstance(label, Integral) and not isinstance(label, bool):
        return int(label)
    text = str(label)
    return int(text) if text.isascii() and text.isdigit() and len(text) < _MOST_DIGITS else text


def are_numbers(labels: Sequence[object]) -> bool:
    """Whether the labels only number the cards, starting at 0 or at 1.

    >>> are_numbers([0, 1, 2]), are_numbers([1, 2]), are_numbers(["a", "b"])
    (True, True, False)
    """
    return list(labels) in (list(range(len(labels))), list(range(1, len(labels) + 1)))


def shown_names(names: Iterable[object]) -> str:
    """A list of names for an error message."""
    return shown(", ".join(map(str, names))).strip("'\"")
