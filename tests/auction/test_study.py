"""The published study."""

import math
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import refusal
from wargraph import ParameterError, auction_study, simulate_auction


@pytest.fixture(scope="module")
def study():
    return auction_study([1, 4], 500, 3)


def test_a_study_has_a_row_for_each_strategy_and_number(study):
    assert [(row["strategy"], row["opponents"], row["games"]) for row in study.rows()] == [
        ("SimpleMinded1", 1, 500), ("SimpleMinded1", 4, 500), ("SimpleMinded2", 1, 500), ("SimpleMinded2", 4, 500),
    ]  # fmt: skip


def test_a_row_is_that_of_the_simulation(study):
    row = study.rows()[3]
    found = simulate_auction("SimpleMinded2+4xDummy", 500, 3, until_one_strategy=True)
    assert row["win_ratio"] == found.share("SimpleMinded2").value
    assert row["win_ratio_error"] == pytest.approx(math.sqrt(row["win_ratio"] * (1 - row["win_ratio"]) / 500), rel=1e-5)
    assert row["mean_rounds"] == pytest.approx(found.rounds.mean, rel=1e-5)
    assert row["sd_rounds"] == pytest.approx(found.rounds.sd, rel=1e-5)
    assert row["mean_rounds_error"] == pytest.approx(found.rounds.sd / math.sqrt(500), rel=1e-5)


def test_numbers_may_come_from_anywhere():
    assert len(auction_study((number for number in (1, 2)), 5).rows()) == 4


def test_a_study_tells_how_far_it_is():
    told = []
    auction_study([20], 2000, executor=ThreadPoolExecutor(1), watch=told.append)
    line_ups = ["SimpleMinded1+20xDummy, 1 of 2 line-ups", "SimpleMinded2+20xDummy, 2 of 2 line-ups"]
    assert [line for line in told if ":" not in line] == line_ups
    assert any(re.fullmatch(re.escape(line_ups[1]) + r": [\d,]+ of 2,000 games", line) for line in told)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (([],), "no number of opponents"),
        (([0],), "opponents = 0"),
        (([1000],), "opponents = 1000"),
        (([1], 0), "games = 0"),
        (([1], 5, -1), "seed = -1"),
    ],
)
def test_what_cannot_be_studied_is_refused(arguments, reason):
    assert reason in refusal(ParameterError, lambda: auction_study(*arguments))
