"""Relations as digraphs, with an arc from each winner to each loser: objects of libraries, and files of graphs."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, matrix_of_facts
from wargraph.core.matrices.tables import matrix_of_rows
from wargraph.errors import RelationError, shown


def matrix_of_graph(graph: Any, kind: str = "digraph") -> BeatMatrix:
    """Return the matrix in a digraph of networkx, igraph or pygraphviz.

    The nodes are called by their labels, if each has its own. A weight of an arc is an entry, see `matrix_of_facts`.
    """
    if not graph.is_directed():
        raise RelationError(f"{shown(graph)} has no directions: draw an arc from each winner to each loser")
    if hasattr(graph, "graph_attr"):
        # In DOT \N stands for the name of the node.
        nodes = {
            node: {key: unescape((node.attr[key] or "").replace(r"\N", "")) for key in ("label", "name")}
            for node in graph.nodes()
        }
        arcs = [(*edge, edge.attr["weight"]) for edge in graph.edges()]
        about = graph.graph_attr
    else:
        graph = graph.to_networkx() if hasattr(graph, "to_networkx") else graph
        nodes, arcs, about = dict(graph.nodes(data=True)), list(graph.edges(data="weight")), graph.graph
    called = {node: node for node in nodes}
    for key in ("label", "name"):
        labels = [str(attributes.get(key) or "") for attributes in nodes.values()]
        if all(labels) and len(set(labels)) == len(labels):
            called = dict(zip(nodes, labels, strict=True))
    facts = [(called[card], called[other], "win" if entry in (None, "") else entry) for card, other, entry in arcs]
    matrix = matrix_of_facts(facts, f"each arc of the {kind} goes from the winner to the loser", called.values())
    return replace(matrix, reading=str(about.get("reading") or matrix.reading))


def matrix_of_node_link(value: Mapping[str, Any]) -> BeatMatrix:
    """Return the matrix in nodes and links, as JSON has them."""
    import networkx as nx

    edges = "links" if "links" in value else "edges"
    with _refused("JSON graph"):
        graph = nx.node_link_graph(value, directed=True, multigraph=False, edges=edges)
        return matrix_of_graph(graph, "JSON graph")


def graph_in_text(text: str, ending: str = "") -> BeatMatrix | None:
    """Return the matrix in the text of a graph file with an ending; None if it is no such file."""
    for endings, begins, read in _FORMATS:
        if ending in endings or re.match(_COMMENTS + begins, text, re.IGNORECASE):
            with _refused(f"{endings[0]} file"):
                return read(text)
    return None


@contextmanager
def _refused(kind: str) -> Iterator[None]:
    try:
        yield
    except RelationError:
        raise
    except Exception as error:  # each library has its own, and none knows all that a file may hold
        raise RelationError(f"it is no {kind} of a digraph: {' '.join(str(error).split())}") from None


def _by_networkx(kind: str, **more: str) -> Callable[[str], BeatMatrix]:
    def read(text: str) -> BeatMatrix:
        import networkx as nx

        return matrix_of_graph(getattr(nx, f"read_{kind}")(BytesIO(text.encode()), **more), f"{kind} file")

    return read


def _dot(text: str) -> BeatMatrix:
    import pygraphviz

    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)  # Graphviz prints errors there, past Python, but the refusal is one line
    try:
        return matrix_of_graph(pygraphviz.AGraph(string=text), "DOT file")
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


def _digraph6(text: str) -> BeatMatrix:
    """Read nauty's format: the number of cards in 6 bits, or in 18 behind ~, then the bits of all rows."""
    sixes = [ord(character) - 63 for character in text.strip().removeprefix(">>digraph6<<").removeprefix("&")]
    bits = "".join(f"{six:06b}" for six in sixes)
    start, n = (24, int(bits[6:24], 2)) if sixes[0] == 63 else (6, int(bits[:6], 2))
    if n == 0 or not set(sixes) <= set(range(64)) or len(bits) - start != -(-n * n // 6) * 6:
        raise ValueError("the bits are not those of a square")
    return matrix_of_rows([list(bits[start + n * card :][:n]) for card in range(n)])


def _matrix_market(text: str) -> BeatMatrix:
    from scipy.io import mmread

    matrix = mmread(BytesIO(text.encode()), spmatrix=False)
    return matrix_of_rows([list(map(str, row)) for row in getattr(matrix, "toarray", lambda: matrix)().tolist()])


_COMMENTS = r"(?:\s|/\*(?:.|\n)*?\*/|//.*|#.*|<\?xml[^>]*>|<!--(?:.|\n)*?-->)*"
_FORMATS: tuple[tuple[tuple[str, ...], str, Callable[[str], BeatMatrix]], ...] = (
    ((".dot", ".gv"), r"(strict\s+)?(di)?graph\b[^\[{\n]*\{", _dot),
    ((".graphml",), r"<graphml", _by_networkx("graphml")),
    ((".gexf",), r"<gexf", _by_networkx("gexf")),
    ((".gml",), r"(creator.*\s+)?graph\s*\[", _by_networkx("gml", label="id")),
    ((".net", ".pajek", ".paj"), r"\*(network|vertices)", _by_networkx("pajek")),
    ((".d6",), r"(>>digraph6<<)?&[?-~]+\s*$", _digraph6),
    ((".mtx",), r"%%MatrixMarket", _matrix_market),
)
"""Endings of graph files, how their text begins, and what reads them."""
