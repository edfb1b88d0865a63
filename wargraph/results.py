"""What every result has in common: it names its parameters, gives rows, makes a document and prints itself."""

from abc import ABC, abstractmethod

from wargraph.document import Document, Table

Row = dict[str, object]
"""One line of a table, by column name."""


class Result(ABC):
    """Base of the frozen dataclasses that the analyses return."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """The result as rows, ready for a table in any format."""

    def document(self) -> Document:
        """The result as people read it: by default its rows as a table."""
        return Document([Table("rows", self.rows())])

    def __str__(self) -> str:
        from wargraph.export.documents import text_document  # a result is below export, and does not know how it looks

        return text_document(self.document())
