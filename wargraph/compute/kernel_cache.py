"""Where compiled kernels are kept: on disk, and never longer than the code they were compiled from.

numba's own cache asks whether the file of a kernel has changed, but not whether what the kernel calls has; and it takes
what lies in its files for what it wrote. Here a kernel is kept under a name made from its code and from all that this
uses, wherever that stands, and with a checksum. What cannot be read, or kept, is compiled anew: a cache is no reason to
fail.
"""

import hashlib
import pickle
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
    """The files of one kernel, one for each signature: a checksum, and what numba needs to have it back.

    Takes the place of the `IndexDataCacheFile` of a numba cache.
    """

    def __init__(self, folder: str, name: str, digest: Callable[[], str]) -> None:
        self._folder = Path(folder)
        self._kernel = name
        self._made_digest = digest

    @cached_property
    def _digest(self) -> str:
        """Made when a kernel is first called: only then all is there that it uses."""
        return self._made_digest()

    def load(self, key: object) -> Any:
        """What was saved under a key; None if nothing was, or what lies there is no longer what was saved."""
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
        return pickle.loads(content[size:])  # as numba does; the checksum says that it is as it was written

    def save(self, key: object, data: object) -> None:
        """Keep what numba compiled, and throw away what was compiled from other code."""
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
        """Forget all signatures."""
        for path in self._folder.glob(f"{self._kernel}.*.kernel"):
            path.unlink(missing_ok=True)

    def _path(self, key: object) -> Path:
        signature = hashlib.sha256(repr(key).encode()).hexdigest()[:_SHOWN]
        return self._folder / f"{self._kernel}.{self._digest}.{signature}.kernel"


class KernelCache(FunctionCache):
    """A numba cache that knows on what a kernel depends, and survives what happens to files.

    Raises
    ------
    RuntimeError
        If there is no folder that can be written to.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._cache_file: Any = KernelFiles(self.cache_path, name, lambda: kernel_digest(function))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel, if the folder can still be made and numba has hold of what it compiled.

        Ctrl-C can make it lose that, in a callback that only reports what is raised in it: the kernel itself is sound.
        """
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            say_once(f"the compiled kernels cannot be kept ({error.strerror}): the next run compiles them again")
        except RuntimeError as error:
            if "no compiled object" not in str(error):
                raise


def kernel_digest(function: Any) -> str:
    """A number for the code of a kernel and of all that it uses, without docstrings, comments and line numbers.

    Raises
    ------
    TypeError
        If it uses something of which is not known how it could change.

    >>> one, same, other = (eval(f"lambda x: x + {added}") for added in (1, 1, 2))
    >>> kernel_digest(one) == kernel_digest(same) != kernel_digest(other)
    True
    """
    compilers = f"{numba.__version__} {llvmlite.__version__}"
    return hashlib.sha256("\n".join([compilers, *_parts(function, set())]).encode()).hexdigest()[:_SHOWN]


def _parts(value: Any, seen: set[int]) -> Iterator[str]:
    """What tells a value that a kernel uses from others."""
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
    """The code of a function, and all that it uses."""
    code, known = function.__code__, function.__globals__
    yield f"{function.__defaults__} {function.__kwdefaults__}"
    yield from _code_parts(code if function.__doc__ is None else code.replace(co_consts=(None, *code.co_consts[1:])))
    cells = zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True)
    for name, value in [*((name, known[name]) for name in sorted(_names(code) & known.keys())), *cells]:
        yield name
        yield from _parts(value, seen)


def _constant_text(value: Any) -> str:
    """A constant, or what has a fixed name."""
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
    """The code of a function and of those within it, without line numbers."""
    yield f"{code.co_code!r} {code.co_names} {code.co_varnames} {code.co_argcount} {code.co_flags}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(sorted(constant, key=repr) if isinstance(constant, frozenset) else constant)


def _names(code: CodeType) -> set[str]:
    """All names in the code of a function, and of those within it."""
    within = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*within)


@cache
def say_once(line: str) -> None:
    """Tell people something about the cache on stderr, one time."""
    print(f"wargraph: {line}", file=sys.stderr, flush=True)
