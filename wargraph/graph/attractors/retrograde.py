"""Retrograde analysis without the graph: positions by their turns to the end, in two bits each.

The search starts from finished games and settles, layer by layer, the positions that come to the end in one turn more.
Where the return order is chosen to end the game, one child that is settled settles a position; where it is chosen
against the end, both must be. `farthest` and `contest` are this one search, read in two ways. What is kept of each
position, and why units of a layer may be done in any order, says `wargraph.graph.attractors.groups`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.campaign.run_options import HOURS, RunOptions
from wargraph.core.position import Position
from wargraph.graph.attractors.attractor import ANY_END, EXAMPLES, Attractor, SearchGoal
from wargraph.graph.attractors.distances import distances_to
from wargraph.graph.attractors.groups import ALL_BITS, Found, Groups
from wargraph.graph.positions import ARRANGEMENTS
from wargraph.graph.war_graph import PLAY, Deck, MemoryNeed, WarGraph, relation_of

_MOST_IN_ARRAYS = 6
"""The most cards of tournaments that are searched in arrays: a group has six low cards, and to load its kernels takes
longer than to search so few positions in plain Python."""


def attractor(
    deck: Deck, aim: SearchGoal = ANY_END, has_turns: bool = False, run_options: RunOptions | None = None
) -> Attractor:
    """Search for the positions from which an end is reached or forced, by the way that takes the least memory.

    A given War graph, a small one, and that of a relation that is no tournament, are searched in their arrays. With
    `has_turns` the result has `turns`.
    """
    relation, positions = relation_of(deck)
    if isinstance(deck, WarGraph) or positions.n <= _MOST_IN_ARRAYS or not relation.is_tournament:
        return distances_to(deck, aim)
    turn_bits = ALL_BITS if has_turns else len({split % 2 for split in aim.ends(positions)}) - 1
    # Words of all planes; children, kind and flags of each group.
    MemoryNeed("the search back from all ends", Fraction(96 * (2 + turn_bits) + 19, 720), PLAY).require(positions)
    groups = Groups(relation, positions, aim, turn_bits)
    search = _Search(BitAttractor(relation, positions, groups.states, groups))
    search.run(run_options)
    return search.attractor


@dataclass(frozen=True)
class BitAttractor(Attractor):
    """The result of a search back from finished games."""

    states: NDArray[np.uint64] = field(repr=False)
    groups: Groups = field(repr=False, compare=False)
    layers: list[Counter[int]] = field(default_factory=list)
    """The number of positions by split, for each number of turns."""
    first: dict[int, list[int]] = field(default_factory=dict, repr=False)
    """By split, the ranks of the first positions of its last layer."""

    def has(self, position: Position) -> bool:
        """Return whether the end is reached from a position."""
        return any(self._bits(position)[:2])

    def turns(self, position: Position) -> int | None:
        """Return the number of turns to the end; None if it is not reached. Only if the turns were asked for."""
        is_old, is_new, *bits = self._bits(position)
        return sum(bit << place for place, bit in enumerate(bits)) if is_old or is_new else None

    def _bits(self, position: Position) -> list[int]:
        """Return the bit of a position in each plane."""
        rank = self.positions.index(position) - self.positions.offsets[position.split]
        group, arrangement = divmod(rank, ARRANGEMENTS)
        words = self.states[self.groups.first[position.split] + group, :, arrangement // 64]
        return [word >> arrangement % 64 & 1 for word in words.tolist()]

    def _may_take(self, position: Position, turns: int) -> bool:
        if position.is_terminal:
            return turns == 0 and self.has(position)
        if turns < self._least(position):
            return False
        is_old, bit, *bits = self._bits(position)
        parity = bits[0] if bits else (position.split + self.groups.parities[0]) % 2
        if not is_old:
            return bool(bit) and turns == len(self.layers) - 1
        return parity == turns % 2 and bit == turns >> 1 & 1

    def _least(self, position: Position) -> int:
        """Return how many turns there are at least: the hands say who wins each one until one of them is used up."""
        known = [
            self.relation.rows[left - 1][right - 1] for left, right in zip(position.left, position.right, strict=False)
        ]
        gained = 2 * sum(known) - len(known)
        hands = {self.positions.n: len(position.right) - gained, 0: position.split + gained}
        return len(known) + min(hands[end] for end in self.groups.ends)

    def _sizes(self, split: int) -> Iterable[int]:
        return (layer[split] for layer in self.layers)

    def _ranks(self, split: int, turns: int | None) -> Iterable[int]:
        if turns is None:
            is_whole = sum(self._sizes(split)) == self.positions.split_size(split)
            return () if is_whole else self.groups.ranks(split, None)
        return self.first[split] if turns < len(self.layers) and self.layers[turns][split] else ()


@dataclass(frozen=True)
class LayerPart:
    """A work unit of a search: the positions of some groups of one split that are `turns` turns from the end.

    In another process it works on a copy of what it reads.
    """

    groups: Groups
    turns: int
    split: int
    first: int
    stop: int

    def work(self) -> "tuple[Found, list[LayerPart]]":
        """Settle the positions; return their bits, if they are kept."""
        return self.groups.settle(self.turns, self.split, self.first, self.stop), []

    def __reduce__(self) -> tuple[Any, ...]:
        copy = self.groups.copied(self.turns, self.split, self.first, self.stop)
        return LayerPart, (copy, self.turns, self.split, 0, self.stop - self.first)


class _Search(Campaign[LayerPart, Found]):
    """A search back, layer by layer."""

    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, attractor: BitAttractor) -> None:
        self.attractor = attractor
        self.groups = attractor.groups
        self._layer = Counter({split: attractor.positions.split_size(split) for split in self.groups.ends})
        """The number of positions by split in the layer that is being settled."""

    def __str__(self) -> str:
        return f"the search back from all ends on {self.attractor.relation.display}"

    def amount(self) -> Amount:
        settled = self._settled + self._layer.total()
        return Amount(settled, self.attractor.positions.size - settled, "positions")

    def partial_summary(self) -> str:
        settled, total, turns = self._settled, self.attractor.positions.size, len(self.attractor.layers) - 1
        return f"{settled:,} of {total:,} positions come to the end in up to {turns} turns"

    @property
    def _settled(self) -> int:
        return sum(layer.total() for layer in self.attractor.layers)

    def waves(self) -> Iterator[Iterable[LayerPart]]:
        """Yield the units of one layer after another, those of even splits apart from those of odd ones."""
        self.groups.is_returned = self._record is not None
        self.groups.mark_ends()
        while self._add_layer():
            for parity in self.groups.parities:
                self._parity = parity
                yield self.units()

    def units(self) -> Iterator[LayerPart]:
        """Yield the units of a wave: those of splits in which there may be positions of the layer, or of the last."""
        turns, splits = len(self.attractor.layers), range(self.attractor.positions.n + 1)
        *_, before, newest = Counter(), *self.attractor.layers[-2:]
        for split in splits[(self._parity + turns) % 2 :: 2]:
            if before[split] or newest[split - 1] or newest[split + 1]:
                for unit in self.groups.units_of(split):
                    yield LayerPart(self.groups, turns, split, *unit)

    def collect(self, unit: LayerPart, partial: Found) -> None:
        """Add the positions that a unit has found, and mark them, unless it was done on these groups."""
        if self.groups.marked.get(unit.first) != unit.turns:
            self.groups.mark(unit.turns, unit.first, unit.stop, partial)
        self._layer[unit.split] += partial.size

    def merged(self, one: Found, other: Found) -> Found:
        """Forget the words, which are marked."""
        del other
        return one._replace(steps=one.steps[:0], words=one.words[:0])

    def check(self, result: Found) -> None:
        """Accept that positions are left, from which the end is not reached."""

    def _add_layer(self) -> bool:
        """Add the layer that was settled to the result; return whether it has any positions."""
        layer, self._layer = +self._layer, Counter()
        for split in layer:
            ranks = self.groups.ranks(split, len(self.attractor.layers))
            self.attractor.first[split] = [*islice(ranks, EXAMPLES)]
        if layer:
            self.attractor.layers.append(layer)
        return bool(layer)
