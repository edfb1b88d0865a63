"""Decorators that compile the kernels."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core import event

from wargraph.compute.kernel_cache import KernelCache, say_once

# Python does not call inner kernels: without wrappers numba compiles them in two thirds of the time. A division by zero
# raises nothing, so that no kernel has to check whether another one failed.
_INNER: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}


def kernel(function: Callable[..., Any]) -> Any:
    """Decorator: compile a kernel that releases the GIL, so that threads scale, and store it on disk if possible."""
    compiled: Any = njit(nogil=True)(function)
    with suppress(RuntimeError):  # neither the folder of the package nor a home folder is writable
        compiled._cache = KernelCache(function)
    return compiled


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Decorator: compile a kernel that only kernels call, and often. It must not make arrays.

    Such a kernel does not count references to its arrays. Counting takes an atomic operation for each array and call,
    which is most of the time of a short function.
    """
    return njit(**_INNER)(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """Decorator: compile a short inner kernel into each of its callers."""
    return njit(**_INNER, forceinline=True)(function)


def merged_kernel(function: Callable[..., Any]) -> Any:
    """Decorator: compile an inner kernel with a single caller as lines of that caller.

    LLVM processes a kernel again in each of its direct and indirect callers; merging saves one level of this.
    """
    return njit(**_INNER, inline="always")(function)


class _Announcement(event.Listener):
    """Tell the user on stderr, once, that a kernel which is not on disk is being compiled."""

    is_made = False

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        if not self.is_made and dispatcher.py_func.__module__.partition(".")[0] == __name__.partition(".")[0]:
            self.is_made = True
            is_kept = isinstance(dispatcher._cache, KernelCache)
            say_once(
                "compiling its kernels, once, for some seconds; later runs start at once"
                if is_kept
                else "compiling its kernels, for some seconds, in every run: no folder can be written to, to keep them"
            )

    def on_end(self, event: Any) -> None:
        """Say nothing: numba calls this method after compiling."""


event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
