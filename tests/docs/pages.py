"""What the pages are, and the listings in them."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from cyclopts import CycloptsError

from wargraph.cli import app
from wargraph.errors import OutputError

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name / "README.md" for name in ("benchmarks", "figures")),
]
START, QUESTIONS, GALLERY = (ROOT / "docs" / f"{name}.md" for name in ("getting-started", "questions", "gallery"))
README = ROOT / "README.md"


def name_of(path):
    return str(path.relative_to(ROOT))


def listings(path, language):
    """The listings of a page in one language, each as its text."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def sessions(text):
    """What is typed in a listing that shows what is printed, and the lines that it shows."""
    return [
        (typed, shown.splitlines()) for typed, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
    ]


def table_cells(path, column):
    """The code in a column of the tables of questions."""
    rows = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| ") and "`" in line]
    cells = [re.split(r"(?<!\\)\|", row)[column] for row in rows]
    return [code.replace("\\|", "|") for cell in cells for code in re.findall("`([^`]+)`", cell)]


def commands_in(shell):
    """The commands of wargraph in a shell listing, here-documents left out, each as its words."""
    text = re.sub(r"<<'END'\n.*?\nEND\n", "\n", shell.replace("\\\n", " "), flags=re.DOTALL)
    parts = [part for line in text.splitlines() for part in line.split(" && ")]
    return [shlex.split(part, comments=True)[1:] for part in parts if part.startswith("wargraph ")]


def read_command(words):
    """Let the program read a command without running it; what it cannot read, but for files, is an error."""
    try:
        app.parse_args(words)
    except (CycloptsError, OutputError) as error:
        if not re.search(r"rules file|output folder", str(error)):
            raise


def run(script, folder, programs=Path(sys.executable).parent):
    """The lines that a script prints, with the programs of this environment or of another."""
    beside = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-ec", script], cwd=folder, env=beside, capture_output=True, check=True, encoding="utf-8", timeout=600
    )
    return done.stdout.splitlines()


def assert_printed(shown, printed):
    """What is shown was printed, line by line; dots stand for any lines."""
    rest = iter(printed)
    exact = True
    for line in shown:
        if line == "...":
            exact = False
        elif exact:
            assert next(rest, None) == line
        else:
            assert line in rest, line
            exact = True


def assert_as_shown(text, folder, *programs):
    """What a listing types prints what it shows."""
    for typed, shown in sessions(text):
        assert_printed(shown, run(typed, folder, *programs))
