"""Retrograde analysis without the graph: positions by their turns to the end, three bits each.

A turn that Left won has put its two cards under Left's pile. So the two bottom cards tell the position before it: the
one that beats the other lay on top of Left's hand, the other on top of Right's. The same goes for Right. Where of each
pair of cards exactly one beats the other, a position has therefore at most two predecessors, one for each player who
may have won; and the other child of a predecessor is its *sibling*, in which the two bottom cards are exchanged.

The search starts from finished games and settles, layer by layer, the positions that come to the end in one turn more.
Where the return order is chosen to end the game, one child that is settled settles its predecessor. Where it is chosen
against the end, both must be: then the later of two siblings does. Of each position two bits are kept: 0 while it is
open, and then 1 + layer mod 3. A third bit marks the positions of the newest layer.

A checkpoint keeps layer by layer which positions are of it; a search that goes on reads the finished layers, and
settles the next ones.

Positions are numbered as in `wargraph.graph.positions`, but for gaps in the factorial base: after the arrangements of
the lowest cards, which change fastest, numbers are left unused until a word of bits is full. A number is still a sum of
digits times weights, and moving a card changes it by a sum over a set of cards, as in `wargraph.graph.build`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import factorial
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run_options import HOURS, RunOptions, Work, checked_run_options, monitor, too_long
from wargraph.campaign.units import FinishedUnit
from wargraph.compute.memory import require_memory_for_cards
from wargraph.core.position import Player, Position
from wargraph.core.relation import Reading, Relation
from wargraph.graph.attractor import ANY_END, EXAMPLES, Aim, Attractor
from wargraph.graph.build import hash_tables
from wargraph.graph.distances import distances_to
from wargraph.graph.layer_parts import LayerPart, parts
from wargraph.graph.loops import compiled_loops, loop, on_threads
from wargraph.graph.positions import Positions
from wargraph.graph.war_graph import Deck, WarGraph, relation_of
from wargraph.report.humanize import duration

if TYPE_CHECKING:
    from wargraph.campaign.checkpoint import CampaignRecord

_LOW_CARDS = 6

_IN_WORD = 32
"""Positions in a word of 64 bits."""

_CHUNK = 1 << 16

_WARM_UP = 4
"""So few cards take no time to search once the loops are compiled."""

_MOST_UNFORECAST = 1 << 30
"""Up to so many positions a search takes some seconds, and its first layers tell how many."""

_REHEARSED = 10
"""On so many cards a search is short, and as fast as on more."""


def attractor(
    deck: Deck, aim: Aim = ANY_END, has_turns: bool = False, run_options: RunOptions | None = None
) -> Attractor:
    """Search for the positions from which an end is reached or forced, by the way that takes the least memory.

    A given War graph, and the graph of a relation in which the bottom cards do not tell the position before, are
    searched in their arrays. With `has_turns` the result has `turns`.
    """
    relation, left_holds_n = relation_of(deck)
    if isinstance(deck, WarGraph) or not has_unique_predecessors(relation):
        return distances_to(deck, aim)
    return searched_back(relation, left_holds_n, aim, has_turns, run_options)


def has_unique_predecessors(relation: Relation) -> bool:
    """Whether a position and the winner of the last turn determine the position before it, as the search back needs.

    >>> has_unique_predecessors(Relation.order(4)), has_unique_predecessors(Relation.named("suits:2x2"))
    (True, False)
    """
    return relation.reading is Reading.STRICT


def require_retrograde_memory(n: int, left_holds_n: bool, has_turns: bool = False) -> None:
    """Raise a `TooLargeError` if the search back on n cards does not fit into memory."""
    bytes_of_word = 8 + np.dtype(np.uint32).itemsize + (_IN_WORD * np.dtype(np.int16).itemsize if has_turns else 0)
    require_memory_for_cards(
        lambda cards: bytes_of_word * sum(_Numbering(Positions(cards, left_holds_n)).words.values()),
        n,
        "the search back from all ends",
        " here, or play single positions",
    )


def searched_back(
    relation: Relation,
    left_holds_n: bool,
    aim: Aim = ANY_END,
    has_turns: bool = False,
    run_options: RunOptions | None = None,
) -> "BitAttractor":
    """Search back from finished games, where of each pair of cards exactly one beats the other.

    With `left_holds_n` only the positions count in which Left holds card n, which no card beats then.

    >>> from wargraph import Deals
    >>> found = searched_back(Relation.order(4), left_holds_n=True)
    >>> found.sizes(Deals.ANY), [str(position) for position in found.farthest(Deals.ANY)]
    ([24, 12, 6, 8, 4, 4, 2], ['42|13', '24|31'])
    """
    require_retrograde_memory(relation.n, left_holds_n, has_turns)
    search = _Search(relation, Positions(relation.n, left_holds_n), aim, has_turns)
    search.run(checked_run_options(run_options))
    return search.result


@dataclass(frozen=True)
class BitAttractor(Attractor):
    """What a search back from finished games found.

    Attributes
    ----------
    numbering
        Where the bits of each position lie.
    states
        By split, two bits for each position: 0 if the end is not reached, else 1 + turns mod 3.
    turns_of
        By split, the turns of each position, if that was asked for; else empty.
    layers
        The number of positions by split, for each number of turns.
    first
        By split, the first positions of its last layer.
    """

    numbering: "_Numbering" = field(repr=False, compare=False)
    states: dict[int, NDArray[np.int64]] = field(repr=False)
    turns_of: dict[int, NDArray[np.int16]] = field(repr=False)
    layers: list[dict[int, int]] = field(default_factory=list)
    first: dict[int, list[int]] = field(default_factory=dict, repr=False)

    def has(self, position: Position) -> bool:
        """Return whether the end is reached from a position."""
        return bool(self._state(position))

    def turns(self, position: Position) -> int | None:
        """Return the number of turns to the end; None if it is not reached. Only if the turns were asked for."""
        return int(self.turns_of[position.split][self.numbering.number(position)]) if self.has(position) else None

    def _state(self, position: Position) -> int:
        self.positions.check(position)
        word, place = divmod(self.numbering.number(position), _IN_WORD)
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
        return map(self.numbering.rank, self.first[split]) if split in self.layers[turns] else ()

    def _open_numbers(self, split: int) -> Iterator[int]:
        states, group = self.states[split], self.numbering.full_group(2, np.int64)
        step = _CHUNK * len(group)
        for start in range(0, len(states), step):
            words = states[start : start + step].reshape(-1, len(group))
            is_open = (words | words >> 1) & 0x5555555555555555 ^ group
            for row, column in np.argwhere(is_open):
                word = int(is_open[row, column])
                number = _IN_WORD * (start + int(row) * len(group) + int(column))
                yield from (number + place for place in range(_IN_WORD) if word >> 2 * place & 1)


class _Search(Work):
    """A search back, layer by layer."""

    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, relation: Relation, positions: Positions, aim: Aim, has_turns: bool) -> None:
        self.aim = aim
        numbering = _Numbering(positions)

        def arrays(dtype: type[np.integer], in_word: int = 1) -> dict[int, NDArray[Any]]:
            return {split: np.zeros(in_word * words, dtype) for split, words in numbering.words.items()}

        states, turns_of = arrays(np.int64), arrays(np.int16, _IN_WORD * has_turns)
        self.result = BitAttractor(relation, positions, numbering, states, turns_of)
        # A turn changes the split by one: where all ends have splits of one parity, so has each layer, and what is read
        # of the newest layer is not where the next one is marked.
        self._marks = [arrays(np.uint32) for _ in {split % 2 for split in aim.ends(positions)}]
        self._tables = hash_tables(numbering.low_cards, numbering.weights)
        self._beats = relation.to_array()
        self._title = f"the search back from all ends on {relation.display}"
        self._seconds: float | None = None

    def __str__(self) -> str:
        return self._title if self._seconds is None else f"{self._title}, some {duration(self._seconds)} by forecast"

    def amount(self) -> Amount:
        return Amount(self._settled, self.result.positions.size - self._settled, "positions")

    def partial_summary(self) -> str:
        settled, total, turns = self._settled, self.result.positions.size, len(self.result.layers) - 1
        return f"{settled:,} of {total:,} positions come to the end in up to {turns} turns"

    @property
    def _settled(self) -> int:
        return sum(sum(layer.values()) for layer in self.result.layers)

    def run(self, run_options: RunOptions) -> None:
        """Settle layer after layer; those that the checkpoint has are read."""
        if self.result.positions.size > _MOST_UNFORECAST:
            self._forecast(run_options)
        self._settle_ends()
        record = run_options.kept.campaign(self._title) if run_options.kept else None
        with monitor(self, run_options, record):
            while record and self._read_layer(record):
                self.poll()
                self.begin_after(self._settled)
            while self._settle_layer(record):
                self.poll()
        if record:
            record.end()

    def _forecast(self, run_options: RunOptions) -> None:
        """Search a smaller deck, and raise a `TooLongError` if this one takes too long at the same rate.

        The first layer, which would show it, can take minutes.
        """
        positions = self.result.positions
        with compiled_loops():
            searched_back(Relation.order(_WARM_UP), positions.left_holds_n)  # compiles the loops, which is not timed
            start = monotonic()
            smaller = searched_back(Relation.order(_REHEARSED), positions.left_holds_n)
        self._seconds = (monotonic() - start) * positions.size / smaller.positions.size
        hours = self.hours if run_options.hours is None else run_options.hours
        if self._seconds > 3600 * hours:
            seconds, self._seconds = self._seconds, None
            raise too_long(self, self.amount(), seconds, f"the rate of {_REHEARSED} cards on this machine", hours)

    def _settle_ends(self) -> None:
        numbering, positions = self.result.numbering, self.result.positions
        ends, marks = self.aim.ends(positions), self._marks_of(0)
        for split in ends:
            self.result.states[split][:] = np.tile(numbering.full_group(2, np.int64), numbering.groups[split])
            marks[split][:] = np.tile(numbering.full_group(1, np.uint32), numbering.groups[split])
            self._note_first(split, marks[split])
        self._add_layer({split: positions.split_size(split) for split in ends})

    def _next_splits(self) -> list[int]:
        """The splits that the next layer may have: a turn changes the split by one."""
        newest = self.result.layers[-1].keys()
        # The largest first, so that no core waits long for another.
        return [split for split in range(self.result.positions.n - 1, 0, -1) if {split - 1, split + 1} & newest]

    def _settle_layer(self, record: "CampaignRecord | None") -> bool:
        """Settle what is one turn before the newest layer; return whether there was anything."""
        splits, began = self._next_splits(), process_time()
        sizes = on_threads(self._settle_split, [(split,) for split in splits])
        if record and any(sizes):
            self._keep_layer(record, splits, process_time() - began)
        return self._add_layer(dict(zip(splits, sizes, strict=True)))

    def _read_layer(self, record: "CampaignRecord") -> bool:
        """Settle the next layer as the checkpoint has it; return whether it has the whole layer."""
        splits = self._next_splits()
        units = [self._parts(split) for split in splits]
        if not units or record.finished(units[-1][-1]) is None:  # they were kept in this order
            return False
        return self._add_layer({split: self._read_split(record, of) for split, of in zip(splits, units, strict=True)})

    def _add_layer(self, sizes: dict[int, int]) -> bool:
        if any(sizes.values()):
            self.result.layers.append({split: size for split, size in sizes.items() if size})
        return any(sizes.values())

    def _settle_split(self, split: int) -> int:
        """Settle the positions of one split, which no other thread writes to; return how many."""
        result, beats, settled = self.result, self._beats, 0
        layer, newest, marks = len(result.layers), self._marks_of(len(result.layers) - 1), self._cleared_marks(split)
        settle = _settle.over(result.positions.size - result.positions.terminals)
        for winner, source in ((Player.LEFT, split + 1), (Player.RIGHT, split - 1)):
            if source in result.layers[-1]:
                of_splits = newest[source], marks, result.states[source], result.states[split]
                how = source, winner is Player.LEFT, self.aim.is_opposed(winner)
                settled += int(settle(*of_splits, *how, layer, result.turns_of[split], self._tables, beats))
        self._note_first(split, marks)
        return settled

    def _read_split(self, record: "CampaignRecord", units: list[LayerPart]) -> int:
        """Settle the positions of one split that a checkpoint has; return how many."""
        result, split, settled = self.result, units[0].split, 0
        marks, state = self._cleared_marks(split), np.int64(1 + len(result.layers) % 3)
        enter = _enter.over(result.positions.size - result.positions.terminals)
        for unit in units:
            finished = record.finished(unit)
            if finished is None:
                raise record.damaged(f"a part of layer {unit.turns} is missing")
            settled += int(enter(*unit.opened(finished.partial), marks, result.states[split], state))
        self._note_first(split, marks)
        return settled

    def _keep_layer(self, record: "CampaignRecord", splits: list[int], seconds: float) -> None:
        units, marks = [self._parts(split) for split in splits], self._marks_of(len(self.result.layers))
        each = seconds / sum(map(len, units))
        for of_split in units:
            record.keep((unit, FinishedUnit(unit.packed(marks[unit.split]), [], each)) for unit in of_split)

    def _parts(self, split: int) -> list[LayerPart]:
        return parts(len(self.result.layers), split, self.result.numbering.words[split])

    def _marks_of(self, layer: int) -> dict[int, NDArray[np.uint32]]:
        """By split, where the positions of a layer are marked, until the second layer after it takes the place."""
        return self._marks[layer % len(self._marks)]

    def _cleared_marks(self, split: int) -> NDArray[np.uint32]:
        """Where the positions of the next layer are to be marked."""
        marks = self._marks_of(len(self.result.layers))[split]
        marks.fill(0)
        return marks

    def _note_first(self, split: int, marks: NDArray[np.uint32]) -> None:
        if first := list(islice(_marked(marks), EXAMPLES)):
            self.result.first[split] = first


class _Numbering:
    """Where the two bits of each position of a split lie: in groups of words, one for each word of the high cards."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.low_cards = min(_LOW_CARDS, positions.n - 1)
        self.arrangements = factorial(self.low_cards)
        self.room = -(-self.arrangements // _IN_WORD) * _IN_WORD
        self.groups = {split: positions.split_size(split) // self.arrangements for split in positions.splits}
        self.words = {split: groups * self.room // _IN_WORD for split, groups in self.groups.items()}

    @property
    def weights(self) -> NDArray[np.int64]:
        """What a digit of each card counts, from the lowest card on."""
        return np.array([self._spread(factorial(card)) for card in range(self.positions.n)], np.int64)

    def full_group(self, bits: int, dtype: type[np.integer]) -> NDArray[Any]:
        """The words of a group in which each position has so many bits, and the lowest of them is set."""
        marks = np.zeros((self.room // _IN_WORD, _IN_WORD), dtype)
        marks.ravel()[: self.arrangements] = 1
        words: NDArray[Any] = np.bitwise_or.reduce(marks << np.arange(0, bits * _IN_WORD, bits).astype(dtype), axis=1)
        return words

    def number(self, position: Position) -> int:
        """The number of a position among those of its split."""
        return self._spread(self.positions.index(position) - self.positions.offsets[position.split])

    def rank(self, number: int) -> int:
        """The rank of a position among those of its split, from its number."""
        group, arrangement = divmod(number, self.room)
        return group * self.arrangements + arrangement

    def _spread(self, rank: int) -> int:
        group, arrangement = divmod(rank, self.arrangements)
        return group * self.room + arrangement


def _marked(words: NDArray[np.uint32]) -> Iterator[int]:
    """The numbers of the positions that are marked."""
    for first in range(0, len(words), _CHUNK):
        for word in first + np.flatnonzero(words[first : first + _CHUNK]):
            marks = int(words[word])
            yield from (_IN_WORD * int(word) + place for place in range(_IN_WORD) if marks >> place & 1)


@loop
def _enter(places, words, marks, states, state):  # type: ignore[no-untyped-def]
    """Settle, with a state, the positions that words at some places mark; count them."""
    settled = 0
    for number in range(places.size):
        place, word = places[number], np.int64(words[number])
        marks[place] = words[number]
        for bit in range(32):
            if word >> bit & 1:
                states[place] |= state << 2 * bit
                settled += 1
    return settled


@loop
def _settle(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    newest,
    newest_after,
    source,
    target,
    split,
    by_left,
    is_opposed,
    layer,
    turns,
    tables,
    beats,
):
    """Settle, in a layer, the open positions of a target split before those that the last layer has in the source
    split; `by_left` says who won the turn between. Returns how many.

    Cards count from 0 here.
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
                rest = group
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
                number = group * in_group * 32 + arrangement
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
                mark = 2 * (number & 31)
                if target[number >> 5] >> mark & 3 == 0:
                    target[number >> 5] |= state << mark
                    newest_after[number >> 5] |= np.uint32(1 << (number & 31))
                    settled += 1
                    if turns.size:
                        turns[number] = layer
    return settled
