"""A digest of the code of this package, by which checkpoints and workers check that their code is the same."""

import ast
import hashlib
from functools import cache
from pathlib import Path
from threading import Lock

from wargraph.version import __version__

_ABOVE = ("cli", "explorer", "plots", "export", "drawing", "__main__.py")
"""The layers above the analyses, on which no answer depends."""

_SHOWN = 16

_PARSING = Lock()
"""Python up to 3.12 miscounts if two threads make syntax trees at the same time."""


@cache
def sources_digest(folder: Path = Path(__file__).parents[1]) -> str:
    """A digest of all code on which answers depend, and of the version; docstrings and comments do not count."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if name.parts[0] not in _ABOVE:
            digest.update(f"{name.as_posix()} ".encode() + _content(path))
    return digest.hexdigest()[:_SHOWN]


def _content(path: Path) -> bytes:
    """A digest of the code in a file, without comments and docstrings."""
    with _PARSING:
        tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return hashlib.sha256(_tree_text(tree).encode()).digest()


def _tree_text(value: object) -> str:
    """A syntax tree as text, without empty fields, which depend on the version of Python."""
    match value:
        case ast.JoinedStr(parts):  # some have an empty text at the end
            return f"JoinedStr({_tree_text([each for each in parts if getattr(each, 'value', None) != ''])})"
        case ast.AST():
            fields = (f"{name}={_tree_text(each)}" for name, each in ast.iter_fields(value) if each not in (None, []))
            return f"{type(value).__name__}({','.join(fields)})"
        case list():
            return f"[{','.join(map(_tree_text, value))}]"
    return repr(value)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
