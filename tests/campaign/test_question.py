"""Questions: told apart by all that is asked, and put only where a checkpoint is named."""

import pytest

from tests.support import refusal
from wargraph import Effort, Relation, ReturnOrder, tournament
from wargraph.campaign.question import asking, checkpointed, question_of
from wargraph.errors import CheckpointError, ParameterError


def test_a_question_reads_well():
    asked = {
        "n": [12, 13, 20],
        "order": ReturnOrder.WL,
        "rules": ["bryer", "kids,deck=4x4"],
        "cap": None,
        "sink": print,
    }
    assert question_of("simulate", asked) == {
        "question": "simulate",
        "n": "12..13,20",
        "order": "WL",
        "rules": "bryer; kids,deck=4x4",
        "cap": "None",
        "sink": "print",
    }


def test_a_relation_is_told_by_its_matrix():
    one, same, other = (Relation(rows, name="x") for rows in ([[0, 1], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [1, 0]]))
    asked = [question_of("lengths", {"deck": relation}) for relation in (one, same, other)]
    assert asked[0] == asked[1] != asked[2]


def test_what_can_be_gone_through_only_once_is_refused(tmp_path):
    line_ups = ["Min+Max"]
    effort = Effort(checkpoint=tmp_path / "x.db")
    message = refusal(ParameterError, tournament, iter(line_ups), 5, effort=effort)
    assert message == "line_ups can be gone through only once, and a checkpoint must know it again: give a list"
    assert list(tmp_path.iterdir()) == []
    assert tournament(iter(line_ups), 5).rows() == tournament(line_ups, 5, effort=effort).rows()


def test_without_a_checkpoint_nothing_is_asked():
    class Silent:
        def __str__(self):
            raise AssertionError

    with asking(None, "x", {"silent": Silent()}) as effort:
        assert effort == Effort()


def test_the_question_around_others_has_the_checkpoint(tmp_path):
    asked = []

    @checkpointed
    def inner(number, effort=None):
        asked.append(effort.checkpoint)
        return number

    @checkpointed
    def outer(number, effort=None):
        asked.append(effort.checkpoint)
        return inner(number, effort) + inner(number + 1, effort)

    path = tmp_path / "x.db"
    assert outer(3, Effort(checkpoint=path)) == 7
    assert len(set(map(id, asked))) == 1
    assert not path.exists()
    inner(3, None)
    assert asked[-1] is None


@pytest.mark.parametrize("checkpoint", [True, 3, 0.5])
def test_a_checkpoint_is_a_file(checkpoint):
    assert "is no file: name one" in refusal(ParameterError, Effort, checkpoint=checkpoint)


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(CheckpointError), asking(Effort(checkpoint=tmp_path / "none" / "x.db"), "x", {}):
        pass
