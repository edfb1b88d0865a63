"""Relations as files that `wargraph.core.matrices.sources` reads again: tables, JSON and digraphs."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

Rows = Sequence[Sequence[int]]


def _table(separator: str, rows: Rows, names: Sequence[str], reading: str) -> str:
    lines: list[list[object]] = [["", *names]] if names else []
    lines += [[*names[card : card + 1], *row] for card, row in enumerate(rows)]
    file = io.StringIO()
    csv.writer(file, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerows(lines)
    return f"# reading: {reading}\n" * (reading != "strict") + file.getvalue()


def _json(rows: Rows, names: Sequence[str], reading: str) -> str:
    named = {"names": names} if names else {}
    return json.dumps({**named, "matrix": rows, "reading": reading}, ensure_ascii=False) + "\n"


def _dot(rows: Rows, names: Sequence[str], reading: str) -> str:
    labels = [escape(name).replace("\\", "&#92;") for name in names]
    lines = [f'  {card} [label="{label}"]' for card, label in enumerate(labels, start=1)]
    lines = lines or [f"  {card}" for card in range(1, len(rows) + 1)]
    lines += [f"  {card} -> {other}" for card, other in _arcs(rows)]
    return "\n".join(["digraph {", f'  reading="{reading}"', *lines, "}\n"])


def _graphml(rows: Rows, names: Sequence[str], reading: str) -> bytes:
    import networkx as nx

    graph = nx.DiGraph(reading=reading)
    graph.add_nodes_from((card, {"label": names[card - 1]} if names else {}) for card in range(1, len(rows) + 1))
    graph.add_edges_from(_arcs(rows))
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    return file.getvalue()


def _arcs(rows: Rows) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(rows, start=1) for j, beats in enumerate(row, start=1) if beats]


WRITERS: dict[str, Callable[[Rows, Sequence[str], str], str | bytes]] = {
    ".csv": partial(_table, ","),
    ".tsv": partial(_table, "\t"),
    ".json": _json,
    ".dot": _dot,
    ".graphml": _graphml,
}
"""What writes the rows, the card names and the reading of a relation, by the ending of the file."""
