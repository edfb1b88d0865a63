"""The first page of the site does what it says: all that it types, from nothing to the files to share.

It is typed where nothing is installed but what its first command installs.
"""

import re

import pytest

from tests.docs.bare import bare_environment
from tests.docs.pages import START, assert_as_shown, run

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled_kernels")]

PIECES = re.findall(r"^```(sh|toml|console)\n(.*?)^```$", START.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def edit(settings, file):
    """Give the lines of a rules file that are named new values, each once."""
    text = file.read_text("utf-8")
    for line in settings.splitlines():
        text, count = re.subn(rf"^{line.split(' = ')[0]} = .*$", line, text, flags=re.MULTILINE)
        assert count == 1, line
    file.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where somebody has followed the page from its beginning to its end."""
    folder = tmp_path_factory.mktemp("start")
    programs = bare_environment(tmp_path_factory.mktemp("bare"))
    for language, text in PIECES:
        if language == "toml":
            edit(text, folder / "mine.toml")
        elif language == "console":
            assert_as_shown(text, folder, programs)
        elif "pip install" not in text and "apt install" not in text:
            run(text, folder, programs)
    return folder


def test_the_page_leaves_what_it_says(folder):
    rules = {"mine.toml", "mine.svg", "game.svg", "game.html", "game.gif"}
    matrix = {"types.csv", "spy.txt", "spy.svg", "spy.html", "report.html"}
    assert {path.name for path in folder.iterdir()} == rules | matrix | {"war.svg", "war.html", "longest.svg"}
    assert "A game of War: kids," in (folder / "game.html").read_text("utf-8")
    assert "marshal" in (folder / "report.html").read_text("utf-8")
