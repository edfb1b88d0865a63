"""Checkpoints: what is finished is kept and not done again; other files are refused in a line; the status is told."""

import os
import random
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.campaign.kept import WORK, Count, Mine, Now, Ones, Total, Worked, change, count, die, rows_of
from tests.cli.running import names_in, run_script
from tests.support import few_of, refusal
from wargraph import RunOptions, checkpoint_status, cycles, expect, longest, simulate, simulate_auction
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.checkpoint import Checkpoint
from wargraph.campaign.progress import Interrupted
from wargraph.errors import CheckpointError, ParameterError, WarGraphError

HERE = Path(__file__).resolve().parents[2]


def test_finished_units_are_not_done_again(begun):
    executor = Now()
    assert Count(40, 60).run(RunOptions(executor, checkpoint=begun)) == 100
    assert executor.done == 70
    assert len(rows_of(begun)) == 100
    assert count(begun, units=0) == 100
    assert names_in(begun.parent) == ["ones.db"]


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("name", few_of(WORK))
def test_interrupted_work_ends_with_the_same_rows(name, tmp_path):
    work, whole, parts = WORK[name], tmp_path / "whole.db", tmp_path / "parts.db"
    expected = WORK[name](None).rows()
    executor = Now()
    assert work(RunOptions(executor, checkpoint=whole)).rows() == expected
    assert executor.done > 6
    for stop in (executor.done // 3, 1):
        with pytest.raises(KeyboardInterrupt):
            work(RunOptions(Now(stop), checkpoint=parts))
    assert work(RunOptions(Now(), checkpoint=parts)).rows() == expected
    assert rows_of(parts).keys() == rows_of(whole).keys()


@pytest.mark.usefixtures("looks_are_many")
def test_the_rate_is_that_of_this_run(tmp_path, monkeypatch):
    path, reports, many = tmp_path / "ones.db", [], [5] * 40
    clock, merge = [0.0], Count._merge_finished

    def merge_slowly(*arguments):
        clock[0] += 1000
        merge(*arguments)

    with pytest.raises(Interrupted):
        count(path, *many, units=60)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: clock[0])
    monkeypatch.setattr(Count, "_merge_finished", merge_slowly)
    Count(*many).run(RunOptions(Now(), progress=reports.append, checkpoint=path))
    assert {(progress.before, progress.seconds) for progress in reports[1:]} == {(60, 0)}
    assert min(progress.amount.done for progress in reports[1:]) > 60


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda run_options: longest(11, run_options=run_options), "is of deck 10, not deck 11"),
        (lambda run_options: simulate("bryer", 10, run_options=run_options), "deals any, not simulate, rules bryer"),
    ],
)
def test_another_question_is_refused(tmp_path, ask, part):
    path = tmp_path / "longest.db"
    longest(10, run_options=RunOptions(checkpoint=path))
    before = path.read_bytes()
    message = refusal(CheckpointError, ask, RunOptions(checkpoint=path))
    assert part in message
    assert message.endswith(": name another file")
    assert path.read_bytes() == before


def test_other_code_is_refused(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "sources_digest", lambda: "another")
    assert "was made by the code of wargraph" in refusal(CheckpointError, count, begun)
    assert len(rows_of(begun)) == 30


def test_a_second_process_is_refused_and_can_read_the_status(begun):
    with Checkpoint(begun, {"question": "Count", "of": "ones up to 100"}):
        assert "is being worked on by another process" in refusal(CheckpointError, count, begun)
        assert checkpoint_status(begun).is_at_work
    assert not checkpoint_status(begun).is_at_work
    assert count(begun) == 100


def test_units_of_another_question_are_not_taken(tmp_path):
    path = tmp_path / "games.db"
    right = simulate("bryer", 300, 7).rows()
    simulate("bryer", 300, 3, run_options=RunOptions(checkpoint=path))
    change(path, "UPDATE fact SET value = '7' WHERE name = 'question seed'")
    assert simulate("bryer", 300, 7, run_options=RunOptions(checkpoint=path)).rows() == right


def test_an_interruption_says_how_much_the_file_keeps(tmp_path):
    path = tmp_path / "ones.db"
    for units, kept in ((0, "no finished work unit yet"), (1, "1 finished work unit"), (29, "30 finished work units")):
        with pytest.raises(Interrupted) as caught:
            count(path, units=units)
        assert caught.value.__notes__ == [f"{path} keeps {kept}: the same command goes on from there"]


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda run_options: simulate("bryer", games=0, run_options=run_options), "games = 0"),
        (lambda run_options: expect(4, run_options=run_options), "is not divided into work units"),
    ],
)
def test_refused_work_leaves_no_checkpoint_behind(tmp_path, ask, part):
    assert part in refusal(ParameterError, ask, RunOptions(checkpoint=tmp_path / "x.db"))
    assert names_in(tmp_path) == []


def other_database(path):
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE other (x)")


def older(path):
    count(path)
    change(path, "PRAGMA user_version = 5")


def other_tables(path):
    count(path)
    change(path, "CREATE TABLE more (x)")


def malformed(path):
    count(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = 1")
        database.execute("UPDATE sqlite_master SET sql = 'no\n' || sql WHERE name = 'unit'")


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda path: path.write_text("n,order\n1,WL\n" * 100), "is no checkpoint: name another"),
        (other_database, "is no checkpoint: name another"),
        (older, "is a checkpoint of an older version of wargraph: go on with that one"),
        (other_tables, "is damaged (its tables differ): name another file"),
        (malformed, "is damaged (malformed database schema"),
        (Path.mkdir, "cannot be read or written"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path, make, part):
    path = tmp_path / "x.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    assert part in refusal(CheckpointError, count, path)
    assert before == (path.read_bytes() if path.is_file() else None)


def test_a_damaged_result_is_refused(begun):
    change(begun, "UPDATE unit SET result = zeroblob(20)")
    assert "is damaged (" in refusal(CheckpointError, count, begun)


def test_a_damaged_file_is_refused_or_read_right(tmp_path):
    path, chance = tmp_path / "lengths.db", random.Random(5)
    question = WORK["transcript_tree"]
    rows = question(None).rows()
    question(RunOptions(checkpoint=path))
    whole = path.read_bytes()
    for _ in range(40):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        with suppress(CheckpointError):
            assert question(RunOptions(checkpoint=path)).rows() == rows
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
    done = run_script(LIMITED, path, folder=HERE)
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
    assert message.endswith("ask again; what is finished is kept")
    kept = rows_of(path)
    assert kept
    deadly.unlink()
    with ProcessPoolExecutor(1) as processes:
        assert Total(*units).run(RunOptions(processes, checkpoint=path)) == 80
    assert kept.items() <= rows_of(path).items()


def test_work_with_a_strategy_of_your_own_is_kept(tmp_path):
    path = tmp_path / "mine.db"
    rows = simulate_auction([Mine(), "Max"], 5, run_options=RunOptions(checkpoint=path)).rows()
    kept = rows_of(path)
    assert simulate_auction([Mine(), "Max"], 5, run_options=RunOptions(checkpoint=path)).rows() == rows
    assert rows_of(path) == kept


def test_a_unit_without_a_declared_result_is_refused(tmp_path):
    refused = refusal(CheckpointError, Total(Worked(lambda _: (1, []))).run, RunOptions(checkpoint=tmp_path / "x.db"))
    assert refused == "a checkpoint cannot keep what Worked finds: its work does not declare it"


def test_totals_are_checked():
    class Miscounted(Count):
        def merged(self, one, other):
            return one + other - (one + other == 20)

    message = refusal(WarGraphError, Miscounted(20).run)
    assert message == "ones up to 20: 19 of 20 ones were counted: please report this"


def test_the_status_of_unfinished_work_shows_its_units_and_how_to_go_on(begun):
    status = checkpoint_status(begun)
    assert (status.is_finished, status.is_at_work) == (False, False)
    [row] = status.rows()
    assert row | {"began": "", "noted": ""} == {
        "campaign": "ones up to 100",
        "units": 30,
        "workers": 1,
        "machine_seconds": 0.0,
        "began": "",
        "noted": "",
        "progress": "30% of 100 ones, 0 s left; it is 30 or more",
    }
    assert row["began"] <= row["noted"]
    assert str(status).splitlines()[:2] == [
        "Count, of ones up to 100: not finished; 30 work units kept, 0 s of machine time.",
        "The same question goes on with it.",
    ]
    count(begun)
    assert checkpoint_status(begun).is_finished
    assert checkpoint_status(begun).rows()[0]["progress"] == "finished"


def test_the_status_can_be_asked_for_while_the_work_goes_on(tmp_path):
    path, seen = tmp_path / "ones.db", []

    class Asked(Count):
        def collect(self, *_):
            seen.append(checkpoint_status(path))

    Asked(10).run(RunOptions(Now(), checkpoint=path))
    assert {status.is_at_work for status in seen} == {True}
    assert [status.rows()[0]["units"] for status in seen] == sorted(status.rows()[0]["units"] for status in seen)


def test_the_status_has_a_row_for_every_campaign_of_a_question(tmp_path):
    path = tmp_path / "cycles.db"
    cycles(11, "WL", RunOptions(checkpoint=path))
    status = checkpoint_status(path)
    assert status.question == {"question": "cycles", "deck": "11", "order": "WL"}
    assert len(status.rows()) >= 1
    assert status.is_finished


def test_the_status_of_a_file_that_is_not_there_is_refused(tmp_path):
    assert "there is no checkpoint" in refusal(CheckpointError, checkpoint_status, tmp_path / "x.db")
