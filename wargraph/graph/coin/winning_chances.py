"""The chances of both players when a coin decides the return order at every turn."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.question import StartsResult
from wargraph.graph.coin.equations import coin_values, sum_bounds
from wargraph.graph.coin.expectation import RELATIVE_ERROR, expected_length
from wargraph.graph.outcomes.winners import ENDINGS, endings
from wargraph.graph.war_graph import Deck
from wargraph.report.document import Part, Table
from wargraph.report.precision import Bounds, FractionText, without_bounds
from wargraph.report.result import Row, row_of


@dataclass(frozen=True)
class WinningChances(StartsResult):
    """The probability of each outcome if a coin decides every return order, as a mean over the starting positions.

    Attributes
    ----------
    p : Fraction
        The probability of the return order WL at each turn.
    left, right, never : Bounds
        The probability that Left wins, that Right wins, and that the game never ends.
    tie : Bounds or None
        The probability that both hands run out at once; None if no cards draw.
    """

    p: Fraction
    left: Bounds
    right: Bounds
    tie: Bounds | None
    never: Bounds

    def rows(self) -> list[Row]:
        """Return the probabilities, with bounds or fractions, as one row ``n, deals, p, left, right, tie, never``."""
        row = row_of(self, "n", "deals", p=FractionText(self.p))
        for name in (*ENDINGS, "never"):
            if bounds := getattr(self, name):
                row |= bounds.columns(name)
        return [row]

    def _body(self) -> list[Part]:
        rows = self.rows()
        return [Table("winners", rows, "How likely each end of the game is", excerpt=without_bounds(rows))]


def winning_chances(
    deck: Deck,
    deals: Deals | str = "all",
    p: Fraction | float | str = "1/2",
    relative_error: float = RELATIVE_ERROR,
    exact: bool = False,
    run_options: RunOptions | None = None,
) -> WinningChances:
    """Find the probability of each outcome if a coin decides every return order.

    The parameters are those of `expected_length`; the bounds of a probability are at most `relative_error` apart. With
    a fair coin, and if exactly one of any two cards beats the other, Left's probability is Left's share of the cards:

    >>> found = winning_chances("rock-paper-scissors", "balanced", exact=True)
    >>> print(found.left.display, found.right.display)
    2/3 1/3
    """
    turns = expected_length(deck, deals, p, relative_error, exact, run_options)
    graph, deals, p = turns.expected.graph, turns.deals, turns.p
    longest = turns.expected.at(int(np.argmax(turns.expected.values))).high
    target = None if exact else relative_error / (6 * max(1.0, float(longest)))
    sums = {name: (Fraction(0), Fraction(0)) for name in ENDINGS}
    error = Fraction(0)
    for number, ending in enumerate(ENDINGS):
        is_this = endings(graph) == 1 << number
        if not is_this.any():
            continue
        chances = coin_values(graph, p, 0, is_this, target, run_options)
        error = max(error, chances.error * Fraction(longest))
        for split, is_swapped in graph.positions.starts(deals):
            name = ("right", "left", "tie")[number] if is_swapped else ending
            ends = sum_bounds(chances.values[graph.positions.block(split)])
            sums[name] = (sums[name][0] + ends[0], sums[name][1] + ends[1])

    def mean(low: Fraction, high: Fraction) -> Bounds:
        if exact:
            return Bounds.exactly(low / turns.starts)
        low, high = low / turns.starts - error, high / turns.starts + error
        return Bounds.between(max(low, Fraction(0)), min(high, Fraction(1)))

    if turns.endless:
        low, high = (sum(ends) for ends in zip(*sums.values(), strict=True))
        never = mean(turns.starts - high, turns.starts - low)
    else:
        never = Bounds.exactly(Fraction(0)) if exact else Bounds(0.0, 0.0)
    left, right, tie = (mean(*sums[name]) for name in ENDINGS)
    return WinningChances(graph.relation, deals, p, left, right, tie if graph.relation.has_draws else None, never)
