"""The studies' own procedures, written once more from their text, play the same games."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.full_game.support import deals
from wargraph.chance import Chance
from wargraph.endings import Ending
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rounds import play_on
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.full_game.shortest.luck import LateHolding


def bryer_round(first, second):
    """Who wins, and the cards taken; None for the cards if a player has too few for a war."""
    if first[0] != second[0]:
        tops = [first.pop(0), second.pop(0)]
        return (0, tops) if tops[0] > tops[1] else (1, tops[::-1])
    for loser, hand in enumerate((first, second)):
        if len(hand) < 5:
            return 1 - loser, None
    aside = first[:4] + second[:4]
    del first[:4], second[:4]
    winner, taken = bryer_round(first, second)
    return winner, None if taken is None else taken + aside


def bryer_game(deal, rounds):
    """The winner (None: not within so many rounds), the rounds that count, and the hands after each of them."""
    hands, after = [list(hand) for hand in deal], []
    for counted in range(rounds):
        winner, taken = bryer_round(*hands)
        if taken is not None:
            hands[winner] += taken
        if taken is None or not hands[1 - winner]:
            return winner, counted, after
        after.append(tuple(map(tuple, hands)))
    return None, None, after


class DrewPlayer:
    def __init__(self, hand, shuffle):
        self.hand, self.pile, self.shuffle = list(hand), [], shuffle

    def own(self):
        return len(self.hand) + len(self.pile)

    def draw(self):
        if not self.hand:
            self.shuffle(self.pile)
            self.hand, self.pile = self.pile, []
        return self.hand.pop(0)


def drew_turn(players):
    """Who wins, and the cards as they went on the table; None for the cards if a player has none to go on with."""
    table = []
    while True:
        table += [player.draw() for player in players]
        first, second = table[-2:]
        if first != second:
            return (0 if first > second else 1), table
        for loser, player in enumerate(players):
            if not player.own():
                return 1 - loser, None
        for _ in range(min(3, *(player.own() - 1 for player in players))):
            table += [player.draw() for player in players]


def drew_game(deal, shuffle, turns):
    """The winner (None: not within so many turns), the turns, and the cards on the table in each of them."""
    players, tables = [DrewPlayer(hand, shuffle) for hand in deal], []
    for turn in range(1, turns + 1):
        winner, table = drew_turn(players)
        if table is not None:
            players[winner].pile += table[::-1]
            tables.append(table)
        if table is None or not players[1 - winner].own():
            return winner, turn, tables
    return None, None, tables


class ChanceByCards(Chance):
    """Shuffles that depend on nothing but the cards: so it does not matter which player shuffles first."""

    def shuffle(self, cards):
        Random(str(cards)).shuffle(cards)


DECKS = ["13x4", "13x4", "6x4", "5x2", "3x6", "2x4", "1x12"]


@settings(max_examples=150)
@given(st.sampled_from(DECKS), st.data())
def test_bryer_s_games(deck, data):
    rules = RuleSet.parse(f"bryer,deck={deck}")
    deal = data.draw(deals(rules))
    game = play_full_game(rules, deal, cap=400)
    winner, turns, after = bryer_game(deal, len(game.rounds))
    assert game.winner == winner
    assert winner is None or game.turns == turns
    assert [won.hands for won in game.rounds][: len(after)] == after
    assert len(after) == len(game.rounds) - (winner is not None)


def tables_of(rounds):
    """The cards of each round in the order in which they went on the table."""
    return [[card for play in won.plays for _, card in play] for won in rounds]


@settings(max_examples=100)
@given(st.sampled_from(DECKS), st.data())
def test_drew_s_games_with_the_pile_as_it_lies(deck, data):
    rules = RuleSet.parse(f"drew-stack,deck={deck}")
    deal = data.draw(deals(rules))
    game = play_full_game(rules, deal, cap=400)
    winner, turns, tables = drew_game(deal, lambda _: None, len(game.rounds))
    assert game.winner == winner
    assert winner is None or game.turns == turns
    assert tables_of(game.rounds)[: len(tables)] == tables
    assert len(game.rounds) - len(tables) <= (winner is not None)


@settings(max_examples=100)
@given(st.sampled_from(DECKS), st.data())
def test_drew_s_games_with_the_pile_shuffled(deck, data):
    rules, chance = RuleSet.parse(f"drew-shuffle,deck={deck}"), ChanceByCards()
    deal = data.draw(deals(rules))
    winner, turns, tables = drew_game(deal, chance.shuffle, 400)
    holdings = [LateHolding(hand, pile, chance) for hand, pile in zip(deal, rules.piles, strict=True)]
    rounds = []
    while len(rounds) < 400 and all(holdings):
        rounds.append(play_on(rules, holdings, chance))
    assert winner is None or (rounds[-1].winner, len(rounds)) == (winner, turns)
    assert tables_of(rounds)[: len(tables)] == tables


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_the_presets_end(name):
    endings = Counter(play_full_game(RuleSet.preset(name), seed=1, game=game).ending for game in range(8))
    assert endings[Ending.WON] > 0
    assert endings.keys() <= {Ending.WON, Ending.TIED, Ending.ENDLESS}
