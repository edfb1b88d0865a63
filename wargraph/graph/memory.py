"""Refuse what will not fit into memory before it starts."""

import psutil

from wargraph.errors import TooLargeError

GIGABYTE = 10**9


def available_memory() -> int:
    """Bytes that can be used without swapping."""
    return int(psutil.virtual_memory().available)


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
