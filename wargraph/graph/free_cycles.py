"""Cycles under free order: the shortest, or all up to a length. There are far too many to list them all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import log
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.run_options import Work, monitor
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, TooLargeError, shown
from wargraph.graph.components import Components, components
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.sparse import to_scipy
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, remembered
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

_MOST_STEPS = 10**11
"""A search that may take more steps than this (about a quarter of an hour) is refused."""

_MOST_KEPT = 2**20
"""How many positions on the way back to one root are kept at most."""

_PIECE = 1 << 16
_LISTED = 1 << 12
_STEPS = 1 << 22
_PLAIN_STEPS = 1 << 18
"""After so many steps the search comes back, a fraction of a second, compiled or not."""

_ROOT, _DEPTH, _END = range(3)


@dataclass(frozen=True)
class FreeCycles(Result):
    """Cycles of a War graph under free order, in which both return orders are open at every turn.

    A cycle visits no position twice. Cycles that differ only in where they start count as one. Iterating over the
    result gives the cycles as tuples of positions, shortest first.

    Attributes
    ----------
    graph : WarGraph
        The War graph.
    components : Components
        The strongly connected components, which hold the cycles.
    cycles : dict of int to int
        Number of cycles by length in turns; only of the shortest length if no `up_to` was given.
    positions : dict of int to int
        Number of positions that lie on a cycle, by the length of the cycle.
    up_to : int or None
        The length up to which all cycles were searched; None if only the shortest were, or if the search ended early.

    Examples
    --------
    >>> found = free_cycles(4)
    >>> found.cycles, found.positions, len(next(iter(found)))
    ({4: 4}, {4: 12}, 4)
    """

    graph: WarGraph = field(repr=False)
    components: Components = field(repr=False)
    cycles: dict[int, int]
    positions: dict[int, int]
    up_to: int | None = None

    @property
    def relation(self) -> Relation:
        """Who beats whom."""
        return self.graph.relation

    @property
    def shortest(self) -> tuple[Position, ...] | None:
        """A shortest cycle; None if the graph has none."""
        return next(iter(self), None)

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """The cycles themselves, shortest first, each from its first position on."""
        search = _Search(self.graph, self.components)
        for length in self.cycles:
            for found in search.listed(length):
                for cycle in found.tolist():
                    yield tuple(self.graph.positions[index] for index in cycle)

    def _answer(self) -> str:
        whose = f"{self.relation.display} under free order"
        if not len(self.components.cyclic):
            return f"There is no cycle of {whose}."
        if not self.cycles:
            return f"There is no cycle of {whose} that takes {self.up_to} turns or fewer." if self.up_to else ""
        length, number = next(iter(self.cycles.items()))
        there = "there is 1" if number == 1 else f"there are {number:,}"
        shortest = f"The shortest cycles of {whose} take {counted(length, 'turn')}: {there}."
        if len(self.cycles) == 1:
            return shortest
        return f"{shortest} There are {sum(self.cycles.values()):,} of up to {counted(max(self.cycles), 'turn')}."

    def rows(self) -> list[Row]:
        """Return the numbers of cycles as rows.

        Returns
        -------
        list of dict
            Rows ``length, cycles, positions``: for each length the number of cycles, and of positions that lie on them.
        """
        return [
            {"length": length, "cycles": count, "positions": self.positions[length]}
            for length, count in self.cycles.items()
        ]


def free_cycles(graph: Deck, up_to: int | None = None) -> FreeCycles:
    """Find the shortest cycles under free order, or all cycles up to a length.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    up_to : int, optional
        The largest length of the cycles to count, in turns, at least 2. By default only the shortest cycles are
        counted.

    Returns
    -------
    FreeCycles
        The number of cycles by length; iterating over the result gives the cycles.

    Raises
    ------
    ParameterError
        If `up_to` is not a whole number from 2 on.
    TooLargeError
        If the search could take more than 10**11 steps; raised before the search starts.

    See Also
    --------
    cycles, components

    Examples
    --------
    >>> result = free_cycles(4)
    >>> result.cycles, [str(position) for position in result.shortest]
    ({4: 4}, ['4|231', '24|31', '4|132', '14|32'])
    """
    if up_to is not None and (not isinstance(up_to, Integral) or isinstance(up_to, bool) or up_to < 2):
        raise ParameterError(f"cycle length {shown(up_to)} is not possible: ask for cycles up to a length from 2 on")
    graph = as_graph(graph)
    search = _Search(graph, components(graph))
    if up_to is not None:
        search.require_steps(min(up_to, search.members.size))
    with monitor(search, None):
        # Without draws a turn changes the split by one, so every cycle has even length.
        step = 1 if graph.relation.has_draws else 2
        for length in range(2, min(up_to or search.members.size, search.members.size) + 1, step):
            if up_to is None and search.cycles:
                break
            search.require_steps(length)
            search.count(length)
    return replace(search.finished(), up_to=up_to)


class _Walk(NamedTuple):
    """Where a search is, so that it can be left at any step.

    Attributes
    ----------
    at
        How many roots were begun; the depth of the walk, -1 between two roots; how many positions are `reached`.
    path, column
        The positions of the walk, and how many arcs out of each were followed.
    predecessors
        Bit k says that a walk of k turns leads from a position to the root.
    reached
        The positions that have such a bit.
    """

    at: NDArray[np.int64]
    path: NDArray[np.int64]
    column: NDArray[np.int64]
    predecessors: NDArray[np.int64]
    reached: NDArray[np.int64]


class _Search(Work):
    """The search for the cycles of one length after the other."""

    def __init__(self, graph: WarGraph, found: Components) -> None:
        self.graph = graph
        self.components = found
        self.members = np.flatnonzero(found.sizes[found.label] > 1)
        self.arcs_in = _arcs_in(graph)
        self.most_parents = int(np.diff(self.arcs_in[0])[self.members].max(initial=2))
        self.cycles: dict[int, int] = {}
        self.positions: dict[int, int] = {}
        self.run: Callable[..., Any] = _search
        self.steps = _PLAIN_STEPS
        self.is_given_up = False

    def __str__(self) -> str:
        return f"the cycles of {self.graph.name} under free order"

    def partial_summary(self) -> str:
        return ", ".join(f"{count:,} of length {length}" for length, count in self.cycles.items())

    def finished(self) -> FreeCycles:
        """The lengths that are done."""
        return FreeCycles(self.graph, self.components, self.cycles, self.positions)

    def require_steps(self, length: int) -> None:
        """Refuse a length that takes too many steps."""
        positions, most_parents = self.members.size, self.most_parents
        half = min(int(log(_MOST_STEPS / max(positions, 1), most_parents)), int(log(_MOST_KEPT, most_parents)))
        if length > 2 * half + 1:
            raise TooLargeError(
                f"enumerating the cycles of length {length} through {positions:,} positions may take "
                f"{positions * most_parents ** (length // 2):.0e} steps: ask for lengths up to {2 * half + 1}"
            )

    def count(self, length: int) -> None:
        """Count the cycles of a length, and the positions on them."""
        on_cycle = np.zeros(len(self.graph), np.bool_)
        none_listed = np.empty((0, length), np.int64)

        def count_through(roots: NDArray[np.int64]) -> int:
            return sum(self._stretches(roots, on_cycle, none_listed))

        try:
            count = sum(on_threads(count_through, [(roots,) for roots in self._pieces()]))
        except KeyboardInterrupt:
            self.is_given_up = True  # the threads come back soon, and find out
            raise
        if count:
            self.cycles[length] = count
            self.positions[length] = int(np.count_nonzero(on_cycle))

    def listed(self, length: int) -> Iterator[NDArray[np.int64]]:
        """The cycles of a length, as rows of indices, some at a time."""
        marks_not_used = np.zeros(len(self.graph), np.bool_)
        found = np.empty((_LISTED, length), np.int64)
        for roots in self._pieces():
            for count in self._stretches(roots, marks_not_used, found):
                yield found[:count]

    def _pieces(self) -> list[NDArray[np.int64]]:
        return [self.members[start : start + _PIECE] for start in range(0, self.members.size, _PIECE)]

    def _stretches(
        self, roots: NDArray[np.int64], on_cycle: NDArray[np.bool_], found: NDArray[np.int64]
    ) -> Iterator[int]:
        """Search from some roots, stretch by stretch; yields how many cycles each one found."""
        first_arc, arc_starts = self.arcs_in
        length = found.shape[1]
        walk = _Walk(
            at=np.array([0, -1, 0]),
            path=np.empty(length, np.int64),
            column=np.empty(length, np.int64),
            predecessors=np.zeros(len(self.graph), np.int64),
            reached=np.empty(2 * self.most_parents ** (length // 2), np.int64),
        )
        arguments = (first_arc, arc_starts, self.components.label, roots, walk, on_cycle, found)

        def is_left() -> bool:
            return not self.is_given_up and bool(walk.at[_ROOT] < roots.size or walk.at[_DEPTH] >= 0)

        while is_left():
            yield self.run(self.graph.child_indices, *arguments, self.steps)
            if is_left():
                self.run, self.steps = _search.compiled, _STEPS  # whatever the size of the graph: there are many walks


@remembered
def _arcs_in(graph: Deck) -> tuple[NDArray[np.signedinteger], NDArray[np.signedinteger]]:
    """The arcs by where they lead: each position's first arc, and the arcs' starts."""
    matrix = to_scipy(graph).matrix.tocsc()
    return matrix.indptr, matrix.indices


@loop
def _search(children, first_arc, arc_starts, label, roots, walk, on_cycle, found, steps):  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    """Go on for some steps with the search for cycles whose first position, by index, is one of `roots`.

    Marks the positions on them in `on_cycle` and lists them in `found`, until that is full, unless it has no rows.
    Returns how many there are. The search goes forward, but from half way on it must be where the root can be reached
    in the turns that are left. So it takes about 2**(length/2) steps a root, not 2**length, and some for every walk
    that closes.
    """
    path, column, predecessors, reached = walk.path, walk.column, walk.predecessors, walk.reached
    length = path.size
    half = length // 2
    begun, depth, end = walk.at[_ROOT], walk.at[_DEPTH], walk.at[_END]
    count = 0
    while steps > 0 and (depth >= 0 or begun < roots.size):
        if depth < 0:
            for place in range(end):
                predecessors[reached[place]] = 0
            root = roots[begun]
            begun += 1
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
            steps -= end
        root = path[0]
        while depth >= 0 and steps > 0:
            steps -= 1
            if column[depth] == 2:
                depth -= 1
                continue
            child = children[path[depth], column[depth]]
            column[depth] += 1
            if depth == length - 1 and child == root:
                for turn in range(length):
                    on_cycle[path[turn]] = True
                    if found.shape[0] > 0:
                        found[count, turn] = path[turn]
                count += 1
                if count == found.shape[0]:
                    steps = 0
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
    walk.at[_ROOT], walk.at[_DEPTH], walk.at[_END] = begun, depth, end
    return count
