"""One relation of each isomorphism class: all tournaments on n cards, and all relations with draws.

Two relations are isomorphic if renumbering the cards turns one into the other. Each class is represented by its *least*
relation: of the pairs of cards 1 2, 1 3, 2 3, 1 4, 2 4, 3 4 and so on, that relation has the higher card win as long as
possible, then the lower card, then a draw. So the standard order is the first of all tournaments.

If the last card is removed from a least relation, what remains is the least relation of its own class: if it could be
less, the whole relation could be less too. So every least relation on n cards extends a least relation on n - 1 cards.
The program extends these in rising order, each in all ways, in rising order, and keeps what no renumbering makes less.
"""

from collections.abc import Iterator
from itertools import chain, product
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from wargraph.core.checks import checked_whole
from wargraph.core.relation import Interpretation, Relation
from wargraph.errors import ParameterError, TooLargeError

_CLASSES = {
    (Interpretation.STRICT, False): (1, 1, 2, 4, 12, 56, 456, 6880),
    (Interpretation.STRICT, True): (1, 1, 2, 3, 10, 34, 272, 3528),
    (Interpretation.DRAWS, False): (1, 2, 7, 42, 582, 21480),
    (Interpretation.DRAWS, True): (1, 2, 6, 30, 342, 11164),
}
"""The numbers of classes on 1, 2, ... cards, by the interpretation and whether they are listed up to reversal.

On more cards there are hundreds of thousands of classes, and War under all of them takes days.
"""

_OUTCOMES = {Interpretation.STRICT: ((0, 1), (1, 0)), Interpretation.DRAWS: ((0, 1), (1, 0), (0, 0))}
"""A pair's entries in the row of the lower card and in the row of the higher card, in rising order."""

Matrices = NDArray[np.int64]


def isomorphism_classes(
    n: int, interpretation: Interpretation | str = Interpretation.STRICT, up_to_reversal: bool = False
) -> dict[int, Relation]:
    """List one relation of each isomorphism class on n cards: the least, by its number, counted from 1.

    There are 1, 1, 2, 4, 12, 56, 456, 6880 classes of tournaments on 1..8 cards (OEIS A000568), and 1, 2, 7, 42, 582,
    21480 classes of relations in which cards may draw on 1..6 cards (A001174). More cards are refused.

    Parameters
    ----------
    n : int
        Number of cards: at most 8, or at most 6 with draws.
    interpretation : Interpretation or str
        ``strict`` for tournaments, or ``draws`` for relations in which two cards may draw.
    up_to_reversal : bool
        Whether to list only the first of two relations that are each other's reverse, in which the other card of each
        pair wins (A059735). The numbers of the relations stay the same.

    Examples
    --------
    >>> [relation.one_line for relation in isomorphism_classes(3).values()]
    ['000/100/110', '001/100/010']
    >>> list(isomorphism_classes(4)), list(isomorphism_classes(4, up_to_reversal=True))
    ([1, 2, 3, 4], [1, 2, 3])
    """
    number_of_classes(n, interpretation, up_to_reversal)
    return dict(numbered_classes(n, Interpretation(interpretation), up_to_reversal))


def number_of_classes(n: int, interpretation: Interpretation | str, up_to_reversal: bool) -> int:
    """Return the number of classes, or raise an error if they are not listed."""
    interpretation = Interpretation(interpretation)
    if (interpretation, up_to_reversal) not in _CLASSES:
        listed = " or ".join(dict.fromkeys(str(allowed) for allowed, _ in _CLASSES))
        raise ParameterError(
            f"interpretation {interpretation}: isomorphism classes are not listed for it: use {listed}"
        )
    classes = _CLASSES[interpretation, up_to_reversal]
    if isinstance(n, Integral) and n > len(classes):
        raise TooLargeError(
            f"n = {n}: on more than {len(classes)} cards there are hundreds of thousands of isomorphism "
            "classes: use fewer cards, or ask about single relations"
        )
    return classes[checked_whole("n", n, 1, len(classes)) - 1]


def numbered_classes(n: int, interpretation: Interpretation, up_to_reversal: bool) -> Iterator[tuple[int, Relation]]:
    """Yield the classes as `isomorphism_classes` lists them, each when it is needed."""
    first = 1
    for least in _extensions(n, interpretation):
        listed = np.arange(len(least))
        if up_to_reversal:
            listed = np.flatnonzero(_are_least(least.transpose(0, 2, 1), least))
        for place in listed.tolist():
            yield first + place, Relation(least[place].tolist(), interpretation=interpretation)
        first += len(least)


def _extensions(n: int, interpretation: Interpretation) -> Iterator[Matrices]:
    """Yield the least relations on n cards in rising order, each time those that extend one with a card fewer."""
    if n == 1:
        yield np.zeros((1, 1, 1), np.int64)
        return
    lasts = np.array([*product(_OUTCOMES[interpretation], repeat=n - 1)])
    for smaller in chain.from_iterable(_extensions(n - 1, interpretation)):
        extended = np.zeros((len(lasts), n, n), np.int64)
        extended[:, :-1, :-1] = smaller
        extended[:, :-1, -1], extended[:, -1, :-1] = lasts[..., 0], lasts[..., 1]
        yield extended[_are_least(extended, extended)]


def _are_least(matrices: Matrices, bounds: Matrices) -> NDArray[np.bool_]:
    """Return for each relation whether no numbering of its cards makes it less than its bound.

    The outcome of a pair is 0 if the card at the higher place wins, 1 if the other one does, and 2 if they draw. For
    each first card the search numbers one place after the other, in all ways at once by which no pair so far differs
    from the bound. The outcomes of a card and those before it are the digits of a number in base 3.
    """
    outcomes, bounds = (2 - values - 2 * values.transpose(0, 2, 1) for values in (matrices, bounds))
    cards = np.arange(outcomes.shape[1])
    outcomes[:, cards, cards] = 3 ** len(cards)  # no card has two places
    are_least = np.ones(len(outcomes), np.bool_)
    for first in reversed(cards):
        which = np.flatnonzero(are_least)
        numbering = np.full((len(which), 1), first)
        for place in cards[1:]:
            which, last = which.repeat(len(cards)), np.tile(cards, len(which))[:, np.newaxis]
            numbering = numbering.repeat(len(cards), axis=0)
            digits = outcomes[which[:, np.newaxis], numbering, last] - bounds[which, :place, place]
            difference = digits @ 3 ** cards[:place][::-1]
            are_least[which[difference < 0]] = False
            goes_on = are_least[which] & (difference == 0)
            which, numbering = which[goes_on], np.hstack((numbering, last))[goes_on]
    return are_least
