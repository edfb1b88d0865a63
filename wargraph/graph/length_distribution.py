"""The exact distribution of the number of turns, up to some depth, when a coin decides every return order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from math import gcd

import numpy as np

from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work, monitor
from wargraph.compute.memory import require_memory
from wargraph.core.checks import checked_whole
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.graph.coin import checked_coin
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.report.document import Part, Table
from wargraph.report.precision import FractionText
from wargraph.report.result import Result, Row, row_of

_PIECE = 1 << 18
_MODULUS_BITS = 31
"""Products of two numbers below such a modulus, and the sum of two of them, are 64-bit integers."""

_BYTES_PER_POSITION = 16
_MOST_TURNS = 10_000

_FEW_POSITIONS = 4096
_FEW_BITS = 1 << 29
"""Up to so many positions, terminals left out, and bits of all their numbers Python's own integers are quicker."""


@dataclass(frozen=True)
class LengthDistribution(Result):
    """The probabilities of the numbers of turns of a game if a coin decides every return order.

    Each probability is a mean over the starting positions.

    Attributes
    ----------
    relation : Relation
        Who beats whom.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    p : Fraction
        The probability of the return order WL at each turn.
    by_turns : tuple of Fraction
        The probabilities that a game lasts exactly 0, 1, 2, ... turns.

    Examples
    --------
    >>> found = length_distribution(4, 2, "even")
    >>> print(*found.by_turns, found.longer)
    0 0 1/2 1/2
    """

    relation: Relation = field(repr=False)
    deals: Deals
    p: Fraction
    by_turns: tuple[Fraction, ...]

    @property
    def n(self) -> int:
        """Number of cards."""
        return self.relation.n

    @property
    def longer(self) -> Fraction:
        """The probability that a game lasts longer than that.

        >>> print(length_distribution(4, 2, "even").longer)
        1/2
        """
        return 1 - sum(self.by_turns, Fraction(0))

    def rows(self) -> list[Row]:
        """Return the probabilities as rows.

        Returns
        -------
        list of dict
            Rows ``n, deals, p, turns, probability, probability_exact, longer``; ``longer`` is the probability that a
            game takes more turns.
        """
        rows, longer = list[Row](), Fraction(1)
        for turns, chance in enumerate(self.by_turns):
            longer -= chance
            row = row_of(self, "n", "deals", p=FractionText(self.p), turns=turns)
            row |= {"probability": float(chance), "probability_exact": FractionText(chance), "longer": float(longer)}
            rows.append(row)
        return rows

    def _body(self) -> list[Part]:
        rows = self.rows()
        excerpt = [{name: value for name, value in row.items() if name != "probability_exact"} for row in rows]
        return [Table("distribution", rows, "How likely a game lasts so many turns", excerpt=excerpt)]


def length_distribution(
    deck: Deck,
    depth: int,
    deals: Deals | str = "any",
    p: Fraction | float | str = "1/2",
    run_options: RunOptions | None = None,
) -> LengthDistribution:
    """Find the exact probabilities that a game lasts 0, 1, ..., `depth` turns if a coin decides every return order.

    If p is the fraction a/b, the probability that a game from a position lasts t turns, times b**t, is a whole number,
    and follows from the numbers of the two children for t - 1 turns. On more than 6 cards these numbers are computed
    modulo several numbers without a common divisor, and put together by the Chinese remainder theorem.

    Parameters
    ----------
    deck : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    depth : int
        The largest number of turns whose probability is computed, from 0 to 10,000.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals. All starting positions include
        finished games.
    p : Fraction, float or str
        The probability of the return order WL at each turn, above 0 and below 1: a fraction, a decimal, or its text.
    run_options : RunOptions, optional
        How long the work may take, by default one hour, and who sees the progress. The work runs on all cores, and
        cannot be kept in a checkpoint.

    Returns
    -------
    LengthDistribution
        The probabilities, as fractions.

    Raises
    ------
    ParameterError
        If `p` or `depth` is out of range.
    TooLargeError
        If the numbers of all positions do not fit into memory.
    TooLongError
        If the work would take longer than `run_options` allows.

    See Also
    --------
    generating_function, expect

    Examples
    --------
    >>> print(*length_distribution(4, 4, "even").by_turns)
    0 0 1/2 0 1/4
    """
    graph, deals, p = as_graph(deck), Deals(deals), checked_coin(p)
    depth = checked_whole("depth", depth, 0, _MOST_TURNS)
    require_memory(_BYTES_PER_POSITION * len(graph), f"the distribution on {graph.n} cards", "use fewer cards")
    blocks = [graph.positions.block(split) for split, _ in graph.positions.starts(deals)]
    starts = sum(block.stop - block.start for block in blocks)
    bits = (starts * p.denominator**depth).bit_length()
    if len(graph.child_indices) <= _FEW_POSITIONS and bits * len(graph) <= _FEW_BITS:
        counts = _counted(graph, p, blocks, depth, run_options)
    else:
        counts = _counted_by_remainders(graph, p, blocks, depth, bits, run_options)
    chances = [Fraction(number, starts * p.denominator**turns) for turns, number in enumerate(counts)]
    return LengthDistribution(graph.relation, deals, p, tuple(chances))


def _counted(
    graph: WarGraph, p: Fraction, blocks: Sequence[slice], depth: int, run_options: RunOptions | None
) -> list[int]:
    """For 0, 1, ..., `depth` turns: the whole numbers of all starts, added up, in Python's own integers."""
    after_wl, after_lw = graph.child_indices.T
    numbers = np.array([0] * len(after_wl) + [1] * graph.terminals, np.object_)
    sums = []
    counting = _Counting(graph, depth)
    with monitor(counting, run_options):
        for _ in range(depth + 1):
            sums.append(sum(int(numbers[block].sum()) for block in blocks))
            inner = p.numerator * numbers[after_wl] + (p.denominator - p.numerator) * numbers[after_lw]
            numbers[: len(inner)] = inner
            numbers[len(inner) :] = 0  # only at the start games are over after no turn
            counting.done += 1
            counting.poll()
    return sums


def _counted_by_remainders(
    graph: WarGraph, p: Fraction, blocks: Sequence[slice], depth: int, bits: int, run_options: RunOptions | None
) -> list[int]:
    """The same numbers, of so many bits at most, by their remainders."""
    needed = bits // (_MODULUS_BITS - 1) + 1
    moduli, remainders = [], []
    counting = _Counting(graph, depth * needed)
    with monitor(counting, run_options):
        for modulus in islice(_coprime_moduli(), needed):
            moduli.append(modulus)
            remainders.append(_remainders(graph, p, blocks, modulus, depth, counting))
    return [_by_remainders(each, moduli) for each in zip(*remainders, strict=True)]


def _remainders(
    graph: WarGraph, p: Fraction, blocks: Sequence[slice], modulus: int, depth: int, counting: "_Counting"
) -> list[int]:
    """For 0, 1, ..., `depth` turns: the whole numbers of all starts, added up, modulo a number."""
    children, inner = graph.child_indices, len(graph.child_indices)
    wl, lw = p.numerator % modulus, (p.denominator - p.numerator) % modulus
    before, after = np.zeros((2, len(graph)), np.int64)
    before[inner:] = 1
    sums = []
    for _ in range(depth + 1):
        sums.append(sum(int(before[block].sum()) for block in blocks) % modulus)
        pieces = range(0, inner, _PIECE)
        on_threads(_play_back, [(children, before, after, wl, lw, modulus, piece, piece + _PIECE) for piece in pieces])
        before, after = after, before
        after[inner:] = 0  # only at the start games are over after no turn
        counting.done += 1
        counting.poll()
    return sums


class _Counting(Work):
    """Turns counted, modulo one number after the other."""

    hours = HOURS
    way_out = "ask for fewer turns or fewer cards"

    def __init__(self, graph: WarGraph, turns: int) -> None:
        self.graph = graph
        self.turns = turns
        self.done = 0

    def __str__(self) -> str:
        return f"lengths on {self.graph.n} cards"

    def amount(self) -> Amount:
        """The turns."""
        return Amount(self.done, max(self.turns - self.done, 0), "turns")


def _coprime_moduli() -> Iterator[int]:
    """The largest numbers of so many bits of which no two have a common divisor.

    >>> list(islice(_coprime_moduli(), 3))
    [2147483648, 2147483647, 2147483645]
    """
    found: list[int] = []
    for modulus in count(1 << _MODULUS_BITS, -1):
        if all(gcd(modulus, each) == 1 for each in found):
            found.append(modulus)
            yield modulus


def _by_remainders(remainders: Sequence[int], moduli: Sequence[int]) -> int:
    """The smallest number from 0 on with these remainders (Chinese remainder theorem).

    >>> _by_remainders([2, 3, 2], [3, 5, 7])
    23
    """
    number, product = 0, 1
    for remainder, modulus in zip(remainders, moduli, strict=True):
        number += product * ((remainder - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number


@loop
def _play_back(children, before, after, wl, lw, modulus, start, stop):  # type: ignore[no-untyped-def]
    """From the numbers for some turns those for one turn more, position by position of a piece."""
    for position in range(start, min(stop, children.shape[0])):
        after[position] = (wl * before[children[position, 0]] + lw * before[children[position, 1]]) % modulus
