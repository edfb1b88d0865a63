"""The columns of all tables: each is listed, with its meaning and unit."""

from itertools import pairwise

import pytest

from tests.report.test_result import KINDS
from wargraph.report.columns import columns, heading


def test_the_list_is_sorted_without_double_headings():
    names = list(columns())
    wrong = [(name, before) for before, name in pairwise(names) if name < before]
    assert not wrong, f"columns.csv is sorted by identifier: move each of these before the other: {wrong}"
    for name, listed in columns().items():
        assert all((listed["meaning"], listed["unit"])), name
        assert listed["heading"] != name.replace("_", " ").capitalize()


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_of_every_result_are_listed(kind):
    result = KINDS[kind](3)
    if hasattr(result, "document"):
        headers = [table.header for table in result.document().tables.values()]
        unlisted = {name for header in headers for name in header} - columns().keys()
        assert not unlisted, f"add {sorted(unlisted)} to wargraph/report/columns.csv: heading, meaning and unit"
        assert [header for header in headers if len(set(map(heading, header))) < len(header)] == []
