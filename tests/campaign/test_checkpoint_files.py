"""Files that are no checkpoint, that are damaged or that somebody changed: refused in a line, and left alone."""

import os
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.kept import Ones, change, count, rewrite, rows_of
from tests.cli.running import names_in
from tests.support import examples, refusal
from wargraph import checkpoint_status, verify_checkpoint
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.encoding import encoded, found_type
from wargraph.campaign.progress import Interrupted
from wargraph.errors import CheckpointError


def verify_all(path):
    return verify_checkpoint(path, 1)


ASKED = count, checkpoint_status, verify_all
"""What can be done with a checkpoint."""


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        (["PRAGMA user_version = 2"], "is a checkpoint of an older version of wargraph: name another"),
        (["PRAGMA user_version = 9"], "is a checkpoint of a later version of wargraph: name another"),
        (["DELETE FROM code"], "does not say which code made it"),
        (["UPDATE piece SET found = zeroblob(20000000) WHERE name = (SELECT min(name) FROM piece)"], "too big"),
        (["DROP TABLE run"], "was changed by hand"),
        (["ALTER TABLE piece ADD COLUMN more TEXT"], "was changed by hand"),
        (["ALTER TABLE piece RENAME COLUMN found TO lost"], "was changed by hand"),
        (["CREATE TRIGGER harm AFTER INSERT ON run BEGIN DELETE FROM piece; END"], "was changed by hand"),
        (["UPDATE piece SET campaign = 7 WHERE rowid = 1"], "work units of no campaign"),
        (
            ["UPDATE campaign SET number = number + 5", "UPDATE piece SET campaign = campaign + 5"],
            "not numbered from 0 on",
        ),
        (["UPDATE piece SET found = CAST('nonsense' AS BLOB)"], "a work unit is not as it was written"),
    ],
)
def test_a_checkpoint_that_was_changed_is_refused(begun, changes, part):
    change(begun, *changes)
    for ask in ASKED:
        assert part in refusal(CheckpointError, ask, begun)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "is empty, so it is no checkpoint"),
        (b"n,order,turns\n3,WL,2\n" * 100, "is no checkpoint: name another"),
        (b"\0" * 5000, "is no checkpoint: name another"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path, content, part):
    path = tmp_path / "mine"
    path.write_bytes(content)
    assert part in refusal(CheckpointError, count, path)
    assert (path.read_bytes(), names_in(tmp_path)) == (content, ["mine"])


@contextmanager
def with_a_log(path, *statements):
    """A file with a write-ahead log beside it, as a process that was killed leaves them."""
    other = path.with_name("of-a-process-that-works")
    if path.exists():
        shutil.copy(path, other)
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        for statement in statements:
            database.execute(statement)
        shutil.copy(other, path)
        shutil.copy(f"{other}-wal", f"{path}-wal")
    other.unlink()
    yield
    Path(f"{path}-wal").unlink(missing_ok=True)


def test_a_database_that_somebody_works_on_is_left_alone(tmp_path):
    """SQLite would write its log into it, and remove the log, if it closed such a file."""
    path = tmp_path / "mine.db"
    with with_a_log(path, "CREATE TABLE piece (name)", "INSERT INTO piece VALUES ('x')"):
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        for ask in ASKED:
            assert "is no checkpoint: name another" in refusal(CheckpointError, ask, path)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_checkpoint_of_another_question_stays_as_it_is(begun):
    change(begun, "PRAGMA journal_mode = DELETE", "UPDATE question SET value = 'other' WHERE name = 'question'")
    before = begun.read_bytes()
    assert "is of " in refusal(CheckpointError, count, begun)
    assert begun.read_bytes() == before


def test_by_a_link_the_log_of_the_file_counts(begun, monkeypatch):
    """Also where nothing may be written beside the link."""
    link = begun.with_name("folder") / "link.db"
    link.parent.mkdir()
    link.symlink_to(begun)
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != link.parent)
    with with_a_log(begun, "UPDATE campaign SET title = 'new'"):
        assert checkpoint_status(link).campaigns[0].title == "new"


def test_a_file_may_be_called_as_a_database_in_memory_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert [count(Path(":memory:")), count(Path(":memory:"))] == [100, 100]


@pytest.mark.parametrize("run", ["SELECT 1 AS number, char(27) AS process, 'b' AS began", "SELECT * FROM run"])
def test_who_works_on_a_file_is_not_read_from_one_that_nobody_checked(begun, run):
    """The view of itself never ends."""
    change(begun, "DROP TABLE run", f"CREATE VIEW run AS {run}")
    with checkpoint_module._locked(begun):
        message = refusal(CheckpointError, count, begun)
    assert message.endswith("is being worked on: wait for that, or name another file")


@pytest.mark.parametrize("make", [Path.write_text, Path.hardlink_to, Path.symlink_to, "dangling"])
def test_what_stands_where_the_lock_would_be_is_left_alone(begun, make):
    precious, lock = begun.with_name("precious"), begun.with_name(f"{begun.name}.lock")
    precious.write_text("")
    if make == "dangling":
        lock.symlink_to("nowhere")
    else:
        make(lock, "precious" if make is Path.write_text else precious)
    before = {name: Path(begun.parent, name).lstat() for name in names_in(begun.parent)}
    assert not checkpoint_status(begun).is_at_work
    assert "which is taken" in refusal(CheckpointError, count, begun)
    after = {name: Path(begun.parent, name).lstat() for name in names_in(begun.parent)}
    assert [(name, each.st_mtime_ns, each.st_size) for name, each in after.items()] == [
        (name, each.st_mtime_ns, each.st_size) for name, each in before.items()
    ]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path):
    assert "is a folder: name a file" in refusal(CheckpointError, count, tmp_path)
    assert "does not exist: make it first" in refusal(CheckpointError, count, tmp_path / "none" / "ones.db")
    assert "is a folder: name a file" in refusal(CheckpointError, count, Path())


def test_what_is_no_file_is_refused(tmp_path):
    pipe, link, linked = (tmp_path / name for name in ("pipe", "link", "linked"))
    os.mkfifo(pipe)
    link.symlink_to("nowhere")
    linked.symlink_to(pipe)
    for path in (pipe, linked, Path("/dev/null")):
        assert "is a device or a pipe: name a file" in refusal(CheckpointError, count, path)
    assert "is a link that leads to no file: name the file" in refusal(CheckpointError, count, link)
    assert names_in(tmp_path) == ["link", "linked", "pipe"]


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock"])
def test_files_of_others_beside_it_are_left_alone(tmp_path, monkeypatch, ending):
    monkeypatch.chdir(tmp_path)
    other = tmp_path / f"ones.db{ending}"
    other.write_text("precious")
    assert f"ones.db{ending}'" in refusal(CheckpointError, count, Path("ones.db"))
    assert (names_in(tmp_path), other.read_text()) == ([other.name], "precious")


def test_by_a_link_it_is_the_same_file(begun):
    link, twin = begun.with_name("link.db"), begun.with_name("twin.db")
    link.symlink_to(begun.name)
    with checkpoint_module._locked(begun):
        assert "is being worked on" in refusal(CheckpointError, count, link)
    assert count(link) == 100
    twin.hardlink_to(begun)
    for path in (begun, twin):
        assert "has another name too (a hard link)" in refusal(CheckpointError, count, path)


@pytest.mark.parametrize("ending", ["journal", "wal", "shm"])
@pytest.mark.parametrize("link", [Path.hardlink_to, Path.symlink_to])
def test_a_journal_or_log_that_is_another_file_is_neither_obeyed_nor_overwritten(begun, ending, link):
    precious, log = begun.with_name("precious"), begun.with_name(f"{begun.name}-{ending}")
    precious.write_text("precious")
    link(log, precious)
    for ask in ASKED:
        assert f"has '{log.name}' beside it" in refusal(CheckpointError, ask, begun)
    assert precious.read_text() == "precious"


@contextmanager
def writable_schema(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        yield database


def test_a_piece_that_is_there_twice_is_refused(begun):
    """Behind the back of the primary key, which was taken away for a moment."""
    with writable_schema(begun) as database:
        [(table,)] = database.execute("SELECT sql FROM sqlite_master WHERE name = 'piece'")
        [index] = database.execute("SELECT * FROM sqlite_master WHERE type = 'index' AND tbl_name = 'piece'")
        without = re.sub(r",\s*PRIMARY KEY \(campaign, name\)", "", table)
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'piece'", (without,))
        database.execute("DELETE FROM sqlite_master WHERE type = 'index' AND tbl_name = 'piece'")
    change(begun, "INSERT INTO piece SELECT * FROM piece")
    with writable_schema(begun) as database:
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'piece'", (table,))
        database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)
    for ask in ASKED:
        assert "is damaged" in refusal(CheckpointError, ask, begun)


@pytest.mark.parametrize("name", ["", "n", "Question"])
def test_a_question_that_lost_its_name_is_refused(begun, name):
    change(begun, "UPDATE question SET name = ? WHERE name = 'question'", values=(name,))
    assert "is of " in refusal(CheckpointError, count, begun)
    assert "ones up to 100" in str(checkpoint_status(begun))


@pytest.mark.parametrize("left", [(Ones(90, 200),), (Ones(-1, 3),), (Ones(5, 5),)], ids=["beyond", "below", "empty"])
def test_pieces_that_cannot_be_left_are_refused(begun, left):
    for _, name in rows_of(begun):
        rewrite(begun, name, found=encoded((1, left), found_type(Ones)))
    assert "numbers that no work unit has" in refusal(CheckpointError, count, begun)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_a_truncated_file_is_refused(begun, share):
    content = begun.read_bytes()
    begun.write_bytes(content[: int(share * len(content))])
    before = begun.read_bytes()
    refusal(CheckpointError, count, begun)
    assert (begun.read_bytes(), names_in(begun.parent)) == (before, ["ones.db"])


def test_flipped_bytes_are_told_or_change_nothing(tmp_path):
    path = tmp_path / "ones.db"
    with pytest.raises(Interrupted):
        count(path, pieces=30)
    content, told = path.read_bytes(), []

    @examples(60)
    @given(place=st.integers(0, len(content) - 1), flipped=st.integers(1, 255))
    def flip(place, flipped):
        damaged = bytearray(content)
        damaged[place] ^= flipped
        path.write_bytes(damaged)
        try:
            found = count(path)
        except CheckpointError as error:
            told.append(str(error))
        else:
            assert found == 100

    flip()
    assert told
    assert not any("\n" in message for message in told)


def test_a_row_without_a_seal_is_not_counted(begun):
    change(
        begun, "INSERT INTO piece SELECT 0, 'x', tag, piece, found, 9e9, 'nobody', finished, seal FROM piece LIMIT 1"
    )
    assert "a work unit is not as it was written" in refusal(CheckpointError, checkpoint_status, begun)
