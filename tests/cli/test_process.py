"""The installed console command as a process of its own: commands of each kind, and how errors look from outside."""

import xml.etree.ElementTree as ET

import pytest

from tests.cli.running import names_in, run_process, run_script

pytestmark = pytest.mark.long

GOOD = [
    "longest 1..4 --order both",
    "finish 3 --format json",
    "cycles 5 --list 1",
    "export 3 -o war.graphml",
    "--version",
]


@pytest.mark.parametrize("typed", GOOD)
def test_a_process_prints_what_the_library_call_prints(call, tmp_path, typed):
    inside = call(*typed.split()).printed()
    files = {name: (tmp_path / name).read_bytes() for name in names_in(tmp_path)}
    assert run_process(*typed.split(), folder=tmp_path).printed() == inside
    assert {name: (tmp_path / name).read_bytes() for name in names_in(tmp_path)} == files


@pytest.mark.parametrize(("command", "part"), [("explode", "explode"), ("summary 30", "GB of memory")])
def test_a_process_refuses_in_one_line(tmp_path, command, part):
    assert part in run_process(*command.split(), folder=tmp_path).refusal()
    assert names_in(tmp_path) == []


def test_the_first_run_says_that_it_compiles(tmp_path):
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    run = run_process("finish", "7", folder=tmp_path, **environment)
    assert run.status == 0
    assert "compiling" in run.err
    assert run.err.count("\n") == 1


def test_the_tour_names_every_file_it_writes(call, tmp_path):
    out = call("tour", "-o", "mine").printed()
    tables, pictures = out.split("\nPictures\n")
    longest, _, report = tables.partition("rock-paper-scissors: 3 cards")
    named = [line.split(": ")[0].strip() for line in pictures.splitlines()]
    assert sorted(named) == [name for name in names_in(tmp_path) if name != "mine"]
    assert {"mine/war-3.svg", "mine/war-4.svg", "mine/rock-paper-scissors.svg"} <= set(named)
    for name in named:
        assert ET.parse(tmp_path / name).getroot().tag.endswith("svg")
    rows = [line.split()[:4] for line in longest.splitlines() if " any " in line]
    assert [row[:2] for row in rows] == [[str(n), order] for n in range(1, 14) for order in ("WL", "LW")]
    assert [int(row[3]) for row in rows[::2]] == [0, 1, 3, 7, 9, 17, 17, 29, 31, 53, 45, 79, 62]
    assert "Who wins" in report


def test_warmup(tmp_path):
    lines = run_process("warmup", folder=tmp_path).printed().splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{number} of 7 compiled" for number in range(1, 8)]
    assert {line.split(": ")[1] for line in lines} >= {"transcripts", "War graphs", "large relations", "full games"}
    assert names_in(tmp_path) == []


def test_warmup_uses_every_loop_over_a_graph_and_to_play_all_deals():
    """Another would be compiled by the first command that needs it."""
    script = """
from importlib import import_module
from pkgutil import walk_packages
import wargraph
from wargraph.cli.tour import _KERNELS
from wargraph.full_game import deals
from wargraph.graph.loops import loop

_KERNELS["War graphs"]()
_KERNELS["full games"]()
for kernel in (deals._next_deals,):
    print(kernel.__name__, "used" if kernel.signatures else "left out")
for module in walk_packages(wargraph.__path__, "wargraph."):
    if module.name.split(".")[1] in ("campaign", "cli", "drawing", "explorer", "export", "plots"):
        continue  # without loops over a graph
    for name, value in vars(import_module(module.name)).items():
        if isinstance(value, loop):
            print(f"{module.name}.{name}", "used" if value.compiled.signatures else "left out")
"""
    printed = run_script(script).printed()
    assert printed.count(" used\n") > 10
    assert " left out\n" not in printed


def test_a_machine_without_fonts_and_dot_program_draws_the_same(call, tmp_path):
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    call("render", "4", "-o", "war.png").printed()
    expected = (tmp_path / "war.png").read_bytes()
    environment = {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "HOME": str(tmp_path), "PATH": str(tmp_path)}
    run_process("render", "4", "-o", "bare.png", folder=tmp_path, **environment).printed()
    assert (tmp_path / "bare.png").read_bytes() == expected


def test_igraph_has_no_idle_matplotlib_in_a_command():
    code = """
import atexit, sys
from wargraph.cli import main
atexit.register(lambda: print("igraph" in sys.modules, "matplotlib" in sys.modules))
main()
"""
    assert run_script(code, "matrix", "rock-paper-scissors").printed().endswith("\nTrue False\n")
