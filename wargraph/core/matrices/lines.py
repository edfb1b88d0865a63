"""Plain lines, of which some are cells of a table, some sentences, and some a list below its title."""

import csv
import re
from collections.abc import Sequence

from wargraph.core.matrices.beat_matrix import BeatMatrix, count
from wargraph.core.matrices.sentences import has_link
from wargraph.core.matrices.tables import matrix_of_rows
from wargraph.errors import RelationError

_COMMENT = re.compile(r"\s*(#|//|%).*|[\s|+:=-]*(--|==)[\s|+:=-]*|[\s:|-]*\|[\s:|-]*")
"""Lines that hold nothing: comments, and rules between the rows of a table."""

_ITEM = re.compile(r"\s*-\s+(.*)|\s+(\S.*?): *(.+)")
"""What YAML has below a line that ends in a colon: a card, or a card and an entry or a verb."""

_EDGE_DATA = re.compile(r"""\s\{(?=['"}])(?:.*?['"]weight['"]: *([^,}]+))?[^{]*\}$""")
"""What networkx writes behind the two ends of an edge."""


def matrix_of_lines(text: str) -> BeatMatrix:
    """Return the matrix in plain lines: cells of a table, or sentences."""
    lines: list[str] = []
    head = ""
    for line in text.translate({ord("│"): "|", ord("║"): "|", ord("\u00a0"): " "}).splitlines():
        content = _EDGE_DATA.sub(lambda data: f" {data[1] or 'win'}", line.rstrip(" "))
        if not content.strip() or _COMMENT.fullmatch(content):
            continue
        item = _ITEM.fullmatch(content) if head else None
        if item is None:
            lines.append(content)
            head = content if content.endswith(":") else ""
        elif item[1] and not has_link(item[1]):
            lines[-1] += f"{' ' if lines[-1] == head else ', '}{item[1]}"
        else:
            lines = lines[: len(lines) - (lines[-1] == head)]
            card, other, entry = head[:-1], item[2], item[3]
            lines.append(item[1] or ",".join((card, other, entry) if count([entry]) else (card, entry, other)))
    if not lines:
        raise RelationError("it is empty: write a table of 0 and 1, or lines such as 'rock beats scissors'")
    return matrix_of_rows(_rows(lines), lines)


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of lines: the first of bars, tabs, semicolons and commas that each line has separates them.

    Lines without any are separated at blanks, and a square of single letters or digits everywhere.
    """
    outside = [re.sub('"[^"]*"', "", line) for line in lines]
    separator = next((each for each in "|\t;," if all(each in line for line in outside)), " ")
    if separator == " ":
        lines = [" ".join(line.split()) for line in lines]
    try:
        cells = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
        bars = (line.strip().removeprefix("|").removesuffix("|").split("|") for line in lines)
        rows = list(bars if separator == "|" else cells)
    except csv.Error as error:
        raise RelationError(f"it is not CSV: {error}") from None
    if len(rows) < len(lines):
        raise RelationError("an entry in quotes runs over the end of its line: close the quotes")
    rows = [[cell.strip(" \t*`" if separator == "|" else " \t") for cell in row] for row in rows]
    if len(set(map(len, rows))) == 1:  # a spreadsheet leaves columns empty
        used = [place for place, column in enumerate(zip(*rows, strict=True)) if any(column)] or [0]
        rows = [row[used[0] : used[-1] + 1] for row in rows]
    if all(len(row) == 1 and len(row[0]) == len(rows) > 1 for row in rows) and count("".join(lines)):
        rows = [list(row[0]) for row in rows]
    return rows
