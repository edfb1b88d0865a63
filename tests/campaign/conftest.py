"""Settings for the tests of campaigns."""

from pathlib import Path

import pytest

from tests.campaign.kept import count, rows_of
from wargraph.campaign.progress import Interrupted
from wargraph.fixed_order.transcripts.units import Subtrees


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut campaigns into units so small that short ones have many."""
    monkeypatch.setattr("wargraph.full_game.simulate._UNIT", 37)
    monkeypatch.setattr("wargraph.auction.simulate._UNIT", 37)
    monkeypatch.setattr("wargraph.full_game.deals._UNIT", 100)
    monkeypatch.setattr("wargraph.fixed_order.forest.engine._WORDS", 700)
    monkeypatch.setattr("wargraph.fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH", 6)
    monkeypatch.setattr("wargraph.fixed_order.transcripts.walk._LARGEST_PLAIN", 5)
    *others, _budget, paths = Subtrees.__init__.__defaults__ or ()
    monkeypatch.setattr(Subtrees.__init__, "__defaults__", (*others, 500, paths))


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A checkpoint of work that is not finished."""
    path = tmp_path / "ones.db"
    with pytest.raises(Interrupted):
        count(path, units=30)
    assert len(rows_of(path)) == 30
    return path
