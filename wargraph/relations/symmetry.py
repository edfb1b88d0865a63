"""The symmetry of a relation: how its cards can be renamed so that who beats whom stays the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wargraph.campaign.interruption import interrupted_later
from wargraph.core.relation import Relation
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    import igraph

Permutation = tuple[int, ...]
"""What each of the cards 1..n becomes, card by card."""

_MOST_LISTED = 5040


@dataclass(frozen=True)
class Automorphisms(Result):
    """The automorphisms of a relation: the renamings of its cards under which who beats whom stays the same.

    Rename the cards of a game by one, and it is a game again, turn by turn. So a relation with many automorphisms has
    few positions that differ in more than names: all that are renamed to one another end alike, after as many turns.

    Attributes
    ----------
    relation
        Whose they are.
    count
        How many there are, with the one that renames nothing.
    generators
        Some of which all others are products; none if there is no other.
    """

    relation: Relation
    count: int
    generators: tuple[Permutation, ...]

    def rows(self) -> list[Row]:
        """Rows ``generator``: each as its cycles of cards, with their names."""
        return [{"generator": self.text(generator)} for generator in self.generators]

    def text(self, permutation: Permutation) -> str:
        """An automorphism as the cards that become one another.

        >>> found = automorphisms("rock-paper-scissors")
        >>> found.count, found.text(found.generators[0])
        (3, 'rock -> paper -> scissors -> rock')
        """
        moved = [cycle for cycle in cycles(permutation) if len(cycle) > 1]
        return "; ".join(" -> ".join(map(self.relation.name_of, (*cycle, cycle[0]))) for cycle in moved)

    @cached_property
    def turn(self) -> Permutation:
        """The automorphism that a turn of a picture can show: that which moves most cards, and in the longest cycles.

        All cards that it moves are in cycles of one length. Of more than 5,040 automorphisms some are left out.
        """
        listed = self._listed()
        turns = (each for each in listed if len({len(cycle) for cycle in cycles(each)} - {1}) == 1)
        return min(turns, key=lambda each: (-_moved(each), -max(map(len, cycles(each))), each), default=listed[0])

    def _listed(self) -> list[Permutation]:
        """The automorphisms, first that which renames nothing."""
        listed = [tuple(range(1, self.relation.n + 1))]
        known = set(listed)
        for each in listed:
            for generator in self.generators:
                product = tuple(generator[card - 1] for card in each)
                if product not in known and len(known) < _MOST_LISTED:
                    known.add(product)
                    listed.append(product)
        return listed


@interrupted_later()  # igraph 1.0 makes an error of its own of Ctrl-C
def automorphisms(relation: Any) -> Automorphisms:
    """The automorphisms of a relation, or of what `Relation.of` takes for one.

    What stands on the diagonal of the matrix plays no part: no card ever meets itself.

    See Also
    --------
    structure, relation_kinds

    References
    ----------
    Found by bliss (Junttila and Kaski, 2007), as igraph brings it.

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
    """The relation as a digraph on 0..n-1 without loops, an arc from each winner to each loser."""
    import igraph  # only here: it loads matplotlib

    arcs = [
        (winner, loser)
        for winner, row in enumerate(relation.rows)
        for loser, beats in enumerate(row)
        if beats and winner != loser
    ]
    return igraph.Graph(n=relation.n, edges=arcs, directed=True)


def cycles(permutation: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a permutation of 1..n, each from its smallest card on; fixed cards are cycles of one.

    >>> cycles((2, 1, 3))
    [(1, 2), (3,)]
    """
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(1, len(permutation) + 1):
        cycle = []
        card = start
        while card not in seen:
            seen.add(card)
            cycle.append(card)
            card = permutation[card - 1]
        if cycle:
            found.append(tuple(cycle))
    return found


def _moved(permutation: Permutation) -> int:
    return sum(image != card for card, image in enumerate(permutation, start=1))
