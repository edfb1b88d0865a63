"""--checkpoint and checkpoint, as they are typed."""

import pytest

from tests.cli.running import names_in
from wargraph import checkpoint

pytestmark = pytest.mark.long

COMMANDS = {
    "longest": ("longest", "12"),
    "endless": ("endless", "11", "--deals", "balanced"),
    "lengths": ("lengths", "--matrix", "suits:2x4"),
    "lengths by trees": ("lengths", "11"),
    "simulate": ("simulate", "bryer", "kids", "--games", "500"),
    "all-deals": ("all-deals", "delahaye-mathieu,deck=3x3"),
    "census": ("census", "5"),
    "transcripts": ("transcripts", "10"),
    "cycles": ("cycles", "10", "--order", "WL"),
    "tournament": ("auction", "tournament", "Min", "Dummy", "--games", "600"),
    "study": ("auction", "study", "--opponents", "1,2", "--games", "300"),
    "sequence": ("sequence", "longest-wl", "3..10", "--check"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_long_command_can_be_continued(name, call, tmp_path, monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH", 6)
    asked = (*COMMANDS[name], "--format", "csv")
    plain = call(*asked)
    for _ in range(2):
        kept = call(*asked, "--checkpoint", "x.db")
        assert (kept.status, kept.out) == (plain.status, plain.out) == (0, kept.out)
    assert names_in(tmp_path) == ["x.db"]
    status = checkpoint(tmp_path / "x.db")
    assert status.is_finished


def test_own_strategies_are_told_by_their_file(call, tmp_path):
    asked = ("--games", "20", "--format", "csv")
    answers = {}
    for name, chooses in (("a", "min"), ("b", "max")):
        (tmp_path / f"{name}.py").write_text(
            "import wargraph\n\n\nclass S(wargraph.Strategy):\n"
            f"    def card(self, view):\n        return {chooses}(view.hand)\n\n"
            "    def war_cards(self, view):\n        return sorted(view.hand)[:4]\n"
        )
        answers[name] = call("auction", "tournament", f"{name}.py:S+Dummy", *asked).printed()
    assert answers["a"] != answers["b"]
    for name in "abab":
        kept = call("auction", "tournament", f"{name}.py:S+Dummy", *asked, "--checkpoint", "x.db")
        assert kept.printed() == answers[name]
