"""Which words go round: a search through all words of some blocks, from every split."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp
from typing import ClassVar, Self

import numpy as np

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions, checked_run_options
from wargraph.core.checks import checked_whole, is_iterable
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, TooLongError, shown
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of
from wargraph.symbolic_cycles.cycle import SuitedCycle, TableOrder, rounds_of, swapped
from wargraph.symbolic_cycles.kernels import FULL, MOST_LABELS, Blocks, Game, new_room, new_word, try_words

WINNERS = ("L", "R")
"""The blocks of words without draws."""

_LETTERS = "LR="
_MOST_LETTERS = 255
_PIECES = 1 << 9
"""At least so many beginnings of words, if there are as many, are pieces of their own."""

_MOST_MORE = 26
"""By so many letters at most words are longer than these beginnings: a piece takes seconds."""

_HOPED_FOR_RATE = 1e9
"""Words a second: a search that would take too long even at this rate is refused before the work begins."""

_ROWS = 1 << 10


class SymbolicCycles(Result):
    """A result that lists symbolic cycles, and says in `searched` which words it is about."""

    cycles: tuple[SuitedCycle, ...]
    searched: str

    def rows(self) -> list[Row]:
        """Rows ``cards, order, split, word, length, orbits``."""
        return rows_of_cycles(self.cycles)

    def _answer(self) -> str:
        return f"{self.searched}: {counted(len(self.cycles), 'symbolic cycle')}."


@dataclass(frozen=True)
class CyclesOfWords(SymbolicCycles):
    """The symbolic cycles among the words that were tried.

    Attributes
    ----------
    cards : int
        Number of cards in both hands.
    table : TableOrder
        The order in which won cards go back under the hand.
    blocks : tuple of str
        The blocks that words are made of.
    longest : int
        The largest number of letters of a word.
    is_mirrored : bool
        Whether each word is a half followed by its mirror image.
    splits : tuple of int
        Left's numbers of cards at the start of a word.
    words : int
        Number of words that were tried; rotations of a word count once.
    tries : int
        Number of pairs of a word and a split that were tried.
    cycles : tuple of SuitedCycle
        The cycles, the shortest words first; of two mirror images only one.
    """

    cards: int
    table: TableOrder
    blocks: tuple[str, ...]
    longest: int
    is_mirrored: bool
    splits: tuple[int, ...]
    words: int
    tries: int
    cycles: tuple[SuitedCycle, ...] = field(repr=False)

    @property
    def searched(self) -> str:  # type: ignore[override]
        """The words that were tried, in a phrase."""
        of = blocks_phrase(self.blocks)
        mirrored = ", each a half and its mirror image," * self.is_mirrored
        table = self.table if any("=" in block for block in self.blocks) else self.table.order
        chosen = f"splits {', '.join(map(str, self.splits))}, each word in its first rotation"
        splits = "every split" if len(self.splits) == self.cards - 1 else chosen
        words = f"all {counted(self.words, 'word')}{of} up to {self.longest} letters{mirrored}"
        return f"{words} for {self.cards} cards, {table}, from {splits}, {self.tries:,} words and splits"


@checkpointed
def cycles_of_words(
    cards: int,
    order: ReturnOrder | str = "WL",
    longest: int = 16,
    blocks: Sequence[str] = WINNERS,
    is_mirrored: bool = False,
    splits: Collection[int] | None = None,
    is_last_first: bool = True,
    is_sorted: bool = False,
    run_options: RunOptions | None = None,
) -> CyclesOfWords:
    """Try all words of some blocks, up to rotation and exchange of the players, from every split.

    Parameters
    ----------
    cards
        How many cards there are, at most 64.
    order
        ``WL`` or ``LW``.
    longest
        The most letters of a word: a letter is a comparison.
    blocks
        What words are made of; their mirror images are added. By default the letters L and R; with draws, such as
        ``L``, ``=L``, ``==L``.
    is_mirrored
        Whether only words are tried that are a half, of whole blocks, followed by its mirror image.
    splits
        From which splits, each word in its first rotation; all if left out.
    is_last_first
        Where there was a draw, whether the last pair goes back first.
    is_sorted
        Whether only words go round whose draws leave the cards sorted so, as in `TableOrder`.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint.

    Raises
    ------
    ParameterError
        If a number is out of range, or a block is no word.
    TooLongError
        If the work is forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    endless_deal

    Examples
    --------
    >>> found = cycles_of_words(52, "LW", longest=8)
    >>> [(cycle.split, cycle.word) for cycle in found.cycles], found.tries
    ([(4, 'LLLLRRRR'), (12, 'LLLLRRRR'), (20, 'LLLLRRRR')], 319)

    The winner's card first, this word goes round 52 different cards in the cycles of Spivey (2010):

    >>> [(cycle.split, cycle.length) for cycle in cycles_of_words(52, "WL", longest=8).cycles]
    [(8, 127680), (16, 421344), (24, 31920)]
    """
    checked_whole("cards", cards, 2, MOST_LABELS)
    table = TableOrder(ReturnOrder.fixed(order), bool(is_last_first), bool(is_sorted))
    chosen = _checked_splits(cards, splits)
    search = _Search(cards, table, longest, checked_blocks(blocks), bool(is_mirrored), chosen)
    search.check()
    search.check_time(checked_run_options(run_options))
    search.tried((), 0)  # the kernel is compiled, or loaded, before time is taken
    tally = _AllWords(search).run(run_options)
    cycles = sorted_cycles(search.cycles(tally.found))
    return CyclesOfWords(**vars(search), words=tally.words, tries=tally.tries, cycles=cycles)


def checked_blocks(blocks: Sequence[str]) -> tuple[str, ...]:
    """Blocks and their mirror images, or a `ParameterError`."""
    words = tuple(blocks) if is_iterable(blocks) and not isinstance(blocks, str) else ()
    if not words:
        raise ParameterError(f"blocks {shown(blocks)}: name some words, such as LLLL and LRLR")
    for block in words:
        rounds_of(block)
    return tuple(dict.fromkeys(each for block in words for each in (block, swapped(block))))


def blocks_phrase(blocks: tuple[str, ...]) -> str:
    """The phrase that names the blocks of words; empty if these are the letters L and R."""
    return "" if blocks == WINNERS else f" of {', '.join(blocks)}"


def sorted_cycles(cycles: Iterable[SuitedCycle]) -> tuple[SuitedCycle, ...]:
    """Cycles by their words, the shortest first, of two mirror images one."""
    return tuple(sorted({min((cycle, cycle.swap()), key=_by_length) for cycle in cycles}, key=_by_length))


def rows_of_cycles(cycles: Iterable[SuitedCycle]) -> list[Row]:
    """Rows ``cards, order, split, word, length, orbits``."""
    rows: list[Row] = []
    for cycle in cycles:
        orbits = " ".join(map(str, sorted(map(len, cycle.orbits), reverse=True)))
        start = {"cards": cycle.cards, "order": str(cycle.table.order)}
        rows.append(start | row_of(cycle, "split", "word", "length", orbits=orbits))
    return rows


def _by_length(cycle: SuitedCycle) -> tuple[int, str, int]:
    return len(cycle.word), cycle.word, cycle.split


def _checked_splits(cards: int, splits: Collection[int] | None) -> tuple[int, ...]:
    every = range(1, cards)
    chosen = tuple(every if splits is None else splits) if splits is None or is_iterable(splits) else ()
    if not chosen or not all(type(split) is int and split in every for split in chosen):
        raise ParameterError(f"splits {shown(splits)}: on a cycle Left holds 1 to {cards - 1} of {cards} cards")
    return tuple(sorted(set(chosen)))


Found = tuple[int, str]
"""A split and a word that goes round from it."""

Beginning = tuple[int, ...]
"""The numbers of the first blocks of a word."""


@dataclass(frozen=True)
class _Tally:
    """What was tried, and what goes round."""

    words: int
    tries: int
    found: frozenset[Found]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.words + other.words, self.tries + other.tries, self.found | other.found)


@dataclass(frozen=True)
class _Search:
    """Which words are tried."""

    cards: int
    table: TableOrder
    longest: int
    blocks: tuple[str, ...]
    is_mirrored: bool
    splits: tuple[int, ...]

    def cycles(self, found: Iterable[Found]) -> Iterator[SuitedCycle]:
        """What was found, as cycles. Whether cards can lie sorted the kernel does not ask."""
        for each in found:
            cycle = SuitedCycle.of(self.cards, self.table._replace(is_sorted=False), *each)
            if not self.table.is_sorted:
                yield cycle
                continue
            with suppress(ParameterError):
                yield replace(cycle, table=self.table)

    def check(self) -> None:
        """Raise a `ParameterError` if there is no such search."""
        checked_whole("cards", self.cards, 2, MOST_LABELS)
        checked_whole("longest", self.longest, 1, _MOST_LETTERS)
        ReturnOrder.fixed(self.table.order)
        if (self.blocks, self.splits) != (checked_blocks(self.blocks), _checked_splits(self.cards, self.splits)):
            raise ParameterError("the blocks or the splits are not in order, or some stand twice")

    def check_time(self, run_options: RunOptions) -> None:
        """Raise a `TooLongError` if there are too many words for any machine."""
        hours = HOURS if run_options.hours is None else run_options.hours
        if self.most_words > _HOPED_FOR_RATE * 3600 * hours:
            left = Amount(0, self.most_words, "words").display_left
            raise TooLongError(
                f"{_AllWords(self)}: {left} are left, too many for the time allowed: {_AllWords.way_out}"
            )

    @property
    def most_words(self) -> float:
        """How many words there are up to rotation, whoever gains by them."""
        words = [1.0]  # as many as there are of so many letters, with all rotations
        for letters in range(1, self._most + 1):
            words.append(sum(words[letters - len(block)] for block in self.blocks if len(block) <= letters))
        return sum(count / letters for letters, count in enumerate(words[1:], 1))

    @property
    def _most(self) -> int:
        """The letters that are chosen, at most."""
        return self.longest // 2 if self.is_mirrored else self.longest

    def letters_after(self, blocks: int) -> int:
        """How many letters words can still have after so many blocks, if these are of mean length."""
        return round(self._most - blocks * sum(map(len, self.blocks)) / len(self.blocks))

    def shares(self, beginnings: Iterable[Beginning]) -> dict[Beginning, float]:
        """Roughly how many words begin so, of each beginning, up to a common factor.

        Blocks get the chances that make all words of one length equally likely. A word counts if none of its rotations
        comes before it, and if Left loses again what was gained at the beginning.
        """
        sizes, gains = [*map(len, self.blocks)], [*map(_gained, self.blocks)]
        growth = np.abs(np.roots([1, *-np.bincount(sizes)[1:]])).max()
        chances = [float(growth**-size) for size in sizes]
        mean = sum(chance * size for chance, size in zip(chances, sizes, strict=True))
        spread = sum(chance * gain**2 for chance, gain in zip(chances, gains, strict=True))
        shares = {}
        for beginning in beginnings:
            chance, before = 1.0, 0.0
            for block in beginning:
                before += chance * sum(chances[:block])
                chance *= chances[block]
            blocks = (self._most - sum(sizes[block] for block in beginning)) / mean
            gain = 0 if self.is_mirrored else sum(gains[block] for block in beginning)
            is_first = (1 - before) ** (blocks * (1 + self.is_mirrored))
            shares[beginning] = chance * is_first * exp(-(gain**2) / (2 * spread * blocks + 1))
        return shares

    def longer(self, beginnings: list[Beginning]) -> Iterator[Beginning]:
        """Beginnings that are a block longer, of words that come before their rotations."""
        for beginning in beginnings:
            for block in range(len(self.blocks)):
                longer = (*beginning, block)
                is_first = all(longer[start:] >= longer[: len(longer) - start] for start in range(1, len(longer)))
                if is_first and sum(len(self.blocks[each]) for each in longer) <= self._most:
                    yield longer

    def tried(self, beginning: Beginning, most_blocks: int) -> _Tally:
        """Try the words that begin with some blocks and have no more than so many."""
        rows = _ROWS
        query = np.array(beginning, np.int64), most_blocks, self.longest, self.is_mirrored, self._numbers, self._game
        while True:
            found = np.zeros((rows, 2 + self.longest), np.uint8)
            word, room = new_word(self.longest), new_room(self.cards, self.longest)
            status, words, tries, filled = try_words(*query, word, room, found)
            if status != FULL:
                return _Tally(words, tries, frozenset(map(_read, found[:filled])))
            rows *= 8

    @property
    def _numbers(self) -> Blocks:
        letters = np.zeros((len(self.blocks), max(map(len, self.blocks))), np.uint8)
        for row, block in zip(letters, self.blocks, strict=True):
            row[: len(block)] = [_LETTERS.index(letter) for letter in block]
        return Blocks(
            letters,
            np.array([len(block) for block in self.blocks]),
            np.array([_gained(block) for block in self.blocks]),
            np.array([self.blocks.index(swapped(block)) for block in self.blocks]),
        )

    @property
    def _game(self) -> Game:
        is_tried = np.zeros(self.cards, np.bool_)
        is_tried[list(self.splits)] = True
        order, is_last_first, _ = self.table
        # A rotation starts from another split: of two mirror images both may be wanted, unless every split is.
        is_halved = len(self.splits) == self.cards - 1
        return Game(self.cards, order.is_winner_first, is_last_first, is_tried, is_halved)


def _gained(word: str) -> int:
    """By how many cards a word makes Left's hand grow."""
    return sum(len(each) if each.endswith("L") else -len(each) for each in rounds_of(word))


def _read(row: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> Found:
    split, letters, *word = row.tolist()
    return split, "".join(_LETTERS[letter] for letter in word[:letters])


@dataclass(frozen=True)
class Words:
    """A piece: the words that begin with some blocks, and have no more than so many."""

    search: _Search
    beginning: Beginning
    most_blocks: int

    tag: ClassVar[str] = "words"

    def work(self) -> "tuple[_Tally, tuple[()]]":
        return self.search.tried(self.beginning, self.most_blocks), ()

    def is_sound(self) -> bool:
        self.search.check()
        blocks = range(len(self.search.blocks))
        return (
            all(block in blocks for block in self.beginning)
            and len(self.beginning) <= self.search.longest
            and 0 <= self.most_blocks <= self.search.longest
        )

    def may_find(self, partial: _Tally) -> bool:
        return min(partial.words, partial.tries) >= 0 and all(
            split in self.search.splits and 0 < len(word) <= self.search.longest and {*word} <= {*_LETTERS}
            for split, word in partial.found
        )


class _AllWords(Campaign[Words, _Tally]):
    hours = HOURS
    way_out = "try shorter words"

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.finished_pieces = 0
        self.share_done = 0.0

    def __str__(self) -> str:
        return f"words up to {self.search.longest} letters for {self.search.cards} cards"

    def pieces(self) -> Iterator[Words]:
        """The words of few blocks; then those that begin with as many, most words first."""
        depth, beginnings = self._beginnings
        yield Words(self.search, (), depth - 1)
        for beginning in beginnings:
            yield Words(self.search, beginning, self.search.longest)

    @cached_property
    def _beginnings(self) -> tuple[int, dict[Beginning, float]]:
        """How many blocks are laid beforehand, in which ways, and roughly the share of the words that begin so."""
        depth = 0
        beginnings: list[Beginning] = [()]
        while beginnings and (len(beginnings) < _PIECES or self.search.letters_after(depth) > _MOST_MORE):
            depth, beginnings = depth + 1, [*self.search.longer(beginnings)]
        shares = self.search.shares(beginnings)
        every = sum(shares.values())
        return depth, {each: shares[each] / every for each in sorted(shares, key=lambda each: -shares[each])}

    def collect(self, piece: Words, partial: _Tally) -> None:
        del partial
        self.finished_pieces += 1
        self.share_done += self._beginnings[1].get(piece.beginning, 0)

    def amount(self) -> Amount:
        words = self.result.words if self.result else 0
        if self.finished_pieces > len(self._beginnings[1]):
            return Amount(words, 0, "words")
        if not words or not self.share_done:
            return Amount(words, self.search.most_words, "words")
        return Amount(words, words * max(0, 1 / self.share_done - 1), "words")

    def partial_summary(self) -> str:
        if self.result is None:
            return ""
        sorted_or_not = ", sorted or not," * self.search.table.is_sorted
        return (
            f"{self.result.tries:,} words and splits tried, {len(self.result.found):,} go round{sorted_or_not} so far"
        )
