"""Simulations: the sums are those of plain games, the statistics those of textbooks, the figures the published ones."""

import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from operator import mul

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.full_game.support import rule_sets
from tests.support import examples, interruption, refusal
from wargraph import RunOptions, TooLargeError, TooLongError, play_full_game, simulate
from wargraph.core.endings import Ending
from wargraph.full_game import simulate as module
from wargraph.full_game.few_games import row_of
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.estimates import Rate

GAMES = 20
CAP = 100


@pytest.mark.long
@examples(30)
@given(rule_sets(most_cards=30), st.integers(0, 2**64 - 1))
@example(RuleSet.parse("drew-stack,deck=2x2,counting=before-last"), 1)  # game 0 has no end, others 0 turns
def test_the_answers_are_those_of_the_plain_games(rules, seed):
    plain = [play_full_game(rules, seed=seed, game=game, cap=CAP) for game in range(GAMES)]
    found = simulate(rules, GAMES, seed, CAP)
    assert found.games.tolist() == [tuple(row_of(game)) for game in plain]
    finished = [game for game in plain if game.ending in (Ending.WON, Ending.TIED)]
    rounds = [len(game.rounds) for game in finished]
    wars = [[len(played.tied) for played in game.rounds] for game in finished]
    endings = Counter(game.ending for game in plain)
    assert (found.finished, found.rounds) == (len(finished), sum(rounds))
    assert [found.tied, found.endless, found.capped] == [endings[each] for each in list(Ending)[1:]]
    assert found.won.tolist() == [sum(game.winner == player + 1 for game in plain) for player in range(rules.players)]
    assert found.by_turns == Counter(game.turns for game in finished)
    assert found.by_cycle_length == Counter(game.cycle_length for game in plain if game.cycle_length is not None)
    in_game = [
        *([each.count(depth) for each in wars] for depth in range(1, 6)),
        [sum(depth >= 6 for depth in each) for each in wars],
        [sum(tied >= 3 for played in game.rounds for tied in played.tied) for game in finished],
        *([sum(played.three_ways >= row for played in game.rounds) for game in finished] for row in (2, 3)),
    ]
    for row, each in zip(found.war_rows(), in_game, strict=True):
        assert (row["number"], row["games_with"]) == (sum(each), sum(map(bool, each)))
        pairs = ((each, each), (each, rounds), (rounds, rounds))
        rate = Rate.of(len(rounds), sum(each), sum(rounds), *(sum(map(mul, *pair)) for pair in pairs))
        assert row | rate.row("per_round", "per_round_low", "per_round_high") == row
    assert [row["games"] for row in found.parity_rows()] == [
        sum((game.turns % 2 == odd) and (any(played.short for played in game.rounds) == short) for game in finished)
        for odd in range(2)
        for short in (False, True)
    ]
    notable = {row["what"]: (row["value"], plain[row["game"]]) for row in found.example_rows()}
    if finished:
        for name, turns in (("shortest, turns", min), ("longest, turns", max)):
            assert notable[name][0] == notable[name][1].turns == turns(game.turns for game in finished)
    endless = [number for number, game in enumerate(plain) if game.ending is Ending.ENDLESS]
    assert found.first_endless == min(endless, default=None)
    if endless:
        value, latest = notable["latest into a cycle, round"]
        assert value == latest.preperiod == max(plain[number].preperiod for number in endless)


def test_of_nothing_nothing_is_known():
    found = simulate("drew-shuffle", 5, cap=1)
    assert (found.capped, found.finished, found.median, found.lengths.mode, found.shortest) == (5, 0, None, None, None)
    assert math.isnan(found.mean)
    assert math.isnan(found.lengths.mean_error)
    assert found.rows()[0]["mean"] is None
    assert found.length_rows() == found.held_rows() == found.example_rows() == []
    assert all(row["value"] is row["low"] is row["high"] is None for row in found.measure_rows() if row["low"] != 0)


@pytest.mark.parametrize(
    ("rules", "mean", "of"), [("bryer", 173.66, 10_000), ("drew-shuffle", 262, 100_000), ("drew-stack", 667.3, 88_000)]
)
def test_the_means_are_those_of_the_studies(rules, mean, of):
    """Within four standard errors of samples of both sizes, and the digit that is rounded."""
    lengths = simulate(rules, 20_000, seed=5).lengths
    assert abs(lengths.mean - mean) < 0.5 + 4 * math.hypot(lengths.mean_error, lengths.sd / math.sqrt(of))


def test_as_many_games_are_endless_as_drew_found():
    found = simulate("drew-stack", 20_000, seed=5)
    over = found.endless + sum(games for turns, games in found.by_turns.items() if turns >= 5000)
    assert abs(over / 20_000 - 0.11837) < 4 * math.sqrt(0.11837 * 0.88163 * (1 / 20_000 + 1 / 100_000))
    assert max(found.by_cycle_length, key=found.by_cycle_length.get) == 52


@pytest.mark.parametrize(
    "rules", ["drew-shuffle", "drew-stack", "kids", "drew-shuffle,winnings=shuffled/first-won-first"]
)
def test_without_short_wars_turns_are_even(rules):
    games = {(row["turns"], row["short_wars"]): row["games"] for row in simulate(rules, 5000, seed=2).parity_rows()}
    assert games["odd", "none"] == 0


def test_another_process_sends_its_games():
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        assert simulate("bryer", 50, seed=1, run_options=RunOptions(executor)) == simulate("bryer", 50, seed=1)


def test_long_games_are_left_to_the_kernels_even_if_they_are_few(monkeypatch):
    found = simulate("drew-shuffle", 5)
    monkeypatch.setattr(module, "_PLAIN_ROUNDS", found.games["rounds"].min())
    monkeypatch.delitem(sys.modules, module._KERNELS, raising=False)
    assert simulate("drew-shuffle", 5) == found


@pytest.mark.usefixtures("looks_are_many")
def test_interrupted_it_has_the_games_that_were_played(monkeypatch):
    monkeypatch.setattr(module, "_UNIT", 20)
    assert interruption(simulate, "bryer", 5000).partial_summary.endswith(" of 5,000 games played")


def test_what_all_threads_need_is_estimated_first(monkeypatch):
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 5 * 10**9)
    with ThreadPoolExecutor(8) as executor:
        options = RunOptions(executor, progress=pytest.fail)
        message = refusal(TooLargeError, simulate, "rutgers,deck=255x1,players=255", run_options=options)
    assert all(part in message for part in ["1,048,576 rounds on 8 threads", "6.4 GB of memory", "fewer threads"])


def test_too_many_games_are_refused_with_the_most(monkeypatch):
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 10**9)
    monkeypatch.setattr(module, "available_memory", lambda: 10**9)
    message = refusal(TooLargeError, simulate, "kids", 10**9)
    assert "the table of 1,000,000,000 games needs " in message
    fitting = int(message.split("play at most ")[1].replace(",", ""))
    assert 8_000_000 < fitting < 10_000_000
    assert f"play at most {fitting:,}" in refusal(TooLargeError, simulate, "kids", fitting + 1)
    monkeypatch.setattr("wargraph.campaign.run_options.SECONDS_TO_FORECAST", 0)
    with pytest.raises(TooLongError):  # it is begun
        simulate("kids", fitting, run_options=RunOptions(hours=1e-9))
