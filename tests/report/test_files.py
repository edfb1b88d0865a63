"""Writing files: a whole file or nothing, and an early refusal of what cannot be written."""

import errno
from pathlib import Path

import pytest

from tests.cli.running import names_in
from tests.support import refusal
from wargraph.errors import OutputError
from wargraph.report.files import check_output, write_file


@pytest.mark.parametrize(
    ("content", "expected"),
    [("é→\r\n", "é→\r\n".encode()), (b"\x00\xff\n", b"\x00\xff\n"), ("", b""), ("\udcff", b"\\udcff")],
)
def test_content_replaces_an_older_file_byte_by_byte(tmp_path, content, expected):
    path = tmp_path / "out.txt"
    path.write_text("a longer text from before")
    assert write_file(str(path), content) == path
    assert path.read_bytes() == expected
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("failing", ["pathlib.Path.replace", "pathlib.Path.open"])
def test_a_failure_leaves_only_the_old_file(tmp_path, monkeypatch, failing):
    def disk_full(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

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
    ("name", "rule"),
    [("missing/out.csv", "does not exist"), ("file/out.csv", "does not exist"), ("folder", "is a folder")],
)
def test_what_cannot_be_written_is_refused_early(tmp_path, function, name, rule):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    assert rule in refusal(OutputError, function, tmp_path / name)
    assert names_in(tmp_path) == ["file", "folder"]


def test_an_output_without_a_name_is_refused():
    assert refusal(OutputError, check_output, "") == "output '' is no path: name a file"


@pytest.mark.parametrize(("closed", "rule"), [("", "cannot be written to"), ("out.csv", "may only be read")])
def test_what_there_is_no_leave_to_write_is_refused(tmp_path, monkeypatch, closed, rule):
    (tmp_path / "out.csv").write_text("old")
    monkeypatch.setattr("os.access", lambda path, _: Path(path) != tmp_path / closed)
    assert rule in refusal(OutputError, check_output, tmp_path / "out.csv")
