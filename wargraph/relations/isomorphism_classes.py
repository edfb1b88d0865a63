"""One relation of each isomorphism class: all tournaments on n cards, and all relations with draws.

Two relations are isomorphic if renumbering the cards turns one into the other. Each class is represented by its *least*
relation: of the pairs of cards 1 2, 1 3, 2 3, 1 4, 2 4, 3 4 and so on, that relation has the higher card win as long as
possible, then the lower card, then a draw. So the standard order is the first of all tournaments.

If the last card is removed from a least relation, what remains is the least relation of its own class: if it could be
less, the whole relation could be less too. So every least relation on n cards extends a least relation on n - 1 cards.
The program extends these in rising order, each in all ways, in rising order, and keeps what no renumbering makes less.
"""

from collections.abc import Iterator
from functools import cache
from itertools import compress, product

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import check_deck_size
from wargraph.core.relation import Reading, Relation
from wargraph.errors import ParameterError, TooLargeError
from wargraph.graph.loops import loop

_CLASSES = {
    (Reading.STRICT, False): (1, 1, 2, 4, 12, 56, 456, 6880),
    (Reading.STRICT, True): (1, 1, 2, 3, 10, 34, 272, 3528),
    (Reading.DRAWS, False): (1, 2, 7, 42, 582, 21480),
    (Reading.DRAWS, True): (1, 2, 6, 30, 342, 11164),
}
"""The numbers of classes on 1, 2, ... cards, by the reading and whether they are listed up to reversal.

On more cards there are hundreds of thousands of classes, and War under all of them takes days.
"""

Rows = tuple[tuple[int, ...], ...]
Outcomes = tuple[tuple[int, int], ...]

_OUTCOMES: dict[Reading, Outcomes] = {Reading.STRICT: ((0, 1), (1, 0)), Reading.DRAWS: ((0, 1), (1, 0), (0, 0))}
"""A pair's entries in the row of the lower card and in the row of the higher card, in rising order."""


def isomorphism_classes(
    n: int, reading: Reading | str = Reading.STRICT, up_to_reversal: bool = False
) -> dict[int, Relation]:
    """List one relation of each isomorphism class on n cards: the least, by its number, counted from 1.

    There are 1, 1, 2, 4, 12, 56, 456, 6880 classes of tournaments on 1..8 cards (OEIS A000568), and 1, 2, 7, 42, 582,
    21480 classes of relations in which cards may draw on 1..6 cards (A001174). More cards are refused.

    Parameters
    ----------
    n : int
        Number of cards: at most 8, or at most 6 with draws.
    reading : Reading or str
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
    number_of_classes(n, reading, up_to_reversal)
    return dict(numbered_classes(n, Reading(reading), up_to_reversal))


def number_of_classes(n: int, reading: Reading | str, up_to_reversal: bool) -> int:
    """Return the number of classes, or raise an error if they are not listed."""
    reading = Reading(reading)
    if (reading, up_to_reversal) not in _CLASSES:
        listed = " or ".join(dict.fromkeys(str(each) for each, _ in _CLASSES))
        raise ParameterError(f"reading {reading}: isomorphism classes are not listed for it: use {listed}")
    classes = _CLASSES[reading, up_to_reversal]
    if check_deck_size(n) > len(classes):
        raise TooLargeError(
            f"n = {n}: on more than {len(classes)} cards there are hundreds of thousands of isomorphism "
            "classes: use fewer cards, or ask about single relations"
        )
    return classes[n - 1]


def numbered_classes(n: int, reading: Reading, up_to_reversal: bool) -> Iterator[tuple[int, Relation]]:
    """Yield the classes as `isomorphism_classes` lists them, each when it is needed."""
    for number, rows in enumerate(_least_matrices(n, _OUTCOMES[reading]), start=1):
        if not up_to_reversal or _is_least(np.array([rows]).transpose(0, 2, 1), np.array([rows]))[0]:
            yield number, Relation(rows, reading=reading)


def _least_matrices(n: int, outcomes: Outcomes) -> Iterator[Rows]:
    if n == 1:
        yield ((0,),)
        return
    extensions = [tuple(zip(*last, strict=True)) for last in product(outcomes, repeat=n - 1)]
    all_smaller = _all_least_matrices(n - 1, outcomes)
    for smaller in all_smaller:
        extended = [
            (*((*row, entry) for row, entry in zip(smaller, lower, strict=True)), (*higher, 0))
            for lower, higher in extensions
        ]
        matrices = np.array(extended)
        yield from compress(extended, _is_least(matrices, matrices, n * len(all_smaller) * len(extensions)))


@cache
def _all_least_matrices(n: int, outcomes: Outcomes) -> tuple[Rows, ...]:
    return tuple(_least_matrices(n, outcomes))


def _is_least(matrices: NDArray[np.int64], others: NDArray[np.int64], cards: int = 0) -> NDArray[np.bool_]:
    """Return of each pair of relations whether no way to number the cards of one makes it less than the other.

    Whether the loop is compiled depends on the number of cards of all pairs that are to be compared.
    """
    outcomes, bounds = (2 - each - 2 * each.transpose(0, 2, 1) for each in (matrices, others))
    is_least: NDArray[np.bool_] = _search.over(cards)(outcomes, bounds)
    return is_least


@loop
def _search(outcomes, bounds):  # type: ignore[no-untyped-def]
    """Search depth first for a card for each place, so that the outcomes are as those of the bound, or less.

    The outcome of a pair is 0 if the card at the higher place wins, 1 if the other one does, and 2 if they draw.
    """
    relations, n, _ = outcomes.shape
    is_least = np.ones(relations, np.bool_)
    card_at = np.empty(n, np.int64)
    for number in range(relations):
        outcome, bound = outcomes[number], bounds[number]
        place, used, card = 0, 0, -1
        while True:
            card += 1
            if card == n:  # go back
                place -= 1
                if place < 0:
                    break
                card = card_at[place]
                used ^= 1 << card
                continue
            if used >> card & 1:
                continue
            difference = 0
            for before in range(place):
                difference = outcome[card_at[before], card] - bound[before, place]
                if difference:
                    break
            if difference < 0:
                is_least[number] = False
                break
            if difference == 0 and place < n - 1:
                card_at[place] = card
                used |= 1 << card
                place, card = place + 1, -1
    return is_least
