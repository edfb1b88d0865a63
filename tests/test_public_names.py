"""The public names: all there, all explained, and nothing heavy loaded for `import wargraph`."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import wargraph
from wargraph.campaign.units import WorkUnit
from wargraph.fixed_order.results import Engine

HEAVY = (
    *("numba", "numpy", "scipy", "networkx", "igraph", "matplotlib"),
    *("pygraphviz", "graphviz", "rich", "sympy", "flint", "cyclopts"),
)
STUB = Path(str(wargraph.__file__)).with_suffix(".pyi")
IMPORTS = [node for node in ast.parse(STUB.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
NAMES = {str(alias.asname): node.module for node in IMPORTS for alias in node.names}
MODULES = ["wargraph", *(found.name for found in pkgutil.walk_packages(wargraph.__path__, "wargraph."))]


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_that_of_its_module(name):
    module = importlib.import_module(f"wargraph.{NAMES[name]}")
    assert getattr(wargraph, name) is getattr(module, name)
    assert name in dir(wargraph)
    assert name in wargraph.__all__


def test_no_name_is_listed_twice_or_left_out():
    assert len(NAMES) == len(IMPORTS) == len(wargraph.__all__)
    assert wargraph.__version__ == version("wargraph")


def test_an_unknown_name_is_an_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = wargraph.no_such_name


@pytest.mark.parametrize(
    "statement",
    [
        "import wargraph",
        "from wargraph import Position, Relation, ReturnOrder, play",
        "from wargraph import RuleSet, play_full_game",
        "import wargraph.cli",
        "from wargraph import expect, generating_function; expect(4)",
    ],
)
def test_importing_loads_nothing_heavy(statement):
    """But what answers in floats may load all that does not solve for fractions."""
    allowed = {"cyclopts"} if statement.endswith("cli") else set()
    if "expect(" in statement:
        allowed = set(HEAVY) - {"sympy", "flint"}
    script = f"{statement}\nimport sys\nprint(*sorted(set({HEAVY}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert set(done.stdout.split()) - allowed == set()


def public_members(module):
    """The public functions and classes that a module defines, and the public methods of those classes."""
    for name, member in vars(module).items():
        if name.startswith("_") or getattr(member, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(member):
            yield name, member
            yield from ((f"{name}.{inner}", value) for inner, value in vars(member).items() if is_method(inner, value))
        elif inspect.isroutine(member):
            yield name, member


def is_method(name, value):
    return not name.startswith("_") and (inspect.isroutine(value) or hasattr(value, "fget"))


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_and_class_is_explained(name):
    module = importlib.import_module(name)
    assert module.__doc__
    explained = {inner for kind in (Engine, WorkUnit) for inner, value in vars(kind).items() if inspect.getdoc(value)}
    unexplained = [member for member, value in public_members(module) if not inspect.getdoc(value)]
    assert [member for member in unexplained if member.split(".")[-1] not in explained] == []


def test_the_search_for_members_finds_some():
    module = importlib.import_module("wargraph.graph.war_graph")
    assert {"WarGraph", "WarGraph.children", "WarGraph.arcs", "graph_bytes"} <= dict(public_members(module)).keys()
