"""Which words of winners, and of how many ranks, go round by a formula?

    python analyses/cycle_formula.py                the searches below, with what each takes
    python analyses/cycle_formula.py SEARCH         all cycles of one of them: minutes to hours

A solver is asked for all words without draws, of whole blocks, as `cycle_words.py` tries them; it leaves out cycles
that need more ranks than there are.

Number the rounds of one pass 0 to p - 1. What Left lays down in round t, in every pass, are cards of one orbit, and so
it is with Right: there are 2p *places*. If Left has h cards before round t and wins it, the card that goes back first
is laid down by Left h rounds later, and the second one after that. So it is of the orbit of that place, counted round.
Each orbit gets a height, from 1 to the number of ranks: places of one orbit have the same, and of two cards that meet
the one that wins has the greater. Such heights are there exactly if no orbit lies above itself, and no more orbits than
ranks lie above one another. Who wins each round, how many cards Left has before it, and of each place whether its
height is above 1, above 2, and so on, are the variables. The solver comes with the extra `studies`.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations, count, pairwise
from math import lcm
from multiprocessing import get_context

from cycle_words import FOURS, WINNERS, run_search, with_mirror_images
from pysat.solvers import Solver
from suited_cycles import SuitedCycle, TableOrder, sorted_cycles

from wargraph import ParameterError, ReturnOrder
from wargraph.report.humanize import counted

Clause = tuple[int, ...]
Height = tuple[int, ...]
"""Of a place: variables that say whether its height is above 1, above 2, and so on."""


@dataclass(frozen=True)
class Solved:
    """All symbolic cycles without draws up to a word length and a number of ranks."""

    cards: int
    order: ReturnOrder
    longest: int
    ranks: int
    is_mirrored: bool
    blocks: tuple[str, ...]
    cycles: tuple[SuitedCycle, ...] = field(default=(), repr=False)

    @property
    def searched(self) -> str:
        """The words that were searched, in a phrase."""
        mirrored = ", each a half and its mirror image," * self.is_mirrored
        return (
            f"all words of {', '.join(self.blocks)} up to {self.longest} letters{mirrored} for {self.cards} cards in "
            f"at most {counted(self.ranks, 'rank')}, {self.order}, from every split, by a formula"
        )

    def formulas(self) -> "Iterator[Formula]":
        """Formulas that have all these words for solutions: of whole blocks, and as many letters of each player."""
        block = len(self.blocks[0])
        shortest = 2 * block if self.is_mirrored else lcm(2, block)
        for letters in range(shortest, self.longest + 1, shortest):
            for split in range(1, self.cards // 2 + 1):
                for begun in range(block):
                    yield Formula(self, letters, split, begun)


@dataclass(frozen=True)
class Formula:
    """All words of so many letters that go round from a split, where Left never has fewer cards.

    Each cycle has such a split, of at most half the cards, or its mirror image has. There a block may have begun, some
    letters before.
    """

    search: Solved
    letters: int
    split: int
    begun: int

    def words(self) -> Iterator[str]:
        """The words that fulfil it."""
        sizes = self._sizes()
        if not sizes:
            return
        numbers = count(1)
        chosen = [next(numbers) for _ in range(self.letters // 2 if self.search.is_mirrored else self.letters)]
        wins = [*chosen, *(-won for won in chosen)] if self.search.is_mirrored else chosen
        has = [{size: next(numbers) for size in before} for before in sizes]
        above = range(1, self.search.ranks)
        heights = [[tuple(next(numbers) for _ in above) for _ in range(self.letters)] for _ in range(2)]
        clauses = chain(self._of_blocks(wins, numbers), self._clauses(wins, has, heights))
        with Solver("cadical195", clauses) as solver:
            while solver.solve():
                model = {*solver.get_model()}
                yield "".join("L" if won in model else "R" for won in wins)
                solver.add_clause([-won if won in model else won for won in chosen])

    def _sizes(self) -> list[set[int]]:
        """How many cards Left can have before each round, and at the end; empty if there is no such word."""
        reached = [{self.split}]
        for _ in range(self.letters):
            near = {size for each in reached[-1] for size in (each - 1, each + 1)}
            reached.append({size for size in near if self.split <= size < self.search.cards})
        sizes = [one & other for one, other in zip(reached, reversed(reached), strict=True)]
        return sizes if all(sizes) else []

    def _of_blocks(self, wins: Sequence[int], numbers: Iterator[int]) -> Iterator[Clause]:
        """At each place of a block one of them stands."""
        size = len(self.search.blocks[0])
        for first in range(0, self.letters if size > 1 else 0, size):
            stands = [next(numbers) for _ in self.search.blocks]
            yield tuple(stands)
            for it_stands, block in zip(stands, self.search.blocks, strict=True):
                for letter, winner in enumerate(block, first - self.begun):
                    won = wins[letter % self.letters]
                    yield -it_stands, won if winner == "L" else -won

    def _clauses(
        self, wins: Sequence[int], has: Sequence[dict[int, int]], heights: Sequence[Sequence[Height]]
    ) -> Iterator[Clause]:
        for before in has:
            yield tuple(before.values())
            yield from ((-one, -other) for one, other in combinations(before.values(), 2))
        for side in heights:
            for height in side:
                yield from ((-higher, lower) for lower, higher in pairwise(height))
        for letter, before in enumerate(has[:-1]):
            for winner, lost in ((0, -wins[letter]), (1, wins[letter])):
                high, low = heights[winner][letter], heights[1 - winner][letter]
                yield from _above(lost, high, low)
                first, second = self.search.order.returned(high, low)
                for size, is_so in before.items():
                    after = has[letter + 1].get(size - 1 if winner else size + 1)
                    yield (-is_so, lost, after) if after else (-is_so, lost)
                    own = self.search.cards - size if winner else size
                    for card, later in ((first, own), (second, own + 1)):
                        yield from _same((-is_so, lost), card, heights[winner][(letter + later) % self.letters])


def _above(unless: int, high: Height, low: Height) -> Iterator[Clause]:
    """One height is above another, unless something is so."""
    yield unless, high[0]
    yield unless, -low[-1]
    yield from ((unless, -lower, higher) for lower, higher in zip(low, high[1:], strict=False))


def _same(unless: Clause, one: Height, other: Height) -> Iterator[Clause]:
    """Two heights are the same, unless something is so."""
    for here, there in zip(one, other, strict=True):
        yield *unless, -here, there
        yield *unless, here, -there


def _words_of(formula: Formula) -> list[tuple[int, str]]:
    return [(formula.split, word) for word in formula.words()]


def cycles_by_formula(
    cards: int,
    order: ReturnOrder | str = "WL",
    longest: int = 16,
    ranks: int = 13,
    is_mirrored: bool = False,
    blocks: Sequence[str] = WINNERS,
) -> Solved:
    """Find all symbolic cycles of words up to a length, from every split, by a solver of formulas.

    The blocks are all of one length and without draws, and the cards of a cycle need no more than so many ranks.
    """
    search = Solved(cards, ReturnOrder(order), longest, ranks, is_mirrored, with_mirror_images(blocks))
    if len({*map(len, search.blocks)}) > 1 or "=" in "".join(search.blocks):
        raise ParameterError(f"blocks {', '.join(search.blocks)}: name words of one length, without draws")
    formulas = [*search.formulas()]
    if len(formulas) > 200:
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
            found = [*processes.map(_words_of, formulas)]
    else:
        found = [*map(_words_of, formulas)]
    cycles = (SuitedCycle.of(cards, TableOrder(search.order), *each) for each in chain(*found))
    return replace(search, cycles=sorted_cycles(cycles))


SEARCHES = {
    "all": partial(cycles_by_formula, 52, "WL", 38),
    "mirrored": partial(cycles_by_formula, 52, "WL", 60, is_mirrored=True),
    "3-ranks": partial(cycles_by_formula, 52, "WL", 100, ranks=3),
    "4-ranks": partial(cycles_by_formula, 52, "WL", 64, ranks=4),
    "6-ranks": partial(cycles_by_formula, 52, "WL", 46, ranks=6),
    "pairs": partial(cycles_by_formula, 52, "WL", 68, blocks=("LL",)),
    "fours": partial(cycles_by_formula, 52, "WL", 96, blocks=("LLLL",)),
    "blocks": partial(cycles_by_formula, 52, "WL", 52, blocks=FOURS),
    "32": partial(cycles_by_formula, 32, "WL", 40, ranks=8),
}
"""Searches for 52 or 32 cards returned naturally or optimised that take minutes or hours."""


if __name__ == "__main__":
    run_search(SEARCHES, *sys.argv[1:2])
