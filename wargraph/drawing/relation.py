"""A relation drawn: its cards on a circle, and an arrow from each winner to each loser."""

from itertools import pairwise, permutations
from math import cos, pi, sin
from random import Random
from typing import Any

import numpy as np

from wargraph.core.relation import Reading, Relation
from wargraph.drawing.dot import Arrow, Place, draw_relation
from wargraph.drawing.picture import Picture
from wargraph.errors import TooLargeError
from wargraph.relations.structure import automorphisms, cycles

_MOST_DRAWN = 20
"""With more cards the arrows cannot be told apart."""

_TRIES = 20


def relation_picture(relation: Any, title: str | None = None) -> Picture:
    """Draw a relation, or what `Relation.of` takes for one.

    An automorphism that moves all cards, or all but one, turns the picture; without one the order round the circle is
    that in which a turn by one card changes few arrows. A linear order is a line from the highest card to the lowest.
    The title is `title`, or else the name of the relation.

    Raises
    ------
    TooLargeError
        If there are more than 20 cards.

    Examples
    --------
    >>> relation_picture("rock-paper-scissors").title
    'rock-paper-scissors: who beats whom'
    """
    relation = Relation.of(relation)
    if relation.n > _MOST_DRAWN:
        raise TooLargeError(
            f"{relation.name} has {relation.n} cards, more than the {_MOST_DRAWN} whose arrows can be told apart: "
            "draw fewer cards"
        )
    title = title or f"{relation.name}: who beats whom"
    if relation.is_order:
        ranked = _by_score(relation)
        arrows = [(higher, lower, False) for higher, lower in pairwise(ranked)]
        in_line = {card: (2 * pi * place / relation.n, 0.0) for place, card in enumerate(ranked)}  # as on a circle
        return draw_relation(relation, title, in_line, arrows, "each card beats all to the right of it")
    places = _turned(relation) or {card: _at(place / relation.n) for place, card in enumerate(_nearly_turned(relation))}
    return draw_relation(relation, title, places, _arrows(relation), _note(relation))


def _arrows(relation: Relation) -> list[Arrow]:
    beats = relation.rows
    return [
        (winner + 1, loser + 1, bool(beats[loser][winner]))
        for winner, loser in permutations(range(relation.n), 2)
        if beats[winner][loser] and (winner < loser or not beats[loser][winner])
    ]


def _note(relation: Relation) -> str:
    if relation.has_draws:
        return "arrows from each card to those that it beats; none: the cards draw"
    if relation.reading is Reading.LITERAL:
        return "arrows from each card to those that it beats; both ways: Left's card wins; none: Right's card wins"
    return "arrows from each card to those that it beats"


def _by_score(relation: Relation) -> list[int]:
    return sorted(range(1, relation.n + 1), key=lambda card: -sum(relation.rows[card - 1]))


def _turned(relation: Relation) -> dict[int, Place] | None:
    """Places that an automorphism turns into one another, with a card that it keeps in the centre."""
    found = cycles(automorphisms(relation).turn)
    rounds = [cycle for cycle in found if len(cycle) > 1]
    fixed = [cycle[0] for cycle in found if len(cycle) == 1]
    # No arrow between two others may run through the centre: an odd number of places has no opposite ones.
    if not rounds or len(fixed) > len(rounds[0]) % 2:
        return None
    between = len(rounds) + (1 if fixed and len(rounds) % 2 == 0 else 0)
    slots = between * len(rounds[0])
    order = {card: turn * between + shift for shift, cycle in enumerate(rounds) for turn, card in enumerate(cycle)}
    return {card: _at(slot / slots) for card, slot in order.items()} | dict.fromkeys(fixed, (0.0, 0.0))


def _nearly_turned(relation: Relation) -> list[int]:
    """The cards in an order that a turn by one card changes little, as far as exchanges lead to such a one."""
    beats = relation.to_array()
    best = [card - 1 for card in _by_score(relation)]
    chance = Random(0)  # nosec B311 # the same picture each time
    for start in [best, *(chance.sample(best, len(best)) for _ in range(_TRIES))]:
        best = max(best, _exchanged(beats, start), key=lambda order: _kept(beats, order))
    return [card + 1 for card in best]


def _exchanged(beats: "np.ndarray[Any, np.dtype[np.bool_]]", order: list[int]) -> list[int]:
    """An order to which no exchange of two cards brings a better one."""
    kept, is_better = _kept(beats, order), True
    while is_better:
        is_better = False
        for i in range(len(order)):
            for j in range(i):
                tried = order.copy()
                tried[i], tried[j] = order[j], order[i]
                if (now := _kept(beats, tried)) > kept:
                    order, kept, is_better = tried, now, True
    return order


def _kept(beats: "np.ndarray[Any, np.dtype[np.bool_]]", order: list[int]) -> int:
    """Of how many ordered pairs of cards a turn by one card keeps who beats whom."""
    turned = order[1:] + order[:1]
    return int(np.count_nonzero(beats[np.ix_(order, order)] == beats[np.ix_(turned, turned)]))


def _at(part: float) -> Place:
    """The place on a circle of radius 1 after a part of a clockwise round, from the top."""
    return sin(2 * pi * part), cos(2 * pi * part)
