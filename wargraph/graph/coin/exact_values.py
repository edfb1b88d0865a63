"""Values that each position has from its children, solved exactly by sympy: fractions, and the generating function.

The system is that of `equations.py`, in fractions or in functions of symbols. Where no cards draw a turn changes
the split by one, so that two turns on the split has the same parity: half of the unknowns are eliminated at once.
sympy takes its numbers from python-flint: 6 cards take 1 s, and without it 154 s; up to 5 cards there is no difference.
sympy takes half a second to load, so that only the functions that solve something import it.
"""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, TooLargeError, shown
from wargraph.graph.outcomes.reachability import can_end
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, relation_of

if TYPE_CHECKING:
    import sympy


def checked_coin(p: object) -> Fraction:
    """Return the probability of WL as a fraction; a decimal is exact, so that 0.1 is 1/10."""
    text, found = str(p), Fraction(0)
    with suppress(ValueError, ZeroDivisionError):
        if "/" in text or 0 < float(text) < 1:  # a double says it at once where an exponent asks for many digits
            found = Fraction(text)
    if not 0 < found < 1:
        raise ParameterError(
            f"p = {shown(p)} is not the probability of WL at a turn: use a number above 0 and below 1, such as 1/2 or "
            "0.3; for one order alone ask for the lengths under it"
        )
    return found


def generating_function(
    deck: Deck, start: Position | Deals | str = "all", p: Fraction | float | str | None = None
) -> "sympy.Expr":
    """Find the probability generating function of the number of turns if a coin decides every return order.

    It is a rational function of the symbol x, and of the symbol p unless `p` is a number, with nothing left to cancel.
    The coefficient of x**t is the probability that a game takes t turns, and the derivative at x = 1 is the expected
    number of turns.

    The deck has at most 4 cards, or 5 if `p` is a number; `start` is a position or the starting positions over which to
    take the mean.

    >>> print(generating_function(4, "balanced", p="1/2"))
    -x**2/(x**2 - 2)
    """
    import sympy

    if p is None:
        require_few_unknowns(deck, 40, 'on 5 cards give a number for p, such as p="1/2"')
    else:
        require_few_unknowns(deck, 100, "ask for length_distribution")
    graph = as_graph(deck)
    x, symbol = sympy.symbols("x p")
    coin = checked_coin("1/2" if p is None else p)
    field = sympy.QQ.frac_field(x, *([symbol] if p is None else []))
    wl = field.from_sympy(symbol if p is None else sympy.Rational(coin.numerator, coin.denominator))
    turns = field.from_sympy(x)
    if isinstance(start, Position):
        places = [graph.positions.index(start)]
    else:
        blocks = [graph.positions.block(split) for split, _ in graph.positions.starts(Deals(start))]
        places = [place for block in blocks for place in range(block.start, block.stop)]
    values = _values(graph, turns * wl, turns * (1 - wl), field.zero, [field.one] * graph.terminals, field)
    return field.to_sympy(sum((values[place] for place in places), field.zero) / len(places))


def exact_fractions(graph: WarGraph, p: Fraction, cost: int, ends: NDArray[Any]) -> NDArray[np.object_]:
    """Find the value of each position as a fraction, from those of the terminals; 0 where no terminal is reached."""
    from sympy import QQ

    wl, lw = (QQ(weight.numerator, weight.denominator) for weight in (p, 1 - p))
    values = _values(graph, wl, lw, QQ(cost), [QQ(int(value)) for value in ends[len(graph.child_indices) :]], QQ)
    return np.array([Fraction(int(value.numerator), int(value.denominator)) for value in values], np.object_)


def require_few_unknowns(deck: Deck, most: int = 2000, way_out: str = "leave exact values out") -> None:
    """Raise a `TooLargeError` if a deck has more unknowns than are solved for, before its graph is built.

    The limits of the callers keep it to a minute or so for fractions, and to seconds for functions of x, or of x and p.
    """
    relation, positions = relation_of(deck)
    if sum(map(positions.split_size, _first_splits(relation))) > most:
        raise TooLargeError(
            f"the exact values on {relation.n} cards are more than {most:,} unknowns: use fewer cards, or {way_out}"
        )


def _values(graph: WarGraph, wl: Any, lw: Any, cost: Any, terminals: Sequence[Any], field: Any) -> list[Any]:
    """Return the value of each position from those of the terminals, all as elements of a field of sympy.

    They solve v = cost + wl v(WL child) + lw v(LW child).
    """
    from sympy.polys.matrices import DomainMatrix

    is_open = can_end(graph)[: len(graph.child_indices)]
    is_first = np.zeros_like(is_open)
    for split in _first_splits(graph.relation):
        is_first[graph.positions.block(split)] = True
    first, second = np.flatnonzero(is_open & is_first).tolist(), np.flatnonzero(is_open & ~is_first).tolist()
    values = [field.zero] * len(is_open) + list(terminals)
    arcs = {  # after a draw both orders have the same child
        place: {after_wl: wl, after_lw: lw} if after_wl != after_lw else {after_wl: wl + lw}
        for place, (after_wl, after_lw) in enumerate(graph.child_indices.tolist())
    }
    weights = DomainMatrix(arcs, (len(values), len(values)), field)

    def column(entries: list[Any]) -> Any:
        return DomainMatrix([[entry] for entry in entries], (len(entries), 1), field).to_sparse()

    # With v = a + A v + B w for the first and w = b + C v for the others, (1 - A - B C) v = a + B b.
    known = column([cost] * len(values)) + weights * column(values)
    onwards, back = weights.extract(first, second), weights.extract(second, first)
    matrix = DomainMatrix.eye(len(first), field) - weights.extract(first, first) - onwards * back
    right = known.extract(first, [0]) + onwards * known.extract(second, [0])
    solved = matrix.to_dense().lu_solve(right.to_dense()).to_sparse()
    for places, found in ((first, solved), (second, known.extract(second, [0]) + back * solved)):
        for place, value in zip(places, found.to_list_flat(), strict=True):
            values[place] = value
    return values


def _first_splits(relation: Relation) -> range:
    """Return the splits to solve for: where no cards draw every second one, and else all."""
    step = 1 if relation.has_draws else 2
    return range(relation.n - step, 0, -step)
