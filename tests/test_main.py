"""The console command before and after its command line: Ctrl-C there ends it quietly, unless it is to be ignored."""

import subprocess
import sys

import pytest

PRESSED_WHILE_LOADING = """
import os, signal, sys
class Pressed:
    def find_spec(self, name, *_):
        if name == "wargraph.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Pressed())
"""
PRESSED_AFTERWARDS = """
import wargraph.cli
def main():
    raise KeyboardInterrupt
wargraph.cli.main = main
"""
IGNORED = "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
RUN = "import sys\nsys.argv = ['wargraph', 'sequence', 'finish']\nfrom wargraph.__main__ import main\nmain()\n"


@pytest.mark.parametrize("pressed", [PRESSED_WHILE_LOADING, PRESSED_AFTERWARDS])
def test_ctrl_c_ends_the_command_quietly(pressed):
    done = subprocess.run([sys.executable, "-c", pressed + RUN], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_can_be_ignored():
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_WHILE_LOADING + IGNORED + RUN], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "largest distance" in done.stdout
