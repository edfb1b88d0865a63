"""Numbers in sentences."""

from collections.abc import Collection, Iterable, Sequence

HOURS_OF_A_YEAR = 8766
_MOST_YEARS = 1e6


_MOST_NAMED = 4


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, such as ``1 turn`` or ``2 turns``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def in_runs(numbers: Iterable[int]) -> str:
    """Increasing numbers, with consecutive numbers written as a range.

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
    """Return one or two numbers, or the smallest and the largest of more, with a noun.

    >>> in_span([42, 56, 70], "turn"), in_span([12, 6], "turn"), in_span([1], "turn")
    ('42 to 70 turns', '6 or 12 turns', '1 turn')
    """
    low, high = min(numbers), max(numbers)
    between = "or" if len(set(numbers)) == 2 else "to"
    return counted(high, noun) if low == high else f"{low:,} {between} {counted(high, noun)}"


def duration(seconds: float) -> str:
    """Return a time in a suitable unit.

    >>> duration(90), duration(5400), duration(10**6), duration(10**10), duration(10**18)
    ('90 s', '90 min', '278 hours', '317 years', '3e+10 years')
    """
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (3600 * HOURS_OF_A_YEAR, 3600, "hours")):
        if seconds < limit:
            return f"{seconds / size:,.0f} {unit}"
    years = seconds / 3600 / HOURS_OF_A_YEAR
    return counted(round(years), "year") if years < _MOST_YEARS else f"{years:.0e} years"


def with_article(name: str) -> str:
    """Return the name of a card with its article.

    >>> [with_article(name) for name in ("7", "8", "11", "A", "K")]
    ['a 7', 'an 8', 'an 11', 'an A', 'a K']
    """
    return f"an {name}" if name.startswith("8") or name in ("11", "18", "A") else f"a {name}"


def duration_span(low: float, high: float) -> str:
    """Return a range of times, in suitable units.

    >>> duration_span(540, 660), duration_span(100, 660), duration_span(599, 601)
    ('9 to 11 min', '100 s to 11 min', '10 min')
    """
    (shortest, unit), (longest, other) = (duration(seconds).split() for seconds in (low, high))
    if unit != other:
        return f"{shortest} {unit} to {longest} {other}"
    return f"{longest} {unit}" if shortest == longest else f"{shortest} to {longest} {unit}"


def some(names: Sequence[str], between: str = ", ") -> str:
    """Return the first few of some names, and how many more there are.

    >>> some(["2a", "2b"]), some("abcdef")
    ('2a, 2b', 'a, b, c, d and 2 more')
    """
    more = len(names) - _MOST_NAMED
    return between.join(names[:_MOST_NAMED]) + f" and {more} more" * (more > 0)
