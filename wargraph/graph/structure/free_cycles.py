"""Cycles under free order: the shortest, or all up to a length. There are far too many to list them all."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Position
from wargraph.errors import ParameterError, TooLargeError, shown
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.structure.components import Components, components
from wargraph.graph.structure.convert import to_scipy
from wargraph.graph.war_graph import Deck, GraphResult
from wargraph.report.humanize import counted
from wargraph.report.result import Row

_MOST_STEPS = 10**11
"""A search that may take more steps than this (about a quarter of an hour) is refused."""

_MOST_ON_THE_WAY = 2**20
"""The most positions on the way back to one root that are stored."""

_STEPS_OF_A_CALL = 2**22
"""About how many steps one call of the kernel takes, a fraction of a second."""

_STEPS_OF_A_POSITION = 64
"""About as many steps of this search take as long as other loops over a graph spend on a position."""


@dataclass(frozen=True)
class FreeCycles(GraphResult):
    """Cycles of a War graph under free order, in which both return orders are open at every turn.

    A cycle visits no position twice. Cycles that differ only in where they start count as one. Iterating over the
    result gives the cycles as tuples of positions, shortest first.

    Attributes
    ----------
    components : Components
        The strongly connected components, which hold the cycles.
    cycles, positions : dict of int to int
        Number of cycles, and of positions that lie on them, by length in turns.
    up_to : int or None
        The length up to which all cycles were searched; None if only the shortest were.
    """

    components: Components = field(repr=False)
    cycles: dict[int, int]
    positions: dict[int, int]
    up_to: int | None = None

    _question = ("n", "order")
    _columns = ("cycle_length", "cycles", "positions")

    @property
    def shortest(self) -> tuple[Position, ...] | None:
        """A shortest cycle; None if the graph has none."""
        return next(iter(self), None)

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """Yield the cycles themselves, shortest first, each from its first position on."""
        search = _Search(self.components)
        for length in self.cycles:
            for cycle in search.listed(length):
                yield tuple(self.graph.positions[index] for index in cycle)

    def _answer(self) -> str:
        whose = f"{self.relation.display} under free order"
        if not len(self.components.cyclic):
            return f"There is no cycle of {whose}."
        if not self.cycles:
            return f"There is no cycle of {whose} that takes {self.up_to} turns or fewer."
        length, number = next(iter(self.cycles.items()))
        there = "there is 1" if number == 1 else f"there are {number:,}"
        shortest = f"The shortest cycles of {whose} take {counted(length, 'turn')}: {there}."
        if len(self.cycles) == 1:
            return shortest
        return f"{shortest} There are {sum(self.cycles.values()):,} of up to {counted(max(self.cycles), 'turn')}."

    def rows(self) -> list[Row]:
        """Return rows ``n, order, cycle_length, cycles, positions``, the last two as the attributes count them."""
        question = {"n": self.n, "order": "free"}
        return [
            question | {"cycle_length": length, "cycles": count, "positions": self.positions[length]}
            for length, count in self.cycles.items()
        ]


def free_cycles(graph: Deck, up_to: int | None = None) -> FreeCycles:
    """Find the shortest cycles under free order, or all cycles up to a length.

    Without `up_to`, a length in turns from 2 on, only the shortest cycles are counted. A search that could take more
    than 10**11 steps raises a `TooLargeError` before it starts.

    >>> result = free_cycles(4)
    >>> result.cycles, [str(position) for position in result.shortest]
    ({4: 4}, ['4|231', '24|31', '4|132', '14|32'])
    """
    if up_to is not None and up_to < 2:
        raise ParameterError(f"cycle length {shown(up_to)} is not possible: ask for cycles up to a length from 2 on")
    search = _Search(components(graph))
    most = search.members.size if up_to is None else min(up_to, search.members.size)
    cycles, positions = dict[int, int](), dict[int, int]()
    # Without draws a turn changes the split by one, so every cycle has even length.
    for length in range(2, most + 1, 1 if search.graph.relation.has_draws else 2):
        search.require_steps(length if up_to is None else most)
        count, on_cycle = search.counted(length)
        if count:
            cycles[length], positions[length] = count, on_cycle
            if up_to is None:
                break
    return FreeCycles(search.graph, search.components, cycles, positions, up_to)


class _Search:
    """The search for the cycles of a length. Each has a root: of its positions the one with the lowest index."""

    def __init__(self, found: Components) -> None:
        self.graph = found.graph
        self.components = found
        self.members = np.flatnonzero(found.sizes[found.label] > 1)
        arcs = to_scipy(found.graph).tocsc()
        self.arcs_in = arcs.indptr, arcs.indices  # the first arc into each position, and the starts of the arcs
        self.most_parents = int(np.diff(self.arcs_in[0])[self.members].max(initial=2))
        self._cleared = list[NDArray[np.int64]]()
        """Arrays of zeros for later calls: to make one takes longer than a call."""

    def require_steps(self, length: int) -> None:
        """Refuse a length that takes too many steps."""
        positions, most_parents = self.members.size, self.most_parents
        half = int(log(min(_MOST_STEPS / max(positions, 1), _MOST_ON_THE_WAY), most_parents))
        if length > 2 * half + 1:
            raise TooLargeError(
                f"enumerating the cycles of length {length} through {positions:,} positions may take "
                f"{positions * most_parents ** (length // 2):.0e} steps: ask for lengths up to {2 * half + 1}"
            )

    def counted(self, length: int) -> tuple[int, int]:
        """Count the cycles of a length, and the positions on them."""
        on_cycle = np.zeros(len(self.graph), np.bool_)
        counts = on_threads(self._from_roots, [(roots, length, on_cycle, 0) for roots in self._roots(length)])
        return sum(count for count, _ in counts), int(np.count_nonzero(on_cycle))

    def listed(self, length: int) -> Iterator[list[int]]:
        """Yield the cycles of a length, each as the indices of its positions."""
        on_cycle = np.zeros(len(self.graph), np.bool_)
        for roots in self._roots(length):
            count, _ = self._from_roots(roots, length, on_cycle, 0)
            yield from self._from_roots(roots, length, on_cycle, count)[1].tolist()

    def _roots(self, length: int) -> Iterator[NDArray[np.int64]]:
        """Return the roots, as many at a time as one call takes."""
        step = max(1, _STEPS_OF_A_CALL // self.most_parents ** (length // 2))
        return (self.members[start : start + step] for start in range(0, self.members.size, step))

    def _from_roots(
        self, roots: NDArray[np.int64], length: int, on_cycle: NDArray[np.bool_], listed: int
    ) -> tuple[int, NDArray[np.int64]]:
        """Count the cycles with these roots, and list some of them as rows of indices."""
        on_the_way = self.most_parents ** (length // 2)
        found = np.empty((listed, length), np.int64)
        search = _search.over(roots.size * on_the_way // _STEPS_OF_A_POSITION)
        children, label = self.graph.child_indices, self.components.label
        try:
            predecessors = self._cleared.pop()
        except IndexError:
            predecessors = np.zeros(len(children), np.int64)
        count = search(children, *self.arcs_in, label, roots, length, 2 * on_the_way, predecessors, on_cycle, found)
        self._cleared.append(predecessors)
        return count, found


@loop
def _search(  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    children, first_arc, arc_starts, label, roots, length, most_reached, predecessors, on_cycle, found
):
    """Count the cycles with these roots, mark the positions on them, and list as many as `found` has rows.

    The search goes forward, but from half way on it must be where the root can be reached in the turns that are left.
    So it takes about 2**(length/2) steps a root, not 2**length, and some for every walk that closes. `predecessors`
    holds zeros before and after: bit k says that a walk of k turns leads from a position to the root.
    """
    half = length // 2
    path, column = np.empty(length, np.int64), np.empty(length, np.int64)  # positions, and the arcs followed from each
    reached = np.empty(most_reached, np.int64)  # the positions that have such a bit, and the root
    count = 0
    for root in roots:
        reached[0] = root
        start, end = 0, 1
        for turns in range(1, half + 1):
            last = end
            for place in range(start, last):
                for arc in range(first_arc[reached[place]], first_arc[reached[place] + 1]):
                    parent = arc_starts[arc]
                    if parent > root and label[parent] == label[root] and not predecessors[parent] >> turns & 1:
                        predecessors[parent] |= 1 << turns
                        reached[end] = parent
                        end += 1
            start = last
        path[0] = root
        column[0] = 0
        depth = 0 if end > start else -1
        while depth >= 0:
            if column[depth] == 2:
                depth -= 1
                continue
            child = children[path[depth], column[depth]]
            column[depth] += 1
            if depth == length - 1 and child == root:
                for turn in range(length):
                    on_cycle[path[turn]] = True
                    if count < found.shape[0]:
                        found[count, turn] = path[turn]
                count += 1
            if depth == length - 1 or child <= root or label[child] != label[root]:
                continue
            left = length - 1 - depth
            is_open = left > half or predecessors[child] >> left & 1
            for earlier in range(1, depth + 1):
                is_open = is_open and path[earlier] != child
            if is_open:
                depth += 1
                path[depth] = child
                column[depth] = 0
        for place in range(end):
            predecessors[reached[place]] = 0
    return count
