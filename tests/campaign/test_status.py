"""The status of a checkpoint: how far the work is, also while it goes on."""

import pytest

from tests.campaign.kept import Count, Now, count
from tests.support import refusal
from wargraph import RunOptions, checkpoint_status, cycles
from wargraph.campaign.progress import Interrupted
from wargraph.errors import CheckpointError


def test_unfinished_work_shows_its_units_and_how_to_go_on(begun):
    status = checkpoint_status(begun)
    assert (status.is_finished, status.is_at_work) == (False, False)
    [row] = status.rows()
    assert (row["campaign"], row["units"], row["progress"]) == ("ones up to 100", 30, "30% of 100 ones, 0 s left")
    assert str(status).splitlines()[:2] == [
        "Count, of ones up to 100: not finished; 30 work units kept, 0 s of machine time.",
        "The same question goes on with it.",
    ]


def test_finished_work_is_finished(begun):
    count(begun)
    status = checkpoint_status(begun)
    assert status.is_finished
    assert status.rows()[0]["progress"] == "finished"


def test_the_status_can_be_asked_for_while_the_work_goes_on(tmp_path):
    path, seen = tmp_path / "ones.db", []

    class Asked(Count):
        def collect(self, *_):
            seen.append(checkpoint_status(path))

    Asked(10).run(RunOptions(Now(), checkpoint=path))
    assert {status.is_at_work for status in seen} == {True}
    assert [status.rows()[0]["units"] for status in seen] == sorted(status.rows()[0]["units"] for status in seen)


def test_every_campaign_of_a_question_has_a_row(tmp_path):
    path = tmp_path / "cycles.db"
    cycles(11, "WL", RunOptions(checkpoint=path))
    status = checkpoint_status(path)
    assert status.question == {"question": "cycles", "deck": "11", "order": "WL"}
    assert len(status.rows()) >= 1
    assert status.is_finished


def test_progress_is_noted_when_the_work_is_interrupted(tmp_path):
    path = tmp_path / "ones.db"
    for units in (2, 3):
        with pytest.raises(Interrupted):
            count(path, units=units)
    assert checkpoint_status(path).rows()[0]["progress"].startswith("5% of 100 ones, ")


def test_a_file_that_is_not_there_is_told(tmp_path):
    assert "there is no checkpoint" in refusal(CheckpointError, checkpoint_status, tmp_path / "x.db")
