"""What the README's first command installs answers what the README and the page of questions ask.

The page that comes first is typed, in the same environment, by `test_start_here`.
"""

import json
import re
import shlex
import subprocess
from importlib.util import find_spec

import pytest

from tests.docs.bare import PROJECT, bare_environment
from tests.docs.pages import QUESTIONS, README, commands_in, listings, name_of, run
from tests.docs.test_pages import table_cells

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled_kernels")]

SMALLER = {
    "cycles 13": "cycles 9",
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


def smaller(line):
    return SMALLER.get(line) or re.sub(r"\b1\.\.(9|1\d)(,1\d)*\b", "1..7", line).replace("100000", "1000")


def typed_on(page):
    """The shell of a page, in listings and in tables, that the first command is enough for."""
    return [text for text in listings(page, "sh") if EXTRA not in text] + table_cells(page, 2)


def lines_of(page):
    """The commands of a page, each once."""
    return dict.fromkeys(shlex.join(words) for text in typed_on(page) for words in commands_in(text))


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    return bare_environment(tmp_path_factory.mktemp("bare"))


@pytest.fixture
def typed(programs, tmp_path):
    """Types commands, one after the other, until one fails: the exit status, and what was said on stderr."""
    (tmp_path / "answers").write_text("q\n", "utf-8")
    (tmp_path / "spy.csv").write_text("0,1,0\n0,0,1\n1,0,0\n", "utf-8")  # the reader's own

    def type_all(lines):
        (tmp_path / "commands").write_text(json.dumps([shlex.split(line) for line in lines]), "utf-8")
        program = [programs / "python", "-c", TYPING]
        done = subprocess.run(program, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=600)
        return done.returncode, done.stderr

    return type_all


@pytest.mark.parametrize("page", [README, QUESTIONS], ids=name_of)
def test_what_a_page_types_works_when_installed(page, typed, tmp_path):
    for text in listings(page, "sh"):
        if "wargraph" in text and "pip install" not in text:
            run(f"wargraph() {{ :; }}\n{text}", tmp_path)  # the files that it makes
    status, said = typed(map(smaller, lines_of(page)))
    assert status == 0, said


def test_what_only_an_extra_installs_is_missed(programs):
    assert " ".join(sorted(PROJECT["optional-dependencies"])) == "cluster docs lint peers studies test"
    for name in ("dask", "pysat"):
        assert find_spec(name)
        done = subprocess.run([programs / "python", "-c", f"import {name}"], capture_output=True, encoding="utf-8")
        assert f"No module named {name!r}" in done.stderr
