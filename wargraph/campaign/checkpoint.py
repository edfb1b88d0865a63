"""Checkpoints: SQLite files that keep every finished work unit of long work.

A checkpoint has two tables. The facts say which question it answers, by which code, and how far the work is. The units
are the finished work units, each with its result; the key of a unit is a digest of what it is, so that a later run
finds the finished ones, and takes none of other work. The process that works on a checkpoint holds its write lock all
the time: another one is refused, and can read its status. SQLite releases the lock whatever happens to the process.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any, Self

from wargraph.campaign.encoding import decoded, encoded, fingerprint, result_type
from wargraph.campaign.progress import Progress
from wargraph.campaign.units import FinishedUnit, WorkUnit
from wargraph.compute.source_digest import sources_digest
from wargraph.errors import CheckpointError, shown
from wargraph.report.humanize import counted
from wargraph.version import __version__

_APPLICATION = int.from_bytes(b"WarG", "big")
_FORMAT = 6
_SCHEMA = f"""
    CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE unit (
        key TEXT PRIMARY KEY, campaign TEXT NOT NULL, result BLOB NOT NULL, seconds REAL NOT NULL,
        finished TEXT NOT NULL
    ) STRICT;
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {_FORMAT};
"""
_TABLES = {("fact",), ("unit",)}
_SECONDS_BETWEEN_NOTES = 2.0
_SECONDS_TO_LOCK = 1.0
"""Longer than the status takes, which tries the lock."""


class Checkpoint:
    """An open checkpoint, to be used in a ``with`` statement. One process at a time works on it.

    Parameters
    ----------
    path
        The file; it is made if it does not exist.
    question
        The question that the work answers: who asks it, as ``question``, and with which parameters, as texts.
    command
        The command line that asks it; empty if the question comes from Python.

    Raises
    ------
    CheckpointError
        If the file is no checkpoint, is damaged or cannot be written, belongs to another question or to other code,
        or if another process works on it.
    """

    def __init__(self, path: str | PathLike[str], question: dict[str, str], command: str = "") -> None:
        self.path = Path(path)
        self._titles: Counter[str] = Counter()
        with self._errors(), ExitStack() as held:
            self._database = sqlite3.connect(self.path, _SECONDS_TO_LOCK, isolation_level=None)
            held.callback(self._database.close)
            if self._is_empty():  # changing the mode must not change a database of another program
                self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("BEGIN IMMEDIATE")
            if self._is_empty():
                self._make(question)
            check_contents(self._database, self.path)
            self._check_question(question)
            self._write("INSERT OR REPLACE INTO fact VALUES (?, ?)", [("command", command)])
            self._held = held.pop_all()

    def _is_empty(self) -> bool:
        return not self._database.execute("SELECT 1 FROM sqlite_master").fetchall()

    def _make(self, question: dict[str, str]) -> None:
        for statement in filter(str.strip, _SCHEMA.split(";")):
            self._database.execute(statement)
        facts = {f"question {name}": value for name, value in question.items()}
        facts |= {"code": sources_digest(), "version": __version__}
        self._database.executemany("INSERT INTO fact VALUES (?, ?)", facts.items())

    def _check_question(self, question: dict[str, str]) -> None:
        """Refuse a checkpoint of another question, or of other code."""
        facts = dict(self._database.execute("SELECT name, value FROM fact"))
        kept = {name.removeprefix("question "): facts[name] for name in facts if name.startswith("question ")}
        named = f"checkpoint {shown(str(self.path))}"
        if kept != question:
            raise CheckpointError(f"{named} is of {_difference(kept, question)}: name another file")
        if facts.get("code") != sources_digest():
            raise CheckpointError(
                f"{named} was made by the code of wargraph {shown(facts.get('version'))}, {shown(facts.get('code'))}, "
                f"not of {__version__}, {sources_digest()}: go on with that one, or name another file"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Close the file, and remove it if it keeps nothing; tell whoever interrupts the work what it keeps."""
        with self._held:
            [(units,)] = self.read("SELECT count(*) FROM unit")
        if isinstance(error, KeyboardInterrupt):
            kept = counted(units, "finished work unit") if units else "no finished work unit yet"
            error.add_note(f"{self.path} keeps {kept}: the same command goes on from there")
        elif not units:
            self.path.unlink(missing_ok=True)

    def campaign(self, title: str) -> "CampaignRecord":
        """Return the record of the next campaign that answers the question; a second one of a title has a number."""
        self._titles[title] += 1
        number = self._titles[title]
        return CampaignRecord(self, title if number == 1 else f"{title} ({number})")

    def read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with self._errors():
            return self._database.execute(statement, values).fetchall()

    def write(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Execute a statement for each of some rows; all of them are on the disk when it returns."""
        with self._errors():
            self._write(statement, rows)

    def _write(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        self._database.executemany(statement, rows)
        self._database.execute("COMMIT")
        self._database.execute("BEGIN IMMEDIATE")

    def _errors(self) -> Any:
        return file_errors(self.path)


class CampaignRecord:
    """The record of one campaign in a checkpoint."""

    def __init__(self, checkpoint: Checkpoint, title: str) -> None:
        self.checkpoint = checkpoint
        self.title = title
        [(self.units,)] = checkpoint.read("SELECT count(*) FROM unit WHERE campaign = ?", title)
        self._next_note = monotonic() + _SECONDS_BETWEEN_NOTES

    def finished(self, unit: WorkUnit[Any]) -> FinishedUnit | None:
        """Return a unit that an earlier run finished; None if it is not finished."""
        for result, seconds in self.checkpoint.read("SELECT result, seconds FROM unit WHERE key = ?", self._key(unit)):
            try:
                partial, left = decoded(result, result_type(type(unit)))
                return FinishedUnit(partial, unit.resumed(left) if hasattr(unit, "resumed") else left, seconds)
            except ValueError as error:
                raise self.damaged(" ".join(str(error).split())) from None
        return None

    def damaged(self, how: str) -> CheckpointError:
        """The error that says that the file is damaged."""
        return _damaged(self.checkpoint.path, how)

    def keep(self, units: Iterable[tuple[WorkUnit[Any], FinishedUnit]]) -> None:
        """Write finished units.

        Raises
        ------
        CheckpointError
            If the type of their results cannot be written, or there is no room on the disk.
        """
        rows = []
        for unit, finished in units:
            result = encoded((finished.partial, finished.left), result_type(type(unit)))
            rows.append((self._key(unit), self.title, result, finished.seconds, now()))
        self.checkpoint.write("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?, ?)", rows)

    def note(self, progress: Progress) -> None:
        """Note the progress from time to time, for the status."""
        if monotonic() >= self._next_note:
            self._next_note = monotonic() + _SECONDS_BETWEEN_NOTES
            self.stop(str(progress))

    def stop(self, progress: str) -> None:
        """Note the progress."""
        self.checkpoint.write("INSERT OR REPLACE INTO fact VALUES (?, ?)", [(f"progress {self.title}", progress)])

    def end(self) -> None:
        """Note that the campaign is finished."""
        self.stop(FINISHED)

    def _key(self, unit: WorkUnit[Any]) -> str:
        return f"{self.title} {fingerprint(unit)}"


FINISHED = "finished"
"""The progress of a finished campaign."""


def now() -> str:
    """Return the time as a text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def check_contents(database: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is no checkpoint of this format, or is damaged."""
    [(application,)], [(form,)] = (database.execute(f"PRAGMA {name}") for name in ("application_id", "user_version"))
    if application != _APPLICATION:
        raise CheckpointError(f"file {shown(str(path))} is no checkpoint: name another")
    if form != _FORMAT:
        which = "an older" if form < _FORMAT else "a later"
        raise CheckpointError(
            f"file {shown(str(path))} is a checkpoint of {which} version of wargraph: go on with that one, or name "
            "another file"
        )
    [(fault,)] = database.execute("PRAGMA integrity_check(1)")
    if fault == "ok" and {*database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} != _TABLES:
        fault = "its tables differ"
    if fault != "ok":
        raise _damaged(path, " ".join(fault.split()))


def is_at_work(database: sqlite3.Connection) -> bool:
    """Return whether a process works on a checkpoint."""
    try:
        database.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    database.execute("ROLLBACK")
    return False


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Raise a `CheckpointError` of one line for what SQLite raises about a file."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        name, file = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT"), f"checkpoint {shown(str(path))}"
        if name.startswith("SQLITE_BUSY"):
            raise CheckpointError(
                f"{file} is being worked on by another process: wait for that, or name another file"
            ) from None
        if name.startswith("SQLITE_NOTADB"):
            raise CheckpointError(f"file {shown(str(path))} is no checkpoint: name another") from None
        if name.startswith("SQLITE_CORRUPT"):
            raise _damaged(path, str(error)) from None
        raise CheckpointError(
            f"{file} cannot be read or written ({error}): see to it, and ask again; what it holds is kept"
        ) from None


def _damaged(path: Path, how: str) -> CheckpointError:
    return CheckpointError(f"checkpoint {shown(str(path))} is damaged ({how}): name another file")


def _difference(kept: dict[str, str], wanted: dict[str, str]) -> str:
    """What tells the question of a checkpoint from another one.

    >>> _difference({"question": "longest", "n": "16"}, {"question": "longest", "n": "17"})
    'n 16, not n 17'
    """
    if kept.keys() == wanted.keys() and kept["question"] == wanted["question"]:
        names = [name for name in kept if kept[name] != wanted[name]]
        kept, wanted = ({name: question[name] for name in names} for question in (kept, wanted))
    return f"{question_text(kept)}, not {question_text(wanted)}"


def question_text(question: dict[str, str]) -> str:
    """Return a question for people, without parameters that are None or empty.

    >>> question_text({"question": "simulate", "rules": "bryer", "cap": "None", "given": ""})
    'simulate, rules bryer'
    """
    texts = {name: value for name, value in question.items() if value not in ("", "None")}
    text = ", ".join(value if name == "question" else f"{name} {value}" for name, value in texts.items())
    return " ".join(text.split())
