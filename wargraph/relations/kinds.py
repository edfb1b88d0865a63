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

from wargraph.errors import TooLargeError
from wargraph.position import check_deck_size
from wargraph.relation import Relation

MOST_CARDS = 8
"""On 9 cards there are 191,536 kinds; War under all of them, on 3.6 million positions each, takes days."""

Rows = tuple[tuple[int, ...], ...]
Arcs = tuple[tuple[int, int], ...]

_DECIDED = ((0, 1), (1, 0))
"""What a pair of cards has in the row of the lower card and in that of the higher one."""

_WITH_DRAWS = (*_DECIDED, (0, 0))


def relation_kinds(n: int, up_to_reversal: bool = False) -> dict[int, Relation]:
    """One tournament of each kind on n cards, by its number.

    Parameters
    ----------
    n
        Number of cards, at most 8. There are 1, 1, 2, 4, 12, 56, 456, 6880 kinds on 1..8 cards.
    up_to_reversal
        Leave out those that others become when of each two cards the other one wins. The numbers stay.

    Raises
    ------
    TooLargeError
        If there are more than 8 cards.

    References
    ----------
    The numbers of kinds are OEIS A000568, and A059735 up to reversal.

    Examples
    --------
    >>> [relation.one_line for relation in relation_kinds(3).values()]
    ['000/100/110', '001/100/010']
    >>> list(relation_kinds(4)), list(relation_kinds(4, up_to_reversal=True))
    ([1, 2, 3, 4], [1, 2, 3])
    """
    if check_deck_size(n) > MOST_CARDS:
        raise TooLargeError(
            f"n = {n}: on more than {MOST_CARDS} cards there are hundreds of thousands of kinds of tournaments: "
            "use fewer cards, or ask about single ones"
        )
    return {number: Relation(rows) for number, rows in least_matrices(n, up_to_reversal=up_to_reversal).items()}


def least_matrices(n: int, with_draws: bool = False, up_to_reversal: bool = False) -> dict[int, Rows]:
    """The matrix of the least relation of each kind, by its number in rising order; of two cards none need win."""
    numbered = dict(enumerate(_least_matrices(n, with_draws), start=1))
    return _without_reversed(numbered) if up_to_reversal else numbered


@cache
def _least_matrices(n: int, with_draws: bool) -> tuple[Rows, ...]:
    if n == 1:
        return (((0,),),)
    pairs = _WITH_DRAWS if with_draws else _DECIDED
    found: dict[Arcs, Rows] = {}
    for smaller in _least_matrices(n - 1, with_draws):
        for last in product(pairs, repeat=n - 1):
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


def canonical_form(rows: Rows) -> Arcs:
    """What is the same for all relations of a kind, and for no others; what it is, depends on the library.

    >>> canonical_form(((0, 1), (0, 0))) == canonical_form(((0, 0), (1, 0)))
    True
    """
    graph, colours = _without_directions(rows)
    order = graph.canonical_permutation(color=colours)
    return tuple(sorted(graph.permute_vertices(order).get_edgelist()))


def count_automorphisms(rows: Rows) -> int:
    """In how many ways the cards can be renumbered so that each still beats the same: at least one, to leave them.

    >>> count_automorphisms(((0, 0, 1), (1, 0, 0), (0, 1, 0)))
    3
    """
    graph, colours = _without_directions(rows)
    return int(graph.count_automorphisms(color=colours))


def _without_directions(rows: Rows) -> tuple[igraph.Graph, list[int]]:
    """The relation as the library takes it, a graph without directions, and the colours of its vertices.

    Each card is tied to itself as a winner and to itself as a loser; each of the three has a colour of its own.
    """
    n = len(rows)
    ties = [(card, part * n + card) for card in range(n) for part in (1, 2)]
    wins = [(n + card, 2 * n + other) for card, row in enumerate(rows) for other, wins in enumerate(row) if wins]
    return igraph.Graph(3 * n, [*ties, *wins]), [part for part in range(3) for _ in range(n)]
