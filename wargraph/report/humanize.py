"""Numbers in sentences, and numbers as people type them."""

import re
from collections.abc import Collection, Iterable

from wargraph.errors import ParameterError, shown

HOURS_OF_A_YEAR = 8766
_MOST_YEARS = 1e6
_WHOLE = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3}){1,33}|[0-9]{1,3}(_[0-9]{3}){1,33})")
_POWER = re.compile(r"[0-9]{1,4}([.][0-9]{0,99})?e[+]?[0-9]{1,3}", re.IGNORECASE)
_ENDS = re.compile(r"\s*(-?[0-9]{1,19})\s*(?:[.][.]\s*(-?[0-9]{1,19})\s*)?")
_MOST_NUMBERS = 1000


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
    """Return the smallest and the largest of some numbers, with a noun.

    >>> in_span([42, 56, 70], "turn"), in_span([1], "turn")
    ('42 to 70 turns', '1 turn')
    """
    low, high = min(numbers), max(numbers)
    return counted(high, noun) if low == high else f"{low:,} to {counted(high, noun)}"


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


def parse_games(text: str) -> int:
    """Return a number of games from its text, or raise a `ParameterError`.

    >>> parse_games("100000"), parse_games("100,000"), parse_games("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    if _WHOLE.fullmatch(number):
        return int(number.replace(",", "").replace("_", ""))
    if _POWER.fullmatch(number) and float(number).is_integer():
        return int(float(number))
    raise ParameterError(f"games = {shown(text)}: it must be a whole number, such as 1000, 10,000 or 1e5")


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """Return the numbers that a range names, in increasing order and without repetition, or raise a `ParameterError`.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4")
    ([7], [1, 2, 3, 5], [4])
    """
    numbers: set[int] = set()
    for part in text.split(","):
        ends = _ENDS.fullmatch(part)
        if ends is None and text.endswith((".csv", ".txt")):
            raise ParameterError(f"{shown(text)} is no range of cards: a relation from a file comes behind --matrix")
        if ends is None:
            raise ParameterError(f"range {shown(text)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        least, count = min(low, high), high - low + 1
        if least < 1:
            raise ParameterError(f"{name} = {least} is not a number of {of}: {name} must be a whole number from 1 on")
        if count < 1:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if count > _MOST_NUMBERS:
            raise ParameterError(f"range {shown(text)} names {count:,} numbers: name at most {_MOST_NUMBERS:,}")
        numbers.update(range(low, high + 1))
    return sorted(numbers)
