"""How the kernels are compiled, run in parallel and warmed."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from numba import njit

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


def run_pieces(piece: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call `piece` once for each tuple of arguments, on as many threads as there are cores; results in order."""
    arguments = list(arguments)
    if len(arguments) == 1:
        return [piece(*arguments[0])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda piece_arguments: piece(*piece_arguments), arguments))


def is_compiled(function: Any) -> bool:
    """Whether a compiled form of a kernel lies on disk from an earlier run."""
    folder, name = function.stats.cache_path, function.py_func.__qualname__
    return folder is not None and any(Path(folder).glob(f"*.{name}-*.nbc"))
