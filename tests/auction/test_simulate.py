"""Many games of one line-up: shares, rounds, and that nothing depends on how they are played."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import long, refusal
from wargraph import (
    Ending,
    LineUp,
    Min,
    ParameterError,
    RunOptions,
    StrategyError,
    TooLargeError,
    play_auction,
    simulate_auction,
)


@pytest.mark.parametrize("line_up", ["SimpleMinded2+3xDummy", "Max+Min+Dummy"])
@pytest.mark.parametrize("until_one_strategy", [True, *long(False)])
def test_the_table_is_that_of_the_plain_games(line_up, until_one_strategy):
    found = simulate_auction(line_up, 25, 5, until_one_strategy=until_one_strategy)
    games = [play_auction(line_up, 5, game, until_one_strategy=until_one_strategy) for game in range(25)]
    ended = [game for game in games if game.ending in (Ending.WON, Ending.TIED)]
    assert found.games.tolist() == [game.record for game in games]
    assert {ending: found.count(ending) for ending in Ending} == {
        ending: sum(game.ending is ending for game in games) for ending in Ending
    }
    assert found.rounds.counts.tolist() == [
        sum(len(game.rounds) == number for game in ended) for number in range(len(found.rounds.counts))
    ]


def test_neither_threads_nor_units_change_a_result():
    one, many = (
        simulate_auction("SimpleMinded1+4xDummy", 1500, 3, run_options=RunOptions(ThreadPoolExecutor(threads)))
        for threads in (1, 3)
    )
    assert one.rows() == many.rows()
    assert one == many


class Mine(Min):
    """Min again, by a class that the engine does not know: the name decides about the random numbers."""

    name = "Min"


def test_a_strategy_of_ones_own_plays_at_once():
    mine, known = simulate_auction([Mine(), "Dummy"], 30, 2), simulate_auction("Min+Dummy", 30, 2)
    assert mine.won("Min") == known.won("Min") > 0
    assert mine.rounds.counts.tolist() == known.rounds.counts.tolist()


def test_without_chance_one_game_is_played():
    found = simulate_auction("Min+Adversary", 1000)
    share = found.share("Adversary")
    assert (found.is_determined, len(found.games)) == (True, 1)
    assert (share.value, share.low, share.high) == (1, 1, 1)
    assert not simulate_auction("Min+Dummy", 2).is_determined
    assert len(simulate_auction([Counting(), "SimpleMinded1"], 3).games) == 3  # memory is not shown by one game


class Counting(Min):
    """Plays the smallest card, and from its eighth card on the largest."""

    is_pure = False

    def __init__(self):
        self.played = 0

    def card(self, view):
        self.played += 1
        return view.hand[-1 if self.played > 7 else 0]


def test_memory_begins_anew_in_every_game_and_seat():
    line_up = LineUp.parse([Counting(), Counting(), "Dummy"])
    twice = LineUp((line_up[0], line_up[0], line_up[2]))
    for each in (line_up, twice):
        found = simulate_auction(each, 40, 6, cap=500)
        games = [play_auction(each, 6, game, cap=500) for game in range(40)]
        assert found.won("Counting") == sum(game.winner in (1, 2) for game in games)
        assert line_up[0].played == 0
    assert play_auction(twice, 6).rounds == play_auction(line_up, 6).rounds


def test_rows_tell_shares_and_endings():
    rows = simulate_auction("Max+Min+2xDummy", 3000, 1).rows()
    assert [(row["strategy"], row["players"]) for row in rows] == [("Max", 1), ("Min", 1), ("Dummy", 2)]
    assert sum(row["won"] for row in rows) + rows[0]["no_winner"] + rows[0]["endless"] + rows[0]["capped"] == 3000
    assert all(row["low"] < row["share"] < row["high"] for row in rows)
    assert len({row["mean_rounds"] for row in rows}) == 1


def test_without_an_ended_game_there_is_no_mean():
    found = simulate_auction("SimpleMinded1+5xDummy", 50, cap=2)
    assert (found.rows()[0]["capped"], found.rows()[0]["mean_rounds"]) == (50, None)


def test_line_ups_are_independent_of_one_another():
    assert len({LineUp.parse(text).seed(7) for text in ("Min+Max", "Max+Min", "Min+2xMax")}) == 3


def test_too_many_games_are_refused_with_the_limit(monkeypatch):
    for module in ("auction.simulate", "compute.memory"):
        monkeypatch.setattr(f"wargraph.{module}.available_memory", lambda: 10**6)
    text = refusal(TooLargeError, lambda: simulate_auction("Min+Dummy", 10**6))
    assert text.endswith("are available: play at most 14,705")
    assert len(simulate_auction("Min+Max", 10**6).games) == 1  # nothing is left to chance


class Cheat(Min):
    """Plays what nobody has."""

    def card(self, _view):
        return 99


@pytest.mark.parametrize(
    ("line_up", "options", "kind", "reason"),
    [
        ("Min+Max", {"games": 0}, ParameterError, "games = 0"),
        ("Min+Max", {"games": 10**10}, ParameterError, "games = 10000000000"),
        (LineUp((Cheat(), Min())), {}, StrategyError, "strategy Cheat, player 1, plays '99'"),
    ],
)
def test_what_cannot_be_played_is_refused(line_up, options, kind, reason):
    assert reason in refusal(kind, lambda: simulate_auction(line_up, **options))
