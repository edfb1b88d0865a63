"""Help and version: complete, and quick because nothing heavy is loaded for them."""

import re
from importlib.metadata import version

import pytest

from tests.cli.running import COMMANDS, EVERY_COMMAND, run_script

LISTS_HEAVY_MODULES = """
import sys
from wargraph.cli import main
for command in {commands!r}:
    sys.argv = ["wargraph", *command, "--help"]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code
heavy = {{"numba", "numpy", "matplotlib", "scipy", "networkx", "igraph", "pygraphviz", "graphviz"}}
print("loaded:", *sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
@pytest.mark.parametrize("group", ["", *(name for name, commands in COMMANDS.items() if commands)])
def test_help_lists_every_command(call, group, arguments):
    _, sections = call(*group.split(), *arguments).printed().split("this message and exit.\n")
    listed = re.findall(r"^  ([a-z-]+)  ", sections, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS[group] if group else COMMANDS)
    assert "..." not in sections  # no summary is cut


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_explains_itself(call, command):
    usage, blank, summary, *_ = call(*command.split(), "--help").printed().splitlines()
    assert usage.startswith(f"Usage: wargraph {command} ")
    assert not blank
    assert summary.strip().endswith((".", ","))


def test_version(call):
    assert call("--version").printed() == f"wargraph {version('wargraph')}\n"


@pytest.mark.parametrize(
    "commands", [[()], [command.split() for command in EVERY_COMMAND]], ids=["whole", "each command"]
)
def test_help_loads_nothing_heavy(commands):
    script = LISTS_HEAVY_MODULES.format(commands=commands)
    done = run_script(script)
    assert (done.status, done.err) == (0, "loaded:\n")
    assert done.out.count("Usage: wargraph") == len(commands)


def test_a_command_loads_no_other_command_and_stored_terms_nothing_heavy():
    script = """
import sys
from wargraph.cli import main
sys.argv = ["wargraph", "sequence", "finish"]
try:
    main()
except SystemExit:
    print(*sys.modules, sep="\\n")
"""
    loaded = set(run_script(script).printed().splitlines())
    assert "wargraph.cli.known" in loaded
    assert loaded.isdisjoint(f"wargraph.cli.{module}" for module in ("tour", "games", "full_game", "graphs", "auction"))
    assert loaded.isdisjoint(("numba", "numpy", "scipy", "networkx", "matplotlib", "concurrent.futures"))
