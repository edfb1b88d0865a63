"""Who wins how often when a coin decides the return order at every turn."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.question import OfStarts
from wargraph.graph.coin import solve, sum_bounds
from wargraph.graph.exact_values import exact_fractions
from wargraph.graph.expectation import WIDTH, expect
from wargraph.graph.war_graph import Deck
from wargraph.graph.winners import ENDINGS, endings_of_terminals
from wargraph.report.document import Part, Table
from wargraph.report.precision import Bounds, FractionText, without_bounds
from wargraph.report.result import Row, row_of

_SWAPPED = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class WinningChances(OfStarts):
    """The probability of each outcome if a coin decides every return order, as a mean over the starting positions.

    Attributes
    ----------
    p : Fraction
        The probability of the return order WL at each turn.
    left, right : Bounds
        The probability that Left, or Right, wins.
    tie : Bounds or None
        The probability that both hands run out at once; None if no cards draw.
    never : Bounds
        The probability that the game never ends.

    Examples
    --------
    >>> found = winning_chances("rock-paper-scissors", "even", exact=True)
    >>> found.left.display, found.never.display
    ('2/3', '0')
    """

    p: Fraction
    left: Bounds
    right: Bounds
    tie: Bounds | None
    never: Bounds

    def rows(self) -> list[Row]:
        """Return the probabilities as one row ``n, deals, p, left, right, tie, never``.

        The last four have their bounds or fractions in further columns; ``tie`` is there if a game can end so.
        """
        row = row_of(self, "n", "deals", p=FractionText(self.p))
        for name in (*ENDINGS, "never"):
            bounds: Bounds | None = getattr(self, name)
            if bounds is not None:
                row |= bounds.columns(name)
        return [row]

    def _body(self) -> list[Part]:
        rows = self.rows()
        return [Table("winners", rows, "How likely each end of the game is", excerpt=without_bounds(rows))]


def winning_chances(
    deck: Deck,
    deals: Deals | str = "any",
    p: Fraction | float | str = "1/2",
    width: float = WIDTH,
    exact: bool = False,
    run_options: RunOptions | None = None,
) -> WinningChances:
    """Find the probability of each outcome if a coin decides every return order.

    `p` is the probability of the return order WL at each turn, between 0 and 1. The bounds of a probability are proved,
    and at most `width` apart; with `exact` the probabilities are fractions, on at most 6 cards. The work runs on all
    cores, and cannot be kept in a checkpoint.

    With a fair coin, and if exactly one of any two cards beats the other, Left's probability is Left's share of the
    cards:

    >>> found = winning_chances("rock-paper-scissors", "even", exact=True)
    >>> print(found.left.display, found.right.display)
    2/3 1/3
    """
    turns = expect(deck, deals, p, width, exact, run_options)
    graph, expected = turns.graph, turns.expected
    longest = expected.at(int(np.argmax(expected.values))).high
    sums = {name: (Fraction(0), Fraction(0)) for name in ENDINGS}
    error = Fraction(0)
    for number, ending in enumerate(ENDINGS):
        is_this = endings_of_terminals(graph) == 1 << number
        if not is_this.any():
            continue
        values: NDArray[Any] = np.concatenate((np.zeros(len(graph.child_indices)), is_this))
        if exact:
            values = exact_fractions(graph, turns.p, 0, is_this.astype(int).tolist())
        else:
            residual = solve(graph, turns.p, values, 0.0, width / (4 * max(1.0, float(longest))), run_options)
            error = max(error, Fraction(residual) * Fraction(longest))
        for split, is_swapped in graph.positions.starts(turns.deals):
            name = _SWAPPED.get(ending, ending) if is_swapped else ending
            ends = sum_bounds(values[graph.positions.block(split)])
            sums[name] = (sums[name][0] + ends[0], sums[name][1] + ends[1])

    def mean(low: Fraction, high: Fraction) -> Bounds:
        if exact:
            return Bounds.exactly(low / turns.starts)
        return Bounds.between(
            max(low / turns.starts - error, Fraction(0)), min(high / turns.starts + error, Fraction(1))
        )

    if turns.endless:
        low, high = (sum(ends) for ends in zip(*sums.values(), strict=True))
        never = mean(turns.starts - high, turns.starts - low)
    else:
        never = Bounds.exactly(Fraction(0)) if exact else Bounds(0.0, 0.0)
    left, right, tie = (mean(*sums[name]) for name in ENDINGS)
    has_tie = graph.relation.has_draws
    return WinningChances(graph.relation, turns.deals, turns.p, left, right, tie if has_tie else None, never)
