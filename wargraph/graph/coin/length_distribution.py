"""The probability of each number of turns, up to some depth, when a coin decides every return order.

A game from a position lasts t turns with p times the probability that a game from its WL child lasts t - 1 turns, plus
1 - p times that of its LW child. If p is the fraction a/b, these probabilities times b**t are whole numbers: on small
graphs Python's integers keep them. On larger graphs they are doubles. With u = 2**-53, a turn rounds p, the products
and their sum, in which nothing is subtracted, so it changes a probability at most by the factors 1 - u and 1 + u to the
third power. After t turns a computed probability w and the true one differ by at most 4tuw, plus at most t 2**-1072 if
numbers become too small to be rounded in proportion.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work
from wargraph.core.checks import checked_whole
from wargraph.core.position import Deals
from wargraph.core.question import StartsResult
from wargraph.graph.coin.equations import SUM_ERROR, UNIT, sum_bounds
from wargraph.graph.coin.exact_values import checked_coin
from wargraph.graph.war_graph import Deck, MemoryNeed, as_graph
from wargraph.report.document import Part, Table
from wargraph.report.precision import Bounds, FractionText
from wargraph.report.result import Row, row_of

_MOST_TURNS = 10_000
_MOST_BITS = 1 << 23
"""The most bits of the whole numbers of all positions together, at every turn: they take Python a few seconds."""

_PIECE = 1 << 18
_NEED = MemoryNeed("the distribution", 16)
_LOST = Fraction(1, 1 << 1000)
"""More than all that is lost of a probability where products are too small for doubles of full precision."""


@dataclass(frozen=True)
class LengthDistribution(StartsResult):
    """The probabilities of the numbers of turns of a game if a coin decides every return order.

    Each probability is a mean over the starting positions.

    Attributes
    ----------
    p : Fraction
        The probability of the return order WL at each turn.
    by_turns : tuple of Fraction
        The probabilities that a game lasts exactly 0, 1, 2, ... turns.
    error : Fraction
        The largest error of a probability, as a share of it; 0 if all are exact.
    """

    p: Fraction
    by_turns: tuple[Fraction, ...]
    error: Fraction

    def bounds(self, turns: int) -> Bounds:
        """Return the probability that a game lasts exactly `turns` turns, with proved bounds."""
        chance = self.by_turns[turns]
        lost = _LOST if float(min(self.p, 1 - self.p)) ** turns < 1e-300 else 0
        return self._around(chance, self.error * chance + lost)

    def _around(self, chance: Fraction, off: Fraction) -> Bounds:
        """Return the bounds of a probability that is off by so much at most, if any is."""
        return Bounds.between(max(chance - off, Fraction(0)), chance + off) if self.error else Bounds.exactly(chance)

    def rows(self) -> list[Row]:
        """Return a row for each number of turns: ``n, deals, p, turns, probability, longer``, with bounds or exact.

        ``longer`` is the probability that a game takes more turns.
        """
        rows, longer = list[Row](), Fraction(1)
        for turns, chance in enumerate(self.by_turns):
            longer = max(longer - chance, Fraction(0))
            row = row_of(self, "n", "deals", p=FractionText(self.p), turns=turns)
            row |= self.bounds(turns).columns("probability")
            rows.append(row | {"longer": self._around(longer, self.error).middle})
        return rows

    def _body(self) -> list[Part]:
        rows, columns = self.rows(), ("n", "deals", "p", "turns", "probability", "longer")
        excerpt = [{name: row[name] for name in columns} for row in rows]
        return [Table("distribution", rows, "How likely each number of turns is", excerpt=excerpt)]


def length_distribution(
    deck: Deck,
    up_to: int,
    deals: Deals | str = "all",
    p: Fraction | float | str = "1/2",
    run_options: RunOptions | None = None,
) -> LengthDistribution:
    """Find the probabilities that a game lasts 0, 1, ..., `up_to` turns if a coin decides every return order.

    They are fractions on small graphs, and on larger ones doubles whose error is proved to be small. `up_to` is at most
    10,000; the other parameters are those of `expected_length`.

    >>> print(*length_distribution(4, 4, "balanced").by_turns)
    0 0 1/2 0 1/4
    """
    graph, deals, p = as_graph(deck, _NEED), Deals(deals), checked_coin(p)
    up_to, inner = checked_whole("up_to", up_to, 0, _MOST_TURNS), len(graph.child_indices)
    _NEED.require(graph.positions)
    blocks = [graph.positions.block(split) for split, _ in graph.positions.starts(deals)]
    starts = sum(block.stop - block.start for block in blocks)
    bits = starts.bit_length() + up_to * (p.denominator - 1).bit_length()
    is_exact = bits * len(graph) <= _MOST_BITS
    wl, lw = (p.numerator, p.denominator - p.numerator) if is_exact else (float(p), float(1 - p))
    before, after = (np.zeros(len(graph), object if is_exact else float) for _ in range(2))
    before[inner:] = 1
    after_wl, after_lw = graph.child_indices.T
    chances, turns = list[Fraction](), _Turns(f"lengths on {graph.n} cards", up_to)
    with turns.watched(run_options):
        for turn in range(up_to + 1):
            total = sum(sum_bounds(*(before[block] for block in blocks))) / 2
            chances.append(total / (starts * (p.denominator**turn if is_exact else 1)))
            for start in range(0, inner, _PIECE):
                piece = slice(start, min(start + _PIECE, inner))
                after[piece] = wl * before[after_wl[piece]] + lw * before[after_lw[piece]]
            before, after = after, before
            after[inner:] = 0  # a game is over after no turn only where it starts
            turns.done = turn
            turns.poll()
    error = Fraction(0) if is_exact else 4 * up_to * Fraction(UNIT) + 2 * SUM_ERROR
    return LengthDistribution(graph.relation, deals, p, tuple(chances), error)


@dataclass
class _Turns(Work):
    """The turns up to a depth, one after the other."""

    name: str
    depth: int
    done: int = 0

    hours = HOURS
    way_out = "ask for fewer turns or fewer cards"

    def __str__(self) -> str:
        return self.name

    def amount(self) -> Amount:
        """Return the turns."""
        return Amount(self.done, self.depth - self.done, "turns")
