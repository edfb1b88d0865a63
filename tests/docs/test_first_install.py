"""What the README's first command installs is enough for the README, the first page and the page of questions."""

import json
import re
import shlex
import subprocess
import tomllib
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from venv import EnvBuilder

import pytest
from packaging.requirements import Requirement

from tests.docs.pages import (
    QUESTIONS,
    README,
    ROOT,
    START,
    assert_as_shown,
    commands_in,
    listings,
    run,
    table_cells,
)

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled_kernels")]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

SMALLER = {
    "cycles 13": "cycles 7",
    "play --preset kids --seed 3 --film game.gif": "play --preset kids,deck=5x4 --seed 3 --film game.gif",
    "summary 10": "summary 7",
    "endless-deal delahaye-mathieu": "endless-deal delahaye-mathieu,replacement=loser-first",
    "lengths --matrix cyclic:11": "lengths --matrix cyclic:7",
    "auction tournament Min Max Dummy SimpleMinded1 SimpleMinded2 Adversary": "auction tournament Min Adversary",
    "auction study --opponents 1..10 --plot six.svg": "auction study --opponents 1..2 --games 1000 --plot six.svg",
}
"""What takes many seconds, and the same for less. Of the rest, `smaller` makes long ranges of cards and games short."""

EXTRA = "pip install -e '.["
"""A listing with this says itself that what it types takes more than the first command installs."""

TYPING = """
import json, os, sys
from contextlib import redirect_stdout

from wargraph.cli import main

sys.stdin = open("answers")
for words in json.load(open("commands")):
    sys.argv = ["wargraph", *words]
    try:
        with redirect_stdout(open(os.devnull, "w")):
            main()
    except SystemExit as end:
        assert end.code == 0, words
"""
"""One process for all commands, as each would else load the libraries for itself."""


def required(requirements, extra=""):
    """The distributions that some requirements install, with all that these require in turn, by name."""
    found = {}
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            found[requirement.name] = distribution(requirement.name)
            for each in ("", *requirement.extras):
                found |= required(found[requirement.name].requires or (), each)
    return found


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of a new environment, with links to the plain dependencies where they lie here."""
    folder = tmp_path_factory.mktemp("bare")
    EnvBuilder().create(folder)
    (packages,) = folder.glob("lib/*/site-packages")
    for each in required(PROJECT["dependencies"]).values():
        for name in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(Path(str(each.locate_file(name))))
    (packages / "wargraph.pth").write_text(f"{ROOT}\n", "utf-8")
    command = folder / "bin" / "wargraph"
    command.write_text(f"#!{folder}/bin/python\nfrom wargraph.__main__ import main\n\nmain()\n", "utf-8")
    command.chmod(0o755)
    return folder / "bin"


def smaller(line):
    return SMALLER.get(line) or re.sub(r"\b1\.\.(9|1\d)(,1\d)*\b", "1..7", line).replace("100000", "1000")


def lines_of(page):
    """The commands of a page, in listings and in tables, that the first command is enough for, each once."""
    typed = [text for text in listings(page, "sh") if EXTRA not in text] + table_cells(page, 2)
    return dict.fromkeys(shlex.join(words) for text in typed for words in commands_in(text))


def test_what_two_pages_type_works_when_installed(programs, tmp_path):
    (tmp_path / "answers").write_text("q\n", "utf-8")
    (tmp_path / "spy.csv").write_text("0,1,0\n0,0,1\n1,0,0\n", "utf-8")  # the reader's own
    for text in listings(README, "sh") + listings(QUESTIONS, "sh"):
        if "wargraph" in text and "pip install" not in text:
            run(f"wargraph() {{ :; }}\n{text}", tmp_path)  # the files that it makes
    typed = [shlex.split(line) for line in dict.fromkeys(map(smaller, lines_of(README) | lines_of(QUESTIONS)))]
    (tmp_path / "commands").write_text(json.dumps(typed), "utf-8")
    program = [programs / "python", "-c", TYPING]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stderr


def edit(settings, file):
    """Give the lines of a rules file that are named new values, each once."""
    text = file.read_text("utf-8")
    for line in settings.splitlines():
        text, count = re.subn(rf"^{line.split(' = ')[0]} = .*$", line, text, flags=re.MULTILINE)
        assert count == 1, line
    file.write_text(text, "utf-8")


def test_the_first_page_leaves_what_it_says(programs, tmp_path):
    """All that it types is typed, from its beginning to its end, and prints what it shows; but the film is shorter."""
    listed = re.findall(r"^```(sh|toml|console)\n(.*?)^```$", START.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    for language, text in listed:
        if language == "toml":
            edit(text, tmp_path / "mine.toml")
        elif language == "console":
            assert_as_shown(text, tmp_path, programs)
        elif "pip install" not in text and "apt install" not in text:
            run(text.replace("mine.toml --seed 1 --film", "mine.toml,deck=5x4 --seed 1 --film"), tmp_path, programs)
    rules = {"mine.toml", "mine.svg", "game.svg", "game.html", "game.gif"}
    matrix = {"types.csv", "spy.txt", "spy.svg", "spy.html", "report.html"}
    assert {path.name for path in tmp_path.iterdir()} == rules | matrix | {"war.svg", "war.html", "longest.svg"}
    assert "A game of War: mine" in (tmp_path / "game.html").read_text("utf-8")
    assert "marshal" in (tmp_path / "report.html").read_text("utf-8")


def test_what_only_an_extra_installs_is_missed(programs):
    assert " ".join(sorted(PROJECT["optional-dependencies"])) == "cluster docs lint peers studies test"
    for name in ("dask", "pysat"):
        assert find_spec(name)
        done = subprocess.run([programs / "python", "-c", f"import {name}"], capture_output=True, encoding="utf-8")
        assert f"No module named {name!r}" in done.stderr
