"""Signals on systems that lack some of them: Windows has no SIGHUP, no `pthread_kill`, and no terminal for `select`."""

import signal
import subprocess
import sys

import pytest

from wargraph.cli.signals import wait_for_typing

pytestmark = pytest.mark.long

LACKING = """
import signal
del signal.SIGHUP, signal.pthread_kill
from wargraph.cli.signals import ignore_signals, prepare_signals
prepare_signals()
"""


def run(script):
    return subprocess.run([sys.executable, "-c", LACKING + script], capture_output=True, text=True, check=False)


def test_a_command_runs_where_there_are_fewer_signals():
    done = run("import sys; from wargraph.cli import main; sys.argv = ['wargraph', 'longest', '3']; main()")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 turns" in done.stdout


def test_ctrl_c_in_a_callback_comes_again_where_no_thread_can_be_signalled():
    done = run(
        """
import time
class Lost:
    def __del__(self):
        raise KeyboardInterrupt  # Python only reports what is raised here
try:
    lost = Lost()
    del lost
    for _ in range(3000):  # what is only noted wakes nobody
        time.sleep(0.01)
except KeyboardInterrupt:
    print("interrupted")
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def test_windows_waits_for_typing_without_select(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "platform", "win32")
    before = signal.set_wakeup_fd(-1)
    wait_for_typing()
    assert signal.set_wakeup_fd(before) == -1
