"""War graphs as graphs of networkx and igraph."""

from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from wargraph.core.position import Position
from wargraph.errors import PositionError
from wargraph.graph.attributes import graph_attributes, known_attributes, position_attributes
from wargraph.graph.war_graph import COLUMN, Deck, as_graph

if TYPE_CHECKING:
    import igraph


class PositionGraph(nx.MultiDiGraph):  # type: ignore[misc]
    """A ``MultiDiGraph`` whose nodes are positions. To ask for one by its text is an error and not False."""

    def __contains__(self, node: object) -> bool:
        if super().__contains__(node):
            return True
        if isinstance(node, str) and super().__contains__(_position(node)):
            raise PositionError(f"node {node!r} is a text, and the nodes are positions: ask for Position({node!r})")
        return False

    def has_node(self, node: object) -> bool:
        """Whether a position is a node."""
        return node in self


def to_networkx(graph: Deck) -> PositionGraph:
    """Convert a War graph to a networkx ``MultiDiGraph``.

    Nodes are `Position` values. A node has the attributes that `export` writes, except those that are None:
    ``terminal``, ``finish``, ``turns_wl``, ``turns_lw``, ``endless_wl``, ``endless_lw``, ``component`` and
    ``component_size``, and for cards with names ``cards``, the position in these names. The key of an arc, and its
    attribute ``order``, are ``"WL"`` or ``"LW"``. Looking up a node by its text raises a `PositionError`;
    ``networkx.relabel_nodes(view, str)`` makes a graph with texts for nodes.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.

    Returns
    -------
    networkx.MultiDiGraph
        The graph; later changes to it do not change the War graph.

    See Also
    --------
    to_igraph, to_scipy, export

    Examples
    --------
    >>> view = to_networkx(3)
    >>> view.number_of_edges(), view.nodes[Position("3|21")]["finish"]
    (12, 2)
    """
    graph = as_graph(graph)
    positions = list(graph)
    view = PositionGraph(**graph_attributes(graph))
    view.add_nodes_from(zip(positions, known_attributes(graph), strict=True))
    view.add_edges_from(
        (position, child, order, {"order": order}) for position, child, order in graph.arcs_between(positions)
    )
    return view


def to_igraph(graph: Deck) -> "igraph.Graph":
    """Convert a War graph to a directed ``Graph`` of igraph.

    Vertices have the attributes ``name`` (the text form of the position), ``position`` (the `Position`) and those that
    `export` writes, which are None if no end is reached. Edges have the attribute ``order``, ``"WL"`` or ``"LW"``.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.

    Returns
    -------
    igraph.Graph
        The graph; later changes to it do not change the War graph.

    See Also
    --------
    to_networkx, to_scipy, export

    Examples
    --------
    >>> to_igraph(3).vs.find("3|21")["finish"]
    2
    """
    import igraph

    graph = as_graph(graph)
    starts = np.repeat(np.arange(len(graph.child_indices)), 2)
    view = igraph.Graph(
        n=len(graph),
        edges=np.column_stack((starts, graph.child_indices.ravel())),
        directed=True,
        edge_attrs={"order": [str(order) for order in COLUMN] * len(graph.child_indices)},
    )
    positions = list(graph)
    for name, value in graph_attributes(graph).items():
        view[name] = value
    view.vs["name"] = [str(position) for position in positions]
    view.vs["position"] = positions
    for name, values in position_attributes(graph).items():
        view.vs[name] = values
    return view


def _position(text: str) -> Position | None:
    try:
        return Position(text)
    except PositionError:
        return None
