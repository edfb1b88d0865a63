"""The layout of text for people: how wide the window is, where lines break, and how the columns of a table share it."""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from shutil import get_terminal_size
from textwrap import TextWrapper

SCREEN = 24
"""The lines of a usual window."""
PROSE = 88
"""The most letters in a line of sentences, however wide the window is."""

NO_GAP = (-1, "")
"""The gap of a table that shows all of its rows."""

_OF_A_PIPE = 100
_HEADING, _NARROW = 16, 10
"""Letters in a line of a heading, which takes as many lines as it needs: if there is room, and if there is little."""

_LABEL = re.compile(r" *(?:\S+ )*?\S+ {2,}| *")
_WITHIN_WORDS = re.compile(r"(?<=[|,/])(?!\d{3}(?!\d))")
"""Where a word that is longer than a line breaks: between cards and in fractions, but not between thousands."""


class _Wrapper(TextWrapper):
    def _split(self, text: str) -> list[str]:
        room = self.width - len(self.subsequent_indent)
        words = super()._split(text)
        return [part for word in words for part in (_WITHIN_WORDS.split(word) if len(word) > room else [word]) if part]


def window() -> int:
    """Return the columns of the terminal that shows what is printed; a pipe or a file has 100.

    A pipe from a narrower terminal, such as to ``less``, has the columns of that.
    """
    if columns := get_terminal_size((0, SCREEN)).columns:
        return columns
    with suppress(AttributeError, ValueError, OSError):  # there is no terminal
        return min(os.get_terminal_size(sys.__stderr__.fileno()).columns or _OF_A_PIPE, _OF_A_PIPE)  # type: ignore[union-attr]
    return _OF_A_PIPE


def wrapped(text: str, width: int = 0) -> str:
    """Return a text whose lines break between words, by default at the width of the window or 88 characters.

    Text beside a label, which at least two blanks separate from it, stays beside it.

    >>> print(wrapped("war    3 cards face down, one to compare\\npiles  under", 29))
    war    3 cards face down, one
           to compare
    piles  under
    """
    width = width or min(window(), PROSE)
    return "\n".join(line if len(line) <= width else "\n".join(_broken(line, width)) for line in text.split("\n"))


def _broken(line: str, width: int) -> list[str]:
    label = _LABEL.match(line)[0][: width // 2]  # type: ignore[index]
    beside = re.sub("[^#]" if line.startswith("#") else ".", " ", label)  # also a comment stays one
    return _Wrapper(width, subsequent_indent=beside, break_long_words=False, break_on_hyphens=False).wrap(line) or [""]


def say(text: str) -> None:
    """Print a line on stderr, which a terminal shows in as many lines as it takes."""
    print(wrapped(text, min(window(), PROSE)) if sys.stderr.isatty() else text, file=sys.stderr, flush=True)


class Grid:
    """The columns of a table, each as the texts of its cells, under headings if there are some.

    Numbers stand to the right and never break. Texts break between words, or between the cards of a long hand.
    """

    def __init__(
        self, columns: Sequence[Sequence[str]], are_numbers: Sequence[bool], headings: Sequence[str] = ()
    ) -> None:
        self._columns, self._are_numbers, self._has_headings = columns, are_numbers, bool(headings)
        self._headings = headings or [""] * len(columns)
        self._least = [
            max(map(len, (*cells, *_broken(heading, _NARROW))), default=0)
            for cells, heading in zip(columns, self._headings, strict=True)
        ]

    @property
    def fits(self) -> bool:
        """Whether the columns stand side by side in the window without a break in a cell."""
        return sum(self._least) <= self._room

    @property
    def fits_broken(self) -> bool:
        """Whether the columns stand side by side in the window if texts break."""
        return sum(self._parts) <= self._room

    @property
    def _room(self) -> int:
        return window() - 2 * (len(self._columns) - 1)

    @property
    def _parts(self) -> list[int]:
        """The widths of the columns with all texts broken."""
        return [
            max(map(len, (*_parts(heading), *(cells if is_number else chain.from_iterable(map(_parts, cells))))))
            for is_number, cells, heading in zip(self._are_numbers, self._columns, self._headings, strict=True)
        ]

    def text(self, gap: tuple[int, str] = NO_GAP) -> str:
        """Return the table. If there is no room, first headings break and then texts.

        A gap is the number of rows above it, and a line that says what is left out there.
        """
        of_headings = [max(map(len, _broken(heading, _HEADING))) for heading in self._headings]
        widths = _narrowed(list(map(max, self._least, of_headings)), self._least, self._room)
        widths, lines = _narrowed(widths, self._parts, self._room), list[str]()
        if self._has_headings:
            lines += [*self._lines(self._headings, widths), "  ".join("-" * width for width in widths)]
        for number, row in enumerate(zip(*self._columns, strict=True)):
            lines += [gap[1]] * (gap[0] == number) + self._lines(row, widths)
        return "\n".join(lines)

    def _lines(self, row: Sequence[str], widths: Sequence[int]) -> list[str]:
        """Return the lines of a row, whose cells may break."""
        cells = [
            [cell] if len(cell) <= width else _broken(cell, width) for cell, width in zip(row, widths, strict=True)
        ]
        return [
            "  ".join(
                text.rjust(width) if is_number else text.ljust(width)
                for text, width, is_number in zip(line, widths, self._are_numbers, strict=True)
            ).rstrip()
            for line in zip_longest(*cells, fillvalue="")
        ]


def _narrowed(widths: list[int], least: Sequence[int], room: int) -> list[int]:
    """Take letters from the widest columns, as long as they have some to give, until all fit."""
    while sum(widths) > room and (wide := [place for place, width in enumerate(widths) if width > least[place]]):
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _parts(cell: str) -> list[str]:
    return [part for word in cell.split() for part in _WITHIN_WORDS.split(word)] or [""]
