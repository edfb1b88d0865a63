"""Rounds worked by hand, and how the cards on the table go back."""

from collections import Counter

import pytest
import scipy

from tests.full_game.support import cards, first_round, played


@pytest.mark.parametrize(
    ("rules", "deal", "log", "hands"),
    [
        # Two cards left against five: too few for three face down.
        ("war=strict", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (2 8) (7) 6 -> player 2", "|455192876"),
        ("war=longest", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (2 8) (7) 6 -> player 2", "|455192876"),
        ("war=shortest", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) 2 8 -> player 2", "|764551928"),
        ("war=each", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (8) (7) 2 6 -> player 2", "|455198726"),
        # One against two: the larger hand is too small as well.
        ("war=strict", "5,1|5,9,8", "5 5 (1 9) (8) -> nobody", "|"),
        ("war=longest", "5,1|5,9,8", "5 5 (1 9) 8 -> player 2", "|55198"),
        ("war=shortest", "5,1|5,9,8", "5 5 1 9 -> player 2", "|85519"),
        ("war=each", "5,1|5,9,8", "5 5 (9) 1 8 -> player 2", "|55918"),
        # Three against three, as many as go face down; and just enough.
        ("war=strict", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) (9 8) -> nobody", "|"),
        ("war=longest", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) 9 8 -> player 1", "55132498|"),
        ("war=strict", "5,1,2,3,9|5,4,6,7,8", "5 5 (1 4) (2 6) (3 7) 9 8 -> player 1", "5514263798|"),
        # Nothing left against two, and nothing against nothing.
        ("war=strict", "5|5,9,8", "5 5 (9) (8) -> nobody", "|"),
        ("war=shortest", "5|5,9,8", "5 5 (9) 8 -> player 2", "|5598"),
        ("war=each", "5|5", "5 5 -> nobody", "|"),
        # A war in a war.
        ("war=strict", "5,1,2,3,7,1,9|5,4,6,8,7,2,2", "5 5 (1 4) (2 6) (3 8) 7 7 (1 2) (9 2) -> nobody", "|"),
        ("war=longest", "5,1,7,9|5,2,7,8,3,6", "5 5 (1 2) (7 7) (9 8) 3 -> player 2", "|6551277983"),
        ("war=shortest", "5,1,7,9|5,2,7,8,3,6", "5 5 (1 2) (7 7) 9 8 -> player 1", "55127798|36"),
        ("face-down=1", "5,1,7,2,3|5,9,7,8,6,4", "5 5 (1 9) 7 7 (2 8) 3 6 -> player 2", "|45519772836"),
        # Who was not tied takes part, and may win.
        ("face-down=1,players=3", "7,2,4|7,5,9,1|3,8,6,1", "7 7 3 (2 5 8) 4 9 6 -> player 2", "|1773258496|1"),
        ("face-down=1,players=3", "7,2,4|7,5,3|3,8,9", "7 7 3 (2 5 8) 4 3 9 -> player 3", "||773258439"),
        # Who is short is out; the others go on.
        ("face-down=1,players=3", "7,2|7,5,6|3,4,1,8", "7 7 3 (2 5 4) 6 1 -> player 2", "|77325461|8"),
        ("face-down=1,players=3", "7,1|7,1|3,4", "7 7 3 (1 1 4) -> nobody", "||"),
        ("war=shortest,players=3", "7|7,1,2,6|3,4,5,8,9", "7 7 3 (1 4) (2 5) 6 8 -> player 3", "||9773142568"),
        ("war=shortest,players=3", "7,9|7,1,2,6|3,4,5,8", "7 7 3 9 1 4 -> player 1", "773914|26|58"),
        ("war=longest,players=3", "7,9|7,1,2|3,4,5,6", "7 7 3 (9 1 4) (2 5) 6 -> player 3", "||773914256"),
        ("war=each,players=3", "7,9|7,1,2|3,4,5,6", "7 7 3 (1 4) (5) 9 2 6 -> player 1", "773145926||"),
        # Who has nothing does not play.
        ("players=4", "|2||3", "2 3 -> player 4", "|||23"),
    ],
)
def test_a_round_by_hand(rules, deal, log, hands):
    won = first_round(f"rutgers,{rules}", deal)
    assert str(won) == log
    assert won.hands == tuple(map(cards, hands.split("|")))


# What is won goes back

THREE_PLAYERS = "7,2,4|7,5,9,1|3,8,6,1"  # 7 7 3 (2 5 8) 4 9 6: the second player wins


def test_the_coin_is_thrown_once_a_round():
    rules = "rutgers,face-down=1,players=3,replacement=random-order"
    seen = Counter(first_round(rules, THREE_PLAYERS, seed=seed).returned for seed in range(200))
    assert seen.keys() == {cards("773528946"), cards("737285469")}
    assert scipy.stats.chisquare(list(seen.values())).pvalue > 0.001
    game = played("rutgers,deck=13x1,replacement=random-order", None, cap=30)
    assert {won.returned[0] > won.returned[1] for won in game.rounds} == {True, False}


def test_shuffled_cards_come_in_any_order():
    seen = Counter(first_round("kids,face-down=0", "4,1|4,2", game=game).returned for game in range(600))
    assert all(sorted(returned) == [1, 2, 4, 4] for returned in seen)
    assert len(seen) == 12
    assert scipy.stats.chisquare(list(seen.values())).pvalue > 0.001


@pytest.mark.long
def test_a_shuffled_pile_is_drawn_in_any_order():
    # 9 takes 1, 8 takes 2: then the pile 9 1 8 2 is drawn in any order, and only then.
    drawn = Counter()
    for seed in range(720):
        rounds = played("rutgers,winnings=shuffled", "ranks:9,8|1,2,3,3,3,3", seed=seed, cap=6).rounds
        assert [sorted(won.hands[0]) for won in rounds[:2]] == [[1, 8, 9], [1, 2, 8, 9]]
        drawn[tuple(won.plays[0][0][1] for won in rounds[2:])] += 1
    assert all(sorted(order) == [1, 2, 8, 9] for order in drawn)
    assert len(drawn) == 24
    assert scipy.stats.chisquare(list(drawn.values())).pvalue > 0.001
