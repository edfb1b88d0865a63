"""Line-ups: text, lists, strategies of one's own from a file."""

from copy import copy, deepcopy
from dataclasses import dataclass, field
from pickle import dumps, loads

import pytest
from hypothesis import given

from tests.auction.support import MIDDLE, line_ups
from tests.support import refusal
from wargraph import LineUp, Min, ParameterError, Strategy, round_robin, simulate_auction, tournament
from wargraph.auction.line_up import parts_of, strategy_named

MINE = f"""{MIDDLE}
from wargraph import Min

class Lazy(Min):
    pass

class Half(Strategy):
    def card(self, view):
        return view.hand[0]

class Needs(Min):
    def __init__(self, what):
        self.what = what
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
    assert line_up.kinds == ("Min", "Dummy")
    assert line_up.seats == {"Min": 2, "Dummy": 2}
    assert not line_up.has_human
    assert LineUp.parse(["Human", "Min"]).has_human


def test_a_list_takes_names_texts_and_strategies():
    assert str(LineUp.parse([Min(), "2xMax+Dummy", "Adversary"])) == "Min+2xMax+Dummy+Adversary"
    line_up = LineUp((Min(), Min()))
    assert LineUp.parse(line_up) is line_up


def test_a_strategy_of_ones_own_comes_from_a_file(mine):
    line_up = LineUp.parse(f"2x{mine}:Middle+Min")
    assert str(line_up) == "2xMiddle+Min"
    assert isinstance(line_up[0], Strategy)
    assert str(strategy_named(f"{mine}:Lazy")) == "Lazy"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Mix+Max", "strategy 'Mix' is not known: use Min, Max"),
        ("", "strategy '' is not known"),
        ("Min+", "strategy '' is not known"),
        ("Min", "has 1 player: it must have 2 to 1,000"),
        ("1001xMin", "there must be 1 to 1,000 players"),
        ("0xMin+Max", "there must be 1 to 1,000 players"),
        ("600xMin+600xMax", "has 1,200 players"),
        ("none.py:Middle+Min", "there is no such Python file"),
        (f"{'x' * 5000}:Middle+Min", "there is no such Python file"),
        ([], "has 0 players"),
        ([Min, "Max"], "strategy Min is a class: put brackets behind it, Min()"),
        ([5, "Max"], "strategy 5 is none"),
        (7, "line-up 7 is none"),
        (None, "line-up None is none"),
    ],
)
def test_what_is_no_line_up_is_refused(text, reason):
    assert reason in refusal(ParameterError, lambda: LineUp.parse(text))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Nobody", "the file has no such subclass of wargraph.Strategy; it has Middle, Lazy, Half, Needs"),
        ("Strategy", "cannot be made"),
        ("Half", "cannot be made"),
        ("Needs", "cannot be made"),
    ],
)
def test_a_file_without_the_strategy_is_refused(mine, name, reason):
    assert reason in refusal(ParameterError, lambda: LineUp.parse(f"{mine}:{name}+Min"))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1/0", "ZeroDivisionError"),
        ("import sys; sys.exit()", "SystemExit"),
        ("def", "SyntaxError"),
        ("x = 1", "none"),
    ],
)
def test_a_file_that_does_not_run_is_refused(tmp_path, code, reason):
    (tmp_path / "broken.py").write_text(code)
    assert reason in refusal(ParameterError, lambda: LineUp.parse(f"{tmp_path}/broken.py:Middle+Min"))


def test_what_is_made_directly_is_checked_too():
    assert "no tuple of strategies" in refusal(ParameterError, lambda: LineUp(("Min", "Max")))
    assert "no tuple of strategies" in refusal(ParameterError, lambda: LineUp(5))

    class Nameless(Min):
        name = None

    assert "has the name None" in refusal(ParameterError, lambda: LineUp((Nameless(), Min())))


def test_a_file_may_hold_dataclasses(tmp_path):
    (tmp_path / "data.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom wargraph import Min\n"
        "@dataclass\nclass Careful(Min):\n    cards: int = 3\n"
    )
    assert str(LineUp.parse(f"{tmp_path}/data.py:Careful+Min")) == "Careful+Min"
    assert len(round_robin([f"{tmp_path}/data.py:Careful", "Min"])) == 1


def test_a_plus_in_the_name_of_a_file_joins_nothing(tmp_path):
    mine = tmp_path / "more+mine.py"
    mine.write_text(MINE)
    assert str(LineUp.parse(f"Min + 2x{mine}:Middle+{mine}:Lazy+Max")) == "Min+2xMiddle+Lazy+Max"
    assert parts_of(f"{mine}:Middle") == [f"{mine}:Middle"]
    assert parts_of(f"{tmp_path}/none+mine.py:Middle") == [f"{tmp_path}/none", "mine.py:Middle"]
    assert [str(line_up) for line_up in round_robin([f"{mine}:Middle", "Min"])] == ["Middle+Min"]


class Late(Min):
    """Plays the smallest card, but for one of its moves."""

    def __init__(self, move=3):
        self.move = move


@dataclass
class Careful(Min):
    """The same as a dataclass."""

    cards: int = 3
    kept: list = field(default_factory=list)


def test_a_dataclass_is_named_by_its_fields_too():
    assert (Careful().name, Careful(5).name) == ("Careful", "Careful(cards=5)")
    assert Careful(4, [2]).name == "Careful(cards=4, kept=[2])"
    found = tournament(round_robin([Careful(), Careful(5), "Dummy"]), games=2)
    assert found.strategies == ("Careful", "Careful(cards=5)", "Dummy")


def test_a_dataclass_that_keeps_memory_keeps_its_name():
    careful = Careful()
    careful.cards = 7
    assert careful.name == "Careful"


@pytest.mark.parametrize(
    "count",
    [
        lambda one, other: simulate_auction([one, other], 1),
        lambda one, other: round_robin([one, other]),
        lambda one, other: tournament([[one, "Max"], [other, "Min"]]),
    ],
)
def test_one_class_with_other_parameters_is_not_taken_for_one_strategy(count):
    text = refusal(ParameterError, lambda: count(Late(2), Late(5)))
    assert text.startswith(
        "strategy Late plays with 'move=2' and with 'move=5': to be told apart make the class a data"
    )


def test_parameters_by_default_are_told_as_such():
    text = refusal(ParameterError, lambda: simulate_auction([Late(), Late(5)], 1))
    assert "plays with the defaults and with 'move=5'" in text


def test_the_same_parameters_are_the_same_strategy():
    line_up = LineUp((Late(), Late(3), Late(move=3)))
    assert simulate_auction(line_up, 1).line_up.seats == {"Late": 3}
    assert LineUp((Late(2), Late(5))).kinds == ("Late",)
    assert copy(Late(5)).made_with == deepcopy(Late(5)).made_with == loads(dumps(Late(5))).made_with == "move=5"


def test_two_strategies_of_one_name_are_refused(tmp_path):
    class Middle(Min):
        """Another one."""

    (tmp_path / "mine.py").write_text(MINE)
    text = refusal(ParameterError, lambda: LineUp.parse([Middle(), f"{tmp_path}/mine.py:Middle"]))
    assert "two strategies named Middle" in text
