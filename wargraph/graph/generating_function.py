"""The probability generating function of the number of turns when a coin decides every return order."""

from fractions import Fraction
from typing import TYPE_CHECKING

from wargraph.core.position import Deals, Position
from wargraph.graph.coin import checked_coin
from wargraph.graph.exact_values import Turn, exact_values, require_few_unknowns
from wargraph.graph.war_graph import Deck, as_graph

if TYPE_CHECKING:
    import sympy

_MOST_UNKNOWNS = 40
"""Up to so many a system of functions of two symbols is solved within seconds: 4 cards."""

_MOST_UNKNOWNS_OF_A_COIN = 100
"""The same where p is a number: 5 cards."""


def generating_function(
    deck: Deck, start: Position | Deals | str = "any", p: Fraction | float | str | None = None
) -> "sympy.Expr":
    """Find the probability generating function of the number of turns if a coin decides every return order.

    The coefficient of x**t is the probability that a game takes t turns. The derivative at x = 1 is the expected number
    of turns. The function of a terminal position is 1. The function of any other position is x times the mean of the
    functions of its two children, weighted with the probabilities of the return orders.

    Parameters
    ----------
    deck : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    start : Position, Deals or str
        A position of the graph, or the starting positions over which to take the mean: ``any`` for all, or ``even`` for
        the balanced deals.
    p : Fraction, float or str, optional
        The probability of the return order WL at each turn, above 0 and below 1; by default the symbol p.

    Returns
    -------
    sympy.Expr
        A rational function of the symbol x, and of p, with a common denominator and nothing left to cancel.

    Raises
    ------
    ParameterError
        If p is out of range.
    PositionError
        If `start` is not a position of the graph.
    TooLargeError
        If the deck has more than 4 cards, or more than 5 if `p` is a number.

    See Also
    --------
    length_distribution

    Examples
    --------
    >>> print(generating_function(4, "even", p="1/2"))
    -x**2/(x**2 - 2)
    """
    import sympy

    most = _MOST_UNKNOWNS if p is None else _MOST_UNKNOWNS_OF_A_COIN
    way_out = 'on 5 cards give a number for p, such as p="1/2"' if p is None else "ask for length_distribution"
    require_few_unknowns(deck, most, way_out)
    graph = as_graph(deck)
    x, symbol = sympy.symbols("x p")
    coin = checked_coin("1/2" if p is None else p)
    field = sympy.QQ.frac_field(x, *([symbol] if p is None else []))
    wl = field.from_sympy(symbol if p is None else sympy.Rational(coin.numerator, coin.denominator))
    turns = field.from_sympy(x)
    turn = Turn(turns * wl, turns * (1 - wl), field.zero)
    if isinstance(start, Position):
        places = [graph.positions.index(start)]
    else:
        blocks = [graph.positions.block(split) for split, _ in graph.positions.starts(Deals(start))]
        places = [place for block in blocks for place in range(block.start, block.stop)]
    values = exact_values(graph, turn, [field.one] * graph.terminals, field, most)
    return field.to_sympy(sum((values[place] for place in places), field.zero) / len(places))
