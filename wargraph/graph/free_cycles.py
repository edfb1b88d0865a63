"""Cycles under free order: the shortest, or all up to a length. There are far too many to list them all."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from wargraph.errors import ParameterError, TooLargeError, shown
from wargraph.graph.components import Components, components
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Position
from wargraph.results import Result, Row

_MOST_STEPS = 10**11
"""A search that may take more steps than this (about a quarter of an hour) is refused."""

_MOST_KEPT = 2**20
"""How many positions on the way back to one root are kept at most."""

_PIECE = 1 << 16


@dataclass(frozen=True, eq=False)
class FreeCycles(Result):
    """Cycles of a War graph under free order, that is, with both return orders open at every turn.

    A cycle visits no position twice, and cycles that differ only in where they start are one.

    Attributes
    ----------
    graph
        What was searched.
    components
        The components that hold the cycles.
    cycles
        Number of cycles by length in turns; only of the shortest length, unless more was asked for.
    positions
        Number of positions that lie on a cycle of each of these lengths.
    """

    graph: WarGraph = field(repr=False)
    components: Components = field(repr=False)
    cycles: dict[int, int]
    positions: dict[int, int]

    @property
    def shortest(self) -> tuple[Position, ...] | None:
        """A shortest cycle; None if the graph has none."""
        return next(iter(self), None)

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """The cycles themselves, shortest first, each from its first position on."""
        members, arcs_in = _cyclic_members(self.components), _arcs_in(self.graph)
        marks_not_used = np.zeros(len(self.graph), np.bool_)
        for length, count in self.cycles.items():
            for start in range(0, members.size, _PIECE):
                piece = members[start : start + _PIECE]
                found = np.empty((min(count, piece.size << length), length), np.int64)
                listed = _search(
                    self.graph.child_indices, *arcs_in, self.components.label, piece, length, marks_not_used, found
                )
                for cycle in found[:listed].tolist():
                    yield tuple(self.graph.positions[index] for index in cycle)

    def rows(self) -> list[Row]:
        """Rows ``length, cycles, positions``: how many cycles, and how many positions lie on them."""
        return [
            {"length": length, "cycles": count, "positions": self.positions[length]}
            for length, count in self.cycles.items()
        ]


def free_cycles(graph: WarGraph, up_to: int | None = None) -> FreeCycles:
    """The shortest cycles under free order, or all cycles up to a length.

    Parameters
    ----------
    graph
        The War graph.
    up_to
        The largest length, in turns, of the cycles to enumerate. Left out, the shortest length alone is.

    Raises
    ------
    ParameterError
        If `up_to` is not a whole number from 2 on.
    TooLargeError
        If the search could take more than 10**11 steps; raised before it starts.

    Examples
    --------
    >>> result = free_cycles(WarGraph(4))
    >>> result.cycles, [str(position) for position in result.shortest]
    ({4: 4}, ['4|231', '24|31', '4|132', '14|32'])
    """
    if up_to is not None and (not isinstance(up_to, Integral) or isinstance(up_to, bool) or up_to < 2):
        raise ParameterError(f"cycle length {shown(up_to)} is not possible: ask for cycles up to a length from 2 on")
    found = components(graph)
    members, arcs_in = _cyclic_members(found), _arcs_in(graph)
    if up_to is not None:
        _require_steps(members.size, arcs_in[2], min(up_to, members.size))
    cycles: dict[int, int] = {}
    positions: dict[int, int] = {}
    # A turn changes the split by one, so every cycle has even length.
    for length in range(2, (up_to or members.size) + 1, 2):
        if length > members.size or (up_to is None and cycles):
            break
        _require_steps(members.size, arcs_in[2], length)
        on_cycle = np.zeros(len(graph), np.bool_)
        nothing_listed = np.empty((0, length), np.int64)
        pieces = [members[start : start + _PIECE] for start in range(0, members.size, _PIECE)]
        count = sum(
            on_threads(
                _search,
                [
                    (graph.child_indices, *arcs_in, found.label, piece, length, on_cycle, nothing_listed)
                    for piece in pieces
                ],
            )
        )
        if count:
            cycles[length] = count
            positions[length] = int(np.count_nonzero(on_cycle))
    return FreeCycles(graph, found, cycles, positions)


def _cyclic_members(found: Components) -> NDArray[np.int64]:
    return np.flatnonzero(found.sizes[found.label] > 1)


def _arcs_in(graph: WarGraph) -> tuple[NDArray[np.signedinteger], NDArray[np.signedinteger], int]:
    """The arcs by where they lead: each position's first arc, the arcs' starts, and the most into one (at least 2)."""

    def turn_round() -> tuple[NDArray[np.signedinteger], NDArray[np.signedinteger], int]:
        matrix = graph.to_scipy().matrix.tocsc()
        return matrix.indptr, matrix.indices, int(np.diff(matrix.indptr).max(initial=2))

    return graph.remember(("arcs_in",), turn_round)


def _require_steps(positions: int, most_parents: int, length: int) -> None:
    half = min(int(log(_MOST_STEPS / max(positions, 1), most_parents)), int(log(_MOST_KEPT, most_parents)))
    if length > 2 * half + 1:
        raise TooLargeError(
            f"enumerating the cycles of length {length} through {positions:,} positions may take "
            f"{positions * most_parents ** (length // 2):.0e} steps: ask for lengths up to {2 * half + 1}"
        )


@loop
def _search(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    children, first_arc, arc_starts, most_parents, label, roots, length, on_cycle, found
):
    """Count the cycles of a length whose first position, by index, is one of `roots`.

    Marks the positions on them in `on_cycle` and lists as many as `found` has rows. The search
    goes forward, but from half way on it must be where the root can be reached in the turns that
    are left. So it takes about 2**(length/2) steps a root, not 2**length, and some for every
    walk that closes.
    """
    half = length // 2
    path = np.empty(length, np.int64)
    column = np.empty(length, np.int64)
    way_back = np.zeros(label.size, np.int64)  # bit k: a walk of k turns leads to the root
    reached = np.empty(2 * most_parents**half, np.int64)
    count = 0
    for root in roots:
        reached[0] = root
        start, end = 0, 1
        for turns in range(1, half + 1):
            last = end
            for place in range(start, last):
                for arc in range(first_arc[reached[place]], first_arc[reached[place] + 1]):
                    parent = arc_starts[arc]
                    if parent > root and label[parent] == label[root] and not way_back[parent] >> turns & 1:
                        way_back[parent] |= 1 << turns
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
            is_open = left > half or way_back[child] >> left & 1
            for earlier in range(1, depth + 1):
                is_open = is_open and path[earlier] != child
            if is_open:
                depth += 1
                path[depth] = child
                column[depth] = 0
        for place in range(end):
            way_back[reached[place]] = 0
    return count
