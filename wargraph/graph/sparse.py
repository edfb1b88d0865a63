"""War graphs as sparse matrices of scipy."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wargraph.core.rules import ReturnOrder
from wargraph.graph.positions import Positions, index_dtype
from wargraph.graph.war_graph import COLUMN, Deck, as_graph

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class SparseView:
    """A War graph as a sparse matrix.

    Attributes
    ----------
    matrix
        ``csr_array`` of shape (positions, positions), int8. Row i holds the arcs out of
        ``positions[i]``; an entry 1 is a WL arc and 2 an LW arc.
    positions
        What rows and columns stand for.
    orders
        What entries stand for.
    """

    matrix: "csr_array"
    positions: Positions
    orders: dict[int, ReturnOrder]


def to_scipy(graph: Deck) -> SparseView:
    """A War graph as a scipy sparse matrix, with what its rows and entries stand for.

    Parameters
    ----------
    graph
        A War graph, or what makes one: a number of cards, or what `Relation.of` takes.

    See Also
    --------
    to_networkx, to_igraph

    Examples
    --------
    >>> view = to_scipy(3)
    >>> view.matrix.shape, str(view.positions[0]), str(view.orders[1])
    ((12, 12), '3|21', 'WL')
    """
    from scipy.sparse import csr_array

    graph = as_graph(graph)
    size, inner = len(graph), len(graph.child_indices)
    data = np.tile(np.array([1, 2], np.int8), inner)
    row_ends = 2 * np.minimum(np.arange(size + 1, dtype=index_dtype(2 * inner)), inner)
    matrix = csr_array((data, graph.child_indices.ravel(), row_ends), shape=(size, size))
    return SparseView(matrix, graph.positions, {column + 1: order for order, column in COLUMN.items()})
