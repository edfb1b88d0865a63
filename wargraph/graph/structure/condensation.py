"""A War graph condensed: how its cycles lead to one another, and what lies before, between and after them."""

from dataclasses import dataclass

import numpy as np

from wargraph.errors import TooLargeError
from wargraph.graph.attractors.distances import distances
from wargraph.graph.outcomes.reachability import spread
from wargraph.graph.structure.components import components
from wargraph.graph.war_graph import Deck, GraphResult, MemoryNeed, cached_on_graph
from wargraph.report.result import Row, row_of

_MOST_SIZES = 29
"""Two sets of component sizes, and two bits, must fit into one int64."""

_NEED = MemoryNeed("the condensation", 130)
"""Its memory at the peak, measured at n = 10 and rounded up."""

_ON_CYCLE = np.int64(1) << 62


@dataclass(frozen=True)
class Group:
    """A group of positions in a condensation."""

    positions: int
    """Number of positions."""
    component_size: int
    """Size of the strongly connected components that they form: 1 off the cycles."""
    terminal: bool
    """Whether they are terminal."""
    nearest: int
    """Smallest number of turns to the end under free order; -1 if no end can be reached."""
    farthest: int
    """Largest number of turns to the end."""

    @property
    def components(self) -> int:
        """Number of components."""
        return self.positions // self.component_size


@dataclass(frozen=True)
class Condensation(GraphResult):
    """The condensation of a War graph under free order: groups of positions, and the arcs between them.

    Components with a cycle form a group with those of the same size. The other positions form a group if they can
    reach, and can be reached from, components of the same sizes. Terminal positions are in groups of their own, and so
    are positions that can never end. Arcs lead back only where components of one size, some of which come before and
    some after other positions, are in one group.

    Attributes
    ----------
    groups : tuple of Group
        The groups. Those with a cycle come last, smallest components first.
    arcs : dict of (int, int) to int
        The number of arcs by the places in `groups` of two different groups where they start and end.

    Examples
    --------
    >>> result = condensation(4)
    >>> [group.positions for group in result.groups], result.arcs[0, 1]
    ([24, 24, 12], 24)
    """

    groups: tuple[Group, ...]
    arcs: dict[tuple[int, int], int]

    def rows(self) -> list[Row]:
        """Return a row for each group: ``n, positions, components, component_size, nearest, farthest``."""
        columns = ("positions", "components", "component_size", "nearest", "farthest")
        return [{"n": self.graph.n} | row_of(group, *columns) for group in self.groups]


@cached_on_graph(_NEED)
def condensation(graph: Deck) -> Condensation:
    """Condense a War graph under free order: group the positions that have the same components before and after them.

    The components with a cycle may have at most 29 different sizes; more raise a `TooLargeError`.
    """
    found, distance = components(graph), distances(graph).distance
    sizes = np.unique(found.sizes[found.sizes > 1])
    if sizes.size > _MOST_SIZES:
        raise TooLargeError(f"the components have {sizes.size} different sizes, more than the {_MOST_SIZES} that fit")
    size = found.sizes[found.label]
    own = np.where(size > 1, np.int64(1) << np.searchsorted(sizes, size), 0)
    ahead, behind = own.copy(), own.copy()
    spread(graph.child_indices, ahead)
    spread(graph.child_indices, behind, is_onwards=True)
    terminal = np.arange(len(graph)) >= len(graph.child_indices)
    # Off the cycles: what is behind (fewer first) and ahead (more first), and where the end is. On them: the size.
    around = (behind << _MOST_SIZES) | (((1 << sizes.size) - 1) & ~ahead)
    end = np.where(distance < 0, 2, terminal)
    key = np.where(own > 0, _ON_CYCLE | own << 2, around << 2) | end
    _, number = np.unique(key, return_inverse=True)
    groups = list[Group]()
    for group in range(int(number.max()) + 1):
        members = number == group
        first, turns = int(np.argmax(members)), distance[members]
        groups.append(Group(turns.size, int(size[first]), bool(terminal[first]), int(turns.min()), int(turns.max())))
    arcs = np.zeros((len(groups), len(groups)), np.int64)
    starts = number[: len(graph.child_indices)] * len(groups)
    for children in graph.child_indices.T:
        arcs += np.bincount(starts + number[children], minlength=arcs.size).reshape(arcs.shape)
    np.fill_diagonal(arcs, 0)
    return Condensation(graph, tuple(groups), {(i, j): int(arcs[i, j]) for i, j in np.argwhere(arcs).tolist()})
