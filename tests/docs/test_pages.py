"""The README and the pages of the site: Python runs and is typed, commands can be read, links lead somewhere."""

import re
import subprocess
from itertools import pairwise

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
)

TYPED = [(path, text) for path in PAGES for text in listings(path, "sh")]
TYPED += [(path, typed) for path in PAGES for text in listings(path, "console") for typed, _ in sessions(text)]
SHOWN = [path for path in PAGES if listings(path, "console") and path != START]
BLOCKS = re.DOTALL | re.MULTILINE
PYTHON = [path for path in PAGES if listings(path, "python")]


def table_cells(path, column):
    """The code in a column of the tables of questions."""
    rows = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| ") and "`" in line]
    cells = [re.split(r"(?<!\\)\|", row)[column] for row in rows]
    return [code.replace("\\|", "|") for cell in cells for code in re.findall("`([^`]+)`", cell)]


def test_the_tables_have_their_commands_and_their_python():
    assert len(table_cells(QUESTIONS, 2)) > 45
    assert len(table_cells(QUESTIONS, 3)) > 45
    assert len(table_cells(README, 2)) == 10


@pytest.fixture
def check(tmp_path):
    def run(source):
        (tmp_path / "shown.py").write_text(source, "utf-8")
        settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
        out, err, _ = api.run([*settings, str(tmp_path / "shown.py")])
        return out + err

    return run


@pytest.mark.long
def test_what_the_pages_show_is_typed(check):
    blocks = [block for path in (README, START) for block in listings(path, "python")]
    assert len(blocks) == 2
    lines = ["import wargraph", "from wargraph import *", *table_cells(QUESTIONS, 3)]
    lines += ["wargraph.longest(wargraph.WarGraph(7)).turns + 1", "longest(7).example.left"]
    found = check("\n".join([*blocks, *lines, ""]))
    assert found == "Success: no issues found in 1 source file\n"


@pytest.mark.long
@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_the_python_of_a_page_runs(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    known = {"__name__": "shown"}
    for block in listings(path, "python"):
        exec(compile(block, name_of(path), "exec"), known)


@pytest.mark.parametrize("path", [README, START], ids=name_of)
def test_the_first_python_prints_what_stands_below_it(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ((code, shown),) = re.findall(r"^```python\n(.*?)^```\n\n```\n(.*?)^```$", path.read_text("utf-8"), BLOCKS)
    exec(compile(code, name_of(path), "exec"), {})
    assert capsys.readouterr().out == shown


@pytest.mark.long
@pytest.mark.parametrize("path", SHOWN, ids=name_of)
def test_what_a_page_shows_is_printed(path, tmp_path):
    for text in listings(path, "console"):
        assert_as_shown(text, tmp_path)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_listing_begins_and_ends_on_a_line_of_its_own(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if "```" in line]
    openings, closings = lines[::2], lines[1::2]
    assert len(openings) == len(closings)
    assert [line for line in openings if not re.fullmatch(r"\s*```([a-z]*|\{[a-z-]+\}.*)", line)] == []
    assert [line for line in closings if line.strip() != "```"] == []


def test_what_the_pages_type_is_shell():
    assert len(TYPED) > 40
    for _, text in TYPED:
        subprocess.run(["bash", "-n"], input=text, text=True, check=True)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_the_commands_of_a_page_can_be_read(path):
    typed = [text for page, text in TYPED if page == path]
    if path in (README, QUESTIONS):
        typed += table_cells(path, 2)
    for text in typed:
        for words in commands_in(text):
            read_command(words)


def test_a_command_that_cannot_be_read_would_be_noticed():
    (words,) = commands_in("wargraph render 5 --colour red -o war.svg")
    with pytest.raises(Exception, match="--colour"):
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


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_line_of_a_formula_begins_as_a_list_does(path):
    """A line that begins with a plus, or with a number and a full stop, would leave its paragraph and become a list."""
    text = re.sub("^```.*?^```", "", path.read_text("utf-8"), flags=BLOCKS)
    lines = text.splitlines()
    torn = [line for before, line in pairwise(lines) if re.match(r"\s*(\+|1\.) ", line) and before.strip()]
    assert torn == []
