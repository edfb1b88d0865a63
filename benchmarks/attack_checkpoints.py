"""Checkpoints that were changed by hand: bytes, rows, values and types. None runs anything, and none lies by accident.

    python benchmarks/attack_checkpoints.py [FILES] [SEED]      12,000 files, seed 0; a minute and a half

Each file is a small checkpoint of one kind of work, half finished, with one mutation drawn by hypothesis. The work is
asked again with it, and the status; of changed pieces also a verification. Each must be refused in a line, or give the
rows that are right. Only who changes a number and puts the right seal on it may get other rows: a file can lie.

Prints for each kind of mutation how many files were tried, refused, taken with the same rows, and taken with other rows
under a right seal; and what failed.
"""

import sqlite3
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import compress, decompress

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec import msgpack

from wargraph import (
    RunOptions,
    all_deals,
    census,
    checkpoint_status,
    compare,
    cycles_of_words,
    finish,
    simulate_auction,
    transcript_tree,
    verify_checkpoint,
)
from wargraph.campaign.checkpoint import KEPT_PIECE, opened, sealed
from wargraph.errors import CheckpointError, WarGraphError
from wargraph.report.result import Result

WORK: dict[str, Callable[[RunOptions | None], Result]] = {
    "compare": lambda run_options: compare(["kids,deck=3x2", "bryer,deck=2x4"], 2, 3, run_options=run_options),
    "all_deals": lambda run_options: all_deals("delahaye-mathieu,deck=2x2", run_options),
    "simulate_auction": lambda run_options: simulate_auction("Min+Dummy", 2, 3, run_options=run_options),
    "transcript_tree": lambda run_options: transcript_tree(4, "LW", run_options=run_options),
    "census": lambda run_options: census(2, run_options=run_options),
    "finish": lambda run_options: finish(3, run_options=run_options),
    "cycles_of_words": lambda run_options: cycles_of_words(4, "LW", 3, run_options=run_options),
}
"""Work of all kinds, so small that it takes some milliseconds."""

TABLES = {
    "question": ("name", "value"),
    "code": ("digest", "version", "made_with", "since"),
    "run": ("number", "process", "began", "ended", "command"),
    "campaign": (
        "number",
        "title",
        "done",
        "still",
        "least",
        "most",
        "of",
        "seconds_left",
        "known",
        "noted",
        "finished",
    ),
    "piece": ("campaign", "name", "tag", "piece", "found", "seconds", "worker", "finished", "seal"),
}
WHOLE = st.integers(-3, 40) | st.integers() | st.sampled_from([2**31, 2**63 - 1, -(2**63), 2**64 - 1])
PLAIN = (
    st.none() | st.booleans() | WHOLE | st.floats() | st.text(max_size=8) | st.binary(max_size=12)
    | st.sampled_from(["evil.py:X", "os.system", "__reduce__", "wargraph.cli", "../x.db", "WL", "LW", "Min", "strict"])
)  # fmt: skip
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3))


class Files:
    """A folder with a checkpoint of each kind of work, and the rows that are right.

    Parameters
    ----------
    folder
        An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "kept.db"
        self.rows, self.contents = {}, {}
        for name, work in WORK.items():
            self.rows[name] = work(None).rows()
            work(RunOptions(checkpoint=self.path))
            self.contents[name] = self.path.read_bytes()
            self.path.unlink()

    def restore(self, name: str) -> None:
        """Lay the checkpoint of some work there, and nothing beside it."""
        for path in self.path.parent.iterdir():
            path.unlink()
        self.path.write_bytes(self.contents[name])


def changed_bytes(draw: Callable[..., Any], path: Path) -> None:
    """Flip, cut out, double or overwrite bytes."""
    content = bytearray(path.read_bytes())
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(content) - 1))
        length = draw(st.sampled_from([1, 1, 2, 8, 512, 4096]))
        match draw(st.sampled_from(["flip", "overwrite", "cut", "double", "truncate"])):
            case "flip":
                content[place] ^= draw(st.integers(1, 255))
            case "overwrite":
                content[place : place + length] = bytes([draw(st.integers(0, 255))]) * length
            case "cut":
                del content[place : place + length]
            case "double":
                content[place:place] = content[place : place + length]
            case _:
                del content[place:]
        if not content:
            break
    path.write_bytes(content)


def changed_row(draw: Callable[..., Any], path: Path) -> None:
    """Take out a row, copy one, or write another value of another type into one or into all."""
    table = draw(st.sampled_from(sorted(TABLES)))
    column, other = (draw(st.sampled_from(TABLES[table])) for _ in range(2))
    value = draw(PLAIN.filter(lambda each: not isinstance(each, int) or -(2**63) <= each < 2**63))
    statement = draw(
        st.sampled_from(
            [
                f"DELETE FROM {table}",
                f"DELETE FROM {table} WHERE rowid = 1",
                f"UPDATE {table} SET {column} = ?1",
                f"UPDATE {table} SET {column} = ?1 WHERE rowid = 1",
                f"UPDATE {table} SET {column} = {other}",
                f"UPDATE {table} SET {column} = cast({column} AS BLOB) || cast(?1 AS BLOB)",
                f"UPDATE {table} SET {column} = cast({column} AS TEXT) || cast(?1 AS TEXT)",
                f"UPDATE {table} SET {column} = (SELECT {column} FROM {table} ORDER BY rowid DESC LIMIT 1)",
                f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE rowid = 1",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO x",
                f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM piece; END",
                f"CREATE VIEW v AS SELECT * FROM {table}",
                f"PRAGMA user_version = {draw(st.integers(0, 9))}",
            ]
        )
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):  # what SQLite does not let in at all
            database.execute(statement, (value,) if "?1" in statement else ())


def changed_value(draw: Callable[..., Any], path: Path, with_seal: bool = False) -> None:
    """Change one place in what a piece is, or in what it found, and leave the seal, or put the right one on."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        rows = database.execute(f"{KEPT_PIECE} ORDER BY rowid").fetchall()
        kept = opened(draw(st.sampled_from(rows)))
        column = draw(st.sampled_from(["found", "found", "piece"]))
        content = compress(msgpack.encode(changed(draw, msgpack.decode(decompress(kept[column])))), 1)
        *values, seal = (kept | {column: content}).values()
        row = sealed(*values) if with_seal else (*values, seal)
        database.execute("DELETE FROM piece WHERE campaign = ? AND name = ?", (kept["campaign"], kept["name"]))
        database.execute("INSERT INTO piece VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def changed_value_with_seal(draw: Callable[..., Any], path: Path) -> None:
    """The same, and the seal is right."""
    changed_value(draw, path, with_seal=True)


def changed(draw: Callable[..., Any], value: Any) -> Any:
    """A plain value that differs in one place, however deep."""
    if isinstance(value, dict) and value and draw(st.integers(0, 9)):
        name = draw(st.sampled_from(sorted(value)))
        return value | {name: changed(draw, value[name])}
    if isinstance(value, list) and value and draw(st.integers(0, 9)):
        place = draw(st.integers(0, len(value) - 1))
        match draw(st.sampled_from(["in", "in", "in", "in", "out", "double", "swap"])):
            case "in":
                return [*value[:place], changed(draw, value[place]), *value[place + 1 :]]
            case "out":
                return [*value[:place], *value[place + 1 :]]
            case "double":
                return [*value[: place + 1], *value[place:]]
            case _:
                return [*value[place:], *value[:place]]
    if type(value) is int and draw(st.booleans()):
        number = value + draw(st.sampled_from([-1, 1, 2, 255, -256]))
        return max(-(2**63), min(number, 2**64 - 1))
    if isinstance(value, bytes) and value and draw(st.booleans()):
        place = draw(st.integers(0, len(value) - 1))
        return value[:place] + bytes([draw(st.integers(0, 255))]) + value[place + 1 :]
    return draw(VALUES.filter(lambda each: _is_writable(each)))


def _is_writable(value: object) -> bool:
    try:
        msgpack.encode(value)
    except (OverflowError, UnicodeEncodeError):
        return False
    return True


AT_A_TIME = 1000
"""Files of one seed."""

MUTATIONS: dict[str, Callable[[Callable[..., Any], Path], None]] = {
    "bytes of the file": changed_bytes,
    "rows and types": changed_row,
    "values": changed_value,
    "values, with the right seal": changed_value_with_seal,
}


def answered(files: Files, name: str, mutation: str) -> str:
    """How a changed file is taken: "refused", "same", "other", or what broke a promise."""
    try:
        try:
            str(checkpoint_status(files.path))
        except CheckpointError as error:
            if "\n" in str(error):
                return f"the status is refused in several lines: {error}"
        if "seal" in mutation:
            with suppress(WarGraphError):
                verify_checkpoint(files.path, 1)
        rows = WORK[name](RunOptions(checkpoint=files.path)).rows()
    except WarGraphError as error:
        return "refused" if "\n" not in str(error) else f"refused in several lines: {error}"
    except BaseException as error:  # whatever it is, nobody should read it
        return f"{type(error).__name__}: {error}"
    left = {path.name for path in files.path.parent.iterdir()} - {files.path.name}
    if left:
        return f"leaves {sorted(left)}"
    return "same" if rows == files.rows[name] else "other"


def attacked(mutation: str, number: int, first_seed: int, files: Files) -> tuple[Counter[str], list[str]]:
    """Try so many files with one kind of mutation: how they were taken, and what broke a promise."""
    outcomes: Counter[str] = Counter()
    failures: list[str] = []
    allowed = {"refused", "same"} | ({"other"} if "right seal" in mutation else set())

    @settings(
        max_examples=AT_A_TIME, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=HealthCheck
    )
    @given(st.data())
    def attack(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(WORK)))
        files.restore(name)
        MUTATIONS[mutation](data.draw, files.path)
        outcome = answered(files, name, mutation)
        if outcome not in allowed:
            failures.append(f"{mutation}, {name}: {outcome}")
        outcomes[outcome if outcome in allowed else "failed"] += 1

    for each in range(first_seed, first_seed + -(-number // AT_A_TIME)):
        seed(each)(attack)()
    return outcomes, failures


def main() -> None:
    """Attack, and print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="?", type=int, default=12_000)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    asked = parser.parse_args()
    failed: list[str] = []
    print("| mutation | files | refused | same rows | other rows | failed |\n|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        files = Files(Path(folder))
        for mutation in MUTATIONS:
            outcomes, failures = attacked(mutation, asked.files // len(MUTATIONS), asked.seed, files)
            failed += failures
            counts = (outcomes.total(), *(outcomes[name] for name in ("refused", "same", "other", "failed")))
            print(f"| {mutation} | {' | '.join(f'{count:,}' for count in counts)} |", flush=True)
    for each in failed[:100]:
        print(each.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
