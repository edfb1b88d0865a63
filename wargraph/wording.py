"""Numbers in sentences."""

HOURS_OF_A_YEAR = 8766


def counted(count: int, noun: str) -> str:
    """A count with its noun, such as ``1 turn`` or ``2 turns``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def duration(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration(90), duration(5400), duration(10**6), duration(10**10)
    ('90 s', '90 min', '278 hours', '317 years')
    """
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (3600 * HOURS_OF_A_YEAR, 3600, "hours")):
        if seconds < limit:
            return f"{seconds / size:,.0f} {unit}"
    return counted(round(seconds / 3600 / HOURS_OF_A_YEAR), "year")
