"""Writing files: a whole file or nothing, and an early refusal of what cannot be written."""

import errno
from pathlib import Path

import pytest

from tests.cli.running import names_in
from tests.support import refusal
from wargraph.errors import OutputError
from wargraph.report.files import check_output, write_file


def disk_full(*_args, **_options):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("1 0\n2 1\n", b"1 0\n2 1\n"),
        ("é→\r\n", "é→\r\n".encode()),
        (b"\x00\xff\n", b"\x00\xff\n"),
        ("", b""),
        ("\udcff", b"\\udcff"),
    ],
)
def test_content_arrives_byte_for_byte(tmp_path, content, expected):
    path = write_file(str(tmp_path / "out.txt"), content)
    assert path == tmp_path / "out.txt"
    assert path.read_bytes() == expected
    assert names_in(tmp_path) == ["out.txt"]


def test_an_older_file_is_replaced(tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("a longer text from before")
    write_file(path, "new")
    assert path.read_text() == "new"


@pytest.mark.parametrize("failing", ["pathlib.Path.replace", "pathlib.Path.open"])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    path = tmp_path / "out.csv"
    path.write_text("old")
    monkeypatch.setattr(failing, disk_full)
    message = refusal(OutputError, write_file, path, "new")
    monkeypatch.undo()
    assert message == f"output {str(path)!r} cannot be written: No space left on device"
    assert names_in(tmp_path) == ["out.csv"]
    assert path.read_text() == "old"


@pytest.mark.parametrize("function", [check_output, lambda path: write_file(path, "x")])
@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("missing/out.csv", ["missing", "does not exist", "make it first"]),
        ("file/out.csv", ["file", "does not exist"]),
        ("folder", ["folder", "is a folder", "name a file"]),
    ],
)
def test_what_cannot_be_written_is_refused_early(tmp_path, function, name, parts):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    message = refusal(OutputError, function, tmp_path / name)
    assert all(part in message for part in parts), message
    assert names_in(tmp_path) == ["file", "folder"]


def test_a_folder_without_leave_to_write_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    assert f"{str(tmp_path)!r} cannot be written to" in refusal(OutputError, check_output, tmp_path / "out.csv")


def test_checking_creates_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert check_output("out.csv") == Path("out.csv")
    assert names_in(tmp_path) == []
    assert issubclass(OutputError, OSError)
