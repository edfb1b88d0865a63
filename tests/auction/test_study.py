"""The published study."""

import math
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import refusal
from wargraph import Interrupted, ParameterError, RunOptions, auction_study, simulate_auction
from wargraph.auction.study import STUDIED


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


def test_numbers_may_come_from_anywhere():
    assert len(auction_study((number for number in (1, 2)), 5).rows()) == 4


@pytest.mark.long
@pytest.mark.usefixtures("looks_are_many")
def test_interrupted_a_study_tells_how_far_it_is_and_gives_what_is_finished():
    def stop(progress):
        if progress.partial_summary.startswith("1 of 2 line-ups played; "):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        auction_study([20], 2000, run_options=RunOptions(ThreadPoolExecutor(1), progress=stop))
    known = r"1 of 2 line-ups played; SimpleMinded2\+20xDummy: [\d,]+ of 2,000 games played, share of .*"
    assert re.fullmatch(known, caught.value.partial_summary)
    assert caught.value.finished.rows() == auction_study([20], 2000).rows()[:1]


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


def test_the_answer_comes_first(study):
    sentences = study.document().blocks[0].text.splitlines()
    assert [sentence.split()[0] for sentence in sentences] == list(STUDIED)
    for strategy, sentence in zip(STUDIED, sentences, strict=True):
        numbers = [number for name, number in study.simulations if name == strategy]
        first, last = (
            study.simulations[strategy, number].share(strategy).display for number in (min(numbers), max(numbers))
        )
        assert (
            sentence
            == f"{strategy} wins {first} against {min(numbers)}xDummy, and {last} against {max(numbers)}xDummy."
        )
