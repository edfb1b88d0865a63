"""Check the available memory before work starts, and refuse work that will not fit."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from wargraph.errors import TooLargeError

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

GIGABYTE = 10**9

_TO_SPARE = 10**8
"""Bytes of a limited address space that stay free for kernels that are compiled late."""

_OWN_GROUPS = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_CONTROL_GROUPS = {
    "": (_GROUPS, "memory.max", "memory.current", "inactive_file"),
    "memory": (_GROUPS / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}
"""Control groups of versions 2 and 1: their folder, and the names of the limit, the usage and the file cache."""

_NO_LIMIT = 2**62
"""Groups of version 1 without a limit say a number above this one."""


def available_memory() -> int:
    """Bytes that this process can still use without swapping, by the smallest limit in force.

    The limits are the free memory of the machine, the memory that the container may still use, and `ulimit -v`.
    """
    import psutil  # here: work that surely fits need not ask

    return min([int(psutil.virtual_memory().available), *_left_in_containers(), *_left_of_address_space()])


def _left_in_containers() -> Iterator[int]:
    """Bytes that the control groups of this process still allow; cached files do not count as used."""
    lines = _OWN_GROUPS.read_text().splitlines() if _OWN_GROUPS.exists() else []
    for _, controller, path in (line.split(":", 2) for line in lines):
        if controller not in _CONTROL_GROUPS:
            continue
        root, limit, usage, cache = _CONTROL_GROUPS[controller]
        inner = root / path.lstrip("/")
        for group in (inner, *inner.parents[: len(inner.parts) - len(root.parts)]):
            with suppress(OSError, ValueError, KeyError):  # no such group here, or its limit is "max"
                most = int((group / limit).read_text())
                if most < _NO_LIMIT:
                    statistics = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                    yield max(0, most - int((group / usage).read_text()) + int(statistics[cache]))


def _left_of_address_space() -> Iterator[int]:
    """Bytes that `ulimit -v` leaves, if it is set."""
    import psutil

    if resource is not None:
        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            yield max(0, limit - int(psutil.Process().memory_info().vms) - _TO_SPARE)


def require_memory(needed: int, what: str, way_out: str) -> None:
    """Raise a `TooLargeError` that begins with `what` and ends with `way_out` if `needed` bytes are not available."""
    available = available_memory()
    if needed > available:
        sizes = f"{_in_words(needed)} of memory, {_in_words(available)} are available"
        raise TooLargeError(f"{what} needs {sizes}: {way_out}")


def _in_words(size: int) -> str:
    gigabytes = size // GIGABYTE
    if gigabytes == 0:
        return f"{size / 10**6:.1f} MB"
    if gigabytes < 1000:
        return f"{size / GIGABYTE:.1f} GB"
    return f"{gigabytes:,} GB" if gigabytes < 10**9 else f"10^{len(str(gigabytes)) - 1} GB"
