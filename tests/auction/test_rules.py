"""The rules: who takes the table, and what is left."""

from hypothesis import given
from hypothesis import strategies as st

from wargraph.auction.rules import cards_text, tied_players, without


def test_the_last_card_laid_down_counts():
    laid = {0: (2, 3, 4, 9), 1: (11, 12, 13, 5), 2: (9,)}
    assert tied_players(laid) == (0, 2)
    assert tied_players({}) == ()


def test_only_one_of_equal_cards_is_taken():
    assert without((3, 3), (2, 3, 3, 3, 4)) == (2, 3, 4)


@given(st.lists(st.integers(1, 13)))
def test_the_text_of_cards_counts_them_all(cards):
    words = [word.split("x") for word in cards_text(cards).split()]
    assert sorted(card for *count, card in words for _ in range(int(*count or [1]))) == sorted(map(str, cards))
