"""The formats in which documents are printed and written, by the names that ``--format`` takes and by file endings.

To add a format, add its entry to `FORMATS`; the help and the errors of the command line follow.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wargraph.errors import OutputError, ParameterError, shown
from wargraph.report.document import Document, Table, Title
from wargraph.report.files import PICTURE_ENDINGS, check_output, write_file
from wargraph.report.html import html_page
from wargraph.report.tables import bfile, csv_table, json_document, latex_table
from wargraph.report.text import markdown_document, text_document
from wargraph.version import __version__


@dataclass(frozen=True)
class Terms:
    """The column of a table that holds the terms a(n) of an integer sequence, and the meaning of a(n)."""

    column: str
    reading: str


@dataclass(frozen=True)
class Origin:
    """The origin of a document, for the formats that state it."""

    command: str
    version: str  # of the package
    parameters: Mapping[str, object]  # of the question
    typed: str  # the command line
    terms: Terms | None = None  # in the first table, if that has one row for each n

    def __str__(self) -> str:
        return f"wargraph {self.version}: {self.typed}"


@dataclass(frozen=True)
class Format:
    """A format of documents: for people with sentences, JSON with all tables, others with the first table only."""

    name: str  # that ``--format`` takes
    endings: tuple[str, ...]  # of files, or the name of such a file with # for each digit
    render: Callable[[Document, Origin], str]
    is_of_terms: bool = False  # for integer sequences only
    is_for_people: bool = False


def terms_of(document: Document, origin: Origin) -> dict[int, int]:
    """Return the terms of the integer sequence in the first table of a document, by n."""
    assert origin.terms is not None  # nosec B101 # the command is refused before the work without them
    return {int(str(row["n"])): int(str(row[origin.terms.column])) for row in _first(document).rows}


def _first(document: Document) -> Table:
    return next(iter(document.tables.values()))


def _json(document: Document, origin: Origin) -> str:
    first, *others = document.tables.values()
    tables = {table.name: table.rows for table in others if not table.on_request}
    return json_document(first.rows, origin.command, origin.version, origin.parameters, tables)


def _html(document: Document, origin: Origin) -> str:
    title = next((block.text for block in document.blocks if isinstance(block, Title)), f"wargraph {origin.command}")
    return html_page(document, title, str(origin))


def _bfile(document: Document, origin: Origin) -> str:
    terms = terms_of(document, origin)
    return bfile(terms, [f"a(n) = {origin.terms and origin.terms.reading}", str(origin)])


TEXT = Format("text", ("", ".txt"), lambda document, _: f"{text_document(document)}\n", is_for_people=True)
FORMATS = (
    TEXT,
    Format("csv", (".csv",), lambda document, _: csv_table(_first(document).rows, _first(document).header)),
    Format("json", (".json",), _json),
    Format("markdown", (".md",), lambda document, _: f"{markdown_document(document)}\n", is_for_people=True),
    Format("html", (".html",), _html, is_for_people=True),
    Format("latex", (".tex",), lambda document, _: f"{latex_table(_first(document).rows)}\n"),
    Format("bfile", ("b######.txt",), _bfile, is_of_terms=True),
)


def format_named(name: str, formats: Sequence[Format] = FORMATS) -> Format:
    """Return the one of some formats with a name, in upper or lower case, or a `ParameterError`."""
    by_name = {form.name: form for form in formats}
    if name.casefold() not in by_name:
        *others, last = by_name
        raise ParameterError(f"format {shown(name)} is not known: use {', '.join(others)} or {last}")
    return by_name[name.casefold()]


def format_of_file(path: Path) -> Format:
    """Return the format that a file name selects, or an `OutputError`.

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


def save_document(document: Document, path: str | Path, name: str, parameters: Mapping[str, object]) -> Path:
    """Write the document of a result to a file whose ending selects the format; JSON holds the parameters."""
    path = check_output(path)
    form = format_of_file(path)
    if form.is_of_terms:
        raise OutputError(f"a b-file such as {str(path)!r} is written by commands, with -o: use another name")
    whole = replace(document, is_whole=True)
    return write_file(path, form.render(whole, Origin(name, __version__, parameters, name)))
