"""The report on simulations: complete tables for programs, readable excerpts for people."""

import pytest

from wargraph import compare, simulate
from wargraph.full_game import report

RULES = ["drew-stack", "bryer", "drew-stack,deck=3x4", "delahaye-mathieu,deck=1x4", "rutgers,players=3"]
TABLES = ("measure", "ending", "period", "war", "parity", "length", "held", "example")


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


def test_endless_games_are_told_of_only_where_they_are_proved():
    endings = {rules: simulate(rules, 50).document().tables["ending"].shown for rules in ("bryer", "kids")}
    assert [any(row["ending"] == "endless" for row in rows) for rows in endings.values()] == [True, False]


def test_the_most_frequent_cycles_are_shown_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(report, "_MOST_PERIODS", 2)
    found = simulate("drew-stack", 3000)
    table = found.document().tables["period"]
    most = max(games for games in found.tally.by_period.values())
    assert len(table.rows) == len(found.tally.by_period) > 3
    assert len(table.shown) == 2
    assert table.shown[0]["games"] == most
    assert table.heading.endswith(f", in rounds ({len(table.rows) - 2} more lengths not shown)")


def test_a_comparison_adds_the_differences():
    found = compare(RULES[:2], 100)
    tables = found.document().tables
    assert list(tables) == ["summary", *TABLES, "difference"]
    assert tables["summary"].rows == [row for each in found.simulations for row in each.rows()]
    assert [row["mean"] for row in tables["summary"].shown] == [row["mean"] for row in tables["summary"].rows]
    assert tables["difference"].rows == found.rows()
    assert [row["rules"] for row in tables["parity"].rows] == ["drew-stack"] * 4 + ["bryer"] * 4
    assert "\nCompared\n" in str(found)


def test_one_simulation_is_compared_with_nothing():
    found = compare(["bryer"], 100)
    assert str(found) == str(found.simulations[0]) == str(simulate("bryer", 100))
    assert found.document().tables["difference"].rows == []
