"""The status of a checkpoint: what a person wants to know while work goes on, after Ctrl-C, and at the end."""

import re

import pytest

from tests.campaign.kept import Count, change, count
from tests.support import refusal
from wargraph import RunOptions, checkpoint_status, verify_checkpoint
from wargraph.campaign import checkpoint as checkpoint_module
from wargraph.campaign.checkpoint import Checkpoint
from wargraph.campaign.progress import Amount, Interrupted, Progress
from wargraph.errors import CheckpointError


def begun(path, still=3000, least=None, most=None, command=""):
    """A checkpoint of a campaign of which some is noted."""
    checkpoint = Checkpoint(path, {"question": "longest", "n": "16"}, command)
    record = checkpoint.campaign("n = 16, WL")
    record.note(Progress("n = 16, WL", 100.0, Amount(1000, still, "classes", least, most), "100 turns or more"))
    record.keep([])
    return checkpoint


@pytest.fixture
def path(tmp_path):
    return tmp_path / "longest.db"


def answer(path):
    return checkpoint_status(path).document().blocks[0].text


def test_while_it_works_it_says_how_far_it_is_and_when_it_will_be_ready(path):
    checkpoint = begun(path)
    text = answer(path)
    assert text.startswith("longest, n 16: at work; 0 work units kept, 0 s of machine time.\nn = 16, WL: 25% of 4,000 ")
    assert re.search(
        r"classes is done, as of \d\d:\d\d:\d\d; the rest takes 5 min, until \d\d:\d\d:\d\d on \d\d \w+\.\n"
        r"100 turns or more\.$",
        text,
    )
    status = checkpoint_status(path)
    [row] = status.rows()
    assert row | {"done": 1000, "left": 3000, "of": "classes", "a_second": 10, "seconds_left": 300} == row
    assert (status.is_at_work, status.is_finished, status.runs[0]["ended"]) == (True, False, None)
    checkpoint.close()


def test_before_its_first_campaign_it_is_preparing(path):
    checkpoint = Checkpoint(path, {"question": "longest", "n": "16"})
    assert answer(path).endswith("It is still preparing, and has begun no work unit.")
    checkpoint.close()


def test_an_estimate_is_a_range(path):
    checkpoint = begun(path, 4000.0, 1000.0, 9000.0)
    assert "n = 16, WL: 10% to 50% of 2e+03 to 1e+04 classes is done, as of " in answer(path)
    assert "; the rest takes 100 s to 15 min, until " in answer(path)
    checkpoint.close()


def test_after_an_interruption_it_says_how_to_go_on(path):
    with pytest.raises(Interrupted):
        count(path, pieces=30)
    text = answer(path)
    assert text.startswith("Count, of ones up to 100: not finished, and nobody works on it; ")
    assert text.endswith("The same question goes on with it.")
    assert "ready at" not in text


@pytest.fixture(autouse=True)
def _every_look(looks_are_many, monkeypatch):
    del looks_are_many
    monkeypatch.setattr(checkpoint_module, "_SECONDS_BETWEEN_NOTES", 0)


def test_at_the_end_everything_is_done(path):
    Count(40, 60).run(RunOptions(checkpoint=path))
    status = checkpoint_status(path)
    assert answer(path).startswith("Count, of ones up to 100: finished; 100 work units kept, 0 s of machine time.")
    [row] = status.rows()
    assert (row["done"], row["left"], row["seconds_left"], row["finished"]) == (100, 0, 0, True)
    assert (status.is_finished, status.pieces, status.workers) == (True, 100, 1)
    assert status.runs[0]["ended"] >= status.runs[0]["began"]
    provenance = status.provenance()
    assert (provenance["pieces"], provenance["runs"]) == (100, 1)
    assert re.match(r"wargraph \S+ \([0-9a-f]{16}\), Python 3", provenance["code"])


def test_a_run_that_was_killed_has_no_end(path):
    Count(40, 60).run(RunOptions(checkpoint=path))
    change(path, "UPDATE run SET ended = NULL")
    assert [run["ended"] for run in checkpoint_status(path).runs] == [None]


@pytest.mark.parametrize(
    "path", [3j, None, b"x.db", "x" * 10**6, "x\0.db", ["x.db"], "none.db", "."], ids=lambda path: str(path)[:9]
)
def test_what_is_no_path_is_refused(path):
    for ask in (checkpoint_status, verify_checkpoint):
        assert "there is no checkpoint" in refusal(CheckpointError, ask, path)


@pytest.mark.parametrize(
    "edit",
    [
        "noted = 'yesterday'",
        "noted = '12:00'",
        "noted = '2yesterday'",
        "noted = '2026-02-31T00:00:00+00:00'",
        "finished = '9999-12-31T00:00:00+00:00'",
        "done = 'many'",
        "still = 'x'",
        "still = 9e999",
        "seconds_left = 1e12",
        "done = -1, still = 1",
        "of = NULL",
        "least = 1",
        "title = '\x1b]0;x\x07'",
        "title = 'x' || char(0, 27) || '[31m'",
        "known = 'x' || char(10) || 'The longest finite game takes 99 turns.'",
        "title = char(8238) || 'x'",
        "still = 1e300, seconds_left = 5e-324",
    ],
)
def test_numbers_that_somebody_wrote_in_are_told(path, edit):
    checkpoint = begun(path)
    change(path, "PRAGMA ignore_check_constraints = ON", f"UPDATE campaign SET {edit}")
    assert "is damaged (CHECK constraint failed in campaign)" in refusal(CheckpointError, checkpoint_status, path)
    checkpoint.close()
