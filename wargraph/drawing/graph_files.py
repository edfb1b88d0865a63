"""War graphs as files for other programs: GraphML, GEXF, JSON, DOT, and CSV of the positions or the arcs."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import graphviz
import networkx as nx

from wargraph.compute.memory import require_memory
from wargraph.drawing.labels import label
from wargraph.graph.structure.convert import graph_attributes, known_attributes, position_attributes
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.report.files import check_ending, write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table

_BYTES_PER_POSITION = 9000
"""The peak memory of networkx and the text of a file, measured with GraphML at n = 8 and rounded up."""


def node_rows(graph: WarGraph) -> Iterator[Row]:
    """Yield a row for each position: ``position`` and its attributes, see `position_attributes`."""
    columns = position_attributes(graph)
    for position, values in zip(graph, zip(*columns.values(), strict=True), strict=True):
        yield {"position": str(position), **dict(zip(columns, values, strict=True))}


def edge_rows(graph: WarGraph) -> Iterator[Row]:
    """Yield a row for each arc: ``position``, ``child`` and ``order``."""
    for position, child, order in graph.arcs_between(list(map(str, graph))):
        yield {"position": position, "child": child, "order": order}


def export(graph: Deck, path: str | Path) -> Path:
    """Write a War graph to a file for other programs.

    The text form of a position names its node. A node carries the attributes that the analyses know of the position,
    such as its distance to the end, and an arc carries its return order. The graph carries its own attributes, such as
    the beat matrix, if the format can hold them, which GEXF and CSV cannot.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, or a deck as `picture` takes it.
    path : str or Path
        The file. Its ending chooses the format: ``.graphml``, ``.gexf``, ``.json`` (the node-link format of networkx),
        ``.dot``, ``.nodes.csv`` (the positions) or ``.edges.csv`` (the arcs).

    Raises
    ------
    TooLargeError
        If the file would not fit into memory.

    See Also
    --------
    picture

    Examples
    --------
    >>> import tempfile
    >>> path = export(4, f"{tempfile.mkdtemp()}/war.edges.csv")
    >>> path.read_text().splitlines()[:2]
    ['position,child,order', '4|321,43|21,WL']
    """
    graph = as_graph(graph)
    path = check_ending(path, "graph file", GRAPH_ENDINGS)
    way_out = "export a smaller deck, or draw a part with render"
    require_memory(_BYTES_PER_POSITION * len(graph), f"exporting {len(graph):,} positions", way_out)
    writer = next(writer for ending, writer in _WRITERS.items() if path.name.lower().endswith(ending))
    return write_file(path, writer(graph))


def _text_graph(graph: WarGraph) -> "nx.DiGraph":
    """Return the graph with text forms as nodes. Two arcs to the tie are one, with the order ``WL LW``."""
    names = list(map(str, graph))
    view = nx.DiGraph(**graph_attributes(graph))
    view.add_nodes_from(zip(names, known_attributes(graph), strict=True))
    for name, child, order in graph.arcs_between(names):
        other = view.get_edge_data(name, child)
        view.add_edge(name, child, order=f"{other['order']} {order}" if other else order)
    return view


def _xml(write: Callable[["nx.DiGraph", BytesIO], None], graph: WarGraph) -> bytes:
    file = BytesIO()
    write(_text_graph(graph), file)
    # The same graph is the same file every day: networkx dates a GEXF file.
    return re.sub(rb' lastmodifieddate="[^"]*"', b"", file.getvalue(), count=1)


def _json(graph: WarGraph) -> str:
    return json.dumps(nx.node_link_data(_text_graph(graph), edges="edges"), indent=1) + "\n"


def _dot(graph: WarGraph) -> str:
    of_relation = {name: value for name, value in graph_attributes(graph).items() if name != "name"}
    digraph = graphviz.Digraph(graphviz.escape(graph.name), graph_attr=of_relation)
    for position in graph:
        named = label(graph.relation.text(position)) if graph.relation.card_names else None
        digraph.node(str(position), named, shape="box" if position.is_terminal else "ellipse")
    for start, end, order in graph.arcs_between(list(map(str, graph))):
        digraph.edge(start, end, label=order)
    return str(digraph.source)


_WRITERS: dict[str, Callable[[WarGraph], str | bytes]] = {
    ".graphml": partial(_xml, nx.write_graphml),
    ".gexf": partial(_xml, nx.write_gexf),
    ".json": _json,
    ".dot": _dot,
    ".nodes.csv": lambda graph: csv_table(list(node_rows(graph))),
    ".edges.csv": lambda graph: csv_table(list(edge_rows(graph)), columns=("position", "child", "order")),
}

GRAPH_ENDINGS = tuple(_WRITERS)
