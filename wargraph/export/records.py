"""Files with a record of each game of a simulation, as CSV, written while it runs."""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

import numpy as np

from wargraph.core.checks import checked_seed
from wargraph.core.endings import Ending
from wargraph.full_game.game import counted_turns
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.hands import Hands
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulate import Records, RecordSink, deal_texts
from wargraph.full_game.simulation import DEPTH_NAMES, THREE_WAY_NAMES
from wargraph.full_game.tally import DEPTHS, ENDINGS, Column
from wargraph.report.files import check_ending, whole_file

RECORD_ENDINGS = (".csv",)
RECORD_COLUMNS = (
    "rules", "game", "ending", "winner", "turns", "rounds", "wars", "short_wars",
    *(f"{name}_wars" for name in (*THREE_WAY_NAMES, *DEPTH_NAMES)), "entry", "period",
)  # fmt: skip
_DEAL = "deal"

Columns = dict[str, list[Any]]


def check_records_path(path: str | Path) -> Path:
    """Check the path of a file of records before it is written; raise an `OutputError` if it cannot be written."""
    return check_ending(path, "record file", RECORD_ENDINGS)


@contextmanager
def record_file(
    path: str | Path, seed: int | None = None, given: SomeGiven = (), deal: Hands | str | None = None
) -> Iterator[Callable[..., RecordSink]]:
    """Context manager: a file with a row for each game of one or more simulations, in the order of the games.

    A row leaves out a value that has no meaning: the winner of a game that nobody won, or the wars of a game that did
    not end. On success the file is complete; after an error there is no file.

    Parameters
    ----------
    path : str or Path
        The file; its name ends in ``.csv``.
    seed : int, optional
        The seed of the simulation: with it, the last column of the file is the deal of each game, as people type it.
    given : Given, str or a list of these
        The cards that are given in the simulation.
    deal : Hands or str, optional
        The deal from which every game of the simulation starts.

    Yields
    ------
    Callable
        A function from one set of rules to the `sink` of `simulate`, or from several sets to the `sink` of `compare`.
        With several sets of rules the file holds blocks of games, and each block has the games of one set after those
        of the other. You can run several simulations one after the other.

    Raises
    ------
    OutputError
        If the name has a different ending, or the file cannot be written.
    ParameterError
        If the seed is out of range, or the rules cannot deal the given cards.

    See Also
    --------
    simulate_auction

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import simulate
    >>> path = Path(tempfile.mkdtemp()) / "games.csv"
    >>> with record_file(path) as sink_for:
    ...     result = simulate("kids", 3, sink=sink_for(RuleSet.preset("kids")))
    >>> len(path.read_text().splitlines())
    4
    """
    path = check_records_path(path)
    names = RECORD_COLUMNS if seed is None else (*RECORD_COLUMNS, _DEAL)

    def deals(rules: RuleSet, first: int, games: int) -> Columns:
        if seed is None:
            return {}
        return {_DEAL: deal_texts(rules, Condition.of(rules, given, deal), checked_seed(seed), first, games)}

    with whole_file(path) as file, _csv_writer(file, names) as write:
        yield lambda *rules: _InOrder(rules, write, deals)


class _InOrder:
    """Takes work units in any order from any thread, and writes them in the order of their games."""

    def __init__(
        self,
        rules: Sequence[RuleSet],
        write: Callable[[Columns], None],
        deals: Callable[[RuleSet, int, int], Columns],
    ) -> None:
        self.rules = rules
        self.write = write
        self.deals = deals
        self.next = 0
        self.waiting: dict[int, tuple[Records, ...]] = {}
        self.lock = Lock()

    def __call__(self, first: int, *records: Records) -> None:
        with self.lock:
            self.waiting[first] = records
            while self.next in self.waiting:
                pieces = self.waiting.pop(self.next)
                for rules, piece in zip(self.rules, pieces, strict=True):
                    self.write(_columns(rules, self.next, piece) | self.deals(rules, self.next, len(piece)))
                self.next += len(pieces[0])


def _columns(rules: RuleSet, first: int, records: Records) -> Columns:
    """The columns of a work unit as Python values, None where a value has no meaning."""
    endings = records[:, Column.ENDING]
    has_won = endings == ENDINGS.index(Ending.WON)
    is_finished = has_won | (endings == ENDINGS.index(Ending.TIED))
    is_endless = endings == ENDINGS.index(Ending.ENDLESS)
    turns = counted_turns(rules, records[:, Column.ROUNDS], records[:, Column.MORE_COMPARISONS])
    three_ways = [records[:, Column.THREE_WAY + number] for number in range(len(THREE_WAY_NAMES))]
    depths = [records[:, Column.DEPTH + depth] for depth in range(DEPTHS)]

    def where(mask: Any, values: Any) -> list[Any]:
        return [value if there else None for there, value in zip(mask.tolist(), values.tolist(), strict=True)]

    values = [
        [str(rules)] * len(records),
        list(range(first, first + len(records))),
        np.array(ENDINGS)[endings].tolist(),
        where(has_won, records[:, Column.WINNER]),
        where(is_finished, turns),
        records[:, Column.ROUNDS].tolist(),
        where(is_finished, records[:, Column.WARS]),
        where(is_finished, records[:, Column.SHORT]),
        *(where(is_finished, counts) for counts in three_ways),
        *(where(is_finished, counts) for counts in depths),
        where(is_endless, records[:, Column.ENTRY]),
        where(is_endless, records[:, Column.PERIOD]),
    ]
    return dict(zip(RECORD_COLUMNS, values, strict=True))


@contextmanager
def _csv_writer(file: BinaryIO, names: Sequence[str]) -> Iterator[Callable[[Columns], None]]:
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    try:
        yield lambda columns: writer.writerows(zip(*columns.values(), strict=True))
    finally:
        text.flush()
        text.detach()
