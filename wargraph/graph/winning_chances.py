"""Who wins how often when a coin decides the return order at every turn."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.graph.coin import solve, sum_bounds
from wargraph.graph.exact_values import exact_fractions
from wargraph.graph.expectation import WIDTH, expect
from wargraph.graph.war_graph import Deck
from wargraph.graph.winners import ENDINGS, Outcome, outcomes_of_terminals
from wargraph.report.document import Part, Table
from wargraph.report.precision import Bounds, FractionText, without_bounds
from wargraph.report.result import Result, Row, row_of

_SWAPPED = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class WinningChances(Result):
    """How likely it is that Left wins, that Right wins, and that nobody does, in the mean over some deals.

    Attributes
    ----------
    relation, deals, p
        What was asked: who beats whom, which positions count as starts, and the probability of WL at a turn.
    left, right
        The probability that Left wins, and that Right does.
    tie
        The probability that both hands run out at once; None where no cards draw.
    never
        The probability that the game goes on forever.
    """

    relation: Relation = field(repr=False)
    deals: Deals
    p: Fraction
    left: Bounds
    right: Bounds
    tie: Bounds | None
    never: Bounds

    def rows(self) -> list[Row]:
        """One row ``n, deals, p, left, right, tie, never``, the last four with their bounds or as fractions too;
        ``tie`` where there can be one."""
        row = {"n": self.relation.n} | row_of(self, "deals", p=FractionText(self.p))
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
    """How likely each end of the game is if a coin decides each turn's return order.

    Parameters
    ----------
    deck
        A War graph, or what makes one: a number of cards, or what `Relation.of` takes.
    deals
        Which positions count as starting positions, see `Deals`. Finished games are among the positions.
    p
        The probability of WL at each turn, above 0 and below 1: a fraction, a decimal, or their text.
    width
        The largest distance between the bounds of a probability.
    exact
        Whether to solve for fractions instead, on up to 6 cards.
    run_options
        How long the work may take, by default one hour, and who sees the progress. It runs on all cores, and cannot be
        kept in a checkpoint.

    Raises
    ------
    ParameterError
        If p or the width is out of range, or p so near to 0 or 1 that floating point proves nothing.
    TooLargeError
        If the values do not fit into memory, or there are too many of them to solve for fractions.
    TooLongError
        If the work would take longer than `run_options` allow.

    See Also
    --------
    winners, possible_winners

    Examples
    --------
    With a fair coin, where of any two cards exactly one beats the other, Left's chance is Left's share of the cards:

    >>> found = winning_chances("rock-paper-scissors", "even", exact=True)
    >>> print(found.left.display, found.right.display)
    2/3 1/3
    """
    turns = expect(deck, deals, p, width, exact, run_options)
    graph, expected = turns.graph, turns.expected
    longest = expected.at(int(np.argmax(expected.values))).high
    sums = {name: (Fraction(0), Fraction(0)) for name in ENDINGS}
    error = Fraction(0)
    outcomes = outcomes_of_terminals(graph)
    for outcome in ENDINGS:
        is_this = outcomes == Outcome[outcome.upper()]
        if not is_this.any():
            continue
        values: NDArray[Any] = np.concatenate((np.zeros(len(graph.child_indices)), is_this))
        if exact:
            values = exact_fractions(graph, turns.p, 0, is_this.astype(int).tolist())
        else:
            residual = solve(graph, turns.p, values, 0.0, width / (4 * max(1.0, float(longest))), run_options)
            error = max(error, Fraction(residual) * Fraction(longest))
        for split, is_swapped in graph.positions.starts(turns.deals):
            name = _SWAPPED.get(outcome, outcome) if is_swapped else outcome
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
    return WinningChances(
        graph.relation, turns.deals, turns.p, left, right, tie if graph.relation.has_draws else None, never
    )
