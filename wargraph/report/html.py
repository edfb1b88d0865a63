"""Documents as pages for the browser, which load nothing and run no scripts, and as output of a notebook."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape

from wargraph.errors import OutputError
from wargraph.report.columns import heading
from wargraph.report.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.figure import drawn
from wargraph.report.tables import for_people, is_numeric, isolated

_PART_TAGS = {
    "<h1>": '<div class="heading title">',
    "<h2>": '<div class="heading">',
    "</h1>": "</div>",
    "</h2>": "</div>",
}
_HEADING = re.compile("|".join(_PART_TAGS))

_STYLE = """\
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #ffffff; --soft: #666666; --line: #c9c9c9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #17181a; --soft: #a0a0a0; --line: #45474b; }
}
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 2.5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { max-width: 48rem; white-space: pre-line; overflow-wrap: anywhere; }
pre, .table { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { font-weight: 600; }
.number { text-align: right; }
figure { margin: 1rem 0; }
figure :is(svg, img) { max-width: 100%; height: auto; background: #ffffff; }
@media (prefers-color-scheme: dark) { figure :is(svg, img) { filter: invert(1) hue-rotate(180deg); } }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: .8rem; }
  figure, tr { break-inside: avoid; }
  h1, h2 { break-after: avoid; }
  pre, .table { overflow: visible; }
  th, td { padding: .15rem .5rem; white-space: normal; overflow-wrap: break-word; }
}
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }"""

_PART_STYLE = """\
.wargraph { color: inherit; }
.wargraph .heading { font-weight: 600; margin: 1em 0 .3em; }
.wargraph .title { font-size: 1.2em; }
.wargraph p { max-width: 48rem; white-space: pre-line; }
.wargraph pre, .wargraph .table { overflow-x: auto; background: none; color: inherit; }
.wargraph pre { font-family: monospace; white-space: pre; }
.wargraph table { border-collapse: collapse; border: none; margin: 0; font-variant-numeric: tabular-nums; }
.wargraph tr, .wargraph thead { background: none !important; border: none; }
.wargraph .table tr th, .wargraph .table tr td { padding: .15em .7em; text-align: left; white-space: nowrap;
  color: inherit; border: none; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
.wargraph .table .number { text-align: right; }
.wargraph svg, .wargraph img { max-width: 100%; height: auto; background: #ffffff; }"""
_HEAD, _TAIL = 50, 10
"""Rows at the beginning and at the end of a long table that a notebook shows."""


def html_part(document: Document) -> str:
    """A document as part of a page, such as the output of a notebook, in the colours of that page.

    A long table shows its first and its last rows, and a line says so. Columns without any value are left out.

    Examples
    --------
    >>> part = html_part(Document([Title("2 < 3"), Table("games", [{"turns": turns} for turns in range(1000)])]))
    >>> print(*part.splitlines()[-3:], sep="\\n")
    </tbody></table></div>
    <p>The first 50 and the last 10 of 1,000 rows; to_pandas() and rows() give all.</p>
    </div>
    """
    shown: list[Block] = []
    for block in document.blocks:
        if not isinstance(block, Table):
            shown.append(block)
            continue
        rows = list(block.shown)
        empty = {column for column in (rows[0] if rows else ()) if all(row[column] is None for row in rows)}
        if len(rows) > _HEAD + _TAIL:
            rows = rows[:_HEAD] + rows[-_TAIL:]
        shown.append(replace(block, excerpt=[{name: row[name] for name in row if name not in empty} for row in rows]))
        if len(rows) < len(block.shown):
            count = f"The first {_HEAD} and the last {_TAIL} of {len(block.shown):,} rows"
            shown.append(Paragraph(f"{count}; to_pandas() and rows() give all."))
    blocks = "\n".join(filter(None, map(_block, shown)))
    # A notebook makes its table of contents from headings, where these do not belong.
    blocks = _HEADING.sub(lambda tag: _PART_TAGS[tag[0]], blocks)
    return f'<div class="wargraph"><style>\n{_PART_STYLE}\n</style>\n{blocks}\n</div>'


def html_page(document: Document, title: str, source: str) -> str:
    """A document as a whole page, light or dark according to the reader's system.

    Parameters
    ----------
    document
        The contents of the page.
    title
        The title of the browser window.
    source
        The last line of the page, which names the program and the command.

    Examples
    --------
    >>> page = html_page(Document([Title("2 < 3"), Table("games", [{"turns": 1000}])]), "War", "wargraph 1.0")
    >>> print(*page.splitlines()[-6:], sep="\\n")
    <thead><tr><th scope="col" class="number">Turns</th></tr></thead>
    <tbody>
    <tr><td class="number">1,000</td></tr>
    </tbody></table></div>
    <footer>wargraph 1.0</footer>
    </html>
    """
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_STYLE}\n</style>",
            *filter(None, map(_block, document.blocks)),
            f"<footer>{escape(source)}</footer>",
            "</html>",
            "",
        ]
    )


def _block(block: Block) -> str:
    match block:
        case Table(shown=[]):
            return _element("p", block.empty) if block.empty else ""
        case Table():
            return (_element("h2", block.heading) + "\n" if block.heading else "") + _table(block)
        case Figure():
            return _figure(block)
        case Title():
            return _element("h1", block.text)
        case Paragraph():
            return _element("p", block.text)
        case Preformatted():
            return _element("pre", block.text)


def _figure(figure: Figure) -> str:
    """The picture as an element of the page, or the reason why this machine cannot draw it."""
    try:
        return f"<figure>{drawn(figure).html()}</figure>"
    except OutputError as error:
        return _element("p", f"There is no picture here: {error}")


def _table(table: Table) -> str:
    rows, columns = table.shown, list(table.shown[0])
    numeric = {column for column in columns if is_numeric(rows, column)}
    if table.is_record and len(rows) == 1:
        lines = [
            _element("th", heading(column), scope="row") + _cell("td", for_people(value), column in numeric)
            for column, value in rows[0].items()
        ]
        return _framed(lines)
    head = "".join(_cell("th", heading(column), column in numeric, scope="col") for column in columns)
    lines = ["".join(_cell("td", for_people(row[column]), column in numeric) for column in columns) for row in rows]
    return _framed(lines, f"<thead><tr>{head}</tr></thead>\n")


def _framed(lines: Iterable[str], head: str = "") -> str:
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="table"><table>\n{head}<tbody>\n{body}\n</tbody></table></div>'


def _cell(tag: str, text: str, is_number: bool, **attributes: str) -> str:
    return _element(tag, text, **attributes, **({"class": "number"} if is_number else {}))


def _element(tag: str, text: str, **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{given}>{escape(isolated(text))}</{tag}>"
