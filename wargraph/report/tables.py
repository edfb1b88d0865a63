"""Rows as text, Markdown, LaTeX, CSV, JSON, b-files of the OEIS and data frames of pandas.

In each function `rows` is a sequence of dictionaries, whose keys are the identifiers of the columns.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from numbers import Integral, Real
from typing import TYPE_CHECKING

from wargraph.errors import OutputError
from wargraph.report.columns import heading
from wargraph.report.document import Rows
from wargraph.report.layout import NO_GAP, Grid
from wargraph.report.precision import FractionText, Measured

if TYPE_CHECKING:
    import pandas as pd

_LARGEST_JSON_INTEGER = 2**53
"""Programs that read numbers as doubles are exact up to here; larger integers are written as strings."""

_LARGEST_OF_NUMPY = 2**63 - 1
_MOST_UPRIGHT, _LEAST_UPRIGHT = 5, 7
"""The most rows, and the fewest columns, of a table that stands upright if it is too wide."""

_LIMITS = r"(^|_)(low|high|error|exact)$"
_SECONDARY = (re.compile(_LIMITS), re.compile(rf"{_LIMITS}|(^|_)(share|sd|mode)$"))
"""The columns that a table which is too wide does without: first limits and errors, then shares as well."""

_LATEX = str.maketrans(
    {mark: f"\\{mark}" for mark in "&%$#_{}"}
    | {"^": "\\^{}", "~": "\\textasciitilde{}", "\\": "\\textbackslash{}", "|": "\\textbar{}"}
    | {mark: f"\\ensuremath{{{mark}}}" for mark in "<>"}
)
_MARKUP = re.compile(r"(?m)[\\`*\[\]<|]|^[>#+-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=#?\w+;)")


def text_table(rows: Rows, is_whole: bool = True, gap: tuple[int, str] = NO_GAP) -> str:
    """Return the rows as a text table with numbers to the right and texts to the left, laid out for the window.

    A table that is too wide loses its limits and shares, unless it must be whole. If that is not enough, a few rows
    stand upright, with a line for each column; or texts break between words; or columns follow below the others, each
    time beside the first one, or the first two if only both tell the rows apart. A gap is the number of rows above it,
    and a line that says what is left out there.

    >>> print(text_table([{"n": 10, "positions": 19958400, "example": "1|2"}]))
     n   Positions  Example
    --  ----------  -------
    10  19,958,400  1|2
    """
    columns = _columns(rows) if is_whole else columns_that_fit(rows)
    grid = _grid(rows, columns)
    if grid.fits or (grid.fits_broken and not (len(rows) <= _MOST_UPRIGHT and len(columns) >= _LEAST_UPRIGHT)):
        return grid.text(gap)
    if len(rows) == 1:
        return text_record({column: rows[0][column] for column in columns})
    names, *cells = [list(map(heading, columns)), *([for_people(row[column]) for column in columns] for row in rows)]
    headings = [names[0], *(of_row[0] for of_row in cells)]
    upright = Grid([names[1:], *(of_row[1:] for of_row in cells)], [False, *[True] * len(rows)], headings)
    if upright.fits and gap == NO_GAP:
        return upright.text()
    if grid.fits_broken:
        return grid.text(gap)
    keys = next((most for most in (1, 2) if len({tuple(map(row.get, columns[:most])) for row in rows}) == len(rows)), 1)
    bands = [columns[:keys]]
    for column in columns[keys:]:
        if len(bands[-1]) > keys and not _grid(rows, [*bands[-1], column]).fits_broken:
            bands.append(columns[:keys])
        bands[-1].append(column)
    return "\n\n".join(_grid(rows, band).text(gap) for band in bands)


def columns_that_fit(rows: Rows) -> list[str]:
    """Return the columns of a table without limits, or without shares as well, if all are too wide for the window."""
    for left_out in (None, *_SECONDARY):
        columns = [name for name in _columns(rows) if not (left_out and left_out.search(name))]
        if _grid(rows, columns).fits:
            return columns
    return _columns(rows) if len(rows) == 1 else columns  # one row stands upright, whole


def text_record(row: Mapping[str, object]) -> str:
    """Return one row as text, with a line for each column.

    >>> print(text_record({"positions": 60, "arcs": 72}))
    Positions  60
    Arcs       72
    """
    values = list(map(for_people, row.values()))
    return Grid([[*map(heading, row)], values], [False, all(map(_is_number, row.values()))]).text()


def markdown_table(rows: Rows) -> str:
    """Return the rows as a table in Markdown.

    >>> print(markdown_table([{"n": 2, "example": "1|2"}]))
    | n | Example |
    |--:|:--------|
    | 2 | 1\\|2    |
    """
    head, *others = _aligned(rows, escaped_markdown)
    dashes = ["-" * (len(cell) + 1) for cell in head]
    rule = [
        f"{part}:" if is_numeric(rows, column) else f":{part}"
        for part, column in zip(dashes, _columns(rows), strict=True)
    ]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'|'.join(rule)}|", *(f"| {' | '.join(row)} |" for row in others)])


def latex_table(rows: Rows) -> str:
    """Return the rows as a LaTeX table with the rules of the package booktabs.

    >>> print(latex_table([{"n": 2, "example": "1|2"}]))
    % needs \\usepackage{booktabs}
    \\begin{tabular}{rl}
    \\toprule
    n & Example \\\\
    \\midrule
    2 & 1\\textbar{}2 \\\\
    \\bottomrule
    \\end{tabular}
    """
    lines = [f"{' & '.join(row).rstrip()} \\\\" for row in _aligned(rows, lambda text: text.translate(_LATEX))]
    sides = "".join("r" if is_numeric(rows, column) else "l" for column in _columns(rows))
    head = ["% needs \\usepackage{booktabs}", f"\\begin{{tabular}}{{{sides}}}"]
    table = ["\\toprule", *lines[:1], "\\midrule", *lines[1:], "\\bottomrule", "\\end{tabular}"]
    return "\n".join(head + table)


def csv_table(rows: Rows, columns: Sequence[str] | None = None) -> str:
    """Return the rows as comma-separated values with a header; lines end with LF.

    A table without rows has the header that `columns` gives.

    >>> csv_table([{"n": 2, "example": "1|2"}])
    'n,example\\n2,1|2\\n'
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    header = _columns(rows) if columns is None else columns
    writer.writerow(header)
    writer.writerows([row[column] for column in header] for row in rows)
    return text.getvalue()


def json_document(
    rows: Rows,
    command: str,
    version: str,
    parameters: Mapping[str, object],
    tables: Mapping[str, Rows] | None = None,
) -> str:
    """Return the rows as JSON, with the command, the version of the package and the parameters that made them.

    Integers beyond 2**53 become strings, so that no program rounds them. Further tables stand under ``tables``.

    >>> print(json_document([{"n": 2**60}], "longest", "1.0", {}), end="")
    {"command": "longest", "version": "1.0", "parameters": {}, "rows": [
      {"n": "1152921504606846976"}
    ]}
    """
    head = json.dumps({"command": command, "version": version, "parameters": _json_value(parameters)})
    further = ",\n".join(f"{json.dumps(name)}: {_json_rows(table)}" for name, table in (tables or {}).items())
    tail = f', "tables": {{\n{further}\n}}' if further else ""
    return f'{head[:-1]}, "rows": {_json_rows(rows)}{tail}}}\n'


def bfile(terms: Mapping[int, int], comments: Iterable[str] = ()) -> str:
    """Return terms a(n), by n, as a b-file of the OEIS: ASCII, with comments at the beginning.

    >>> bfile({1: 0, 2: 1}, ["squares of n - 1"])
    '# squares of n - 1\\n1 0\\n2 1\\n'
    """
    head = [f"# {comment.encode('unicode_escape').decode()}\n" for comment in comments]
    return "".join([*head, *(f"{n} {value}\n" for n, value in terms.items())])


def data_frame(rows: Rows) -> "pd.DataFrame":
    """Return the rows as a data frame of pandas, in which whole numbers stay exact.

    >>> frame = data_frame([{"turns": 3, "positions": 2**70}, {"turns": None, "positions": 1}])
    >>> list(map(str, frame.dtypes)), frame["positions"][0] == 2**70
    (['Int64', 'object'], True)
    """
    try:
        import pandas as pd
    except ImportError:
        raise OutputError("a data frame needs the library pandas: pip install pandas, or use rows()") from None
    columns = {name: [row[name] for row in rows] for name in _columns(rows)}
    return pd.DataFrame({name: pd.Series(values, dtype=_dtype(values)) for name, values in columns.items()})


def for_people(value: object) -> str:
    """Return a value for people: thousands are separated, digits beyond the error are omitted, and None is empty."""
    if isinstance(value, Measured | FractionText):
        return value.display
    if isinstance(value, Integral) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else str(value)


def is_numeric(rows: Rows, column: str) -> bool:
    """Return whether a column holds numbers only, so that it is aligned to the right."""
    return all(_is_number(row[column]) or row[column] is None for row in rows)


def escaped_markdown(text: str) -> str:
    """Return a text in which nothing can be mistaken for markup, such as a bar for the border of a cell.

    >>> print(escaped_markdown("2|1 in [my_deck](http:x)"))
    2\\|1 in \\[my_deck\\](http:x)
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def _grid(rows: Rows, columns: Sequence[str]) -> Grid:
    cells = [[for_people(row[column]) for row in rows] for column in columns]
    return Grid(cells, [is_numeric(rows, column) for column in columns], list(map(heading, columns)))


def _aligned(rows: Rows, escaped: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Return the headings, and the cells of each row: all of a column as wide, with numbers to the right."""
    columns = []
    for column in _columns(rows):
        cells = [escaped(text) for text in (heading(column), *(for_people(row[column]) for row in rows))]
        width = max(map(len, cells))
        columns.append([cell.rjust(width) if is_numeric(rows, column) else cell.ljust(width) for cell in cells])
    return list(zip(*columns, strict=True))


def _columns(rows: Rows) -> list[str]:
    return list(rows[0]) if rows else []


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _json_rows(rows: Rows) -> str:
    lines = ",\n".join(f"  {json.dumps(_json_value(row), ensure_ascii=False)}" for row in rows)
    return f"[\n{lines}\n]" if rows else "[]"


def _json_value(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Integral):
        return int(value) if abs(int(value)) <= _LARGEST_JSON_INTEGER else str(value)
    return float(value) if isinstance(value, Real) else str(value)


def _dtype(values: Sequence[object]) -> str | None:
    """Return the dtype of a column of whole numbers; None for other columns, whose dtype pandas finds."""
    known = [value for value in values if value is not None]
    numbers = [int(value) for value in known if isinstance(value, Integral) and not isinstance(value, bool)]
    if not numbers or len(numbers) < len(known):
        return None
    if max(map(abs, numbers)) > _LARGEST_OF_NUMPY:
        return "object"
    return "int64" if len(numbers) == len(values) else "Int64"
