"""The formats: found by name and by the names of files, and all render what a command hands over."""

from pathlib import Path

import pytest

from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Origin, Terms, format_named, format_of_file

NAMES = [form.name for form in FORMATS]
TERMS = [{"n": 1, "turns": 0}, {"n": 2, "turns": 1}]
DOCUMENT = Document([Paragraph("Longest games"), Table("games", TERMS), Table("cycles", [{"n": 9}])])
ORIGIN = Origin("longest", "1.0", {"order": "WL"}, "wargraph longest 1..2", Terms("turns", "turns"))


@pytest.mark.parametrize("form", FORMATS, ids=NAMES)
def test_every_ending_picks_its_format(form):
    for ending in form.endings:
        name = ending.replace("#", "7") if "#" in ending else f"longest{ending}"
        assert format_of_file(Path("folder.csv") / name) is form
        assert format_of_file(Path(name.upper())) is form


@pytest.mark.parametrize("name", ["b12345.txt", "b1234567.txt", "ab123456.txt", "b123456.txt.txt", "b######.txt"])
def test_other_names_are_no_bfiles(name):
    assert format_of_file(Path(name)).name == ("bfile" if "#" in name else "table")


@pytest.mark.parametrize("form", FORMATS, ids=NAMES)
def test_people_and_json_get_everything_and_other_programs_the_first_table(form):
    text = form.render(DOCUMENT, ORIGIN)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert ("Longest games" in text) == form.is_for_people
    assert ("9" in text) == (form.is_for_people or form.name == "json")


def test_what_is_only_given_on_request_is_no_part_of_json():
    table = Table("every", [{"n": 9}], excerpt=(), on_request=True)
    assert "every" not in format_named("json").render(Document([*DOCUMENT.blocks, table]), ORIGIN)


def test_a_bfile_says_what_it_counts_and_where_it_comes_from():
    text = format_named("bfile").render(DOCUMENT, ORIGIN)
    assert text == "# a(n) = turns\n# wargraph 1.0: wargraph longest 1..2\n1 0\n2 1\n"
