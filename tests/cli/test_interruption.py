"""Ctrl-C at a real terminal: what is known is said, and nothing is left behind."""

import os
import pty
import re
import select
import signal
import subprocess
from time import monotonic

import pytest

from tests.cli.running import console_command, names_in
from wargraph.cli.options import interrupted_later
from wargraph.position import Position
from wargraph.rules import play_out

PATIENCE = 120


def at_a_terminal(folder, stop, *arguments):
    """Run a command at a pseudo-terminal, press Ctrl-C when `stop` is on the screen; status, stdout, screen."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [console_command(), *arguments],
        cwd=folder,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
        preexec_fn=_notice_interruptions,
    ) as process:
        os.close(theirs)
        screen, pressed, start = "", False, monotonic()
        while monotonic() - start < PATIENCE:
            if not select.select([ours], [], [], 0.2)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                screen += os.read(ours, 4096).decode("utf-8", "replace")
            except OSError:  # the other side is closed
                break
            if not pressed and stop in screen:
                pressed = True
                os.killpg(process.pid, signal.SIGINT)
        try:
            assert pressed, screen
            out = process.communicate(timeout=PATIENCE)[0].decode()
        finally:
            process.kill()
    os.close(ours)
    return process.returncode, out, screen


def _notice_interruptions():
    """Whoever runs the tests in the background has Ctrl-C ignored, which processes inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_longest_says_what_is_known_so_far(tmp_path):
    status, out, screen = at_a_terminal(
        tmp_path, "transcript classes", "longest", "4,20", "--hours", "1e9", "--jobs", "2"
    )
    assert status == 130
    assert out.splitlines()[-1].split() == ["4", "WL", "any", "7", "2", "124|3"]
    found = re.search(r"wargraph: interrupted: n = 20, WL, any deals: ([^\r\n]*)", screen)
    assert found, screen[-500:]
    if "at least" in found[1]:
        assert int(found[1].split("at least ")[1].split()[0]) > 100
    else:
        game = play_out(Position(found[1].split("from ")[1]), "WL")
        assert f"a game of {game.turns} turns is known" in found[1]
    assert "\x1b[?25h" in screen.rsplit("\x1b[?25l", 1)[-1]  # the cursor is shown again
    assert "Traceback" not in screen


def test_endless_says_how_many_end_and_writes_no_file(tmp_path):
    status, out, screen = at_a_terminal(
        tmp_path, "transcript classes", "endless", "20", "--deals", "even", "--hours", "1e9", "-o", "x.csv"
    )
    assert (status, out) == (130, "")
    assert re.search(
        r"wargraph: interrupted: n = 20, WL, even deals: [0-9,]+ of 2,432,902,008,176,640,000 are known to end so far",
        screen,
    )
    assert names_in(tmp_path) == []


def test_an_interruption_is_put_off_while_kernels_load():
    done = []

    def load():
        with interrupted_later():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_progress_is_shown_only_at_a_terminal(tmp_path):
    done = subprocess.run(
        [console_command(), "longest", "12"], cwd=tmp_path, capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stderr == ""


def test_a_simulation_says_what_is_known_so_far_and_leaves_no_file(tmp_path):
    status, out, screen = at_a_terminal(
        tmp_path, "games played", "simulate", "bryer", "--games", "1000000000", "--raw", "bryer.csv"
    )
    assert (status, out) == (130, "")
    assert re.search(r"interrupted: [\d,]+ of 1,000,000,000 games played, mean 17\d\.\d+ turns ± \d", screen)
    assert names_in(tmp_path) == []
