"""The formats in which documents are printed and written, by the names that ``--format`` takes and by file endings.

To add a format, write its function and its entry in `FORMATS`; the help and the errors of the command line follow.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wargraph.errors import OutputError, ParameterError, shown
from wargraph.report.document import Document, Paragraph, Table, Title
from wargraph.report.files import PICTURE_ENDINGS, as_path, check_output, write_file
from wargraph.report.html import html_page
from wargraph.report.tables import bfile, csv_table, json_document, latex_table, parquet_table
from wargraph.report.text import markdown_document, text_document
from wargraph.version import __version__


@dataclass(frozen=True)
class Terms:
    """The column of a table that holds the terms a(n) of an integer sequence, and the meaning of a(n)."""

    column: str
    reading: str


@dataclass(frozen=True)
class Origin:
    """The origin of a document, for the formats that state it.

    Attributes
    ----------
    command, version, parameters
        The command, the version of the package, and the parameters of the question.
    typed
        The command line as the user typed it.
    terms
        The integer sequence in the first table, if that has one row for each n.
    incomplete
        The reason why the document is incomplete; empty if it is complete.
    """

    command: str
    version: str
    parameters: Mapping[str, object]
    typed: str
    terms: Terms | None = None
    incomplete: str = ""


Renderer = Callable[[Document, Origin], str | bytes]


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


def _latex(document: Document, origin: Origin) -> str:
    comments = [_source(origin), "needs the package booktabs", *([_mark(origin)] if origin.incomplete else [])]
    return latex_table(_first_table(document).rows, comments) + "\n"


def _parquet(document: Document, origin: Origin) -> bytes:
    mark = {"incomplete": origin.incomplete} if origin.incomplete else {}
    return parquet_table(_first_table(document).rows, {"source": _source(origin), **mark})


def _markdown(document: Document, origin: Origin) -> str:
    return markdown_document(_marked(document, origin)) + "\n"


def _html(document: Document, origin: Origin) -> str:
    title = next((block.text for block in document.blocks if isinstance(block, Title)), f"wargraph {origin.command}")
    return html_page(_marked(document, origin), title, _source(origin))


def _bfile(document: Document, origin: Origin) -> str:
    assert origin.terms is not None  # nosec B101 # the command is refused before the work without them
    mark = [_mark(origin)] if origin.incomplete else []
    return bfile(terms_of(document, origin), [f"a(n) = {origin.terms.reading}", _source(origin), *mark])


def terms_of(document: Document, origin: Origin) -> dict[int, int]:
    """The terms of the integer sequence in the first table of a document, by n."""
    assert origin.terms is not None  # nosec B101 # the command is refused before the work without them
    column = origin.terms.column
    return {int(str(row["n"])): int(str(row[column])) for row in _first_table(document).rows}


def _marked(document: Document, origin: Origin) -> Document:
    """The document for people, with a note at its end if it is incomplete."""
    return Document([*document.blocks, Paragraph(_mark(origin))]) if origin.incomplete else document


def _mark(origin: Origin) -> str:
    return f"Incomplete: {origin.incomplete}."


def _first_table(document: Document) -> Table:
    return next(iter(document.tables.values()))


def _source(origin: Origin) -> str:
    return f"wargraph {origin.version}: {origin.typed}"


@dataclass(frozen=True)
class Format:
    """A format of documents.

    Attributes
    ----------
    name
        The name that ``--format`` takes.
    endings
        The endings of files in this format, or the name of such a file with ``#`` for each digit.
    render
        The function from a document and its origin to the contents of the file.
    is_of_terms
        Whether the format is for integer sequences only.
    is_for_people
        Whether the format has sentences and headings as well as tables; JSON has all tables, others the first one only.
    is_binary
        Whether a file in this format is no text, so that it cannot be shown on a terminal.
    """

    name: str
    endings: tuple[str, ...]
    render: Renderer
    is_of_terms: bool = False
    is_for_people: bool = False
    is_binary: bool = False


TEXT = Format("table", ("", ".txt"), _text, is_for_people=True)
FORMATS = (
    TEXT,
    Format("csv", (".csv",), _csv),
    Format("json", (".json",), _json),
    Format("markdown", (".md",), _markdown, is_for_people=True),
    Format("html", (".html",), _html, is_for_people=True),
    Format("latex", (".tex",), _latex),
    Format("parquet", (".parquet",), _parquet, is_binary=True),
    Format("bfile", ("b######.txt",), _bfile, is_of_terms=True),
)


def format_named(name: str, formats: Sequence[Format] = FORMATS) -> Format:
    """The one of some formats with a name, in upper or lower case.

    Raises
    ------
    ParameterError
        If there is no such format.
    """
    by_name = {form.name: form for form in formats}
    if name.casefold() not in by_name:
        *others, last = by_name
        raise ParameterError(f"format {shown(name)} is not known: use {', '.join(others)} or {last}")
    return by_name[name.casefold()]


def save_document(document: Document, path: str | Path, name: str, parameters: Mapping[str, object]) -> Path:
    """Write the document of a result to a file whose ending selects the format; JSON holds the parameters.

    Raises
    ------
    OutputError
        If the ending selects no format, or that of integer sequences, or the file cannot be written.
    """
    path = check_output(as_path(path))
    form = format_of_file(path)
    if form.is_of_terms:
        raise OutputError(f"a b-file such as {str(path)!r} is written by commands, with -o: use another name")
    return write_file(path, form.render(document, Origin(name, __version__, parameters, name)))


def format_of_file(path: Path) -> Format:
    """The format that a file name selects.

    Raises
    ------
    OutputError
        If the name selects no format.

    Examples
    --------
    >>> format_of_file(Path("longest.md")).name, format_of_file(Path("b400411.txt")).name
    ('markdown', 'bfile')
    """
    by_ending = {ending: form for form in FORMATS for ending in form.endings}
    for ending in (re.sub("[0-9]", "#", path.name.lower()), path.suffix.lower()):
        if ending in by_ending:
            return by_ending[ending]
    way_out = f"use {', '.join(filter(None, by_ending))}, or say --format"
    if path.suffix.lower() in PICTURE_ENDINGS:
        way_out += "; for a picture use render, or --plot where there is one"
    raise OutputError(f"table {str(path)!r} has an unknown ending: {way_out}")
