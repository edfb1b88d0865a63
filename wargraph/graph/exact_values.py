"""Values that each position has from its children, solved exactly by sympy.

The system is that of `wargraph.graph.coin`, in fractions or in functions of symbols. Where no cards draw a turn changes
the split by one, so that two turns on the split has the same parity: half of the unknowns are eliminated at once.
sympy takes its numbers from python-flint, which makes it some hundred times as fast. It takes half a second to load:
only the functions that solve something import it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.relation import Relation
from wargraph.errors import TooLargeError
from wargraph.graph.coin import reachability_flags
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import Deck, WarGraph, relation_of, require_graph_memory

MOST_UNKNOWNS = 2000
"""Up to so many a system of fractions is solved within a minute or so."""


@dataclass(frozen=True)
class Turn:
    """What a turn does to values, as elements of a field: v = cost + wl v(WL child) + lw v(LW child)."""

    wl: Any
    lw: Any
    cost: Any


def exact_values(graph: WarGraph, turn: Turn, terminals: Sequence[Any], field: Any, most: int) -> list[Any]:
    """The value of each position, exactly.

    Parameters
    ----------
    graph, turn
        The positions, and what a turn does to values.
    terminals
        The values of the terminals, in their order. A position that reaches none has the value 0.
    field
        A field of sympy, such as ``QQ``, which all values are elements of.
    most
        How many unknowns there may be; more are a `TooLargeError`.
    """
    children, is_open = graph.child_indices.tolist(), reachability_flags(graph).is_open.tolist()
    values = [field.zero] * len(children) + list(terminals)
    blocks = map(graph.positions.block, _first_splits(graph.relation))
    first = [place for block in blocks for place in range(block.start, block.stop)]
    number = {place: row for row, place in enumerate(place for place in first if is_open[place])}
    _check_unknowns(graph.n, len(number), most, "leave exact values out")

    def expand(place: int, weight: Any, row: dict[int, Any]) -> Any:
        """Write a weighted value as what is known, which is returned, and unknowns, which are moved into the row."""
        if place in number:
            row[number[place]] = row.get(number[place], field.zero) - weight
            return field.zero
        if place >= len(children) or not is_open[place]:
            return weight * values[place]
        return expand_turn(place, weight, row)

    def expand_turn(place: int, weight: Any, row: dict[int, Any]) -> Any:
        after_wl, after_lw = children[place]
        return weight * turn.cost + expand(after_wl, weight * turn.wl, row) + expand(after_lw, weight * turn.lw, row)

    rows = {row: {row: field.one} for row in number.values()}
    known = [expand_turn(place, field.one, rows[row]) for place, row in number.items()]
    for place, value in zip(number, _solved(rows, known, field), strict=True):
        values[place] = value
    for place in set(range(len(children))).difference(first):
        if is_open[place]:
            after_wl, after_lw = children[place]
            values[place] = turn.cost + turn.wl * values[after_wl] + turn.lw * values[after_lw]
    return values


def exact_fractions(graph: WarGraph, p: Fraction, cost: int, terminals: Sequence[int]) -> NDArray[np.object_]:
    """The value of each position as a fraction, where WL comes with probability p; see `exact_values`."""
    from sympy import QQ

    wl, lw = (QQ(weight.numerator, weight.denominator) for weight in (p, 1 - p))
    values = exact_values(graph, Turn(wl, lw, QQ(cost)), [QQ(value) for value in terminals], QQ, MOST_UNKNOWNS)
    return np.array([Fraction(int(value.numerator), int(value.denominator)) for value in values], np.object_)


def require_few_unknowns(deck: Deck, most: int = MOST_UNKNOWNS, way_out: str = "leave exact values out") -> None:
    """Raise a `TooLargeError` if a deck has more unknowns than are solved for, before its graph is built.

    How many positions of a relation with draws, or read literally, reach a terminal is known only then.
    """
    relation, left_holds_n = relation_of(deck)
    if relation.is_tournament:
        require_graph_memory(relation.n, left_holds_n)
        positions = Positions(relation.n, left_holds_n)
        _check_unknowns(relation.n, sum(map(positions.split_size, _first_splits(relation))), most, way_out)


def _check_unknowns(n: int, unknowns: int, most: int, way_out: str) -> None:
    if unknowns > most:
        raise TooLargeError(
            f"the exact values on {n} cards are {unknowns:,} unknowns, and at most {most:,} are solved for: "
            f"use fewer cards, or {way_out}"
        )


def _solved(rows: dict[int, dict[int, Any]], known: list[Any], field: Any) -> list[Any]:
    """The solution of a system with as many rows as unknowns."""
    from sympy.polys.matrices import DomainMatrix

    size = len(known)
    if size == 0:
        return []
    matrix = DomainMatrix(rows, (size, size), field).to_dense()
    solution: list[Any] = matrix.lu_solve(
        DomainMatrix([[each] for each in known], (size, 1), field).to_dense()
    ).to_list_flat()
    return solution


def _first_splits(relation: Relation) -> range:
    """The splits to solve for: where no cards draw every second one, and else all."""
    step = 1 if relation.has_draws else 2
    return range(relation.n - step, 0, -step)
