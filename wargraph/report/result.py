"""The base of all results: comparison by content, rows, documents, data frames, files, and display in notebooks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from enum import Enum
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar

from wargraph.errors import ParameterError
from wargraph.report.document import Document, Figure, Part, Table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

Row = dict[str, object]
"""The cells of one row of a table, by column name."""


def row_of(subject: object, *columns: str, **more: object) -> Row:
    """Return a row of attributes, under their names, and of more values; enumerations become plain text.

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

    def _compared(self) -> Sequence[object]:
        """Return the content that decides whether two objects are equal."""
        return [getattr(self, field.name) for field in fields(self) if field.compare]  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or _is_equal(self._compared(), other._compared())

    def __hash__(self) -> int:
        return hash((type(self), *(value for value in self._compared() if isinstance(value, str | Integral))))


def _is_equal(one: Any, other: Any) -> bool:
    if hasattr(one, "dtype") and hasattr(other, "dtype"):  # arrays and numbers of numpy
        if one.dtype != other.dtype or one.shape != other.shape:
            return False
        return bool(((one == other) | ((one != one) & (other != other))).all())
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_is_equal, one, other))
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_is_equal(one[key], other[key]) for key in one)
    return bool(one == other or (one != one and other != other))


class Result(ComparedByContent):
    """Base of the frozen dataclasses that the analyses return. A notebook shows a result by itself.

    A subclass says what it is in up to three places. `_columns`, or `rows` if the attributes alone do not make the
    rows; `_answer`, the opening sentence; `_body`, what stands below it if that is more than the rows.
    A result does not know how charts and pictures are drawn: `wargraph.report.figure`.
    """

    __slots__ = ()

    _columns: ClassVar[Sequence[str]] = ()
    """The columns; they are the attributes that make the row of a result with one row."""

    _question: ClassVar[Sequence[str]] = ()
    """The first columns of many rows, which say what was asked and which the answer says to people."""

    def rows(self) -> list[Row]:
        """Return the result as rows, ready for a table in any format."""
        return [row_of(self, *self._columns)]

    def _answer(self) -> str:
        """Say the question and its answer in a sentence or two; empty if the rows say it as well."""
        return ""

    def _body(self) -> Iterable[Part]:
        """Return the parts of the document below the answer: by default the rows as a table."""
        return [Table("rows", self.rows(), columns=[*self._question, *self._columns], question=self._question)]

    def document(self) -> Document:
        """Return the result as people read it: the answer, then its tables and notes."""
        return Document.of(self._answer(), *self._body())

    def to_pandas(self, table: str | None = None) -> "pd.DataFrame":
        """Return the rows, or the table of the document with this name, as a data frame of pandas.

        Whole numbers stay exact: a column with missing numbers has the dtype ``Int64``, and a column with a number of
        more than 64 bits holds Python integers.

        >>> from wargraph import lengths
        >>> int(lengths(9).to_pandas()["positions"].sum())
        1814400
        """
        from wargraph.report.tables import data_frame

        return data_frame(self.rows() if table is None else self.document().table(table).rows)

    def plot(self) -> Any:
        """Draw the result as a chart, as `wargraph.plot` does, or raise a `ParameterError` if there is none."""
        from wargraph.report.figure import drawn

        return drawn(Figure(self))

    def save(self, path: "str | Path") -> "Path":
        """Write the report to a file in the format that the ending of the file name selects.

        ``.html``, ``.md`` and ``.txt`` files hold the whole report, of which `print` shows one screen, ``.json`` files
        all tables and the relation, and ``.csv`` and ``.tex`` files the first table.

        >>> import tempfile
        >>> from wargraph import longest
        >>> path = longest(7).save(f"{tempfile.mkdtemp()}/longest.csv")
        >>> print(path.read_text(), end="")
        n,order,deals,turns,positions,example
        7,WL,all,17,1,324517|6
        """
        from wargraph.report.formats import save_document

        relation = getattr(getattr(self, "graph", self), "relation", None)
        return save_document(self.document(), path, type(self).__name__, relation.parameters if relation else {})

    def __str__(self) -> str:
        from wargraph.report.text import text_document

        return text_document(
            self.document(), ('save("report.txt") writes the whole report', "to_pandas(NAME) gives one table")
        )

    def _repr_html_(self) -> str:
        from wargraph.report.html import html_part

        return html_part(self.document())


class Results(Result):
    """Several results of one kind, which show themselves as one table.

    A notebook shows the rows of all results below one another. Indexing and iterating give the single results.

    Parameters
    ----------
    results : iterable of Result
        The results, such as the longest games for several numbers of cards; those of several kinds raise a
        `ParameterError`.

    Examples
    --------
    >>> from wargraph import longest
    >>> found = Results(longest(n) for n in range(5, 8))
    >>> print(found)
    n  Return order  Deals  Turns  Positions  Example
    -  ------------  -----  -----  ---------  --------
    5  WL            all        9          1  1325|4
    6  WL            all       17          4  31246|5
    7  WL            all       17          1  324517|6
    >>> len(found), found[-1].turns
    (3, 17)
    """

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = tuple(results)
        if len(kinds := {type(each).__name__ for each in self._results}) > 1:
            raise ParameterError(f"results of {' and '.join(sorted(kinds))} are no one table: give results of one kind")

    def _compared(self) -> Sequence[object]:
        return self._results

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, place: int) -> Result:
        return self._results[place]

    def __repr__(self) -> str:
        return f"Results({list(self._results)!r})"

    def rows(self) -> list[Row]:
        """Return the rows of all results."""
        return [row for result in self._results for row in result.rows()]

    def document(self) -> Document:
        """Return the report of a single result, or the tables of several, each with the rows of all."""
        if len(self) == 1:
            return self[0].document()
        tables = Document.joined(result.document() for result in self._results).tables
        others = [replace(table, excerpt=[]) for name, table in tables.items() if name != "rows"]
        silent = [result._answer() for result in self._results if not result.rows()]
        return Document.of(Table("rows", self.rows()), *silent, *others)
