"""How the kernels are compiled, run in parallel and warmed."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from numba import njit

from wargraph.campaign.run import threads, worker_count

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


def on_threads(function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function once for each tuple of arguments, on a thread for each core; results in order.

    For parts of an array that kernels write to: no other process sees the array, so this is no campaign.
    """
    arguments = list(arguments)
    if len(arguments) == 1:
        return [function(*arguments[0])]
    with threads(worker_count()) as executor:
        return list(executor.map(lambda each: function(*each), arguments))


def is_compiled(function: Any) -> bool:
    """Whether a compiled form of a kernel lies on disk from an earlier run."""
    folder, name = function.stats.cache_path, function.py_func.__qualname__
    return folder is not None and any(Path(folder).glob(f"*.{name}-*.nbc"))
