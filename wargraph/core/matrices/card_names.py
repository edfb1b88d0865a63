"""What cards may be called: each card has a name of its own that is visible and can be read in a position."""

from collections.abc import Sequence
from unicodedata import normalize

from wargraph.core.matrices.beat_matrix import shown_names
from wargraph.errors import RelationError, shown

_LONGEST_NAME = 60
_INVISIBLE = dict.fromkeys(map(ord, "\u200d\ufe0e\ufe0f"))
"""Parts of emoji that show nothing by themselves: two names that differ by these alone look the same."""


def checked_names(card_names: Sequence[object], n: int, name: str) -> tuple[str, ...]:
    """Return the names of the n cards of the relation called `name`; empty if they only number the cards.

    >>> checked_names([" rock", "paper"], 2, "mine"), checked_names(["1", "2"], 2, "mine")
    (('rock', 'paper'), ())
    """
    if isinstance(card_names, str) or not all(isinstance(each, str) for each in card_names):
        raise RelationError(f"{name}: card names {shown(card_names)} are not a list of texts: name each card")
    names = tuple(str(each).strip() for each in card_names)
    if names in ((), tuple(map(str, range(1, n + 1)))):
        return ()
    if len(names) != n:
        raise RelationError(
            f"{name}: there are {len(names)} card names ({shown_names(names)}), but {n} cards: "
            "the matrix needs one row and one column for each name"
        )
    seen: set[str] = set()
    for card, each in enumerate(names, start=1):
        visible = normalize("NFC", each).translate(_INVISIBLE)
        if fault := _fault_of_name(each, visible, card):
            raise RelationError(f"{name}: card {card} is called {shown(each)}, {fault}")
        if visible in seen:
            raise RelationError(f"{name}: two cards are called {shown(each)}: give each card a name of its own")
        seen.add(visible)
    return names


def _fault_of_name(name: str, visible: str, card: int) -> str:
    if not 1 <= len(name) <= _LONGEST_NAME:
        return f"but a name has 1 to {_LONGEST_NAME} characters"
    if not visible or not visible.isprintable():
        return "but a name consists of characters that can be printed"
    if "|" in name or "," in name:
        return "but commas and bars stand between the cards of a position: leave them out"
    if name.isascii() and name.isdigit() and name != str(card):
        return "a number that is not its own: use words, or the numbers 1..n in order"
    return ""
