"""The structure of a relation: its scores, whether it is transitive, regular and strongly connected, its symmetry."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wargraph.core.relation import Relation
from wargraph.relations.symmetry import Automorphisms, automorphisms, digraph
from wargraph.report.result import Result, Row


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
