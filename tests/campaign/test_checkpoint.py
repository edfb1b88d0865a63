"""Checkpoints: what is finished is kept and not done again; other files are refused in a line; the status is told."""

import random
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import pytest

import wargraph
from tests.campaign.kept import Count, Now, Ones, Total, change, count, die, rows_of
from tests.cli.running import names_in
from tests.support import few_of, refusal
from wargraph import RunOptions, checkpoint, cycles, expected_length, simulate
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.checkpoint import Checkpoint
from wargraph.campaign.progress import Interrupted
from wargraph.errors import CheckpointError, WarGraphError
from wargraph.fixed_order.transcripts.units import Subtrees

WORK = {
    "games": ("simulate", "bryer", 500, 3),
    "games by several rules": ("compare", ["drew-stack,deck=4x3", "kids,deck=3x4"], 300, 3),
    "deals": ("all_deals", "delahaye-mathieu,deck=3x3"),
    "auctions": ("simulate_auction", "SimpleMinded1+2xDummy", 2000, 3),
    "a tournament": ("tournament", ["Min+Dummy", "Min+Adversary", "Dummy+Adversary"], 80, 3),
    "a study of auctions": ("auction_study", [1, 2], 600, 3),
    "a tree": ("transcripts", 11, "LW"),
    "deepest classes": ("longest", 11, "WL"),
    "trees of all tournaments": ("longest_over_tournaments", 7),
    "relations": ("census", 5),
    "lengths by trees": ("lengths", 11, "WL", "balanced"),
    "lengths by the forest": ("lengths", "cyclic:7", "WL"),
    "endless cycles": ("endless_cycles", 11, "WL", "balanced"),
    "cycles": ("cycles", 11, "WL"),
}
"""All kinds of campaigns, as public functions with their arguments; some questions take several campaigns."""

SIZES = {
    "full_game.simulate._UNIT": 37,
    "full_game.deals._UNIT": 100,
    "auction.simulate._UNIT": 37,
    "fixed_order.forest.engine._WORDS": 700,
    "fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH": 6,
    "fixed_order.transcripts.units._LARGEST_PLAIN": 5,
}
"""Of units so small that short campaigns have many."""


def rows_of_work(name, run_options=None):
    function, *arguments = WORK[name]
    return getattr(wargraph, function)(*arguments, run_options=run_options).rows()


@pytest.fixture
def begun(tmp_path):
    """A checkpoint of work that is not finished."""
    path = tmp_path / "ones.db"
    with pytest.raises(Interrupted) as caught:
        count(path, units=30)
    assert len(rows_of(path)) == 30
    assert "keeps 30 finished work units" in caught.value.__notes__[0]
    return path


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


@pytest.mark.parametrize("name", few_of(WORK))
def test_interrupted_work_ends_with_the_same_rows(name, tmp_path, process, monkeypatch):
    """However it is cut and wherever it is done."""
    for size, small in SIZES.items():
        monkeypatch.setattr(f"wargraph.{size}", small)
    *others, _budget, paths = Subtrees.__init__.__defaults__
    monkeypatch.setattr(Subtrees.__init__, "__defaults__", (*others, 500, paths))
    whole, parts, executor = tmp_path / "whole.db", tmp_path / "parts.db", Now()
    expected = rows_of_work(name, RunOptions(executor, checkpoint=whole))
    assert executor.done > 6
    for stop in (executor.done // 3, 1):
        with pytest.raises(KeyboardInterrupt):
            rows_of_work(name, RunOptions(Now(stop), checkpoint=parts))
    kept = rows_of(parts)
    assert rows_of_work(name, RunOptions(process, checkpoint=parts)) == expected
    assert kept.items() <= rows_of(parts).items()


def test_another_question_is_refused(begun):
    before = begun.read_bytes()
    assert "of ones up to 100, not of ones up to 7" in refusal(CheckpointError, count, begun, 7)
    assert begun.read_bytes() == before


def test_a_checkpoint_that_has_lost_its_question_is_damaged(begun):
    change(begun, "UPDATE fact SET name = 'quest' WHERE name = 'question'")
    assert "is damaged" in refusal(CheckpointError, count, begun)


def test_other_code_is_refused(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "sources_digest", lambda: "another")
    assert "was made by the code of wargraph" in refusal(CheckpointError, count, begun)
    assert len(rows_of(begun)) == 30


def test_a_second_process_can_read_only_the_status(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "_SECONDS_TO_LOCK", 0.1)
    with Checkpoint(begun, {"question": "Count", "of": "ones up to 100"}):
        assert "is being worked on by another process" in refusal(CheckpointError, count, begun)
        assert checkpoint(begun).is_at_work
    assert not checkpoint(begun).is_at_work
    assert count(begun) == 100


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda run_options: simulate("bryer", games=0, run_options=run_options), "games = 0"),
        (lambda run_options: expected_length(4, run_options=run_options), "is not divided into work units"),
    ],
)
def test_refused_work_leaves_no_checkpoint_behind(tmp_path, ask, part):
    assert part in refusal(WarGraphError, ask, RunOptions(checkpoint=tmp_path / "x.db"))
    assert names_in(tmp_path) == []


OTHER_SCHEMA = "PRAGMA writable_schema = 1", "UPDATE sqlite_master SET sql = 'no' || sql WHERE name = 'unit'"


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        (["PRAGMA user_version = 7"], "is not a checkpoint of this version of wargraph: name another"),
        (OTHER_SCHEMA, "is damaged (malformed database schema"),
    ],
)
def test_a_checkpoint_that_was_changed_is_refused(begun, changes, part):
    change(begun, *changes)
    before = begun.read_bytes()
    assert part in refusal(CheckpointError, count, begun)
    assert begun.read_bytes() == before


def test_a_damaged_result_is_refused(begun):
    change(begun, "UPDATE unit SET result = zeroblob(20)")
    assert "is damaged (" in refusal(CheckpointError, count, begun)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda path: path.write_text("n,order\n1,WL\n" * 100), "is not a checkpoint of this version"),
        (lambda path: change(path, "CREATE TABLE other (x)"), "is not a checkpoint of this version"),
        (Path.mkdir, "cannot be read or written"),
    ],
)
def test_what_is_no_checkpoint_is_refused(tmp_path, make, part):
    make(tmp_path / "x")
    assert part in refusal(CheckpointError, count, tmp_path / "x")


@pytest.mark.usefixtures("looks_are_many")
def test_the_rate_is_that_of_this_run(begun):
    reports = []
    Count(40, 60).run(RunOptions(Now(), progress=reports.append, checkpoint=begun))
    assert {progress.before for progress in reports[1:]} == {30}
    assert min(progress.amount.done for progress in reports[1:]) > 30


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


def test_a_full_disk_keeps_what_is_finished(begun, monkeypatch):
    class Full(sqlite3.Connection):
        """A file that cannot grow."""

        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.execute("PRAGMA max_page_count = 1")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", Full)
        assert "full" in refusal(CheckpointError, count, begun)
    assert len(rows_of(begun)) >= 30
    assert count(begun) == 100


@dataclass(frozen=True)
class KillsOnce(Ones):
    """A work unit that kills the process that works on it, the first time."""

    note: str = ""

    def work(self) -> tuple[int, list[Ones]]:
        if not Path(self.note).exists():
            Path(self.note).touch()
            die(None)
        return super().work()


def test_a_killed_worker_is_told_in_a_line(tmp_path):
    path = tmp_path / "ones.db"
    units = *(Ones(number, number + 1) for number in range(79)), KillsOnce(79, 80, note=str(tmp_path / "killed"))
    with ProcessPoolExecutor(1) as processes:
        message = refusal(WarGraphError, Total(*units).run, RunOptions(processes, checkpoint=path))
    assert "a worker died" in message
    kept = rows_of(path)
    assert kept
    with ProcessPoolExecutor(1) as processes:
        assert Total(*units).run(RunOptions(processes, checkpoint=path)) == 80
    assert kept.items() <= rows_of(path).items()


def test_the_status_of_unfinished_work_shows_its_units(begun):
    status = checkpoint(begun)
    assert (status.is_finished, status.is_at_work) == (False, False)
    [row] = status.rows()
    assert row["began"] <= row["noted"]
    assert (row["units"], row["workers"]) == (30, 1)
    assert row["progress"] == "30% of 100 ones, 0 s left; it is 30 or more"
    count(begun)
    assert checkpoint(begun).is_finished


def test_the_status_has_a_row_a_campaign(tmp_path):
    path = tmp_path / "cycles.db"
    cycles(11, "WL", RunOptions(checkpoint=path))
    status = checkpoint(path)
    assert status.question == {"question": "cycles", "deck": "11", "order": "WL"}
    assert status.rows()
    assert status.is_finished
    assert "there is no checkpoint" in refusal(CheckpointError, checkpoint, tmp_path / "x.db")
