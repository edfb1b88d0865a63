"""Relations as digraphs, with an arc from each winner to each loser: objects of libraries, and files of graphs."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import unescape
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple

from wargraph.core.graphviz_library import graphviz_library
from wargraph.core.matrices.beat_matrix import BeatMatrix, matrix_of_facts
from wargraph.core.matrices.sentences import entry_of_link
from wargraph.core.matrices.tables import matrix_of_rows, may_decide, plain
from wargraph.errors import RelationError, shown


class Form(NamedTuple):
    """A form of texts: the endings of its files, a pattern for how a text begins, and what reads it.

    A reader returns None if a text that begins like this is of another form after all.
    """

    endings: tuple[str, ...]
    begins: str
    read: Callable[[str], BeatMatrix | None]

    def matrix(self, text: str) -> BeatMatrix | None:
        """Return the matrix in a text of this form."""
        return _read_as(f"{self.endings[0]} file", lambda: self.read(text)) if self.endings else self.read(text)


class Digraph(NamedTuple):
    """A digraph: each node with its attributes, the two ends and the attributes of each arc, and the interpretation."""

    nodes: Mapping[Any, Mapping[str, Any]]
    arcs: Sequence[tuple[Any, Any, Mapping[str, Any]]]
    interpretation: object = ""

    def matrix(self, kind: str) -> BeatMatrix:
        """Return the matrix in a digraph of some kind.

        The nodes are called by their labels, if each has its own.
        """
        ends = [end for *ends, _ in self.arcs for end in ends]
        nodes = {**self.nodes, **{end: {} for end in ends if end not in self.nodes}}
        called = {node: node for node in nodes}
        for key in ("label", "name"):
            labels = [str(attributes.get(key) or "") for attributes in nodes.values()]
            if all(labels) and len(set(labels)) == len(labels):
                called = dict(zip(nodes, labels, strict=True))
        facts = [(called[card], called[other], _entry(more)) for card, other, more in self.arcs]
        how = f"each arc of the {kind} goes from the winner to the loser"
        matrix = matrix_of_facts(facts, how, called.values(), are_games=True, absent=0)
        return replace(matrix, interpretation=str(self.interpretation or matrix.interpretation))


_NUMBERS = ("weight", "value")
"""Attributes of an arc that are entries."""

_TEXTS = ("label", "xlabel", "headlabel", "taillabel", "title", "relation", "relationship", "interaction",
          "predicate", "type", "kind", "name", "verb", "result")  # fmt: skip
"""Attributes of an arc that may say in words how its first card does."""

_UNCLEAR = re.compile(
    r"\b(not|never|by|los\w+|lost|weak\w*|beaten|prey|victim|inferior)\b|n't\b|\d ?[-:] ?\d", re.IGNORECASE
)
"""Words that must not stand in such an attribute without being understood."""


_TURNED = re.compile(r"(is )?(revers|invert|flipp|swapp|backward)\w*")
"""Attributes of an arc that may turn it round."""


def _entry(attributes: Mapping[str, Any]) -> Any:
    """Return the entry that the attributes of an arc stand for, which is a win if they say nothing.

    A weight or a value is an entry, see `matrix_of_facts`; without one, a text that says who wins is. Other attributes
    are not read, and refused if their names are about winning.
    """
    arrows = attributes.get("arrows")
    if (
        attributes.get("dir") not in (None, "", "forward")
        or attributes.get("arrowhead") == "none"
        or attributes.get("arrowtail") not in (None, "", "none")
        or (arrows and set(arrows.split(", ") if isinstance(arrows, str) else arrows) != {"to"})
    ):
        raise RelationError(
            "an arc is drawn backwards, in both directions or in none: draw it from the winner, without its attributes "
            "dir and arrows"
        )
    if unread := [
        key
        for key, value in attributes.items()
        if key not in (*_NUMBERS, *_TEXTS) and (may_decide(str(key)) or (value and _TURNED.fullmatch(plain(str(key)))))
    ]:
        raise RelationError(
            f"an arc has {shown(unread[0])}, which may say who wins: draw it from the winner, with a weight or a label"
        )
    entries = [attributes[key] for key in _NUMBERS if attributes.get(key) not in (None, "")]
    texts = [str(attributes[key]) for key in _TEXTS if attributes.get(key)]
    said = {text: _said(text) for text in texts}
    if unclear := [text for text in texts if not said[text] and _UNCLEAR.search(plain(text))]:
        raise RelationError(f"an arc says {shown(unclear[0])}: write 'beats' or 'loses to'")
    meant = {*said.values()} - {""}
    if len(meant) > 1 or (entries and meant - {"win"}):
        raise RelationError(f"an arc says {shown(', '.join(map(str, texts + entries)))}: say one thing about each arc")
    return entry_of_link(str(entries[0])) if entries else next(iter(meant), "win")


def _said(text: str) -> str:
    """Return win, lose or draw if a text says one of these, and an empty text otherwise."""
    entry, word = entry_of_link(text), text.casefold()
    words = {"win": ("win", "wins", "won"), "lose": ("lose", "loses", "lost", "loss"), "draw": ("draw", "tie", "tied")}
    return entry if entry != text else next((said for said, forms in words.items() if word in forms), "")


def matrix_of_graph(graph: Any, kind: str = "digraph") -> BeatMatrix:
    """Return the matrix in a digraph of networkx, igraph or pygraphviz."""
    if not graph.is_directed():
        raise RelationError(f"{shown(graph)} has no directions: draw an arc from each winner to each loser")
    if hasattr(graph, "graph_attr"):
        # In DOT \N stands for the name of the node.
        nodes = {
            node: {key: unescape((node.attr[key] or "").replace(r"\N", "")) for key in ("label", "name")}
            for node in graph.nodes()
        }
        return Digraph(
            nodes, [(*arc, arc.attr) for arc in graph.edges()], graph.graph_attr.get("interpretation")
        ).matrix(kind)
    graph = graph.to_networkx() if hasattr(graph, "to_networkx") else graph
    arcs = list(graph.edges(data=True))
    return Digraph(dict(graph.nodes(data=True)), arcs, graph.graph.get("interpretation")).matrix(kind)


def matrix_of_json_graph(value: Mapping[str, Any]) -> BeatMatrix | None:
    """Return the matrix in nodes and arcs, as networkx, D3, Cytoscape.js, JGF, vis.js and Graphology write them."""
    if "adjacency" in value:
        import networkx as nx

        return _read_as("JSON graph", lambda: matrix_of_graph(nx.adjacency_graph(dict(value)), "JSON graph"))
    graph = next((part for part in (value, value.get("elements"), value.get("graph")) if _has_arcs(part)), None)
    if isinstance(graph, list):
        graph = {"nodes": [item for item in graph if "source" not in item["data"]],
                 "edges": [item for item in graph if "source" in item["data"]]}  # fmt: skip
    if graph is None:
        return None
    about = {**value.get("options", {}), **value, **graph}
    about |= about["graph"] if isinstance(about.get("graph"), Mapping) else {}
    if about.get("directed") is False or about.get("type") == "undirected":
        raise RelationError("the JSON graph has no directions: draw an arc from each winner to each loser")
    return _read_as("JSON graph", lambda: _json_digraph(graph, about.get("interpretation")).matrix("JSON graph"))


def _has_arcs(graph: Any) -> bool:
    if isinstance(graph, list):
        return bool(graph) and all(isinstance(item, Mapping) and "data" in item for item in graph)
    return isinstance(graph, Mapping) and any(isinstance(graph.get(key), list) for key in ("edges", "links"))


def _json_digraph(graph: Mapping[str, Any], interpretation: object) -> Digraph:
    nodes = graph.get("nodes", [])
    nodes = [{"id": node, **more} for node, more in nodes.items()] if isinstance(nodes, Mapping) else nodes
    called = {next(node[key] for key in ("id", "key", "name") if key in node): node for node in map(_flat, nodes)}
    by_place, arcs = dict(enumerate(called)), []
    for arc in map(_flat, graph["links"] if "links" in graph else graph["edges"]):
        card, other = (next(arc.pop(key) for key in keys if key in arc) for keys in _ENDS)
        card, other = (
            by_place.get(end, end) if isinstance(end, int) and end not in called else end for end in (card, other)
        )
        arcs.append((card, other, arc))
    return Digraph(called, arcs, interpretation)


_ENDS = (("source", "from", "winner"), ("target", "to", "loser"))
"""The keys of the two ends of an arc."""


def _flat(item: Any) -> dict[str, Any]:
    """Return an item of a JSON graph together with what it keeps one level below; a pair is an arc, a name a node."""
    if isinstance(item, list):
        item = dict(zip(("source", "target"), item, strict=True))
    if not isinstance(item, Mapping):
        return {"id": item}
    return {**item, **item.get("data", {}), **item.get("attributes", {}), **item.get("metadata", {})}


def _read_as(kind: str, read: Callable[[], BeatMatrix | None]) -> BeatMatrix | None:
    """Return what a reader of a kind of digraphs returns, and refuse what it cannot read."""
    try:
        return read()
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
    return Digraph(called, [(card, other, {"label": " ".join(label)}) for card, other, *label in ends]).matrix(
        "TGF file"
    )


def _mermaid(text: str) -> BeatMatrix:
    called: dict[str, dict[str, str]] = {}
    arcs: list[tuple[Any, ...]] = []
    for statement in filter(None, map(str.strip, _BETWEEN_STATEMENTS.split(text)[1:])):
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
    return Digraph(called, arcs).matrix("Mermaid file")


_BETWEEN_STATEMENTS = re.compile(r"[;\n](?:\s*(?:classDef|class|style|linkStyle)\s.*)?|%%.*")
"""What separates the statements of Mermaid, with those that only say how a node looks."""

_COMMENTS = r"(?:\s|%(?!%MatrixMarket).*|/\*(?:.|\n)*?\*/|//.*|#.*|<\?xml[^>]*>|<!--(?:.|\n)*?-->)*"
GRAPH_FILES = (
    Form((".mmd", ".mermaid"), _COMMENTS + r"(graph|flowchart)\s+(TD|TB|BT|LR|RL)\b", _mermaid),
    Form((".dot", ".gv"), _COMMENTS + r"(strict\s+)?(di)?graph\b[^\[{\n]*\{", _dot),
    Form((".graphml",), _COMMENTS + r"<graphml", _by_networkx("graphml")),
    Form((".gexf",), _COMMENTS + r"<gexf", _by_networkx("gexf")),
    Form((".gml",), _COMMENTS + r"(creator.*\s+)?graph\s*\[", _by_networkx("gml", label="id")),
    Form((".net", ".pajek", ".paj"), _COMMENTS + r"\*(network|vertices)", _by_networkx("pajek")),
    Form((".d6",), _COMMENTS + r"(>>digraph6<<)?&[?-~]+\s*$", _digraph6),
    Form((".mtx",), _COMMENTS + r"%%MatrixMarket", _matrix_market),
    Form((".dl",), _COMMENTS + r"dl\s+n\s*=", _ucinet),
    Form((".tgf",), _COMMENTS + r"(\d+ (?=.*[^\W\d]).*\n)+#[ \r]*\n\d+ \d+", _tgf),
)
"""The forms of graph files: their endings, how their text begins, and what reads them."""
