"""Decorators that compile the kernels, and what each of them is for.

==================  ========================================================================================
`kernel`            a loop that Python calls; it is kept on disk, and everything that it calls is compiled into it
`inner_kernel`      a function that several kernels call, or one kernel in several places
`inlined_kernel`    a short function on the path of every turn, where a call would take as long as its body
`merged_kernel`     a long function with a single caller: as another kind it takes a second longer, or does not compile
==================  ========================================================================================

`graph.loops.loop` is a `kernel` that small graphs run in plain Python.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from numba import njit
from numba.core import event

from wargraph.compute.interruption import interrupted_later
from wargraph.compute.kernel_cache import KernelCache, say_once

# Python does not call inner kernels: without wrappers numba compiles them in two thirds of the time. They make no
# arrays and do not count references: counting takes an atomic operation for each array and call, most of the time of a
# short function. A division by zero raises nothing, so that no kernel has to check whether another one failed.
_inner: Callable[..., Any] = partial(
    njit, nogil=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy"
)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a loop without the GIL, so that threads scale, and keep it on disk."""
    compiled: Any = njit(nogil=True)(function)
    compiled.compile = partial(_compile_or_load, compiled.compile)
    try:
        compiled._cache = KernelCache(function)  # type: ignore[no-untyped-call]
    except RuntimeError:
        say_once("compiling kernels in every run (5 to 20 s), as no folder to keep them can be written to")
    return compiled


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call. It must not make arrays."""
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


event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
