"""Strategies that fail in every way: each is a `StrategyError` in one line, which names them and says where."""

# ruff: noqa: ARG001, ARG005 - strategies are given a view, and fail

from itertools import count

import numpy as np
import pytest

from tests.support import refusal
from wargraph.auction.game import play_auction
from wargraph.auction.line_up import LineUp
from wargraph.auction.simulate import simulate_auction
from wargraph.auction.strategy import Strategy
from wargraph.auction.tournament import tournament
from wargraph.errors import StrategyError
from wargraph.plots.auction import tournament_chart


class Plain(Strategy):
    def card(self, view):
        return view.hand[0]

    def war_cards(self, view):
        return view.hand[:4]


class Nameless:
    """What cannot even be shown."""

    __hash__ = None

    def __eq__(self, other):
        raise KeyError("no")

    def __str__(self):
        raise ValueError("nothing to show")


class Number:
    def __index__(self):
        raise ZeroDivisionError("boo")


def generates_and_fails(self, view):
    yield view.hand[0]
    raise ValueError("boo")


def leaves(self, view):
    raise SystemExit(3)


def reads_past_the_end(self, view):
    raise EOFError("boo")


def kind_of(name, **methods):
    return type(name, (Plain,), methods)


WRONG_CARDS = (
    kind_of("PlaysAnArray", card=lambda self, view: np.array([view.hand[0]] * 2)),
    kind_of("FightsWithAMatrix", war_cards=lambda self, view: np.array([[view.hand[0]] * 2] * 2)),
    kind_of("FightsForEver", war_cards=lambda self, view: count(view.hand[0])),
    kind_of("PlaysNameless", card=lambda self, view: Nameless()),
)
FAILING = (
    kind_of("GeneratesAndFails", war_cards=generates_and_fails),
    kind_of("FailsInANumber", card=lambda self, view: Number()),
    kind_of("DrawsTooMuch", card=lambda self, view: view.chance.below(10**10)),
    kind_of("AsksItselfForEver", card=lambda self, view: self.card(view)),
    kind_of("Leaves", card=leaves),
    kind_of("ReadsPastTheEnd", card=reads_past_the_end),
)


@pytest.mark.parametrize("play", [play_auction, lambda line_up: simulate_auction(line_up, games=20)])
@pytest.mark.parametrize("kind", [*WRONG_CARDS, *FAILING])
def test_what_a_strategy_does_wrong_is_said_in_one_line(play, kind):
    message = refusal(StrategyError, play, [kind(), "Min"])
    assert f"strategy {kind.__name__}, player 1," in message
    assert "\n" not in message
    if kind in FAILING:
        assert "line " in message
        assert " of test_faults.py" in message
    else:
        assert "must return" in message


class KeepsAFile(Plain):
    is_pure = False

    def __init__(self):
        self.file = open(__file__)  # noqa: SIM115, PTH123


def test_what_cannot_be_copied():
    strategy = KeepsAFile()
    with strategy.file:
        message = refusal(StrategyError, play_auction, [strategy, "Min"])
    assert "KeepsAFile is not pure" in message
    assert "cannot be copied" in message


@pytest.mark.parametrize("fact", ["name", "is_pure", "is_human"])
def test_what_cannot_say_what_it_is(fact):
    def fail(strategy):
        raise ValueError("boo")

    kind = type("Mute", (Plain,), {fact: property(fail)})
    assert "strategy Mute cannot say its name" in refusal(StrategyError, LineUp, (kind(), Plain()))


def test_dollars_in_a_name_are_no_formula(tmp_path):
    kind = type("Dollars", (Plain,), {"name": "$x_{$"})
    figure = tournament_chart(tournament([[kind(), "Min"], [kind(), "Max"]], games=2))
    figure.savefig(tmp_path / "x.svg")
    figure.savefig(tmp_path / "x.png")
