"""Refuse what will not fit into memory before it starts."""

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

_TO_COME = 3 * 10**8
"""What is kept of a limited address space for the kernels, threads and libraries still to come.

Where these get nothing they raise no `MemoryError`: LLVM aborts, and OpenBLAS asks for its memory for ever.
"""

_OWN_GROUPS = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_CONTROL_GROUPS = {
    "": (_GROUPS, "memory.max", "memory.current", "inactive_file"),
    "memory": (_GROUPS / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}
"""Control groups of version 2 and 1: where they lie, and what limit, use and files in memory are called."""


def available_memory() -> int:
    """Bytes that this process can still use without swapping, by the smallest limit in force.

    That is what the machine has left, what the container it runs in may still take, or what `ulimit -v` leaves.
    """
    machine = int(psutil.virtual_memory().available)
    return min([machine, *_left_in_containers(), *_left_of_address_space()])


def _left_in_containers() -> Iterator[int]:
    """What control groups leave, from that of this process up; files that can be given up are not counted as used."""
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
    """What `ulimit -v` and `ulimit -d` leave, if they are set."""
    if resource is None:
        return
    used = psutil.Process().memory_info()
    for limited, taken in ((resource.RLIMIT_AS, used.vms), (resource.RLIMIT_DATA, getattr(used, "data", used.vms))):
        limit, _ = resource.getrlimit(limited)
        if limit != resource.RLIM_INFINITY:
            yield max(0, limit - int(taken) - _TO_COME)


def require_address_space(needed: int, what: str, instead: str) -> None:
    """Raise a `TooLargeError` if the address space is limited, and `needed` bytes of it are not left.

    What threads and libraries only set apart counts there, and nowhere else. The parameters are those of
    `require_memory`.
    """
    left = min(_left_of_address_space(), default=needed)
    if needed > left:
        raise TooLargeError(
            f"{what} need {_gigabytes(needed)} of address space, {_gigabytes(left)} are left: {instead}"
        )


def require_memory(needed: int, what: str, instead: str) -> None:
    """Raise a `TooLargeError` if `needed` bytes are not available.

    Parameters
    ----------
    needed
        Bytes the work will hold at its peak.
    what
        The work, as the start of the message.
    instead
        The way out, as the end of the message.
    """
    available = available_memory()
    if needed > available:
        raise TooLargeError(
            f"{what} needs {_gigabytes(needed)} of memory, {_gigabytes(available)} are available: {instead}"
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
        What a number of cards takes.
    n, what
        The number of cards, and what is to be done with them.
    way_out
        What else helps than to use fewer.
    """
    available, fits = available_memory(), 1
    while fits < n and bytes_on(fits + 1) <= available:
        fits += 1
    # Nobody waits for the factorial of a huge number to be refused.
    capped = min(n, _MOST_CARDS)
    more = f" (as on {capped}, and more)" if n > capped else ""
    require_memory(bytes_on(capped), f"{what} on {n} cards{more}", f"use at most {fits} cards{way_out}")
