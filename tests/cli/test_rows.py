"""The rows that commands give to programs are those of the library."""

import shlex

import pytest

import wargraph as wg
from tests.cli.running import json_rows
from tests.support import few_of
from wargraph.graph.attractors.retrograde import attractor
from wargraph.report.tables import json_document

RPS = "rock-paper-scissors"
TOURNAMENT = "auction tournament Min Max Dummy --players 3 --games 50 --seed 4"


def rows(*results):
    return [row for result in results for row in result.rows()]


def tournament():
    return wg.tournament(wg.round_robin(["Min", "Max", "Dummy"], 3), 50, 4)


ROWS = {
    "longest 5 --all-tournaments": lambda: rows(wg.longest_over_tournaments(5)),
    "cycles 6 --order LW": lambda: rows(wg.cycles(6, "LW")),
    "cycles 5 --order free --up-to 6": lambda: rows(wg.free_cycles(5, 6)),
    f"matrix {RPS} order:3 --table answers": lambda: rows(wg.compare_relations(RPS, "order:3")),
    "matrix cyclic:5 random:5 --table cards": lambda: wg.compare_relations("cyclic:5", "random:5").card_rows(),
    "matrix cyclic:9 --flips --games 200 --seed 3 --table flips": lambda: rows(wg.flips("cyclic:9", 200, 3)),
    "transcripts 6 --order LW": lambda: rows(wg.transcripts(6, "LW")),
    "expected-length 1..6 --deals both --p 1/3": lambda: rows(
        *(wg.expected_length(n, deals, "1/3") for n in range(1, 7) for deals in ("all", "balanced"))
    ),
    "expected-length 6 --exact --p 0.3": lambda: rows(wg.expected_length(6, p="3/10", exact=True)),
    "expected-length 6 --relative-error 1e-10": lambda: rows(wg.expected_length(6, relative_error=1e-10)),
    f"expected-length --matrix {RPS} --deals balanced": lambda: rows(wg.expected_length(RPS, "balanced")),
    f"expected-length --matrix {RPS} --deals balanced --table winners": lambda: rows(
        wg.winning_chances(RPS, "balanced")
    ),
    "expected-length 4 --up-to 6 --p 1/4 --table distribution": lambda: rows(wg.length_distribution(4, 6, p="1/4")),
    "simulate bryer drew-stack --games 500 --seed 7": lambda: rows(
        wg.simulate("bryer", 500, 7), wg.simulate("drew-stack", 500, 7)
    ),
    "odds drew-stack,deck=4x4 kids,deck=13x8 --rounds 1": lambda: rows(
        wg.odds("drew-stack,deck=4x4", 1), wg.odds("kids,deck=13x8", 1)
    ),
    "auction watch SimpleMinded2+2xDummy --seed 3 --game 7": lambda: rows(
        wg.play_auction("SimpleMinded2+2xDummy", 3, 7)
    ),
    f"{TOURNAMENT} --table line-ups": lambda: tournament().rows(),
    f"{TOURNAMENT} --table ranking": lambda: tournament().ranking_rows(),
    f"{TOURNAMENT} --table pairs": lambda: tournament().pair_rows(),
    "auction study --opponents 1..2,5 --games 100 --seed 2": lambda: rows(wg.auction_study([1, 2, 5], 100, 2)),
    "auction exact 3 Max --table strategies": lambda: wg.exact_play(3).strategy_rows(["Max"]),
    "auction exact 3 --table strategies": lambda: wg.exact_play(3).strategy_rows(),
}


@pytest.mark.parametrize("typed", few_of(ROWS))
def test_a_command_gives_the_rows_of_the_library(call, typed):
    expected = json_rows(json_document(ROWS[typed](), "", "", {}))
    given = json_rows(call(*shlex.split(typed), "--format", "json").printed())
    assert given == [{name: row[name] for name in given[0]} for row in expected]


@pytest.mark.parametrize(("chooser", "searches"), [("winner", 1), ("right", 2)])
def test_one_search_answers_for_both_kinds_of_deals(call, monkeypatch, chooser, searches):
    begun, search = [], attractor
    monkeypatch.setattr(
        "wargraph.graph.attractors.contest.attractor",
        lambda *asked, **more: begun.append(asked) or search(*asked, **more),
    )
    typed = ("contest", "5", "--chooser", chooser, "--deals", "both", "--format", "json")
    found = json_rows(call(*typed).printed())
    assert len(begun) == searches
    assert found == rows(*(wg.contest(5, chooser, deals) for deals in ("all", "balanced")))
