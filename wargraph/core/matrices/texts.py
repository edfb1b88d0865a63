"""Texts and values: from JSON and plain lines, and from lists and mappings, to rows of cells or facts."""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, Fact, count, matrix_of_facts
from wargraph.core.matrices.graphs import graph_in_text, matrix_of_node_link
from wargraph.core.matrices.sentences import has_link
from wargraph.core.matrices.tables import matrix_of_rows
from wargraph.errors import RelationError, shown

_COMMENT = re.compile(r"\s*(#|//|%).*|[\s|+:=-]*(--|==)[\s|+:=-]*|[\s:|-]*\|[\s:|-]*")
"""Lines that hold nothing: comments, and rules between the rows of a table."""

_ITEM = re.compile(r"\s*-\s+(.*)|\s+(\S.*?): *(.+)")
"""What YAML has below a line that ends in a colon: a card, or a card and an entry or a verb."""

_READING = re.compile(r"^\s*#\s*reading:\s*(\w+)\s*$", re.MULTILINE)
_EDGE_DATA = re.compile(r"""\s\{(?=['"}])(?:.*?['"]weight['"]: *([^,}]+))?[^{]*\}$""")
"""What networkx writes behind the two ends of an edge."""


def matrix_of_text(text: str, ending: str = "") -> BeatMatrix:
    """Return the matrix in a text: its content tells what it is, except that the ending of a graph file decides."""
    matrix = graph_in_text(text, ending)
    if matrix is None:
        matrix = matrix_of_value(_value(text)) if text.lstrip()[:1] in ("[", "{") else matrix_of_lines(text)
    reading = _READING.search(text)
    return matrix if reading is None else replace(matrix, reading=reading[1])


def _value(text: str) -> Any:
    """Return the value that a text writes in JSON."""

    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise RelationError("a card stands there twice: list all that it beats at once")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=without_doubles)
    except RelationError:
        raise
    except (ValueError, RecursionError) as error:
        raise RelationError(f"it is not JSON: {' '.join(str(error).split())}") from None


def matrix_of_lines(text: str) -> BeatMatrix:
    """Return the matrix in plain lines: cells of a table, or sentences."""
    lines: list[str] = []
    head = ""
    for line in re.split("\r\n|\r|\n", text.translate({ord("│"): "|", ord("║"): "|", ord("\u00a0"): " "})):
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
    if separator == "|":
        lines = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
    if separator == " ":
        lines = [" ".join(line.split()) for line in lines]
    try:
        cells = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
        rows = [line.split("|") for line in lines] if separator == "|" else list(cells)
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


def matrix_of_value(value: Any) -> BeatMatrix:
    """Return the matrix in lists, mappings and sets, as JSON and Python have them."""
    if isinstance(value, Mapping):
        return _of_mapping(value)
    given = _listed(value)
    if given and all(isinstance(line, str) for line in given):
        return matrix_of_lines("\n".join(given))
    if given and all(isinstance(row, Mapping) for row in given):
        given = [list(given[0]), *([row.get(key) for key in given[0]] for row in given)]
    if given and all(isinstance(row, Iterable) and not isinstance(row, str | bytes | Mapping) for row in given):
        rows = list(map(_listed, given))
        if all(rows) and not any(isinstance(cell, list | tuple | dict | set) for row in rows for cell in row):
            return matrix_of_rows([["" if cell is None else str(cell).strip() for cell in row] for row in rows])
    raise RelationError(
        f"{shown(value)} is no relation: bring a number of cards, n rows of n entries, pairs with the winner first, a "
        "digraph, a file or a name"
    )


def _of_mapping(value: Mapping[Any, Any]) -> BeatMatrix:
    """Read a mapping: from each card to those it beats, or with a matrix and names, or with nodes and arcs."""
    if "matrix" in value:
        key = next((key for key in ("names", "cards", "labels") if key in value), "names")
        names, reading = value.get(key, []), value.get("reading", "")
        if not isinstance(names, list | tuple):
            raise RelationError(f'"{key}" is {shown(names)}, which is no list: list the name of each card')
        matrix = matrix_of_value(value["matrix"])
        how = matrix.understood + ", with names" * bool(names)
        return replace(matrix, card_names=names or matrix.card_names, understood=how, reading=reading or matrix.reading)
    if isinstance(value.get("nodes"), list):
        return matrix_of_node_link(value)
    facts: list[Fact] = []
    entries = [entry for beaten in value.values() if isinstance(beaten, Mapping) for entry in beaten.values()]
    are_verbs = all(isinstance(entry, str) and entry[:1].isalpha() and not count([entry]) for entry in entries)
    for card, beaten in value.items():
        if isinstance(card, tuple) and len(card) == 2:
            facts.append((*card, beaten))
        elif isinstance(beaten, Mapping):
            facts += [(card, other, "win" if are_verbs else entry) for other, entry in beaten.items()]
        else:
            others = re.split(" *, *", beaten.strip()) if isinstance(beaten, str) else _listed(beaten)
            facts += [(card, other, "win") for other in others if other != ""]
    cards = [] if any(isinstance(card, tuple) for card in value) else value
    how = "each card is listed with those that it beats"
    if entries and not are_verbs:
        shown_fact = next(("{} against {} has {}".format(*fact) for fact in facts if fact[0] != fact[1]), "alone")
        how = f"each card is listed with how it does against others: {shown_fact}"
    return matrix_of_facts(facts, how, cards)


def _listed(value: Any) -> list[Any]:
    """Return the entries of a list or a set; a single value is a list of one, and None is an empty one."""
    if isinstance(value, Set):
        return sorted(value, key=str)  # so that the cards have the same order every day
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return list(value)
    return [] if value is None else [value]
