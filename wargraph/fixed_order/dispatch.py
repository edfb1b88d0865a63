"""Deck: what a question under a fixed return order is about, and with it which engine answers.

The standard deck is counted by transcripts. Of a relation the positions are played out in the arrays of its War graph
or, if it is large, visited by the walk through its forest, which takes no memory for them.
"""

from numbers import Number

from wargraph.core.relation import Relation
from wargraph.fixed_order.forest.lengths import check_forest_size
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, graph_fits

_LARGEST_QUICKER_BY_GRAPH = 9
"""With more cards the walk takes less time than to build the graph and play it out, for any one question."""


def as_deck(deck: Deck) -> int | WarGraph | Relation:
    """A number of cards, whose standard deck is counted by transcripts; a War graph; or a relation that is too large.

    >>> as_deck(9), as_deck("order:2")
    (9, WarGraph.from_relation(order:2): 6 positions, 4 arcs, 4 terminals)
    >>> as_deck("cyclic:11").name
    'cyclic:11'
    """
    if isinstance(deck, Number):
        return check_size(deck)
    if isinstance(deck, WarGraph):
        return deck
    relation = Relation.of(deck)
    if is_walked(relation):
        check_forest_size(relation.n)
        return relation
    return as_graph(relation)


def is_walked(relation: Relation) -> bool:
    """Whether the forest of a relation is walked instead of building its War graph."""
    return relation.n > _LARGEST_QUICKER_BY_GRAPH or not graph_fits(relation.n, left_holds_n=False)


def deck_size(deck: int | WarGraph | Relation) -> int:
    """Number of cards."""
    return deck if isinstance(deck, int) else deck.n


def deck_relation(deck: int | WarGraph | Relation) -> Relation:
    """Who beats whom."""
    if isinstance(deck, Relation):
        return deck
    return deck.relation if isinstance(deck, WarGraph) else Relation.order(deck)
