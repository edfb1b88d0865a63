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
from wargraph.campaign.encoding import encoded, fingerprint, result_type
from wargraph.campaign.progress import Interrupted
from wargraph.core.position import Deals
from wargraph.errors import CheckpointError
from wargraph.graph import kept_layers, retrograde
from wargraph.graph.kept_layers import LayerPart, parts
from wargraph.graph.loops import compiled_loops
from wargraph.graph.retrograde import NOBODY, Opposed, Retrograde, last_search_kept, searched_back

WORDS = arrays(np.uint32, st.integers(1, 50), elements=st.sampled_from([0, 0, 0, 1, 2**31, 2**32 - 1, 0x5A5A]))


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(kept_layers, "MOST_WORDS", 3)


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


def searched(path, stop_after=None, **how):
    """A search of 6 cards with a checkpoint; how many layers it settled itself. It may be interrupted after some."""
    settled = []

    class Counted(Retrograde):
        def _settle_layer(self, *arguments):
            if len(settled) == stop_after:
                raise KeyboardInterrupt
            settled.append(len(self._layers))
            return super()._settle_layer(*arguments)

    with with_checkpoint(RunOptions(checkpoint=path), "search", {}) as run_options:
        return Counted(Relation.order(6), True, [6], run_options=run_options, **how), settled


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("are_compiled", [False, True])
@pytest.mark.parametrize("how", [{"keeps_turns": True}, {"opposed": Opposed(at_rights=True)}], ids=str)
def test_a_search_goes_on_from_its_last_finished_layer(how, are_compiled, tmp_path):
    with compiled_loops() if are_compiled else nullcontext():
        check_that_it_goes_on(how, tmp_path)


def check_that_it_goes_on(how, tmp_path):
    path = tmp_path / "search.db"
    expected = Retrograde(Relation.order(6), True, [6], **how)
    for stop_after in (4, 0, 3):
        with pytest.raises(KeyboardInterrupt):
            searched(path, stop_after, **how)
    found, settled = searched(path, **how)
    assert settled == [*range(8, len(expected._layers) + 1)]
    assert found._layers == expected._layers
    for deals in Deals:
        assert found.last(deals, 10) == expected.last(deals, 10)
        assert list(found.open(deals)) == list(expected.open(deals))
        start = found.last(deals, 1)[0]
        assert found.game(start if 6 in start.left else start.swap()).positions
    for split, states in expected._states.items():
        assert (states == found._states[split]).all()
        assert (expected._turns[split] == found._turns[split]).all()
    again, settled = searched(path, **how)
    assert (again._layers, settled) == (expected._layers, [len(expected._layers)])


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


@pytest.mark.parametrize(("word", "marks"), [(0, 1), (-1, 1 << 31)], ids=["settled before", "no position"])
def test_layers_that_cannot_be_true_are_refused(word, marks, tmp_path):
    path = tmp_path / "search.db"
    found, _ = searched(path)
    turns, split = 4, 4
    assert found.game(next(found._numbered(split, [0]))).turns == 2
    part = LayerPart(turns, split, 0, found._numbering.words[split])
    words = np.zeros(part.words, np.uint32)
    words[word] = marks
    result = encoded((part.packed(words), []), result_type(LayerPart))
    change(path, "UPDATE unit SET result = ? WHERE key LIKE ?", result, f"% {fingerprint(part)}")
    message = refusal(CheckpointError, lambda: searched(path))
    assert "is damaged (layer 4 has positions twice, or some that there are not): name another file" in message


def test_a_part_that_is_missing_is_told(tmp_path):
    path = tmp_path / "search.db"
    found, _ = searched(path)
    first, _ = found._layers[3]
    part = LayerPart(3, first, 0, found._numbering.words[first])
    change(path, "DELETE FROM unit WHERE key LIKE ?", f"% {fingerprint(part)}")
    assert "a part of layer 3 is missing" in refusal(CheckpointError, lambda: searched(path))


def test_the_last_search_serves_other_deals(monkeypatch):
    begun = []
    monkeypatch.setattr(retrograde, "Retrograde", lambda *question: begun.append(question) or object())
    ask = Relation.order(4), True, [4]
    with last_search_kept():
        assert searched_back(*ask) is searched_back(*ask)
        assert len(begun) == 1
        for other in ((Relation.order(5), True, [5]), (*ask, Opposed(at_rights=True)), (*ask, NOBODY, True)):
            assert searched_back(*other) is not searched_back(*ask)
        assert len(begun) == 7
    assert searched_back(*ask) is not searched_back(*ask)
