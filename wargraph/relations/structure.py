"""The structure of a relation: scores, transitivity, regularity, connectivity, and its automorphisms."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from wargraph.campaign.interruption import interrupted_later
from wargraph.core.relation import Relation
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    import igraph

Permutation = tuple[int, ...]
"""The image of each of the cards 1..n, card by card."""

_MOST_LISTED = 5040


@dataclass(frozen=True)
class Automorphisms(Result):
    """The automorphisms of a relation: the permutations of its cards that preserve who beats whom.

    An automorphism turns each game into another game, turn by turn. So positions that an automorphism maps to each
    other lead to the same outcome after the same number of turns, and a relation with many automorphisms has few
    positions that really differ.

    Attributes
    ----------
    relation : Relation
        The relation: who beats whom.
    count : int
        Number of automorphisms, including the identity.
    generators : tuple of tuple of int
        Permutations whose products are all automorphisms; none if there is only the identity.
    """

    relation: Relation
    count: int
    generators: tuple[Permutation, ...]

    def rows(self) -> list[Row]:
        """Rows ``generator``: each generator as cycles of cards, with their names."""
        return [{"generator": self.text(generator)} for generator in self.generators]

    def text(self, permutation: Permutation) -> str:
        """Write a permutation of the cards as its cycles, with the names of the cards.

        >>> group = automorphisms("rock-paper-scissors")
        >>> group.count, group.text(group.generators[0])
        (3, 'rock -> paper -> scissors -> rock')
        """
        moved = [cycle for cycle in cycles(permutation) if len(cycle) > 1]
        return "; ".join(" -> ".join(map(self.relation.name_of, (*cycle, cycle[0]))) for cycle in moved)

    @cached_property
    def turn(self) -> Permutation:
        """The automorphism that a picture can show as a rotation.

        All cards that it moves are in cycles of one length; of such automorphisms it moves the most cards, and has the
        longest cycles. Only the first 5,040 automorphisms are tried.
        """
        group = self._elements()
        rotations = (each for each in group if len({len(cycle) for cycle in cycles(each)} - {1}) == 1)
        return min(rotations, key=lambda each: (-_moved(each), -max(map(len, cycles(each))), each), default=group[0])

    def _elements(self) -> list[Permutation]:
        """The automorphisms, beginning with the identity."""
        group = [tuple(range(1, self.relation.n + 1))]
        known = set(group)
        for each in group:
            for generator in self.generators:
                product = tuple(generator[card - 1] for card in each)
                if product not in known and len(known) < _MOST_LISTED:
                    known.add(product)
                    group.append(product)
        return group


@interrupted_later()  # igraph 1.0 makes an error of its own of Ctrl-C
def automorphisms(relation: Any) -> Automorphisms:
    """Find the automorphisms of a relation: the permutations of its cards that preserve who beats whom.

    The diagonal of the matrix is ignored, as no card meets itself.

    Parameters
    ----------
    relation : Relation or anything that `Relation.of` accepts
        Who beats whom: a name such as ``paley:7``, a matrix, a dictionary or lines of text.

    Returns
    -------
    Automorphisms
        Their number, and generators of the group.

    See Also
    --------
    structure, isomorphism_classes

    References
    ----------
    Computed by bliss (Junttila and Kaski, 2007), which is a part of igraph.

    Examples
    --------
    >>> automorphisms("paley:7").count, automorphisms("order:7").count
    (21, 1)
    """
    relation = Relation.of(relation)
    graph = digraph(relation)
    generators = (tuple(card + 1 for card in images) for images in graph.automorphism_group())
    return Automorphisms(relation, int(graph.count_automorphisms()), tuple(generators))


def digraph(relation: Relation) -> "igraph.Graph":
    """The relation as a digraph on 0..n-1 without loops, with an arc from each winner to each loser."""
    import igraph  # only here: it loads matplotlib

    arcs = [
        (winner, loser)
        for winner, row in enumerate(relation.rows)
        for loser, beats in enumerate(row)
        if beats and winner != loser
    ]
    return igraph.Graph(n=relation.n, edges=arcs, directed=True)


def cycles(permutation: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a permutation of 1..n, each from its smallest card on, fixed cards included.

    >>> cycles((2, 1, 3))
    [(1, 2), (3,)]
    """
    every: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for card in range(1, len(permutation) + 1):
        cycle = []
        while card not in seen:
            seen.add(card)
            cycle.append(card)
            card = permutation[card - 1]
        if cycle:
            every.append(tuple(cycle))
    return every


def _moved(permutation: Permutation) -> int:
    return sum(image != card for card, image in enumerate(permutation, start=1))


@dataclass(frozen=True)
class Structure(Result):
    """The structure of a relation as a digraph on its cards.

    Attributes
    ----------
    relation : Relation
        The relation: who beats whom.
    scores : tuple of int
        The number of other cards that each card beats, card by card.
    is_transitive : bool
        Whether each card also beats all cards that are beaten by a card it beats.
    is_regular : bool
        Whether every card beats, and is beaten by, the same number of others.
    is_strongly_connected : bool
        Whether each card can be reached from each other card along arcs from a winner to a loser.
    automorphisms : Automorphisms
        The symmetry of the relation.
    """

    relation: Relation
    scores: tuple[int, ...]
    is_transitive: bool
    is_regular: bool
    is_strongly_connected: bool
    automorphisms: Automorphisms = field(repr=False)

    def rows(self) -> list[Row]:
        """One row ``transitive, regular, strongly_connected, automorphisms``: yes or no three times, and a number."""
        properties = {
            "transitive": self.is_transitive,
            "regular": self.is_regular,
            "strongly_connected": self.is_strongly_connected,
        }
        yes_or_no = {name: "yes" if is_so else "no" for name, is_so in properties.items()}
        return [yes_or_no | {"automorphisms": self.automorphisms.count}]

    def card_rows(self) -> list[Row]:
        """Rows ``card, name, score, beats``: the number of cards that a card beats, and their names.

        The column ``name`` is left out if the cards have no names.
        """
        names = self.relation.card_names
        return [
            {
                "card": card,
                **({"name": names[card - 1]} if names else {}),
                "score": self.scores[card - 1],
                "beats": ", ".join(
                    self.relation.name_of(other) for other, beats in enumerate(row, start=1) if beats and other != card
                ),
            }
            for card, row in enumerate(self.relation.rows, start=1)
        ]


def structure(relation: Any) -> Structure:
    """Analyse a relation as a digraph: scores, transitivity, regularity, connectivity and symmetry.

    The diagonal of the matrix is ignored, as no card meets itself.

    Parameters
    ----------
    relation : Relation or anything that `Relation.of` accepts
        Who beats whom: a name such as ``paley:7``, a matrix, a dictionary or lines of text.

    Returns
    -------
    Structure
        The scores and the properties.

    See Also
    --------
    relation_report

    Examples
    --------
    >>> shape = structure("rock-paper-scissors")
    >>> shape.scores, shape.is_transitive, shape.is_regular, shape.automorphisms.count
    ((1, 1, 1), False, True, 3)
    """
    relation = Relation.of(relation)
    others = ~np.eye(relation.n, dtype=np.bool_)
    beats = relation.to_array() & others
    beats_by_two = (beats.astype(np.int64) @ beats > 0) & others
    wins, losses = beats.sum(axis=1), beats.sum(axis=0)
    return Structure(
        relation,
        tuple(wins.tolist()),
        is_transitive=not (beats_by_two & ~beats).any(),
        is_regular=len({*wins.tolist(), *losses.tolist()}) == 1,
        is_strongly_connected=bool(digraph(relation).is_connected("strong")),
        automorphisms=automorphisms(relation),
    )
