"""A document: what a report says, before it becomes text, Markdown or a page for the browser."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

Rows = Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Title:
    """What a document, or a large part of one, is about."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """A few sentences; a line that must end where it ends has a line of its own."""

    text: str


@dataclass(frozen=True)
class Preformatted:
    """Lines in which every blank counts, such as a matrix or a listing."""

    text: str


@dataclass(frozen=True)
class Figure:
    """A picture, where the document becomes something that can hold one.

    Attributes
    ----------
    subject
        What is drawn: a result as a chart, a relation or a War graph as a picture.
    view
        Of a picture, see `wargraph.picture`; a chart has none.
    """

    subject: object
    view: str = ""


@dataclass(frozen=True)
class Table:
    """Rows with a name and a heading.

    Attributes
    ----------
    name
        A short key, unique in the document: what ``--table`` calls it. Tables of one name are parts of one table.
    rows
        All of it, as programs get it.
    heading
        What people read above it.
    excerpt
        What people see of it within a document; None if all of it. An empty one leaves the table out.
    columns
        The header, if there is no row to take it from.
    empty
        What is said to people if there is no row; by default the table is left out.
    is_record
        Whether it is one row of many columns, better read line by line.
    on_request
        Whether programs get it only by its name, as it may have millions of rows.
    """

    name: str
    rows: Rows
    heading: str = ""
    excerpt: Rows | None = None
    columns: Sequence[str] = ()
    empty: str = ""
    is_record: bool = False
    on_request: bool = False

    @property
    def shown(self) -> Rows:
        """The rows that people see within a document."""
        return self.rows if self.excerpt is None else self.excerpt

    @property
    def header(self) -> list[str]:
        """The names of all columns."""
        return list(self.rows[0] if self.rows else self.columns)

    def __add__(self, other: "Table") -> "Table":
        """One table of two parts."""
        is_whole = self.excerpt is None and other.excerpt is None
        excerpt = None if is_whole else [*self.shown, *other.shown]
        return replace(self, rows=[*self.rows, *other.rows], excerpt=excerpt)


Block = Title | Paragraph | Preformatted | Figure | Table
Part = Block | str | None
"""What `Document.of` takes: a block, the text of a paragraph, or nothing."""


@dataclass(frozen=True)
class Document:
    """Blocks, one below the other. The first table is what a file of one table holds unless another is named.

    Examples
    --------
    >>> games = Table("games", [{"turns": 3, "games": 2}], heading="Games by their turns")
    >>> document = Document([Title("Five games"), games, Table("cycles", [], empty="No game is endless.")])
    >>> list(document.tables), document.tables["games"].header
    (['games', 'cycles'], ['turns', 'games'])
    """

    blocks: Sequence[Block]

    @classmethod
    def of(cls, *parts: Part) -> "Document":
        """The document of these parts, where a text is a paragraph, and an empty text or None is left out.

        >>> Document.of("One game.", None, "").blocks
        [Paragraph(text='One game.')]
        """
        return cls([Paragraph(part) if isinstance(part, str) else part for part in parts if part])

    @classmethod
    def joined(cls, documents: Iterable["Document"]) -> "Document":
        """One document of several that answer alike: tables of one name become one, what is said twice is said once.

        What each opens with, before its first table, comes first.

        >>> answers = (Document([Table("turns", [{"n": n}]), Paragraph("By transcripts.")]) for n in (5, 6))
        >>> table, paragraph = Document.joined(answers).blocks
        >>> table.rows, paragraph
        ([{'n': 5}, {'n': 6}], Paragraph(text='By transcripts.'))
        """
        found: dict[object, Block] = {}
        openings: list[Block] = []
        others: list[Block] = []
        for document in documents:
            openings += document.opening
            others += document.blocks[len(document.opening) :]
        for block in [*openings, *others]:
            key = block.name if isinstance(block, Table) else id(block.subject) if isinstance(block, Figure) else block
            before = found.get(key)
            found[key] = before + block if isinstance(before, Table) and isinstance(block, Table) else block
        return cls(list(found.values()))

    @property
    def opening(self) -> list[Block]:
        """What comes before the first table."""
        return list(takewhile(lambda block: not isinstance(block, Table), self.blocks))

    @property
    def tables(self) -> dict[str, Table]:
        """The tables by their names, the parts of each put together."""
        return {block.name: block for block in self.joined([self]).blocks if isinstance(block, Table)}

    def only(self, name: str) -> "Document":
        """The document of one table, with all of its rows."""
        table = self.tables[name]
        return Document(
            [Table(name, table.rows, columns=table.columns, empty=table.empty or f"table {name} has no rows")]
        )
