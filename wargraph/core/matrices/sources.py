"""Beat matrices from files, texts, functions, and objects of Python and of libraries, which are not imported for it."""

import json
import os
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, Fact, count, matrix_of_facts
from wargraph.core.matrices.graphs import graph_in_text, matrix_of_graph, matrix_of_node_link
from wargraph.core.matrices.named import is_name, named_matrix, names
from wargraph.core.matrices.sentences import NOTHING, has_link
from wargraph.core.matrices.tables import matrix_of_lines, matrix_of_rows
from wargraph.errors import RelationError, shown

_LARGEST_FILE = 10**7
_IN_ONE_LINE = re.compile(r"[01]|[01]+(/[01]+)+")
_FILE_NAME = re.compile(r"[^\n]*\.[A-Za-z]\w{0,9}")
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_READING = re.compile(r"^\s*#\s*reading:\s*(\w+)\s*$", re.MULTILINE)


def matrix_of(source: Any, seed: int = 0, cards: int | Iterable[object] | None = None) -> BeatMatrix:
    """Return the matrix in any source that is not a file: see `Relation.of`."""
    if isinstance(source, str):
        return _of_words(source, seed)
    if callable(source):
        if cards is None:
            raise RelationError("a function of two cards needs the cards: give their number or names, as in cards=5")
        labels = list(range(1, cards + 1) if isinstance(cards, int) else cards)
        facts = [(card, other, source(card, other)) for card in labels for other in labels if card != other]
        return matrix_of_facts(facts, "a function of two cards", labels)
    if hasattr(source, "is_directed"):
        return matrix_of_graph(source)
    if all(hasattr(source, part) for part in ("index", "columns", "to_numpy")):
        return _of_value(_rows_of_frame(source))
    for convert in ("toarray", "tolist"):  # scipy; numpy and sympy
        source = getattr(source, convert)() if hasattr(source, convert) else source
    return _of_value(source)


def _of_words(text: str, seed: int) -> BeatMatrix:
    """Return the matrix with a name, in one line such as ``001/100/010``, or in a text of more words than one."""
    if is_name(text):
        return named_matrix(text, seed)
    if _IN_ONE_LINE.fullmatch(text):
        return matrix_of_rows(list(map(list, text.split("/"))))
    if re.search(r"[\s,;{\[&]", text.strip()) or has_link(text):
        return _of_text(text)
    more = "a file, rows such as 001/100/010, or lines such as 'rock beats lizard'"
    raise RelationError(f"relation {shown(text)} is not known: use one of {', '.join(names())}, {more}")


def names_file(source: object) -> bool:
    """Return whether a source is a path: of a file that is there, or a text that ends like a file name."""
    if not isinstance(source, str):
        return isinstance(source, PathLike)
    is_file = os.path.isfile(source) and not is_name(source)  # noqa: PTH113 - of a name too long pathlib raises
    return is_file or (_FILE_NAME.fullmatch(source) is not None and not has_link(source))


def file_matrix(path: str | PathLike[str]) -> BeatMatrix:
    """Return the matrix in a file, named by it. Errors do not name the file."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        text = content.decode("utf-16" if content.startswith(_BYTE_ORDER_MARKS) else "utf-8-sig")
    except UnicodeDecodeError:
        raise RelationError("it is not text in UTF-8: save it as UTF-8, which Excel calls CSV UTF-8") from None
    except (OSError, ValueError) as error:
        raise RelationError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > _LARGEST_FILE:
        raise RelationError(f"it has more than {_LARGEST_FILE:,} bytes: that is too large")
    # The name must fit into any table, picture or graph file.
    name = "".join(character if character.isprintable() else "?" for character in path.stem)
    return replace(_of_text(text, path.suffix.lower()), name=name)


def _of_text(text: str, ending: str = "") -> BeatMatrix:
    """Return the matrix in a text: its content tells what it is, except that the ending of a graph file decides."""
    matrix = graph_in_text(text, ending)
    if matrix is None:
        matrix = _of_value(_json(text)) if text.lstrip()[:1] in ("[", "{") else matrix_of_lines(text)
    reading = _READING.search(text)
    return matrix if reading is None else replace(matrix, reading=reading[1])


def _json(text: str) -> Any:
    """Return the value that a text writes in JSON."""

    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a card stands there twice: list all that it beats at once")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=without_doubles)
    except (ValueError, RecursionError) as error:
        raise RelationError(f"it is not JSON: {' '.join(str(error).split())}") from None


def _of_value(value: Any) -> BeatMatrix:
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
        names: Any = next((value[key] for key in ("names", "cards", "labels") if key in value), [])
        matrix = _of_value(value["matrix"])
        how = matrix.understood + ", with names" * bool(names)
        reading = value.get("reading") or matrix.reading
        return replace(matrix, card_names=names or matrix.card_names, understood=how, reading=reading)
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
            facts += [
                (card, other, "win") for other in others if str(other).casefold() not in NOTHING or other in value
            ]
    cards = [] if any(isinstance(card, tuple) for card in value) else value
    how = "each card is listed with those that it beats"
    if entries and not are_verbs:
        shown_fact = next(("{} against {} has {}".format(*fact) for fact in facts if fact[0] != fact[1]), "alone")
        how = f"each card is listed with how it does against others: {shown_fact}"
    return matrix_of_facts(facts, how, cards)


def _rows_of_frame(frame: Any) -> list[list[Any]]:
    """Return the cells of a DataFrame of pandas with its labels, except labels that only count from 0."""
    rows, down, across = frame.to_numpy().tolist(), list(frame.index), list(frame.columns)
    has_index = down != list(range(len(down)))
    if has_index:
        rows = [[label, *row] for label, row in zip(down, rows, strict=True)]
    return rows if across == list(range(len(across))) else [[*[""] * has_index, *across], *rows]


def _listed(value: Any) -> list[Any]:
    """Return the entries of a list or a set; a single value is a list of one, and None is an empty one."""
    if isinstance(value, Set):
        return sorted(value, key=str)  # so that the cards have the same order every day
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return list(value)
    return [] if value is None else [value]
