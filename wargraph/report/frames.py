"""Rows as data frames of pandas."""

from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING

from wargraph.errors import OutputError
from wargraph.report.document import Rows

if TYPE_CHECKING:
    import pandas as pd

_LARGEST = 2**63 - 1


def data_frame(rows: Rows) -> "pd.DataFrame":
    """The rows as a data frame, in which whole numbers stay exact.

    Raises
    ------
    OutputError
        If pandas is not installed.

    Examples
    --------
    >>> frame = data_frame([{"turns": 3, "positions": 2**70}, {"turns": None, "positions": 1}])
    >>> list(map(str, frame.dtypes)), frame["positions"][0] == 2**70
    (['Int64', 'object'], True)
    """
    try:
        import pandas as pd
    except ImportError:
        raise OutputError("a data frame needs the library pandas: pip install pandas, or use rows()") from None
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    return pd.DataFrame({name: pd.Series(values, dtype=_kind(values)) for name, values in columns.items()})


def _kind(values: Sequence[object]) -> str | None:
    """The dtype of a column of whole numbers; None for other columns, whose dtype pandas finds."""
    known = [value for value in values if value is not None]
    numbers = [int(value) for value in known if isinstance(value, Integral) and not isinstance(value, bool)]
    if not numbers or len(numbers) < len(known):
        return None
    if max(map(abs, numbers)) > _LARGEST:
        return "object"
    return "int64" if len(numbers) == len(values) else "Int64"
