"""Relations as digraphs, with an arc from each winner to each loser: objects of libraries, and files of graphs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from io import BytesIO
from itertools import pairwise
from typing import Any

from wargraph.core.graphviz_library import graphviz_library
from wargraph.core.matrices.beat_matrix import BeatMatrix, matrix_of_facts
from wargraph.core.matrices.sentences import entry_of_link
from wargraph.core.matrices.tables import matrix_of_rows
from wargraph.errors import RelationError, shown


def matrix_of_graph(graph: Any, kind: str = "digraph") -> BeatMatrix:
    """Return the matrix in a digraph of networkx, igraph or pygraphviz.

    The nodes are called by their labels, if each has its own. A weight of an arc is an entry, see `matrix_of_facts`;
    without weights a label that says who wins is one.
    """
    if not graph.is_directed():
        raise RelationError(f"{shown(graph)} has no directions: draw an arc from each winner to each loser")
    if hasattr(graph, "graph_attr"):
        # In DOT \N stands for the name of the node.
        nodes = {
            node: {key: unescape((node.attr[key] or "").replace(r"\N", "")) for key in ("label", "name")}
            for node in graph.nodes()
        }
        arcs = [(*edge, edge.attr["weight"], edge.attr["label"]) for edge in graph.edges()]
        about = graph.graph_attr
    else:
        graph = graph.to_networkx() if hasattr(graph, "to_networkx") else graph
        nodes, about = dict(graph.nodes(data=True)), graph.graph
        arcs = [(*ends, more.get("weight"), more.get("label")) for *ends, more in graph.edges(data=True)]
    called = {node: node for node in nodes}
    for key in ("label", "name"):
        labels = [str(attributes.get(key) or "") for attributes in nodes.values()]
        if all(labels) and len(set(labels)) == len(labels):
            called = dict(zip(nodes, labels, strict=True))
    facts = [(called[card], called[other], _entry(weight, label)) for card, other, weight, label in arcs]
    how = f"each arc of the {kind} goes from the winner to the loser"
    matrix = matrix_of_facts(facts, how, called.values(), are_games=True, absent=0)
    return replace(matrix, interpretation=str(about.get("interpretation") or matrix.interpretation))


def _entry(weight: Any, label: Any) -> Any:
    said = entry_of_link(str(label or ""))
    return weight if weight not in (None, "") else said if said != label and label else "win"


def matrix_of_json_graph(value: Mapping[str, Any]) -> BeatMatrix | None:
    """Return the matrix in nodes and arcs, as networkx, D3, Cytoscape.js, JGF, vis.js and Graphology write them."""
    graph = next((part for part in (value, value.get("elements"), value.get("graph")) if _has_arcs(part)), None)
    if isinstance(graph, list):
        graph = {"nodes": [item for item in graph if "source" not in item["data"]],
                 "edges": [item for item in graph if "source" in item["data"]]}  # fmt: skip
    if graph is None:
        return None
    nodes, about = graph.get("nodes", []), {**value.get("options", {}), **value, **graph}
    nodes = [{"id": node, **more} for node, more in nodes.items()] if isinstance(nodes, Mapping) else nodes
    with _refused("JSON graph"):
        if about.get("directed") is False or about.get("type") == "undirected":
            raise RelationError("the JSON graph has no directions: draw an arc from each winner to each loser")
        called = {next(node[key] for key in ("id", "key", "name") if key in node): node for node in map(_flat, nodes)}
        by_place, arcs = dict(enumerate(called)), []
        for arc in map(_flat, graph["links"] if "links" in graph else graph["edges"]):
            ends = [arc[one] if one in arc else arc[other] for one, other in (("source", "from"), ("target", "to"))]
            ends = [by_place.get(end, end) if end not in called and isinstance(end, int) else end for end in ends]
            arcs.append((*ends, {key: arc.get(key) for key in ("weight", "label")}))
        interpretation = {**about, **(about["graph"] if isinstance(about.get("graph"), dict) else {})}.get(
            "interpretation"
        )
        return _matrix_of_arcs(called, arcs, "JSON graph", interpretation=interpretation)


def _has_arcs(graph: Any) -> bool:
    if isinstance(graph, list):
        return all(isinstance(item, Mapping) and "data" in item for item in graph)
    return isinstance(graph, Mapping) and any(isinstance(graph.get(key), list) for key in ("edges", "links"))


def _flat(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item of a JSON graph together with what it keeps one level below."""
    return {**item, **item.get("data", {}), **item.get("attributes", {}), **item.get("metadata", {})}


def _matrix_of_arcs(
    called: Mapping[Any, Mapping[str, Any]], arcs: Iterable[tuple[Any, ...]], kind: str, **about: Any
) -> BeatMatrix:
    import networkx as nx

    graph = nx.MultiDiGraph(**about)
    graph.add_nodes_from((node, {key: more.get(key) for key in ("label", "name")}) for node, more in called.items())
    graph.add_edges_from(arcs)
    return matrix_of_graph(graph, kind)


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
    with graphviz_library() as library:
        return matrix_of_graph(library.AGraph(string=text), "DOT file")


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


def _ucinet(text: str) -> BeatMatrix:
    import tempfile

    import igraph

    with tempfile.NamedTemporaryFile("w+", encoding="utf-8", suffix=".dl") as file:
        file.write(re.sub(r",?[ \t]+(format\s*=)", r"\n\1", text.rstrip() + "\n", flags=re.IGNORECASE))
        file.flush()
        return matrix_of_graph(igraph.Graph.Read_DL(file.name), "DL file")


def _tgf(text: str) -> BeatMatrix:
    nodes, _, arcs = text.strip().partition("\n#")
    called = {node: {"label": label} for node, label in (line.split(None, 1) for line in nodes.splitlines())}
    ends = [line.split(None, 2) for line in arcs.splitlines()[1:]]
    return _matrix_of_arcs(
        called, [(card, other, {"label": " ".join(label)}) for card, other, *label in ends], "TGF file"
    )


def _mermaid(text: str) -> BeatMatrix:
    called: dict[str, dict[str, str]] = {}
    arcs: list[tuple[Any, ...]] = []
    for statement in filter(None, map(str.strip, re.split(r"[;\n]|%%.*", text)[1:])):
        *ends, end = re.split(r"\s*(?:--\s+([^-]*?)\s+-->|[-=.]+>\s*\|(.*?)\||[-=.]+>)\s*", statement)
        nodes = [re.match(r'(\w+)\s*(?:[\[({>]+"?(.*?)"?[\])}]+)?$', node) for node in [*ends[::3], end]]
        for node in nodes:
            if node is None:
                raise ValueError(f"{statement!r} is no arrow")
            called.setdefault(node[1], {"label": node[1]}).update({"label": node[2]} if node[2] else {})
        labels = [{"label": one or other} for one, other in zip(ends[1::3], ends[2::3], strict=True)]
        arcs += [
            (*pair, label) for pair, label in zip(pairwise(node[1] for node in nodes if node), labels, strict=True)
        ]
    return _matrix_of_arcs(called, arcs, "Mermaid file")


_COMMENTS = r"(?:\s|%(?!%MatrixMarket).*|/\*(?:.|\n)*?\*/|//.*|#.*|<\?xml[^>]*>|<!--(?:.|\n)*?-->)*"
_FORMATS: tuple[tuple[tuple[str, ...], str, Callable[[str], BeatMatrix]], ...] = (
    ((".mmd", ".mermaid"), r"(graph|flowchart)\s+(TD|TB|BT|LR|RL)\b", _mermaid),
    ((".dot", ".gv"), r"(strict\s+)?(di)?graph\b[^\[{\n]*\{", _dot),
    ((".graphml",), r"<graphml", _by_networkx("graphml")),
    ((".gexf",), r"<gexf", _by_networkx("gexf")),
    ((".gml",), r"(creator.*\s+)?graph\s*\[", _by_networkx("gml", label="id")),
    ((".net", ".pajek", ".paj"), r"\*(network|vertices)", _by_networkx("pajek")),
    ((".d6",), r"(>>digraph6<<)?&[?-~]+\s*$", _digraph6),
    ((".mtx",), r"%%MatrixMarket", _matrix_market),
    ((".dl",), r"dl\s+n\s*=", _ucinet),
    ((".tgf",), r"(\d+ (?=.*[^\W\d]).*\n)+#[ \r]*\n\d+ \d+", _tgf),
)
"""Endings of graph files, how their text begins, and what reads them."""
