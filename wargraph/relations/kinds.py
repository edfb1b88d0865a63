"""One relation of each kind: all tournaments on n cards, with draws too, up to renumbering the cards.

Two relations are of one kind if one becomes the other by other numbers for its cards. Of each kind there is one here,
the *least*: of the pairs of cards 1 2, 1 3, 2 3, 1 4, 2 4, 3 4 and so on, it has the higher card win as long as it can,
then the lower one, then a draw. So the standard order is the first of all tournaments.

Without its last card the least relation of a kind is the least one of its own kind: could it be less, so could the
whole. So the relations on n cards are those on n - 1, in rising order, with one more card in all ways, in rising order,
and the first one of each kind that comes up is the least. A library tells the kinds apart; which relation stands for a
kind does not depend on it.
"""

from functools import cache
from itertools import product

import igraph

from wargraph.campaign.interruption import interrupted_later
from wargraph.core.position import check_deck_size
from wargraph.core.relation import Reading, Relation
from wargraph.errors import ParameterError, TooLargeError

MOST_CARDS = {Reading.STRICT: 8, Reading.DRAWS: 6}
"""On more there are hundreds of thousands of kinds; War under all of them takes days."""

Rows = tuple[tuple[int, ...], ...]
Arcs = tuple[tuple[int, int], ...]
Outcomes = tuple[tuple[int, int], ...]

_OUTCOMES: dict[Reading, Outcomes] = {Reading.STRICT: ((0, 1), (1, 0)), Reading.DRAWS: ((0, 1), (1, 0), (0, 0))}
"""What a pair of cards can have in the row of the lower card and in that of the higher one, in rising order."""


def relation_kinds(
    n: int, reading: Reading | str = Reading.STRICT, up_to_reversal: bool = False
) -> dict[int, Relation]:
    """One relation of each kind on n cards, by its number.

    Parameters
    ----------
    n
        Number of cards, at most 8, and with draws at most 6.
    reading
        ``strict`` for the tournaments, of which there are 1, 1, 2, 4, 12, 56, 456, 6880 kinds on 1..8 cards; ``draws``
        for the relations in which two cards may draw, with 1, 2, 7, 42, 582, 21480 kinds on 1..6 cards.
    up_to_reversal
        Leave out those that others become when of each two cards the other one wins. The numbers stay.

    Raises
    ------
    ParameterError
        If the reading is literal.
    TooLargeError
        If there are more cards.

    See Also
    --------
    census

    References
    ----------
    The numbers of kinds are OEIS A000568 and A001174; of tournaments up to reversal, A059735.

    Examples
    --------
    >>> [relation.one_line for relation in relation_kinds(3).values()]
    ['000/100/110', '001/100/010']
    >>> list(relation_kinds(4)), list(relation_kinds(4, up_to_reversal=True))
    ([1, 2, 3, 4], [1, 2, 3])
    """
    reading = Reading(reading)
    if reading not in MOST_CARDS:
        raise ParameterError(
            f"reading {reading}: of such relations there is no list of kinds: use {' or '.join(MOST_CARDS)}"
        )
    if check_deck_size(n) > MOST_CARDS[reading]:
        raise TooLargeError(
            f"n = {n}: on more than {MOST_CARDS[reading]} cards there are hundreds of thousands of kinds: "
            "use fewer cards, or ask about single ones"
        )
    numbered = dict(enumerate(_least_matrices(n, _OUTCOMES[reading]), start=1))
    kept = _without_reversed(numbered) if up_to_reversal else numbered
    return {number: Relation(rows, reading=reading) for number, rows in kept.items()}


@cache
def _least_matrices(n: int, outcomes: Outcomes) -> tuple[Rows, ...]:
    if n == 1:
        return (((0,),),)
    found: dict[Arcs, Rows] = {}
    for smaller in _least_matrices(n - 1, outcomes):
        for last in product(outcomes, repeat=n - 1):
            lower, higher = zip(*last, strict=True)
            rows = (*((*row, entry) for row, entry in zip(smaller, lower, strict=True)), (*higher, 0))
            found.setdefault(canonical_form(rows), rows)
    return tuple(found.values())


def _without_reversed(numbered: dict[int, Rows]) -> dict[int, Rows]:
    """The first of each two relations that are each other's reverse."""
    kept: dict[int, Rows] = {}
    seen: set[Arcs] = set()
    for number, rows in numbered.items():
        if canonical_form(rows) not in seen:
            kept[number] = rows
            seen.add(canonical_form(reverse(rows)))
    return kept


def reverse(rows: Rows) -> Rows:
    """The matrix in which of each two cards the other one wins.

    >>> reverse(((0, 1), (0, 0)))
    ((0, 0), (1, 0))
    """
    return tuple(zip(*rows, strict=True))


@interrupted_later()  # igraph 1.0 crashes where Ctrl-C is noticed while it reads a matrix
def canonical_form(rows: Rows) -> Arcs:
    """What is the same for all relations of a kind, and for no others; what it is, depends on the library.

    >>> canonical_form(((0, 1), (0, 0))) == canonical_form(((0, 0), (1, 0)))
    True
    """
    graph = igraph.Graph.Adjacency(rows)
    return tuple(sorted(graph.permute_vertices(graph.canonical_permutation()).get_edgelist()))
