"""Beat matrices from files, texts, functions, and objects of Python and of libraries, which are not imported for it."""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, Fact, matrix_of_facts
from wargraph.core.matrices.graphs import GRAPH_FILES, Form, matrix_of_graph, matrix_of_json_graph
from wargraph.core.matrices.named import is_name, named_matrix, names
from wargraph.core.matrices.sentences import NOTHING, entry_of_link, has_link
from wargraph.core.matrices.tables import has_relation, matrix_of_lines, matrix_of_rows, row_wins
from wargraph.errors import RelationError, near, shown
from wargraph.report.files import decoded

_LARGEST_FILE = 10**7
_FILE_NAME = re.compile(r"[^\n]*\.[A-Za-z]\w{0,9}")
_INDEX = re.compile(r"\[(\d+,|,\d+)\]")
_PRINTED = re.compile(r"(\w+\s*=\s*)?([\w.]+\()?\s*((?:[\s\[\]{},;\d.+/e-]|True|False|NA)*?)\)?;?")
"""A matrix that a program printed: its name, a function such as `array`, and its entries."""
_LONGEST_NUMBER = 30
_INTERPRETATION = re.compile(r"^\s*[#%]\s*interpretation:\s*(\w+)\s*$", re.MULTILINE | re.IGNORECASE)


def matrix_of(source: Any, cards: int | Iterable[object] | None = None) -> BeatMatrix:
    """Return the matrix in any source that is neither a file nor a name: see `Relation.of`."""
    if isinstance(source, str):
        if re.search(r"[\s,;{\[&]", source.strip()) or re.fullmatch("[01/]+", source.strip()) or has_link(source):
            return _of_text(source)
        more = "a file, rows such as 001/100/010, or lines such as 'rock beats lizard'"
        raise RelationError(
            f"relation {shown(source)} is not known: {near(source, names())}use one of {', '.join(names())}, {more}"
        )
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


def names_file(source: object) -> bool:
    """Return whether a source is a path: of a file that is there, or a text that ends like a file name."""
    if not isinstance(source, str):
        return isinstance(source, PathLike)
    is_file = os.path.isfile(_numbered(source)[0]) and not is_name(source)  # noqa: PTH113 - of a name too long pathlib raises
    return is_file or (_FILE_NAME.fullmatch(source) is not None and not has_link(source))


def _numbered(path: str | PathLike[str]) -> tuple[str, str]:
    """Return the path of a file, and the number of a relation in it if one stands behind a colon."""
    path, numbered = os.fspath(path), re.fullmatch(r"(.+):([1-9]\d*)", os.fspath(path), re.DOTALL)
    return (path, "") if numbered is None or os.path.exists(path) else (numbered[1], numbered[2])  # noqa: PTH110


def file_matrix(path: str | PathLike[str]) -> BeatMatrix:
    """Return the matrix in a file, or that of a number in a list; errors do not name the file."""
    path, number = _numbered(path)
    matrices = file_matrices(path)
    if int(number or len(matrices) == 1) not in range(1, len(matrices) + 1):
        raise RelationError(f"it lists {len(matrices)} relations: take one by its number, as in {Path(path).name}:1")
    return matrices[int(number or 1) - 1]


def file_matrices(path: str | PathLike[str]) -> list[BeatMatrix]:
    """Return the matrices in a file, named by it: several if it is a list of tournaments."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        text = decoded(content)
    except UnicodeDecodeError:
        raise RelationError("it is not text in UTF-8: save it as UTF-8, which Excel calls CSV UTF-8") from None
    except (OSError, ValueError) as error:
        is_missing = isinstance(error, FileNotFoundError)
        why = "not found" if is_missing else f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise RelationError(why) from None
    if len(content) > _LARGEST_FILE:
        raise RelationError(f"it has more than {_LARGEST_FILE:,} bytes: that is too large")
    # The name must fit into any table, picture or graph file.
    name = "".join(character if character.isprintable() else "?" for character in path.stem)
    lines = text.split()
    if _are_triangles(lines) or (len(lines) > 1 and all(line.startswith("&") for line in lines)):
        return [replace(_of_text(line), name=f"{name}:{number}") for number, line in enumerate(lines, start=1)]
    return [replace(_of_text(text, path.suffix.lower()), name=name)]


def _are_triangles(lines: Sequence[str]) -> bool:
    """Return whether each line is the upper triangle of a matrix, and the lines are not the rows of one."""
    size = max(map(len, lines), default=0)
    is_list = size > 2 and isqrt(8 * size + 1) ** 2 == 8 * size + 1 and len(lines) != size
    return is_list and all(len(line) == size and {*line} <= {*"01"} for line in lines)


def _of_text(text: str, ending: str = "") -> BeatMatrix:
    """Return the matrix in a text: its content tells what it is, except that the ending of a graph file decides."""
    interpretation = _INTERPRETATION.search(text)
    for form in _FORMS:
        is_this = ending in form.endings or re.match(form.begins, text, re.IGNORECASE)
        if is_this and (matrix := form.matrix(text)) is not None:
            return matrix if interpretation is None else replace(matrix, interpretation=interpretation[1])
    raise AssertionError(text)  # lines are the last form, which all texts have


def _named(text: str) -> BeatMatrix | None:
    return named_matrix(text.strip()) if is_name(text.strip()) else None


def _digits(text: str) -> BeatMatrix:
    """Read a line of rows, such as ``01/00``, or of an upper triangle, row by row, as in McKay's lists.

    >>> _digits("010/001/100").rows == _digits("101").rows
    True
    """
    line = text.strip()
    if not _are_triangles([line]):
        if "/" not in line and len(line) > 1:
            size = isqrt(len(line))
            cut = "/".join(line[start:][:size] for start in range(0, len(line), size))
            example = cut if size**2 == len(line) else "001/100/010"
            raise RelationError(f"{shown(line)} is no upper triangle: put a slash between rows, as in {shown(example)}")
        return matrix_of_rows(list(map(list, line.split("/"))))
    n = (1 + isqrt(8 * len(line) + 1)) // 2
    wins = dict(zip(combinations(range(n), 2), map(int, line), strict=True))
    rows = [[wins.get((i, j), 1 - wins.get((j, i), 1)) for j in range(n)] for i in range(n)]
    return BeatMatrix(rows, understood=f"{n} cards; the upper triangle of a matrix, row by row")


def _printed(text: str) -> BeatMatrix | None:
    """Read a matrix as MATLAB, NumPy, R or Mathematica prints it; JSON is none.

    >>> _printed("[0 1; 0 0]").rows, _printed("A = {{0, 1}, {0, 0}}").rows, _printed("[[0, 1], [0, 0]]")
    ([[0, 1], [0, 0]], [[0, 1], [0, 0]], None)
    """
    text = text.strip()
    body = _INDEX.sub(" ", text)
    printed = _PRINTED.fullmatch(body)
    is_json = text[:1] == "[" and "," in body and ";" not in body
    if printed is None or is_json or (body == text and not (printed[1] or printed[2]) and text[:1] not in ("[", "{")):
        return None
    are_nested = re.match(r"[\[{]\s*[\[{]", printed[3])
    cells = [re.findall(r"[^\s\[\]{},;]+", row) for row in re.split(r"[\]}]" if are_nested else r"[;\n]", printed[3])]
    rows = [row for row in cells if row and max(map(len, row)) < _LONGEST_NUMBER]
    return matrix_of_rows(rows) if rows else None


def _json(text: str) -> Any:
    """Return the value that a text writes in JSON."""

    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a card stands there twice: list all that it beats at once")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=without_doubles)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split())
        raise RelationError(
            f"it is not JSON: {why}; write one value, and all names in double quotes"
            + ", and lists in square brackets" * ("(" in text)
        ) from None


def _of_value(value: Any) -> BeatMatrix:
    """Return the matrix in lists, mappings and sets, as JSON and Python have them."""
    if isinstance(value, Mapping):
        return _of_mapping(value)
    given = _listed(value)
    if given and all(isinstance(line, str) for line in given):
        return matrix_of_lines("\n".join(given))
    if given and all(isinstance(row, Mapping) for row in given):
        given = [list(given[0]), *([_names_in(row.get(key)) for key in given[0]] for row in given)]
    if given and all(isinstance(row, Iterable) and not isinstance(row, str | bytes | Mapping) for row in given):
        rows = list(map(_listed, given))
        if all(rows) and not any(isinstance(cell, list | tuple | dict | set) for row in rows for cell in row):
            return matrix_of_rows([["" if cell is None else str(cell).strip() for cell in row] for row in rows])
    raise RelationError(
        f"{shown(value)} is no relation: bring a number of cards, n rows of n entries, pairs with the winner first, a "
        "digraph, a file or a name"
    )


def _names_in(value: Any) -> Any:
    """Return the names in a list of cards, each of which may be a mapping, in one text."""
    if isinstance(value, Mapping):
        return next((value[key] for key in ("id", "name", "card", "label") if key in value), value)
    return ", ".join(str(_names_in(card)) for card in value) if isinstance(value, list) else value


def _of_mapping(value: Mapping[Any, Any]) -> BeatMatrix:
    """Read a mapping: from each card to those it beats, or with a matrix and names, or with nodes and arcs."""
    if "matrix" in value:
        names: Any = next((value[key] for key in ("names", "cards", "labels") if key in value), [])
        matrix = _of_value(value["matrix"])
        rows, how = matrix.rows, matrix.understood + ", with names" * bool(names)
        if _is_turned(value):
            rows, how = [*zip(*rows, strict=True)], f"{how}, turned round"
        interpretation = value.get("interpretation") or matrix.interpretation
        return BeatMatrix(rows, names or matrix.card_names, matrix.name, how, interpretation)
    if (graph := matrix_of_json_graph(value)) is not None:
        return graph
    if value and all(isinstance(about, Mapping) and has_relation(about) for about in value.values()):
        return _of_value([{"card": card, **about} for card, about in value.items()])
    facts: list[Fact] = []
    for card, beaten in value.items():
        if isinstance(card, tuple) and len(card) == 2:
            facts.append((*card, beaten))
        elif isinstance(beaten, Mapping):
            facts += [
                (card, other, entry_of_link(entry) if isinstance(entry, str) else entry)
                for other, entry in beaten.items()
            ]
        else:
            others = re.split(" *, *", beaten.strip()) if isinstance(beaten, str) else _listed(beaten)
            facts += [
                (card, other, "win") for other in others if str(other).casefold() not in NOTHING or other in value
            ]
    if nested := next((fact for fact in facts if isinstance(fact[2], list | dict)), None):
        raise RelationError(
            f"{shown(nested[0])} holds {shown(nested[1])} with {shown(nested[2])}: list only the cards that it "
            "beats, or write them below the word 'beats'"
        )
    cards = [] if any(isinstance(card, tuple) for card in value) else value
    how = "each card is listed with those that it beats"
    entries = [entry for beaten in value.values() if isinstance(beaten, Mapping) for entry in beaten.values()]
    if any(entry == entry_of_link(str(entry)) or not isinstance(entry, str) for entry in entries):
        shown_fact = next(("{} against {} has {}".format(*fact) for fact in facts if fact[0] != fact[1]), "alone")
        how = f"each card is listed with how it does against others: {shown_fact}"
    return matrix_of_facts(facts, how, cards)


_CONVENTIONS = ("convention", "direction", "orientation", "reading", "semantics")
"""Keys beside a matrix whose texts must say which card wins."""


def _is_turned(value: Mapping[Any, Any]) -> bool:
    """Return whether the texts beside a matrix say that the card of the column wins.

    >>> _is_turned({"convention": "column beats row"}), _is_turned({"rows": "winners"})
    (True, False)
    """
    if value.get("transpose") or value.get("transposed"):
        raise RelationError("the matrix is to be transposed: write it with the winner's entries in its row")
    said = [f"{key} {text}" for key, text in value.items() if isinstance(text, str) or key in _CONVENTIONS]
    names_sides = re.compile(r"\b(rows?|col(umn)?s?)\b", re.IGNORECASE)
    about_sides = [text for text in said if names_sides.search(text) or text.split()[0] in _CONVENTIONS]
    wins = {row_wins(text) if names_sides.search(text) else None for text in about_sides}
    if len(wins) > 1 or None in wins:
        raise RelationError(
            f"{shown('; '.join(about_sides))} does not tell which card wins: write 'row beats column' or 'column beats "
            "row'"
        )
    return False in wins


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


_NUMBERS = r"[-\d.]+( +[-\d.]+)+ *"
"""A row of a matrix as MATLAB writes it, between semicolons."""

_FORMS = (
    Form((), r"\s*\S+\s*$", _named),
    Form((), r"\s*[01/]+\s*$", _digits),
    *GRAPH_FILES,
    Form((), r"\s*([\[{]|\w+\s*=|[\w.]+\()", _printed),
    Form((), rf" *{_NUMBERS}(; *{_NUMBERS})+;?\s*$", lambda text: _printed(f"[{text}]")),
    Form((), r"\s*[\[{]", lambda text: _of_value(_json(text))),
    Form((), "", matrix_of_lines),
)
"""The forms of a text, in the order in which they are tried."""
