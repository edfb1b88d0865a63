"""Check the available memory before work starts, and refuse work that will not fit."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from wargraph.errors import TooLargeError

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

GIGABYTE = 10**9

_MOST_CARDS = 500

_FOR_LIBRARIES = 9 * 10**8
"""Bytes of address space for libraries, kernels and two threads at most.

Without this space there is no `MemoryError`: LLVM aborts, and OpenBLAS, which comes with SciPy, retries forever and
ignores signals.
"""

_TO_SPARE = 10**8
"""Bytes of address space that stay free for kernels that are compiled late."""

_THREADS = 2
_ADDRESSES_OF_A_THREAD = 72 * 2**20
"""Bytes for the stack of a thread and for the arena that malloc reserves for it, most of which stay unused."""

_OWN_GROUPS = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_CONTROL_GROUPS = {
    "": (_GROUPS, "memory.max", "memory.current", "inactive_file"),
    "memory": (_GROUPS / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}
"""Control groups of versions 2 and 1: their folder, and the names of the limit, the usage and the file cache."""


def available_memory() -> int:
    """Bytes that this process can still use without swapping, by the smallest limit in force.

    The limits are the free memory of the machine, the memory that the container may still use, and `ulimit -v`.
    """
    machine = int(psutil.virtual_memory().available)
    return min([machine, *_left_in_containers(), *_left_of_address_space()])


def _left_in_containers() -> Iterator[int]:
    """Bytes that the control groups of this process still allow; cached files do not count as used."""
    try:
        lines = _OWN_GROUPS.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controller, path = line.split(":", 2)
        if controller not in _CONTROL_GROUPS:
            continue
        root, limit, usage, cache = _CONTROL_GROUPS[controller]
        inner = root / path.lstrip("/")
        for group in (inner, *inner.parents[: len(inner.parts) - len(root.parts)]):
            with suppress(OSError, ValueError, KeyError):  # no such group here, or its limit is "max"
                statistics = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                used = int((group / usage).read_text()) - int(statistics[cache])
                yield max(0, int((group / limit).read_text()) - used)


def _left_of_address_space() -> Iterator[int]:
    """Bytes that `ulimit -v` and `ulimit -d`, if set, leave beside libraries and kernels."""
    for limit, used in _limits():
        yield max(0, limit - max(used + _TO_SPARE, _FOR_LIBRARIES))


def _limits() -> Iterator[tuple[int, int]]:
    """Limits of the address space and of the data in it, each with the bytes that this process uses."""
    if resource is None:
        return
    used = psutil.Process().memory_info()
    for limited, taken in ((resource.RLIMIT_AS, used.vms), (resource.RLIMIT_DATA, getattr(used, "data", used.vms))):
        limit, _ = resource.getrlimit(limited)
        if limit != resource.RLIM_INFINITY:
            yield limit, int(taken)


def require_address_space_for_libraries() -> None:
    """Raise a `TooLargeError` if the address space is too small for libraries and kernels."""
    smallest = min((limit for limit, _ in _limits()), default=_FOR_LIBRARIES)
    if smallest < _FOR_LIBRARIES:
        raise TooLargeError(
            f"the libraries for this need {_gigabytes(_FOR_LIBRARIES)} of address space, {_gigabytes(smallest)} are "
            "allowed: set ulimit -v and -d to 1000000 or more"
        )


def require_address_space_for_threads(count: int) -> None:
    """Raise a `TooLargeError` if the address space is limited, and so many threads do not fit into it."""
    needed = (count - _THREADS) * _ADDRESSES_OF_A_THREAD
    left = min(_left_of_address_space(), default=needed)
    if count > _THREADS and needed > left:
        raise TooLargeError(
            f"{count} threads take up to {_gigabytes(count * _ADDRESSES_OF_A_THREAD)} of address space, and that is "
            f"limited: use fewer, such as --jobs {_THREADS}, or raise ulimit -v and -d"
        )


def require_memory(needed: int, what: str, instead: str) -> None:
    """Raise a `TooLargeError` if `needed` bytes are not available.

    Parameters
    ----------
    needed
        Bytes that the work will use at its peak.
    what
        The work, as the start of the message.
    instead
        The way out, as the end of the message.
    """
    available = available_memory()
    if needed > available:
        is_limited = available in _left_of_address_space()
        raise TooLargeError(
            f"{what} needs {_gigabytes(needed)} of memory, {_gigabytes(available)} are available: {instead}"
            + ", or raise ulimit -v and -d" * is_limited
        )


def _gigabytes(size: int) -> str:
    gigabytes = size // GIGABYTE
    if gigabytes == 0:
        return f"{size / 10**6:.1f} MB"
    if gigabytes < 1000:
        return f"{size / GIGABYTE:.1f} GB"
    if gigabytes < 10**9:
        return f"{gigabytes:,} GB"
    return f"10^{len(str(gigabytes)) - 1} GB"


def require_memory_for_cards(bytes_on: Callable[[int], int], n: int, what: str, way_out: str = "") -> None:
    """Raise a `TooLargeError` that says how many cards fit, if n of them take more memory than there is.

    Parameters
    ----------
    bytes_on
        Bytes for a number of cards.
    n, what
        The number of cards, and the work.
    way_out
        What else helps than fewer cards.
    """
    available, fits = available_memory(), 1
    while fits < n and bytes_on(fits + 1) <= available:
        fits += 1
    # The factorial of a huge number would take long before the refusal.
    capped = min(n, _MOST_CARDS)
    more = f" (as on {capped}, and more)" if n > capped else ""
    require_memory(bytes_on(capped), f"{what} on {n} cards{more}", f"use at most {fits} cards{way_out}")
