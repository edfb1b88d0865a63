"""The report on simulations, of single rules and of rules compared: its tables, and what people see of them."""

import pytest

from wargraph import compare
from wargraph.full_game import simulation

RULES = ["drew-stack", "bryer", "drew-stack,deck=3x4", "delahaye-mathieu,deck=1x4", "rutgers,players=3"]
TABLES = (
    "measure",
    "ending",
    "cycle",
    "war",
    "parity",
    "length",
    "held",
    "chances",
    "lead",
    "dealt",
    "total",
    "example",
)


def test_every_table_is_complete_and_contains_its_excerpt(monkeypatch):
    monkeypatch.setattr(simulation, "_MOST_CYCLE_LENGTHS", 3)
    compared = compare(RULES, 600, seed=2, cap=400)
    tables = compared.document().tables
    assert list(tables) == ["summary", "difference", *TABLES]
    assert tables["difference"].rows == compared.rows()
    for found in compared.simulations:
        alone, rules = found.document().tables, str(found.rules)
        assert list(alone) == ["summary", *TABLES]
        assert alone["summary"].rows == found.rows()
        for name in TABLES:
            rows = getattr(found, f"{name}_rows")()
            assert alone[name].rows == [{"rules": rules, **row} for row in rows]
            assert [row for row in tables[name].rows if row["rules"] == rules] == alone[name].rows
            assert all(row in rows for row in alone[name].shown)
        assert list(alone["length"].shown) == []
        turns = found.games["turns"][found.is_finished]
        up_to = [(turns <= row["turns"]).sum() / len(found.games) for row in alone["length"].rows]
        assert [row["at_most"] for row in alone["length"].rows] == pytest.approx(up_to, rel=1e-5)
        assert all(row["games"] for row in alone["ending"].shown if row["ending"] != "endless")
        assert all(row["number"] for row in alone["war"].shown)
        most = sorted(found.by_cycle_length.values(), reverse=True)[:3]
        assert sorted((row["games"] for row in alone["cycle"].shown), reverse=True) == most
