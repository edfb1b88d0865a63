"""The columns of all tables: each is listed, with its meaning and unit."""

import json

import pytest

from tests.cli.test_expected import PRINTED, cases
from tests.report.test_result import KINDS
from wargraph.report.columns import columns, heading


def test_the_list_is_sorted_and_says_no_heading_twice():
    assert list(columns()) == sorted(columns())
    for name, listed in columns().items():
        assert listed["meaning"], name
        assert listed["unit"], name
        words = name.replace("_", " ")
        assert listed["heading"] != words[0].upper() + words[1:]


def test_what_commands_write_for_programs_is_listed():
    found = set()
    for typed, text in cases(PRINTED):
        if "--format csv" in typed:
            found |= set(text.splitlines()[0].split(","))
        elif "--format json" in typed:
            document = json.loads(text.replace("VERSION", '"0"'))
            for rows in [document["rows"], *document.get("tables", {}).values()]:
                found |= {name for row in rows for name in row}
    assert len(found) > 60
    assert found - columns().keys() == set()


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_of_every_result_are_listed(kind):
    result = KINDS[kind](3)
    if hasattr(result, "document"):
        headers = [table.header for table in result.document().tables.values()]
        assert {name for header in headers for name in header} - columns().keys() == set()
        assert [header for header in headers if len(set(map(heading, header))) < len(header)] == []
