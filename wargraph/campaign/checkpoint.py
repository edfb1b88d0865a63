"""Checkpoints: SQLite files that keep every finished work unit of long work.

A checkpoint has two tables. The facts say which question it answers, by which code, and how far the work is. The units
are the finished work units, each with its result and the record of who did it when; the key of a unit is a digest of
what it is, so that a later run finds the finished ones, and takes none of other work. The process that works on a
checkpoint holds its write lock all the time: another one is refused, and can read its status. SQLite releases the lock
whatever happens to the process.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Self

from wargraph.campaign.encoding import decoded, fingerprint, result_type
from wargraph.campaign.units import FinishedUnit, WorkUnit
from wargraph.compute.source_digest import sources_digest
from wargraph.errors import CheckpointError, shown
from wargraph.report.humanize import counted, duration
from wargraph.report.result import Result, Row
from wargraph.version import __version__

_APPLICATION = int.from_bytes(b"WarG", "big")
_FORMAT = 9
_SCHEMA = f"""
    CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE unit (
        key TEXT PRIMARY KEY, campaign TEXT NOT NULL, result BLOB NOT NULL, seconds REAL NOT NULL,
        worker TEXT NOT NULL, began REAL NOT NULL, ended REAL NOT NULL
    ) STRICT;
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {_FORMAT};
"""
_STATUS = """
    SELECT campaign, count(*) AS units, count(DISTINCT worker) AS workers, round(total(seconds), 2) AS machine_seconds,
        strftime('%Y-%m-%dT%H:%M:%S+00:00', min(began), 'unixepoch') AS began,
        strftime('%Y-%m-%dT%H:%M:%S+00:00', max(ended), 'unixepoch') AS noted,
        coalesce((SELECT value FROM fact WHERE name = 'progress ' || campaign), '') AS progress
    FROM unit GROUP BY campaign ORDER BY min(rowid)
"""
_REFUSALS = {
    sqlite3.SQLITE_NOTADB: "file {} is not a checkpoint of this version of wargraph: name another",
    sqlite3.SQLITE_CORRUPT: "checkpoint {} is damaged ({}): name another file",
    sqlite3.SQLITE_BUSY: "checkpoint {} is being worked on by another process: wait for that, or name another file",
}
_UNUSABLE = "checkpoint {} cannot be read or written ({}): see to it, and ask again; what it holds is kept"
_FINISHED = "finished"
_NOTHING = ("", "None")
_SECONDS_TO_LOCK = 1.0
"""Longer than the status takes, which tries the lock."""


class Checkpoint:
    """An open checkpoint, to be used in a ``with`` statement. One process at a time works on it.

    The file is made if it does not exist. A `CheckpointError` says that it is not a checkpoint, is damaged, belongs to
    another question or to other code, or that another process works on it. The question is given as texts: who asks
    it, as ``question``, and the parameters. The command is the line that was typed, if one was.
    """

    def __init__(self, path: str | PathLike[str], question: dict[str, str], command: str = "") -> None:
        self.path = Path(path)
        self._titles: Counter[str] = Counter()
        facts = {"question": json.dumps(question), "code": sources_digest(), "version": __version__}
        with _one_line_errors(self.path), ExitStack() as held:
            self._database = sqlite3.connect(self.path, timeout=_SECONDS_TO_LOCK, isolation_level=None)
            held.callback(self._database.close)
            if self.read("SELECT 1 FROM sqlite_master"):
                self._database.execute("BEGIN IMMEDIATE")
            else:  # the mode of a database of another program must stay
                self._database.executescript(f"PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; {_SCHEMA}")
                self._database.executemany("INSERT INTO fact VALUES (?, ?)", facts.items())
            self._check_question(question, _checked_facts(self._database, self.path))
            self.note("command", command)
            self._held = held.pop_all()

    def _check_question(self, question: dict[str, str], facts: dict[str, str]) -> None:
        """Refuse a checkpoint of another question, or of other code."""
        kept, named = json.loads(facts["question"]), f"checkpoint {shown(str(self.path))}"
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
        with _one_line_errors(self.path):
            return self._database.execute(statement, values).fetchall()

    def write(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Execute a statement for each of some rows; all of them are on the disk when it returns."""
        with _one_line_errors(self.path):
            self._database.executemany(statement, rows)
            self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")

    def note(self, name: str, value: str) -> None:
        """Write a fact."""
        self.write("INSERT OR REPLACE INTO fact VALUES (?, ?)", [(name, value)])


class CampaignRecord:
    """The record of one campaign in a checkpoint."""

    def __init__(self, checkpoint: Checkpoint, title: str) -> None:
        self.checkpoint = checkpoint
        self.title = title
        [(self.units,)] = checkpoint.read("SELECT count(*) FROM unit WHERE campaign = ?", title)

    def finished(self, unit: WorkUnit[Any]) -> FinishedUnit | None:
        """Return a unit that an earlier run finished; None if it is not finished."""
        for result, seconds in self.checkpoint.read("SELECT result, seconds FROM unit WHERE key = ?", self._key(unit)):
            with _one_line_errors(self.checkpoint.path):
                return FinishedUnit(*decoded(result, result_type(type(unit))), seconds)
        return None

    def keep(self, units: Iterable[tuple[WorkUnit[Any], FinishedUnit]]) -> None:
        """Write finished units."""
        rows = (
            (self._key(unit), self.title, done.content, done.seconds, done.worker, done.began, done.ended)
            for unit, done in units
        )
        self.checkpoint.write("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def note(self, progress: object = _FINISHED) -> None:
        """Note the progress for the status: by default that the campaign is finished."""
        self.checkpoint.note(f"progress {self.title}", str(progress))

    def _key(self, unit: WorkUnit[Any]) -> str:
        return f"{self.title} {fingerprint(unit)}"


@dataclass(frozen=True)
class CheckpointStatus(Result):
    """The status of a checkpoint: its facts as texts, a row for each campaign, and whether a process works on it now.

    The facts are the question and its parameters, the code, the last command line and the progress.
    """

    path: Path
    facts: dict[str, str] = field(repr=False)
    campaigns: tuple[Row, ...]
    is_at_work: bool

    @property
    def question(self) -> dict[str, str]:
        """The question: who asks it, as ``question``, and its parameters."""
        question: dict[str, str] = json.loads(self.facts["question"])
        return question

    @property
    def is_finished(self) -> bool:
        """Whether every campaign that has begun is finished."""
        return bool(self.campaigns) and all(row["progress"] == _FINISHED for row in self.campaigns)

    def rows(self) -> list[Row]:
        """Return a row for each campaign: ``campaign, units, workers, machine_seconds, began, noted, progress``."""
        return list(self.campaigns)

    def _answer(self) -> str:
        state = "at work" if self.is_at_work else "finished" if self.is_finished else "not finished"
        units = sum(int(str(row["units"])) for row in self.campaigns)
        seconds = sum(float(str(row["machine_seconds"])) for row in self.campaigns)
        kept = f"{counted(units, 'work unit')} kept, {duration(seconds)} of machine time"
        answer = f"{_question_text(self.question)}: {state}; {kept}."
        if self.is_at_work or self.is_finished:
            return answer
        command = self.facts.get("command")
        return f"{answer}\n{f'To go on, type: {command}' if command else 'The same question goes on with it.'}"


def checkpoint(path: str | PathLike[str]) -> CheckpointStatus:
    """Return the status of the checkpoint in a file, also while a process works on it.

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import RunOptions, longest
    >>> path = f"{tempfile.mkdtemp()}/longest-10.db"
    >>> longest(10, run_options=RunOptions(checkpoint=path)).turns
    53
    >>> status = checkpoint(path)
    >>> status.question["deck"], status.is_finished
    ('10', True)
    """
    file = Path(path)
    if not file.is_file():
        raise CheckpointError(f"there is no checkpoint {shown(str(path))}: name the file that --checkpoint named")
    uri = f"{file.resolve().as_uri()}?mode=rw"
    with _one_line_errors(file), closing(sqlite3.connect(uri, timeout=0, isolation_level=None, uri=True)) as database:
        facts, table = _checked_facts(database, file), database.execute(_STATUS)
        names = [name for name, *_ in table.description]
        campaigns = tuple(dict(zip(names, row, strict=True)) for row in table)
        is_at_work = False
        try:
            database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            is_at_work = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        return CheckpointStatus(file, facts, campaigns, is_at_work)


def _checked_facts(database: sqlite3.Connection, path: Path) -> dict[str, str]:
    """Return the facts of a checkpoint, whose file is refused if it is damaged or not a checkpoint of this format."""
    [(application,)], [(form,)] = (database.execute(f"PRAGMA {name}") for name in ("application_id", "user_version"))
    if (application, form) != (_APPLICATION, _FORMAT):
        raise CheckpointError(_REFUSALS[sqlite3.SQLITE_NOTADB].format(shown(str(path))))
    [(fault,)] = database.execute("PRAGMA integrity_check(1)")
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)
    return dict(database.execute("SELECT name, value FROM fact"))


@contextmanager
def _one_line_errors(path: Path) -> Iterator[None]:
    """Raise a `CheckpointError` of one line for what SQLite, or the decoding of its contents, raises about a file."""
    try:
        yield
    except (sqlite3.Error, ValueError, KeyError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # without what kind of it
        refusal = _REFUSALS.get(code, _UNUSABLE)
        raise CheckpointError(refusal.format(shown(str(path)), " ".join(str(error).split()))) from None


def _difference(kept: dict[str, str], wanted: dict[str, str]) -> str:
    """Return the difference between the question of a checkpoint and another one.

    >>> _difference({"question": "longest", "n": "16"}, {"question": "longest", "n": "17"})
    'n 16, not n 17'
    >>> _difference({"question": "simulate", "cap": "None"}, {"question": "simulate", "cap": "500"})
    'no cap, not cap 500'
    """
    if kept.keys() != wanted.keys() or kept["question"] != wanted["question"]:
        return f"{_question_text(kept)}, not {_question_text(wanted)}"
    names = [name for name in kept if kept[name] != wanted[name]]
    return ", not ".join(", ".join(_parameter_text(name, of[name]) for name in names) for of in (kept, wanted))


def _question_text(question: dict[str, str]) -> str:
    """Return a question for people, without parameters that are None or empty.

    >>> _question_text({"question": "simulate", "rules": "bryer", "cap": "None", "given": ""})
    'simulate, rules bryer'
    """
    given = {name: value for name, value in question.items() if value not in _NOTHING}
    return ", ".join(_parameter_text(name, value) for name, value in given.items())


def _parameter_text(name: str, value: str) -> str:
    if name == "question":
        return value
    return f"no {name}" if value in _NOTHING else " ".join([name, *value.split()])
