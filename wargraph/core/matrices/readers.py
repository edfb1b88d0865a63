"""Beat matrices from files, texts, and objects of other libraries, which are not imported for it."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from wargraph.core.matrices.beat_matrix import BeatMatrix, are_numbers, matrix_of_pairs
from wargraph.core.matrices.named import named_matrix
from wargraph.core.matrices.parsing import (
    beats_matrix,
    is_one_line,
    json_matrix,
    matrix_of_beaten,
    one_line_matrix,
    says_who_beats_whom,
    table_matrix,
)
from wargraph.errors import RelationError, shown

_LARGEST_FILE = 10**7

_READERS: dict[str, Callable[[str], BeatMatrix]] = {
    ".csv": table_matrix,
    ".tsv": table_matrix,
    ".txt": lambda text: beats_matrix(text) if says_who_beats_whom(text) else table_matrix(text),
    ".json": json_matrix,
}

ENDINGS = tuple(_READERS)
"""The endings of files with a matrix."""


def matrix_of(source: Any, seed: int = 0) -> BeatMatrix:
    """The matrix in any source that is not a file: see `Relation.of`."""
    if isinstance(source, str):
        if is_one_line(source):
            return one_line_matrix(source)
        if says_who_beats_whom(source):
            return beats_matrix(source)
        try:
            return named_matrix(source, seed)
        except RelationError as error:
            more = f"a file that ends in {_listed()}, rows such as 001/100/010, or lines such as 'rock beats lizard'"
            raise RelationError(f"{error}, {more}") from None
    if isinstance(source, Mapping):
        return matrix_of_beaten(source)
    if isinstance(source, Sequence) and source and all(isinstance(line, str) for line in source):
        return beats_matrix("\n".join(source))
    if all(hasattr(source, part) for part in ("index", "columns", "to_numpy")):
        return _of_frame(source)
    if hasattr(source, "is_directed"):
        return _of_graph(source)
    if not isinstance(source, Iterable):
        raise RelationError(
            f"{shown(source)} is no relation: bring a number of cards, rows of 0 and 1, a digraph, a file or a name"
        )
    return BeatMatrix(source)


def _of_graph(graph: Any) -> BeatMatrix:
    """The matrix in a digraph of networkx or igraph."""
    if not graph.is_directed():
        raise RelationError(f"{shown(graph)} has no directions: draw an arc from each winner to each loser")
    if hasattr(graph, "edges"):
        return matrix_of_pairs(graph.nodes, [(winner, loser) for winner, loser, *_ in graph.edges])
    cards = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
    return matrix_of_pairs(cards, [(cards[winner], cards[loser]) for winner, loser in graph.get_edgelist()])


def names_file(source: object) -> bool:
    """Whether a source is a path, or a text that ends like a file name and does not say which card beats which."""
    if not isinstance(source, str):
        return isinstance(source, PathLike)
    ending = Path(source).suffix
    return ending.lower() in ENDINGS or (bool(ending) and not says_who_beats_whom(source))


def file_matrix(path: object) -> BeatMatrix:
    """The matrix in a file, whose ending tells the format. Errors do not name the file."""
    if not isinstance(path, str | PathLike):
        raise RelationError(f"it is no path of a matrix file: name a {_listed()} file")
    path = Path(path)
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - of a name too long pathlib raises
        raise RelationError("it is a directory, a pipe or the like: name a file")
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise RelationError(f"unknown ending: use {_listed()}")
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RelationError("it is not text in UTF-8: save it as UTF-8, which Excel calls CSV UTF-8") from None
    except (OSError, ValueError) as error:
        raise RelationError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > _LARGEST_FILE:
        raise RelationError(f"it has more than {_LARGEST_FILE:,} bytes: that is too large")
    if not text.strip():
        raise RelationError("it is empty: write n lines of n entries 0 or 1")
    # The name must fit into any table, picture or graph file.
    return replace(reader(text), name="".join(each if each.isprintable() else "?" for each in path.stem))


def _listed() -> str:
    return f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"


def _of_frame(frame: Any) -> BeatMatrix:
    """The matrix in a pandas DataFrame, with card names from its columns, its index, or both."""
    across, down = list(frame.columns), list(frame.index)
    names = [labels for labels in (across, down) if not are_numbers(labels)]
    if len(names) == 2 and across != down:
        raise RelationError("columns and index name the cards differently: give both the same labels in the same order")
    return BeatMatrix(frame.to_numpy().tolist(), [str(label) for label in names[0]] if names else ())
