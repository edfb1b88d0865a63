"""War graphs as sparse matrices of scipy."""

from typing import TYPE_CHECKING

import numpy as np

from wargraph.graph.positions import index_dtype
from wargraph.graph.war_graph import Deck, of_graph

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@of_graph
def to_scipy(graph: Deck) -> "csr_array":
    """Convert a War graph to a sparse matrix of scipy.

    The matrix is an int8 array of shape (positions, positions). Row i holds the arcs out of ``positions[i]`` of the
    graph; an entry 1 is a WL arc and an entry 2 an LW arc.

    >>> matrix = to_scipy(3)
    >>> matrix.shape, matrix.nnz
    ((12, 12), 12)
    """
    from scipy.sparse import csr_array

    size, inner = len(graph), len(graph.child_indices)
    data = np.tile(np.array([1, 2], np.int8), inner)
    row_ends = 2 * np.minimum(np.arange(size + 1, dtype=index_dtype(2 * inner)), inner)
    return csr_array((data, graph.child_indices.ravel(), row_ends), shape=(size, size))
