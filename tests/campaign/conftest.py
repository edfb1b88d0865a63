"""Settings for the tests of campaigns."""

import pytest

from tests.campaign.kept import count, rows_of
from wargraph.campaign.progress import Interrupted
from wargraph.fixed_order.transcripts.units import Subtrees


@pytest.fixture
def small_units(monkeypatch):
    """Cut campaigns into units so small that short ones have many."""
    for name, size in {
        "full_game.simulate._UNIT": 37,
        "full_game.deals._UNIT": 100,
        "auction.simulate._UNIT": 37,
        "fixed_order.forest.engine._WORDS": 700,
        "fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH": 6,
        "fixed_order.transcripts.walk._LARGEST_PLAIN": 5,
    }.items():
        monkeypatch.setattr(f"wargraph.{name}", size)
    *others, _budget, paths = Subtrees.__init__.__defaults__
    monkeypatch.setattr(Subtrees.__init__, "__defaults__", (*others, 500, paths))


@pytest.fixture
def begun(tmp_path):
    """A checkpoint of work that is not finished."""
    path = tmp_path / "ones.db"
    with pytest.raises(Interrupted) as caught:
        count(path, units=30)
    assert len(rows_of(path)) == 30
    assert "keeps 30 finished work units" in caught.value.__notes__[0]
    return path
