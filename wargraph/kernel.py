"""How the kernels are compiled, run in parallel and warmed."""

import sys
from collections.abc import Callable, Iterable
from typing import Any

from numba import njit
from numba.core import event

from wargraph.campaign.run import threads, worker_count

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
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:  # neither the package's folder nor a home can be written to
        return njit(nogil=True)(function)


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


def on_threads(function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function once for each tuple of arguments, on a thread for each core; results in order.

    For parts of an array that kernels write to: no other process sees the array, so this is no campaign.
    """
    arguments = list(arguments)
    if len(arguments) == 1:
        return [function(*arguments[0])]
    with threads(worker_count()) as executor:
        return list(executor.map(lambda each: function(*each), arguments))


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
