"""Damaged checkpoints: each is refused in a line, or gives the rows that are right.

    python benchmarks/attack_checkpoints.py [FILES] [SEED]      1,000 files, seed 0; half a minute

Each file is a small checkpoint of one kind of work, with bytes flipped, overwritten, cut out, doubled or cut off, or a
column of a row changed. The work is asked again with it, and the status. Prints for each kind of damage how many files
were refused and how many were read with the right rows; ends with 1 if a file gave other rows or another error.
"""

import random
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from wargraph import (
    RunOptions,
    all_deals,
    census,
    checkpoint,
    compare,
    farthest,
    simulate_auction,
    transcripts,
)
from wargraph.errors import CheckpointError
from wargraph.report.result import Result

WORK: dict[str, Callable[[RunOptions | None], Result]] = {
    "compare": lambda run_options: compare(["kids,deck=3x2", "bryer,deck=2x4"], 2, 3, run_options=run_options),
    "all_deals": lambda run_options: all_deals("delahaye-mathieu,deck=2x2", run_options),
    "simulate_auction": lambda run_options: simulate_auction("Min+Dummy", 2, 3, run_options=run_options),
    "transcripts": lambda run_options: transcripts(4, "LW", run_options=run_options),
    "census": lambda run_options: census(2, run_options=run_options),
    "farthest": lambda run_options: farthest(7, run_options=run_options),
}
COLUMNS = [("fact", "name"), ("fact", "value"), ("unit", "key"), ("unit", "campaign"), ("unit", "result")]


def flipped(content: bytearray, chance: random.Random) -> None:
    """Flip a bit."""
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def overwritten(content: bytearray, chance: random.Random) -> None:
    """Overwrite some bytes by one value."""
    start, length = chance.randrange(len(content)), chance.choice([2, 8, 512, 4096])
    content[start : start + length] = bytes([chance.randrange(256)]) * len(content[start : start + length])


def cut(content: bytearray, chance: random.Random) -> None:
    """Cut some bytes out."""
    start = chance.randrange(len(content))
    del content[start : start + chance.choice([1, 8, 512, 4096])]


def doubled(content: bytearray, chance: random.Random) -> None:
    """Repeat some bytes."""
    start, length = chance.randrange(len(content)), chance.choice([1, 8, 512, 4096])
    content[start:start] = content[start : start + length]


def truncated(content: bytearray, chance: random.Random) -> None:
    """Cut the end off."""
    del content[chance.randrange(len(content)) :]


BYTES = [flipped, overwritten, cut, doubled, truncated]


def change_row(path: Path, chance: random.Random) -> None:
    """Change a column of a row through SQLite: flip a bit of what it holds."""
    table, column = chance.choice(COLUMNS)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        rows = database.execute(f"SELECT rowid, {column} FROM {table}").fetchall()  # nosec B608
        row, value = chance.choice(rows)
        content = bytearray(value.encode() if isinstance(value, str) else value)
        if content:
            flipped(content, chance)
        other = bytes(content).decode("utf-8", "replace") if isinstance(value, str) else bytes(content)
        database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (other, row))  # nosec B608


def main(files: int = 1000, seed: int = 0) -> int:
    """Attack so many files; return the exit status."""
    chance, outcomes, failed = random.Random(seed), Counter[tuple[str, str]](), []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kept.db"
        rows, contents = {}, {}
        for name, work in WORK.items():
            rows[name] = work(RunOptions(checkpoint=path)).rows()
            contents[name] = path.read_bytes()
            path.unlink()
        for number in range(files):
            name, damage = chance.choice([*WORK]), chance.choice([*BYTES, change_row])
            for each in Path(folder).iterdir():
                each.unlink()
            content = bytearray(contents[name])
            path.write_bytes(content)
            if damage in BYTES:
                damage(content, chance)
                path.write_bytes(content)
            else:
                change_row(path, chance)
            try:
                right = WORK[name](RunOptions(checkpoint=path)).rows() == rows[name]
                str(checkpoint(path))
                outcome = "read right" if right else "OTHER ROWS"
            except CheckpointError as error:
                outcome = "refused" if "\n" not in str(error) else "SEVERAL LINES"
            except Exception as error:
                outcome = f"{type(error).__name__}: {error}"
            if outcome not in ("read right", "refused"):
                failed.append(f"file {number}, {name}, {damage.__name__}: {outcome}")
            outcomes[damage.__name__, outcome] += 1
    for (damage_name, outcome), count in sorted(outcomes.items()):
        print(f"{damage_name:12} {outcome:12} {count:6,}")
    print(*failed, sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
