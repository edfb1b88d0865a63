"""A digest of the code of this package, by which checkpoints and workers check that their code is the same."""

import ast
import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
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
    """A digest of all code on which answers depend, and of the version; docstrings and comments do not count.

    Parsing all sources takes half a second, so the digest is kept beside the compiled code, in a file whose name is a
    digest of the same sources byte for byte.
    """
    sources = {
        name.as_posix(): (folder / name).read_bytes()
        for name in sorted(path.relative_to(folder) for path in folder.rglob("*.py"))
        if name.parts[0] not in _ABOVE
    }
    kept = folder / "__pycache__" / f"sources.{_digest({**sources, 'version': __version__.encode()})}.txt"
    with suppress(OSError, UnicodeDecodeError):
        if re.fullmatch(f"[0-9a-f]{{{_SHOWN}}}", digest := kept.read_text("ascii")):
            return digest
    digest = _digest({name: _content(source) for name, source in sources.items()} | {"version": __version__.encode()})
    with suppress(OSError):
        for old in kept.parent.glob("sources.*.txt"):
            old.unlink(missing_ok=True)
        kept.write_text(digest, "ascii")
    return digest


def _digest(parts: Mapping[str, bytes]) -> str:
    """A digest of named parts."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:_SHOWN]


def _content(source: bytes) -> bytes:
    """The syntax tree of a source file as text, without comments and docstrings."""
    with _PARSING:
        tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return _tree_text(tree).encode()


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
