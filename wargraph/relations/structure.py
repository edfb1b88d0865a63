"""The structure of a relation: scores, transitivity, regularity, connectivity and symmetry."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wargraph.compute.interruption import interrupted_later
from wargraph.core.relation import Interpretation, Relation
from wargraph.report.document import Part, Preformatted, Table, Title
from wargraph.report.humanize import counted, some
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    import igraph

Permutation = tuple[int, ...]
"""The image of each of the cards 1..n, card by card."""

LARGEST_EXACT, LARGEST_EXACT_FLIPS = 10, 8
"""The most cards for which a War graph is built, and one for each pair of cards; beyond, games are estimated."""

_MOST_LISTED = 5040
_MOST_PRINTED = 40
"""The cards of the largest matrix that a report prints."""


@dataclass(frozen=True)
class Structure(Result):
    """The structure of a relation as a digraph on its cards, with an arc from each winner to each loser.

    An automorphism is a permutation of the cards that preserves who beats whom. It turns each game into another game,
    turn by turn. So positions that an automorphism maps to each other lead to the same outcome after the same number of
    turns, and a relation with many automorphisms has few positions that really differ.

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
        Whether each card can be reached from each other card along arcs.
    automorphisms : int
        Number of automorphisms, including the identity.
    generators : tuple of tuple of int
        Permutations whose products are all automorphisms; none if there is only the identity.
    """

    relation: Relation
    scores: tuple[int, ...]
    is_transitive: bool
    is_regular: bool
    is_strongly_connected: bool
    automorphisms: int
    generators: tuple[Permutation, ...] = field(repr=False)

    def rows(self) -> list[Row]:
        """Return one row ``transitive, regular, strongly_connected, automorphisms``: yes or no, and a number."""
        names = ("transitive", "regular", "strongly_connected")
        properties = {name: "yes" if getattr(self, f"is_{name}") else "no" for name in names}
        return [{**properties, "automorphisms": self.automorphisms}]

    def card_rows(self) -> list[Row]:
        """Return rows ``card, name, score, beats``: the number of cards that a card beats, and their names.

        The column ``name`` is left out if the cards have no names.
        """
        name_of, has_names = self.relation.name_of, bool(self.relation.card_names)
        return [
            {
                "card": card,
                **({"name": name_of(card)} if has_names else {}),
                "score": self.scores[card - 1],
                "beats": ", ".join(
                    name_of(other) for other, beats in enumerate(row, start=1) if beats and other != card
                ),
            }
            for card, row in enumerate(self.relation.rows, start=1)
        ]

    def generator_rows(self) -> list[Row]:
        """Return rows ``generator``: each generator as cycles of cards, with their names.

        >>> relation_structure("rock-paper-scissors").generator_rows()
        [{'generator': 'rock -> paper -> scissors -> rock'}]
        """
        name_of = self.relation.name_of
        moved = ([cycle for cycle in cycles(generator) if len(cycle) > 1] for generator in self.generators)
        texts = ("; ".join(" -> ".join(map(name_of, (*cycle, cycle[0]))) for cycle in moves) for moves in moved)
        return [{"generator": text} for text in texts]

    @property
    def regularity(self) -> str:
        """Whether the relation is regular, as a sentence, and if not, which cards are at the ends.

        >>> print(relation_structure("order:3").regularity)
        Not regular: 3 beats the most others, 2; 1 the fewest, 0.
        """
        if self.is_regular:
            return f"Regular: each card beats {counted(self.scores[0], 'other')}, and as many beat it."
        verb, counts = "beats", list(self.scores)
        if len(set(counts)) == 1:
            beats = self.relation.to_array()
            verb, counts = "is beaten by", (beats.sum(axis=0) - beats.diagonal()).tolist()
        ends = (
            f"{self._cards_with(counts, end)} {word}, {end}"
            for end, word in ((max(counts), f"{verb} the most others"), (min(counts), "the fewest"))
        )
        return f"Not regular: {'; '.join(ends)}."

    def _cards_with(self, counts: Sequence[int], count: int) -> str:
        names = [self.relation.name_of(card) for card, each in enumerate(counts, start=1) if each == count]
        return f"each of {some(names)}" if names[1:] else names[0]

    @property
    def is_vertex_transitive(self) -> bool:
        """Whether automorphisms take each card to each other, so that all cards are equally strong.

        >>> relation_structure("cyclic:15").is_vertex_transitive, relation_structure("order:3").is_vertex_transitive
        (True, False)
        """
        reached, new = {1}, {1}
        while new:
            new = {images[card - 1] for images in self.generators for card in new} - reached
            reached |= new
        return len(reached) == self.relation.n

    @property
    def title(self) -> Title:
        """The title of a report on the relation."""
        relation = self.relation
        decided = "a linear order" if relation.is_order else "a tournament"
        kind = {
            Interpretation.STRICT: decided,
            Interpretation.LITERAL: "read literally",
            Interpretation.DRAWS: "with draws",
        }
        return Title(f"{relation.name}: {counted(relation.n, 'card')}, {kind[relation.interpretation]}")

    @property
    def interpretation(self) -> str:
        """How the relation was read from a file or a text, as a sentence; empty for a relation with a name."""
        return self.relation.understood and f"How it was read: {self.relation.understood}."

    def source(self) -> list[Part]:
        """Return how the relation is interpreted, and its matrix unless that is too wide."""
        relation = self.relation
        return [
            relation.interpretation.meaning,
            Preformatted(str(relation)) if relation.n <= _MOST_PRINTED else None,
        ]

    def tables(self) -> list[Table]:
        """Return the tables that need no game: cards, structure and automorphisms."""
        return [
            Table("cards", self.card_rows(), "Cards"),
            Table("structure", self.rows(), "The relation", is_record=True),
            Table("automorphisms", self.generator_rows(), "Automorphisms: generators", columns=["generator"]),
        ]

    def _body(self) -> list[Part]:
        return [self.title, self.regularity, self.interpretation, *self.source(), *self.tables()]

    def rotation(self) -> tuple[int, ...] | None:
        """Return the cards in an order in which an automorphism takes each to the next, and the last to the first.

        None if there is no such order. Only the first 5,040 automorphisms are tried.
        """
        rounds = (cycles(element) for element in sorted(self._elements()))
        return next((cycle for cycle, *others in rounds if not others), None)

    def _elements(self) -> list[Permutation]:
        """Return the automorphisms, beginning with the identity."""
        group = [tuple(range(1, self.relation.n + 1))]
        known = set(group)
        for element in group:
            for generator in self.generators:
                product = tuple(generator[card - 1] for card in element)
                if product not in known and len(known) < _MOST_LISTED:
                    known.add(product)
                    group.append(product)
        return group


@interrupted_later()  # igraph 1.0 makes an error of its own of Ctrl-C
def relation_structure(relation: Any) -> Structure:
    """Analyse a relation as a digraph: scores, transitivity, regularity, connectivity and automorphisms.

    The relation is anything that `Relation.of` accepts. The diagonal of its matrix is ignored, as no card meets itself.
    The automorphisms are computed by bliss (Junttila and Kaski, 2007), which is a part of igraph.

    Examples
    --------
    >>> found = relation_structure("rock-paper-scissors")
    >>> found.scores, found.is_transitive, found.is_regular, found.automorphisms
    ((1, 1, 1), False, True, 3)
    >>> relation_structure("paley:7").automorphisms, relation_structure("order:7").automorphisms
    (21, 1)
    """
    relation = Relation.of(relation)
    graph = digraph(relation)
    beaten = [set(graph.successors(card)) for card in range(relation.n)]
    scores = graph.outdegree()
    return Structure(
        relation,
        tuple(scores),
        is_transitive=all(
            beaten[loser] <= beaten[card] | {card} for card in range(relation.n) for loser in beaten[card]
        ),
        is_regular=len({*scores, *graph.indegree()}) == 1,
        is_strongly_connected=graph.is_connected("strong"),
        automorphisms=int(graph.count_automorphisms()),
        generators=tuple(tuple(card + 1 for card in images) for images in graph.automorphism_group()),
    )


def answer_columns(relation: Relation) -> list[str]:
    """Name the columns about games that a report of one screen shows; the share of ties takes the room of the median.

    >>> answer_columns(Relation.of("cyclic:5"))[2:5], answer_columns(Relation.of("suits:2x2"))[-1]
    (['mean', 'median', 'longest'], 'tie_share')
    """
    names = ["order", "endless_share", "mean", "median", "longest", "left_share", "right_share", "tie_share"]
    return [name for name in names if name != ("median" if relation.has_draws else "tie_share")]


def digraph(relation: Relation) -> "igraph.Graph":
    """Return the relation as a digraph on 0..n-1 without loops, with an arc from each winner to each loser."""
    import igraph  # only here: it loads matplotlib

    arcs = relation.to_array().nonzero()  # `Adjacency` would load pandas
    edges = [arc for arc in zip(*arcs, strict=True) if arc[0] != arc[1]]
    return igraph.Graph(n=relation.n, edges=edges, directed=True)


def cycles(permutation: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cycles of a permutation of 1..n, each from its smallest card on, fixed cards included.

    >>> cycles((2, 1, 3))
    [(1, 2), (3,)]
    """
    every, left = [], list(range(len(permutation), 0, -1))
    while left:
        cycle = [left[-1]]
        while (card := permutation[cycle[-1] - 1]) != cycle[0]:
            cycle.append(card)
        left = [card for card in left if card not in cycle]
        every.append(tuple(cycle))
    return every
