"""Ctrl-C at a real terminal: what is known is said, and nothing is left behind."""

import csv
import os
import re
import shlex
import signal
import subprocess
from collections import Counter
from time import monotonic, sleep

import pexpect
import pytest

from tests.auction.support import MIDDLE
from tests.cli.running import console_command, finished_rows, names_in, run_script

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


SLOW_LINE_UP = ("Min+Max", "SimpleMinded1+50xDummy", "--games", "50000")
FINISHED = {
    ("transcript classes", "longest", "4,19", "--hours", "1e9", "--jobs", "1"): (
        "example", {"124|3"}, r"n = 19, WL, any deals: a game of \d+ turns is known",
    ),
    ("1 of 2 line-ups played", "auction", "tournament", *SLOW_LINE_UP): (
        "line_up", {"Min+Max"}, r"1 of 2 line-ups played; SimpleMinded1\+50xDummy: ",
    ),
    ("drew-shuffle: ", "odds", "drew-stack,deck=2x2", "drew-shuffle", "--rounds", "6", "--table", "games"): (
        "rules", {"drew-stack,deck=2x2"},
        r"drew-shuffle: by [\d,]+ lines of play a game ends after 6 rounds or less with a probability of \S+ or more",
    ),
    ("kids,deck=4x4: ", "almost-surely", "drew-stack,deck=2x2", "kids,deck=4x4"): (
        "rules", {"drew-stack,deck=2x2"}, r"kids,deck=4x4: [\d,]+ states are known after [\d,]+ rounds",
    ),
    ("n = 14, WL", "sequence", "longest-wl", "5,14", "--check"): ("computed", {"9"}, "n = 14, WL"),
}  # fmt: skip
"""Where Ctrl-C is pressed, the command, a column with the values that are finished then, and what is known so far."""


@pytest.mark.parametrize("typed", FINISHED, ids=lambda typed: " ".join(typed[1:3]))
def test_what_is_finished_comes_out_and_what_is_known_so_far_is_said(tmp_path, typed):
    column, values, known = FINISHED[typed]
    status, out, screen = at_a_terminal(tmp_path, *typed, "--format", "csv")
    assert status == 130
    assert {row[column] for row in finished_rows(out)} == values
    assert re.search(rf"wargraph: interrupted: {known}", screen), screen[-500:]
    assert "\x1b[?25h" in screen.rsplit("\x1b[?25l", 1)[-1]  # the cursor is shown again
    assert "Traceback" not in screen


def test_a_census_prints_the_relations_that_are_finished(tmp_path):
    status, out, screen = at_a_terminal(tmp_path, " relations, ", "census", "7", "--jobs", "1", "--format", "csv")
    assert status == 130
    numbers = [int(row["number"]) for row in finished_rows(out)]
    assert numbers == sorted(set(numbers))
    (known,) = re.findall(
        r"wargraph: interrupted: (\d+) of 456 relations are finished, and the longest finite game", screen
    )
    assert 1 <= len(numbers) == int(known) < 456


SCRIPT = """
import os, signal, sys
from time import sleep
import wargraph as wg

class Pressing:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        sleep(0.01)  # raised in here, and lost

def longest(*_):
    {body}
    sleep(60)

signal.signal(signal.SIGINT, signal.default_int_handler)
wg.longest = longest
sys.argv[1:] = ["longest", "3"]
{before}
from wargraph.__main__ import main
main()
"""
LOSES_IT = """
import os, signal
from time import sleep
try:
    os.kill(os.getpid(), signal.SIGINT)
    sleep(0.01)
except BaseException:
    pass  # as matplotlib does, before Python 3.12, with what is raised in __set_name__
"""


@pytest.mark.parametrize(
    ("before", "body", "message"),
    [
        ("sys.meta_path.insert(0, Pressing())", "pass", ""),
        ("", "pressing = Pressing(); del pressing", "wargraph: interrupted: this run has found nothing yet\n"),
        ("", "import library", "wargraph: interrupted: this run has found nothing yet\n"),
    ],
    ids=["while libraries load", "in a callback", "in a library that swallows it"],
)
def test_an_interruption_is_not_lost(tmp_path, before, body, message):
    (tmp_path / "library.py").write_text(LOSES_IT)
    done = run_script(SCRIPT.format(before=before, body=body), folder=tmp_path)
    assert (done.status, done.out, done.err) == (130, "", message)


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


def test_a_simulation_says_what_is_known_so_far_and_keeps_what_was_played(tmp_path):
    status, out, screen = at_a_terminal(
        tmp_path, "games played", "simulate", "bryer", "kids", "--games", "1000000000", "--raw", "games.csv",
        "--format", "csv", "--jobs", "1",
    )  # fmt: skip
    assert status == 130
    assert re.search(r"interrupted: [\d,]+ of 1,000,000,000 games played by each rules, mean turns bryer 17\d", screen)
    bryer, kids = finished_rows(out)
    assert [bryer["rules"], kids["rules"]] == ["bryer", "kids"]
    assert bryer["games"] == kids["games"]
    assert names_in(tmp_path) == ["games.incomplete.csv"]
    assert "wargraph: the games that were played are in games.incomplete.csv" in screen
    with (tmp_path / "games.incomplete.csv").open() as file:
        played = Counter(row["rules"] for row in csv.DictReader(file))
    assert played["bryer"] == played["kids"] > 0
    assert played["bryer"] <= int(bryer["games"])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_other_signals_that_end_a_command_do_as_much(tmp_path, number, status):
    arguments = ("1 of 2 line-ups played", "auction", "tournament", *SLOW_LINE_UP, "-o", "x.csv")
    ended, out, screen = at_a_terminal(tmp_path, *arguments, number=number)
    assert (ended, out) == (status, "")
    assert [row["line_up"] for row in finished_rows((tmp_path / "x.csv").read_text())] == ["Min+Max"] * 2
    assert "wargraph: interrupted: 1 of 2 line-ups played" in screen
    assert names_in(tmp_path) == ["x.csv"]


def test_under_nohup_a_command_goes_on_and_shows_no_progress(tmp_path):
    command = ["nohup", console_command(), "longest", "13", "--format", "csv"]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **pipes) as process:
        sleep(0.7)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1].startswith("13,WL,any,62,")


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


HALF_MADE = """
import sys
from wargraph.cli.signals import prepare_signals
prepare_signals()

class Made:
    def __init__(self, error):
        self.error = error

    def __del__(self):
        raise self.error

Made.__new__(Made)
print("-", file=sys.stderr)
Made(ValueError("told"))
"""


def test_what_was_half_made_is_not_reported_and_everything_else_is():
    half_made, made = run_script(HALF_MADE).err.split("-\n")
    assert half_made == ""
    assert "ValueError: told" in made
