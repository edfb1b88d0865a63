"""The columns of all tables: identifiers that never change for programs, headings for people.

`columns.csv` lists them with meanings and units. A column without a heading there is headed by its identifier.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def columns() -> Mapping[str, Mapping[str, str]]:
    """Return the columns by their identifiers, each with its ``heading``, ``meaning`` and ``unit``."""
    with Path(__file__).with_name("columns.csv").open(encoding="utf-8", newline="") as file:
        return {row["identifier"]: row for row in csv.DictReader(file)}


def heading(identifier: str) -> str:
    """Return the heading of a column.

    >>> heading("per_round_low"), heading("cycle_length")
    ('Share of rounds, lower limit', 'Cycle length')
    """
    listed = columns().get(identifier)
    words = identifier.replace("_", " ")
    return (listed and listed["heading"]) or words[:1].upper() + words[1:]


def heading_and_unit(identifier: str) -> str:
    """Return the heading of a column with its unit, for the axis of a chart.

    >>> heading_and_unit("cycle_length")
    'Cycle length (turns)'
    """
    return f"{heading(identifier)} ({columns()[identifier]['unit']})"
