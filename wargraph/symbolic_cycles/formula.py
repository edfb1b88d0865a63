"""Which words go round, asked of a solver of logical formulas: it need not try them one by one.

A word is played again and again. Number the rounds of one pass 0 to p - 1. What Left lays down in round t, in every
pass, are cards of one orbit, and so it is with Right: there are 2p *places*. If Left has h cards before round t and
wins it, the card that goes back first is laid down by Left h rounds later, and the second one after that. So it is of
the orbit of that place, counted round. Each orbit gets a height, from 1 to the number of ranks: places of one orbit
have the same, and of two cards that meet the one that wins has the greater. Such heights are there exactly if no orbit
lies above itself, and no more orbits than ranks lie above one another.

That is a formula: who wins each round, how many cards Left has before it, and of each place whether its height is above
1, above 2, and so on. A solver finds all words that fulfil it, or proves that there is none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, count, pairwise
from math import lcm
from typing import Any, ClassVar

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.core.checks import checked_whole
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.report.humanize import counted
from wargraph.symbolic_cycles.cycle import SuitedCycle, TableOrder
from wargraph.symbolic_cycles.kernels import MOST_LABELS
from wargraph.symbolic_cycles.words import WINNERS, SymbolicCycles, blocks_phrase, checked_blocks, sorted_cycles

_MOST_LETTERS = 255
_SOLVER = "cadical195"

Clause = tuple[int, ...]
Height = tuple[int, ...]
"""Of a place: variables that say whether its height is above 1, above 2, and so on."""


@dataclass(frozen=True)
class CyclesByFormula(SymbolicCycles):
    """All symbolic cycles without draws up to a word length and a number of ranks.

    Attributes
    ----------
    cards : int
        Number of cards in both hands.
    order : ReturnOrder
        The return order, WL or LW.
    longest : int
        The largest number of letters of a word.
    ranks : int
        The largest number of ranks that the cards of a cycle may need.
    is_mirrored : bool
        Whether each word is a half followed by its mirror image.
    blocks : tuple of str
        The blocks that words are made of.
    cycles : tuple of SuitedCycle
        The cycles, the shortest words first; of two mirror images only one.
    """

    cards: int
    order: ReturnOrder
    longest: int
    ranks: int
    is_mirrored: bool
    blocks: tuple[str, ...]
    cycles: tuple[SuitedCycle, ...] = field(repr=False)

    @property
    def searched(self) -> str:  # type: ignore[override]
        """The words that were searched, in a phrase."""
        of = blocks_phrase(self.blocks) or " of L, R"
        mirrored = ", each a half and its mirror image," * self.is_mirrored
        return (
            f"all words{of} up to {self.longest} letters{mirrored} for {self.cards} cards in at most "
            f"{counted(self.ranks, 'rank')}, {self.order}, from every split, by a formula"
        )


@checkpointed
def cycles_by_formula(
    cards: int,
    order: ReturnOrder | str = "WL",
    longest: int = 16,
    ranks: int = 13,
    is_mirrored: bool = False,
    blocks: Sequence[str] = WINNERS,
    run_options: RunOptions | None = None,
) -> CyclesByFormula:
    """All symbolic cycles without draws of words up to a length, from every split, by a solver of formulas.

    It reaches longer words than `cycles_of_words`, which tries them one by one, and is a second witness of it. It takes
    the extra ``formula``. Only processes work at the same time, not threads.

    Parameters
    ----------
    cards
        How many cards there are, at most 64.
    order
        ``WL`` or ``LW``.
    longest
        The most letters of a word, at least those of the shortest one.
    ranks
        Only cycles whose cards can have so many ranks, at least 2. A deck of so many ranks has no others.
    is_mirrored
        Whether only words are searched that are a half, of whole blocks, followed by its mirror image.
    blocks
        What words are made of, all of one length and without draws; their mirror images are added. By default the
        letters L and R.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint.

    Raises
    ------
    ParameterError
        If a number is out of range, a block is no word, or the solver is not there.
    TooLongError
        If the work is forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, once the formulas that are being solved are.

    Examples
    --------
    >>> found = cycles_by_formula(52, "LW", longest=8)
    >>> [(cycle.split, cycle.word) for cycle in found.cycles]
    [(4, 'LLLLRRRR'), (12, 'LLLLRRRR'), (20, 'LLLLRRRR')]
    """
    search = _Search(cards, ReturnOrder.fixed(order), longest, ranks, bool(is_mirrored), checked_blocks(blocks))
    search.check()
    _solver()
    found = _AllLengths(search).run(run_options)
    cycles = (SuitedCycle.of(cards, TableOrder(search.order), *each) for each in found)
    return CyclesByFormula(**vars(search), cycles=sorted_cycles(cycles))


@dataclass(frozen=True)
class _Search:
    """Which words are searched."""

    cards: int
    order: ReturnOrder
    longest: int
    ranks: int
    is_mirrored: bool
    blocks: tuple[str, ...]

    def check(self) -> None:
        """Raise a `ParameterError` if there are no such words."""
        checked_whole("cards", self.cards, 2, MOST_LABELS)
        checked_whole("ranks", self.ranks, 2, MOST_LABELS)
        ReturnOrder.fixed(self.order)
        if len({*map(len, self.blocks)}) > 1 or "=" in "".join(self.blocks):
            raise ParameterError(
                f"blocks {shown(self.blocks)}: name words of one length, without draws, such as LLLL and LRLR"
            )
        checked_whole("longest", self.longest, self.shortest, _MOST_LETTERS)

    @property
    def shortest(self) -> int:
        """The letters of the shortest words: whole blocks, and as many letters of each player."""
        block = len(self.blocks[0])
        return 2 * block if self.is_mirrored else lcm(2, block)

    def formulas(self) -> "Iterator[Formula]":
        """Formulas that have all these words for solutions."""
        for letters in range(self.shortest, self.longest + 1, self.shortest):
            for split in range(1, self.cards // 2 + 1):
                for begun in range(len(self.blocks[0])):
                    yield Formula(self, letters, split, begun)


def _solver() -> Any:
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise ParameterError("to solve formulas takes python-sat: pip install 'wargraph[formula]'") from None
    return Solver


@dataclass(frozen=True)
class Formula:
    """All words of so many letters that go round from a split, where Left never has fewer cards.

    Each cycle has such a split, of at most half the cards, or its mirror image has. There a block may have begun, some
    letters before.
    """

    search: _Search
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
        with _solver()(_SOLVER, clauses) as solver:
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


Found = frozenset[tuple[int, str]]
"""Splits and words that go round from them."""


@dataclass(frozen=True)
class WordsOfLength:
    """A piece: all words of one length, from one split."""

    formula: Formula

    tag: ClassVar[str] = "formula"

    def work(self) -> "tuple[Found, tuple[()]]":
        return frozenset((self.formula.split, word) for word in self.formula.words()), ()

    def is_sound(self) -> bool:
        formula, search = self.formula, self.formula.search
        search.check()
        return (
            checked_blocks(search.blocks) == search.blocks
            and formula.letters in range(search.shortest, search.longest + 1, search.shortest)
            and 1 <= formula.split <= search.cards // 2
            and 0 <= formula.begun < len(search.blocks[0])
        )

    def may_find(self, partial: Found) -> bool:
        formula = self.formula
        return all(
            split == formula.split and len(word) == formula.letters and {*word} <= {*"LR"} for split, word in partial
        )


class _AllLengths(Campaign[WordsOfLength, Found]):
    hours = HOURS
    way_out = "try shorter words"

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.formulas = [*search.formulas()]
        self.solved = 0

    def __str__(self) -> str:
        return f"words up to {self.search.longest} letters for {self.search.cards} cards, by formulas"

    def pieces(self) -> Iterator[WordsOfLength]:
        return map(WordsOfLength, self.formulas)

    def merged(self, one: Found, other: Found) -> Found:
        return one | other

    def collect(self, piece: WordsOfLength, partial: Found) -> None:
        del piece, partial
        self.solved += 1

    def amount(self) -> Amount:
        return Amount(self.solved, len(self.formulas) - self.solved, "lengths and splits")

    def partial_summary(self) -> str:
        return "" if self.result is None else f"{counted(len(self.result), 'word')} found"
