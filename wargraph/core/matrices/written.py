"""Relations as files that `wargraph.core.matrices.sources` reads again: tables, JSON and digraphs."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

Rows = Sequence[Sequence[int]]


def _table(separator: str, rows: Rows, names: Sequence[str], interpretation: str) -> str:
    lines: list[list[object]] = [["", *names]] if names else []
    lines += [[*names[card : card + 1], *row] for card, row in enumerate(rows)]
    file = io.StringIO()
    csv.writer(file, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerows(lines)
    return f"# interpretation: {interpretation}\n" * (interpretation != "strict") + file.getvalue()


def _json(rows: Rows, names: Sequence[str], interpretation: str) -> str:
    named = {"names": names} if names else {}
    return json.dumps({**named, "matrix": rows, "interpretation": interpretation}, ensure_ascii=False) + "\n"


def _dot(rows: Rows, names: Sequence[str], interpretation: str) -> str:
    labels = [escape(name).replace("\\", "&#92;") for name in names]
    lines = [f'  {card} [label="{label}"]' for card, label in enumerate(labels, start=1)]
    lines = lines or [f"  {card}" for card in range(1, len(rows) + 1)]
    lines += [f"  {card} -> {other}" for card, other in _arcs(rows)]
    return "\n".join(["digraph {", f'  interpretation="{interpretation}"', *lines, "}\n"])


def _links(rows: Rows, names: Sequence[str], interpretation: str) -> str:
    nodes = [{"id": names[card] if names else card + 1} for card in range(len(rows))]
    links = [{"source": nodes[card - 1]["id"], "target": nodes[other - 1]["id"]} for card, other in _arcs(rows)]
    return (
        json.dumps(
            {"directed": True, "interpretation": interpretation, "nodes": nodes, "links": links}, ensure_ascii=False
        )
        + "\n"
    )


def _by_networkx(kind: str, rows: Rows, names: Sequence[str], interpretation: str) -> bytes:
    import networkx as nx

    nodes = names or range(1, len(rows) + 1)
    graph = nx.DiGraph(interpretation=interpretation)
    graph.add_nodes_from(nodes)
    graph.add_edges_from((nodes[i - 1], nodes[j - 1]) for i, j in _arcs(rows))
    file = io.BytesIO()
    getattr(nx, f"write_{kind}")(graph, file)
    return file.getvalue()


def _pajek(rows: Rows, names: Sequence[str], interpretation: str) -> str:
    labels = [re.sub(r'(["\\])', r"\\\1", name) for name in names] or range(1, len(rows) + 1)
    lines = [f'{card} "{label}"' for card, label in enumerate(labels, start=1)]
    lines = [
        f"% interpretation: {interpretation}",
        f"*Vertices {len(rows)}",
        *lines,
        "*Arcs",
        *(f"{i} {j} 1" for i, j in _arcs(rows)),
    ]
    return "\n".join(lines) + "\n"


def _matrix_market(rows: Rows, _: Sequence[str], interpretation: str) -> bytes:
    import numpy as np
    from scipy.io import mmwrite

    file = io.BytesIO()
    mmwrite(file, np.array(rows), comment=f" interpretation: {interpretation}")
    return file.getvalue()


def _digraph6(rows: Rows, _: Sequence[str], __: str) -> str:
    n, bits = len(rows), "".join(str(entry) for row in rows for entry in row)
    size = f"{n:06b}" if n < 63 else f"{63:06b}{n:018b}"
    sixes = size + bits + "0" * (-len(bits) % 6)
    return "&" + "".join(chr(63 + int(sixes[place : place + 6], 2)) for place in range(0, len(sixes), 6)) + "\n"


def _arcs(rows: Rows) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(rows, start=1) for j, beats in enumerate(row, start=1) if beats]


WRITERS: dict[str, Callable[[Rows, Sequence[str], str], str | bytes]] = {
    ".csv": partial(_table, ","),
    ".tsv": partial(_table, "\t"),
    ".links.json": _links,
    ".json": _json,
    ".dot": _dot,
    ".graphml": partial(_by_networkx, "graphml"),
    ".gml": partial(_by_networkx, "gml"),
    ".net": _pajek,
    ".mtx": _matrix_market,
    ".d6": _digraph6,
}
"""What writes the rows, the card names and the interpretation of a relation, by the ending of the file."""
