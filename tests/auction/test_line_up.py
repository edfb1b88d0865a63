"""Line-ups: text, lists, strategies of one's own from a file."""

import os

import pytest
from hypothesis import given

from tests.auction.support import MIDDLE, line_ups
from tests.support import refusal
from wargraph import LineUp, Min, ParameterError, Strategy
from wargraph.auction.line_up import one_strategy

MINE = f"""{MIDDLE}
from wargraph import Min

class Lazy(Min):
    pass
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


@given(line_ups())
def test_text_and_line_up_are_the_same(line_up):
    again = LineUp.parse(str(line_up))
    assert str(again) == str(line_up)
    assert [type(each) for each in again] == [type(each) for each in line_up]


def test_what_a_line_up_tells():
    line_up = LineUp.parse("min + 2xDUMMY+Min")
    assert str(line_up) == "Min+2xDummy+Min"
    assert [*line_up.seats] == ["Min", "Dummy"]
    assert line_up.seats == {"Min": 2, "Dummy": 2}
    assert str(LineUp.parse([Min(), "2xMax+Dummy", "Adversary"])) == "Min+2xMax+Dummy+Adversary"
    assert LineUp.parse(line_up) is line_up


def test_an_own_strategy_comes_from_a_file(mine):
    line_up = LineUp.parse(f"2x{mine}:Middle+Min")
    assert str(line_up) == "2xMiddle+Min"
    assert isinstance(line_up[0], Strategy)
    assert str(one_strategy(f"{mine}:Lazy")) == "Lazy"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Mix+Max", "strategy 'Mix' is not known: did you mean Min"),
        ("", "strategy '' is not known"),
        ("Min+", "strategy '' is not known"),
        ("Min", "has 1 player: it must have 2 to 1,000"),
        ("1001xMin", "has 1,001 players"),
        ("0xMin+Max", "has 1 player"),
        ("600xMin+600xMax", "has 1,200 players"),
        ("none.py:Middle+Min", "there is no such Python file"),
        (f"{'x' * 5000}:Middle+Min", "there is no such Python file"),
        ("mine.py:Nobody+Min", "has no such subclass of wargraph.Strategy"),
        ([], "has 0 players"),
    ],
)
def test_what_is_no_line_up_is_refused(text, reason, mine, monkeypatch):
    monkeypatch.chdir(mine.parent)
    assert reason in refusal(ParameterError, LineUp.parse, text)


def test_a_file_that_was_changed_is_loaded_again(mine):
    assert one_strategy(f"{mine}:Middle") == one_strategy(f"{mine}:Middle")
    mine.write_text(MINE.replace("class Lazy", "class Idle"))
    os.utime(mine, ns=(1, 1))
    assert str(one_strategy(f"{mine}:Idle")) == "Idle"


def test_a_checkpoint_tells_strategies_of_your_own_apart(mine):
    class Late(Min):
        def __init__(self, move):
            self.move = move

    digests = [strategy.plain()[1] for strategy in (Late(1), Late(2), Late(2), Min())]
    assert digests[0] != digests[1] == digests[2]
    assert digests[3] == ""
    before = one_strategy(f"{mine}:Middle").plain()
    mine.write_text(mine.read_text() + "CHANGED = True\n")
    assert one_strategy(f"{mine}:Middle").plain() != before


def test_a_checkpoint_takes_no_strategy_without_a_source():
    space = {"Min": Min}
    exec("class Mine(Min):\n def card(self, view): return view.hand[1]", space)
    with pytest.raises(OSError, match="source code"):
        space["Mine"]().plain()


def test_two_strategies_of_one_name_are_refused(mine):
    middle = type("Middle", (Min,), {})
    assert "two strategies named Middle" in refusal(ParameterError, LineUp.parse, [middle(), f"{mine}:Middle"])
