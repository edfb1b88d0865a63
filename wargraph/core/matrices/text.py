"""Texts and values: from markup, JSON and plain lines, and from lists and mappings, to rows of cells or pairs."""

import ast
import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import islice
from typing import Any

from wargraph.core.matrices.beat_matrix import MOST_CARDS, BeatMatrix, Fact, counts, matrix_of_facts
from wargraph.core.matrices.graph_files import graph_in_text, matrix_of_arcs
from wargraph.core.matrices.shapes import matrix_of_rows, table
from wargraph.errors import RelationError, shown

_COMMENT = re.compile(r"^\s*(?:#|//|%).*|\s#\s[^\"]*$")
_READING = re.compile(r"^\s*#\s*reading:\s*(\w+)\s*$", re.MULTILINE)
_RULE = re.compile(r"[\s|+:=-]*(--|==)[\s|+:=-]*|(graph|flowchart) (TD|TB|BT|RL|LR)")
"""Lines that hold nothing: rules between the rows of a table, the first line of a Mermaid chart."""

_EDGE_DATA = re.compile(r"""\s\{(?:.*?['"]weight['"]: *([^,}]+))?.*\}$""")
_PREDICATE = re.compile(r"^[ \t]*([a-z_]+)\(([^(),\n]+),\s*([^(),\n]+)\)[ \t]*[.;]?[ \t]*$", re.MULTILINE)
"""A fact of Prolog or of an answer set: ``beats(rock, scissors).``."""

_LIST_ITEM = re.compile(r"\s*-\s+(.*)|\s+(\S.*?):.*")
_MARKUP = {
    r"\A\s*<": ((r"</tr>|\s*\n\s*", ""), (r"<tr\b[^>]*>", "\n"), (r"</t[dh]>", "\t"), (r"<[^>]*>", "")),
    r"\\begin\{|\\\\\s*(\\hline\s*)?$": (
        (r"\\\\(\[.*?\])?", "\n"),
        (r"\\(begin|end)\{[^}]*\}(\{[^}]*\})?|\\[a-z]*(rule|line)\b|\$", ""),
        (r"\\[a-z]+\{([^{}]*)\}", r"\1"),
    ),
}
"""How HTML and LaTeX are recognised, and what takes the place of their commands."""


def matrix_of_text(text: str, ending: str = "") -> BeatMatrix:
    """The matrix in a text: its content tells what it is, except that the ending of a graph file decides."""
    matrix = graph_in_text(text, ending)
    if matrix is None and text.lstrip()[:1] in ("[", "{", "("):
        matrix = _in_brackets(text.strip())
        text = re.sub(r"^\s*\(|\)[,;]?\s*$", "", text, flags=re.MULTILINE)  # pairs of mathematics: (rock, scissors)
    if matrix is None:
        matrix = _in_lines(text)
    reading = _READING.search(text)
    return matrix if reading is None else replace(matrix, reading=reading[1])


def _in_brackets(text: str) -> BeatMatrix | None:
    """The matrix in JSON, JSON lines or a value of Python; or a square in brackets, as MATLAB and NumPy print it."""
    fault: Exception | None = None
    for read in (_json, lambda text: _json(f"[{','.join(text.splitlines())}]"), ast.literal_eval):
        try:
            value = read(text)
        except RelationError:
            raise
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError) as error:
            fault = fault or error
        else:
            return matrix_of_value(value)
    if text.count("[") == text.count("]") and text.count("{") == text.count("}"):
        lines = re.sub(r"[\[\](){}]", " ", re.sub(r"[\]}]\s*,|;", "\n", text)).splitlines()
        square = table(_rows([line.strip(" ,\t") for line in lines if line.strip(" ,\t")]))
        if square is not None or text[0] == "(":
            return square
    raise RelationError(f"it is not JSON: {' '.join(str(fault).split())}")


def _json(text: str) -> Any:
    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise RelationError("a card stands there twice: list all that it beats at once")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=without_doubles)


def _in_lines(text: str) -> BeatMatrix:
    for begins, replacements in _MARKUP.items():
        if re.search(begins, text, re.MULTILINE):
            for pattern, replacement in replacements:
                text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    text = _PREDICATE.sub(lambda said: f"{said[2]} {said[1].replace('_', ' ')} {said[3]}", text)
    lines: list[str] = []
    is_list = False
    for line in re.split("\r\n|\r|\n", text.translate({ord("│"): "|", ord("║"): "|", ord("\u00a0"): " "})):
        content = _EDGE_DATA.sub(lambda data: f" {data[1] or 'win'}", _COMMENT.sub("", line).rstrip(" "))
        if not content.strip() or _RULE.fullmatch(content.strip()):
            continue
        item = _LIST_ITEM.fullmatch(content) if is_list else None
        if item:
            lines[-1] += f"{' ' if lines[-1].endswith(':') else ', '}{item[1] or item[2]}"
        else:
            lines.append(content)
            is_list = content.endswith(":")
    if not lines:
        raise RelationError("it is empty: write a table of 0 and 1, or lines such as 'rock beats scissors'")
    return matrix_of_rows(_rows(lines), lines)


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """The cells of lines: the first of bars, ampersands, tabs, semicolons and commas that each line has separates them.

    Lines without any are separated at blanks, and a square of single letters or digits everywhere.
    """
    outside = [re.sub('"[^"]*"', "", line) for line in lines]
    separator = next((each for each in "|&\t;," if all(each in line for line in outside)), " ")
    if separator == "|":
        lines = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
    blanks = " " if separator == "\t" else " \t"
    lines = [line.strip(blanks) if separator != " " else " ".join(line.split()) for line in lines]
    try:
        rows = list(csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise RelationError(f"it is not CSV: {error}") from None
    if len(rows) < len(lines):
        raise RelationError("an entry in quotes runs over the end of its line: close the quotes")
    rows = [[cell.strip(" \t" if separator != "|" else " \t*`") for cell in row] for row in rows]
    if len(set(map(len, rows))) == 1:  # a spreadsheet leaves columns empty
        used = [place for place, column in enumerate(zip(*rows, strict=True)) if any(column)] or [0]
        rows = [row[used[0] : used[-1] + 1] for row in rows]
    if all(len(row) == 1 and len(row[0]) == len(rows) and all(map(counts, row[0])) for row in rows):
        rows = [list(row[0]) for row in rows]
    return rows


def matrix_of_value(value: Any) -> BeatMatrix:
    """The matrix in lists, mappings and sets, as JSON and Python have them."""
    if isinstance(value, Mapping):
        return _of_mapping(value)
    given = _listed(value)
    if given and all(isinstance(line, str) for line in given):
        return _in_lines("\n".join(given))
    if given and all(isinstance(row, Mapping) for row in given):
        given = [list(given[0]), *([row.get(key) for key in given[0]] for row in given)]
    if given and all(isinstance(row, Iterable) and not isinstance(row, str) for row in given):
        rows = [
            [cell for each in _listed(row) for cell in (each if isinstance(each, list | tuple | set) else [each])]
            for row in given
        ]
        return matrix_of_rows([["" if cell is None else str(cell).strip() for cell in row] for row in rows])
    raise RelationError(
        f"{shown(value)} is no relation: bring a number of cards, n rows of n entries, pairs with the winner first, a "
        "digraph, a file or a name"
    )


def _of_mapping(value: Mapping[Any, Any]) -> BeatMatrix:
    """The matrix in a mapping: from each card to those it beats, or with a matrix and names, or with nodes and arcs."""
    if "matrix" in value:
        names, reading = value.get("names", []), value.get("reading", "")
        if not isinstance(names, list | tuple):
            raise RelationError(f'"names" is {shown(names)}, which is no list: list the name of each card')
        matrix = matrix_of_value(value["matrix"])
        how = matrix.understood + ", with names" * bool(names)
        return replace(matrix, card_names=names or matrix.card_names, understood=how, reading=reading or matrix.reading)
    arcs = value.get("links", value.get("edges"))
    if isinstance(arcs, list) and isinstance(value.get("nodes", []), list):
        if value.get("directed") is False:
            raise RelationError("the graph has no directions: draw an arc from each winner to each loser")
        if not all(isinstance(arc, Mapping) and "source" in arc and "target" in arc for arc in arcs):
            return matrix_of_value(arcs)
        nodes = {node.get("id"): node for node in value.get("nodes", [])}
        ends = [(arc["source"], arc["target"], arc.get("weight")) for arc in arcs]
        nodes = nodes or {end: {} for source, target, _ in ends for end in (source, target)}
        about = value.get("graph")
        reading = about.get("reading") if isinstance(about, Mapping) else ""
        return matrix_of_arcs(nodes, ends, "each arc of the JSON graph goes from the winner to the loser", reading)
    facts: list[Fact] = []
    for card, beaten in value.items():
        if isinstance(beaten, Mapping):
            facts += [(card, other, entry) for other, entry in beaten.items()]
        elif isinstance(card, tuple) and len(card) == 2:
            facts.append((*card, beaten))
        else:
            others = re.split(" *, *", beaten.strip()) if isinstance(beaten, str) else _listed(beaten)
            facts += [(card, other, "win") for other in others if other != ""]
    if not all(counts(entry, card, other) or card == other for card, other, entry in facts):
        facts = [(card, other, "win") for card, other, _ in facts]  # the entries are verbs, or attributes of arcs
    cards = [] if any(isinstance(card, tuple) for card in value) else value
    return matrix_of_facts(facts, "each card is listed with those that it beats", cards)


def _listed(value: Any) -> list[Any]:
    """The entries of a list or a set; a single value is a list of one, and None is an empty one."""
    if isinstance(value, Set):
        return sorted(value, key=str)  # so that the cards have the same order every day
    if isinstance(value, Iterable):
        return list(islice(value, MOST_CARDS + 1))
    return [] if value is None else [value]
