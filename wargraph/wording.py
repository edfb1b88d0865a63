"""Numbers in sentences."""

from collections.abc import Collection, Iterable

HOURS_OF_A_YEAR = 8766


def counted(count: int, noun: str) -> str:
    """A count with its noun, such as ``1 turn`` or ``2 turns``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def in_runs(numbers: Iterable[int]) -> str:
    """Rising numbers, those that follow one another as a run.

    >>> in_runs([1, 2, 3, 5, 7, 8])
    '1..3,5,7..8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def in_span(numbers: Collection[int], noun: str) -> str:
    """From the smallest to the largest of some numbers, with their noun.

    >>> in_span([42, 56, 70], "turn"), in_span([1], "turn")
    ('42 to 70 turns', '1 turn')
    """
    low, high = min(numbers), max(numbers)
    return counted(high, noun) if low == high else f"{low:,} to {counted(high, noun)}"


def duration(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration(90), duration(5400), duration(10**6), duration(10**10)
    ('90 s', '90 min', '278 hours', '317 years')
    """
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (3600 * HOURS_OF_A_YEAR, 3600, "hours")):
        if seconds < limit:
            return f"{seconds / size:,.0f} {unit}"
    return counted(round(seconds / 3600 / HOURS_OF_A_YEAR), "year")
