"""The README and the pages of the site: Python runs and is typed, commands can be read, links lead somewhere."""

import re

import pytest
from mypy import api

from tests.docs.pages import (
    PAGES,
    QUESTIONS,
    README,
    ROOT,
    START,
    assert_as_shown,
    commands_in,
    listings,
    name_of,
    read_command,
    sessions,
    table_cells,
)
from tests.support import long

TYPED = [(path, text) for path in PAGES for text in listings(path, "sh")]
TYPED += [(path, typed) for path in PAGES for text in listings(path, "console") for typed, _ in sessions(text)]
SHOWN = [path for path in PAGES if listings(path, "console") and path != START]
BLOCKS = re.DOTALL | re.MULTILINE
FIRST = [README, START]
PYTHON = [*FIRST, *long(*(path for path in PAGES if listings(path, "python") and path not in FIRST))]


@pytest.mark.long
def test_what_the_pages_show_is_typed(tmp_path):
    blocks = [block for path in FIRST for block in listings(path, "python")]
    lines = ["import wargraph", "from wargraph import *", *table_cells(QUESTIONS, 3)]
    (tmp_path / "shown.py").write_text("\n".join([*blocks, *lines, ""]), "utf-8")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    out, err, _ = api.run([*settings, str(tmp_path / "shown.py")])
    assert out + err == "Success: no issues found in 1 source file\n"


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_the_python_of_a_page_prints_as_shown(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    known = {"__name__": "shown"}
    blocks = re.findall(r"^```python\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?", path.read_text("utf-8"), BLOCKS)
    assert blocks
    for code, shown in blocks:
        exec(compile(code, name_of(path), "exec"), known)
        printed = capsys.readouterr().out
        assert not shown or printed == shown


@pytest.mark.long
@pytest.mark.parametrize("path", SHOWN, ids=name_of)
def test_what_a_page_shows_is_printed(path, tmp_path):
    for text in listings(path, "console"):
        assert_as_shown(text, tmp_path)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_the_commands_of_a_page_can_be_read(path):
    typed = [text for page, text in TYPED if page == path]
    if path in (README, QUESTIONS):
        typed += table_cells(path, 2)
    for text in typed:
        for words in commands_in(text):
            read_command(words)


def anchor(heading):
    """The anchor of a heading, as code hosts and the site make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_and_pictures_lead_somewhere(path):
    text = re.sub(r"`[^`]*`", "", path.read_text("utf-8"))
    for target, fragment in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), target
        assert not fragment or fragment in anchors(file), (target, fragment)
