"""Checks of arguments."""

from numbers import Integral

from wargraph.errors import ParameterError, shown


def checked_seed(seed: int) -> int:
    """Return the seed of random numbers, or a `ParameterError`."""
    return checked_whole("seed", seed, 0, 2**64 - 1)


def checked_whole(name: str, value: object, least: int, most: int) -> int:
    """Return the value as an integer from `least` to `most`, or a `ParameterError` that names it."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
        raise ParameterError(f"{name} = {shown(value)}: it must be a whole number from {least:,} to {most:,}")
    return int(value)
