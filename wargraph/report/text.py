"""Documents as text for the terminal and as Markdown; `html.py` makes pages of them."""

import sys
from collections.abc import Iterable
from textwrap import indent

from wargraph.report.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title, ends
from wargraph.report.tables import escaped_markdown, markdown_table, text_record, text_table

LINES = 60
"""The lines of a report on a terminal: about two screens."""

_ROWS = (50, 36, 24, 16)
"""Rows of each table in a long report: as many as fit of these."""


def text_document(document: Document) -> str:
    """Return a document as text for a terminal, without a line end.

    A report of more than `LINES` lines is shortened: long tables show their first and their last rows and, if that is
    not enough, the last tables are only named.

    >>> print(text_document(Document([Title("Two cards"), Table("games", [{"turns": 1}], heading="Games")])))
    Two cards
    <BLANKLINE>
    Games
    <BLANKLINE>
      Turns
    -------
          1
    """
    blocks = document.blocks
    if document.is_whole:
        return _joined(map(_text, blocks))
    first = next(iter(document.tables), "")
    for most_rows in _ROWS:
        texts = [_text(block, most_rows, is_first=getattr(block, "name", None) == first) for block in blocks]
        if _joined(texts).count("\n") < LINES:
            return _joined(texts)
    left_out: dict[str, None] = {}
    for place, block in reversed([*enumerate(blocks)]):
        if isinstance(block, Table) and block.name != first and texts[place]:
            texts[place] = ""
            left_out[block.name] = None
            if _joined(texts).count("\n") < LINES - 2:
                break
    names = ", ".join(reversed(left_out))
    return _joined([*texts, names and f"More tables, each of which --table NAME shows: {names}."])


def markdown_document(document: Document) -> str:
    """Return a document in Markdown, without a line end.

    >>> print(markdown_document(Document([Title("Two cards"), Paragraph("The deal 2|1.")])))
    # Two cards
    <BLANKLINE>
    The deal 2\\|1.
    """
    return _joined(map(_markdown, document.blocks))


def _text(block: Block, most_rows: int = sys.maxsize, is_first: bool = False) -> str:
    match block:
        case Table(shown=[]):
            return block.empty
        case Table(shown=[row], is_record=True):
            return _under(block.heading, text_record(row))
        case Table() if len(block.shown) <= most_rows:
            return _under(block.heading, text_table(block.shown))
        case Table():
            first, last = ends(block.shown, most_rows)
            lines = text_table([*first, *last]).splitlines()
            way = "--format csv or to_pandas()" if is_first else f'--table {block.name} or to_pandas("{block.name}")'
            rest = f"… {len(block.shown) - most_rows:,} more rows: {way} shows all"
            return _under(block.heading, "\n".join([*lines[: -len(last)], rest, *lines[-len(last) :]]))
        case Figure():
            return ""
        case _:
            return block.text


def _markdown(block: Block) -> str:
    match block:
        case Table(shown=[]):
            return escaped_markdown(block.empty)
        case Table():
            return _under(block.heading and f"## {escaped_markdown(block.heading)}", markdown_table(block.shown))
        case Figure():
            return ""
        case Title():
            return f"# {escaped_markdown(block.text)}"
        case Paragraph():
            return escaped_markdown(block.text)
        case Preformatted():
            return indent(block.text, "    ")


def _under(heading: str, text: str) -> str:
    return f"{heading}\n\n{text}" if heading else text


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, texts))
