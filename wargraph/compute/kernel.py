"""Decorators that compile the kernels, what each of them is for, and the cache that keeps compiled kernels on disk.

==================  ========================================================================================
`kernel`            a loop that Python calls; it is kept on disk, and everything that it calls is compiled into it
`array_kernel`      the same with arrays of its own
`inner_kernel`      a function that several kernels call, or one kernel in several places
`inlined_kernel`    a short function on the path of every turn, where a call would take as long as its body
`merged_kernel`     a long function with a single caller: as another kind it takes a second longer, or does not compile
==================  ========================================================================================

`graph.loops.loop` is an `array_kernel` that small graphs run in plain Python.

The cache of numba notices if the file of a kernel has changed, but not if a function that the kernel calls has changed,
and it trusts the contents of its files. Here the file name of a kernel contains a digest of its code and of all that it
uses, and the file contains a checksum. A kernel that cannot be read or stored is compiled again: a cache is no reason
to fail.
"""

import hashlib
import pickle  # nosec B403 # see where it is used
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from functools import cache, cached_property, partial
from inspect import getclosurevars
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.types import Type

from wargraph.compute.interruption import interrupted_later
from wargraph.report.files import write_file
from wargraph.report.layout import say

_compiled: Callable[..., Any] = partial(njit, nogil=True)
# Python does not call inner kernels: without wrappers numba compiles them in two thirds of the time. Kernels do not
# count references unless they make arrays: counting takes an atomic operation for each array and call, most of the time
# of a short function. A division by zero raises nothing, so that no kernel has to check whether another one failed.
_inner = partial(_compiled, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")


def kernel(function: Callable[..., Any], makes_arrays: bool = False) -> Any:
    """Compile a loop without the GIL, so that threads scale, and keep it on disk."""
    compiled = _compiled(_nrt=makes_arrays)(function)
    compiled.compile = partial(_compile_or_load, compiled.compile)
    try:
        compiled._cache = KernelCache(function)  # type: ignore[no-untyped-call]
    except RuntimeError:
        say_once("compiling kernels in every run (5 to 20 s), as no folder to keep them can be written to")
    return compiled


def array_kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes arrays."""
    return kernel(function, makes_arrays=True)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call."""
    return _inner()(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """Compile a short inner kernel into each of its callers."""
    return _inner(forceinline=True)(function)


def merged_kernel(function: Callable[..., Any]) -> Any:
    """Compile an inner kernel with a single caller as lines of that caller.

    LLVM processes a kernel again in each of its direct and indirect callers; merging saves one level of this.
    """
    return _inner(inline="always")(function)


def _compile_or_load(of_numba: Callable[[Any], Any], signature: Any) -> Any:
    """Let numba compile or load a kernel. Ctrl-C waits for the next pass: functions that LLVM calls would lose it."""
    with interrupted_later() as check, event.install_listener("numba:run_pass", _BeforePasses(check)):
        return of_numba(signature)


class _BeforePasses(event.Listener):
    """Call a function before each pass of the compiler."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function

    def on_start(self, _: Any) -> None:
        self._function()

    def on_end(self, event: Any) -> None:
        """Do nothing: numba calls this method after a pass."""


class _Announcement(event.Listener):
    """Tell the user on stderr, once, that a kernel which is not on disk is being compiled."""

    def on_start(self, event: Any) -> None:
        if isinstance(event.data["dispatcher"]._cache, KernelCache):
            say_once("compiling kernels (once, 5 to 20 s)")

    def on_end(self, event: Any) -> None:
        """Say nothing: numba calls this method after compiling."""


_CHECKSUM = hashlib.sha256().digest_size

_SETTINGS = ("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX")
"""What the user may set for numba, as by ``NUMBA_BOUNDSCHECK``, and what then stands in the machine code."""


class KernelCache(FunctionCache):
    """The files of one kernel, one for each signature, in the folder that numba chooses."""

    @cached_property
    def _digest(self) -> str:
        """The digest, made at the first call of the kernel: before, the functions that it uses may not exist."""
        return kernel_digest(self._py_func)

    @property
    def _kernel(self) -> str:
        return f"{self._py_func.__module__}.{self._py_func.__qualname__}".replace("<", "").replace(">", "")

    def _path(self, signature: Any, codegen: Any) -> Path:
        settings = [str(getattr(numba.config, name)) for name in _SETTINGS]
        key = hashlib.sha256(repr((signature, codegen.magic_tuple(), settings)).encode()).hexdigest()[:16]
        return Path(self.cache_path, f"{self._kernel}.{self._digest}.{key}.kernel")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Restore a compiled kernel; None if there is none for this code, or if its file is damaged.

        Machine code needs nothing of numba but its runtime. The cache of numba loads all that compiling needs, too,
        which takes four times as long as the longest kernel.
        """
        rtsys.initialize(target_context)
        with suppress(OSError):
            stored = self._path(sig, target_context.codegen()).read_bytes()
            if hashlib.sha256(stored[_CHECKSUM:]).digest() == stored[:_CHECKSUM]:
                data = pickle.loads(stored[_CHECKSUM:])  # nosec B301 # as numba does; the checksum shows that it is whole
                return self._impl.rebuild(target_context, data)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled kernel if possible, and delete the files of the same kernel from other code."""
        path = self._path(sig, data.codegen)
        try:
            self._impl.locator.ensure_cache_path()
            content = dumps(self._impl.reduce(data))  # type: ignore[no-untyped-call]
            write_file(path, hashlib.sha256(content).digest() + content)
            for other in path.parent.glob(f"{self._kernel}.*.kernel"):
                if f".{self._digest}." not in other.name:
                    other.unlink(missing_ok=True)
        except (OSError, RuntimeError) as error:  # numba loses what it compiled if Ctrl-C comes while it hands it over
            say_once(f"the compiled kernels cannot be kept, and the next run compiles them again: {error}")


def kernel_digest(function: Any) -> str:
    """Return a digest of the code of a kernel and of all that it uses, without docstrings, comments and line numbers.

    A value whose changes the digest would not notice raises a `TypeError`.

    >>> one, same, other = (eval(f"lambda x: x + {added}") for added in (1, 1, 2))
    >>> kernel_digest(one) == kernel_digest(same) != kernel_digest(other)
    True
    """
    compilers = f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__}"
    return hashlib.sha256("\n".join([compilers, *_texts(function, set())]).encode()).hexdigest()[:16]


def _texts(value: Any, seen: set[FunctionType]) -> Iterator[str]:
    """Yield the texts that distinguish a value that a kernel uses from other values."""
    match value:
        case Dispatcher():
            yield repr(sorted(value.targetoptions.items(), key=repr))
            yield from _texts(value.py_func, seen)
        case FunctionType():
            yield f"{value.__module__}.{value.__qualname__}"
            if value not in seen:
                seen.add(value)
                yield from _texts_of_function(value, seen)
        case tuple() | frozenset():
            yield type(value).__qualname__
            for each in sorted(value, key=repr) if isinstance(value, frozenset) else value:
                yield from _texts(each, seen)
        case type():
            members = [(each.name, each.value) for each in value] if issubclass(value, Enum) else ""
            yield f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')} {members}"
        case np.ndarray() if value.dtype != object:
            yield f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        case ModuleType() if value.__name__.partition(".")[0] != __name__.partition(".")[0]:
            yield value.__name__
        case (
            None | bool() | int() | float() | str() | bytes() | slice() | np.generic() | Type() | BuiltinFunctionType()
        ):
            yield repr(value)
        case _:
            raise TypeError(f"a kernel uses {value!r}: nothing tells when it changes; use a constant or a kernel")


def _texts_of_function(function: FunctionType, seen: set[FunctionType]) -> Iterator[str]:
    """Yield the texts for the code of a function, and for all that it uses."""
    code = function.__code__
    yield f"{code.co_code!r} {code.co_names} {code.co_varnames} {code.co_argcount} {code.co_flags}"
    yield f"{function.__defaults__} {function.__kwdefaults__}"
    yield from _texts(code.co_consts if function.__doc__ is None else (None, *code.co_consts[1:]), seen)
    used = getclosurevars(function)
    for name, each in sorted({**used.nonlocals, **used.globals}.items()):
        yield name
        yield from _texts(each, seen)


@cache
def say_once(line: str) -> None:
    """Print a line about the cache on stderr, once."""
    say(f"wargraph: {line}")


event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
