"""How the kernels are compiled."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core import event

from wargraph.compute.kernel_cache import KernelCache, say_once

# Python does not call inner kernels: without wrappers numba compiles them in two thirds of the time. And a division by
# zero raises nothing, so that no kernel need look whether another failed.
_INNER: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}


def kernel(function: Callable[..., Any]) -> Any:
    """Decorator of every kernel: it releases the GIL, so that threads scale, and is kept on disk where it can be."""
    compiled: Any = njit(nogil=True)(function)
    with suppress(RuntimeError):  # neither the package's folder nor a home can be written to
        compiled._cache = KernelCache(function)
    return compiled


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Decorator of kernels that only kernels call, and often; they must not make arrays.

    They keep no count of the arrays they are passed: an atomic operation for each array and call, otherwise most of
    the time of a short function.
    """
    return njit(**_INNER)(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """Decorator of inner kernels so short that they are compiled into each of their callers."""
    return njit(**_INNER, forceinline=True)(function)


def merged_kernel(function: Callable[..., Any]) -> Any:
    """Decorator of inner kernels that one kernel calls, in one place: they are compiled as lines of their caller.

    LLVM looks through a kernel again in each one that calls it, at any depth: what is merged is one depth less.
    """
    return njit(**_INNER, inline="always")(function)


class _Announcement(event.Listener):
    """Says on stderr, once, why it takes long: a kernel that does not lie on disk is compiled."""

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
        """Nothing is said then."""


event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
