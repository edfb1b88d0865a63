"""Layers of a search back in a checkpoint: their form, and a search that goes on from them."""

from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.campaign.kept import change
from tests.support import refusal
from wargraph import Relation, RunOptions, checkpoint_status, contest, finish
from wargraph.campaign.checkpointed import with_checkpoint
from wargraph.campaign.encoding import fingerprint
from wargraph.campaign.progress import Interrupted
from wargraph.core.position import Player
from wargraph.errors import CheckpointError
from wargraph.graph import layer_parts
from wargraph.graph.attractor import ANY_END, Aim
from wargraph.graph.layer_parts import LayerPart, parts
from wargraph.graph.loops import compiled_loops
from wargraph.graph.retrograde import _Search, searched_back

WORDS = arrays(np.uint32, st.integers(1, 50), elements=st.sampled_from([0, 0, 0, 1, 2**31, 2**32 - 1, 0x5A5A]))
ORDER = Relation.order(6)


def searched(path, aim=ANY_END):
    with with_checkpoint(RunOptions(checkpoint=path), "search", {}) as run_options:
        return searched_back(ORDER, True, aim, run_options=run_options)


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(layer_parts, "MOST_WORDS", 3)


@given(WORDS, st.integers(0, 9))
def test_words_are_read_as_they_were_packed(words, start):
    part = LayerPart(1, 1, start, len(words))
    packed = part.packed(np.concatenate([np.full(start, 7, np.uint32), words, np.full(3, 7, np.uint32)]))
    places, marks = part.opened(packed)
    read = np.zeros(start + len(words), np.uint32)
    read[places] = marks
    assert read[start:].tolist() == words.tolist()


@given(st.integers(1, 3000))
def test_parts_have_all_words_once(words):
    assert [place for part in parts(1, 2, words) for place in range(part.start, part.start + part.words)] == [
        *range(words)
    ]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("are_compiled", [False, True])
@pytest.mark.parametrize("aim", [ANY_END, Aim(Player.LEFT)], ids=str)
def test_a_search_goes_on_from_its_last_finished_layer(aim, are_compiled, tmp_path, monkeypatch):
    with compiled_loops() if are_compiled else nullcontext():
        expected, settled, stop_after = searched_back(ORDER, True, aim), [], [4, 0, 3, -1, -1]

        def settle(search, record):
            if len(settled) == stop_after[0]:
                raise KeyboardInterrupt
            settled.append(len(search.result.layers))
            return settle_layer(search, record)

        settle_layer = _Search._settle_layer
        monkeypatch.setattr(_Search, "_settle_layer", settle)
        while stop_after[0] >= 0:
            with pytest.raises(KeyboardInterrupt):
                searched(tmp_path / "search.db", aim)
            settled.clear()
            stop_after.pop(0)
        assert searched(tmp_path / "search.db", aim) == expected
        assert settled == [*range(8, len(expected.layers) + 1)]
        assert searched(tmp_path / "search.db", aim) == expected
        assert settled[-2:] == [len(expected.layers)] * 2


@pytest.mark.usefixtures("small_parts", "looks_are_many")
def test_a_question_goes_on_after_an_interruption(tmp_path):
    path = tmp_path / "finish.db"

    def listen(progress):
        if progress.amount and progress.amount.done > 15_000:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        finish(7, "even", RunOptions(progress=listen, checkpoint=path))
    assert "positions come to the end in up to" in caught.value.partial_summary
    assert "finished work units: the same command goes on from there" in caught.value.__notes__[0]
    status = checkpoint_status(path)
    assert not status.is_finished
    assert "of 20,160 positions" in str(status.campaigns[0]["progress"])
    assert finish(7, "even", RunOptions(checkpoint=path)) == finish(7, "even")
    assert checkpoint_status(path).is_finished


@pytest.mark.parametrize("chooser", ["winner", "right"])
def test_a_contest_is_kept_and_read_again(chooser, tmp_path):
    run_options = RunOptions(checkpoint=tmp_path / "contest.db")
    expected = contest(6, chooser, "even")
    for _ in range(2):
        assert contest(6, chooser, "even", run_options) == expected
    assert len(checkpoint_status(run_options.checkpoint).campaigns) == (2 if chooser == "right" else 1)
    assert contest("cyclic:5", chooser, run_options=RunOptions(checkpoint=tmp_path / "other.db")) == contest(
        "cyclic:5", chooser
    )


def test_a_part_that_is_missing_is_told(tmp_path):
    path = tmp_path / "search.db"
    found = searched(path)
    first, _ = found.layers[3]
    part = LayerPart(3, first, 0, found.numbering.words[first])
    change(path, "DELETE FROM unit WHERE key LIKE ?", f"% {fingerprint(part)}")
    assert "a part of layer 3 is missing" in refusal(CheckpointError, lambda: searched(path))
