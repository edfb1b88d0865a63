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
    """A War graph as a sparse matrix of scipy.

    Attributes
    ----------
    matrix : scipy.sparse.csr_array
        int8 array of shape (positions, positions). Row i holds the arcs out of ``positions[i]``; an entry 1 is a WL arc
        and an entry 2 an LW arc.
    positions : Positions
        The positions of the rows and columns.
    orders : dict of int to ReturnOrder
        The return order that each entry stands for.

    Examples
    --------
    >>> view = to_scipy(3)
    >>> view.matrix.nnz, view.orders[2].value
    (12, 'LW')
    """

    matrix: "csr_array"
    positions: Positions
    orders: dict[int, ReturnOrder]


def to_scipy(graph: Deck) -> SparseView:
    """Convert a War graph to a sparse matrix of scipy.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.

    Returns
    -------
    SparseView
        The matrix, the positions of its rows and columns, and the return orders of its entries.

    Raises
    ------
    TooLargeError
        If the graph does not fit into memory.

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
