"""The public names: all there, and nothing heavy loaded for `import wargraph`."""

import ast
import importlib
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import wargraph

HEAVY = (
    *("numba", "numpy", "scipy", "networkx", "igraph", "matplotlib"),
    *("pygraphviz", "graphviz", "rich", "sympy", "flint", "cyclopts"),
)
STUB = Path(str(wargraph.__file__)).with_suffix(".pyi")
IMPORTS = [node for node in ast.parse(STUB.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
NAMES = {str(alias.asname): node.module for node in IMPORTS for alias in node.names}


def test_public_names_are_those_of_their_modules():
    for name, module in NAMES.items():
        assert getattr(wargraph, name) is getattr(importlib.import_module(f"wargraph.{module}"), name)
    assert NAMES.keys() == set(wargraph.__all__) <= set(dir(wargraph))
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
        "from wargraph import expected_length, generating_function; expected_length(4)",
    ],
)
def test_importing_loads_nothing_heavy(statement):
    """But what answers in floats may load all that does not solve for fractions."""
    allowed = {"cyclopts"} if statement.endswith("cli") else set()
    if "expected_length(" in statement:
        allowed = set(HEAVY) - {"sympy", "flint"}
    script = f"{statement}\nimport sys\nprint(*sorted(set({HEAVY}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert set(done.stdout.split()) - allowed == set()
