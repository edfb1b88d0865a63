"""War graphs as files for other programs: GraphML, GEXF, JSON, DOT, and CSV of the positions or the arcs."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import graphviz
import networkx as nx

from wargraph.compute.memory import require_memory
from wargraph.drawing.labels import label
from wargraph.errors import OutputError
from wargraph.graph.attributes import graph_attributes, known_attributes, position_attributes
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.report.files import as_path, check_output, write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table

_BYTES_PER_POSITION = 9000
"""What networkx and the text of a file hold together at their peak, measured with GraphML at n = 8 and rounded up."""


def node_rows(graph: WarGraph) -> Iterator[Row]:
    """One row a position: ``position`` and what the analyses know about it, see `position_attributes`."""
    columns = position_attributes(graph)
    for position, values in zip(graph, zip(*columns.values(), strict=True), strict=True):
        yield {"position": str(position), **dict(zip(columns, values, strict=True))}


def edge_rows(graph: WarGraph) -> Iterator[Row]:
    """One row an arc: ``position``, ``child`` and ``order``."""
    for position, child, order in graph.arcs_between(list(map(str, graph))):
        yield {"position": position, "child": child, "order": order}


def export(graph: Deck, path: str | Path) -> Path:
    """Write a War graph to a file whose ending picks the format.

    Parameters
    ----------
    graph
        A War graph, or what makes one: a number of cards, or what `Relation.of` takes.
    path
        ``.graphml``, ``.gexf``, ``.json`` (networkx's node-link form), ``.dot``, ``.nodes.csv`` or
        ``.edges.csv``. Nodes are named by the text form of their position and carry the columns
        of `node_rows`; arcs carry ``order``, and the graph what `graph_attributes` says, where the format has room
        for that: GEXF and CSV have not.

    Raises
    ------
    OutputError
        If the ending is another one, or the file cannot be written; nothing half-written is left.
    TooLargeError
        If the file would not fit into memory.

    See Also
    --------
    picture
    """
    graph = as_graph(graph)
    path = check_export_path(path)
    require_export_memory(graph)
    return write_file(path, _writer(path)(graph))


def require_export_memory(graph: WarGraph) -> None:
    """Raise a `TooLargeError` if a file of the graph would not fit into memory."""
    require_memory(
        _BYTES_PER_POSITION * len(graph),
        f"exporting {len(graph):,} positions",
        "export a smaller deck, or draw a part with render",
    )


def check_export_path(path: str | Path) -> Path:
    """The path of a graph file that is to be written, or an `OutputError` that says why it cannot be."""
    path = as_path(path)
    _writer(path)
    return check_output(path)


def _writer(path: Path) -> Callable[[WarGraph], str | bytes]:
    for ending, writer in _WRITERS.items():
        if path.name.lower().endswith(ending):
            return writer
    raise OutputError(f"graph file {str(path)!r} has an unknown ending: use {', '.join(_WRITERS)}")


def _text_graph(graph: WarGraph) -> "nx.DiGraph":
    """The graph with text forms for nodes. The children of a position differ, unless both are the tie: then it is one
    arc, of the order ``WL LW``."""
    names = list(map(str, graph))
    view = nx.DiGraph(**graph_attributes(graph))
    view.add_nodes_from(zip(names, known_attributes(graph), strict=True))
    for name, child, order in graph.arcs_between(names):
        known = view.get_edge_data(name, child)
        view.add_edge(name, child, order=f"{known['order']} {order}" if known else order)
    return view


def _graphml(graph: WarGraph) -> bytes:
    file = BytesIO()
    nx.write_graphml(_text_graph(graph), file)
    return file.getvalue()


def _gexf(graph: WarGraph) -> bytes:
    file = BytesIO()
    nx.write_gexf(_text_graph(graph), file)
    return file.getvalue()


def _json(graph: WarGraph) -> str:
    return json.dumps(nx.node_link_data(_text_graph(graph), edges="edges"), indent=1) + "\n"


def _dot(graph: WarGraph) -> str:
    of_relation = {name: value for name, value in graph_attributes(graph).items() if name != "name"}
    digraph = graphviz.Digraph(graphviz.escape(graph.name), graph_attr=of_relation)
    for position in graph:
        named = label(graph.relation.text(position)) if graph.relation.card_names else None
        digraph.node(str(position), named, shape="box" if position.is_terminal else "ellipse")
    for row in edge_rows(graph):
        digraph.edge(str(row["position"]), str(row["child"]), label=str(row["order"]))
    return str(digraph.source)


def _nodes_csv(graph: WarGraph) -> str:
    return csv_table(list(node_rows(graph)))


def _edges_csv(graph: WarGraph) -> str:
    return csv_table(list(edge_rows(graph)), columns=("position", "child", "order"))


_WRITERS: dict[str, Callable[[WarGraph], str | bytes]] = {
    ".graphml": _graphml,
    ".gexf": _gexf,
    ".json": _json,
    ".dot": _dot,
    ".nodes.csv": _nodes_csv,
    ".edges.csv": _edges_csv,
}

GRAPH_ENDINGS = tuple(_WRITERS)
"""What picks the format of a graph file."""
