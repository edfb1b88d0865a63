"""The rules: who takes the table, who goes to war, what is left."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wargraph.auction.rules import cards_text, fighters, laid_in_war, lay, tied_players, without


def test_the_highest_card_played_is_the_last_one_laid():
    laid = {0: (2, 3, 4, 9), 1: (11, 12, 13, 5), 2: (9,)}
    assert tied_players(laid) == (0, 2)
    assert tied_players({}) == ()


def test_who_has_fewer_than_four_cards_is_out_of_the_war():
    hands = ((2, 3, 4), (2, 3, 4, 5), (), (9, 9, 9, 9))
    assert fighters([0, 1, 2], hands) == (1,)
    assert laid_in_war([0, 1, 2], hands, {1: (5, 4, 3, 2)}) == {0: (2, 3, 4), 1: (5, 4, 3, 2), 2: ()}


def test_only_one_of_equal_cards_is_taken():
    assert without((3, 3), (2, 3, 3, 3, 4)) == (2, 3, 4)


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=9).map(sorted).map(tuple), min_size=2, max_size=4))
def test_cards_are_conserved(hands):
    before = Counter(card for hand in hands for card in hand)
    laid = {player: hand[:1] for player, hand in enumerate(hands)}
    left, table = lay(laid, hands, ())
    assert Counter(table) == Counter(hand[0] for hand in hands)
    tied = tied_players(laid)
    chosen = {player: left[player][:4] for player in fighters(tied, left)}
    left, table = lay(laid_in_war(tied, left, chosen), left, table)
    assert Counter([card for hand in left for card in hand]) + Counter(table) == before
    assert all(not left[player] for player in tied if player not in chosen)


@given(st.lists(st.integers(1, 13)))
def test_the_text_of_cards_counts_them_all(cards):
    words = [word.split("x") for word in cards_text(cards).split()]
    assert sorted(card for *count, card in words for _ in range(int(*count or [1]))) == sorted(map(str, cards))
