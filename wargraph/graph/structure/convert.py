"""War graphs for other libraries: networkx, igraph and scipy, and what the analyses know about each position."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wargraph.core.rules import FIXED_ORDERS
from wargraph.graph.attractors.distances import distances
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.positions import index_dtype
from wargraph.graph.structure.components import components
from wargraph.graph.war_graph import COLUMN, Deck, WarGraph, as_graph

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    from scipy.sparse import csr_array


def to_networkx(graph: Deck) -> "nx.MultiDiGraph":
    """Convert a War graph to a networkx ``MultiDiGraph``, whose nodes are `Position` values.

    Nodes have the attributes that `export` writes, except those that are None. The key of an arc, and its attribute
    ``order``, are ``"WL"`` or ``"LW"``. ``networkx.relabel_nodes(view, str)`` makes a graph with texts for nodes.

    >>> from wargraph import Position
    >>> view = to_networkx(3)
    >>> view.number_of_edges(), view.nodes[Position("3|21")]["distance"]
    (12, 2)
    """
    import networkx as nx

    graph = as_graph(graph)
    positions = list(graph)
    view = nx.MultiDiGraph(**graph_attributes(graph))
    view.add_nodes_from(zip(positions, known_attributes(graph), strict=True))
    view.add_edges_from((start, end, order, {"order": order}) for start, end, order in graph.arcs_between(positions))
    return view


def to_igraph(graph: Deck) -> "igraph.Graph":
    """Convert a War graph to a directed ``Graph`` of igraph.

    Vertices have the attributes ``name`` (the text form of the position), ``position`` (the `Position`) and those that
    `export` writes, which are None if no end is reached. Edges have the attribute ``order``, ``"WL"`` or ``"LW"``.

    >>> to_igraph(3).vs.find("3|21")["distance"]
    2
    """
    import igraph

    graph = as_graph(graph)
    starts = np.repeat(np.arange(len(graph.child_indices)), 2)
    positions = list(graph)
    return igraph.Graph(
        n=len(graph),
        edges=np.column_stack((starts, graph.child_indices.ravel())),
        directed=True,
        graph_attrs=graph_attributes(graph),
        edge_attrs={"order": [str(order) for order in COLUMN] * len(graph.child_indices)},
        vertex_attrs={"name": list(map(str, positions)), "position": positions, **position_attributes(graph)},
    )


def to_scipy(graph: Deck) -> "csr_array":
    """Convert a War graph to a sparse int8 matrix of scipy: an entry 1 is a WL arc and an entry 2 an LW arc.

    Row i holds the arcs out of ``positions[i]`` of the graph.

    >>> matrix = to_scipy(3)
    >>> matrix.shape, matrix.nnz
    ((12, 12), 12)
    """
    from scipy.sparse import csr_array

    graph = as_graph(graph)
    size, inner = len(graph), len(graph.child_indices)
    data = np.tile(np.array([1, 2], np.int8), inner)
    row_ends = 2 * np.minimum(np.arange(size + 1, dtype=index_dtype(2 * inner)), inner)
    return csr_array((data, graph.child_indices.ravel(), row_ends), shape=(size, size))


def graph_attributes(graph: WarGraph) -> dict[str, str]:
    """Return the attributes of the whole graph: its ``name`` and, of a relation, ``matrix`` and ``interpretation``."""
    relation = graph.relation
    of_relation = {"matrix": relation.one_line, "interpretation": str(relation.interpretation)}
    return {"name": graph.name, **({} if graph.positions.left_holds_n else of_relation)}


def position_attributes(graph: WarGraph) -> dict[str, list[object]]:
    """Return the attributes by name, each with its values in the order of the positions.

    ``terminal``, ``distance`` (fewest turns to the end under free order), ``turns_wl`` and ``turns_lw`` (turns to the
    end under that order), ``endless_wl`` and ``endless_lw`` (whether the game never ends under that order),
    ``component`` and ``component_size`` (strongly connected, under free order). Turns are None where the end never
    comes. Where the cards have names, ``cards`` is the position with these.
    """
    inner, found = len(graph.child_indices), components(graph)
    cards = {"cards": [graph.relation.text(position) for position in graph]} if graph.relation.card_names else {}
    return {
        **cards,
        "terminal": [False] * inner + [True] * graph.terminals,
        "distance": _turns(distances(graph).distance),
        **{f"turns_{order.lower()}": _turns(play_outs(graph, order).outcome) for order in FIXED_ORDERS},
        **{f"endless_{order.lower()}": (play_outs(graph, order).outcome < 0).tolist() for order in FIXED_ORDERS},
        "component": found.label.tolist(),
        "component_size": found.sizes[found.label].tolist(),
    }


def known_attributes(graph: WarGraph) -> Iterator[dict[str, object]]:
    """Yield the attributes position by position, without those that are None."""
    columns = position_attributes(graph)
    for values in zip(*columns.values(), strict=True):
        yield {name: value for name, value in zip(columns, values, strict=True) if value is not None}


def _turns(values: NDArray[np.signedinteger]) -> list[object]:
    return [turns if turns >= 0 else None for turns in values.tolist()]
