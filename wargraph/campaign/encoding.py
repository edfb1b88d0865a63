"""Pieces and partial results as bytes, and back: nothing is made of them but data.

They are pickled, which is fast, and read by an unpickler that makes only what campaigns are made of: plain values,
arrays, and objects of this package that hold data. A file from elsewhere can be wrong, but it cannot do anything.
"""

import io
import pickle
import zlib
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from wargraph.errors import CheckpointError

_FAST = 1
_PACKAGE = __name__.partition(".")[0]
_OTHERS = {
    ("collections", "Counter"),
    ("fractions", "Fraction"),
    ("builtins", "set"),
    ("builtins", "frozenset"),
    ("builtins", "bytearray"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
}
"""What may be in a piece or in what it found, beside what this package defines and plain values."""
_NO_PIECES = ("campaign", "cli", "export", "kernel_cache")
"""Layers whose classes can do more than hold data; no piece is made of them."""


class UnknownContentError(ValueError):
    """Bytes that are damaged, or hold what no piece of this package holds."""


def encoded(value: object) -> bytes:
    """A piece, or what it found, as bytes.

    Raises
    ------
    CheckpointError
        If it holds something that cannot be written, such as a strategy that is made in a function.
    """
    try:
        return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), _FAST)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CheckpointError(
            f"a checkpoint cannot keep this ({error}): define its classes in a module, or do it without a checkpoint"
        ) from None


def decoded(content: bytes) -> Any:
    """What was encoded.

    Raises
    ------
    UnknownContentError
        If that cannot be told, or is of a class that is not of this package.

    >>> from collections import Counter
    >>> decoded(encoded((1, b"2", Counter("303"))))
    (1, b'2', Counter({'3': 2, '0': 1}))
    """
    try:
        return _Unpickler(io.BytesIO(zlib.decompress(content))).load()
    except UnknownContentError:
        raise
    except Exception as error:  # damaged bytes can end in any
        raise UnknownContentError(f"what is kept cannot be unpacked: {error}") from None


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OTHERS:
            return super().find_class(module, name)
        package, *layer = module.split(".")
        if package == _PACKAGE and layer and layer[0] not in _NO_PIECES and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:  # not one that is only imported there
                return found
        raise UnknownContentError(f"{module}.{name} is not of this package")


def fingerprint(value: object) -> str:
    """A number for a value: equal ones have the same, however they were made and in whatever order they hold things.

    An object of a class that is not of this package, such as a strategy of your own, has another one if the file in
    which the class is written changes.

    >>> from collections import Counter
    >>> fingerprint(Counter("aab")) == fingerprint(Counter("baa")), fingerprint((1, 2)) == fingerprint((2, 1))
    (True, False)
    """
    return sha256(_plain(value).encode()).hexdigest()


def _plain(value: object) -> str:
    """A value as a text that says all of it."""
    kind: Any = value if isinstance(value, type) else type(value)
    if isinstance(value, type):
        return _class(kind)
    if isinstance(value, Enum | Fraction):
        return f"{_class(kind)} {value}"
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}={_plain(getattr(value, field.name))}" for field in fields(value))
        return f"{_class(kind)}({inner})"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{_plain(key)}: {_plain(each)}' for key, each in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_plain, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {_plain(value.tolist())}"
    if hasattr(value, "__dict__"):
        return f"{_class(kind)}({_plain(vars(value))})"
    return repr(value)


@cache
def _class(kind: type) -> str:
    """What tells a class from others: its name, and the code of those it is made of that are not of this package."""
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
