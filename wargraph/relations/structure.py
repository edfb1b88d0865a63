"""What can be said of a relation before a card is played: who beats how many, and in what way it hangs together."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wargraph.core.relation import Relation
from wargraph.relations.symmetry import Automorphisms, automorphisms, digraph
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class Structure(Result):
    """The shape of a relation.

    Attributes
    ----------
    relation
        What was asked about.
    scores
        How many others each card beats, card by card.
    is_transitive
        Whether a card beats whatever the cards that it beats do: then no cards beat one another in a circle.
    is_regular
        Whether every card beats, and is beaten by, as many others as every other card.
    is_strongly_connected
        Whether from each card one comes to each other by cards that beat the next one.
    automorphisms
        Its symmetry.
    """

    relation: Relation
    scores: tuple[int, ...]
    is_transitive: bool
    is_regular: bool
    is_strongly_connected: bool
    automorphisms: Automorphisms = field(repr=False)

    def rows(self) -> list[Row]:
        """One row ``transitive, regular, strongly_connected, automorphisms``, in words and a number."""
        return [
            {
                "transitive": _yes(self.is_transitive),
                "regular": _yes(self.is_regular),
                "strongly_connected": _yes(self.is_strongly_connected),
                "automorphisms": self.automorphisms.count,
            }
        ]

    def card_rows(self) -> list[Row]:
        """Rows ``card, name, score, beats``: how many others the card beats, and which; ``name`` if it has one."""
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
    """The structure of a relation, or of what `Relation.of` takes for one. The diagonal plays no part.

    See Also
    --------
    relation_report

    Examples
    --------
    >>> found = structure("rock-paper-scissors")
    >>> found.scores, found.is_transitive, found.is_regular, found.automorphisms.count
    ((1, 1, 1), False, True, 3)
    """
    relation = Relation.of(relation)
    beats = relation.to_array() & ~np.eye(relation.n, dtype=np.bool_)
    by_two = (beats.astype(np.int64) @ beats > 0) & ~np.eye(relation.n, dtype=np.bool_)
    wins, losses = beats.sum(axis=1), beats.sum(axis=0)
    return Structure(
        relation,
        tuple(wins.tolist()),
        is_transitive=not (by_two & ~beats).any(),
        is_regular=len({*wins.tolist(), *losses.tolist()}) == 1,
        is_strongly_connected=bool(digraph(relation).is_connected("strong")),
        automorphisms=automorphisms(relation),
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
