"""The gallery and the reference are whole: every figure with its command, every public name, the right version."""

import inspect
import re

import pytest

import wargraph
from tests.cli.running import EVERY_COMMAND
from tests.docs.pages import GALLERY, QUESTIONS, ROOT, commands_in
from wargraph.full_game.rule_set import PRESETS

FIGURE = re.compile(r"^!\[.+\]\(\.\./figures/(\S+)\)$", re.MULTILINE)
_, *PARTS = FIGURE.split(GALLERY.read_text("utf-8"))
SHOWN = [*zip(PARTS[::2], PARTS[1::2], strict=True)]
FIGURES = {path.name for path in (ROOT / "figures").iterdir() if path.suffix in (".svg", ".png")}
PAGES_SHOWN = {"explorer.png": "war.html"}
"""Figures that show a page which a command writes."""


REFERENCE = sorted((ROOT / "docs" / "api").glob("*.md"))
FUNCTIONS_AND_CLASSES = [name for name in wargraph.__all__ if callable(getattr(wargraph, name))]


def test_every_figure_is_there_once():
    names = [name for name, _ in SHOWN]
    assert len(names) == len(set(names))
    assert set(names) == FIGURES


def test_below_each_figure_is_the_command_that_draws_it():
    for name, below in SHOWN:
        shell = re.findall(r"^```sh\n(.*?)^```$", below, re.DOTALL | re.MULTILINE)[0]
        studies = re.findall(r"^python (analyses/.*)$", shell, re.MULTILINE)
        if studies:
            assert (ROOT / studies[0]).exists()
        else:
            (words,) = commands_in(shell)
            written = words[words.index("--plot" if "--plot" in words else "-o") + 1]
            assert written == PAGES_SHOWN.get(name, name)


def test_every_public_name_stands_in_the_reference_once():
    text = "\n".join(path.read_text("utf-8") for path in REFERENCE)
    names = re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.MULTILINE)
    assert sorted(names) == sorted(wargraph.__all__)


def test_what_see_also_names_is_there():
    for name in FUNCTIONS_AND_CLASSES:
        for listed in re.findall(r"^See Also\n-+\n((?:.+\n?)+)", inspect.getdoc(getattr(wargraph, name)), re.MULTILINE):
            relatives = re.split(r",\s+", listed.strip())
            assert name not in relatives
            assert set(relatives) <= set(wargraph.__all__), name


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall("^version: (.*)$", text, re.MULTILINE) == [wargraph.__version__]


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_answers_a_question_of_a_page(command):
    pages = (QUESTIONS, ROOT / "docs" / "long-work.md", ROOT / "docs" / "getting-started.md")
    assert any(f"wargraph {command}" in page.read_text("utf-8") for page in pages)


def test_the_table_of_presets_has_every_preset():
    _, table = (ROOT / "docs" / "rules.md").read_text("utf-8").split("| preset | source |\n")
    first_cells = [line.split("|")[1] for line in table.split("\n\n")[0].splitlines()]
    assert sorted(name for cell in first_cells for name in re.findall("`(.+?)`", cell)) == sorted(PRESETS)


def test_the_page_of_results_names_every_sequence():
    text = (ROOT / "docs" / "results.md").read_text("utf-8")
    names = {sequence.name.removesuffix("-even") for sequence in wargraph.known_sequences()}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
