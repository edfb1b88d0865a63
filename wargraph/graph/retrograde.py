"""Retrograde analysis without the graph: positions by their turns to the end, three bits each.

A turn that Left won has put its two cards under Left's pile. So the two bottom cards tell the position before it: the
one that beats the other lay on top of Left's hand, the other on top of Right's. The same goes for Right. Where of each
pair of cards exactly one beats the other, a position has therefore at most two predecessors, one for each player who
may have won; and the other child of a predecessor is its *sibling*, in which the two bottom cards are exchanged.

The search starts from finished games and settles, layer by layer, the positions that come to the end in one turn more.
Where the return order is chosen to end the game, one child that is settled settles its predecessor. Where it is chosen
against the end, both must be: then the later of two siblings does. Of each position two bits are kept: 0 while it is
open, and then 1 + layer mod 3. A third bit marks the positions of the newest layer.

A layer is found block by block (`wargraph.graph.blocks`): what a block takes is written to no other, and read from the
few blocks to which a turn leads from it. A work unit is a run of blocks; it ends when turns from them lead to so many
positions of the newest layer. A checkpoint keeps for each unit which positions it found.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import threads, worker_count
from wargraph.campaign.run_options import HOURS, RunOptions, Work
from wargraph.campaign.units import FinishedUnit, worked
from wargraph.core.position import Player, Position
from wargraph.core.relation import Relation
from wargraph.graph.attractor import ANY_END, EXAMPLES, Aim, Attractor
from wargraph.graph.blocks import IN_WORD, Numbering, interleaved
from wargraph.graph.build import hash_tables
from wargraph.graph.distances import distances_to
from wargraph.graph.loops import loop
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import PLAY, Deck, Need, WarGraph, relation_of

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

_NEED = Need("the search back from all ends", Fraction(2, 5), PLAY)
_NEED_WITH_TURNS = _NEED._replace(bytes_each=Fraction(5, 2))

_UNIT = 1 << 18
"""Positions of the newest layer to which turns from the blocks of a work unit may lead: some milliseconds of work."""

_WORDS_AS_A_POSITION = 2
"""So many words of a block take at most as long as one position, whatever they hold: they may be new to the machine."""

_CLEARED = 1 << 5
"""Blocks that are cleared at a time: on all threads, as it takes a while until the machine has the memory."""


def attractor(
    deck: Deck, aim: Aim = ANY_END, has_turns: bool = False, run_options: RunOptions | None = None
) -> Attractor:
    """Search for the positions from which an end is reached or forced, by the way that takes the least memory.

    A given War graph, and the graph of a relation that is no tournament, are searched in their arrays. With `has_turns`
    the result has `turns`.
    """
    relation, positions = relation_of(deck)
    if isinstance(deck, WarGraph) or not relation.is_tournament:
        return distances_to(deck, aim)
    (_NEED_WITH_TURNS if has_turns else _NEED).require(positions)
    search = _Search(relation, positions, aim, has_turns)
    search.run(run_options or RunOptions())
    return search.result


@dataclass(frozen=True)
class BitAttractor(Attractor):
    """The result of a search back from finished games."""

    numbering: Numbering = field(repr=False, compare=False)
    states: NDArray[np.int64] = field(repr=False)
    """By block, two bits for each position: 0 if the end is not reached, else 1 + turns mod 3."""
    turns_of: NDArray[np.int16] = field(repr=False)
    """The turns of each position, if that was asked for; else empty."""
    layers: list[dict[int, int]] = field(default_factory=list)
    """The number of positions by split, for each number of turns."""
    first: dict[int, list[int]] = field(default_factory=dict, repr=False)
    """By split, the numbers of the first positions of its last layer."""

    def has(self, position: Position) -> bool:
        """Return whether the end is reached from a position."""
        return bool(self._state(position))

    def turns(self, position: Position) -> int | None:
        """Return the number of turns to the end; None if it is not reached. Only if the turns were asked for."""
        return int(self.turns_of[self.numbering.number(position)]) if self.has(position) else None

    def _state(self, position: Position) -> int:
        self.positions.check(position)
        word, place = divmod(self.numbering.number(position), IN_WORD)
        return int(self.states.flat[word] >> 2 * place & 3)

    def _may_take(self, position: Position, turns: int) -> bool:
        right = len(position.right)  # a turn takes one card from one of the players
        if self.positions.left_holds_n:
            is_so_far = right <= turns and (turns - right) % 2 == 0
        else:
            is_so_far = min(right, position.split) <= turns
        return is_so_far and self._state(position) == 1 + turns % 3

    def _sizes(self, split: int) -> Iterable[int]:
        return (layer.get(split, 0) for layer in self.layers)

    def _ranks(self, split: int, turns: int | None) -> Iterable[int]:
        if turns is None:
            numbers: Iterable[int] = self._open_numbers(split)
        else:
            numbers = self.first[split] if turns < len(self.layers) and split in self.layers[turns] else ()
        return (self.numbering.rank(number, split) for number in numbers)

    def _open_numbers(self, split: int) -> Iterator[int]:
        full = interleaved(self.numbering.full())
        for block in self.numbering.blocks_of(split):
            states = self.states[block]
            yield from _numbers(full & ~(states | states >> 1), 2, block * full.size)


@dataclass(frozen=True)
class LayerPart:
    """A work unit of a search: the positions of a run of blocks of one split that are so many turns from the end.

    A checkpoint keeps those of its words of marks that are not 0, each with its distance from the one before. Most
    layers have few positions, and words next to each other resemble one another, so that this is short.
    """

    search: "_Search"
    turns: int
    first: int
    stop: int

    def work(self) -> "tuple[NDArray[np.uint32], list[LayerPart]]":
        """Settle the positions; return their marks, if they are kept."""
        self.search.settle(self.turns, self.first, self.stop)
        if not self.search.is_kept:
            return np.empty(0, np.uint32), []
        marks = self.search.marks(self.turns)[self.first : self.stop].ravel()
        places = np.flatnonzero(marks)
        return np.stack((np.diff(places, prepend=0).astype(np.uint32), marks[places])), []


class _Search(Work):
    """A search back, layer by layer."""

    hours = HOURS
    way_out = "use fewer cards"
    is_divided = True

    def __init__(self, relation: Relation, positions: Positions, aim: Aim, has_turns: bool) -> None:
        self.aim = aim
        self.is_kept = False
        self.numbering = numbering = Numbering(positions)
        words = numbering.blocks, numbering.block_words
        turns_of = np.zeros(math.prod(words) * IN_WORD * has_turns, np.int16)
        self.result = BitAttractor(relation, positions, numbering, np.empty(words, np.int64), turns_of)
        # A turn changes the split by one: where all ends have splits of one parity, so has each layer, and what is read
        # of the newest layer is not where the next one is marked.
        self._marks = [np.empty(words, np.uint32) for _ in {split % 2 for split in aim.ends(positions)}]
        beats, tables = relation.to_array(), hash_tables(numbering.low_cards, numbering.weights)
        self._after = numbering.after(beats)
        is_opposed = tuple(map(aim.is_opposed, Player))
        self._given = self._after, numbering.split_of, numbering.first_blocks, tables, beats, is_opposed
        self._settle = _settle.over(positions.size - positions.terminals)
        # The number of positions of each block in the newest layer, and in the next one; the last one is of no block.
        self._newest = self._next = np.zeros(numbering.blocks + 1, np.int64)

    def __str__(self) -> str:
        return f"the search back from all ends on {self.result.relation.display}"

    def plain(self) -> str:
        """Return the name, which stands for the search in the key of a unit."""
        return str(self)

    def amount(self) -> Amount:
        settled = self._settled + int(self._next.sum())
        return Amount(settled, self.result.positions.size - settled, "positions")

    def partial_summary(self) -> str:
        settled, total, turns = self._settled, self.result.positions.size, len(self.result.layers) - 1
        return f"{settled:,} of {total:,} positions come to the end in up to {turns} turns"

    @property
    def _settled(self) -> int:
        return sum(sum(layer.values()) for layer in self.result.layers)

    def run(self, run_options: RunOptions) -> None:
        """Settle layer after layer; what the checkpoint has of them is read."""
        with self.watched(run_options) as record, threads(worker_count()) as executor:
            self.is_kept = record is not None
            [*executor.map(self._begin, range(0, self.numbering.blocks, _CLEARED))]
            self._add_layer()
            self.begin_after(self._settled)
            while self._settle_layer(executor, record):
                pass

    def _begin(self, block: int) -> None:
        """Clear the memory of a block and of those that follow; mark the ends among their positions."""
        blocks, full = slice(block, block + _CLEARED), self.numbering.full()
        is_end = np.isin(self.numbering.split_of[blocks], self.aim.ends(self.result.positions))[:, None]
        self.result.states[blocks] = is_end * interleaved(full)
        for marks in self._marks:
            marks[blocks] = is_end * full
        self._next[:-1][blocks] = np.unpackbits(full.view(np.uint8)).sum() * is_end[:, 0]

    def _settle_layer(self, executor: Executor, record: "CampaignRecord | None") -> bool:
        """Settle what is one turn before the newest layer; return whether there is anything."""
        handed, finished = deque[tuple[LayerPart, Future[FinishedUnit]]](), []
        for part in self._parts():
            if record and (known := record.finished(part)):
                distances, found = known.partial
                self.take(part.turns, part.first, part.stop, np.cumsum(distances), found)
            else:
                handed.append((part, executor.submit(worked, part, self.is_kept)))
        is_read = not handed
        while handed:
            part, unit = handed.popleft()
            done = unit.result()
            finished += [(part, done)] * self.is_kept
            self.poll()
        if record and self._next.any():
            record.keep(finished)
        is_found = self._add_layer()
        if is_read:
            self.begin_after(self._settled)
        return is_found

    def _parts(self) -> Iterator[LayerPart]:
        """Yield the units of the next layer."""
        amounts = self._newest + (self._newest > 0) * (self.numbering.block_words // _WORDS_AS_A_POSITION)
        after, turns = amounts[self._after].sum(axis=1), len(self.result.layers)
        blocks = np.flatnonzero(after)
        run, split = np.cumsum(after[blocks]) // _UNIT, self.numbering.split_of[blocks]
        is_first = (np.diff(run, prepend=-1) > 0) | (np.diff(split, prepend=-1) > 0)
        for first, last in zip(blocks[is_first].tolist(), blocks[np.roll(is_first, -1)].tolist(), strict=True):
            yield LayerPart(self, turns, first, last + 1)

    def _add_layer(self) -> bool:
        """Add the layer that was settled to the result; return whether it has any positions."""
        self._newest, self._next = self._next, np.zeros_like(self._next)
        marks, layer = self.marks(len(self.result.layers)), dict[int, int]()
        for split in self.result.positions.splits:
            blocks = self.numbering.blocks_of(split)
            if size := int(self._newest[blocks.start : blocks.stop].sum()):
                layer[split] = size
                found = (_numbers(marks[block], 1, block * marks.shape[1]) for block in blocks if self._newest[block])
                self.result.first[split] = [*islice(chain.from_iterable(found), EXAMPLES)]
        if layer:
            self.result.layers.append(layer)
        return bool(layer)

    def settle(self, turns: int, first: int, stop: int) -> None:
        """Settle the positions of some blocks in a layer."""
        newest, following = (self.marks(turns - 1).ravel(), self._newest), (self.marks(turns).ravel(), self._next)
        result = self.result.states.ravel(), self.result.turns_of
        self._settle(newest, following, result, turns, first, stop, *self._given)

    def take(self, turns: int, first: int, stop: int, places: NDArray[Any], found: NDArray[np.uint32]) -> None:
        """Take the known positions of some blocks in a layer: the words of marks that have any, and their places."""
        marks, states = self.marks(turns)[first:stop], self.result.states[first:stop]
        marks[:] = 0
        marks.ravel()[places] = found
        states.ravel()[places] |= (1 + turns % 3) * interleaved(found)
        self._next[first:stop] = np.unpackbits(marks.view(np.uint8), axis=1).sum(axis=1)

    def marks(self, turns: int) -> NDArray[np.uint32]:
        """Return the words that mark the positions of a layer, by block, until the second layer after it."""
        return self._marks[turns % len(self._marks)]


def _numbers(words: NDArray[Any], bits: int, start: int) -> Iterator[int]:
    """Yield the numbers of the positions that have their lowest bit in some words, which start at a place."""
    for place in np.flatnonzero(words):
        word, first = int(words[place]), IN_WORD * (start + int(place))
        yield from (first + mark for mark in range(IN_WORD) if word >> bits * mark & 1)


@loop
def _settle(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    newest, following, result, layer, first, stop, after, split_of, first_blocks, tables, beats, is_opposed
):
    """Settle, in a layer, the positions of some blocks before those of the newest layer.

    The newest and the following layer are the words of marks, which are valid for the blocks that have a size, and
    these sizes. The result has the states and, if they are asked for, the turns of all positions. The blocks `after`
    one are as `Numbering` has them. Cards count from 0 here.
    """
    (marks_before, sizes_before), (marks, sizes), (states, turns) = newest, following, result
    words, word_sets, weights, set_weights, set_sizes = tables
    n = weights.size
    low_cards, arrangements = words.shape
    in_group = -(-arrangements // 32)
    in_block = marks.size // after.shape[0]
    everything = (1 << n) - 1
    state = 1 + layer % 3
    word = np.empty(n, np.int64)
    for block in range(first, stop):
        start, settled = block * in_block, 0
        marks[start : start + in_block] = 0
        for column in range(4):
            source = after[block, column]
            if sizes_before[source] == 0:
                continue
            by_left, split, opposed = column < 2, split_of[source], is_opposed[column // 2]
            end = split if by_left else n
            first_group = (source - first_blocks[split]) * (in_block // in_group)
            moved = 32 * in_block * (first_blocks[split_of[block]] - first_blocks[split])
            for group in range(in_block // in_group):
                is_decoded = False
                high_set = low_in_left = low_before = 0
                at = source * in_block + group * in_group
                for place_in_group in range(in_group):
                    found = np.int64(marks_before[at + place_in_group])
                    if found == 0:
                        continue
                    if not is_decoded:
                        # The high cards' places: insert them, in rising order, into a word of low cards (-1).
                        is_decoded = True
                        for place in range(low_cards):
                            word[place] = -1
                        rest = first_group + group
                        for card in range(low_cards, n):
                            digit = rest % (card + 1)
                            rest //= card + 1
                            for place in range(card, digit, -1):
                                word[place] = word[place - 1]
                            word[digit] = card
                        for place in range(n):
                            if word[place] >= 0:
                                if place < split:
                                    high_set |= 1 << word[place]
                            else:
                                low_in_left += place < split
                                low_before += place < end - 2
                    arrangement = 32 * place_in_group - 1
                    while found:
                        arrangement += 1
                        is_found = found & 1
                        found >>= 1
                        if not is_found:
                            continue
                        number = 32 * at + arrangement
                        low = low_before
                        upper = word[end - 2]
                        if upper < 0:
                            upper = words[low, arrangement]
                            low += 1
                        lower = word[end - 1]
                        if lower < 0:
                            lower = words[low, arrangement]
                        # The number of the sibling: the larger card's digit changes by one.
                        sibling = number + (weights[upper] if upper > lower else -weights[lower])
                        if opposed and states[sibling >> 5] >> 2 * (sibling & 31) & 3 == 0:
                            continue
                        won, lost = upper, lower
                        if not beats[upper, lower]:
                            won, lost = lower, upper
                            number = sibling
                        left_set = high_set | word_sets[low_in_left, arrangement]
                        between = (left_set if by_left else everything & ~left_set) & ~(1 << won | 1 << lost)
                        below = (1 << won) - 1
                        number += set_weights[between & ~below] - set_sizes[between & below] * weights[won]
                        if not by_left:
                            number += set_weights[everything & ~((2 << lost) - 1)] - lost * weights[lost]
                        number += moved
                        place, mark = number >> 5, number & 31
                        if start <= place < start + in_block and states[place] >> 2 * mark & 3 == 0:
                            states[place] |= state << 2 * mark
                            marks[place] |= np.uint32(1 << mark)
                            settled += 1
                            if turns.size:
                                turns[number] = layer
        sizes[block] = settled
