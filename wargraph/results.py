"""What every result has in common: it names its parameters, gives rows and prints itself."""

from abc import ABC, abstractmethod

Row = dict[str, object]
"""One line of a table, by column name."""


class Result(ABC):
    """Base of the frozen dataclasses that the analyses return."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """The result as rows, ready for a table in any format."""

    def __str__(self) -> str:
        from wargraph.export.tables import text_table

        return text_table(self.rows())
