"""The files that say how the project is tested, released and cited agree with one another."""

import ast
import csv
import re
import tomllib

import ratios

from tests.docs.pages import README, ROOT
from wargraph import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def sessions():
    """The names of the sessions in noxfile.py."""
    for node in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield node.name.replace("_", "-")


def typed_sessions(path):
    return set(re.findall(r"(?:nox -s|session|session:|nox --session) ([a-z]+(?:-[a-z]+)*)", path.read_text("utf-8")))


def test_the_readme_runs_the_tests_as_the_sessions_do():
    command = re.search(r"^PYTEST = \((.*)\)$", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE)[1]
    assert f"&& {' '.join(ast.literal_eval(f'[{command}]'))}\n" in README.read_text("utf-8")


def test_whoever_runs_a_session_names_one_that_is_there():
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    named = {path: typed_sessions(path) for path in (ROOT / "CONTRIBUTING.md", ROOT / ".ci" / "run", *workflows)}
    assert all(named.values())
    assert set.union(*named.values()) <= set(sessions())


def test_actions_are_pinned_by_their_commit():
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for line in re.findall(r"uses: .*", path.read_text("utf-8")):
            assert re.fullmatch(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)


def test_the_workflows_run_every_python_that_the_package_names():
    minors = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r"3\.\d+$", each)]
    assert PROJECT["requires-python"] == f">={minors[0]}"
    run = re.findall(r'"(3\.\d+)"', (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    assert sorted(set(run)) == minors


def test_the_changelog_keeps_its_form():
    headings = re.findall(r"^#+ .*$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings.pop(0) == "# Changelog"
    assert headings[0] == "## 1.0.0"
    kinds = []
    for heading in headings:
        level, name = heading.split(" ", 1)
        if level == "##":
            assert name == "Unreleased" or re.fullmatch(r"\d+\.\d+\.\d+( - \d{4}-\d\d-\d\d)?", name)
            kinds = []
        else:
            assert level == "###"
            kinds.append(name)
            assert kinds == [kind for kind in KINDS if kind in kinds]


def test_the_citation_is_of_this_version():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_a_kernel_that_is_a_fifth_slower_is_named():
    with ratios.RATIOS.open(encoding="utf-8", newline="") as file:
        kept = {row["kernel"]: float(row["ratio"]) for row in csv.DictReader(file)}
    assert kept.keys() == ratios.KERNELS.keys()
    assert ratios.slower({name: 1.19 * ratio for name, ratio in kept.items()}, kept) == []
    assert ratios.slower({name: 1.21 * ratio for name, ratio in kept.items()}, kept) == [*kept]
