"""The installed console command as a process: first runs, Ctrl-C, closed pipes, full disks, odd terminals."""

import os
import re
import shlex
import signal
import subprocess
import xml.etree.ElementTree as ET
from time import sleep

import pexpect
import pytest

from tests.auction.support import MIDDLE
from tests.cli.running import PATIENCE, console_command, names_in, run_process, run_script

pytestmark = pytest.mark.long

SLOW = f"""{MIDDLE}
from time import sleep

class Slow(Middle):
    def card(self, view):
        sleep(0.01)
        return super().card(view)
"""


def test_the_first_run_says_that_it_compiles(tmp_path):
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    run = run_process("farthest", "7", folder=tmp_path, **environment)
    assert run.status == 0
    assert "compiling" in run.err
    assert run.err.count("\n") == 1


def test_the_tour_is_a_screen_and_a_page_of_pictures(call, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "60")
    out = call("tour", "-o", "mine").printed()
    assert max(map(len, out.splitlines())) <= 60
    assert out.endswith("\n8 pictures: mine/index.html\n")
    pictures = [name for name in names_in(tmp_path) if name.endswith("svg")]
    assert {"mine/war-3.svg", "mine/war-4.svg", "mine/rock-paper-scissors.svg"} <= {*pictures}
    for name in pictures:
        assert ET.parse(tmp_path / name).getroot().tag.endswith("svg")
    assert (tmp_path / "mine" / "index.html").read_text("utf-8").count("<figure>") == len(pictures) == 8
    rows = [line.split() for line in out.splitlines() if line.count("|") == 1]
    assert [int(row[0]) for row in rows] == [*range(1, 14)]
    assert [int(row[1]) for row in rows] == [0, 1, 3, 7, 9, 17, 17, 29, 31, 53, 45, 79, 62]
    assert "3 of the 6 balanced deals of rock-paper-scissors" in out


def test_warmup(tmp_path):
    lines = run_process("warmup", folder=tmp_path).printed().splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{number} of 6 compiled" for number in range(1, 7)]
    assert {line.split(": ")[1] for line in lines} >= {"transcripts", "War graphs", "large relations", "full games"}
    assert names_in(tmp_path) == []


def test_warmup_uses_every_loop_over_a_graph():
    """Another would be compiled by the first command that needs it."""
    script = """
from importlib import import_module
from pkgutil import walk_packages
import wargraph
from wargraph.warmup import KERNELS
from wargraph.full_game import deals
from wargraph.graph.attractors import group_kernels
from wargraph.graph.loops import loop

KERNELS["War graphs"]()
KERNELS["full games"]()
for kernel in (deals._next_deals, group_kernels.find, group_kernels.mark):
    print(kernel.__name__, "used" if kernel.signatures else "left out")
for module in walk_packages(wargraph.__path__, "wargraph."):
    if module.name.split(".")[1] in ("campaign", "cli", "drawing", "explorer", "export", "plots"):
        continue  # without loops over a graph
    for name, value in vars(import_module(module.name)).items():
        if isinstance(value, loop):
            print(f"{module.name}.{name}", "used" if value.compiled.signatures else "left out")
"""
    printed = run_script(script).printed()
    assert printed.count(" used\n") > 5
    assert " left out\n" not in printed


@pytest.mark.parametrize(
    ("command", "loaded_late"),
    [
        ("longest 9", "numba scipy psutil wargraph.fixed_order.forest.engine cyclopts.completion.install"),
        ("simulate bryer --games 10", "numba scipy wargraph.core.matrices.sources"),
        ("render 4 -o war.svg", "numba scipy psutil wargraph.core.matrices.sources wargraph.fixed_order.lengths"),
    ],
)
def test_small_questions_do_not_wait_for_what_they_do_not_need(tmp_path, command, loaded_late):
    code = f"""
import atexit, sys
from wargraph.cli import main
atexit.register(lambda: print(sorted(set({loaded_late.split()}) & sys.modules.keys())))
main()
"""
    assert run_script(code, *command.split(), folder=tmp_path).printed().endswith("\n[]\n")


def test_igraph_has_no_idle_matplotlib_in_a_command():
    code = """
import atexit, sys
from wargraph.cli import main
atexit.register(lambda: print("igraph" in sys.modules, "matplotlib" in sys.modules))
main()
"""
    assert run_script(code, "matrix", "rock-paper-scissors").printed().endswith("\nTrue False\n")


@pytest.mark.parametrize(("environment", "started"), [({}, False), ({"OPENBLAS_NUM_THREADS": "2"}, True)])
def test_openblas_starts_no_threads_unless_the_user_asks(monkeypatch, environment, started):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)  # set by commands that ran in this process
    code = """
import atexit, os, threading
from wargraph.cli import main

def count():
    import scipy.linalg
    print("threads", len(os.listdir("/proc/self/task")) > threading.active_count())

atexit.register(count)
main()
"""
    assert run_script(code, "longest", "3", **environment).printed().endswith(f"\nthreads {started}\n")


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


@pytest.mark.parametrize(
    ("typed", "status", "printed"),
    [
        ("wargraph longest 3 >&-", 0, ""),
        ("wargraph longest 3 --format csv 2>&-", 0, "n,order,deals,turns,positions,example\n3,WL,all,3,1,13|2\n"),
        ("wargraph longest 0 2>&-", 2, ""),
        ("wargraph auction play Dummy <&- >&- 2>&-", 2, ""),
    ],
)
def test_a_stream_that_is_closed_is_no_error(tmp_path, typed, status, printed):
    assert run_shell(typed, tmp_path) == (status, printed, "")


def test_windows_consoles_and_systems_without_utf_8(tmp_path):
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


@pytest.mark.parametrize(
    ("typed", "line"),
    [("sequence longest-wl --format csv", "n,value\n"), ("--help", "Usage: wargraph COMMAND\n")],
)
def test_a_reader_that_leaves_ends_it_in_silence(tmp_path, typed, line):
    pipe = f"(wargraph {typed}; echo $? >status) | head -1"
    assert run_shell(pipe, tmp_path) == (0, line, "")
    assert (tmp_path / "status").read_text() == "0\n"


def at_a_terminal(folder, stop, *arguments, presses=1):
    """Run a command at a pseudo-terminal, and press Ctrl-C when `stop` is on the screen.

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
            os.killpg(child.pid, signal.SIGINT)
        child.expect(pexpect.EOF)
        return child.wait(), out.read_text("utf-8"), screen + child.before


def _notice_interruptions():
    """Whoever runs the tests in the background has Ctrl-C ignored, which processes inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_twice_leaves_a_slow_game(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    typed = "auction tournament slow.py:Slow Dummy --jobs 1 -o x.csv"
    status, out, screen = at_a_terminal(tmp_path, "games played", *typed.split(), presses=3)
    assert (status, out) == (130, "")
    assert "x.csv" not in names_in(tmp_path)
    assert re.search(r"wargraph: interrupted: \d+ of 1,000 games played", screen)
    assert "Traceback" not in screen
    assert "Exception" not in screen


def test_a_long_work_says_what_is_known(tmp_path):
    status, out, screen = at_a_terminal(
        tmp_path, "transcript classes", "longest", "19", "--hours", "1e9", "-o", "x.csv"
    )
    assert (status, out, names_in(tmp_path)) == (130, "", [])
    assert re.search(r"wargraph: interrupted: n = 19, WL, all starting positions: a game of \d+ turns is known", screen)
    assert "Traceback" not in screen
