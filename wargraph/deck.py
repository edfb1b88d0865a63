"""Deck: what a question under a fixed return order is about, and with it which engine answers."""

from wargraph.errors import ParameterError, shown
from wargraph.graph.war_graph import WarGraph
from wargraph.relation import Relation
from wargraph.transcripts.symbolic import check_size

Deck = int | WarGraph
"""The standard deck on so many cards, counted by transcripts; or a War graph, whose positions are played out."""


def deck_size(deck: Deck) -> int:
    """Number of cards, or a `ParameterError` if it cannot be or if something else stands for a deck."""
    if isinstance(deck, WarGraph):
        return deck.n
    try:
        return check_size(deck)
    except ParameterError as error:
        if isinstance(deck, int):
            raise
        raise ParameterError(
            f"{shown(deck)} is neither a number of cards nor a War graph: use 4, WarGraph(4) "
            "or WarGraph.from_relation(relation)"
        ) from error


def deck_relation(deck: Deck) -> Relation:
    """Who beats whom."""
    return deck.relation if isinstance(deck, WarGraph) else Relation.order(deck)
