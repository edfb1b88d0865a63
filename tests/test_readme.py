"""The README's Python: what it shows must type-check for a user who is strict."""

import re
import subprocess
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def table_expressions():
    """What the table of questions has in its last column."""
    lines = README.read_text("utf-8").splitlines()
    start = lines.index("| question | command | in Python |")
    cells = [re.split(r"(?<!\\)\|", line)[3] for line in lines[start + 2 : lines.index("", start + 2)]]
    return [code.replace("\\|", "|") for cell in cells for code in re.findall("`([^`]+)`", cell)]


def test_the_table_has_its_python():
    assert len(table_expressions()) > 30


@pytest.fixture
def check(tmp_path):
    def run(source):
        (tmp_path / "shown.py").write_text(source, "utf-8")
        out, err, _ = api.run(
            ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path), str(tmp_path / "shown.py")]
        )
        return out + err

    return run


def test_what_the_readme_shows_is_typed(check):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert blocks
    lines = ["import wargraph", "from wargraph import *", *table_expressions()]
    lines += ["wargraph.longest(wargraph.WarGraph(7)).turns + 1", "longest(7).example.left"]
    found = check("\n".join([*blocks, *lines, ""]))
    assert found == "Success: no issues found in 1 source file\n"


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("figures/*.md")], ids=str)
def test_every_listing_begins_and_ends_on_a_line_of_its_own(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if "```" in line]
    openings, closings = lines[::2], lines[1::2]
    assert len(openings) == len(closings)
    assert [line for line in openings if not re.fullmatch(r"\s*```[a-z]*", line)] == []
    assert [line for line in closings if line.strip() != "```"] == []


def test_what_the_readme_types_is_shell_and_its_strategy_python():
    text = README.read_text("utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)
    (strategy,) = re.findall(r"<<'END'\n(.*?)\nEND\n", text, re.DOTALL)
    compile(strategy, "mine.py", "exec")
