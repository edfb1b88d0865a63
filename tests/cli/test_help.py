"""Help, version and completion: complete, and quick because nothing heavy is loaded for them."""

import importlib
import os
import re
import shlex
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

import wargraph.cli
from tests.cli.running import COMMANDS, EVERY_COMMAND, console_command, examples, run_script
from tests.support import long
from wargraph.cli import app
from wargraph.cli.options import Command, Matrix
from wargraph.core.relation import Relation

LISTS_HEAVY_MODULES = """
import sys
from wargraph.cli import main
for command in {commands!r}:
    sys.argv = ["wargraph", *command.split()]
    try:
        main()
    except SystemExit as ended:
        assert ended.code == {status}
heavy = {{"numba", "numpy", "matplotlib", "scipy", "networkx", "igraph", "pygraphviz", "graphviz"}}
print("loaded:", *sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
SOME = ["endless", "play", "simulate", "census", "auction study"]
"""One command of each module."""
MISSPELLED = [f"{command} brier" for command in ("simulate", "all-deals", "odds", "endless-deal", "play --preset")]
MISSPELLED += ["simulate bryer --table sumary", "longest 5 --order x", "auction tournament Mni Max", "matrix scissors"]


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
@pytest.mark.parametrize("group", ["", *(name for name, commands in COMMANDS.items() if commands)])
def test_help_lists_every_command(call, group, arguments):
    text = call(*group.split(), *arguments).printed()
    assert [name for name in (COMMANDS[group] if group else COMMANDS) if f"│ {name} " not in text] == []


@pytest.mark.parametrize("typed", ["help", "-help", "help help", "help longest", "longest -help"])
def test_other_ways_to_ask_for_help(call, typed):
    assert call(*typed.split()).printed() == call(*typed.replace("-help", "").replace("help", "").split(), "--help").out


WITH_EXAMPLES = [name for name in EVERY_COMMAND if not COMMANDS.get(name) and name != "warmup"]


def test_every_command_has_examples():
    missing = [command for command in WITH_EXAMPLES if len(examples(command)) < 2]
    assert not missing, f"end the docstrings of {missing} with two lines `$ wargraph ...`"


def test_every_class_of_a_command_is_one():
    for path in Path(wargraph.cli.__file__).parent.glob("*.py"):
        importlib.import_module(f"wargraph.cli.{path.stem}".removesuffix(".__init__"))
    typed = {app.parse_commands(name.split())[1][-1].default_command for name in EVERY_COMMAND}
    hidden = sorted(kind.__name__ for kind in leaves(Command) if kind not in typed)
    assert not hidden, f'name the section of the help in the heads of {hidden}: section="Free return order"'


def leaves(kind):
    """The classes that inherit from a class, and from which no class inherits."""
    return {leaf for each in kind.__subclasses__() for leaf in leaves(each) or {each}}


@pytest.mark.long
@pytest.mark.parametrize("command", WITH_EXAMPLES)
def test_the_examples_of_a_command_run(call, monkeypatch, command):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=lambda: "q\n"))
    typed = examples(command)
    assert len(typed) == 2
    assert typed[-1].startswith(command)
    for line in typed:
        assert call(*shlex.split(line)).printed()


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_and_every_option_explains_itself(command):
    of_command = app.parse_commands(command.split())[1][-1]
    assert of_command.help or of_command.default_command.__doc__
    if of_command.default_command is not None:  # not a group
        options = of_command.assemble_argument_collection(parse_docstring=True)
        assert [each.name for each in options if each.show and not each.children and not each.parameter.help] == []


def test_version(call):
    assert call("--version").printed() == f"wargraph {version('wargraph')}\n"


@pytest.mark.parametrize(
    ("commands", "status"),
    [
        (["--help", *(f"{command} --help" for command in SOME), "sequence farthest"], 0),
        *long(([f"{command} --help" for command in EVERY_COMMAND], 0)),
        (MISSPELLED, 2),
    ],
    ids=["help and stored terms", "help of each command", "what is misspelled"],
)
def test_nothing_heavy_is_loaded(commands, status):
    done = run_script(LISTS_HEAVY_MODULES.format(commands=commands, status=status))
    assert done.err.splitlines()[-1] == "loaded:"


WORDS = [
    ("lo", "longest"),
    ("longest --hou", "--hours"),
    ("cycles 5 --order f", "free"),
    ("auction tour", "tournament"),
    ("summary --matrix rock-paper-scissors-", "rock-paper-scissors-lizard-spock"),
    ("simulate kids drew-sh", "drew-shuffle"),
]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_by_the_script_that_is_installed(tmp_path):
    path = os.pathsep.join([os.path.dirname(console_command()), os.environ["PATH"]])  # noqa: PTH120
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": path}

    def bash(script):
        return subprocess.run(
            ["bash", "-c", script], env=environment, capture_output=True, check=True, text=True, cwd=tmp_path
        ).stdout

    assert "bash" in bash("wargraph --install-completion --shell bash")
    script = next(tmp_path.rglob("completions/wargraph"))
    for typed, word in WORDS:
        words = f"COMP_WORDS=(wargraph {typed}); COMP_CWORD={len(typed.split())}"
        assert bash(f'. {script}; {words}; _wargraph; echo "${{COMPREPLY[@]}}"').split() == [word], typed


def test_the_relation_that_the_help_shows_is_one():
    (text,) = re.findall(r"text such as '(.+?)'", Matrix.__annotations__["matrix"].__metadata__[1].help)
    assert Relation.of(text).n == 3
