"""Retrograde analysis without the graph: positions by their turns to the end, three bits each.

A turn that Left won has put its two cards under Left's pile. So the two bottom cards tell the position before it: the
one that beats the other lay on top of Left's hand, the other on top of Right's. The same goes for Right. Where of each
pair of cards exactly one beats the other, a position has therefore at most two predecessors, one for each player who
may have won; and the other child of a predecessor is its *sibling*, in which the two bottom cards are exchanged.

The search starts from finished games and settles, layer by layer, the positions that come to the end in one turn more.
Where the return order is chosen to end the game, one child that is settled settles its predecessor. Where it is chosen
against the end, both must be: then the later of two siblings does. Of each position two bits are kept: 0 while it is
open, and then 1 + layer mod 3. A third bit marks the positions of the newest layer.

A layer is found block by block (`wargraph.graph.blocks`): the work unit of a block writes to no other, and reads the
few blocks to which a turn leads from it. A checkpoint keeps for each unit which positions it found.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import threads, worker_count
from wargraph.campaign.run_options import HOURS, RunOptions, Work
from wargraph.campaign.units import worked
from wargraph.core.position import Player, Position
from wargraph.core.relation import Relation
from wargraph.graph.attractor import ANY_END, EXAMPLES, Aim, Attractor
from wargraph.graph.blocks import IN_WORD, Block, Numbering, interleaved
from wargraph.graph.build import hash_tables
from wargraph.graph.distances import distances_to
from wargraph.graph.loops import loop
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import PLAY, Deck, Need, WarGraph, relation_of

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

_NEED = Need("the search back from all ends", Fraction(2, 5), PLAY)
_NEED_WITH_TURNS = _NEED._replace(bytes_each=Fraction(5, 2))

_PIECE = 1 << 13
"""Words that are searched for positions at a time."""


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
    states: dict[int, NDArray[np.int64]] = field(repr=False)
    """By split, two bits for each position: 0 if the end is not reached, else 1 + turns mod 3."""
    turns_of: dict[int, NDArray[np.int16]] = field(repr=False)
    """By split, the turns of each position, if that was asked for; else empty."""
    layers: list[dict[int, int]] = field(default_factory=list)
    """The number of positions by split, for each number of turns."""
    first: dict[int, list[int]] = field(default_factory=dict, repr=False)
    """By split, the numbers of the first positions of its last layer."""

    def has(self, position: Position) -> bool:
        """Return whether the end is reached from a position."""
        return bool(self._state(position))

    def turns(self, position: Position) -> int | None:
        """Return the number of turns to the end; None if it is not reached. Only if the turns were asked for."""
        return int(self.turns_of[position.split][self.numbering.number(position)]) if self.has(position) else None

    def _state(self, position: Position) -> int:
        self.positions.check(position)
        word, place = divmod(self.numbering.number(position), IN_WORD)
        return int(self.states[position.split][word] >> 2 * place & 3)

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
            return map(self.numbering.rank, self._open_numbers(split))
        is_layer = turns < len(self.layers) and split in self.layers[turns]
        return map(self.numbering.rank, self.first[split]) if is_layer else ()

    def _open_numbers(self, split: int) -> Iterator[int]:
        for block in self.numbering.blocks(split):
            states = self.states[split][block.slice]
            is_open = interleaved(self.numbering.full(block.words)) & ~(states | states >> 1)
            yield from _numbers(is_open, 2, block.start)


@dataclass(frozen=True)
class LayerPart:
    """A work unit of a search: the positions of a block that are so many turns from the end.

    A checkpoint keeps those of its words of marks that are not 0, each with its distance from the one before. Most
    layers have few positions, and words next to each other resemble one another, so that this is short.
    """

    search: "_Search"
    turns: int
    block: Block

    def work(self) -> "tuple[NDArray[np.uint32], list[LayerPart]]":
        """Settle the positions; return their marks, if they are kept."""
        marks = self.search.settle(self.turns, self.block)
        if not self.search.is_kept:
            return marks[:0], []
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
        numbering = Numbering(positions)

        def arrays(dtype: type[np.integer], in_word: int = 1) -> dict[int, NDArray[Any]]:
            return {split: np.zeros(in_word * words, dtype) for split, words in numbering.words.items()}

        states, turns_of = arrays(np.int64), arrays(np.int16, IN_WORD * has_turns)
        self.result = BitAttractor(relation, positions, numbering, states, turns_of)
        # A turn changes the split by one: where all ends have splits of one parity, so has each layer, and what is read
        # of the newest layer is not where the next one is marked.
        self._marks = [arrays(np.uint32) for _ in {split % 2 for split in aim.ends(positions)}]
        self._tables = hash_tables(numbering.low_cards, numbering.weights)
        self._beats = relation.to_array()
        self._settle = _settle.over(positions.size - positions.terminals)
        blocks = [block for split in range(1, relation.n) for block in numbering.blocks(split)]
        self._after = {block: [*numbering.after(block, self._beats)] for block in blocks}
        # By block of the newest layer, and of the next one: how many positions it has, and the numbers of the first.
        self._newest: dict[Block, tuple[int, list[int]]] = {}
        self._next: dict[Block, tuple[int, list[int]]] = {}

    def __str__(self) -> str:
        return f"the search back from all ends on {self.result.relation.display}"

    def plain(self) -> str:
        """Return the name, which stands for the search in the key of a unit."""
        return str(self)

    def amount(self) -> Amount:
        settled = self._settled + sum(size for size, _ in list(self._next.values()))  # other threads add to it
        return Amount(settled, self.result.positions.size - settled, "positions")

    def partial_summary(self) -> str:
        settled, total, turns = self._settled, self.result.positions.size, len(self.result.layers) - 1
        return f"{settled:,} of {total:,} positions come to the end in up to {turns} turns"

    @property
    def _settled(self) -> int:
        return sum(sum(layer.values()) for layer in self.result.layers)

    def run(self, run_options: RunOptions) -> None:
        """Settle layer after layer; what the checkpoint has of them is read."""
        positions, numbering = self.result.positions, self.result.numbering
        ends = [block for split in self.aim.ends(positions) for block in numbering.blocks(split)]
        with self.watched(run_options) as record, threads(worker_count()) as executor:
            self.is_kept = record is not None
            deque(executor.map(lambda end: self.settle(0, end, (slice(None), numbering.full(end.words))), ends), 0)
            self._add_layer()
            self.begin_after(self._settled)
            while self._settle_layer(executor, record):
                pass

    def _settle_layer(self, executor: Executor, record: "CampaignRecord | None") -> bool:
        """Settle what is one turn before the newest layer; return whether there is anything."""
        turns, parts, amount = len(self.result.layers), list[LayerPart](), dict[Block, int]()
        for block, after in self._after.items():
            if found_before := sum(self._newest[source][0] for source, _ in after if source in self._newest):
                part, amount[block] = LayerPart(self, turns, block), found_before
                if record and (known := record.finished(part)):
                    distances, found = known.partial
                    self.settle(turns, block, (np.cumsum(distances), found))
                else:
                    parts.append(part)
        parts.sort(key=lambda part: -amount[part.block])  # so that no core waits long for another
        finished = []
        for part, unit in zip(parts, executor.map(worked, parts, repeat(self.is_kept)), strict=False):
            finished.append((part, unit))
            self.poll()
        if record and self._next:
            record.keep(finished)
        is_found = self._add_layer()
        if not finished:
            self.begin_after(self._settled)
        return is_found

    def _add_layer(self) -> bool:
        """Add the layer that was settled to the result; return whether it has any positions."""
        layer, first = Counter[int](), dict[int, list[int]]()
        for block, (size, numbers) in sorted(self._next.items()):
            layer[block.split] += size
            first[block.split] = (first.get(block.split, []) + numbers)[:EXAMPLES]
        if layer:
            self.result.layers.append(dict(layer))
            self.result.first.update(first)
        self._newest, self._next = self._next, {}
        return bool(layer)

    def settle(self, turns: int, block: Block, known: tuple[Any, NDArray[Any]] | None = None) -> NDArray[np.uint32]:
        """Settle the positions of a block in a layer, whose places and words may be known; return their marks."""
        result, split = self.result, block.split
        marks, states = self._marks_of(turns)[split][block.slice], result.states[split][block.slice]
        marks[:] = size = 0
        if known is not None:
            places, found = known
            marks[places] = found
            states[places] |= (1 + turns % 3) * interleaved(found)
            size = int(np.unpackbits(found.view(np.uint8)).sum())
        else:
            turns_of = result.turns_of[split][IN_WORD * block.start :]
            for source, winner in self._after[block]:
                if source in self._newest:
                    newest = self._marks_of(turns - 1)[source.split][source.slice]
                    of_source = newest, result.states[source.split], source.start, source.split
                    how = winner is Player.LEFT, self.aim.is_opposed(winner), turns
                    of_block = marks, states, turns_of, block.start
                    size += int(self._settle(*of_source, *how, *of_block, self._tables, self._beats))
        if size:
            self._next[block] = size, [*islice(_numbers(marks, 1, block.start), EXAMPLES)]
        return marks

    def _marks_of(self, turns: int) -> dict[int, NDArray[np.uint32]]:
        """By split, where the positions of a layer are marked, until the second layer after it takes the place."""
        return self._marks[turns % len(self._marks)]


def _numbers(words: NDArray[Any], bits: int, start: int) -> Iterator[int]:
    """Yield the numbers of the positions that have their lowest bit in some words, which start at a place."""
    for piece in range(0, len(words), _PIECE):  # most callers want the first few
        for place in piece + np.flatnonzero(words[piece : piece + _PIECE]):
            word, first = int(words[place]), IN_WORD * (start + int(place))
            yield from (first + mark for mark in range(IN_WORD) if word >> bits * mark & 1)


@loop
def _settle(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    newest, source, source_start, split, by_left, is_opposed, layer, marks, target, turns, start, tables, beats
):
    """Settle, in a layer, the positions of a block before those that the newest layer has in another block.

    The other block has this `split`, whose states are `source`, starts at `source_start` and has the marks `newest`;
    `by_left` says who wins the turn. Returns how many positions are settled. Cards count from 0 here.
    """
    words, word_sets, weights, set_weights, set_sizes = tables
    n = weights.size
    low_cards, arrangements = words.shape
    in_group = -(-arrangements // 32)
    everything = (1 << n) - 1
    state = 1 + layer % 3
    end = split if by_left else n
    word = np.empty(n, np.int64)
    settled = 0
    for group in range(newest.size // in_group):
        is_decoded = False
        high_set = low_in_left = low_before = 0
        for place_in_group in range(in_group):
            found = np.int64(newest[group * in_group + place_in_group])
            if found == 0:
                continue
            if not is_decoded:
                # The high cards' places: insert them, in rising order, into a word of low cards (-1).
                is_decoded = True
                for place in range(low_cards):
                    word[place] = -1
                rest = source_start // in_group + group
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
                number = (source_start + group * in_group) * 32 + arrangement
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
                if is_opposed and source[sibling >> 5] >> 2 * (sibling & 31) & 3 == 0:
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
                number -= 32 * start
                mark = 2 * (number & 31)
                if 0 <= number < 32 * marks.size and target[number >> 5] >> mark & 3 == 0:
                    target[number >> 5] |= state << mark
                    marks[number >> 5] |= np.uint32(1 << (number & 31))
                    settled += 1
                    if turns.size:
                        turns[number] = layer
    return settled
