"""The page of measurements holds what benchmarks print, and is written by a program."""

import re

import pytest
import speed
from commands import COMMANDS, HOURS, LARGE, measured

from tests.docs.pages import ROOT, read_command

PAGE = speed.PAGE.read_text("utf-8")
WHERE = re.compile(r"\d{4}-\d\d-\d\d, wargraph [\d.]+, Python 3\.\d+\.\d+, \d+ cores of .+")


def test_every_listing_is_printed_by_a_benchmark_that_says_when_and_where():
    listings = [*speed.LISTING.finditer(PAGE)]
    assert len(listings) == PAGE.count("\n```text\n") >= 6
    for found in listings:
        assert (ROOT / "benchmarks" / f"{found[1]}.py").exists()
        *shown, where, _ = found[0].splitlines()
        assert len(shown) > 4
        assert WHERE.fullmatch(where)


def test_no_measurement_is_typed():
    """But that of another program, with its source."""
    between = speed.LISTING.sub("", PAGE)
    assert not re.search(r"^\|", between, re.MULTILINE)
    assert re.findall(r"[\d,.]+ (?:s|seconds|minutes|hours)\b", between) == ["579,203 s"]


@pytest.mark.long
def test_listings_are_measured_anew_and_nothing_else_changes(tmp_path):
    page = tmp_path / "page.md"
    text = "before\n\n```text\n$ python benchmarks/ratios.py --help\nold\n```\n\n```sh\nls\n```\n"
    page.write_text(text, "utf-8")
    speed.measure(page, ["ratios"])
    before, measured_now, after = re.split(r"```text\n|\n```\n\n```sh", page.read_text("utf-8"))
    command, *shown, _, where = measured_now.splitlines()
    assert (before, after) == ("before\n\n", "\nls\n```\n")
    assert command == "$ python benchmarks/ratios.py --help"
    assert "--renew" in "\n".join(shown)
    assert WHERE.fullmatch(where)
    with pytest.raises(SystemExit, match="no listing of games: it has ratios"):
        speed.measure(page, ["games"])


@pytest.mark.long
def test_the_commands_that_are_measured_can_be_read():
    for command in {*COMMANDS, *LARGE, *HOURS} - {"--help"}:
        read_command(command.split())
    seconds, gigabytes = measured("--help")
    assert seconds > 0.01
    assert gigabytes > 0.01  # at least: a process begins with the memory of the one that starts it, here all the tests
    with pytest.raises(SystemExit, match="wargraph longest 0: "):
        measured("longest 0")
