"""Help and version: complete, and quick because nothing heavy is loaded for them."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from tests.cli.running import AUCTION_COMMANDS, CAMPAIGN_COMMANDS, COMMANDS
from wargraph.compute.source_digest import sources_digest

EVERY_COMMAND = (
    *COMMANDS,
    *(f"auction {command}" for command in AUCTION_COMMANDS),
    *(f"campaign {command}" for command in CAMPAIGN_COMMANDS),
)

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
@pytest.mark.parametrize(
    ("group", "commands"), [([], COMMANDS), (["auction"], AUCTION_COMMANDS), (["campaign"], CAMPAIGN_COMMANDS)]
)
def test_help_lists_every_command(call, group, commands, arguments):
    lines = call(*group, *arguments).printed().splitlines()
    listed = [line.split()[0] for line in lines[lines.index("Commands:") + 1 :] if line.startswith("  ")]
    assert sorted(filter(None, listed)) == sorted(commands)


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_explains_itself(call, command):
    usage, blank, summary, *_ = call(*command.split(), "--help").printed().splitlines()
    assert usage.startswith(f"Usage: wargraph {command} ")
    assert not blank
    assert summary.strip().endswith((".", ","))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (
            "longest",
            ["--order", "--deals", "--matrix", "--literal", "--verify", "--jobs", "--hours", "--format", "--output"],
        ),
        (
            "endless",
            ["--order", "--deals", "--matrix", "--literal", "--verify", "--jobs", "--hours", "--format", "--output"],
        ),
        ("lengths", ["--order", "--deals", "--matrix", "--literal", "--jobs", "--hours", "--format", "--output"]),
        ("finish", ["--matrix", "--literal", "--format", "--output"]),
        (
            "play",
            ["--order", "--matrix", "--literal", "--preset", "--seed", "--game", "--every", "--format", "--output"],
        ),
        ("rules", ["--format", "--output"]),
        ("simulate", ["--games", "--seed", "--cap", "--plot", "--raw", "--jobs", "--format", "--output"]),
        ("all-deals", ["--verify", "--jobs", "--hours", "--format", "--output"]),
        ("almost-surely", ["--rounds", "--format", "--output"]),
        ("shortest", ["--format", "--output"]),
        ("odds", ["--rounds", "--wars", "--table", "--format", "--output"]),
        ("endless-deal", ["--longest", "--games", "--plot", "--table", "--jobs", "--hours", "--format", "--output"]),
        ("graph", ["--matrix", "--literal", "--format", "--output"]),
        (
            "cycles",
            ["--order", "--up-to", "--list", "--matrix", "--literal", "--jobs", "--hours", "--format", "--output"],
        ),
        ("transcripts", ["--order", "--splits", "--jobs", "--hours", "--format", "--output"]),
        ("matrix", ["--literal", "--table", "--format", "--output"]),
        ("census", ["--draws", "--up-to-reversal", "--table", "--jobs", "--hours", "--format", "--output"]),
        (
            "explore",
            ["--output", "--view", "--around", "--radius", "--matrix", "--preset", "--auction", "--seed", "--game"],
        ),
        ("render", ["--output", "--view", "--order", "--around", "--radius", "--matrix", "--literal"]),
        ("export", ["--output", "--matrix", "--literal"]),
        ("sequence", ["--check", "--format", "--output"]),
        ("tour", ["--output"]),
        ("auction strategies", ["--format", "--output"]),
        ("auction play", ["--seed", "--game"]),
        ("auction watch", ["--seed", "--game", "--cap", "--until-one-strategy", "--format", "--output"]),
        (
            "auction tournament",
            ["--players", "--games", "--seed", "--cap", "--until-one-strategy", "--plot", "--table", "--jobs"],
        ),
        ("auction study", ["--opponents", "--games", "--seed", "--plot", "--jobs", "--format", "--output"]),
        ("auction exact", ["--table", "--format", "--output"]),
    ],
)
def test_help_names_every_option(call, command, options):
    text = call(*command.split(), "--help").printed()
    assert [option for option in options if f"{option} " not in text] == []


def test_version(call):
    assert call("--version").printed() == f"wargraph {version('wargraph')} ({sources_digest()})\n"


@pytest.mark.parametrize(
    "commands", [[()], [command.split() for command in EVERY_COMMAND]], ids=["whole", "each command"]
)
def test_help_loads_nothing_heavy(commands):
    script = LISTS_HEAVY_MODULES.format(commands=commands)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stderr == "loaded:\n"
    assert done.stdout.count("Usage: wargraph") == len(commands)


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
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.splitlines())
    assert "wargraph.cli.known" in loaded
    assert loaded.isdisjoint(f"wargraph.cli.{module}" for module in ("tour", "games", "full_game", "graphs", "auction"))
    assert loaded.isdisjoint(("numba", "numpy", "scipy", "networkx", "matplotlib", "concurrent.futures"))
