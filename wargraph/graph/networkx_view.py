"""A War graph as a networkx graph."""

import networkx as nx

from wargraph.errors import PositionError
from wargraph.graph.attributes import graph_attributes, known_attributes
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Position


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


def networkx_view(graph: WarGraph) -> PositionGraph:
    """What `WarGraph.to_networkx` gives."""
    positions = list(graph)
    view = PositionGraph(**graph_attributes(graph))
    view.add_nodes_from(zip(positions, known_attributes(graph), strict=True))
    view.add_edges_from(
        (position, child, order, {"order": order}) for position, child, order in graph.arcs_between(positions)
    )
    return view


def _position(text: str) -> Position | None:
    try:
        return Position(text)
    except PositionError:
        return None
