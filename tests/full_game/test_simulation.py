"""The report on simulations, and comparisons: the same games as simulations play, and differences game by game."""

import re
from base64 import b64decode

import pytest

from tests.support import refusal
from wargraph import ParameterError, all_deals, simulate
from wargraph.full_game import simulation
from wargraph.report.html import html_page

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


def test_endless_games_are_told_of_only_where_they_are_proved():
    endings = {rules: simulate(rules, 50).document().tables["ending"].shown for rules in ("bryer", "kids")}
    assert [any(row["ending"] == "endless" for row in rows) for rows in endings.values()] == [True, False]


def test_the_most_frequent_cycles_are_shown_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(simulation, "_MOST_PERIODS", 2)
    found = simulate("drew-stack", 3000)
    table = found.document().tables["period"]
    most = max(games for games in found.by_period.values())
    assert len(table.rows) == len(found.by_period) > 3
    assert len(table.shown) == 2
    assert table.shown[0]["games"] == most
    assert table.heading.endswith(f", in rounds ({len(table.rows) - 2} more lengths not shown)")


def sentences(rules, games, **settings):
    """What the report says before its first table."""
    found = simulate(rules, games, **settings)
    return found, found.document().blocks[1].text


def test_the_answer_comes_first():
    found, text = sentences("kids", 2000)
    assert text.splitlines()[0] == (
        f"Half of the games are over after {found.median} turns (201 to 218), about 17 min at 5 seconds a turn; "
        "1 of 100 goes beyond 1,070 turns (1,010 to 1,160); all of them ended. There is a war in 5.9 of 100 rounds. "
        "A player who comes to hold 40 of the 52 cards wins 76.7 of 100 (75.4 to 78.0). "
        "Of 100 games, a player wins 25 with 0, 38 with 1, 50 with 2, 62 with 3 and 75 with 4 of the 4 aces. "
        "The rules treat both players alike, so each is as likely to win as the other; "
        "of these games player 1 won 1,035 and player 2 965."
    )
    assert found.lengths.quantile_interval(0.5) == (201, 218)
    assert found.quantile(0.99) == 1070


def test_games_without_an_end_are_told():
    found, text = sentences("drew-stack", 2000)
    assert text.startswith("Half of the games that end are over after ")
    assert f"{found.endless_share.display} never end." in text
    assert "none (at most 2 of 1,000) is endless." in sentences("bryer", 3000)[1]
    _, text = sentences("rutgers,deck=255x1", 2, cap=20)
    assert text.startswith("No game ended; ")
    assert "100 of 100 (30 to 100) are given up after 20 rounds." in text
    assert "100 of 100 (85 to 100) end without a winner." in sentences("rutgers,deck=1x4", 21)[1]


def test_of_few_games_the_interval_has_no_end():
    found, text = sentences("bryer", 2)
    assert found.lengths.quantile_interval(0.5)[1] is None
    assert f"{found.median} turns (at least {found.lengths.quantile_interval(0.5)[0]})" in text
    assert "goes beyond" not in text


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_that_no_turn_takes_is_refused(seconds):
    message = refusal(ParameterError, simulate("bryer", 10).document, seconds)
    assert "seconds-per-turn = " in message
    assert "a number above 0" in message


def test_people_read_as_many_digits_as_the_error_allows():
    found = simulate("kids", 2000)
    (row,) = found.rows()
    assert (row["mean"], row["mean"].display, row["mean_error"].display) == (found.mean.__round__(3), "275", "5.0")
    assert [each["share"].display for each in found.ending_rows()[:2]] == ["0.52", "0.48"]


def test_a_page_on_games_opens_with_their_picture():
    page = html_page(simulate("kids", 500).document(), "kids", "test")
    (picture,) = re.findall(r'<figure><img alt="(.*?)" src="data:image/svg\+xml;base64,(.*?)"/></figure>', page)
    assert picture[0].startswith("How long do games last under kids?")
    assert b"<svg" in b64decode(picture[1])
    assert page.index("Half of the games") < page.index("<figure>") < page.index("<table")
    assert "<figure>" in html_page(all_deals("delahaye-mathieu,deck=2x4").document(), "deals", "test")
