"""Positions: the two hands of a game of War with the cards 1..n."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from operator import index
from typing import Any, Self

from wargraph.core.checks import checked_whole
from wargraph.core.enums import Choice
from wargraph.errors import PositionError, shown

Hand = tuple[int, ...]

_LARGEST_DECK = 10**6
_MOST_DIGITS = 9
_BLANKS = " \t\r\n"
_SEPARATOR = re.compile(rf"[{_BLANKS}]*,[{_BLANKS}]*|[{_BLANKS}]+")
_TEXT_FORM = (
    "write the hands with the top card first and a bar between them, such as 41|32, "
    "and from 10 cards on with commas, such as 10,2,9,4,6|1,3,8,5,7"
)


class Player(StrEnum):
    """The two players."""

    LEFT = "Left"
    RIGHT = "Right"

    @property
    def other(self) -> "Player":
        """The other player."""
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


@dataclass(frozen=True, slots=True, init=False, order=True)
class Position:
    """The hands of Left and Right, each with the top card first. Together they hold each of the cards 1..n once.

    Positions are immutable, hashable and ordered (by Left's hand, then Right's).

    Parameters
    ----------
    left
        Left's hand as integers, or the text form of the whole position.
    right
        Right's hand as integers; omitted with the text form.

    Notes
    -----
    The text form has a bar between the hands. Cards of one digit stand side by side; if a card has two digits, commas
    separate the cards. `str` writes the text form and `Position` reads it.

    The position with both hands empty, ``|``, is a tie: where cards can draw, both hands can run out at once.

    Examples
    --------
    >>> position = Position("41|32")
    >>> position.left, position.right, position.n
    ((4, 1), (3, 2), 4)
    >>> position == Position([4, 1], [3, 2])
    True
    >>> print(Position(range(10, 0, -1), []))
    10,9,8,7,6,5,4,3,2,1|
    """

    left: Hand
    right: Hand

    def __init__(self, left: "str | Iterable[int]", right: Iterable[int] | None = None) -> None:
        if isinstance(left, str) and right is None:
            left_hand, right_hand = _parse(left)
        else:
            left_hand, right_hand = _cards(left), _cards(() if right is None else right)
        cards = left_hand + right_hand
        if sorted(cards) != list(range(1, len(cards) + 1)):
            raise PositionError(_fault(cards, left if isinstance(left, str) else _format(left_hand, right_hand)))
        object.__setattr__(self, "left", left_hand)
        object.__setattr__(self, "right", right_hand)

    @property
    def n(self) -> int:
        """Number of cards in the deck."""
        return len(self.left) + len(self.right)

    @property
    def split(self) -> int:
        """Number of cards in Left's hand, 0..n."""
        return len(self.left)

    @property
    def is_terminal(self) -> bool:
        """Whether one hand is empty, so that the game is over."""
        return not self.left or not self.right

    def swap(self) -> Self:
        """Return the same position with the players exchanged.

        >>> print(Position("41|32").swap())
        32|41
        """
        return type(self)(self.right, self.left)

    def __str__(self) -> str:
        return _format(self.left, self.right)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"


class Deals(Choice):
    """Which positions count as starting positions of a game.

    ``ALL``: every position. On the standard deck the players are interchangeable, and only the positions in which Left
    holds card n are counted; with a beat matrix all (n+1)! positions count.

    ``BALANCED``: the n! balanced deals, in which the first player holds ceil(n/2) cards and the second floor(n/2),
    whoever holds card n (counted in OEIS A400411).
    """

    ALL = "all", "all starting positions"
    BALANCED = "balanced", "balanced deals"


def check_deck_size(n: object) -> int:
    """Return the number of cards as an integer from 1 on, or a `ParameterError`."""
    return checked_whole("n", n, 1, _LARGEST_DECK)


def all_positions(n: int) -> Iterator[Position]:
    """Yield all (n+1)! positions on the cards 1..n, including the terminal ones.

    >>> [str(position) for position in all_positions(2)]
    ['|12', '|21', '1|2', '2|1', '12|', '21|']
    """
    n = check_deck_size(n)
    for split in range(n + 1):
        for word in permutations(range(1, n + 1)):
            yield Position(word[:split], word[split:])


def balanced_deals(n: int) -> Iterator[Position]:
    """Yield the n! balanced deals, in which Left holds ceil(n/2) cards and Right floor(n/2).

    >>> [str(deal) for deal in balanced_deals(2)]
    ['1|2', '2|1']
    """
    n = check_deck_size(n)
    half = (n + 1) // 2
    for word in permutations(range(1, n + 1)):
        yield Position(word[:half], word[half:])


def _parse(text: str) -> tuple[Hand, Hand]:
    hands = text.split("|")
    if len(hands) != 2:
        raise PositionError(f"position {shown(text)} has {len(hands) - 1} bars, not one: {_TEXT_FORM}")
    hands = [hand.strip(_BLANKS) for hand in hands]
    separated = any(_SEPARATOR.search(hand) for hand in hands)
    cards = [_SEPARATOR.split(hand) if hand and separated else list(hand) for hand in hands]
    for hand in cards:
        for card in hand:
            if not (card.isascii() and card.isdigit() and len(card) <= _MOST_DIGITS):
                raise PositionError(f"position {shown(text)} has {shown(card)}, which is not a card: {_TEXT_FORM}")
    left, right = (tuple(map(int, hand)) for hand in cards)
    return left, right


def _format(left: Hand, right: Hand) -> str:
    separator = "," if any(card > 9 for card in left + right) else ""
    return "|".join(separator.join(map(str, hand)) for hand in (left, right))


def _cards(hand: Iterable[Any]) -> Hand:
    if isinstance(hand, Set | Mapping):
        raise PositionError(f"{shown(hand)} has no order: a hand is a sequence of cards 1..n, the top card first")
    return tuple(map(index, hand))


def _fault(cards: Hand, text: str) -> str:
    """Say why the cards are not 1..n, each once."""
    n = len(cards)
    missing = next(card for card in range(1, n + 1) if card not in cards)
    wrong = next(card for place, card in enumerate(cards) if card in cards[:place] or not 1 <= card <= n)
    return (
        f"position {shown(text)} has card {wrong}{' twice' * (cards.count(wrong) > 1)}, but not card {missing}: "
        f"{n} cards are 1..{n}, each once"
    )


TIE = Position("|")
"""The end of a game in which both hands ran out in a draw."""
