"""Line-ups: the strategies that play a game of WAR with Auction Rounds."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from runpy import run_path
from typing import Any

from wargraph.auction.strategies import COMPILED, STRATEGIES, Dummy
from wargraph.auction.strategy import Strategy
from wargraph.errors import ParameterError, near, shown
from wargraph.report.humanize import counted

MOST_PLAYERS = 1000


class LineUp(tuple[Strategy, ...]):
    """The strategies of the players, in their order; players may share an object.

    >>> line_up = LineUp.parse("SimpleMinded1 + 5xDummy")
    >>> len(line_up), str(line_up)
    (6, 'SimpleMinded1+5xDummy')
    """

    __slots__ = ()

    def __new__(cls, strategies: Iterable[Strategy]) -> "LineUp":
        line_up = super().__new__(cls, strategies)
        if not 2 <= len(line_up) <= MOST_PLAYERS:
            raise ParameterError(
                f"line-up {shown(str(line_up))} has {counted(len(line_up), 'player')}: "
                f"it must have 2 to {MOST_PLAYERS:,}, such as SimpleMinded1+5xDummy"
            )
        check_names(line_up)
        return line_up

    @classmethod
    def parse(cls, line_up: "LineUp | str | Sequence[Strategy | str]") -> "LineUp":
        """Return a line-up from text (names joined by +, a number and x for several players), or from a list.

        A strategy of your own is named by the file and the class, such as ``mine.py:Middle``, or given as it is.
        """
        if isinstance(line_up, LineUp):
            return line_up
        parts: Iterable[Strategy | str] = [line_up] if isinstance(line_up, str) else line_up
        return cls(strategy for part in parts for strategy in _players(part))

    @property
    def text_form(self) -> str:
        """The text that `parse` reads, however the line-up was written."""
        return str(self)

    @property
    def seats(self) -> dict[str, int]:
        """The number of players of each strategy, in the order of their first player."""
        return dict(Counter(strategy.name for strategy in self))

    @property
    def is_compiled(self) -> bool:
        """Whether the kernels play it: it depends on chance, and they know all its strategies (no subclasses)."""
        kinds = {type(strategy) for strategy in self}
        return Dummy in kinds and kinds <= {*COMPILED}

    def seed(self, seed: int) -> int:
        """Return the seed that this line-up makes of one, so that no two have the same random numbers."""
        return seed ^ int.from_bytes(blake2b(str(self).encode(), digest_size=8).digest())

    def fresh(self) -> "LineUp":
        """Return the line-up for another game: strategies with memory are copies, one for each seat."""
        return LineUp(each if each.is_pure else deepcopy(each) for each in self)

    def __str__(self) -> str:
        runs = [(name, len(list(players))) for name, players in groupby(strategy.name for strategy in self)]
        return "+".join(name if count == 1 else f"{count}x{name}" for name, count in runs)


def check_names(strategies: Iterable[Strategy]) -> None:
    """Refuse two classes of one name: their players would be taken for the same strategy."""
    classes: dict[str, type[Strategy]] = {}
    for strategy in strategies:
        if classes.setdefault(strategy.name, type(strategy)) is not type(strategy):
            raise ParameterError(f"there are two strategies named {strategy.name}: rename one of the classes")


def one_strategy(strategy: Strategy | str) -> Strategy:
    """Return a strategy as it is, or by its name; a `ParameterError` for several."""
    players = _players(strategy)
    if len(players) != 1:
        raise ParameterError(f"strategy {shown(strategy)} stands for {len(players)} players: name one")
    return players[0]


def _players(part: Strategy | str) -> list[Strategy]:
    """Return the players that one part of a line-up stands for."""
    if isinstance(part, Strategy):
        return [part]
    players = []
    for text in map(str.strip, part.split("+")):
        match = re.fullmatch(r"(\d{1,6})\s*x\s*(.*)", text, re.ASCII | re.DOTALL)
        count, name = (int(match[1]), match[2]) if match else (1, text)
        players += [_strategy_named(name)] * count
    return players


def _strategy_named(name: str) -> Strategy:
    """Return a known strategy by its name, in upper or lower case, or one of your own as ``FILE.py:CLASS``."""
    known = {text.casefold(): strategy for text, strategy in STRATEGIES.items()}.get(name.casefold())
    if known is not None:
        return known()
    file, colon, class_name = name.rpartition(":")
    if not colon:
        *others, last = STRATEGIES
        raise ParameterError(
            f"strategy {shown(name)} is not known: {near(name, STRATEGIES)}use {', '.join(others)} or {last}, "
            "or a class of your own as FILE.py:CLASS"
        )
    path = Path(file)
    if path.suffix != ".py" or not path.is_file():
        raise ParameterError(f"strategy {shown(class_name)} of {shown(file)}: there is no such Python file")
    strategy = _defined_in(path.resolve(), path.stat().st_mtime_ns).get(class_name)
    if not (isinstance(strategy, type) and issubclass(strategy, Strategy)):
        raise ParameterError(
            f"strategy {shown(class_name)} of {shown(str(path))}: the file has no such subclass of wargraph.Strategy"
        )
    return strategy()


@cache
def _defined_in(path: Path, _written: int) -> dict[str, Any]:
    """Load what a file defines; the same classes again unless the file has been written since."""
    return run_path(str(path))
