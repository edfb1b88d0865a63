"""A game as the page has it: the cards that are laid are held, and what is taken up is what was laid."""

from collections import Counter

import pytest
from hypothesis import given

from tests.auction.support import line_ups
from tests.full_game.support import SEEDS, rule_sets
from tests.support import refusal
from wargraph.auction.game import play_auction
from wargraph.errors import TooLargeError
from wargraph.explorer import film as film_module
from wargraph.explorer.film import film
from wargraph.full_game.game import play_full_game


def assert_cards_are_kept(told):
    """No card is lost or made: what is laid was held, and is held again by somebody or lies on the table."""
    held = [Counter(hand) for hand in told["hands"]]
    table = Counter()
    for played in told["rounds"]:
        before = sum(held, Counter()) + table
        for player, card, _ in (laid for play in played["plays"] for laid in play):
            assert held[player][card]
            held[player][card] -= 1
        piles = played.get("piles", [()] * len(held))
        after = [Counter(hand) + Counter(pile) for hand, pile in zip(played["hands"], piles, strict=True)]
        for player, hand in enumerate(after):
            assert player == played["winner"] or hand == +held[player] or played["winner"] is None
        held, table = after, Counter(played.get("table", ()))
        if played["winner"] is not None:
            assert sum(held, Counter()) + table == before


@given(rule_sets(most_cards=20), SEEDS)
def test_full_games(rules, seed):
    game = play_full_game(rules, seed=seed, cap=200)
    told = film(game)
    assert_cards_are_kept(told)
    assert told["outcome"] == game.outcome
    assert len(told["players"]) == rules.players
    for played, line in zip(game.rounds, told["rounds"], strict=True):
        open_cards = [[card for _, card, is_down in play if not is_down] for play in line["plays"]]
        compared = [[card for _, card in played.plays[number]] for number in played.compared]
        assert [cards for cards in open_cards if cards] == compared


@given(line_ups(), SEEDS)
def test_auction_games(line_up, seed):
    game = play_auction(line_up, seed, cap=60)
    told = film(game)
    assert_cards_are_kept(told)
    for played, line in zip(game.rounds, told["rounds"], strict=True):
        for stage, fighters, play in zip(played.laid, played.fighters, line["plays"], strict=True):
            assert [laid[0] for laid in play if not laid[2]] == [player for player, _ in stage if player in fighters]
            assert [laid[1] for laid in play] == [card for _, cards in stage for card in cards]


def test_players_are_called_by_their_strategies_and_places():
    assert film(play_auction("Max+2xMin", cap=2))["players"] == ["Max 1", "Min 2", "Min 3"]
    assert film(play_full_game("rutgers,players=3", cap=2))["players"] == ["player 1", "player 2", "player 3"]


def test_cards_are_called_as_people_call_them():
    assert film(play_full_game("drew-stack,deck=13x4+2", cap=2))["names"][-5:] == ["J", "Q", "K", "A", "joker"]
    assert film(play_auction("Max+Min", cap=2))["names"] == []


def test_a_game_beyond_all_pages_is_refused(monkeypatch):
    monkeypatch.setattr(film_module, "MOST_ROUNDS", 3)
    assert "4 rounds" in refusal(TooLargeError, film, play_full_game("bryer", cap=4))
    assert len(film(play_full_game("bryer", cap=3))["rounds"]) == 3


@pytest.mark.parametrize("seed", range(3))
def test_the_dealt_hands_are_the_first(seed):
    game = play_full_game("kids", seed=seed)
    assert film(game)["hands"] == game.deal
