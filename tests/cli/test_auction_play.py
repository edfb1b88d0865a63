"""Sitting down at the terminal to a game of WAR with Auction Rounds."""

import re
from types import SimpleNamespace

import pexpect
import pytest

from tests.cli.running import Outcome, console_command
from wargraph import play_auction


@pytest.fixture
def sit_down(call, capsys, monkeypatch):
    """Play a game in which a function says what to play from the own hand, in ascending order, and from the prompt."""

    def play(choose, *arguments):
        printed = []

        def answer():
            printed.append(capsys.readouterr().out)
            hand = re.findall(r"you +hand ([0-9x ]+)", printed[-1])[-1].split()
            pairs = [word.split("x") if "x" in word else (1, word) for word in hand]
            cards = [int(card) for count, card in pairs for _ in range(int(count))]
            return " ".join(map(str, choose(cards, "then the one" in printed[-1]))) + "\n"

        monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=answer))
        outcome = call("auction", "play", *arguments)
        return Outcome(outcome.status, "".join([*printed, outcome.out]), outcome.err)

    return play


def largest(cards, is_war):
    """The largest card; in a war the three smallest, and the largest on them: as Max plays."""
    return [*cards[:3], cards[-1]] if is_war else cards[-1:]


def test_a_whole_game(sit_down):
    printed = sit_down(largest, "SimpleMinded1").printed()
    game = play_auction("Max+SimpleMinded1")
    assert "You are player 1, against SimpleMinded1" in printed
    end = f"You win after {len(game.rounds)} rounds: nobody else has cards left. Yours sum to 180."
    assert printed.splitlines()[-1] == end
    asked = len(re.findall("your card: |then the one to play: ", printed))
    laid = [dict(each)[1] for played in game.rounds for each in played.laid[1:]]
    assert asked == len(game.rounds) + sum(len(cards) == 4 for cards in laid)
    assert printed.count("you take ") == [played.winner for played in game.rounds].count(1)


def test_a_loser_is_told_who_won_and_why(sit_down):
    """The smallest card against the largest, and against somebody who plays any: it does not last long."""
    smallest = sit_down(lambda cards, is_war: cards[: 4 if is_war else 1], "Max", "Adversary", "--seed", 4)
    *_, last = smallest.printed().splitlines()
    assert re.fullmatch(
        r"Player [23], (Max|Adversary), wins after \d+ rounds\. You had no cards left after round \d+\.", last
    )


def test_a_player_may_leave(sit_down):
    assert sit_down(lambda *_: "q", "Min").printed().endswith("your card: You leave in round 1.\n")


def test_the_input_may_end_before_the_game(call, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(readline=lambda: ""))
    outcome = call("auction", "play", "Min")
    assert outcome.status == 2
    assert outcome.err == "wargraph auction play: the input ended in round 1, before the game did\n"


@pytest.mark.long
def test_ctrl_c_ends_it():
    with pexpect.spawn(console_command(), ["auction", "play", "Dummy"], encoding="utf-8", timeout=60) as child:
        child.expect("your card: ")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in child.before
        assert child.wait() == 130
