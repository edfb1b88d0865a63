"""The report on simulations, and comparisons: the same games as simulations play, and differences game by game."""

import pytest

from wargraph import simulate
from wargraph.full_game import simulation

RULES = ["drew-stack", "bryer", "drew-stack,deck=3x4", "delahaye-mathieu,deck=1x4", "rutgers,players=3"]
TABLES = ("measure", "ending", "period", "war", "parity", "length", "held", "chances", "lead", "dealt", "example")


@pytest.mark.parametrize("rules", RULES)
def test_every_table_is_complete_and_what_people_see_is_part_of_it(rules):
    found = simulate(rules, 300, seed=2, cap=400)
    tables = found.document().tables
    assert list(tables) == ["summary", *TABLES]
    assert tables["summary"].rows == found.rows()
    for name in TABLES:
        rows = getattr(found, f"{name}_rows")()
        assert tables[name].rows == [{"rules": rules, **row} for row in rows]
        assert all(row in rows for row in tables[name].shown)
    assert list(tables["length"].shown) == []
    assert len(tables["period"].shown) <= 12
    assert all(row["games"] for row in tables["ending"].shown if row["ending"] != "endless")
    assert all(row["number"] for row in tables["war"].shown)


def test_the_most_frequent_cycles_are_shown_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(simulation, "_MOST_PERIODS", 2)
    found = simulate("drew-stack", 3000)
    table = found.document().tables["period"]
    most = max(games for games in found.by_period.values())
    assert len(table.rows) == len(found.by_period) > 3
    assert len(table.shown) == 2
    assert table.shown[0]["games"] == most
    assert table.heading.endswith(f", in rounds ({len(table.rows) - 2} more lengths not shown)")
