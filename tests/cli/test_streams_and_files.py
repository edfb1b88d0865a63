"""The console command where the terminal, the disk or the file system is not as usual."""

import os
import stat
import subprocess

import pytest

from tests.cli.running import console_command, names_in, run_process

pytestmark = pytest.mark.long


def run_shell(command, folder, **environment):
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("wargraph", console_command(), 1)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    return done.returncode, done.stdout, done.stderr


def test_a_full_disk_is_reported_in_one_line(tmp_path):
    status, _, err = run_shell("wargraph longest 3 > /dev/full", tmp_path)
    assert status == 2
    assert err == "wargraph longest: the result cannot be written: No space left on device\n"


def test_no_output_at_all_is_no_error(tmp_path):
    assert run_shell("wargraph finish 3 >&-", tmp_path)[::2] == (0, "")
    assert run_shell("wargraph finish 3 2>&-", tmp_path)[0] == 0
    assert run_shell("wargraph finish 0 2>&-", tmp_path) == (2, "", "")


def test_a_terminal_that_knows_only_ascii(tmp_path):
    (tmp_path / "é.csv").write_text("0,0\n1,0\n")
    status, out, err = run_shell("wargraph matrix é.csv", tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert (status, err) == (0, "")
    assert out.startswith("\\xe9: 2 cards")


def test_a_console_of_windows_and_a_system_without_utf_8(tmp_path):
    (tmp_path / "mine.csv").write_text(",♠ ace,b\n♠ ace,0,0\nb,1,0\n", "utf-8")
    old = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}

    def run(*typed):
        done = subprocess.run([console_command(), *typed], cwd=tmp_path, env=os.environ | old, capture_output=True)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
        return done.stdout.decode("cp1252")

    run("matrix", "mine.csv", "-o", "mine.html")
    assert "♠ ace" in (tmp_path / "mine.html").read_text("utf-8")
    assert "\\u2660 ace" in run("matrix", "mine.csv")
    assert run("play", "--preset", "kids", "--seed", "1")


def test_a_pipe_and_a_link_are_written_through(call, tmp_path):
    assert run_shell("wargraph finish 3 -o /dev/stdout | cat", tmp_path)[1].count("takes 3 turns") == 1
    (tmp_path / "target.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("target.csv")
    call("finish", "3", "-o", "link.csv").printed()
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text() == "n,deals,turns,positions,example\n3,any,3,1,13|2\n"


def test_links_that_lead_round_are_refused(call, tmp_path):
    (tmp_path / "a.svg").symlink_to("b.svg")
    (tmp_path / "b.svg").symlink_to("a.svg")
    assert "a.svg" in call("render", "3", "-o", "a.svg").refusal()
    assert names_in(tmp_path) == ["a.svg", "b.svg"]


def test_the_permissions_of_a_replaced_file_stay(call, tmp_path):
    (tmp_path / "mine.csv").write_text("old")
    (tmp_path / "mine.csv").chmod(0o600)
    call("finish", "3", "-o", "mine.csv").printed()
    assert stat.S_IMODE((tmp_path / "mine.csv").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["x" * 300 + ".csv", "x" * 252 + ".csv"])
def test_a_name_too_long_for_a_file(call, name):
    assert "not a possible file name" in call("finish", "3", "-o", name).refusal()


def test_a_name_that_no_text_can_hold_is_made_printable(call, tmp_path):
    (tmp_path / "bad\x01.csv").write_text("0,0\n1,0\n")
    call("render", "--matrix", "bad\x01.csv", "-o", "x.svg").printed()
    assert "bad?" in (tmp_path / "x.svg").read_text()


def test_a_file_that_may_only_be_read_stays(call, tmp_path):
    (tmp_path / "mine.csv").write_text("mine")
    (tmp_path / "mine.csv").chmod(0o444)
    assert "may only be read" in call("finish", "3", "-o", "mine.csv").refusal()
    assert (tmp_path / "mine.csv").read_text() == "mine"


def test_fonts_are_kept_with_the_users_own_caches_and_nowhere_shared(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "file").touch()
    for picture, caches in (("x.svg", "caches"), ("y.svg", "file")):
        folders = {"XDG_CACHE_HOME": str(tmp_path / caches), "TMPDIR": str(tmp_path / "shared")}
        run_process("render", "3", "-o", picture, folder=tmp_path, **folders).printed()
        assert list((tmp_path / "shared").iterdir()) == []
    assert stat.S_IMODE((tmp_path / "caches" / "wargraph-fonts").stat().st_mode) == 0o700
    assert (tmp_path / "x.svg").read_bytes() == (tmp_path / "y.svg").read_bytes()
