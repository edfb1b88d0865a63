"""The formats that documents are printed and written in: what ``--format`` and the endings of files name.

A new format is an entry of `FORMATS` and its function; the command line's help and errors follow from it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wargraph.errors import OutputError, ParameterError, shown
from wargraph.report.document import Document, Paragraph, Table, Title
from wargraph.report.files import PICTURE_ENDINGS, as_path, check_output, write_file
from wargraph.report.html import html_page
from wargraph.report.tables import bfile, csv_table, json_document
from wargraph.report.text import markdown_document, text_document
from wargraph.version import __version__


@dataclass(frozen=True)
class Terms:
    """Where a table holds an integer sequence: the column of a(n), and what a(n) is."""

    column: str
    reading: str


@dataclass(frozen=True)
class Origin:
    """Where a document comes from, for the formats that say so.

    Attributes
    ----------
    command, version, parameters
        What was asked, and of which version.
    typed
        The command line.
    terms
        The integer sequence that the first table holds, if there is one row for each n.
    incomplete
        Why it is not all that was asked for; empty if it is.
    """

    command: str
    version: str
    parameters: Mapping[str, object]
    typed: str
    terms: Terms | None = None
    incomplete: str = ""


Renderer = Callable[[Document, Origin], str]


def _text(document: Document, origin: Origin) -> str:
    return text_document(_marked(document, origin)) + "\n"


def _csv(document: Document, origin: Origin) -> str:
    table = _first_table(document)
    mark = f"# {_mark(origin)}\n" if origin.incomplete else ""
    return csv_table(table.rows, table.header) + mark


def _json(document: Document, origin: Origin) -> str:
    mark = {"incomplete": origin.incomplete} if origin.incomplete else {}
    first, *others = document.tables.values()
    tables = {table.name: table.rows for table in others if not table.on_request}
    return json_document(first.rows, origin.command, origin.version, origin.parameters, mark, tables)


def _markdown(document: Document, origin: Origin) -> str:
    return markdown_document(_marked(document, origin)) + "\n"


def _html(document: Document, origin: Origin) -> str:
    title = next((block.text for block in document.blocks if isinstance(block, Title)), f"wargraph {origin.command}")
    return html_page(_marked(document, origin), title, _source(origin))


def _bfile(document: Document, origin: Origin) -> str:
    assert origin.terms is not None  # refused before the work otherwise
    column = origin.terms.column
    terms = {int(str(row["n"])): int(str(row[column])) for row in _first_table(document).rows}
    mark = [_mark(origin)] if origin.incomplete else []
    return bfile(terms, [f"a(n) = {origin.terms.reading}", _source(origin), *mark])


def _marked(document: Document, origin: Origin) -> Document:
    """The document for people, who read at its end if it is not all that was asked for."""
    return Document([*document.blocks, Paragraph(_mark(origin))]) if origin.incomplete else document


def _mark(origin: Origin) -> str:
    return f"Incomplete: {origin.incomplete}."


def _first_table(document: Document) -> Table:
    return next(iter(document.tables.values()))


def _source(origin: Origin) -> str:
    return f"wargraph {origin.version}: {origin.typed}"


@dataclass(frozen=True)
class Format:
    """How a document is written: whole, all its tables, or the first one.

    Attributes
    ----------
    name
        What ``--format`` calls it.
    endings
        Of the files that are written so, or the name of such a file with ``#`` for a digit.
    render
        From a document and its origin to the contents of the file.
    is_of_terms
        Whether it takes integer sequences only.
    """

    name: str
    endings: tuple[str, ...]
    render: Renderer
    is_of_terms: bool = False


TEXT = Format("table", ("", ".txt"), _text)
FORMATS = (
    TEXT,
    Format("csv", (".csv",), _csv),
    Format("json", (".json",), _json),
    Format("markdown", (".md",), _markdown),
    Format("html", (".html",), _html),
    Format("bfile", ("b######.txt",), _bfile, is_of_terms=True),
)


def format_named(name: str) -> Format:
    """The format of that name, in upper or lower case.

    Raises
    ------
    ParameterError
        If there is none.
    """
    by_name = {form.name: form for form in FORMATS}
    if name.casefold() not in by_name:
        *others, last = by_name
        raise ParameterError(f"format {shown(name)} is not known: use {', '.join(others)} or {last}")
    return by_name[name.casefold()]


def save_document(document: Document, path: str | Path, name: str, parameters: Mapping[str, object]) -> Path:
    """Write the document of a result of that name to a file whose ending picks the format; parameters go to JSON.

    Raises
    ------
    OutputError
        If the ending picks none, or that of integer sequences, or the file cannot be written.
    """
    path = check_output(as_path(path))
    form = format_of_file(path)
    if form.is_of_terms:
        raise OutputError(f"a b-file such as {str(path)!r} is written by commands, with -o: use another name")
    return write_file(path, form.render(document, Origin(name, __version__, parameters, name)))


def format_of_file(path: Path) -> Format:
    """The format that the name of a file picks.

    Raises
    ------
    OutputError
        If it picks none.

    Examples
    --------
    >>> format_of_file(Path("longest.md")).name, format_of_file(Path("b400411.txt")).name
    ('markdown', 'bfile')
    """
    by_ending = {ending: form for form in FORMATS for ending in form.endings}
    for ending in (re.sub("[0-9]", "#", path.name.lower()), path.suffix.lower()):
        if ending in by_ending:
            return by_ending[ending]
    endings = ", ".join(filter(None, by_ending))
    is_picture = path.suffix.lower() in PICTURE_ENDINGS
    way_out = f"use {endings}, or say --format"
    if is_picture:
        way_out += "; for a picture use render, or --plot where there is one"
    raise OutputError(f"table {str(path)!r} has an unknown ending: {way_out}")
