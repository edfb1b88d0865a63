"""Tournaments: who meets whom, points, ranking; the published study."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import long, refusal
from wargraph import (
    Max,
    ParameterError,
    Progress,
    RunOptions,
    auction_study,
    round_robin,
    simulate_auction,
    tournament,
)
from wargraph.auction.simulate import STUDIED

ALL = ("Min", "Max", "Dummy", "SimpleMinded1", "SimpleMinded2", "Adversary")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_round_robin_has_every_mixture(players):
    found = round_robin(ALL, players)
    assert len(found) == math.comb(len(ALL) + players - 1, players) - len(ALL)
    assert len({str(line_up) for line_up in found}) == len(found)
    assert all(len(line_up) == players and len(line_up.seats) > 1 for line_up in found)


@pytest.fixture(scope="module")
def pairs():
    return tournament(round_robin(ALL), 50, 1)


def test_a_tournament_is_its_simulations():
    pairs = tournament(round_robin(ALL), 20, 1)
    assert pairs.strategies == ALL
    for found in pairs.simulations:
        assert found.rows() == simulate_auction(found.line_up, 20, 1).rows()
    assert pairs.rows() == [row for found in pairs.simulations for row in found.rows()]


def test_points_share_a_game_without_a_winner(pairs):
    assert pairs.points("Min", "Max").value == 0.5  # endless
    assert pairs.points("SimpleMinded1", "SimpleMinded2").value == 0.5  # nobody has cards left
    assert pairs.points("Adversary", "Min").value == 1
    assert math.isnan(pairs.points("Min", "Min").value)
    for one in ALL:
        for other in ALL:
            if one != other:
                assert pairs.points(one, other).value + pairs.points(other, one).value == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, *long(5)])
def test_in_a_round_robin_the_mean_is_fair(players):
    rows = tournament(round_robin(["Min", "Max", "Dummy", "Adversary"], players), 5, 8).ranking_rows()
    assert sum(row["points"] for row in rows) / 4 == pytest.approx(1 / players, abs=1e-5)
    assert [row["fair"] for row in rows] == pytest.approx([1 / players] * 4, abs=1e-5)


def test_the_ranking_is_by_points(pairs):
    rows = pairs.ranking_rows()
    assert [row["strategy"] for row in rows][:3] == ["Adversary", "Max", "Min"]
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert {row["fair"] for row in rows} == {0.5}
    assert all(row["low"] <= row["points"] <= row["high"] for row in rows)


def test_equal_points_have_equal_ranks():
    rows = tournament(round_robin(["SimpleMinded1", "SimpleMinded2", "Min"])).ranking_rows()
    assert [(row["rank"], row["strategy"]) for row in rows] == [(1, "Min"), (2, "SimpleMinded1"), (2, "SimpleMinded2")]


@pytest.mark.long
def test_intervals_of_a_mean_hold_too():
    line_ups = round_robin(["Min", "Max", "Dummy"], 3)
    known, played = tournament(line_ups, 3000, 99), [tournament(line_ups, 60, seed) for seed in range(75)]
    for strategy in ("Dummy", "Min"):
        truth, each = known.points(strategy).value, [found.points(strategy) for found in played]
        assert sum(points.low <= truth <= points.high for points in each) >= 0.88 * len(each)


def test_pairs_tell_who_met_whom(pairs):
    for found, rows, line_ups in ((pairs, 30, 1), (tournament(round_robin(["Min", "Max", "Dummy"], 3), 20), 6, 3)):
        assert [row["line_ups"] for row in found.pair_rows()] == [line_ups] * rows


@pytest.mark.usefixtures("looks_are_many")
def test_a_tournament_tells_how_far_it_is():
    told = []
    tournament(["Min+Max", "Max+Dummy"], 1000, run_options=RunOptions(ThreadPoolExecutor(1), progress=told.append))
    assert told[0] == Progress("2 line-ups", 0.0)
    assert {each.amount.done + each.amount.left for each in told[1:]} == {1001}
    assert str(told[-1]).endswith("1,001 of 1,001 games played")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: round_robin(["Min"]), "needs at least two"),
        (lambda: round_robin(["Min", "min"]), "needs at least two"),
        (lambda: round_robin(ALL, 1), "players = 1"),
        (lambda: round_robin(ALL, 20), "6 strategies at tables of 20 make 53,124 line-ups"),
        (lambda: tournament(["Min+Max", "Min+Max"]), "line-up Min+Max is named twice"),
        (lambda: tournament(["Min+Max", [type("Min", (Max,), {})(), "Max", "Max"]]), "two strategies named Min"),
        (lambda: tournament([]), "no line-up to play"),
        (lambda: tournament(["Min+Max"], games=0), "games = 0"),
        (lambda: auction_study([]), "no line-up to play"),
        (lambda: auction_study([0]), "opponents = 0"),
        (lambda: auction_study([1000]), "opponents = 1000"),
    ],
)
def test_what_cannot_be_played_is_refused(call, reason):
    assert reason in refusal(ParameterError, call)


@pytest.fixture(scope="module")
def study():
    return auction_study([1, 4], 500, 3)


def test_a_row_is_that_of_the_simulation(study):
    assert [(row["strategy"], row["opponents"], row["games"]) for row in study.rows()] == [
        (strategy, number, 500) for strategy in STUDIED for number in (1, 4)
    ]
    row = study.rows()[3]
    found = simulate_auction("SimpleMinded2+4xDummy", 500, 3, until_one_strategy=True)
    assert row["win_ratio"] == found.share("SimpleMinded2").value
    assert row["win_ratio_error"] == pytest.approx(math.sqrt(row["win_ratio"] * (1 - row["win_ratio"]) / 500), rel=1e-5)
    assert row["mean_rounds"] == pytest.approx(found.rounds.mean, rel=1e-5)
    assert row["sd_rounds"] == pytest.approx(found.rounds.sd, rel=1e-5)
    assert row["mean_rounds_error"] == pytest.approx(found.rounds.sd / math.sqrt(500), rel=1e-5)
