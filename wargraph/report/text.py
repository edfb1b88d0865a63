"""Documents as text for the terminal and as Markdown; `html.py` makes pages of them."""

import sys
from collections.abc import Collection, Iterable, Sequence
from textwrap import indent

from wargraph.report.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title, ends
from wargraph.report.layout import PROSE, SCREEN, window, wrapped
from wargraph.report.tables import columns_that_fit, escaped_markdown, markdown_table, text_record, text_table

_ROOM = SCREEN - 2
"""The lines of a brief report, between the command and what is typed next."""
_LEAST_ROWS = 6

MORE = ("--full prints the whole report", "--table NAME one table")
"""How those who typed a command see the rest of a brief report, and one of its tables."""


def text_document(document: Document, more: tuple[str, str] = MORE) -> str:
    """Return a document as text for the window, without a line end.

    If a report is longer than a screen, the text is its answer: the texts before the first table, this table, maybe
    without the rows in its middle, and what else there is room for. The last line says how to see the rest.

    >>> print(text_document(Document([Title("Two cards"), Table("games", [{"turns": 1}], heading="Games")])))
    Two cards
    <BLANKLINE>
    Games
    <BLANKLINE>
    Turns
    -----
        1
    """
    blocks = document.blocks
    if document.is_whole:
        return _joined(map(_text, blocks))
    tables = [block for block in blocks if isinstance(block, Table)]
    is_narrowed = any(block.shown and columns_that_fit(block.shown[:_ROOM]) != [*block.shown[0]] for block in tables)
    if sum(len(block.shown) for block in tables) <= _ROOM:
        texts = [_text(block, is_whole=False) for block in blocks]
        if _lines(texts) <= _ROOM - 2 * is_narrowed:
            return _joined([*texts, is_narrowed and f"{more[0]}."])
    return _brief(blocks, [table.name for table in tables if table.rows], more)


def _brief(blocks: Sequence[Block], names: Iterable[str], more: tuple[str, str]) -> str:
    """Return the text of blocks that are too long for a screen, of whose tables those with some names have rows."""

    def rest(seen: Collection[str] = ()) -> str:
        others = [name for name in dict.fromkeys(names) if name not in {*seen, "rows"}]
        lines = wrapped(
            f"{more[0]}{f', {more[1]}: ' * bool(others)}{', '.join(others)}.", min(window(), PROSE) - 2
        ).splitlines()
        return "\n".join(lines[:2]) + " …" * (len(lines) > 2)

    room = _ROOM - _lines([rest()]) - 1
    titles = [place for place, block in enumerate(blocks) if isinstance(block, Title)]
    part = blocks[: titles[1] if titles[1:] else None]  # what another title heads is a report of its own
    main = next((place for place, block in enumerate(part) if isinstance(block, Table) and block.shown), len(part))
    texts = ["" if isinstance(block, Preformatted) else _text(block) for block in part[:main]] + [""] * len(part[main:])
    for most_rows in range(room, _LEAST_ROWS - 1, -1):
        texts[main : main + 1] = [_text(block, most_rows, is_whole=False) for block in part[main : main + 1]]
        if _lines(texts) <= room:
            break
    for place, block in enumerate(part):
        if not texts[place] and not (isinstance(block, Table) and len(block.shown) > room):
            text = _text(block, is_whole=False)
            if _lines([*texts, text]) <= room:
                texts[place] = text
    seen = {
        block.name
        for block, text in zip(part, texts, strict=True)
        if isinstance(block, Table) and text and text == _text(block, _ROOM)
    }
    return _joined([*texts, rest(seen)])


def markdown_document(document: Document) -> str:
    """Return a document in Markdown, without a line end.

    >>> print(markdown_document(Document([Title("Two cards"), Paragraph("The deal 2|1.")])))
    # Two cards
    <BLANKLINE>
    The deal 2\\|1.
    """
    return _joined(map(_markdown, document.blocks))


def _text(block: Block, most_rows: int = sys.maxsize, is_whole: bool = True) -> str:
    match block:
        case Table(shown=[]):
            return wrapped(block.empty)
        case Table(shown=[row], is_record=True):
            return _under(block.heading, text_record(row))
        case Table():
            rows = block.shown if is_whole else block.shown_briefly
            if not rows:
                return ""
            if len(rows) <= most_rows:
                return _under(block.heading, text_table(rows, is_whole))
            first, last = ends(rows, most_rows)
            gap = (len(first), f"… {len(rows) - most_rows:,} more rows")
            return _under(block.heading, text_table([*first, *last], is_whole, gap))
        case Figure():
            return ""
        case Preformatted():
            return wrapped(block.text, window())
        case _:
            return wrapped(block.text)


def _markdown(block: Block) -> str:
    match block:
        case Table(shown=[]):
            return escaped_markdown(block.empty)
        case Table():
            heading = block.heading and f"## {escaped_markdown(block.heading)}\n\n"
            return f"{heading}{markdown_table(block.shown)}"
        case Figure():
            return ""
        case Title():
            return f"# {escaped_markdown(block.text)}"
        case Paragraph():
            return escaped_markdown(block.text)
        case Preformatted():
            return indent(block.text, "    ")


def _under(heading: str, text: str) -> str:
    return f"{wrapped(heading)}\n\n{text}" if heading else text


def _lines(texts: Iterable[str]) -> int:
    return _joined(texts).count("\n") + 1


def _joined(texts: Iterable[str | bool]) -> str:
    return "\n\n".join(filter(None, texts))  # type: ignore[arg-type]
