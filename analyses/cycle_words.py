"""Which words of winners go round, tried one by one?

    python analyses/cycle_words.py                  the searches below, with what each takes
    python analyses/cycle_words.py SEARCH           all cycles of one of them: minutes to hours

All words of some blocks are tried from every split. Words, splits and symbolic cycles are those of
docs/endless-full-deck.md, which has the proofs. The tables and the deals that come of the cycles are those of
`endless_full_deck.py`; the deals that the package knows come from `known_deals.py`. `cycle_formula.py` finds the words
without draws in another way. That 52 cards of different ranks go round by LLLLRRRR is due to Spivey (2010).

A word is played once, with labels. The permutation that it makes of them falls into orbits. Labels of one orbit are
never ordered, and the orbits are partially ordered: that, and no more, is asked of the comparisons of one pass, with a
row of bits for each orbit. Words are tried up to rotation: only those that come before all their rotations, by the
numbers of their blocks, which are Lyndon words. They are gone through depth first, along words that can begin one of
them.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from suited_cycles import SuitedCycle, TableOrder, rounds_of, rows_of_cycles, sorted_cycles, swapped

from wargraph import ParameterError, ReturnOrder
from wargraph.report.humanize import counted
from wargraph.report.tables import text_table

WINNERS = ("L", "R")
"""The blocks of words without draws."""

DRAWS = ("L", "=L", "==L")
FOURS = ("LLLL", "RLRL", "LRLR", "RRLL", "LLRR", "LRRR", "RRRL")
_LETTERS = "LR="
_BEGINNINGS = 1 << 9
"""At least so many beginnings of words, if there are as many, are tried on their own."""

Beginning = tuple[int, ...]
"""The numbers of the first blocks of a word."""

# The kernel

LEFT, RIGHT, DRAW = 0, 1, 2
DONE, FULL = 0, 1
_NONE, _ONE = np.uint64(0), np.uint64(1)


class Blocks(NamedTuple):
    """What words are made of, as numbers.

    `letters` has a row for each block, of which the first `sizes` count, and `gains` says by how many cards Left's hand
    grows; `others` is the block with the players exchanged.
    """

    letters: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    gains: NDArray[np.int64]
    others: NDArray[np.int64]


class Game(NamedTuple):
    """What words are played with.

    `is_tried` says from which splits; `is_halved` whether of two cycles that are mirror images one is enough.
    """

    cards: int
    is_winner_first: bool
    is_last_first: bool
    is_tried: NDArray[np.bool_]
    is_halved: bool


class Word(NamedTuple):
    """A word while it is made: its blocks from place 1 on, and its letters.

    For each place: the `period`, how long the longest beginning up to there is that is a Lyndon word; the letters, and
    what Left has gained, up to there.
    """

    blocks: NDArray[np.int64]
    period: NDArray[np.int64]
    size: NDArray[np.int64]
    gain: NDArray[np.int64]
    letters: NDArray[np.uint8]


class Room(NamedTuple):
    """What a word is played in.

    The tapes, of which a hand is a window; the cards of each comparison, Left's or the winner's first, and whether they
    drew; the orbit of each label, numbered on from word to word, so that nothing need be forgotten, and the `last` one
    that was given; for each orbit of a word which ones it belongs to, and what is above it, as bits.
    """

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    one: NDArray[np.uint8]
    other: NDArray[np.uint8]
    is_drawn: NDArray[np.bool_]
    orbit: NDArray[np.int64]
    last: NDArray[np.int64]
    group: NDArray[np.int64]
    above: NDArray[np.uint64]


def new_word(letters: int) -> Word:
    """Room to make words of up to so many letters."""
    places = letters + 2
    return Word(
        blocks=np.zeros(places, np.int64),
        period=np.ones(places, np.int64),
        size=np.zeros(places, np.int64),
        gain=np.zeros(places, np.int64),
        letters=np.zeros(letters, np.uint8),
    )


def new_room(cards: int, letters: int) -> Room:
    """Room to play words of up to so many letters."""
    tape = cards + 2 * letters
    return Room(
        left=np.zeros(tape, np.uint8),
        right=np.zeros(tape, np.uint8),
        one=np.zeros(letters, np.uint8),
        other=np.zeros(letters, np.uint8),
        is_drawn=np.zeros(letters, np.bool_),
        orbit=np.zeros(cards, np.int64),
        last=np.zeros(1, np.int64),
        group=np.zeros(cards, np.int64),
        above=np.zeros(cards, np.uint64),
    )


@njit(nogil=True, cache=True)
def try_words(prefix, most_blocks, longest, is_mirrored, blocks, game, word, room, found):
    """Try every word that begins with the blocks of `prefix`; leave what goes round in `found`.

    A row of `found` gets the split, the number of letters, and the letters. With `is_mirrored` the blocks are the first
    half of a word, and its mirror image follows. Returns a status, the words, the words and splits, and the rows.
    """
    words, tries, rows = 0, 0, 0
    longest_made = longest // 2 if is_mirrored else longest
    for place in range(prefix.size):
        _lay(word, blocks, place + 1, prefix[place])
    here, block, is_new = prefix.size, 0, prefix.size > 0
    while True:
        if is_new:
            size = _finished(word, blocks, here, is_mirrored)
            if size > 0:
                words += 1
                tried, rows = _try_splits(word.letters, size, game, room, found, rows)
                tries += tried
                if rows > found.shape[0]:
                    return FULL, words, tries, rows
            block = word.blocks[here + 1 - word.period[here]]
            is_new = False
        while block < blocks.sizes.size:
            left = longest_made - word.size[here] - blocks.sizes[block]
            if here < most_blocks and left >= 0 and (is_mirrored or abs(word.gain[here] + blocks.gains[block]) <= left):
                break
            block += 1
        if block < blocks.sizes.size:
            here += 1
            _lay(word, blocks, here, block)
            is_new = True
        elif here > prefix.size:
            block = word.blocks[here] + 1
            here -= 1
        else:
            return DONE, words, tries, rows


@njit(nogil=True, cache=True)
def _try_splits(letters, size, game, room, found, rows):
    """Try a word from every split, and add the rows that there is room for; the splits, and how many rows there are."""
    tries = 0
    first, last = _splits(letters, size, game)
    for split in range(first, last + 1):
        if game.is_tried[split]:
            tries += 1
            if _goes_round(letters, size, split, game, room):
                if rows < found.shape[0]:
                    found[rows, 0], found[rows, 1] = split, size
                    for place in range(size):
                        found[rows, 2 + place] = letters[place]
                rows += 1
    return tries, rows


@njit(nogil=True, cache=True)
def _finished(word, blocks, last, is_mirrored):
    """The letters of the word that ends with the block at `last`; 0 if it is none, or no first rotation."""
    size = word.size[last]
    if not is_mirrored:
        return size if word.period[last] == last and word.gain[last] == 0 else 0
    period = word.period[last]
    for place in range(last + 1, 2 * last + 1):
        block = blocks.others[word.blocks[place - last]]
        before = word.blocks[place - period]
        if block < before:
            return 0
        if block > before:
            period = place
        word.blocks[place] = block
    if period != 2 * last:
        return 0
    for place in range(size):
        letter = word.letters[place]
        word.letters[size + place] = DRAW if letter == DRAW else RIGHT - letter
    return 2 * size


@njit(nogil=True, cache=True)
def _lay(word, blocks, place, block):
    """Put a block at a place of a word."""
    before = word.period[place - 1]
    word.period[place] = before if place > 1 and block == word.blocks[place - before] else place
    word.blocks[place] = block
    size = word.size[place - 1]
    for letter in range(blocks.sizes[block]):
        word.letters[size + letter] = blocks.letters[block, letter]
    word.size[place] = size + blocks.sizes[block]
    word.gain[place] = word.gain[place - 1] + blocks.gains[block]


@njit(nogil=True, cache=True)
def _splits(letters, size, game):
    """The least and the largest split from which no hand is short in any round.

    Of two mirror images the one is taken in which Left has no more than Right, by the most and the fewest cards held.
    """
    first, last = 1, game.cards - 1
    fewest, most, gain, needed = 0, 0, 0, 0
    for place in range(size):
        needed += 1
        if letters[place] != DRAW:
            first, last = max(first, needed - gain), min(last, game.cards - needed - gain)
            gain += needed if letters[place] == LEFT else -needed
            fewest, most, needed = min(fewest, gain), max(most, gain), 0
    if game.is_halved:
        last = min(last, (game.cards - fewest - most) // 2)
    return first, last


@njit(nogil=True, cache=True)
def _goes_round(letters, size, split, game, room):
    """Whether a word, with hands that do not run short and come back to their sizes, is a cycle."""
    has_draws = _play(letters, size, split, game, room)
    before = room.last[0]
    if has_draws:
        for place in range(size):
            one = _group_of(room.one[place], before, size, split, room)
            other = _group_of(room.other[place], before, size, split, room)
            if room.is_drawn[place]:
                for orbit in range(room.last[0] - before):
                    if room.group[orbit] == other:
                        room.group[orbit] = one
    for place in range(size):
        if not room.is_drawn[place]:
            high = _group_of(room.one[place], before, size, split, room)
            low = _group_of(room.other[place], before, size, split, room)
            if high == low:
                return False
            room.above[low] |= _ONE << np.uint64(high)
    return _is_partial_order(room.above, room.last[0] - before)


@njit(nogil=True, cache=True)
def _play(letters, size, split, game, room):
    """Play a word once; whether there are draws."""
    for label in range(split):
        room.left[label] = label
    for label in range(split, game.cards):
        room.right[label - split] = label
    stop_left, stop_right, first, has_draws = split, game.cards - split, 0, False
    for place in range(size):
        left, right = room.left[place], room.right[place]
        is_left, room.is_drawn[place] = letters[place] == LEFT, letters[place] == DRAW
        room.one[place], room.other[place] = (right, left) if letters[place] == RIGHT else (left, right)
        if room.is_drawn[place]:
            has_draws = True
            continue
        for laid in range(first, place + 1):
            pair = first + place - laid if game.is_last_first else laid
            own, other = room.one[pair], room.other[pair]
            if pair < place and not is_left:  # a drawn pair has Left's card first
                own, other = other, own
            above, below = (own, other) if game.is_winner_first else (other, own)
            if is_left:
                room.left[stop_left], room.left[stop_left + 1] = above, below
                stop_left += 2
            else:
                room.right[stop_right], room.right[stop_right + 1] = above, below
                stop_right += 2
        first = place + 1
    return has_draws


@njit(nogil=True, cache=True)
def _group_of(label, before, size, split, room):
    """The orbits that a label belongs to, after `size` comparisons: its orbit is followed if it is not known yet."""
    if room.orbit[label] <= before:
        number = room.last[0] - before
        room.group[number], room.above[number] = number, _NONE
        room.last[0] += 1
        while room.orbit[label] <= before:
            room.orbit[label] = room.last[0]
            label = room.left[size + label] if label < split else room.right[size + label - split]
    return room.group[room.orbit[label] - before - 1]


@njit(nogil=True, cache=True)
def _is_partial_order(above, size):
    """Whether nothing is above itself: again and again what has nothing above it is taken away."""
    left = _NONE
    for label in range(size):
        left |= _ONE << np.uint64(label)
    while left:
        before = left
        for label in range(size):
            if not above[label] & left:
                left &= ~(_ONE << np.uint64(label))
        if left == before:
            return False
    return True


# By trying


def with_mirror_images(blocks: Sequence[str]) -> tuple[str, ...]:
    """Blocks, each followed by its mirror image."""
    for block in blocks:
        rounds_of(block)
    return tuple(dict.fromkeys(each for block in blocks for each in (block, swapped(block))))


def _gained(word: str) -> int:
    """By how many cards a word makes Left's hand grow."""
    return sum(len(each) if each.endswith("L") else -len(each) for each in rounds_of(word))


@dataclass(frozen=True)
class Tried:
    """The symbolic cycles among the words that were tried: the shortest first, of two mirror images one.

    A word has up to `longest` letters; if it `is_mirrored` it is a half, of whole blocks, and its mirror image. The
    words are tried from each of the `splits`; rotations of a word count once.
    """

    cards: int
    table: TableOrder
    longest: int
    blocks: tuple[str, ...]
    is_mirrored: bool
    splits: tuple[int, ...]
    words: int = 0
    tries: int = 0
    cycles: tuple[SuitedCycle, ...] = field(default=(), repr=False)

    @property
    def searched(self) -> str:
        """The words that were tried, in a phrase."""
        of = "" if self.blocks == WINNERS else f" of {', '.join(self.blocks)}"
        mirrored = ", each a half and its mirror image," * self.is_mirrored
        table = self.table if any("=" in block for block in self.blocks) else self.table.order
        chosen = f"splits {', '.join(map(str, self.splits))}, each word in its first rotation"
        splits = "every split" if len(self.splits) == self.cards - 1 else chosen
        words = f"all {counted(self.words, 'word')}{of} up to {self.longest} letters{mirrored}"
        return f"{words} for {self.cards} cards, {table}, from {splits}, {self.tries:,} words and splits"

    @property
    def _most(self) -> int:
        """The most letters that are chosen."""
        return self.longest // 2 if self.is_mirrored else self.longest

    def longer(self, beginnings: list[Beginning]) -> Iterator[Beginning]:
        """Beginnings that are a block longer, of words that come before their rotations."""
        for beginning in beginnings:
            for block in range(len(self.blocks)):
                longer = (*beginning, block)
                is_first = all(longer[start:] >= longer[: len(longer) - start] for start in range(1, len(longer)))
                if is_first and sum(len(self.blocks[each]) for each in longer) <= self._most:
                    yield longer

    def beginnings(self) -> Iterator[tuple[Beginning, int]]:
        """The words of few blocks, and then all longer ones by their beginnings, each with the most blocks."""
        depth, beginnings = 0, [()]
        while beginnings and len(beginnings) < _BEGINNINGS:
            depth, beginnings = depth + 1, [*self.longer(beginnings)]
        yield (), depth - 1
        yield from ((beginning, self.longest) for beginning in beginnings)

    def tried(self, beginning: Beginning, most_blocks: int) -> tuple[int, int, list[tuple[int, str]]]:
        """How many words and splits were tried that begin with some blocks, and the words that go round."""
        letters = np.zeros((len(self.blocks), max(map(len, self.blocks))), np.uint8)
        for row, block in zip(letters, self.blocks, strict=True):
            row[: len(block)] = [_LETTERS.index(letter) for letter in block]
        blocks = Blocks(
            letters,
            np.array([len(block) for block in self.blocks]),
            np.array([_gained(block) for block in self.blocks]),
            np.array([self.blocks.index(swapped(block)) for block in self.blocks]),
        )
        is_tried = np.zeros(self.cards, np.bool_)
        is_tried[list(self.splits)] = True
        # A rotation starts from another split: of two mirror images both may be wanted, unless every split is.
        is_halved = len(self.splits) == self.cards - 1
        game = Game(self.cards, self.table.order.is_winner_first, self.table.is_last_first, is_tried, is_halved)
        query = np.array(beginning, np.int64), most_blocks, self.longest, self.is_mirrored, blocks, game
        rows = 1 << 10
        while True:
            found = np.zeros((rows, 2 + self.longest), np.uint8)
            word, room = new_word(self.longest), new_room(self.cards, self.longest)
            status, words, tries, filled = try_words(*query, word, room, found)
            if status != FULL:
                read = [
                    (split, "".join(_LETTERS[each] for each in word[:size])) for split, size, *word in found[:filled]
                ]
                return words, tries, [(int(split), word) for split, word in read]
            rows *= 8


def cycles_of_words(
    cards: int,
    order: ReturnOrder | str = "WL",
    longest: int = 16,
    blocks: Sequence[str] = WINNERS,
    is_mirrored: bool = False,
    splits: Collection[int] | None = None,
    is_last_first: bool = True,
    is_sorted: bool = False,
) -> Tried:
    """Try all words of some blocks and their mirror images, up to rotation and exchange of the players."""
    table = TableOrder(ReturnOrder(order), is_last_first, is_sorted)
    chosen = tuple(range(1, cards)) if splits is None else tuple(sorted(set(splits)))
    search = Tried(cards, table, longest, with_mirror_images(blocks), is_mirrored, chosen)
    with ThreadPoolExecutor() as threads:
        partials = [*threads.map(search.tried, *zip(*search.beginnings(), strict=True))]
    cycles = []
    for split, word in {each for _, _, found in partials for each in found}:
        cycle = SuitedCycle.of(cards, table._replace(is_sorted=False), split, word)
        with suppress(ParameterError):  # whether cards can lie sorted the kernel does not ask
            cycles.append(replace(cycle, table=table))
    words, tries = (sum(each[place] for each in partials) for place in (0, 1))
    return replace(search, words=words, tries=tries, cycles=sorted_cycles(cycles))


SEARCHES = {
    "words": partial(cycles_of_words, 52, "WL", 36),
    "words-blocks": partial(cycles_of_words, 52, "WL", 44, FOURS, splits=range(4, 52, 4)),
    "words-mirrored": partial(cycles_of_words, 52, "WL", 66, is_mirrored=True),
    "words-draws": partial(cycles_of_words, 52, "WL", 18, DRAWS),
    "words-draws-32": partial(cycles_of_words, 32, "WL", 22, DRAWS),
}
"""Searches for 52 or 32 cards that take minutes or hours; without draws, natural and optimised are the same."""


def run_search(searches: Mapping[str, partial[Any]], name: str = "") -> None:
    """Make a search, and print what it excludes: all but these cycles, and whether ranks of four fit them."""
    if not name:
        print("\n".join(f"{name}: {' '.join(map(str, each.args))} {each.keywords}" for name, each in searches.items()))
        return
    found = searches[name]()
    fits = [cycle.ranks_in([4] * (cycle.cards // 4)) is not None for cycle in found.cycles]
    rows = [row | {"fits": fit} for row, fit in zip(rows_of_cycles(found.cycles), fits, strict=True)]
    print(f"{found.searched}\n\n{text_table(rows)}")


if __name__ == "__main__":
    run_search(SEARCHES, *sys.argv[1:2])
