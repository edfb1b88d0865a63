"""Checkpoints: files that keep every finished work unit of long work at once, so that it is not lost.

A checkpoint is an SQLite database. It belongs to one question, and to the code that began to answer it. The campaigns
that answer the question are numbered in the order in which they run. The key of a work unit is its fingerprint, so that
a later run finds the finished ones, and takes none of another question. Each row of a work unit has a seal, a digest of
its other columns: a damaged one is refused.

A process that works on a checkpoint locks a file beside it; the system releases the lock whatever happens.
"""

import os
import platform
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from secrets import token_hex
from stat import S_ISREG
from time import monotonic
from typing import Any, Self

from filelock import FileLock, Timeout

from wargraph.campaign.encoding import UnknownContentError, decoded_finds, encoded, fingerprint, found_type
from wargraph.campaign.pieces import FinishedPiece, KeptPiece, Piece, this_process
from wargraph.campaign.progress import Amount, Progress
from wargraph.campaign.question import Question, describe_difference
from wargraph.compute.source_digest import sources_digest
from wargraph.errors import CheckpointError, shown
from wargraph.report.humanize import counted
from wargraph.version import __version__

_APPLICATION = int.from_bytes(b"WarG", "big")
_FORMAT = 5
_HEADER = b"SQLite format 3\0"
_LONGEST_QUOTED = 200
_LONGEST_VALUE = 1 << 24
"""Bytes: SQLite refuses a longer text or blob before it is read into memory."""

_SECONDS_BETWEEN_NOTES = 2.0
_SECONDS_TO_LOCK = 1.0
"""Longer than the status takes, which tries the lock."""

_SPACE = 50 * 10**6
"""The number of bytes to leave free on the disk for other programs."""

_TIME = "{0} IS replace(datetime({0}, '+0 days'), ' ', 'T') || '+00:00' AND {0} BETWEEN '2' AND '3'"
"""The condition for a time, as `now` returns it."""

_AMOUNT = "typeof({0}) IN ('null', 'integer', 'real') AND ({0} IS NULL OR {0} BETWEEN 0 AND 1e100)"

_TEXT = (
    "instr({0}, char(0)) = 0 AND {0} NOT GLOB '*[' || "
    "char(1, 45, 31, 127, 45, 159, 1564, 8206, 45, 8207, 8232, 45, 8238, 8294, 45, 8297) || ']*'"
)
"""The condition for a text: one line without control characters, which a terminal would obey, and without marks that
change the direction of writing. GLOB stops at the first character 0."""

_SCHEMA = f"""
    CREATE TABLE question (name TEXT PRIMARY KEY CHECK ({_TEXT.format("name")}),
        value TEXT NOT NULL CHECK ({_TEXT.format("value")})
    ) STRICT;
    CREATE TABLE code (
        digest TEXT PRIMARY KEY CHECK ({_TEXT.format("digest || version || made_with")}),
        version TEXT NOT NULL, made_with TEXT NOT NULL, since TEXT NOT NULL CHECK ({_TIME.format("since")})
    ) STRICT;
    CREATE TABLE run (
        number INTEGER PRIMARY KEY, process TEXT NOT NULL CHECK ({_TEXT.format("process")}),
        began TEXT NOT NULL CHECK ({_TIME.format("began")}),
        ended TEXT CHECK ({_TIME.format("ended")}), command TEXT NOT NULL CHECK ({_TEXT.format("command")})
    ) STRICT;
    CREATE TABLE campaign (
        number INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK ({_TEXT.format("title")}),
        done ANY CHECK ({_AMOUNT.format("done")}), still ANY CHECK ({_AMOUNT.format("still")}),
        least ANY CHECK ({_AMOUNT.format("least")}), most ANY CHECK ({_AMOUNT.format("most")}),
        of TEXT CHECK ({_TEXT.format("of")}),
        seconds_left REAL CHECK (seconds_left = 0 OR seconds_left BETWEEN 1e-6 AND 1e10),
        known TEXT CHECK ({_TEXT.format("known")}), noted TEXT CHECK ({_TIME.format("noted")}),
        finished TEXT CHECK ({_TIME.format("finished")}),
        CHECK ((of IS NULL) = (done IS NULL) AND (of IS NULL) = (still IS NULL) AND (least IS NULL) = (most IS NULL))
    ) STRICT;
    CREATE TABLE piece (
        campaign INTEGER NOT NULL, name TEXT NOT NULL, tag TEXT NOT NULL, piece BLOB NOT NULL, found BLOB NOT NULL,
        seconds REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1e10),
        worker TEXT NOT NULL CHECK ({_TEXT.format("worker")}), finished TEXT NOT NULL, seal TEXT NOT NULL,
        PRIMARY KEY (campaign, name)
    ) STRICT;
"""
"""SQLite checks the type and range of each value when it is written, and again when the file is opened."""


class Checkpoint:
    """An open checkpoint, to be used in a ``with`` statement. One process at a time works on it.

    Parameters
    ----------
    path
        The file; it is made if it does not exist.
    question
        The question that the work answers.
    command
        The command line that asks it; empty if the question comes from Python.

    Raises
    ------
    CheckpointError
        If the file is no checkpoint, is damaged or cannot be written, belongs to another question or to other code,
        or if another process works on it.
    """

    def __init__(self, path: str | PathLike[str], question: Question, command: str = "") -> None:
        self.path = Path(path)
        self._campaigns = 0
        self._is_interrupted = False
        self.has_kept = False
        self._check_place()
        with ExitStack() as held:
            held.enter_context(_locked(self.path))
            if not self.path.exists():
                _make(self.path, question)
                held.callback(self._remove_if_empty)
            self._database = held.enter_context(_connected(self.path))
            with file_errors(self.path):
                _check_question(self._database, self.path, question)
                _check_code(self._database, self.path)
                self._database.execute("PRAGMA journal_mode = WAL")  # only now: what is refused stays as it was
                values = this_process(), now(), command if command.isprintable() else ""
                run = self._database.execute("INSERT INTO run (process, began, command) VALUES (?, ?, ?)", values)
                self._run = run.lastrowid
            self._held = held.pop_all()

    def _check_place(self) -> None:
        """Refuse a path that cannot be a file."""
        named = f"checkpoint {shown(str(self.path))}"
        if not self.path.name or self.path.is_dir():
            raise CheckpointError(f"{named} is a folder: name a file")
        if not self.path.parent.is_dir():
            folder = shown(str(self.path.parent))
            raise CheckpointError(f"{named}: the folder {folder} does not exist: make it first, or name another")
        if self.path.exists() and not self.path.is_file():
            raise CheckpointError(f"{named} is a device or a pipe: name a file")
        if self.path.is_symlink() and not self.path.exists():
            raise CheckpointError(f"{named} is a link that leads to no file: name the file")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Close the file; tell whoever interrupted the work what it keeps."""
        if isinstance(error, KeyboardInterrupt):
            self._is_interrupted = True
            with suppress(CheckpointError):
                [(pieces,)] = self.read("SELECT count(*) FROM piece")
                kept = counted(pieces, "finished work unit") if pieces else "no finished work unit yet"
                error.add_note(f"{self.path} keeps {kept}: the same command goes on from there")
        self.close()

    def close(self) -> None:
        """Note the end of this run, and release the file.

        A run that finished nothing, because everything was there, is forgotten, and a new file without work units is
        removed; both stay if the run was interrupted, as it can go on.
        """
        ended = "UPDATE run SET ended = ? WHERE number = ?", (now(), self._run)
        forgotten = "DELETE FROM run WHERE number = ?", (self._run,)
        statement, values = ended if self.has_kept or self._is_interrupted else forgotten
        with self._held, suppress(CheckpointError):  # an error of a full disk has been reported already
            self.write(statement, [values])

    def campaign(self, title: str) -> "CampaignRecord":
        """Return the record of the next campaign that answers the question."""
        number = self._campaigns
        self._campaigns += 1
        self.write("INSERT OR IGNORE INTO campaign (number, title) VALUES (?, ?)", [(number, title)])
        [(known,)] = self.read("SELECT title FROM campaign WHERE number = ?", number)
        if known != title:
            raise CheckpointError(
                f"checkpoint {shown(str(self.path))} goes on with {shown(known)} here, not with {shown(title)}: name "
                "another file"
            )
        return CampaignRecord(self, number)

    def read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with file_errors(self.path):
            return self._database.execute(statement, values).fetchall()

    def write(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Execute a statement for each of some rows, as one transaction that is on the disk when it returns."""
        _require_space(self.path)
        with file_errors(self.path), _transaction(self._database):
            self._database.executemany(statement, rows)

    def _remove_if_empty(self) -> None:
        if self._is_interrupted:
            return
        with suppress(CheckpointError):
            with _connected(self.path) as database:
                if database.execute("SELECT 1 FROM piece LIMIT 1").fetchall():
                    return
            self.path.unlink(missing_ok=True)


class CampaignRecord:
    """The record of one campaign in a checkpoint."""

    def __init__(self, checkpoint: Checkpoint, number: int) -> None:
        self.checkpoint = checkpoint
        self.number = number
        self.pieces = checkpoint.read("SELECT count(*) FROM piece WHERE campaign = ?", number)[0][0]
        self._next_note = 0.0

    def finished(self, piece: Piece[Any]) -> FinishedPiece | None:
        """Return a piece that an earlier run finished; None if it is not finished."""
        piece = _to_be_kept(piece)
        name = self.number, fingerprint(piece, type(piece))
        with file_errors(self.checkpoint.path):
            for row in self.checkpoint.read(f"{KEPT_PIECE} WHERE campaign = ? AND name = ?", *name):
                kept = opened(row)
                partial, left = decoded_finds(kept["found"], piece)
                return FinishedPiece(partial, left, kept["seconds"], kept["worker"])
        return None

    def damaged(self, how: str) -> CheckpointError:
        """The error that says that what was kept cannot be true."""
        return CheckpointError(f"checkpoint {shown(str(self.checkpoint.path))} is damaged ({how}): name another file")

    def keep(self, pieces: Iterable[tuple[Piece[Any], FinishedPiece]]) -> None:
        """Write finished pieces.

        Raises
        ------
        CheckpointError
            If a value in them cannot be written.
        """
        rows = [
            sealed(
                self.number,
                fingerprint(piece, type(piece)),
                piece.tag,
                encoded(piece, type(piece)),
                encoded((result.partial, result.left), found_type(type(piece))),
                result.seconds,
                result.worker,
                now(),
            )
            for piece, result in ((_to_be_kept(piece), result) for piece, result in pieces)
        ]
        self.checkpoint.write("INSERT OR REPLACE INTO piece VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self.checkpoint.has_kept |= bool(rows)

    def note(self, progress: Progress) -> None:
        """Note the progress from time to time, for the status."""
        if progress.amount and monotonic() >= self._next_note:
            self._next_note = monotonic() + _SECONDS_BETWEEN_NOTES
            self.stop(progress)

    def stop(self, progress: Progress) -> None:
        """Note the progress, unless it is not known or the campaign is finished."""
        if progress.amount:
            self._note(progress.amount, progress.seconds_left, progress.partial_summary, None)

    def end(self, amount: Amount | None) -> None:
        """Note that the campaign is finished, and its amount."""
        self._note(amount, 0, "", now())

    def _note(self, amount: Amount | None, seconds_left: float | None, known: str, finished: str | None) -> None:
        statement = """
            UPDATE campaign SET
                done = ?, still = ?, least = ?, most = ?, of = ?, seconds_left = ?, known = ?, noted = ?,
                finished = coalesce(finished, ?)
            WHERE number = ? AND (finished IS NULL OR ?)
        """
        noted = (amount.done, amount.left, amount.least, amount.most, amount.of) if amount else (None,) * 5
        self.checkpoint.write(statement, [(*noted, seconds_left, known, now(), finished, self.number, bool(finished))])


def _to_be_kept(piece: Piece[Any]) -> KeptPiece[Any]:
    if not isinstance(piece, KeptPiece):
        raise CheckpointError(f"a checkpoint cannot keep a {type(piece).__name__}: do it without a checkpoint")
    return piece


_COLUMNS = ("campaign", "name", "tag", "piece", "found", "seconds", "worker", "finished", "seal")
KEPT_PIECE = f"SELECT {', '.join(_COLUMNS)} FROM piece"  # nosec B608 # the columns are those of the line above


def sealed(*values: object) -> tuple[object, ...]:
    """Return the values of a row of pieces with their seal."""
    return *values, sha256(repr(values).encode()).hexdigest()


def opened(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the values of a row of pieces by column.

    Raises
    ------
    UnknownContentError
        If the seal does not belong to them.
    """
    if sealed(*row[:-1]) != row:
        raise UnknownContentError("a work unit is not as it was written")
    return dict(zip(_COLUMNS, row, strict=True))


def now() -> str:
    """Return the time as a text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def this_code() -> tuple[str, str, str, str]:
    """Return the digest of the sources, the version, the libraries, and the time."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return sources_digest(), __version__, f"Python {platform.python_version()}, {libraries}", now()


def _check_header(path: Path) -> None:
    """Refuse a file of another program or version before SQLite opens it, which would write to some files."""
    with path.open("rb") as file:
        header = file.read(100)
    application, form = (int.from_bytes(header[place : place + 4], "big") for place in (68, 60))
    if not header:
        raise CheckpointError(f"file {shown(str(path))} is empty, so it is no checkpoint: remove it, or name another")
    if not header.startswith(_HEADER) or application != _APPLICATION:
        raise CheckpointError(f"file {shown(str(path))} is no checkpoint: name another")
    if form != _FORMAT:
        which = "an older" if form < _FORMAT else "a later"
        raise CheckpointError(f"file {shown(str(path))} is a checkpoint of {which} version of wargraph: name another")


def _check_contents(database: sqlite3.Connection, path: Path) -> None:
    """Refuse a checkpoint that is damaged, or has other tables or triggers."""
    with closing(sqlite3.connect(":memory:")) as own:
        own.executescript(_SCHEMA)
        contents = "SELECT cast(name AS BLOB), cast(type AS BLOB), cast(sql AS BLOB) FROM sqlite_master"
        if {*database.execute(contents)} != {*own.execute(contents)}:
            raise CheckpointError(
                f"checkpoint {shown(str(path))} is damaged, or was changed by hand (its tables differ): name "
                "another file"
            )
    [(fault,)] = database.execute("PRAGMA integrity_check(1)")
    orphans = database.execute("SELECT 1 FROM piece WHERE campaign NOT IN (SELECT number FROM campaign)").fetchall()
    if orphans:
        fault = "work units of no campaign"
    numbers = [number for (number,) in database.execute("SELECT number FROM campaign ORDER BY number")]
    if numbers != [*range(len(numbers))]:
        fault = "its campaigns are not numbered from 0 on"
    if not database.execute("SELECT 1 FROM code").fetchall():
        fault = "it does not say which code made it"
    if fault != "ok":
        fault = " ".join(fault.split())
        raise CheckpointError(f"checkpoint {shown(str(path))} is damaged ({fault}): name another file")


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Raise a `CheckpointError` of one line for what SQLite and the decoder raise about a file."""
    file = f"checkpoint {shown(str(path))}"
    try:
        yield
    except (UnknownContentError, UnicodeDecodeError) as error:
        raise CheckpointError(
            f"{file} is damaged, or holds what is not read back ({_in_a_line(error)}): name another file"
        ) from None
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_TOOBIG")):
            raise CheckpointError(f"{file} is damaged ({_in_a_line(error)}): name another file") from None
        raise CheckpointError(
            f"{file} cannot be read or written ({_in_a_line(error)}): see to it, and ask again; what it holds is kept"
        ) from None


def _in_a_line(quoted: object) -> str:
    """Return a text from an error or a file as one short line."""
    text = "".join(each if each.isprintable() else "?" for each in " ".join(str(quoted).split()))
    return text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}..."


def check_alone(path: Path) -> None:
    """Refuse files beside a checkpoint that SQLite would obey or overwrite before anything is checked.

    These are a journal, which a checkpoint never has, and a write-ahead log or its index that is a link.
    """
    journal, *logs = _beside(path)
    for log in logs:
        if os.path.lexists(log) and not (S_ISREG(log.lstat().st_mode) and log.lstat().st_nlink == 1):
            raise CheckpointError(
                f"checkpoint {shown(str(path))} has {shown(log.name)} beside it, which is a link or no file, so that "
                "something else would be overwritten: remove that, or name another file"
            )
    if os.path.lexists(journal):
        raise CheckpointError(
            f"checkpoint {shown(str(path))} has {shown(journal.name)} beside it, which would be taken for a part of "
            "it: remove that, or name another file"
        )


def _beside(path: Path) -> list[Path]:
    """Return the files that SQLite takes for parts of a database: its journal, its write-ahead log and the index."""
    file = path.resolve()
    return [file.with_name(file.name + ending) for ending in ("-journal", "-wal", "-shm")]


@contextmanager
def _opened_in(mode: str, path: Path) -> Iterator[sqlite3.Connection]:
    """Check a file, and open it in a mode of SQLite."""
    check_alone(path)
    _check_header(path)
    uri = f"{path.resolve().as_uri()}?{mode}"
    with file_errors(path), closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as database:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        _check_contents(database, path)
        yield database


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a checkpoint to read it: where nothing can be written beside it, only what lies there already counts."""
    file = path.resolve()
    if os.access(file, os.W_OK) and os.access(file.parent, os.W_OK):
        mode = "mode=rw"
    else:
        mode = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "immutable=1"
    with _opened_in(mode, path) as database:
        yield database


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    if path.stat().st_nlink > 1:
        raise CheckpointError(
            f"checkpoint {shown(str(path))} has another name too (a hard link), by which somebody could work on it "
            "unseen: copy it, and name the copy"
        )
    if not os.access(path, os.W_OK):
        raise CheckpointError(f"checkpoint {shown(str(path))} may only be read: allow to write it, or copy it")
    with _opened_in("mode=rw", path) as database:
        database.execute("PRAGMA synchronous = FULL")
        yield database


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block, or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk has rolled it back already
            database.execute("ROLLBACK")
        raise


def _make(path: Path, question: Question) -> None:
    """Make a checkpoint without pieces: whatever happens, the file is complete or not there."""
    _require_space(path)
    for beside in _beside(path):
        if os.path.lexists(beside):
            raise CheckpointError(
                f"checkpoint {shown(str(path))} is not there, but {shown(beside.name)} is, which would be taken for a "
                "part of it: remove that, or name another file"
            )
    new = path.with_name(f"{path.name}.{token_hex(4)}.new")
    try:
        with file_errors(path), closing(sqlite3.connect(new.absolute(), isolation_level=None)) as database:
            database.executescript(f"BEGIN; {_SCHEMA}")
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute(f"PRAGMA user_version = {_FORMAT}")
            database.executemany("INSERT INTO question VALUES (?, ?)", question.items())
            database.execute("INSERT INTO code VALUES (?, ?, ?, ?)", this_code())
            database.execute("COMMIT")
        new.rename(path)
    finally:
        new.unlink(missing_ok=True)


def _require_space(path: Path) -> None:
    """Refuse to fill the disk."""
    free = shutil.disk_usage(path.absolute().parent).free
    if free < _SPACE:
        raise CheckpointError(
            f"checkpoint {shown(str(path))} has {free / 10**6:.0f} MB left on its disk, and {_SPACE / 10**6:.0f} MB "
            "stay free: make room, and ask again; what it holds is kept"
        )


def _check_question(database: sqlite3.Connection, path: Path, question: Question) -> None:
    """Refuse a checkpoint of another question."""
    kept: Question = dict(database.execute("SELECT name, value FROM question"))
    if kept != question:
        difference = describe_difference(kept, question)
        raise CheckpointError(f"checkpoint {shown(str(path))} is of {difference}: name another file")


def _check_code(database: sqlite3.Connection, path: Path) -> None:
    """Refuse a checkpoint that other code made, unless this code has verified it."""
    codes = dict(database.execute("SELECT digest, version FROM code"))
    if sources_digest() not in codes:
        made = _in_a_line(", ".join(f"{number} ({digest})" for digest, number in codes.items()))
        raise CheckpointError(
            f"checkpoint {shown(str(path))} was made by the code of wargraph {made}, not of {__version__} "
            f"({sources_digest()}): go on with that one, or let this one verify it: wargraph campaign verify {path}"
        )


def _lock_path(path: Path) -> Path:
    """Return the file to lock, which is the same for every link to a checkpoint."""
    path = path.resolve()
    return path.with_name(f"{path.name}.lock")


def _is_lock(place: Path) -> bool:
    """Return whether a file may be locked: to open one that is not empty, or has other names, might change it."""
    status = place.lstat()
    return S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size == 0


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a checkpoint for this process; the system releases the lock whatever happens to the process."""
    place = _lock_path(path)
    if os.path.lexists(place) and not _is_lock(place):
        raise CheckpointError(
            f"checkpoint {shown(str(path))} needs the name {shown(place.name)} beside it, which is taken: name "
            "another file"
        )
    lock = FileLock(place, timeout=_SECONDS_TO_LOCK)
    try:
        lock.acquire()
    except Timeout:
        raise CheckpointError(
            f"checkpoint {shown(str(path))} is being worked on{_by_whom(path)}: wait for that, or name another file"
        ) from None
    except OSError as error:
        raise CheckpointError(
            f"checkpoint {shown(str(path))} cannot be made or written ({error.strerror}): name a file in a folder that "
            "can"
        ) from None
    try:
        yield
    finally:
        with suppress(OSError):
            place.unlink()  # before the release: a process that waits for the lock notices, and makes another file
        lock.release()


def is_locked(path: Path) -> bool:
    """Return whether a process works on a checkpoint; the file left by a killed process is not locked."""
    place = _lock_path(path)
    if not os.path.lexists(place) or not _is_lock(place):
        return False
    lock = FileLock(place, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError:  # this user may not write the file
        return False
    lock.release()
    return False


def trust_this_code(path: Path) -> bool:
    """Allow this code to go on with a checkpoint that it has verified; return whether it was not allowed before.

    Raises
    ------
    CheckpointError
        If another process works on it.
    """
    with _locked(path), _connected(path) as database, file_errors(path), _transaction(database):
        known = {digest for (digest,) in database.execute("SELECT digest FROM code")}
        database.execute("INSERT OR IGNORE INTO code VALUES (?, ?, ?, ?)", this_code())
    return sources_digest() not in known


def _by_whom(path: Path) -> str:
    """Return which process works on a checkpoint; empty if its file does not say."""
    with suppress(CheckpointError), reading(path) as database:
        for process, began in database.execute("SELECT process, began FROM run ORDER BY number DESC LIMIT 1"):
            return f" by {process} since {began}"
    return ""
