"""A command that is killed again and again ends as one that nobody disturbs."""

import random
import sqlite3
import subprocess
from contextlib import suppress

import pytest

from tests.campaign.kept import rows_of, until
from tests.cli.running import console_command, run_process
from wargraph import checkpoint


def units_in(path):
    """The units that are kept, as far as that can be seen from outside."""
    with suppress(sqlite3.OperationalError):
        return rows_of(path) if path.exists() else {}
    return {}


def kill(command, path, units):
    """Run a command, and kill it when so many units are kept."""
    with subprocess.Popen([*command, path.name], cwd=path.parent, stdout=subprocess.DEVNULL) as process:
        until(lambda: process.poll() is not None or len(units_in(path)) >= units)
        process.kill()


@pytest.mark.long
@pytest.mark.parametrize("asked", ["simulate drew-shuffle --games 200000", "endless 13 --deals balanced"])
def test_a_killed_command_reaches_the_same_answer(asked, tmp_path):
    asked = [*asked.split(), "--jobs", "1", "--format", "csv", "--checkpoint"]
    undisturbed = run_process(*asked, "whole.db", folder=tmp_path)
    path, kept = tmp_path / "killed.db", {}
    for more in (0, random.Random(17).randint(1, 5)):
        kill([console_command(), *asked], path, len(kept) + more)
        now = units_in(path)
        assert kept.items() <= now.items()
        kept = now
    ended = run_process(*asked, "killed.db", folder=tmp_path)
    assert (ended.status, ended.out) == (undisturbed.status, undisturbed.out)
    assert rows_of(path).keys() == rows_of(tmp_path / "whole.db").keys()
    assert checkpoint(path).is_finished
