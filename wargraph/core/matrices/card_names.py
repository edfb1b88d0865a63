"""What cards may be called: each by a name of its own that can be seen, and read in a position."""

from collections.abc import Sequence
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from wargraph.core.checks import is_iterable
from wargraph.core.matrices.beat_matrix import shown_names
from wargraph.errors import RelationError, shown

_LONGEST_NAME = 60
_APART_IN_POSITIONS = "|,"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0\u034f"
"""Characters that take room, or combine others, and cannot be seen."""

_JOINER = "\u200d"
"""Joins emoji to one; the only character that cannot be seen and may still be part of a name."""


def checked_names(card_names: Sequence[object], n: int, name: str) -> tuple[str, ...]:
    """The names of n cards, of the relation that is called `name`; none if they only number the cards.

    Raises
    ------
    RelationError
        If they are not n texts, or one cannot be seen, read in a position, or told from another.

    >>> checked_names([" rock", "paper"], 2, "mine"), checked_names(["1", "2"], 2, "mine")
    (('rock', 'paper'), ())
    """
    names = tuple(card_names) if is_iterable(card_names) else (card_names,)
    if isinstance(card_names, str) or not all(isinstance(each, str) for each in names):
        raise RelationError(f"{name}: card names {shown(card_names)} are not a list of texts: name each card")
    stripped = tuple(str(each).strip() for each in names)
    if not stripped or stripped == tuple(map(str, range(1, n + 1))):
        return ()
    if len(stripped) != n:
        raise RelationError(
            f"{name}: there are {len(stripped)} card names ({shown_names(stripped)}), but {n} cards: "
            "the matrix needs a row and a column a name"
        )
    for card, each in enumerate(stripped, start=1):
        fault = _fault_of_name(each, card)
        if fault:
            raise RelationError(f"{name}: card {card} is called {shown(each)}, {fault}")
    looks = [_look(each) for each in stripped]
    twice = next((each for place, each in enumerate(stripped) if looks[place] in looks[:place]), None)
    if twice is not None:
        raise RelationError(f"{name}: two cards are called {shown(twice)}: give each a name of its own")
    return stripped


def _look(name: str) -> str:
    """What can be seen of a name: characters that are composed in two ways look alike, and some are not seen at all."""
    seen = (character for character in normalize("NFC", name) if not _is_unseen(character))
    return "".join(seen)


def _is_unseen(character: str) -> bool:
    is_selector = "VARIATION SELECTOR" in unicode_name(character, "")
    return character in _BLANK or category(character) in ("Cf", "Cc") or is_selector


def _fault_of_name(name: str, card: int) -> str:
    if not name or len(name) > _LONGEST_NAME:
        return f"but a name has 1 to {_LONGEST_NAME} characters"
    if not name.replace(_JOINER, "").isprintable() or not _look(name):
        return "but a name consists of characters that can be printed"
    if any(each in name for each in _APART_IN_POSITIONS):
        return "but commas and bars stand between the cards of a position: leave them out"
    if name.isascii() and name.isdigit() and name != str(card):
        return "a number that is not its own: use words, or the numbers 1..n in order"
    return ""
