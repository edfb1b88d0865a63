"""A game as data: the cards that are laid are held, and what is taken up is what was laid."""

from bisect import bisect_right
from collections import Counter
from itertools import accumulate

from hypothesis import given

from tests.auction.support import line_ups
from tests.full_game.support import SEEDS, rule_sets
from tests.support import refusal
from wargraph.auction.game import play_auction
from wargraph.auction.rules import LAID_DOWN
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import play as play_deck
from wargraph.errors import TooLargeError
from wargraph.explorer import game_data as module
from wargraph.explorer.game_data import game_data
from wargraph.full_game.game import play_full_game


def ranks(rules, cards):
    """The ranks of cards that are numbered one by one, those of the lowest rank first."""
    return [bisect_right([*accumulate(rules.deck)], card - 1) + 1 for card in cards]


def assert_cards_are_kept(told):
    """No card is lost or made: what is laid was held, and is held again by somebody or lies on the table."""
    hands = [Counter(hand) for hand in told["hands"]]
    piles = [Counter() for _ in hands]
    table = Counter()
    for played in told["rounds"]:
        before = sum(hands + piles, Counter()) + table
        for player, card, _ in (laid for play in played["plays"] for laid in play):
            if not hands[player]:  # the pile is taken up
                hands[player], piles[player] = piles[player], Counter()
            assert hands[player][card]
            hands[player] -= Counter([card])
        held = [hand + pile for hand, pile in zip(hands, piles, strict=True)]
        hands = [*map(Counter, played["hands"])]
        piles = [*map(Counter, played.get("piles", [()] * len(held)))]
        after = [hand + pile for hand, pile in zip(hands, piles, strict=True)]
        for player, hand in enumerate(after):
            assert player == played["winner"] or hand == held[player] or played["winner"] is None
        table = Counter(played.get("table", ()))
        if played["winner"] is not None:
            assert sum(after, Counter()) + table == before


@given(rule_sets(most_cards=20), SEEDS)
def test_full_games(rules, seed):
    game = play_full_game(rules, seed=seed, cap=200)
    told = game_data(game)
    assert_cards_are_kept(told)
    assert told["outcome"] == game.outcome
    assert len(told["players"]) == rules.players
    assert [ranks(rules, hand) for hand in told["hands"]] == [list(hand) for hand in game.deal]
    for played, line in zip(game.rounds, told["rounds"], strict=True):
        open_cards = [[card for _, card, is_down in play if not is_down] for play in line["plays"]]
        compared = [[card for _, card in played.plays[number]] for number in played.compared]
        assert [ranks(rules, cards) for cards in open_cards if cards] == compared
        piles = line.get("piles", [[]] * rules.players)
        assert [ranks(rules, [*hand, *pile]) for hand, pile in zip(line["hands"], piles, strict=True)] == [
            list(hand) for hand in played.hands
        ]
        assert tuple(map(len, piles)) == played.won


@given(line_ups(), SEEDS)
def test_auction_games(line_up, seed):
    game = play_auction(line_up, seed, cap=60)
    told = game_data(game)
    assert_cards_are_kept(told)
    for played, line in zip(game.rounds, told["rounds"], strict=True):
        for number, (stage, play) in enumerate(zip(played.laid, line["plays"], strict=True)):
            fighters = [player - 1 for player, cards in stage if not number or len(cards) > LAID_DOWN]
            assert [laid[0] for laid in play if not laid[2]] == fighters
            assert [laid[1] for laid in play] == [card for _, cards in stage for card in cards]


def test_players_and_cards_have_names_for_people():
    assert game_data(play_auction("Max+2xMin", cap=2))["players"] == ["Max 1", "Min 2", "Min 3"]
    assert game_data(play_full_game("rutgers,players=3", cap=2))["players"] == ["player 1", "player 2", "player 3"]
    names = game_data(play_full_game("drew-stack,deck=13x4+2", cap=2))["names"]
    assert (names[:5], names[-3:], len(names)) == (["2♠", "2♥", "2♣", "2♦", "3♠"], ["A♦", "joker", "joker"], 54)
    assert game_data(play_full_game("kids,deck=2x2", cap=2))["names"] == ["1♠", "1♥", "2♠", "2♥"]
    gestures = game_data(play_full_game("kids,beats=rock-paper-scissors,deck=3x2", cap=2))["names"]
    assert gestures == ["rock", "rock", "paper", "paper", "scissors", "scissors"]
    spock = Relation.of("rock-paper-scissors")
    for game in (play_full_game("drew-stack,deck=3x1", cap=2), play_deck(Position("2|13"), "LW")):
        assert game_data(game)["names"] == ["1", "2", "3"]
    named = game_data(play_deck(spock.position("rock|paper scissors"), "LW", spock))
    assert named["names"] == ["rock", "paper", "scissors"]


def test_turns_are_rounds_with_one_pair():
    told = game_data(play_deck(Position("41|32"), "WL"))
    assert told["players"] == ["Left", "Right"]
    assert told["rounds"][0] == {"plays": [[[0, 4, False], [1, 3, False]]], "winner": 0, "hands": [(1, 4, 3), (2,)]}
    draw = Relation.of([[0, 0], [0, 0]], interpretation="draws")
    (turn,) = game_data(play_deck(Position("1|2"), "WL", draw))["rounds"]
    assert (turn["winner"], turn["hands"]) == (None, [(), ()])


def test_a_game_beyond_all_pages_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROUNDS", 3)
    assert "4 rounds" in refusal(TooLargeError, game_data, play_full_game("bryer", cap=4))
    assert len(game_data(play_full_game("bryer", cap=3))["rounds"]) == 3
