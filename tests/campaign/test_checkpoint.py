"""Checkpoints: what is finished is kept and not done again, and whatever else a file may be is refused in a line."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.campaign.kept import WORK, Count, Mine, Now, Ones, change, count, rows_of
from tests.campaign.pieces import Counted, Noted
from tests.cli.running import names_in, run_script
from tests.support import few_of, refusal
from wargraph import (
    RunOptions,
    checkpoint_status,
    expect,
    longest,
    simulate,
    simulate_auction,
    verify_checkpoint,
)
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.checkpoint import CampaignRecord
from wargraph.campaign.progress import Amount, Interrupted
from wargraph.errors import CheckpointError, ParameterError, WarGraphError

HERE = Path(__file__).resolve().parents[2]
NOBODY = 65534


def test_what_is_finished_is_not_done_again(begun):
    executor = Now()
    assert Count(40, 60).run(RunOptions(executor, checkpoint=begun)) == 100
    assert executor.done == 70
    assert len(rows_of(begun)) == 100
    assert count(begun, pieces=0) == 100
    assert names_in(begun.parent) == ["ones.db"]


@pytest.mark.usefixtures("looks_are_many")
def test_the_rate_is_that_of_this_run(tmp_path, monkeypatch):
    path, reports, many = tmp_path / "ones.db", [], [5] * 40
    clock, merge = [0.0], Count._merge_finished

    def merge_slowly(*arguments):
        clock[0] += 1000
        merge(*arguments)

    with pytest.raises(Interrupted):
        count(path, *many, pieces=60)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: clock[0])
    monkeypatch.setattr(Count, "_merge_finished", merge_slowly)
    Count(*many).run(RunOptions(Now(), progress=reports.append, checkpoint=path))
    assert {(progress.before, progress.seconds) for progress in reports[1:]} == {(60, 0)}
    assert min(progress.amount.done for progress in reports[1:]) > 60


def test_what_was_noted_stays_when_it_is_stopped_before_anything_is_known(begun, monkeypatch):
    noted = checkpoint_status(begun).rows()
    assert noted[0]["done"] == 30
    monkeypatch.setattr(Count, "amount_when_stopped", lambda _: None)
    with pytest.raises(Interrupted):
        count(begun, pieces=0)
    assert checkpoint_status(begun).rows() == noted


def test_what_was_noted_of_finished_work_stays(tmp_path, monkeypatch):
    path = tmp_path / "ones.db"
    count(path)
    noted = checkpoint_status(path).rows()
    monkeypatch.setattr(Count, "amount", lambda self: Amount(self.result or 0, 50, "ones"))
    monkeypatch.setattr(Count, "_merge_finished", interrupt)
    with pytest.raises(Interrupted):
        count(path)
    assert checkpoint_status(path).rows() == noted


def interrupt(*_):
    raise KeyboardInterrupt


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("name", few_of(WORK))
def test_interrupted_again_and_again_it_comes_out_the_same(name, tmp_path):
    work, whole, parts = WORK[name], tmp_path / "whole.db", tmp_path / "parts.db"
    expected = WORK[name](None).rows()
    executor = Now()
    assert work(RunOptions(executor, checkpoint=whole)).rows() == expected
    assert executor.done > 6
    for stop in (executor.done // 3, 1):
        with pytest.raises(KeyboardInterrupt):
            work(RunOptions(Now(stop), checkpoint=parts))
    assert work(RunOptions(Now(), checkpoint=parts)).rows() == expected
    assert rows_of(parts) == rows_of(whole)


@pytest.mark.usefixtures("looks_are_many")
def test_a_listener_that_ends_the_work_loses_nothing(tmp_path):
    path, told = tmp_path / "ones.db", []

    def listen(progress):
        told.append(progress)
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        Count(40, 60).run(RunOptions(Now(), progress=listen, checkpoint=path))
    kept = len(rows_of(path))
    assert 0 < kept < 100
    executor = Now()
    assert Count(40, 60).run(RunOptions(executor, checkpoint=path)) == 100
    assert executor.done == 100 - kept


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda run_options: longest(11, run_options=run_options), "deck 10, not 11"),
        (
            lambda run_options: simulate("bryer", 10, run_options=run_options),
            "is of longest, deck 10, order WL, deals any; not of simulate, rules bryer",
        ),
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


def test_every_parameter_of_a_simulation_counts(tmp_path):
    path = tmp_path / "games.db"
    asked = {"rules": "kids", "games": 20, "seed": 1, "cap": 1000}
    simulate(**asked, run_options=RunOptions(checkpoint=path))
    for name, other in (("rules", "bryer"), ("games", 21), ("seed", 2), ("cap", 999)):
        message = refusal(CheckpointError, simulate, **asked | {name: other}, run_options=RunOptions(checkpoint=path))
        assert f" is of {name} " in message


def test_other_code_is_refused(begun, monkeypatch):
    rows = rows_of(begun)
    monkeypatch.setattr(checkpoint_module, "sources_digest", lambda: "another")
    message = refusal(CheckpointError, count, begun)
    assert f"or let this one verify it: wargraph campaign verify {begun}" in message
    assert rows_of(begun) == rows


def test_a_second_process_is_told_who_works_on_it(begun):
    path = begun.with_name("a?b#c%41") / begun.name
    path.parent.mkdir()
    begun.rename(path)
    with checkpoint_module._locked(path):
        message = refusal(CheckpointError, count, path)
        assert f"is being worked on by {checkpoint_module.this_process()} since 2" in message
        assert checkpoint_status(path).is_at_work
    assert not checkpoint_status(path).is_at_work
    assert count(path) == 100


def test_what_was_found_for_another_question_is_not_taken(tmp_path):
    path = tmp_path / "games.db"
    right = simulate("bryer", 300, 7).rows()
    simulate("bryer", 300, 3, run_options=RunOptions(checkpoint=path))
    change(path, "UPDATE question SET value = '7' WHERE name = 'seed'")
    assert simulate("bryer", 300, 7, run_options=RunOptions(checkpoint=path)).rows() == right


def test_an_interruption_says_how_much_the_file_keeps_even_if_that_is_nothing(tmp_path):
    path = tmp_path / "ones.db"
    for pieces, kept in ((0, "no finished work unit yet"), (1, "1 finished work unit"), (29, "30 finished work units")):
        with pytest.raises(Interrupted) as caught:
            count(path, pieces=pieces)
        assert caught.value.__notes__ == [f"{path} keeps {kept}: the same command goes on from there"]
        assert [run["ended"] is None for run in checkpoint_status(path).runs].count(True) == 0


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


def test_a_process_that_is_killed_while_it_makes_a_file_leaves_none(tmp_path, monkeypatch):
    path = tmp_path / "ones.db"
    monkeypatch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        count(path)
    assert names_in(tmp_path) == []
    monkeypatch.undo()
    (tmp_path / "ones.db.new").write_bytes(b"somebody else's")
    assert count(path) == 100
    assert len(names_in(tmp_path)) == 2


def test_a_nearly_full_disk_is_not_filled(begun, monkeypatch):
    monkeypatch.setattr(checkpoint_module, "_SPACE", 10**18)
    message = refusal(CheckpointError, count, begun)
    assert "MB stay free: make room, and ask again; what it holds is kept" in message
    assert "stay free" in refusal(CheckpointError, count, begun.with_name("new.db"))
    monkeypatch.undo()
    assert names_in(begun.parent) == ["ones.db"]
    assert count(begun) == 100


IMPORTS = """
import os, resource, sys
from tests.campaign.kept import Count
from wargraph import RunOptions, checkpoint_status
from wargraph.errors import WarGraphError
"""
COUNTING = """
try:
    print(Count(40, 60).run(RunOptions(checkpoint=sys.argv[1])))
except WarGraphError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


@pytest.mark.long
def test_a_file_that_cannot_grow_keeps_what_is_finished_and_goes_on_with_room(tmp_path):
    path = tmp_path / "ones.db"
    limited = f"{IMPORTS}\nresource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n{COUNTING}"
    for size in (1000, 60_000):
        done = run_script(limited, path, size, folder=HERE)
        assert (done.status, done.err.count("\n")) == (1, 1), done.err
        assert done.err.startswith("CheckpointError: ")
        if size == 1000:
            assert names_in(tmp_path) == []
    kept = rows_of(path)
    assert 0 < len(kept) < 100
    executor = Now()
    assert Count(40, 60).run(RunOptions(executor, checkpoint=path)) == 100
    assert executor.done == 100 - len(kept)
    assert kept.items() <= rows_of(path).items()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else")
def test_what_may_only_be_read_is_told_and_left_alone():
    with TemporaryDirectory() as folder:  # not in a folder of pytest, which each pytest shuts again when it begins
        path = Path(folder) / "ones.db"
        with pytest.raises(Interrupted):
            count(path, pieces=30)
        before = path.read_bytes()
        reads = "assert checkpoint_status(sys.argv[1]).pieces == 30"
        for mode in (0o777, 0o755):  # the file may only be read, and the folder as well
            Path(folder).chmod(mode)
            done = run_script(f"{IMPORTS}\nos.setuid({NOBODY})\n{reads}\n{COUNTING}", path, folder=HERE)
            assert (done.status, done.err.count("\n")) == (1, 1), done.err
            assert done.err.startswith("CheckpointError: checkpoint ")
            assert (path.read_bytes(), names_in(Path(folder))) == (before, ["ones.db"])


class Deadly(Ones):
    """A piece that kills the process that works on it, if there is such a file."""

    def work(self) -> tuple[int, list[Ones]]:
        if Path(os.environ["WARGRAPH_TEST_DEADLY"]).exists():
            os.kill(os.getpid(), signal.SIGKILL)
        return super().work()


class DeadlyCount(Count):
    def pieces(self):
        *others, last = super().pieces()
        return [*others, Deadly(last.first, last.stop)]


def test_a_worker_that_is_killed_is_told_in_a_line_and_what_is_finished_is_kept(tmp_path, monkeypatch):
    path, deadly = tmp_path / "ones.db", tmp_path / "deadly"
    deadly.touch()
    monkeypatch.setenv("WARGRAPH_TEST_DEADLY", str(deadly))
    with ProcessPoolExecutor(1) as processes:
        message = refusal(WarGraphError, DeadlyCount(*[1] * 80).run, RunOptions(processes, checkpoint=path))
    assert "a worker died" in message
    assert message.endswith("ask again; what is finished is kept")
    kept = rows_of(path)
    assert kept
    deadly.unlink()
    with ProcessPoolExecutor(1) as processes:
        assert DeadlyCount(*[1] * 80).run(RunOptions(processes, checkpoint=path)) == 80
    assert kept.items() <= rows_of(path).items()


def test_a_strategy_of_your_own_goes_on_and_is_never_loaded(tmp_path):
    path = tmp_path / "mine.db"
    rows = simulate_auction([Mine(), "Max"], 5, run_options=RunOptions(checkpoint=path)).rows()
    kept = rows_of(path)
    assert simulate_auction([Mine(), "Max"], 5, run_options=RunOptions(checkpoint=path)).rows() == rows
    assert rows_of(path) == kept
    assert "'Mine' is one of your own, which only your own command may load" in refusal(
        CheckpointError, verify_checkpoint, path
    )


def test_a_piece_that_does_not_say_what_it_finds_is_refused(tmp_path):
    refused = refusal(CheckpointError, Counted(Noted(1, tmp_path)).run, RunOptions(checkpoint=tmp_path / "x.db"))
    assert refused == "a checkpoint cannot keep a Noted: do it without a checkpoint"


def test_only_what_is_kept_is_looked_up_again(tmp_path, monkeypatch):
    path, looked_up = tmp_path / "ones.db", []
    with pytest.raises(Interrupted):
        count(path, *[1] * 1000, pieces=5)
    finished = CampaignRecord.finished

    def counted(record, piece):
        looked_up.append(piece)
        return finished(record, piece)

    monkeypatch.setattr(CampaignRecord, "finished", counted)
    assert count(path, *[1] * 1000) == 1000
    assert len(looked_up) == 5


def test_a_lock_that_a_killed_process_left_is_nobodys(begun):
    beside = begun.with_name(f"{begun.name}.lock")
    beside.touch()
    assert not checkpoint_module.is_locked(begun)
    assert not checkpoint_status(begun).is_at_work
    assert count(begun) == 100
    assert not beside.exists()


def test_totals_are_checked():
    class Miscounted(Count):
        def merged(self, one, other):
            return one + other - (one + other == 20)

    message = refusal(WarGraphError, Miscounted(20).run)
    assert message == "ones up to 20: 19 of 20 ones were counted: please report this"


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize(
    ("name", "merging", "told"),
    [
        ("census", "wargraph.relations.census._Survey.merged", "1 of 12 relations were counted"),
    ],
)
def test_each_campaign_adds_up(name, merging, told, monkeypatch):
    monkeypatch.setattr(merging, lambda *merged: merged[1])
    message = refusal(WarGraphError, WORK[name], None)
    assert told in message
    assert message.endswith(": please report this")
