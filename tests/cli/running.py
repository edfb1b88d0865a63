"""How the tests run the command line, and what they look at afterwards."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from wargraph.cli import app

COMMANDS = {
    name: [each for each in command if not each.startswith("-")]
    for name, command in app.resolved_commands().items()
    if not name.startswith("-")
}
"""Every command, with those of its own if it is a group."""

EVERY_COMMAND = [
    *(name for name in COMMANDS),
    *(f"{group} {command}" for group, commands in COMMANDS.items() for command in commands),
]


def examples(command: str) -> list[str]:
    """The examples in the help of a command, without the name of the program."""
    _, found, _ = app.parse_commands(command.split())
    return re.findall("^  wargraph (.*)$", found[-1].help_epilogue or "", re.MULTILINE)


def options(command: str) -> list[str]:
    """The names of the options and arguments of a command; none of a group."""
    _, found, _ = app.parse_commands(command.split())
    if found[-1].default_command is None:
        return []
    arguments = found[-1].assemble_argument_collection(default_parameter=app.default_parameter)
    return sorted(name for each in arguments if each.show and not each.children for name in each.names)


PATIENCE = 600
"""Seconds after which a command hangs: all kernels are compiled in far less."""


@dataclass(frozen=True)
class Outcome:
    """What a run left behind: its exit status and what it printed."""

    status: int
    out: str
    err: str

    def printed(self) -> str:
        """What a run that must go well printed; on stderr it may say what it read and wrote."""
        assert self.status == 0
        assert re.fullmatch(r"(\S+: \d+ cards?; .*\n)?(\S+: (report|chart|film of|rules|[\d,]+ rows?).*\n)*", self.err)
        return self.out

    def refusal(self) -> str:
        """The one line of a run that must be refused."""
        assert (self.status, self.out) == (2, "")
        assert self.err.startswith("wargraph")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err


def console_command() -> str:
    """The installed console command."""
    beside = shutil.which("wargraph", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("wargraph")
    assert found, "the package is not installed: there is no console command"
    return found


def run_process(*arguments: object, folder: Path | None = None, **environment: str) -> Outcome:
    """Run the console command as a process of its own."""
    return _run([console_command(), *map(str, arguments)], folder, environment)


def run_script(script: str, *arguments: object, folder: Path | None = None, **environment: str) -> Outcome:
    """Run a Python script as a process of its own."""
    return _run([sys.executable, "-c", script, *map(str, arguments)], folder, environment)


def _run(command: list[str], folder: Path | None, environment: dict[str, str]) -> Outcome:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def json_rows(text: str) -> list[dict[str, object]]:
    return json.loads(text)["rows"]


def csv_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text, newline="")))


def names_in(folder: Path) -> list[str]:
    """Everything in a folder, hidden and nested files too."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
