"""What tells a strategy of your own from others: the code of its classes, and what the object holds."""

from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

from wargraph.auction.strategies import STRATEGIES
from wargraph.auction.strategy import Strategy

_PACKAGE = __name__.partition(".")[0]


def identity(strategy: Strategy) -> str:
    """A number for a strategy; another one if the file in which it is written changes. Empty for the known ones.

    >>> from wargraph import Dummy
    >>> identity(Dummy())
    ''
    """
    if STRATEGIES.get(strategy.name) is type(strategy):
        return ""
    return sha256(_as_text(strategy).encode()).hexdigest()


def _as_text(value: Any) -> str:
    """A value as a text that says all of it."""
    kind: Any = type(value)
    if isinstance(value, type):
        return _class_as_text(value)
    if isinstance(value, Enum):
        return f"{_class_as_text(kind)} {value}"
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}={_as_text(getattr(value, field.name))}" for field in fields(value))
        return f"{_class_as_text(kind)}({inner})"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{_as_text(key)}: {_as_text(each)}' for key, each in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_as_text, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_text, value))}]"
    if hasattr(value, "tolist"):  # an array
        return f"{value.dtype} {_as_text(value.tolist())}"
    if hasattr(value, "__dict__"):
        return f"{_class_as_text(kind)}({_as_text(vars(value))})"
    return repr(value)


@cache
def _class_as_text(kind: type) -> str:
    """The name of a class, and the code of those it is made of that are not of this package."""
    own = [
        each for each in kind.__mro__ if each.__module__.partition(".")[0] not in (_PACKAGE, "abc", "builtins", "enum")
    ]
    return " ".join([kind.__qualname__, *map(_code, own)])


def _code(kind: type) -> str:
    """A number for the files in which a class is written, and for its methods, which may be in none."""
    methods = [each.__code__ for each in vars(kind).values() if isinstance(each, FunctionType)]
    code = sha256(b"".join(method.co_code for method in methods))
    for file in sorted({method.co_filename for method in methods}):
        with suppress(OSError):
            code.update(Path(file).read_bytes())
    return code.hexdigest()
