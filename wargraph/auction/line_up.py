"""Who plays a game of WAR with Auction Rounds."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from wargraph.auction.identity import identity
from wargraph.auction.strategies import COMPILED, STRATEGIES
from wargraph.auction.strategy import Strategy
from wargraph.core.checks import checked_whole, is_iterable
from wargraph.errors import ParameterError, StrategyError, shown
from wargraph.report.humanize import counted

MOST_PLAYERS = 1000


@dataclass(frozen=True)
class LineUp:
    """The strategies of the players, in their order.

    Attributes
    ----------
    strategies
        One for each player. Players may share an object; `fresh` takes care of those that keep memory.

    Examples
    --------
    >>> line_up = LineUp.parse("SimpleMinded1 + 5xDummy")
    >>> len(line_up), str(line_up)
    (6, 'SimpleMinded1+5xDummy')
    """

    strategies: tuple[Strategy, ...]

    def __post_init__(self) -> None:
        if not (isinstance(self.strategies, tuple) and all(isinstance(each, Strategy) for each in self.strategies)):
            raise ParameterError(
                f"line-up {shown(self.strategies)} is no tuple of strategies: LineUp.parse takes names and lists"
            )
        for each in self.strategies:
            name = _name_of(each)
            if not (isinstance(name, str) and name.isprintable() and name):
                raise ParameterError(f"strategy {type(each).__name__} has the name {shown(name)}: give it a text")
        if not 2 <= len(self.strategies) <= MOST_PLAYERS:
            raise ParameterError(
                f"line-up {shown(str(self))} has {counted(len(self.strategies), 'player')}: "
                f"it must have 2 to {MOST_PLAYERS:,}, such as SimpleMinded1+5xDummy"
            )
        check_names(self)

    @classmethod
    def parse(cls, line_up: "LineUp | str | Sequence[Strategy | str]") -> Self:
        """A line-up from text (names joined by +, a number and x for several players), or from a list.

        A strategy of your own is named by the file and the class, such as ``mine.py:Middle``, or given as it is.

        Raises
        ------
        ParameterError
            If a name is unknown, a file holds no such strategy, or there are not 2 to 1,000 players.
        """
        if isinstance(line_up, cls):
            return line_up
        if not is_iterable(line_up):
            raise ParameterError(
                f"line-up {shown(line_up)} is none: give names, such as SimpleMinded1+5xDummy, or a list"
            )
        parts: Iterable[object] = [line_up] if isinstance(line_up, str) else line_up
        return cls(tuple(strategy for part in parts for strategy in _players(part)))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the strategies that play, each once, in the order of their first player."""
        return tuple(Counter(strategy.name for strategy in self))

    @property
    def seats(self) -> dict[str, int]:
        """The number of players of each strategy."""
        return dict(Counter(strategy.name for strategy in self))

    @property
    def has_human(self) -> bool:
        """Whether somebody has to be asked."""
        return any(strategy.is_human for strategy in self)

    @property
    def is_compiled(self) -> bool:
        """Whether the kernels can play it: a subclass of a compiled strategy is a strategy of its own."""
        return all(type(strategy) in COMPILED for strategy in self)

    def seed(self, seed: int) -> int:
        """The seed that this line-up makes of one: no two have the same random numbers, so results are independent."""
        return seed ^ int.from_bytes(blake2b(str(self).encode(), digest_size=8).digest())

    def fresh(self) -> "LineUp":
        """The line-up for another game: strategies with memory are copies, one for each seat."""
        return LineUp(tuple(each if each.is_pure or each.is_human else _copied(each) for each in self))

    def kept(self) -> list[tuple[str, str, int]]:
        """The line-up as it stands in a checkpoint: runs of players of one strategy."""
        runs = groupby((strategy.name, identity(strategy)) for strategy in self)
        return [(*strategy, len(list(players))) for strategy, players in runs]

    @classmethod
    def from_kept(cls, form: Any) -> Self:
        """The line-up that stands in a checkpoint, of known strategies: one of your own is never loaded from there."""
        strategies: list[Strategy] = []
        for name, own, count in form:
            if own or name not in STRATEGIES:
                raise ParameterError(f"strategy {shown(name)} is one of your own, which only your own command may load")
            strategies += [STRATEGIES[name]()] * checked_whole("players", count, 1, MOST_PLAYERS)
        return cls(tuple(strategies))

    def __len__(self) -> int:
        return len(self.strategies)

    def __getitem__(self, player: int) -> Strategy:
        return self.strategies[player]

    def __iter__(self) -> Iterator[Strategy]:
        return iter(self.strategies)

    def __str__(self) -> str:
        runs = [(name, len(list(players))) for name, players in groupby(strategy.name for strategy in self)]
        return "+".join(name if count == 1 else f"{count}x{name}" for name, count in runs)


def _name_of(strategy: Strategy) -> object:
    """What a strategy says its name is, after a look at all that is asked of it once for all."""
    try:
        bool(strategy.is_pure), bool(strategy.is_human)
        return strategy.name
    except Exception as error:
        raise StrategyError(
            f"strategy {type(strategy).__name__} cannot say its name, or whether it is pure: "
            f"{type(error).__name__}: {shown(error)}"
        ) from error


def _copied(strategy: Strategy) -> Strategy:
    try:
        return deepcopy(strategy)
    except Exception as error:
        raise StrategyError(
            f"strategy {strategy.name} is not pure, so every game has a copy of it, and it cannot be copied: "
            f"{type(error).__name__}: {shown(error)}: let it keep only what can be"
        ) from error


def check_names(strategies: Iterable[Strategy]) -> None:
    """Refuse two classes of one name: their players would be taken for the same strategy."""
    classes: dict[str, type[Strategy]] = {}
    for strategy in strategies:
        if classes.setdefault(strategy.name, type(strategy)) is not type(strategy):
            raise ParameterError(f"there are two strategies named {strategy.name}: rename one of the classes")


def check_told_apart(strategies: Iterable[Strategy]) -> None:
    """Refuse two strategies of one name where they are counted by it, of two classes or with other parameters."""
    strategies = list(strategies)
    check_names(strategies)
    made_with: dict[str, str] = {}
    for strategy in strategies:
        other = made_with.setdefault(strategy.name, strategy.made_with)
        if other != strategy.made_with:
            ways = [shown(way) if way else "the defaults" for way in (other, strategy.made_with)]
            raise ParameterError(
                f"strategy {strategy.name} plays with {' and with '.join(ways)}: to be told apart make the class a "
                "dataclass, or give it a property name"
            )


def strategy_named(name: str) -> Strategy:
    """A known strategy by its name, in upper or lower case, or one of your own as ``FILE.py:CLASS``.

    >>> print(strategy_named("adversary"))
    Adversary
    """
    found = {known.casefold(): strategy for known, strategy in STRATEGIES.items()}.get(name.casefold())
    if found is not None:
        return found()
    path, colon, class_name = name.rpartition(":")
    if not colon:
        *others, last = STRATEGIES
        raise ParameterError(
            f"strategy {shown(name)} is not known: use {', '.join(others)} or {last}, "
            "or a class of your own as FILE.py:CLASS"
        )
    written = _written(Path(path))
    if written is None:
        raise ParameterError(f"strategy {shown(class_name)} of {shown(path)}: there is no such Python file")
    return _loaded(Path(path).resolve(), class_name, written)


def one_strategy(strategy: object) -> Strategy:
    """A strategy as it is, or by its name; a `ParameterError` for several, or for what is none."""
    players = _players(strategy)
    if len(players) != 1:
        raise ParameterError(f"strategy {shown(strategy)} stands for {len(players)} players: name one")
    return players[0]


def _players(part: object) -> list[Strategy]:
    """The players that one part of a line-up stands for."""
    if isinstance(part, Strategy):
        return [part]
    if isinstance(part, str):
        return [strategy for text in parts_of(part) for strategy in _players_named(text)]
    if isinstance(part, type) and issubclass(part, Strategy):
        raise ParameterError(f"strategy {part.__name__} is a class: put brackets behind it, {part.__name__}()")
    raise ParameterError(f"strategy {shown(part)} is none: give its name, or an object with card and war_cards")


def parts_of(line_up: str) -> list[str]:
    """The parts of a line-up that are joined by +; one in the name of a file joins nothing, if there is such a file.

    >>> parts_of("SimpleMinded1 + 5xDummy")
    ['SimpleMinded1', '5xDummy']
    """
    parts: list[str] = []
    pieces = line_up.split("+")
    while pieces:
        files = (count for count in range(2, len(pieces) + 1) if _names_file("+".join(pieces[:count])))
        count = next(files, 1)
        parts.append("+".join(pieces[:count]).strip())
        del pieces[:count]
    return parts


def _names_file(text: str) -> bool:
    """Whether this part of a line-up is a class in a file that is there."""
    _, name = _count_and_name(text.strip())
    path, colon, class_name = name.rpartition(":")
    return bool(colon) and class_name.isidentifier() and _written(Path(path)) is not None


def _written(file: Path) -> int | None:
    """When a file was written last; None if there is no such file."""
    try:
        return file.stat().st_mtime_ns if file.is_file() else None
    except (OSError, ValueError):  # no name that a file can have
        return None


def _count_and_name(text: str) -> tuple[int, str]:
    """The number of players and the strategy that a part of a line-up names."""
    match = re.fullmatch(r"(\d{1,6})\s*x\s*(.*)", text, re.ASCII | re.DOTALL)
    return (int(match[1]), match[2]) if match else (1, text)


def _players_named(text: str) -> list[Strategy]:
    """One strategy by name, or several players of it."""
    count, name = _count_and_name(text)
    if not 1 <= count <= MOST_PLAYERS:
        raise ParameterError(f"line-up part {shown(text)}: there must be 1 to {MOST_PLAYERS:,} players")
    return [strategy_named(name)] * count


@cache
def _loaded(path: Path, class_name: str, written: int) -> Strategy:
    """The strategy that a file of Python holds; the same one if it is named again and was not `written` since."""
    del written
    what = f"strategy {shown(class_name)} of {shown(str(path))}"
    spec = spec_from_file_location(f"wargraph_strategies_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ParameterError(f"{what}: it is not a file of Python, which ends in .py")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses and pickle look for it
    try:
        # Read anew, and nothing left beside it: a compiled file may be of another version written in the same second.
        exec(compile(path.read_bytes(), path, "exec", dont_inherit=True), vars(module))  # nosec B102 # the user names the file to be run
    except (Exception, SystemExit) as error:
        raise ParameterError(f"{what}: the file cannot be run: {type(error).__name__}: {error}") from error
    found = getattr(module, class_name, None)
    if not (isinstance(found, type) and issubclass(found, Strategy)):
        classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Strategy)]
        known = [each.__name__ for each in classes if each.__module__ == module.__name__]
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise ParameterError(f"{what}: the file has no such subclass of wargraph.Strategy; {has}")
    try:
        return found()
    except (Exception, SystemExit) as error:
        raise ParameterError(f"{what} cannot be made without arguments: {type(error).__name__}: {error}") from error
