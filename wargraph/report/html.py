"""Documents as pages for the browser, which load nothing and run no scripts, and as output of a notebook."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from pathlib import Path

from wargraph.errors import OutputError
from wargraph.report.columns import heading
from wargraph.report.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title, ends
from wargraph.report.figure import drawn
from wargraph.report.tables import for_people, is_numeric

_MOST_ROWS = 60
"""Rows of a table that a notebook shows."""

_GAP: dict[str, object] = {}
"""The row that stands for those left out."""


def html_part(document: Document) -> str:
    """Return a document as part of a page, such as the output of a notebook, in the colours of that page.

    A long table shows its first and its last rows, and a line says so.

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
        first, last = ends(block.shown, _MOST_ROWS)
        shown.append(replace(block, excerpt=[*first, *[_GAP] * bool(last), *last]))
        if last:
            count = f"The first {len(first)} and the last {len(last)} of {len(block.shown):,} rows"
            shown.append(Paragraph(f"{count}; to_pandas() and rows() give all."))
    blocks = "\n".join(filter(None, map(_block, shown)))
    # A notebook makes its table of contents from headings, where these do not belong.
    blocks = blocks.replace("<h1>", '<div class="heading title">').replace("<h2>", '<div class="heading">')
    blocks = re.sub("</h[12]>", "</div>", blocks)
    return f'<div class="wargraph">{_style("part")}\n{blocks}\n</div>'


def html_page(document: Document, title: str, source: str) -> str:
    """Return a document as a whole page, light or dark according to the reader's system.

    The title is that of the browser window; the source is the last line of the page.

    >>> page = html_page(Document([Title("2 < 3"), Table("games", [{"turns": 1000}])]), "War", "wargraph 1.0")
    >>> print(*page.splitlines()[-6:], sep="\\n")
    <thead><tr><th scope="col" class="number">Turns</th></tr></thead>
    <tbody>
    <tr><td class="number">1,000</td></tr>
    </tbody></table></div>
    <footer>wargraph 1.0</footer>
    </html>
    """
    blocks = "\n".join(filter(None, map(_block, document.blocks)))
    return f"""\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
{_style("page")}
{blocks}
<footer>{escape(source)}</footer>
</html>
"""


def _style(name: str) -> str:
    return f"<style>\n{Path(__file__).with_name(f'{name}.css').read_text('utf-8')}</style>"


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
    """Return the picture as an element of the page, or the reason why this machine cannot draw it."""
    try:
        return f"<figure>{drawn(figure).html()}</figure>"
    except OutputError as error:
        return _element("p", f"There is no picture here: {error}")


def _table(table: Table) -> str:
    rows, columns = table.shown, list(table.shown[0])
    numeric = {column for column in columns if is_numeric([*filter(None, rows)], column)}
    if table.is_record and len(rows) == 1:
        return _framed(
            _element("th", heading(column), scope="row") + _cell("td", for_people(value), column in numeric)
            for column, value in rows[0].items()
        )
    head = "".join(_cell("th", heading(column), column in numeric, scope="col") for column in columns)
    gap = _element("td", "\u22ee", colspan=str(len(columns)))
    lines = (
        "".join(_cell("td", for_people(row[column]), column in numeric) for column in columns) if row else gap
        for row in rows
    )
    return _framed(lines, f"<thead><tr>{head}</tr></thead>\n")


def _framed(lines: Iterable[str], head: str = "") -> str:
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="table"><table>\n{head}<tbody>\n{body}\n</tbody></table></div>'


def _cell(tag: str, text: str, is_number: bool, **attributes: str) -> str:
    return _element(tag, text, **attributes, **({"class": "number"} if is_number else {}))


def _element(tag: str, text: str, **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{given}>{escape(text)}</{tag}>"
