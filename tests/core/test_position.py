"""Positions: the text form, what is refused, and the lists of all positions and balanced deals."""

import pickle
import re
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import positions_of, refusal
from wargraph.core.position import Deals, Position, all_positions, balanced_deals, check_deck_size
from wargraph.errors import ParameterError, PositionError

NOT_A_DECK_SIZE = [0, -1, -(10**30), "x", "4", 2.5, 4.0, True, None]


@given(st.integers(1, 14).flatmap(positions_of))
def test_text_form_is_read_back(position):
    assert Position(str(position)) == position
    assert eval(repr(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("41|32", (4, 1), (3, 2)),
        ("1|", (1,), ()),
        ("|12", (), (1, 2)),
        ("10,2,1|3,4,5,6,7,8,9", (10, 2, 1), (3, 4, 5, 6, 7, 8, 9)),
        # Nothing separates the cards of Left's hand, yet the commas elsewhere say that "10" is one card.
        ("10|1,2,3,4,5,6,7,8,9", (10,), (1, 2, 3, 4, 5, 6, 7, 8, 9)),
        (" 4 1 | 3 2 ", (4, 1), (3, 2)),
        ("4,1|3,2", (4, 1), (3, 2)),
    ],
)
def test_text_form_names_the_top_card_first(text, left, right):
    position = Position(text)
    assert (position.left, position.right) == (left, right)
    assert position == Position(list(left), iter(right))


def test_commas_appear_with_cards_of_two_digits():
    assert str(Position([9, 1, 2, 3], [4, 5, 6, 7, 8])) == "9123|45678"
    assert str(Position([], range(11, 0, -1))) == "|11,10,9,8,7,6,5,4,3,2,1"


def test_what_an_error_recommends_is_a_position():
    message = refusal(PositionError, Position, "4132")
    assert [Position(text).n for text in re.findall(r"\d+(?:,\d+)*\|\d+(?:,\d+)*", message)] == [4, 10]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("44|32",), ["44|32", "card 4 twice"]),
        (([2, 1], [2]), ["21|2", "card 2 twice"]),
        (("42|1",), ["42|1", "card 4, but not card 3"]),
        (([-1], [1]), ["card -1, but not card 2"]),
        (("4132",), ["4132", "0 bars", "41|32"]),
        (("4|1|32",), ["4|1|32", "2 bars", "41|32"]),
        (("",), ["''", "0 bars"]),
        (("-1|2",), ["'-'", "not a card"]),
        (("٣|12",), ["not a card"]),
        (("3\n2|x",), ["'x'", "not a card"]),
        (("10|1",), ["card 0, but not card 2"]),
        (("1,2,|3",), ["''", "not a card"]),
        (("1\u2028 2|3",), ["u2028", "not a card"]),
        (({2, 1}, [3]), ["{1, 2} has no order"]),
        (("1" * 5000 + ",2|3",), ["'111", "not a card"]),
    ],
)
def test_bad_positions_are_refused_with_their_fault(arguments, parts):
    message = refusal(PositionError, Position, *arguments)
    assert all(part in message for part in parts), message


def test_positions_are_values():
    position = Position("521|43")
    assert (position.n, position.split, position.swap()) == (5, 3, Position("43|521"))
    assert [Position(text).is_terminal for text in ("521|43", "21|", "|21")] == [False, True, True]
    same, other = Position([4, 1], [3, 2]), Position("14|32")
    assert len({Position("41|32"), same, other}) == 2
    assert sorted([same, other, Position("4|132")]) == [other, Position("4|132"), same]
    with pytest.raises(AttributeError):
        same.left = (1,)
    assert Position("12|") != Position("|12")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_positions_are_words_cut_anywhere(n):
    found, deals = list(all_positions(n)), list(balanced_deals(n))
    assert len(found) == len(set(found)) == factorial(n + 1)
    assert {position.n for position in found} == {n}
    assert len(deals) == factorial(n)
    assert set(deals) == {position for position in found if 0 <= len(position.left) - len(position.right) <= 1}


@pytest.mark.parametrize("n", NOT_A_DECK_SIZE)
@pytest.mark.parametrize(
    "function", [check_deck_size, lambda n: list(balanced_deals(n)), lambda n: list(all_positions(n))]
)
def test_deck_sizes_are_whole_numbers_from_1(function, n):
    message = refusal(ParameterError, function, n)
    assert repr(n) in message
    assert "whole number from 1 to" in message


def test_deals_go_by_name():
    assert (Deals("all"), Deals("Balanced")) == (Deals.ALL, Deals.BALANCED)
    assert refusal(ParameterError, Deals, "odd") == "deals 'odd' is not known: use all or balanced"
