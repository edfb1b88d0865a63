"""Numbers as people type them."""

import re
from collections.abc import Sequence

from wargraph.errors import ParameterError, shown

_WHOLE = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3}){1,33}|[0-9]{1,3}(_[0-9]{3}){1,33})")
_ENDS = re.compile(r"\s*(-?[0-9]{1,19})\s*(?:[.][.]\s*(-?[0-9]{1,19})\s*)?")
_MOST = 1000


def parse_games(text: str) -> int:
    """Return a number of games from its text, or raise a `ParameterError`.

    >>> parse_games("100000"), parse_games("100,000"), parse_games("1e5")
    (100000, 100000, 100000)
    """
    number = text.strip()
    if _WHOLE.fullmatch(number):
        return int(number.replace(",", "").replace("_", ""))
    if re.fullmatch("[0-9.]+e[+]?[0-9]+", number, re.IGNORECASE) and float(number).is_integer():
        return int(float(number))
    raise ParameterError(f"games = {shown(text)}: it must be a whole number, such as 1000, 10,000 or 1e5")


def parse_range(text: str, name: str = "n", of: str = "cards") -> list[int]:
    """Return the numbers that a range names, in increasing order and without repetition, or raise a `ParameterError`.

    >>> parse_range("7"), parse_range("1..3,5,2"), parse_range("4..4")
    ([7], [1, 2, 3, 5], [4])
    """
    numbers: set[int] = set()
    for part in text.split(","):
        if not (ends := _ENDS.fullmatch(part)):
            if text.endswith((".csv", ".txt")):
                raise ParameterError(f"{shown(text)} is no range of cards: a relation comes behind --matrix")
            raise ParameterError(f"range {shown(text)} is not understood: write 7, 1..10, 5,7,9 or a mix of these")
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if low < 1:
            raise ParameterError(f"{name} = {low} is not a number of {of}: {name} must be a whole number from 1 on")
        if high < low:
            raise ParameterError(f"range {shown(text)} runs backwards: write {high}..{low}")
        if high - low >= _MOST:
            raise ParameterError(f"range {shown(text)} names {high - low + 1:,} numbers: name at most {_MOST:,}")
        numbers.update(range(low, high + 1))
    return sorted(numbers)


def is_run(numbers: Sequence[int]) -> bool:
    """Return whether increasing whole numbers have no gap."""
    return numbers[-1] - numbers[0] < len(numbers)
