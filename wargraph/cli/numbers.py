"""Numbers as people type them."""

import re
from typing import TypeVar

from wargraph.errors import ParameterError, shown
from wargraph.report.humanize import in_runs

_WHOLE = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3}){1,33}|[0-9]{1,3}(_[0-9]{3}){1,33})")
_WITH_EXPONENT = re.compile(r"([0-9]{1,99})(?:[.]([0-9]{0,99}))?e[+]?([0-9]{1,2})", re.IGNORECASE)
_ENDS = re.compile(r"\s*(-?[0-9]{1,19})\s*(?:(?:[.][.]|[-:])\s*(-?[0-9]{1,19})\s*)?")
_MOST = 1000

Item = TypeVar("Item")


class Values(tuple[Item, ...]):
    """The values of an option that stands for several in one word, such as 1..10 or both."""

    def __str__(self) -> str:
        numbers = [each for each in self if isinstance(each, int)]
        return in_runs(numbers) if numbers else ",".join(map(str, self))


def parse_whole(text: str) -> int:
    """Return a whole number from its text, or raise a `ParameterError`.

    >>> parse_whole("100000"), parse_whole("100,000"), parse_whole("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    if _WHOLE.fullmatch(number):
        return int(number.replace(",", "").replace("_", ""))
    if match := _WITH_EXPONENT.fullmatch(number):
        before, after = match[1], (match[2] or "").rstrip("0")
        if (zeros := int(match[3]) - len(after)) >= 0:
            return int(before + after + "0" * zeros)
    raise ParameterError(f"{shown(text)} is not a whole number: write one such as 1000, 10,000 or 1e5")


def parse_range(text: str) -> Values[int]:
    """Return the numbers that a range names, in increasing order and without repetition, or raise a `ParameterError`.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4"), parse_range("1-2"), parse_range("1:2")
    ((7,), (1, 2, 3, 5), (4,), (1, 2), (1, 2))
    """
    numbers: set[int] = set()
    for part in text.split(","):
        if not (ends := _ENDS.fullmatch(part)):
            raise ParameterError(f"range {shown(text)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST:,}")
        numbers.update(range(low, high + 1))
    return Values(sorted(numbers))


def parse_number(text: str) -> Values[int]:
    """Return the number that a range names, which must be one alone."""
    numbers = parse_range(text)
    if len(numbers) > 1:
        raise ParameterError(f"N = {shown(text)} names {len(numbers)} decks: name one")
    return numbers
