"""Long work on one thread: what an interruption says, and the stages of exact play."""

import re

import pytest

from tests.support import interruption
from wargraph import RunOptions, exact_play, odds

pytestmark = pytest.mark.usefixtures("looks_are_many")


def summary_at(part, search, *arguments):
    """What is said if Ctrl-C is pressed as soon as `part` is among what is known."""
    return interruption(search, *arguments, when=lambda progress: part in progress.partial_summary).partial_summary


def test_odds_of_short_games_are_bounded_by_what_is_counted():
    summary = summary_at("by 9 lines", odds, "rutgers,deck=3x2", 3, None)
    found = re.fullmatch(
        r"rutgers,deck=3x2: by 9 lines of play a game ends after 3 rounds or less with a probability of (\S+) or more",
        summary,
    )
    assert 0 < float(found[1]) < sum(odds("rutgers,deck=3x2", 3, None).by_rounds)


@pytest.mark.long
def test_odds_of_a_war_are_bounded_by_what_is_counted():
    summary = summary_at("by 9 lines", odds, "rutgers,players=3", None)
    bound = float(summary.partition("the first round has a war with a probability of ")[2].split()[0])
    assert 0 < bound < sum(chance for (wars, _), chance in odds("rutgers,players=3", None).by_wars.items() if wars)


def test_exact_play_tells_its_stages():
    told = []
    exact_play(3, RunOptions(progress=told.append))
    stages = [progress.partial_summary for progress in told]
    assert stages[:2] == ["", "looking for the states of 3 cards"]
    assert stages[-1] == "finding what the strategy guarantees"
    assert {progress.work for progress in told} == {"3 cards"}
    assert any(stage.startswith("sweep 1: ") for stage in stages)
