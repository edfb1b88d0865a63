"""What the shell completes, asked as the shells ask: by variables, and by the script that they run."""

import os
import shutil
import subprocess

import pytest

from tests.cli.running import COMMANDS, console_command
from wargraph.auction.strategies import STRATEGIES
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.formats import FORMATS
from wargraph.sequences.known import known_sequences

pytestmark = pytest.mark.long

WORDS = [
    ("", COMMANDS),
    ("lo", ["longest"]),
    ("auction ", COMMANDS["auction"]),
    ("longest --h", ["--hours", "--help"]),
    ("longest --order ", ["WL", "LW", "both"]),
    ("transcripts 5 --order ", ["WL", "LW"]),
    ("cycles 5 --order f", ["free"]),
    ("endless 5 --deals ", ["any", "even", "both"]),
    ("finish --format ", [form.name for form in FORMATS]),
    ("summary --format b", []),
    ("summary --matrix ", ["rock-paper-scissors", "rock-paper-scissors-lizard-spock"]),
    ("matrix rock-paper-scissors-", ["rock-paper-scissors-lizard-spock"]),
    ("matrix order:2 --table cycles", ["cycles-wl", "cycles-lw", "cycles-free"]),
    ("simulate ", PRESETS),
    ("simulate kids drew", ["drew-shuffle", "drew-stack"]),
    ("play --preset k", ["kids"]),
    ("render 4 --view c", ["condensation", "cycles"]),
    ("sequence ", [known.name for known in known_sequences()]),
    ("auction tournament Min ", [name for name in STRATEGIES if name != "Human"]),
]


@pytest.mark.parametrize(("typed", "words"), WORDS, ids=[case[0] or "nothing" for case in WORDS])
def test_words_in_bash(call, monkeypatch, typed, words):
    line = f"wargraph {typed}"
    asked = {"_WARGRAPH_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert call().printed().split() == list(words)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_words_in_other_shells(call, monkeypatch, shell):
    asked = {
        "_WARGRAPH_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "wargraph cycles 5 --order ",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    out = call().printed()
    assert [word for word in ("WL", "LW", "free") if word not in out] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_by_the_script_that_is_shown(tmp_path):
    script = """
eval "$(wargraph --show-completion)"
COMP_WORDS=(wargraph longest --order L)
COMP_CWORD=3
_wargraph_completion wargraph
echo "${COMPREPLY[@]}"
"""
    path = os.pathsep.join([os.path.dirname(console_command()), os.environ["PATH"]])  # noqa: PTH120
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        check=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("LW\n", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_script_is_installed_for_the_shell_that_runs(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path)}
    command = f"{console_command()} --install-completion; exit $?"
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, check=True, text=True)
    assert "bash completion installed" in done.stdout
    assert "_wargraph_completion" in (tmp_path / ".bash_completions" / "wargraph.sh").read_text()
