"""The commands about WAR with Auction Rounds, against the library."""

import pytest

from tests.auction.support import MIDDLE
from tests.cli.running import csv_rows, names_in
from wargraph import play_auction
from wargraph.auction.strategies import STRATEGIES

LOUD = f"""{MIDDLE}
print("loaded")

class Loud(Middle):
    def card(self, view):
        print("asked")
        return super().card(view)
"""


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "mine.py").write_text(MIDDLE)


def test_strategies_are_listed_with_how_to_bring_your_own(call):
    text = call("auction", "strategies").printed()
    assert [line.split()[0] for line in text.splitlines()[2 : 2 + len(STRATEGIES)]] == list(STRATEGIES)
    rows = csv_rows(call("auction", "strategies", "--format", "csv").printed())
    assert rows[0]["plays"].startswith("Plays the smallest card")


def test_the_strategy_shown_as_an_example_runs(call, tmp_path):
    text = call("auction", "strategies").printed()
    code, command = text.split("mine.py:\n\n")[1].split("\n\nThen: wargraph ")
    (tmp_path / "mine.py").write_text("\n".join(line.removeprefix("    ") for line in code.splitlines()))
    assert "Middle" in call(*command.split("\n")[0].split(), "--games", 20).printed()


def test_watch_tells_a_game(call):
    game = play_auction("SimpleMinded2+2xDummy", 3, 7)
    watch = ("auction", "watch", "SimpleMinded2", "2xDummy", "--seed", 3, "--game", 7)
    assert call(*watch).printed().splitlines()[0] == f"{game}."
    assert len(csv_rows(call(*watch, "--format", "csv").printed())) == len(game.rounds)


def test_watch_stops_with_the_last_strategy(call):
    options = ("--seed", 7, "--game", 4, "--until-one-strategy")
    text = call("auction", "watch", "SimpleMinded2", "5xDummy", *options).printed()
    assert "the 2 players left are all of this strategy" in text
    assert "given up after 3 rounds" in call("auction", "watch", "2xDummy", "--cap", 3).printed()


def test_line_ups_are_played_as_they_stand(call):
    arguments = ("SimpleMinded1+5xDummy", "2xAdversary+Min", "--games", 40, "--table", "line-ups", "--format", "csv")
    rows = csv_rows(call("auction", "tournament", *arguments).printed())
    assert [(row["line_up"], row["strategy"]) for row in rows] == [
        ("SimpleMinded1+5xDummy", "SimpleMinded1"),
        ("SimpleMinded1+5xDummy", "Dummy"),
        ("2xAdversary+Min", "Adversary"),
        ("2xAdversary+Min", "Min"),
    ]


@pytest.mark.usefixtures("mine")
def test_a_strategy_of_ones_own_plays_in_a_tournament(call):
    rows = csv_rows(
        call(
            "auction", "tournament", "mine.py:Middle", "Dummy", "--games", 20, "--table", "ranking", "--format", "csv"
        ).printed()
    )
    assert {row["strategy"] for row in rows} == {"Middle", "Dummy"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("tournament", "loud.py:Loud", "Dummy", "--games", 2, "--table", "line-ups"),
        ("tournament", "loud.py:Loud+Dummy", "--games", 2, "--table", "line-ups"),
        ("watch", "loud.py:Loud", "Dummy"),
        ("exact", 2, "loud.py:Loud", "--table", "strategies"),
    ],
)
def test_what_a_strategy_prints_is_no_part_of_the_result(call, tmp_path, arguments):
    (tmp_path / "loud.py").write_text(LOUD)
    done = call("auction", *arguments, "--format", "csv")
    assert done.status == 0
    assert not {"loaded", "asked"} & set(done.out.split("\n"))
    assert {"loaded", "asked"} <= set(done.err.split("\n"))
    assert csv_rows(done.out)


@pytest.mark.long
def test_the_study(call, tmp_path):
    arguments = ("--opponents", "1..2,5", "--games", "100", "--seed", 2)
    text = call("auction", "study", *arguments, "--plot", "six.svg", "--format", "csv").printed()
    assert names_in(tmp_path) == ["six.svg"]
    assert {call("auction", "study", *arguments, "--jobs", jobs, "--format", "csv").printed() for jobs in (1, 3)} == {
        text
    }
