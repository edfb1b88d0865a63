"""The gallery, the reference and the lists on pages are whole, and the citation is of this version."""

import re
import runpy

import jupytext
import pytest

import wargraph
from tests.cli.running import EVERY_COMMAND
from tests.docs.pages import GALLERY, ROOT, commands_in
from tests.report.test_result import kinds_of_results
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.formats import FORMATS

MADE = runpy.run_path(str(ROOT / "docs" / "reference.py"))


def page(name):
    return (ROOT / name).read_text("utf-8")


def test_every_figure_is_shown_with_its_command():
    _, *parts = re.split(r"^!\[.+\]\(\.\./figures/(\S+)\)$", GALLERY.read_text("utf-8"), flags=re.MULTILINE)
    names, commands = parts[::2], parts[1::2]
    assert sorted(names) == sorted(
        path.name for path in (ROOT / "figures").iterdir() if path.suffix in (".svg", ".png")
    )
    for name, below in zip(names, commands, strict=True):
        shell = re.findall(r"^```sh\n(.*?)^```$", below, re.DOTALL | re.MULTILINE)[0]
        studies = re.findall(r"^python (analyses/.*)$", shell, re.MULTILINE)
        if studies:
            assert (ROOT / studies[0]).exists()
        else:
            (words,) = commands_in(shell)
            written = words[words.index("--plot" if "--plot" in words else "-o") + 1]
            assert written == {"explorer.png": "war.html"}.get(name, name)


def test_the_reference_is_made_of_the_sources():
    made, shipped = MADE["pages"](), {path.name: path.read_text("utf-8") for path in MADE["FOLDER"].iterdir()}
    other = [name for name in sorted({*made, *shipped}) if made.get(name) != shipped.get(name)]
    assert not other, "write these anew, and delete what is made no more: python docs/reference.py"


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "studies").glob("my-*.md")), ids=lambda path: path.stem)
def test_a_notebook_is_made_of_its_page(path):
    kept, made = (
        [(cell.cell_type, cell.source) for cell in jupytext.read(each).cells]
        for each in (path.with_suffix(".ipynb"), path)
    )
    assert kept == made, f"make it anew: jupytext --to ipynb {path.relative_to(ROOT)}"


def _path(kind):
    return f"{kind.__module__}.{kind.__name__}"


def test_every_public_name_and_result_stands_in_the_reference_once():
    names = [name for each in MADE["PAGES"] for name in each["names"]]
    assert len(names) == len({*names})
    assert {name for name in names if "." not in name} == {*wargraph.__all__}
    placed = {_path(thing) for thing in map(MADE["object_of"], names) if isinstance(thing, type)}
    missing = sorted({*map(_path, kinds_of_results())} - placed)  # a class with slots is made twice
    assert not missing, f"add {missing} to the names of a page in docs/reference.toml: no public function returns it"


@pytest.mark.parametrize(
    ("pages", "names"),
    [
        (
            ["docs/questions.md", "docs/long-work.md", "docs/getting-started.md"],
            [f"wargraph {c}" for c in EVERY_COMMAND],
        ),
        (["docs/rules.md"], [f"`{name}`" for name in PRESETS]),
        (["docs/questions.md"], [f"`{each.name}`" for each in FORMATS]),
        (["docs/results.md"], [f"`{each.name.removesuffix('-balanced')}`" for each in wargraph.known_sequences()]),
    ],
    ids=["commands", "presets", "formats", "sequences"],
)
def test_pages_name_all_that_can_be_typed(pages, names):
    text = "\n".join(map(page, pages))
    missing = [name for name in names if name not in text]
    assert not missing, f"name {missing} in {' or '.join(pages)}"


def test_the_citation_is_of_this_version():
    (date,) = re.findall(rf"^## {wargraph.__version__} - (.*)$", page("CHANGELOG.md"), re.MULTILINE)
    assert f"\nversion: {wargraph.__version__}\ndate-released: {date}\n" in page("CITATION.cff")
