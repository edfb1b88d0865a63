"""Sitting down at the terminal: a real process at a real pseudo-terminal."""

import re

import pexpect
import pytest

from tests.cli.running import console_command, run_process
from wargraph import play_auction

PATIENCE = 60


@pytest.fixture
def sit_down(tmp_path):
    """Start a game at a pseudo-terminal."""
    children = []

    def start(*arguments):
        child = pexpect.spawn(
            console_command(), ["auction", "play", *map(str, arguments)],
            cwd=str(tmp_path), encoding="utf-8", timeout=PATIENCE, dimensions=(50, 200),
        )  # fmt: skip
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def ended(child):
    """What is still printed, and the exit status."""
    child.expect(pexpect.EOF)
    text = child.before.replace("\r\n", "\n")
    child.close()
    return text, child.exitstatus


def own_hand(child):
    """The hand that is shown to the player."""
    shown = re.findall(r"1 you +hand ([0-9x ]+?)(?:,|\s*[\r\n])", child.before)[-1]
    return [int(card) for word in shown.split() for count, card in [word.split("x") if "x" in word else (1, word)]
            for _ in range(int(count))]  # fmt: skip


@pytest.mark.long
def test_a_whole_game(sit_down):
    """The largest card in each round, the three smallest and the largest in a war: as Max would play."""
    child = sit_down("SimpleMinded1")
    child.expect("You are player 1, against SimpleMinded1")
    game = play_auction("Max+SimpleMinded1")
    asked = 0
    while child.expect(["your card: ", "then the one to play: ", "You win"]) < 2:
        hand = own_hand(child)
        child.sendline(" ".join(map(str, [*hand[:3], hand[-1]] if "then the one" in child.after else [hand[-1]])))
        asked += 1
    text, status = ended(child)
    assert status == 0
    assert text == f" after {len(game.rounds)} rounds: nobody else has cards left. Yours sum to 180.\n"
    assert asked == sum(len(played.fighters) - (played.fighters[-1] == ()) for played in game.rounds)


@pytest.mark.long
def test_who_has_lost_is_told_who_won_and_why(sit_down):
    """The smallest card against the largest, and against somebody who plays any: it does not last long."""
    child = sit_down("Max", "Adversary", "--seed", 4)
    while child.expect(["your card: ", "then the one to play: ", "Player [23], "]) < 2:
        hand = own_hand(child)
        child.sendline(" ".join(map(str, hand[:4] if "then the one" in child.after else hand[:1])))
    text, status = ended(child)
    assert status == 0
    assert re.fullmatch(r"(Max|Adversary), wins after \d+ rounds\. You had no cards left after round \d+\.\n", text)


@pytest.mark.long
def test_a_player_may_leave(sit_down):
    child = sit_down("Min")
    child.expect("your card: ")
    child.sendline("q")
    text, status = ended(child)
    assert (text.split("\n")[-2:], status) == (["You leave in round 1.", ""], 0)


@pytest.mark.long
def test_ctrl_c_ends_it(sit_down):
    child = sit_down("Dummy")
    child.expect("your card: ")
    child.sendintr()
    assert "Traceback" not in ended(child)[0]
    assert child.exitstatus == 130


@pytest.mark.long
def test_input_may_come_through_a_pipe_and_may_end(tmp_path):
    done = run_process("auction", "play", "Min", folder=tmp_path)
    assert done.status == 2
    assert done.err == "wargraph auction play: the input ended in round 1, before the game did\n"
