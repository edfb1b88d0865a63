"""The expected number of turns when a coin decides the return order at every turn."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.question import StartsResult
from wargraph.errors import ParameterError, shown
from wargraph.graph.coin.equations import CoinValues, coin_values, sum_bounds
from wargraph.graph.coin.exact_values import checked_coin, require_few_unknowns
from wargraph.graph.outcomes.reachability import may_never_end
from wargraph.graph.war_graph import Deck, MemoryNeed, cached_on_graph
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.precision import Bounds, FractionText, without_bounds
from wargraph.report.result import Row, row_of

RELATIVE_ERROR = 1e-6
"""The distance that the bounds may have, as a share of the value, unless told otherwise."""

_NARROWEST = 1e-11
"""The smallest distance that floating point can prove."""

_NEED = MemoryNeed("the expected number of turns", 20)
"""Two arrays of doubles, and what can become of each position."""

_INFINITE = Bounds(math.inf, math.inf)


@dataclass(frozen=True)
class Expectation(StartsResult):
    """The expected number of turns of games in which a coin decides the return orders.

    Attributes
    ----------
    p : Fraction
        The probability of the return order WL at each turn.
    starts, endless : int
        The number of starting positions, and of those from which the game goes on forever with a probability above 0:
        their expected number of turns is infinite.
    mean, worst : Bounds
        The mean and the largest of the expected numbers of turns from the other starting positions; 0 if there is none.
    worst_position : Position or None
        A starting position that has the largest expected number of turns, as far as the bounds tell.
    expected : CoinValues
        For engines: the expected number of turns of every position until the game is over or can no longer end.
    """

    p: Fraction
    starts: int
    endless: int
    mean: Bounds
    worst: Bounds
    worst_position: Position | None
    expected: CoinValues = field(repr=False)

    def turns(self, position: Position) -> Bounds:
        """Return the expected number of turns from a position; infinite if the game may never end."""
        place = self.expected.graph.positions.index(position)
        return _INFINITE if may_never_end(self.expected.graph)[place] else self.expected.at(place)

    @property
    def fair_mean(self) -> Fraction | None:
        """The mean by the theorem of the fair coin, which holds if exactly one of any two cards beats the other.

        With a fair coin the number of Left's cards goes up and down like the fortune of a gambler in a fair game:
        `docs/expectation.md`. For other coins and relations the value is None.
        """
        if self.p != Fraction(1, 2) or not self.relation.is_tournament:
            return None
        return Fraction(self.n * (self.n - 1), 6) if self.deals is Deals.ALL else Fraction(self.n**2 // 4)

    def rows(self) -> list[Row]:
        """Return the result as one row: ``n, deals, p, mean, worst, worst_position``.

        The bounds are ``mean_low``, ``mean_high`` and so on; fractions are ``mean_exact`` and ``worst_exact``. If some
        starting positions may be endless, the row has their number, ``endless``, and the values for the other starting
        positions as ``mean_of_others`` and so on.
        """
        row = row_of(self, "n", "deals", p=FractionText(self.p))
        others = ""
        if not self.relation.is_tournament:
            row |= {"starts": self.starts, "endless": self.endless}
        if self.endless:
            row |= {"mean": _INFINITE.display, "worst": _INFINITE.display}
            others = "_of_others"
        row |= self.mean.columns(f"mean{others}") | self.worst.columns(f"worst{others}")
        return [row | {f"worst_position{others}": self._worst_start}]

    @property
    def _worst_start(self) -> str | None:
        return None if self.worst_position is None else self.relation.text(self.worst_position)

    def _body(self) -> list[Part]:
        rows = self.rows()
        return [Table("rows", rows, excerpt=without_bounds(rows))]

    def _answer(self) -> str:
        is_fair = self.p == Fraction(1, 2)
        coin = "a fair coin" if is_fair else f"a coin that says WL with probability {FractionText(self.p).display}"
        games = f"games of {counted(self.n, 'card')} with {coin} from {self.deals.meaning}"
        if self.endless == self.starts:
            return f"All {games} may never end: their expected length is infinite."
        who = f"{games[0].upper()}{games[1:]}"
        if self.endless:
            some = f"{self.endless:,} of {counted(self.starts, 'start')}"
            who = f"From {some} {games} may never end: their expected length is infinite. From the others they"
        exactly = ""
        if not self.mean.is_exact and self.fair_mean is not None:
            exactly = f" (by the theorem of the fair coin exactly {self.fair_mean})"
        return (
            f"{who} have a mean length, in turns, of {_with_decimal(self.mean)}{exactly}; from the worst start, "
            f"{self._worst_start}, it is {_with_decimal(self.worst)}."
        )


def _with_decimal(bounds: Bounds) -> str:
    """Return a value for a sentence, with a decimal beside a fraction."""
    value = bounds.display
    return f"{value} = {bounds.middle:.6g}" if "/" in value else value


def expected_length(
    deck: Deck,
    deals: Deals | str = "all",
    p: Fraction | float | str = "1/2",
    relative_error: float = RELATIVE_ERROR,
    exact: bool = False,
    run_options: RunOptions | None = None,
) -> Expectation:
    """Find the expected number of turns of a game in which a coin decides the return order of every turn.

    The return order is WL with probability `p`, above 0 and below 1: a fraction, a decimal, or its text. The bounds are
    proved (`docs/expectation.md`), and at most `relative_error` apart, as a share of the value, unless the values are
    so large that rounding does not allow it. With `exact` the values are fractions, on at most 6 cards. All starting
    positions include finished games, which last 0 turns. The work runs on all cores, and cannot be kept in a
    checkpoint. A `WarGraph` keeps its expectations, so a second call with the same graph, coin and relative_error is
    quick.

    >>> found = expected_length(5, "balanced", exact=True)
    >>> print(found.mean.display, found.worst.display, found.worst_position)
    6 12 135|24
    >>> print(expected_length(7, p="1/3").mean.middle.display)
    7.904962
    """
    deals, p = Deals(deals), checked_coin(p)
    if not _NARROWEST <= relative_error < 1:
        raise ParameterError(
            f"relative_error = {shown(relative_error)}: it must be a number from {_NARROWEST:g} to below 1"
        )
    if exact:
        require_few_unknowns(deck)
    expected = _expected_turns(deck, p, None if exact else float(relative_error), run_options or RunOptions())
    graph = expected.graph
    blocks = [(graph.positions.block(split), is_swapped) for split, is_swapped in graph.positions.starts(deals)]
    never = may_never_end(graph)
    turns = np.where(never, -1, expected.values) if never.any() else expected.values
    values = [turns[block] for block, _ in blocks]
    starts, endless = sum(map(np.size, values)), sum(int(np.count_nonzero(never[block])) for block, _ in blocks)
    low, high = sum_bounds(*(np.maximum(each, 0) if endless else each for each in values))
    peaks = [each.max() for each in values]
    number = peaks.index(max(peaks))
    block, is_swapped = blocks[number]
    position = graph.positions[block.start + int(values[number].argmax())]
    worst_position = None if endless == starts else position.swap() if is_swapped else position
    others, largest = max(1, starts - endless), max(Fraction(peaks[number]), Fraction(0))
    mean, worst = expected.around(low / others, high / others), expected.around(largest, largest)
    return Expectation(graph.relation, deals, p, starts, endless, mean, worst, worst_position, expected)


@cached_on_graph(_NEED)
def _expected_turns(graph: Deck, p: Fraction, relative_error: float | None, run_options: RunOptions) -> CoinValues:
    """Return the expectation of every position: exact without a relative_error."""
    values = coin_values(graph, p, 1, np.zeros(len(graph)), relative_error and relative_error / 6, run_options)
    if values.error >= 1:
        raise ParameterError(
            f"p = {FractionText(p).display} is so near to 0 or 1 that floating point proves nothing on {graph.n} "
            "cards: use p nearer to 1/2, or exact fractions"
        )
    return values
