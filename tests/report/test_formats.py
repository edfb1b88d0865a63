"""The formats: found by name and by the names of files, and all render what a command hands over."""

from pathlib import Path

import pytest

from wargraph.report.document import Document, Paragraph, Table
from wargraph.report.formats import FORMATS, Origin, Terms, format_named, format_of_file

TERMS = [{"n": 1, "turns": 0}, {"n": 2, "turns": 1}]
DOCUMENT = Document([Paragraph("Longest games"), Table("games", TERMS), Table("cycles", [{"n": 9}])])
ORIGIN = Origin("longest", "1.0", {"order": "WL"}, "wargraph longest 1..2", Terms("turns", "turns"))


def test_every_ending_picks_its_format():
    named = {f"longest{end}": form for form in FORMATS for end in form.endings if "#" not in end}
    for name, form in {**named, "b400411.txt": format_named("bfile"), "b12345.txt": FORMATS[0]}.items():
        assert format_of_file(Path("folder.csv") / name) is format_of_file(Path(name.upper())) is form


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_formats_hold_everything_or_the_first_table(form):
    text = form.render(DOCUMENT, ORIGIN)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert ("Longest games" in text) == form.is_for_people
    assert ("9" in text) == (form.is_for_people or form.name == "json")


def test_tables_on_request_are_not_in_json():
    table = Table("every", [{"n": 9}], excerpt=(), on_request=True)
    assert "every" not in format_named("json").render(Document([*DOCUMENT.blocks, table]), ORIGIN)
