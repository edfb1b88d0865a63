"""The page of the layout names every package, where it stands, and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "layout.md").read_text()


def paths_on_the_page():
    """Every package, and module beside the packages, of the tree that the page shows, by its indentation."""
    folders = []
    tree = PAGE[PAGE.index("```\nwargraph/") : PAGE.index("\nanalyses/")]
    for line in tree.splitlines()[2:]:
        names = re.findall(r"\S+(?:\.py|/)(?= |$)", re.split(r"(?<=\S)  +", line.strip())[0])
        depth = (len(line) - len(line.lstrip())) // 4
        for name in names:
            folders[depth - 1 :] = [name]
            yield "".join(folders)


def test_every_package_stands_on_the_page_once():
    package = ROOT / "wargraph"
    folders = [f"{path.parent.relative_to(package).as_posix()}/" for path in package.glob("*/**/__init__.py")]
    modules = [path.name for path in package.glob("*.py") if path.name != "__init__.py"]
    assert sorted(paths_on_the_page()) == sorted(folders + modules)


def test_the_floors_are_those_that_are_checked():
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    floors = [{room.strip() for room in floor.split("|")} for floor in contract["layers"]]
    order = [
        path.removesuffix(".py").rstrip("/") for path in paths_on_the_page() if path.count("/") == path.endswith("/")
    ]
    for floor in floors:
        assert {order.pop(0) for _ in floor} == floor
    assert not order


@pytest.mark.parametrize("page", ["docs/layout.md", "docs/adding.md", "CONTRIBUTING.md"])
def test_what_a_page_says_of_modules_is_there(page):
    paths = [*ROOT.glob("*.py"), *ROOT.glob("*/**/*.*")]
    files = [path.as_posix() for path in paths if path.suffix in {".py", ".pyi", ".html", ".css"}]
    named = re.findall(r"`([\w/]+\.(?:pyi?|css|html))`", (ROOT / page).read_text())
    assert named
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in files)] == []
