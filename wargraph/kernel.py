"""How the kernels are compiled."""

import sys
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

_UNCOUNTED: dict[str, Any] = {"nogil": True, "_nrt": False}


def kernel(function: Callable[..., Any]) -> Any:
    """Decorator of every kernel: it releases the GIL, so that threads scale, and is kept on disk where it can be."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:  # neither the package's folder nor a home can be written to
        return njit(nogil=True)(function)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """Decorator of kernels that only kernels call, and often; they must not make arrays.

    They keep no count of the arrays they are passed: an atomic operation for each array and call, otherwise most of
    the time of a short function.
    """
    return njit(**_UNCOUNTED)(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """Decorator of inner kernels so short that they are compiled into each of their callers."""
    return njit(**_UNCOUNTED, forceinline=True)(function)


class _Announcement(event.Listener):
    """Says on stderr, once, why it takes long: a kernel that does not lie on disk is compiled."""

    is_made = False

    def on_start(self, event: Any) -> None:
        kernel = event.data["dispatcher"].py_func
        if not self.is_made and kernel.__module__.partition(".")[0] == __name__.partition(".")[0]:
            self.is_made = True
            print(
                "wargraph: compiling its kernels, once, for some seconds; later runs start at once",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Nothing is said then."""


event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
