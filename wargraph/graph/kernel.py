"""How the kernels are compiled, run in parallel and warmed."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from numba import njit

kernel = njit(nogil=True, cache=True)
"""Decorator of every kernel: releases the GIL, so that threads scale, and is kept on disk."""


def run_pieces(piece: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call `piece` once for each tuple of arguments, on as many threads as there are cores; results in order."""
    arguments = list(arguments)
    if len(arguments) == 1:
        return [piece(*arguments[0])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda piece_arguments: piece(*piece_arguments), arguments))


def is_compiled(function: Any) -> bool:
    """Whether a compiled form of a kernel lies on disk from an earlier run."""
    name = function.py_func.__qualname__
    return any(Path(function.stats.cache_path).glob(f"*.{name}-*.nbc"))
