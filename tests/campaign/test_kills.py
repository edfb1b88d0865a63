"""A command that is killed again and again ends as one that nobody disturbs."""

import random
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.campaign.kept import rows_of
from tests.cli.running import console_command, run_process
from wargraph import checkpoint_status

pytestmark = pytest.mark.long

KILLS = 4
PATIENCE = 120
MOST_SECONDS = 0.8
MOST_PIECES = 5
ASKED = (
    "auction", "tournament", "SimpleMinded1+5xDummy", "Adversary+3xDummy", "--games", "12000", "--jobs", "1",
    "--format", "csv", "--checkpoint",
)  # fmt: skip


def pieces_in(path: Path) -> int:
    """How many pieces are kept, as far as that can be seen from outside."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT count(*) FROM piece").fetchone()[0])


def killed(folder: Path, chance: random.Random) -> bool:
    """Run the command, and kill it after a short time, or when some more pieces are kept; whether it ran still."""
    path = folder / "killed.db"
    with subprocess.Popen([console_command(), *ASKED, path.name], cwd=folder, stdout=subprocess.DEVNULL) as process:
        start = monotonic()
        if chance.random() < 0.4:
            sleep(chance.uniform(0, MOST_SECONDS))
        else:
            enough = pieces_in(path) + chance.randint(1, MOST_PIECES)
            while process.poll() is None and pieces_in(path) < enough and monotonic() - start < PATIENCE:
                sleep(0.01)
        process.kill()
    return process.returncode == -signal.SIGKILL


def test_killed_again_and_again_it_comes_out_the_same(tmp_path):
    undisturbed = run_process(*ASKED, "whole.db", folder=tmp_path)
    chance = random.Random(17)
    kept: dict[tuple[int, str], str] = {}
    for _ in range(KILLS):
        assert killed(tmp_path, chance), "it was done before it was killed: let it do more"
        if (tmp_path / "killed.db").exists():
            now = rows_of(tmp_path / "killed.db")
            assert kept.items() <= now.items()
            kept = now
    assert kept
    ended = run_process(*ASKED, "killed.db", folder=tmp_path)
    assert (ended.status, ended.out) == (undisturbed.status, undisturbed.out)
    assert rows_of(tmp_path / "killed.db") == rows_of(tmp_path / "whole.db")
    status = checkpoint_status(tmp_path / "killed.db")
    assert status.is_finished
    assert status.runs[-1]["ended"] is not None
    assert sum(run["ended"] is None for run in status.runs) > 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["killed.db", "whole.db"]
