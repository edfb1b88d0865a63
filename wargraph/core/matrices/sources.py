"""Beat matrices from files, texts, functions, and objects of other libraries, which are not imported for it."""

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, matrix_of_facts
from wargraph.core.matrices.graphs import matrix_of_graph
from wargraph.core.matrices.named import is_name, named_matrix, names
from wargraph.core.matrices.sentences import has_link
from wargraph.core.matrices.tables import matrix_of_rows
from wargraph.core.matrices.texts import matrix_of_text, matrix_of_value
from wargraph.errors import RelationError, shown

_LARGEST_FILE = 10**7
_IN_ONE_LINE = re.compile(r"[01]|[01]+(/[01]+)+")
_FILE_NAME = re.compile(r"[^\n]*\.[A-Za-z]\w{0,9}")
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


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
        return matrix_of_value(_rows_of_frame(source))
    for convert in ("toarray", "tolist"):  # scipy; numpy and sympy
        source = getattr(source, convert)() if hasattr(source, convert) else source
    return matrix_of_value(source)


def _of_words(text: str, seed: int) -> BeatMatrix:
    """Return the matrix with a name, in one line such as ``001/100/010``, or in a text of more words than one."""
    if is_name(text):
        return named_matrix(text, seed)
    if _IN_ONE_LINE.fullmatch(text):
        return matrix_of_rows(list(map(list, text.split("/"))))
    if re.search(r"[\s,;{\[&]", text.strip()) or has_link(text):
        return matrix_of_text(text)
    more = "a file, rows such as 001/100/010, or lines such as 'rock beats lizard'"
    raise RelationError(f"relation {shown(text)} is not known: use one of {', '.join(names())}, {more}")


def _rows_of_frame(frame: Any) -> list[list[Any]]:
    """Return the cells of a DataFrame of pandas with its labels, except labels that only count from 0."""
    rows, down, across = frame.to_numpy().tolist(), list(frame.index), list(frame.columns)
    has_index = down != list(range(len(down)))
    if has_index:
        rows = [[label, *row] for label, row in zip(down, rows, strict=True)]
    return rows if across == list(range(len(across))) else [[*[""] * has_index, *across], *rows]


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
    name = "".join(each if each.isprintable() else "?" for each in path.stem)
    return replace(matrix_of_text(text, path.suffix.lower()), name=name)
