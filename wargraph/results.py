"""What every result has in common: it names its parameters, gives rows, makes a document, and shows itself."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from wargraph.document import Document, Paragraph, Table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from wargraph.export.chart import Chart

Row = dict[str, object]
"""One line of a table, by column name."""


class Result(ABC):
    """Base of the frozen dataclasses that the analyses return. In a notebook they show themselves.

    A result is below `wargraph.export`, and does not know how it looks.
    """

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[Row]:
        """The result as rows, ready for a table in any format."""

    def _answer(self) -> str:
        """What was asked and what came out, in a sentence or two; empty if the rows say it as well."""
        return ""

    def document(self) -> Document:
        """The result as people read it: by default the answer, and the rows as a table."""
        answer = self._answer()
        return Document([*([Paragraph(answer)] if answer else []), Table("rows", self.rows())])

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """The rows, or another table of the document, as a data frame of pandas.

        Whole numbers stay exact: where some are missing the column is of the kind ``Int64``, and where one needs more
        than 64 bits it holds Python's own.

        Parameters
        ----------
        table
            One of ``document().tables``; by default what `rows` gives.

        Raises
        ------
        ParameterError
            If there is no such table.
        OutputError
            If pandas is not installed.

        Examples
        --------
        >>> from wargraph import lengths
        >>> int(lengths(9).to_pandas()["positions"].sum())
        1814400
        """
        from wargraph.export.frames import data_frame, table_of

        return data_frame(self.rows() if table is None else table_of(self.document(), table))

    def plot(self) -> "Chart":
        """The result as a chart, if it has numbers over turns or over cards: `wargraph.plot`.

        Raises
        ------
        ParameterError
            If it has none.
        """
        from wargraph.export.plots import plot

        return plot(self)

    def save(self, path: "str | Path") -> "Path":
        """Write the report to a file whose ending picks the format.

        ``.html``, ``.md`` and ``.txt`` hold all of it, ``.json`` all its tables and the relation, ``.csv`` the first
        one.

        Raises
        ------
        OutputError
            If the ending is another one, or the file cannot be written; nothing half-written is left.

        Examples
        --------
        >>> import tempfile
        >>> from wargraph import longest
        >>> path = longest(7).save(f"{tempfile.mkdtemp()}/longest.csv")
        >>> print(path.read_text(), end="")
        n,order,deals,turns,positions,example
        7,WL,any,17,1,324517|6
        """
        from wargraph.export.formats import save_document

        relation = getattr(getattr(self, "graph", self), "relation", None)
        return save_document(self.document(), path, type(self).__name__, relation.parameters if relation else {})

    def __str__(self) -> str:
        from wargraph.export.documents import text_document

        return text_document(self.document())

    def _repr_html_(self) -> str:
        from wargraph.export.html import html_part

        return html_part(self.document())
