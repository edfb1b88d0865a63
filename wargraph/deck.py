"""Deck: what a question under a fixed return order is about, and with it which engine answers."""

from numbers import Number

from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.relation import Relation
from wargraph.transcripts.symbolic import check_size


def as_deck(deck: Deck) -> int | WarGraph:
    """A number of cards, whose standard deck is counted by transcripts; or a War graph, whose positions are played out.

    >>> as_deck(9), as_deck("order:2")
    (9, WarGraph.from_relation(order:2): 6 positions, 4 arcs, 4 terminals)
    """
    is_number = isinstance(deck, Number)
    return check_size(deck) if is_number else as_graph(deck)


def deck_size(deck: int | WarGraph) -> int:
    """Number of cards."""
    return deck.n if isinstance(deck, WarGraph) else deck


def deck_relation(deck: int | WarGraph) -> Relation:
    """Who beats whom."""
    return deck.relation if isinstance(deck, WarGraph) else Relation.order(deck)
