"""Checkpoints: what is finished is kept and not done again; other files are refused in a line; the status is told."""

import os
import random
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.campaign.kept import WORK, Count, Now, Ones, Total, Worked, change, count, die, rows_of, rows_of_work
from tests.cli.running import names_in, run_script
from tests.support import few_of, refusal
from wargraph import RunOptions, checkpoint_status, cycles, expect, simulate
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.checkpoint import Checkpoint
from wargraph.errors import CheckpointError, WarGraphError


def test_finished_units_are_not_done_again(begun):
    executor = Now()
    assert Count(40, 60).run(RunOptions(executor, checkpoint=begun)) == 100
    assert executor.done == 70
    assert len(rows_of(begun)) == 100
    assert count(begun, units=0) == 100
    assert names_in(begun.parent) == ["ones.db"]


@pytest.fixture(scope="module")
def process():
    """Another process, to which units are sent."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("name", few_of(WORK))
def test_interrupted_work_ends_with_the_same_rows(name, tmp_path, process):
    """However it is cut and wherever it is done."""
    whole, parts, executor = tmp_path / "whole.db", tmp_path / "parts.db", Now()
    expected = rows_of_work(name, RunOptions(executor, checkpoint=whole))
    assert executor.done > 6
    for stop in (executor.done // 3, 1):
        with pytest.raises(KeyboardInterrupt):
            rows_of_work(name, RunOptions(Now(stop), checkpoint=parts))
    assert rows_of_work(name, RunOptions(process, checkpoint=parts)) == expected
    assert rows_of(parts).keys() == rows_of(whole).keys()


def test_another_question_is_refused(begun):
    before = begun.read_bytes()
    assert "of ones up to 100, not of ones up to 7" in refusal(CheckpointError, count, begun, 7)
    assert begun.read_bytes() == before


def test_other_code_is_refused(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "sources_digest", lambda: "another")
    assert "was made by the code of wargraph" in refusal(CheckpointError, count, begun)
    assert len(rows_of(begun)) == 30


def test_a_second_process_is_refused_and_can_read_the_status(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "_SECONDS_TO_LOCK", 0.1)
    with Checkpoint(begun, {"question": "Count", "of": "ones up to 100"}):
        assert "is being worked on by another process" in refusal(CheckpointError, count, begun)
        assert checkpoint_status(begun).is_at_work
    assert not checkpoint_status(begun).is_at_work
    assert count(begun) == 100


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda run_options: simulate("bryer", games=0, run_options=run_options), "games = 0"),
        (lambda run_options: expect(4, run_options=run_options), "is not divided into work units"),
        (Total(Worked(lambda _: (1, []))).run, "cannot keep what Worked finds: its work does not declare it"),
    ],
)
def test_refused_work_leaves_no_checkpoint_behind(tmp_path, ask, part):
    assert part in refusal(WarGraphError, ask, RunOptions(checkpoint=tmp_path / "x.db"))
    assert names_in(tmp_path) == []


def changed(*statements):
    """A function that makes a checkpoint, or another database, and changes it."""

    def make(path):
        if "other" not in statements[0]:
            count(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            for statement in statements:
                database.execute(statement)

    return make


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda path: path.write_text("n,order\n1,WL\n" * 100), "is no checkpoint: name another"),
        (changed("CREATE TABLE other (x)"), "is no checkpoint: name another"),
        (changed("PRAGMA user_version = 7"), "is a checkpoint of an older version of wargraph: go on with that one"),
        (changed("CREATE TABLE more (x)"), "is damaged (its tables differ): name another file"),
        (
            changed("PRAGMA writable_schema = 1", "UPDATE sqlite_master SET sql = 'no' || sql WHERE name = 'unit'"),
            "is damaged (malformed database schema",
        ),
        (Path.mkdir, "cannot be read or written"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path, make, part):
    path = tmp_path / "x.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    assert part in refusal(CheckpointError, count, path)
    assert before == (path.read_bytes() if path.is_file() else None)


@pytest.mark.usefixtures("looks_are_many")
def test_the_rate_is_that_of_this_run(begun):
    reports = []
    Count(40, 60).run(RunOptions(Now(), progress=reports.append, checkpoint=begun))
    assert {progress.before for progress in reports[1:]} == {30}
    assert min(progress.amount.done for progress in reports[1:]) > 30


def test_a_damaged_result_is_refused(begun):
    change(begun, "UPDATE unit SET result = zeroblob(20)")
    assert "is damaged (" in refusal(CheckpointError, count, begun)


def test_a_damaged_file_is_refused_or_read_right(tmp_path):
    path, chance = tmp_path / "lengths.db", random.Random(5)
    rows = rows_of_work("a tree", RunOptions(checkpoint=path))
    whole = path.read_bytes()
    for _ in range(40):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        with suppress(CheckpointError):
            assert rows_of_work("a tree", RunOptions(checkpoint=path)) == rows
        for beside in path.parent.glob("lengths.db-*"):
            beside.unlink()


LIMITED = """
import resource, sys

sys.dont_write_bytecode = True  # a limit on files would cut them
from tests.campaign.kept import count
from wargraph.errors import CheckpointError

resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    count(sys.argv[1])
except CheckpointError as error:
    sys.exit(str(error))
"""


@pytest.mark.long
def test_a_file_that_cannot_grow_keeps_what_is_finished(tmp_path):
    path = tmp_path / "ones.db"
    done = run_script(LIMITED, path, folder=Path(__file__).parents[2])
    assert (done.status, done.err.count("\n")) == (1, 1), done.err
    assert count(path) == 100


class Deadly(Ones):
    """A work unit that kills the process that works on it, if there is such a file."""

    def work(self) -> tuple[int, list[Ones]]:
        if Path(os.environ["WARGRAPH_TEST_DEADLY"]).exists():
            die(None)
        return super().work()


def test_a_killed_worker_is_told_in_a_line(tmp_path, monkeypatch):
    path, deadly = tmp_path / "ones.db", tmp_path / "deadly"
    deadly.touch()
    monkeypatch.setenv("WARGRAPH_TEST_DEADLY", str(deadly))
    units = *(Ones(number, number + 1) for number in range(79)), Deadly(79, 80)
    with ProcessPoolExecutor(1) as processes:
        message = refusal(WarGraphError, Total(*units).run, RunOptions(processes, checkpoint=path))
    assert "a worker died" in message
    kept = rows_of(path)
    assert kept
    deadly.unlink()
    with ProcessPoolExecutor(1) as processes:
        assert Total(*units).run(RunOptions(processes, checkpoint=path)) == 80
    assert kept.items() <= rows_of(path).items()


def test_the_status_of_unfinished_work_shows_its_units(begun):
    status = checkpoint_status(begun)
    assert (status.is_finished, status.is_at_work) == (False, False)
    [row] = status.rows()
    assert row["began"] <= row["noted"]
    assert (row["units"], row["workers"]) == (30, 1)
    assert row["progress"] == "30% of 100 ones, 0 s left; it is 30 or more"
    count(begun)
    assert checkpoint_status(begun).is_finished


def test_the_status_has_a_row_for_every_campaign_of_a_question(tmp_path):
    path = tmp_path / "cycles.db"
    cycles(11, "WL", RunOptions(checkpoint=path))
    status = checkpoint_status(path)
    assert status.question == {"question": "cycles", "deck": "11", "order": "WL"}
    assert status.rows()
    assert status.is_finished
    assert "there is no checkpoint" in refusal(CheckpointError, checkpoint_status, tmp_path / "x.db")
