"""Documents as text for the terminal and as Markdown; `html.py` makes pages of them."""

from textwrap import indent

from wargraph.report.document import Block, Document, Figure, Paragraph, Preformatted, Table, Title
from wargraph.report.tables import escaped_markdown, markdown_table, text_record, text_table


def text_document(document: Document) -> str:
    """Return a document as text for a terminal.

    Parameters
    ----------
    document : Document
        The document, as `Result.document` returns it.

    Returns
    -------
    str
        The text, without a line end.

    Examples
    --------
    >>> print(text_document(Document([Title("Two cards"), Table("games", [{"turns": 1}], heading="Games")])))
    Two cards
    <BLANKLINE>
    Games
    <BLANKLINE>
      Turns
    -------
          1
    """
    return "\n\n".join(filter(None, map(_text, document.blocks)))


def markdown_document(document: Document) -> str:
    """Return a document in Markdown.

    Parameters
    ----------
    document : Document
        The document, as `Result.document` returns it.

    Returns
    -------
    str
        The text, without a line end.

    Examples
    --------
    >>> print(markdown_document(Document([Title("Two cards"), Paragraph("The deal 2|1.")])))
    # Two cards
    <BLANKLINE>
    The deal 2\\|1.
    """
    return "\n\n".join(filter(None, map(_markdown, document.blocks)))


def _text(block: Block) -> str:
    match block:
        case Table(shown=[]):
            return block.empty
        case Table(shown=[row], is_record=True):
            return _under(block.heading, text_record(row))
        case Table():
            return _under(block.heading, text_table(block.shown))
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
