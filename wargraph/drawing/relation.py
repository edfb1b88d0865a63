"""A relation drawn: its cards on a circle, and an arrow from each winner to each loser."""

from itertools import combinations, pairwise, permutations
from math import cos, pi, sin
from random import Random
from typing import Any

import numpy as np

from wargraph.core.relation import Interpretation, Relation
from wargraph.drawing.canvas import PINNED, blank, pinned
from wargraph.drawing.labels import label, shortened, tooltip, with_short_names
from wargraph.drawing.picture import Picture
from wargraph.errors import TooLargeError
from wargraph.relations.structure import relation_structure

_MOST_CARDS = 20
"""With more cards the arrows cannot be told apart."""

_MANY_CARDS = 10
_LONGEST_NAME = 16
_SMALLEST_RADIUS, _RADIUS_OF_A_CARD = 1.0, 0.2  # in inches
_CARD = {"fillcolor": "#DCE9F2", "margin": "0.1,0.05"}
_ARROW = {"color": "#0072B2", "arrowsize": "0.8"}
_THIN_ARROW = {"color": "#0072B2", "arrowsize": "0.6", "penwidth": "0.7"}
_TRIES = 20

Place = tuple[float, float]


def relation_picture(relation: Any, title: str | None = None) -> Picture:
    """Draw a relation, or what `Relation.of` takes for one, under its name or a title.

    An automorphism that moves all cards, or all but one, turns the picture; without one the order round the circle is
    that in which a turn by one card changes few arrows. A linear order is a line from the highest card to the lowest.

    >>> relation_picture("rock-paper-scissors").title
    'rock-paper-scissors: who beats whom'
    """
    relation = Relation.of(relation)
    if relation.n > _MOST_CARDS:
        raise TooLargeError(
            f"{relation.name} has {relation.n} cards, more than the {_MOST_CARDS} whose arrows can be told apart: "
            "draw fewer cards"
        )
    title = title or f"{relation.name}: who beats whom"
    if relation.is_order:
        ranked = _by_score(relation)
        places = {
            card: (2 * pi * place / relation.n, 0.0) for place, card in enumerate(ranked)
        }  # as far as on a circle
        arrows, note = list(pairwise(ranked)), "each card beats all to the right of it"
    else:
        turned = _turned(relation)
        places = turned or {card: _at(place / relation.n) for place, card in enumerate(_nearly_turned(relation))}
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


def _turned(relation: Relation) -> dict[int, Place] | None:
    """Places that an automorphism turns into one another, with a card that it keeps in the centre."""
    moved = relation_structure(relation).rotation()
    rounds = [cycle for cycle in moved if len(cycle) > 1]
    fixed = [cycle[0] for cycle in moved if len(cycle) == 1]
    # No arrow between two others may run through the centre: an odd number of places has no opposite ones.
    if not rounds or len(fixed) > len(rounds[0]) % 2:
        return None
    between = len(rounds) + (1 if fixed and len(rounds) % 2 == 0 else 0)
    slots = between * len(rounds[0])
    order = {card: turn * between + shift for shift, cycle in enumerate(rounds) for turn, card in enumerate(cycle)}
    return {card: _at(slot / slots) for card, slot in order.items()} | dict.fromkeys(fixed, (0.0, 0.0))


def _nearly_turned(relation: Relation) -> list[int]:
    """Return the cards in an order that a turn by one card changes little, as exchanges of two cards find it."""
    beats = relation.to_array()

    def unchanged(order: list[int]) -> int:
        """Of how many ordered pairs of cards a turn by one card keeps who beats whom."""
        turned = order[1:] + order[:1]
        return int(np.count_nonzero(beats[np.ix_(order, order)] == beats[np.ix_(turned, turned)]))

    best = [card - 1 for card in _by_score(relation)]
    chance = Random(0)  # nosec B311 # the same picture each time
    for order in [best, *(chance.sample(best, len(best)) for _ in range(_TRIES))]:
        score, before = unchanged(order), -1
        while score > before:
            before = score
            for i, j in combinations(range(len(order)), 2):
                tried = order.copy()
                tried[i], tried[j] = order[j], order[i]
                if (now := unchanged(tried)) > score:
                    order, score = tried, now
        best = max(best, order, key=unchanged)
    return [card + 1 for card in best]


def _at(part: float) -> Place:
    """Return the place on a circle of radius 1 after a part of a clockwise round, from the top."""
    return sin(2 * pi * part), cos(2 * pi * part)
