"""What every result has in common: it names its parameters, gives rows, makes a document, and shows itself."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from wargraph.document import Document, Table

if TYPE_CHECKING:
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

    def document(self) -> Document:
        """The result as people read it: by default its rows as a table."""
        return Document([Table("rows", self.rows())])

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

    def __str__(self) -> str:
        from wargraph.export.documents import text_document

        return text_document(self.document())

    def _repr_html_(self) -> str:
        from wargraph.export.html import html_part

        return html_part(self.document())
