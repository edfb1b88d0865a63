"""The columns of all tables: each is listed in code and on the page, with its meaning and unit."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_expected import PRINTED, cases
from tests.report.test_result import KINDS
from wargraph.report.columns import COLUMNS, heading

PAGE = Path(__file__).parents[2] / "docs" / "columns.md"


def test_the_page_lists_the_columns_as_the_code_does(request):
    lines = [f"| `{name}` | {each.heading} | {each.meaning} | {each.unit} |" for name, each in COLUMNS.items()]
    text = PAGE.read_text("utf-8")
    found = re.findall(r"^\| `.*\n", text, re.MULTILINE)
    if request.config.getoption("--renew"):
        rule = "|---|---|---|---|\n"
        start = text.index(rule) + len(rule)
        stop = text.index("\n`pytest ")
        PAGE.write_text(text[:start] + "".join(f"{line}\n" for line in lines) + text[stop:], "utf-8")
    else:
        assert [line.rstrip("\n") for line in found] == lines
    assert list(COLUMNS) == sorted(COLUMNS)


def test_what_commands_write_for_programs_is_listed():
    found = set()
    for typed, text in cases(PRINTED):
        if "--format csv" in typed:
            found |= set(text.splitlines()[0].split(","))
        elif "--format json" in typed:
            document = json.loads(text.replace("VERSION", '"0"'))
            found |= {
                name
                for rows in [document["rows"], *document.get("tables", {}).values()]
                for row in rows
                for name in row
            }
    assert len(found) > 60
    assert found - COLUMNS.keys() == set()


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_of_every_result_are_listed(kind):
    result = KINDS[kind](3)
    if hasattr(result, "document"):
        headers = [table.header for table in result.document().tables.values()]
        assert {name for header in headers for name in header} - COLUMNS.keys() == set()
        assert [header for header in headers if len(set(map(heading, header))) < len(header)] == []
