"""The cache of compiled kernels: on disk, and valid only for the code that they were compiled from.

The cache of numba notices if the file of a kernel has changed, but not if a function that the kernel calls has changed,
and it trusts the contents of its files. Here the file name of a kernel contains a digest of its code and of all that it
uses, and the file contains a checksum. A kernel that cannot be read or stored is compiled again: a cache is no reason
to fail.
"""

import hashlib
import pickle  # nosec B403 # see where it is used
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

import llvmlite
import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps
from numba.core.types import Type

_SHOWN = 16


class KernelFiles:
    """The files of one kernel, one for each signature, with a checksum and the data with which numba restores it.

    The class replaces the `IndexDataCacheFile` of a numba cache.
    """

    def __init__(self, folder: str, name: str, digest: Callable[[], str]) -> None:
        self._folder = Path(folder)
        self._kernel = name
        self._made_digest = digest

    @cached_property
    def _digest(self) -> str:
        """The digest, made at the first call of a kernel: before, the functions that it uses may not exist."""
        return self._made_digest()

    def load(self, key: object) -> Any:
        """The data that was saved under a key; None if there is none, or if it is damaged."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            say_once(f"the compiled kernels cannot be read ({error.strerror}): they are compiled anew")
            return None
        size = hashlib.sha256().digest_size
        if hashlib.sha256(content[size:]).digest() != content[:size]:
            say_once(f"a compiled kernel in {str(self._folder)!r} is damaged: it is compiled anew")
            return None
        return pickle.loads(content[size:])  # nosec B301 # as numba does; the checksum shows that the data is unchanged

    def save(self, key: object, data: object) -> None:
        """Store what numba compiled, and delete the files from other code."""
        content = dumps(data)  # type: ignore[no-untyped-call]
        path = self._path(key)
        temporary = path.with_name(f".{uuid4().hex}.tmp")
        try:
            temporary.write_bytes(hashlib.sha256(content).digest() + content)
            temporary.replace(path)
            for other in self._folder.glob(f"{self._kernel}.*.kernel"):
                if f".{self._digest}." not in other.name:
                    other.unlink(missing_ok=True)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            say_once(f"the compiled kernels cannot be kept ({error.strerror}): the next run compiles them again")

    def flush(self) -> None:
        """Delete the files of all signatures."""
        for path in self._folder.glob(f"{self._kernel}.*.kernel"):
            path.unlink(missing_ok=True)

    def _path(self, key: object) -> Path:
        signature = hashlib.sha256(repr(key).encode()).hexdigest()[:_SHOWN]
        return self._folder / f"{self._kernel}.{self._digest}.{signature}.kernel"


class KernelCache(FunctionCache):
    """A numba cache that knows all dependencies of a kernel, and survives damaged or missing files.

    Raises
    ------
    RuntimeError
        If no folder is writable.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._cache_file: Any = KernelFiles(self.cache_path, name, lambda: kernel_digest(function))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a kernel, if the folder can be made and numba still has the compiled code.

        Ctrl-C during a callback of numba can lose the compiled code for the cache; the kernel itself is sound.
        """
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            say_once(f"the compiled kernels cannot be kept ({error.strerror}): the next run compiles them again")
        except RuntimeError as error:
            if "no compiled object" not in str(error):
                raise


def kernel_digest(function: Any) -> str:
    """A digest of the code of a kernel and of all that it uses, without docstrings, comments and line numbers.

    Raises
    ------
    TypeError
        If the kernel uses a value whose changes the digest would not notice.

    >>> one, same, other = (eval(f"lambda x: x + {added}") for added in (1, 1, 2))
    >>> kernel_digest(one) == kernel_digest(same) != kernel_digest(other)
    True
    """
    compilers = f"{numba.__version__} {llvmlite.__version__}"
    return hashlib.sha256("\n".join([compilers, *_parts(function, set())]).encode()).hexdigest()[:_SHOWN]


def _parts(value: Any, seen: set[int]) -> Iterator[str]:
    """The texts that distinguish a value that a kernel uses from other values."""
    match value:
        case Dispatcher():
            yield repr(sorted(value.targetoptions.items(), key=repr))
            yield from _parts(value.py_func, seen)
        case FunctionType():
            yield f"{value.__module__}.{value.__qualname__}"
            if id(value) not in seen:
                seen.add(id(value))
                yield from _function_parts(value, seen)
        case tuple():
            yield type(value).__qualname__
            for each in value:
                yield from _parts(each, seen)
        case _:
            yield _constant_text(value)


def _function_parts(function: FunctionType, seen: set[int]) -> Iterator[str]:
    """The texts for the code of a function, and for all that it uses."""
    code, known = function.__code__, function.__globals__
    yield f"{function.__defaults__} {function.__kwdefaults__}"
    yield from _code_parts(code if function.__doc__ is None else code.replace(co_consts=(None, *code.co_consts[1:])))
    cells = zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True)
    for name, value in [*((name, known[name]) for name in sorted(_names(code) & known.keys())), *cells]:
        yield name
        yield from _parts(value, seen)


def _constant_text(value: Any) -> str:
    """The text for a constant, or for an object with a fixed name."""
    match value:
        case type():
            members = [(each.name, each.value) for each in value] if issubclass(value, Enum) else ""
            return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')} {members}"
        case np.ndarray() if value.dtype != object:
            return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        case None | bool() | int() | float() | str() | bytes() | np.generic() | Type() | BuiltinFunctionType():
            return repr(value)
        case ModuleType() if value.__name__.partition(".")[0] != __name__.partition(".")[0]:
            return value.__name__
    raise TypeError(f"a kernel uses {value!r}: nothing tells when it changes; use a constant or a kernel")


def _code_parts(code: CodeType) -> Iterator[str]:
    """The texts for the code of a function and of functions inside it, without line numbers."""
    yield f"{code.co_code!r} {code.co_names} {code.co_varnames} {code.co_argcount} {code.co_flags}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(sorted(constant, key=repr) if isinstance(constant, frozenset) else constant)


def _names(code: CodeType) -> set[str]:
    """All names in the code of a function and of functions inside it."""
    within = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*within)


@cache
def say_once(line: str) -> None:
    """Print a line about the cache on stderr, once."""
    print(f"wargraph: {line}", file=sys.stderr, flush=True)
