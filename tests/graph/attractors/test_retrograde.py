"""The search back from all ends: its limits, what it tells, what is kept. Its layers: `test_attractor`."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, islice

import pytest

from tests.campaign.kept import change
from tests.support import long, refusal
from wargraph import checkpoint, contest, farthest
from wargraph.campaign.checkpointed import with_checkpoint
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Player
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.errors import TooLongError
from wargraph.graph.attractors import groups
from wargraph.graph.attractors.attractor import ANY_END, SearchGoal
from wargraph.graph.attractors.groups import Groups
from wargraph.graph.attractors.retrograde import attractor


def search(n=7, **run_options):
    return attractor(n, run_options=RunOptions(**run_options))


@pytest.fixture
def small_units(monkeypatch):
    monkeypatch.setattr(groups, "_FEW_GROUPS", 3)


@pytest.mark.parametrize("aim", [ANY_END, SearchGoal(Player.LEFT), SearchGoal(Player.RIGHT, Chooser.LEFT)])
@pytest.mark.parametrize("size", [1, 5])
def test_how_the_positions_are_divided_changes_nothing(size, aim, monkeypatch):
    relation = Relation.of("random:7:1")
    expected = attractor(relation, aim)
    monkeypatch.setattr(groups, "_FEW_GROUPS", size)
    found = attractor(relation, aim)
    assert found == expected
    for deals in Deals:
        assert found.farthest(deals) == expected.farthest(deals)
        assert list(islice(found.outside(deals), 999)) == list(islice(expected.outside(deals), 999))


class Distant(ThreadPoolExecutor):
    """Workers that share no memory with the search: a unit comes and goes as bytes. They count the units."""

    done = 0

    def submit(self, function, /, *arguments, **named):
        sent = pickle.dumps((function, arguments, named))

        def work():
            function, arguments, named = pickle.loads(sent)
            return pickle.loads(pickle.dumps(function(*arguments, **named)))

        self.done += 1
        return super().submit(work)


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("ask", [partial(farthest, 7), partial(contest, 7), partial(farthest, "random:7:1")])
def test_any_executor_does_the_work(ask, is_kept, tmp_path):
    checkpoint = tmp_path / "kept.db" if is_kept else None
    with Distant(2) as executor:
        assert ask(run_options=RunOptions(executor, checkpoint=checkpoint)) == ask()
        assert executor.done > 20
        if is_kept:
            before = executor.done
            assert ask(run_options=RunOptions(executor, checkpoint=checkpoint)) == ask()
            assert executor.done == before


@pytest.mark.usefixtures("small_units")
def test_long_searches_are_refused_in_the_first_layer(monkeypatch):
    clock = count(step=10)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: next(clock))
    told = []
    assert "positions at the rate" in refusal(TooLongError, lambda: search(hours=1e-6, progress=told.append))
    search(hours=9, progress=told.append)
    assert told[-1].partial_summary == "20,160 of 20,160 positions come to the end in up to 14 turns"
    assert told[-1].amount.share == 1


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("name", [7, "random:7:1"])
@pytest.mark.parametrize("aim", [ANY_END, SearchGoal(Player.LEFT)], ids=str)
def test_a_search_goes_on_from_its_finished_units(aim, name, tmp_path, monkeypatch):
    """After an interruption in any layer, and without some of its units."""

    def searched(stop_after):
        def settle(groups, turns, *unit):
            if turns == stop_after:
                raise KeyboardInterrupt
            worked.append(turns)
            return plain_settle(groups, turns, *unit)

        worked.clear()
        monkeypatch.setattr(Groups, "settle", settle)
        with with_checkpoint(RunOptions(checkpoint=path), "search", {}) as run_options:
            return attractor(name, aim, run_options=run_options)

    path, worked, plain_settle = tmp_path / "search.db", [], Groups.settle
    expected = attractor(name, aim)
    for stop_after in (4, 6):
        with pytest.raises(KeyboardInterrupt):
            searched(stop_after)
        assert stop_after > 4 or 1 in worked
    assert searched(None) == expected
    assert {*worked} >= {*range(7, len(expected.layers) + 1)}
    assert {*worked} <= {*range(6, len(expected.layers) + 1)}
    change(path, "DELETE FROM unit WHERE rowid % 3 = 0")
    assert searched(None) == expected
    assert worked
    assert searched(None) == expected
    assert not worked


@pytest.mark.usefixtures("small_units", "looks_are_many")
def test_a_question_goes_on_after_an_interruption(tmp_path):
    path = tmp_path / "farthest.db"

    def listen(progress):
        if progress.amount and progress.amount.done > 15_000:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        farthest(7, "balanced", RunOptions(progress=listen, checkpoint=path))
    assert not checkpoint(path).is_finished
    assert farthest(7, "balanced", RunOptions(checkpoint=path)) == farthest(7, "balanced")
    assert checkpoint(path).is_finished


@pytest.mark.parametrize(
    ("question", "searches"),
    [((7, "winner", "balanced"), 1), ((7, "right", "balanced"), 2), *long((("cyclic:7", "right"), 2))],
)
def test_a_contest_is_kept_and_read_again(question, searches, tmp_path):
    run_options = RunOptions(checkpoint=tmp_path / "contest.db")
    for _ in range(2):
        assert contest(*question, run_options=run_options) == contest(*question)
    assert len(checkpoint(run_options.checkpoint).campaigns) == searches
