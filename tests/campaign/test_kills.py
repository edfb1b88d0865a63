"""A command that is killed again and again ends as one that nobody disturbs."""

import random
import signal
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.campaign.kept import rows_of
from tests.cli.running import console_command, run_process
from wargraph import checkpoint_status

pytestmark = pytest.mark.long

KILLS = 3
PATIENCE = 120
MOST_SECONDS = 0.8
MOST_UNITS = 5
COMMANDS = {
    "tournament": "auction tournament SimpleMinded1+5xDummy Max+3xDummy --games 30000",
    "simulate": "simulate drew-shuffle --games 400000",
    "longest": "endless 13 --deals even",
    "census": "census 6",
    "deals": "all-deals drew-stack,deck=4x3",
}


def units_in(path: Path) -> int:
    """How many work units are kept, as far as that can be seen from outside."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM unit").fetchone()[0])
    return 0


def killed(command: list[str], folder: Path, chance: random.Random) -> bool:
    """Run a command, and kill it after a short time, or when some more units are kept; whether it ran still."""
    path = folder / "killed.db"
    with subprocess.Popen([*command, path.name], cwd=folder, stdout=subprocess.DEVNULL) as process:
        start = monotonic()
        if chance.random() < 0.4:
            sleep(chance.uniform(0, MOST_SECONDS))
        else:
            enough = units_in(path) + chance.randint(1, MOST_UNITS)
            while process.poll() is None and units_in(path) < enough and monotonic() - start < PATIENCE:
                sleep(0.01)
        process.kill()
    return process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_command_goes_on_to_the_same_answer(name, tmp_path):
    asked = [*COMMANDS[name].split(), "--jobs", "1", "--format", "csv", "--checkpoint"]
    undisturbed = run_process(*asked, "whole.db", folder=tmp_path)
    chance = random.Random(17)
    kept: dict[str, bytes] = {}
    for _ in range(KILLS):
        killed([console_command(), *asked], tmp_path, chance)
        if units_in(tmp_path / "killed.db"):
            now = rows_of(tmp_path / "killed.db")
            assert kept.items() <= now.items()
            kept = now
    ended = run_process(*asked, "killed.db", folder=tmp_path)
    assert (ended.status, ended.out) == (undisturbed.status, undisturbed.out)
    assert rows_of(tmp_path / "killed.db").keys() == rows_of(tmp_path / "whole.db").keys()
    assert checkpoint_status(tmp_path / "killed.db").is_finished
