"""Checks of the numbers that full games and auction rounds are asked with."""

from contextlib import suppress
from numbers import Integral

from wargraph.errors import ParameterError, shown


def checked_seed(seed: int) -> int:
    """The seed, or a `ParameterError`."""
    return checked_whole("seed", seed, 0, 2**64 - 1)


def checked_whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number in a range, or a `ParameterError` that names it."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
        raise ParameterError(f"{name} = {shown(value)}: it must be a whole number from {least:,} to {most:,}")
    return int(value)


def is_iterable(value: object) -> bool:
    """Whether it can be gone through: an array without dimensions only looks so."""
    with suppress(TypeError):
        iter(value)  # type: ignore[call-overload]
        return True
    return False
