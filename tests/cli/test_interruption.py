"""Ctrl-C at a real terminal: what is known is said, and nothing is left behind."""

import os
import re
import shlex
import signal
import subprocess
from time import monotonic, sleep

import pexpect
import pytest

from tests.auction.support import MIDDLE
from tests.cli.running import console_command, names_in, run_script

pytestmark = pytest.mark.long

PATIENCE = 120
SLOW = f"""{MIDDLE}
from time import sleep

class Slow(Middle):
    def card(self, view):
        sleep(0.01)
        return super().card(view)
"""


def at_a_terminal(folder, stop, *arguments, presses=1, number=signal.SIGINT):
    """Run a command at a pseudo-terminal, and press Ctrl-C (or send another signal) when `stop` is on the screen.

    Gives status, stdout, screen. Further presses follow one another closely.
    """
    out = folder.with_name(f"{folder.name}.out")
    with pexpect.spawn(
        "/bin/sh",
        ["-c", f"exec {shlex.join([console_command(), *arguments])} >{shlex.quote(str(out))}"],
        cwd=str(folder),
        encoding="utf-8",
        codec_errors="replace",
        timeout=PATIENCE,
        dimensions=(50, 200),
        preexec_fn=_notice_interruptions,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
    ) as child:
        child.expect_exact(stop)
        screen = child.before + child.after
        for press in range(presses):
            sleep(0.1 if press else 0)
            os.killpg(child.pid, number)
        child.expect(pexpect.EOF)
        return child.wait(), out.read_text("utf-8"), screen + child.before


def _notice_interruptions():
    """Whoever runs the tests in the background has signals ignored, which processes inherit."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


INTERRUPTS_A_LIBRARY = """
import signal
from wargraph import Relation, automorphisms
from wargraph.relations.isomorphism_classes import canonical_form

signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
signal.signal(signal.SIGINT, signal.default_int_handler)
paley = Relation.of("paley:7")
for delay in range(1, 601, 3):
    try:
        signal.setitimer(signal.ITIMER_REAL, delay * 5e-6)
        for _ in range(10_000):
            {call}
    except KeyboardInterrupt:
        continue
    raise SystemExit("lost")
"""


@pytest.mark.parametrize("call", ["canonical_form(paley.rows)", "automorphisms(paley)"])
def test_an_interruption_of_igraph_is_neither_lost_nor_a_crash(call):
    script = INTERRUPTS_A_LIBRARY.format(call=call)
    assert run_script(script).printed() == ""


def test_pressed_twice_in_a_slow_game_it_leaves_at_once(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    typed = "auction tournament slow.py:Slow Dummy --jobs 1 -o x.csv"
    status, out, screen = at_a_terminal(tmp_path, "games played", *typed.split(), presses=3)
    assert (status, out) == (130, "")
    assert "x.csv" not in names_in(tmp_path)
    assert re.search(r"wargraph: interrupted: Slow\+Dummy: \d+ of 1,000 games played", screen)
    assert "Traceback" not in screen
    assert "Exception" not in screen


@pytest.mark.parametrize("command", ["tour", "warmup"])
def test_a_first_visit_ends_with_a_line(tmp_path, command):
    """Pressed when the tour has made its folder, or a process of the warm-up has done its first part."""
    with subprocess.Popen(
        [console_command(), command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_notice_interruptions,
    ) as process:
        assert process.stdout is not None
        if command == "warmup":
            assert process.stdout.readline().startswith("1 of 7")
        start = monotonic()
        while command == "tour" and not names_in(tmp_path) and monotonic() - start < PATIENCE:
            sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, message = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    known = r"n = \d+, .* is known so far.*" if command == "tour" else ""  # of the longest games, which come first
    assert re.fullmatch(rf"wargraph: interrupted: (this run has found nothing yet|{known})\n", message), message
