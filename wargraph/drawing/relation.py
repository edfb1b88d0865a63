"""A relation drawn: its cards on a circle, and an arrow from each winner to each loser."""

from itertools import pairwise, permutations
from math import cos, pi, sin
from typing import Any

from wargraph.core.relation import Interpretation, Relation
from wargraph.drawing.canvas import PINNED, blank, pinned
from wargraph.drawing.labels import label, shortened, tooltip, with_short_names
from wargraph.drawing.picture import Picture
from wargraph.errors import TooLargeError
from wargraph.relations.structure import relation_structure

MOST_CARDS = 20
"""With more cards the arrows cannot be told apart."""

_MANY_CARDS = 10
_LONGEST_NAME = 16
_SMALLEST_RADIUS, _RADIUS_OF_A_CARD = 1.0, 0.2  # in inches
_CARD = {"fillcolor": "#DCE9F2", "margin": "0.1,0.05"}
_ARROW = {"color": "#0072B2", "arrowsize": "0.8"}
_THIN_ARROW = {"color": "#0072B2", "arrowsize": "0.4", "penwidth": "0.6"}


def relation_picture(relation: Any, title: str | None = None, stretch: float = 1.0) -> Picture:
    """Draw a relation, or what `Relation.of` takes for one, under its name or a title.

    The cards stand in a circle, or an ellipse that is `stretch` times as wide as it is high. They are in their own
    order, in which each keeps its place if an entry changes; or, if an automorphism takes all of them round, in the
    order in which it turns the picture. A linear order is a line from the highest card to the lowest.

    >>> relation_picture("rock-paper-scissors").title
    'rock-paper-scissors: who beats whom'
    """
    relation = Relation.of(relation)
    if relation.n > MOST_CARDS:
        raise TooLargeError(
            f"{relation.name} has {relation.n} cards, more than the {MOST_CARDS} whose arrows can be told apart: "
            "draw the table (--view table, in Python relation_structure(...).plot())"
        )
    title = title or f"{relation.name}: who beats whom"
    if relation.is_order:
        ranked = _by_score(relation)
        places = {
            card: (2 * pi * place / relation.n, 0.0) for place, card in enumerate(ranked)
        }  # as far as on a circle
        arrows, note = list(pairwise(ranked)), "each card beats all to the right of it"
    else:
        order = relation_structure(relation).rotation() or range(1, relation.n + 1)
        circle = {card: _at(place / relation.n) for place, card in enumerate(order)}
        places = {card: (x * max(stretch, 1), y * max(1 / stretch, 1)) for card, (x, y) in circle.items()}
        arrows = [(i + 1, j + 1) for i, j in permutations(range(relation.n), 2) if relation.rows[i][j]]
        note = "arrows from each card to those that it beats"
        if relation.has_draws:
            note += "; none: the cards draw"
        elif relation.interpretation is Interpretation.LITERAL:
            note += "; both ways: Left's card wins; none: Right's card wins"
    named = with_short_names(relation, _LONGEST_NAME)
    width = 0.1 * max(len(named.name_of(card)) for card in places) + 0.5
    radius = max(_SMALLEST_RADIUS, _RADIUS_OF_A_CARD * len(places), width * len(places) / (2 * pi))
    digraph = blank(title, (), [*shortened(named, relation), note], **PINNED)
    for card, (x, y) in places.items():
        told = tooltip(relation.name_of(card))
        digraph.node(str(card), label(named.name_of(card)), tooltip=told, **_CARD, **pinned(x * radius, y * radius))
    style = _ARROW if len(places) <= _MANY_CARDS else _THIN_ARROW
    for winner, loser in arrows:
        is_mutual = (loser, winner) in arrows
        if winner < loser or not is_mutual:
            told = tooltip(f"{relation.name_of(winner)} beats {relation.name_of(loser)}")
            digraph.edge(str(winner), str(loser), tooltip=told, dir="both" if is_mutual else "forward", **style)
    return Picture(title, digraph.source)


def _by_score(relation: Relation) -> list[int]:
    return sorted(range(1, relation.n + 1), key=lambda card: -sum(relation.rows[card - 1]))


def _at(part: float) -> tuple[float, float]:
    """Return the place on a circle of radius 1 after a part of a clockwise round, from the top."""
    return sin(2 * pi * part), cos(2 * pi * part)
