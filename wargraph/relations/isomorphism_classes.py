"""One relation of each isomorphism class: all tournaments on n cards, and all relations with draws.

Two relations are isomorphic if renumbering the cards turns one into the other. Each class is represented by its *least*
relation: of the pairs of cards 1 2, 1 3, 2 3, 1 4, 2 4, 3 4 and so on, that relation has the higher card win as long as
possible, then the lower card, then a draw. So the standard order is the first of all tournaments.

If the last card is removed from a least relation, what remains is the least relation of its own class: if it could be
less, the whole relation could be less too. So every least relation on n cards extends a least relation on n - 1 cards.
The program extends these in rising order, each in all ways, in rising order; the first relation of a class that comes
up is its least. Igraph decides which relations are isomorphic; which relation represents a class does not depend on it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

import igraph

from wargraph.campaign.interruption import interrupted_later
from wargraph.core.position import check_deck_size
from wargraph.core.relation import Reading, Relation
from wargraph.errors import ParameterError, TooLargeError

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
Arcs = tuple[tuple[int, int], ...]
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
    reversed_forms = set()
    for number, rows in enumerate(_least_matrices(n, _OUTCOMES[reading]), start=1):
        if not up_to_reversal or canonical_form(rows) not in reversed_forms:
            yield number, Relation(rows, reading=reading)
            if up_to_reversal:
                reversed_forms.add(canonical_form(tuple(zip(*rows, strict=True))))


def _least_matrices(n: int, outcomes: Outcomes) -> Iterator[Rows]:
    if n == 1:
        yield ((0,),)
        return
    known = set[Arcs]()
    for smaller in _all_least_matrices(n - 1, outcomes):
        for last in product(outcomes, repeat=n - 1):
            lower, higher = zip(*last, strict=True)
            rows = (*((*row, entry) for row, entry in zip(smaller, lower, strict=True)), (*higher, 0))
            form = canonical_form(rows)
            if form not in known:
                known.add(form)
                yield rows


@cache
def _all_least_matrices(n: int, outcomes: Outcomes) -> tuple[Rows, ...]:
    return tuple(_least_matrices(n, outcomes))


@interrupted_later()  # igraph 1.0 crashes where Ctrl-C is noticed while it reads a matrix
def canonical_form(rows: Rows) -> Arcs:
    """Return the arcs of a digraph that two relations share exactly if they are isomorphic.

    >>> canonical_form(((0, 1), (0, 0))) == canonical_form(((0, 0), (1, 0)))
    True
    """
    graph = igraph.Graph.Adjacency([*rows])  # igraph 0.11.2 refuses a tuple
    return tuple(sorted(graph.permute_vertices(graph.canonical_permutation()).get_edgelist()))
