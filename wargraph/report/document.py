"""Documents: the contents of reports, before they become text, Markdown or a page for the browser."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from wargraph.errors import ParameterError, shown

Rows = Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Text:
    """A block of text, whose class says its kind."""

    text: str


class Title(Text):
    """The title of a document, or of a large part of one."""


class Paragraph(Text):
    """A few sentences. Line ends in the text stay."""


class Preformatted(Text):
    """Lines in which blanks matter, such as a matrix or a listing."""


@dataclass(frozen=True)
class Figure:
    """A picture, in formats that can hold one.

    The subject is the result that a chart shows, with the settings of `wargraph.plot`, or the relation or War graph
    that a picture shows in a view of `wargraph.picture`; the view of a chart is empty. A drawing stands for itself.
    """

    subject: object
    view: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """Rows with a name and a heading. Tables with the same name are parts of one table."""

    name: str  # a short key, which --table takes
    rows: Rows  # all of them, as programs get them
    heading: str = ""  # for people
    excerpt: Rows | None = None  # the rows that people see in a document; None for all, and if empty there is no table
    columns: Sequence[str] = ()  # the header of a table without rows
    empty: str = ""  # a sentence for people if there are no rows; by default there is no table then
    is_record: bool = False  # one row of many columns, which people read more easily line by line
    brief: Rows | None = None  # the rows that a report of one screen shows; None for the excerpt, () for none
    on_request: bool = False  # programs get the table only by its name, as it may have millions of rows
    question: Sequence[str] = ()  # columns that say what was asked: people read that above the table

    @property
    def shown(self) -> Rows:
        """The rows that people see within a document, without what was asked and without columns that are empty."""
        return self._seen(self.rows if self.excerpt is None else self.excerpt)

    @property
    def shown_briefly(self) -> Rows:
        """The rows that people see in a report of one screen."""
        return self.shown if self.brief is None else self._seen(self.brief)

    def _seen(self, rows: Rows) -> Rows:
        names = rows[0] if rows else ()
        hidden = {*self.question, *(name for name in names if all(row.get(name) is None for row in rows))}
        return [{name: cell for name, cell in row.items() if name not in hidden} for row in rows] if hidden else rows

    @property
    def header(self) -> list[str]:
        """The identifiers of the columns."""
        return list(self.rows[0] if self.rows else self.columns)

    def __add__(self, other: "Table") -> "Table":
        is_whole = self.excerpt is None and other.excerpt is None
        excerpt = None if is_whole else [*self.shown, *other.shown]
        return replace(self, rows=[*self.rows, *other.rows], excerpt=excerpt)


Block = Title | Paragraph | Preformatted | Figure | Table
Part = Block | str | None
"""A part of a document, as `Document.of` takes it: a block, the text of a paragraph, or nothing."""


@dataclass(frozen=True)
class Document:
    """Blocks, one below the other. A file for a single table holds the first one, unless the user names another.

    A terminal shows a document that `is_whole` with all blocks, rows and columns, however many there are.

    >>> games = Table("games", [{"turns": 3, "games": 2}], heading="Games by their turns")
    >>> document = Document([Title("Five games"), games, Table("cycles", [], empty="No game is endless.")])
    >>> list(document.tables), document.tables["games"].header
    (['games', 'cycles'], ['turns', 'games'])
    """

    blocks: Sequence[Block]
    is_whole: bool = False

    @classmethod
    def of(cls, *parts: Part) -> "Document":
        """Return the document of these parts, where a text is a paragraph, and an empty text or None is left out.

        >>> Document.of("One game.", None, "").blocks
        [Paragraph(text='One game.')]
        """
        return cls([Paragraph(part) if isinstance(part, str) else part for part in parts if part])

    @classmethod
    def joined(cls, documents: Iterable["Document"]) -> "Document":
        """Return one document from several documents of the same kind.

        Tables with the same name become one table, and equal blocks are kept once. The blocks that each document has
        before its first table come first.

        >>> answers = (Document([Table("turns", [{"n": n}]), Paragraph("By transcripts.")]) for n in (5, 6))
        >>> table, paragraph = Document.joined(answers).blocks
        >>> table.rows, paragraph
        ([{'n': 5}, {'n': 6}], Paragraph(text='By transcripts.'))
        """
        openings: list[Block] = []
        others: list[Block] = []
        for document in documents:
            openings += document.opening
            others += document.blocks[len(document.opening) :]
        joined: dict[object, Block] = {}
        for block in [*openings, *others]:
            key = block.name if isinstance(block, Table) else id(block.subject) if isinstance(block, Figure) else block
            before = joined.get(key)
            joined[key] = before + block if isinstance(before, Table) and isinstance(block, Table) else block
        return cls(list(joined.values()))

    def entitled(self, title: str) -> "Document":
        """Return the document under another title, which takes the place of one at its beginning and of its chart's.

        If there are several figures, they keep their own titles.

        >>> Document([Title("Games"), Paragraph("One game.")]).entitled("Sunday").blocks
        [Title(text='Sunday'), Paragraph(text='One game.')]
        """
        has_title = bool(self.blocks) and isinstance(self.blocks[0], Title)
        blocks = [Title(title), *self.blocks[has_title:]]
        figures = [block for block in blocks if isinstance(block, Figure)]
        if len(figures) == 1 and not figures[0].view:
            chart = replace(figures[0], settings={**figures[0].settings, "title": title})
            blocks[blocks.index(figures[0])] = chart
        return replace(self, blocks=blocks)

    @property
    def opening(self) -> list[Block]:
        """The blocks before the first table."""
        return list(takewhile(lambda block: not isinstance(block, Table), self.blocks))

    @property
    def tables(self) -> dict[str, Table]:
        """The tables by their names, with the parts of each put together."""
        return {block.name: block for block in self.joined([self]).blocks if isinstance(block, Table)}

    def table(self, name: str) -> Table:
        """Return the table with a name, or a `ParameterError`."""
        tables = self.tables
        if name not in tables:
            raise ParameterError(f"this report has no table {shown(name)}: use {', '.join(tables)}")
        return tables[name]

    def only(self, name: str) -> "Document":
        """Return the document with one table alone, and all of its rows."""
        table = self.table(name)
        empty = table.empty or f"table {name} has no rows"
        return Document([Table(name, table.rows, columns=table.columns, empty=empty)], is_whole=True)


def ends(rows: Rows, most: int) -> tuple[Rows, Rows]:
    """Return the first and the last rows of a long table, `most` together; a shorter table has no last rows.

    >>> ends([{"n": n} for n in range(1000)], 6)[1], ends([{"n": 5}], 6)
    ([{'n': 999}], ([{'n': 5}], []))
    """
    last = most // 6
    return (rows[: most - last], rows[-last:]) if len(rows) > most else (rows, [])
