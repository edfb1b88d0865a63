"""The search back from all ends: its limits, what it tells, what is kept. Its layers: `test_attractor`."""

from contextlib import nullcontext
from itertools import count

import pytest

from tests.campaign.kept import change
from tests.support import refusal
from wargraph import checkpoint_status, contest, finish
from wargraph.campaign.checkpointed import with_checkpoint
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Player
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.errors import TooLongError
from wargraph.graph import blocks, retrograde
from wargraph.graph.attractor import ANY_END, Aim
from wargraph.graph.loops import compiled_loops
from wargraph.graph.retrograde import _Search, attractor


def search(n=6, **run_options):
    return attractor(n, run_options=RunOptions(**run_options))


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(blocks, "_LOW_CARDS", 3)
    monkeypatch.setattr(blocks, "MOST_WORDS", 2)
    monkeypatch.setattr(retrograde, "_UNIT", 60)


@pytest.mark.parametrize("aim", [ANY_END, Aim(Player.LEFT), Aim(Player.RIGHT, Chooser.LEFT)])
@pytest.mark.parametrize(("low_cards", "words", "unit"), [(1, 1, 9), (2, 1, 99), (2, 1, 1), (4, 99, 999)])
def test_how_the_positions_are_numbered_and_divided_changes_nothing(low_cards, words, unit, aim, monkeypatch):
    relation = Relation.of("random:5:1")
    expected = attractor(relation, aim)
    monkeypatch.setattr(blocks, "_LOW_CARDS", low_cards)
    monkeypatch.setattr(blocks, "MOST_WORDS", words)
    monkeypatch.setattr(retrograde, "_UNIT", unit)
    monkeypatch.setattr(retrograde, "_CLEARED", unit)
    found = attractor(relation, aim)
    assert found.layers == expected.layers
    for deals in Deals:
        assert found.farthest(deals) == expected.farthest(deals)
        assert list(found.outside(deals)) == list(expected.outside(deals))


@pytest.mark.usefixtures("small_blocks")
def test_long_searches_are_refused_in_the_first_layer(monkeypatch):
    clock = count(step=10)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: next(clock))
    told = []
    assert "positions are left" in refusal(TooLongError, lambda: search(hours=1e-6, progress=told.append))
    search(hours=9, progress=told.append)
    assert told[-1].partial_summary == "2,520 of 2,520 positions come to the end in up to 11 turns"
    assert told[-1].amount.share == 1


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("are_compiled", [False, True])
@pytest.mark.parametrize("aim", [ANY_END, Aim(Player.LEFT)], ids=str)
def test_a_search_goes_on_from_its_finished_units(aim, are_compiled, tmp_path, monkeypatch):
    """After an interruption in any layer, and without some of its units."""

    def searched(stop_after):
        def settle(search, turns, first, stop):
            if turns == stop_after:
                raise KeyboardInterrupt
            worked.append(turns)
            return plain_settle(search, turns, first, stop)

        def take(search, turns, *known):
            if turns == stop_after:
                raise KeyboardInterrupt
            return plain_take(search, turns, *known)

        worked.clear()
        monkeypatch.setattr(_Search, "settle", settle)
        monkeypatch.setattr(_Search, "take", take)
        with with_checkpoint(RunOptions(checkpoint=path), "search", {}) as run_options:
            return attractor(5, aim, run_options=run_options)

    path, worked = tmp_path / "search.db", []
    plain_settle, plain_take = _Search.settle, _Search.take
    with compiled_loops() if are_compiled else nullcontext():
        expected = attractor(5, aim)
        for stop_after in (4, 1, 6):
            with pytest.raises(KeyboardInterrupt):
                searched(stop_after)
        assert searched(None) == expected
        assert {*worked} == {*range(6, len(expected.layers) + 1)}
        change(path, "DELETE FROM unit WHERE rowid % 3 = 0")
        assert searched(None) == expected
        assert searched(None) == expected
        assert {*worked} == {len(expected.layers)}


@pytest.mark.usefixtures("small_blocks", "looks_are_many")
def test_a_question_goes_on_after_an_interruption(tmp_path):
    path = tmp_path / "finish.db"

    def listen(progress):
        if progress.amount and progress.amount.done > 1_800:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        finish(6, "even", RunOptions(progress=listen, checkpoint=path))
    assert not checkpoint_status(path).is_finished
    assert finish(6, "even", RunOptions(checkpoint=path)) == finish(6, "even")
    assert checkpoint_status(path).is_finished


@pytest.mark.parametrize(
    ("question", "searches"), [((6, "winner", "even"), 1), ((6, "right", "even"), 2), (("cyclic:5", "right"), 2)]
)
def test_a_contest_is_kept_and_read_again(question, searches, tmp_path):
    run_options = RunOptions(checkpoint=tmp_path / "contest.db")
    for _ in range(2):
        assert contest(*question, run_options=run_options) == contest(*question)
    assert len(checkpoint_status(run_options.checkpoint).campaigns) == searches
