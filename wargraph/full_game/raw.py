"""The table of games as a CSV file: a row for each game of one or more simulations."""

import csv
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.hands import deal_text
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.table import FIELDS
from wargraph.report.files import check_ending, whole_file

_ROWS = 1 << 14
"""So many rows are written at a time."""


def check_raw_path(path: str | Path) -> Path:
    """Check the path of a file of games before it is written; raise an `OutputError` if it cannot be written."""
    return check_ending(path, "record file", [".csv"])


def write_games(path: str | Path, simulations: Sequence[Simulation], with_deals: bool = False) -> None:
    """Write all games of some simulations to a CSV file, one simulation after the other.

    The columns are those of `Simulation.games`, after the rules and the number of the game; `with_deals` adds the deal
    as people type it. A cell without a meaning is empty, such as the winner of a game that nobody won.
    """
    with whole_file(check_raw_path(path)) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["rules", "game", *FIELDS, *["deal"] * with_deals])
        for each in simulations:
            rules = str(each.rules)
            for first in range(0, len(each.games), _ROWS):
                columns = _cells(each.games[first : first + _ROWS])
                count = len(columns[0])
                columns[:0] = [[rules] * count, [*range(first, first + count)]]
                if with_deals:
                    columns.append(_deals(each, first, count))
                writer.writerows(zip(*columns, strict=True))
        text.flush()
        text.detach()


def _deals(simulation: Simulation, first: int, games: int) -> list[str]:
    """Return the deals of games with consecutive numbers from `first` on."""
    from wargraph.full_game.engine.games import dealt_decks

    rules, condition = simulation.rules, simulation.condition
    decks, _ = dealt_decks(rules, condition, simulation.seed, first, games)
    return [deal_text(rules, condition.hands_of(rules, deck)) for deck in decks.tolist()]


def _cells(games: NDArray[np.void]) -> list[list[Any]]:
    """Return the cells of some games by column, None where a cell has no meaning."""
    won, tied, endless, _ = (games["ending"] == code for code in range(len(Ending)))
    has_meaning = dict.fromkeys(FIELDS, won | tied) | {"winner": won, "preperiod": endless, "cycle_length": endless}
    cells: dict[str, list[Any]] = {name: games[name].tolist() for name in ("ending", "rounds")}
    cells["ending"] = [[*Ending][code] for code in cells["ending"]]
    for name in set(FIELDS) - cells.keys():
        values = games[name].astype(object)
        values[~has_meaning[name]] = None
        cells[name] = values.tolist()
    return [cells[name] for name in FIELDS]
