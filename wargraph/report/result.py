"""The base of all results: comparison by content, rows, documents, data frames, files, and display in notebooks."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from wargraph.report.document import Document, Part, Table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

Row = dict[str, object]
"""The cells of one row of a table, by column name."""


def row_of(subject: object, *columns: str, **more: object) -> Row:
    """A row of attributes, under their names, and of more values; enumerations become plain text.

    >>> from wargraph import longest
    >>> row_of(longest(7), "n", "order", turns_plus_one=18)
    {'n': 7, 'order': 'WL', 'turns_plus_one': 18}
    """
    row = {name: getattr(subject, name) for name in columns} | more
    return {name: str(value) if isinstance(value, Enum) else value for name, value in row.items()}


class ComparedByContent:
    """Base of classes whose objects are equal if they have the same type and content, as copies have.

    Arrays are equal if they hold the same numbers of the same type, and NaN equals itself. Dataclasses are compared by
    those of their fields that have `compare` set; other classes define `_compared`.
    """

    __slots__ = ()

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        for name in ("__eq__", "__hash__"):  # else a dataclass makes its own, which cannot compare arrays
            if name not in vars(cls):
                setattr(cls, name, getattr(ComparedByContent, name))

    def _compared(self) -> object:
        """The content that decides whether two objects are equal."""
        return [getattr(self, each.name) for each in fields(self) if each.compare]  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or _content(self) == _content(other)

    def __hash__(self) -> int:
        return hash(_content(self))


def _content(value: Any) -> Any:
    """A value that can be hashed, and equals that of another object exactly if the contents are equal."""
    if isinstance(value, ComparedByContent):
        return type(value), _content(value._compared())
    if hasattr(value, "tobytes"):  # of numpy
        if not value.shape:
            return _content(value.item())
        numbers = _content(value.tolist()) if value.dtype.hasobject else value.tobytes()  # objects are addresses there
        return value.dtype.str, value.shape, numbers
    if isinstance(value, list | tuple):
        return tuple(map(_content, value))
    if isinstance(value, Mapping):
        return frozenset((key, _content(each)) for key, each in value.items())
    if isinstance(value, Set):
        return frozenset(value)
    if isinstance(value, float) and value != value:
        return "NaN"
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), _content([getattr(value, each.name) for each in fields(value) if each.compare])
    is_by_identity = type(value).__hash__ is object.__hash__  # type: ignore[comparison-overlap]
    if is_by_identity and hasattr(value, "__dict__") and not callable(value):
        return type(value), _content(vars(value))  # such as a strategy, whose copy would be another one
    return value


class Result(ComparedByContent):
    """Base of the frozen dataclasses that the analyses return. A notebook shows a result by itself.

    A subclass says what it is in up to three places. `_columns`, or `rows` if the attributes alone do not make the
    rows; `_answer`, the opening sentence; `_body`, what stands below it if that is more than the rows.
    A result does not know how charts and pictures are drawn: `wargraph.report.figure`.
    """

    __slots__ = ()

    _columns: ClassVar[Sequence[str]] = ()
    """The attributes that make the single row of a result with one row."""

    def rows(self) -> list[Row]:
        """The result as rows, ready for a table in any format."""
        return [row_of(self, *self._columns)]

    def _answer(self) -> str:
        """What the question was and what came out, in a sentence or two; empty if the rows say it as well."""
        return ""

    def _body(self) -> Iterable[Part]:
        """What the document has below the answer: by default the rows as a table."""
        return [Table("rows", self.rows())]

    def document(self) -> Document:
        """The result as people read it: the answer, then its tables and notes."""
        return Document.of(self._answer(), *self._body())

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """The rows, or another table of the document, as a data frame of pandas.

        Whole numbers stay exact: a column with missing numbers has the dtype ``Int64``, and a column with a number of
        more than 64 bits holds Python integers.

        Parameters
        ----------
        table
            The name of a table, one of ``document().tables``; by default the frame holds the rows that `rows` returns.

        Returns
        -------
        pandas.DataFrame
            One row for each row of the table.

        Raises
        ------
        ParameterError
            If the document has no such table.
        OutputError
            If pandas is not installed.

        Examples
        --------
        >>> from wargraph import lengths
        >>> int(lengths(9).to_pandas()["positions"].sum())
        1814400
        """
        from wargraph.report.tables import data_frame

        return data_frame(self.rows() if table is None else self.document().table(table).rows)

    def plot(self) -> "Figure":
        """Draw the result as a chart, as `wargraph.plot` does.

        Returns
        -------
        matplotlib.figure.Figure
            The chart.

        Raises
        ------
        ParameterError
            If there is no chart for this kind of result.
        """
        from wargraph.report.figure import chart

        figure: Figure = chart(self)
        return figure

    def save(self, path: "str | Path") -> "Path":
        """Write the report to a file in the format that the ending of the file name selects.

        Parameters
        ----------
        path
            The file. ``.html``, ``.md`` and ``.txt`` files hold the whole report, ``.json`` files all tables and the
            relation, and ``.csv``, ``.tex`` and ``.parquet`` files the first table.

        Returns
        -------
        pathlib.Path
            The file that was written.

        Raises
        ------
        OutputError
            If the ending is none of these, or the file cannot be written; in that case no incomplete file is left.

        Examples
        --------
        >>> import tempfile
        >>> from wargraph import longest
        >>> path = longest(7).save(f"{tempfile.mkdtemp()}/longest.csv")
        >>> print(path.read_text(), end="")
        n,order,deals,turns,positions,example
        7,WL,any,17,1,324517|6
        """
        from wargraph.report.formats import save_document

        relation = getattr(getattr(self, "graph", self), "relation", None)
        return save_document(self.document(), path, type(self).__name__, relation.parameters if relation else {})

    def __str__(self) -> str:
        from wargraph.report.text import text_document

        return text_document(self.document())

    def _repr_html_(self) -> str:
        from wargraph.report.html import html_part

        return html_part(self.document())
