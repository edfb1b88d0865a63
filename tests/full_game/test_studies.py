"""The studies' own procedures, written once more from their text, play the same games."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import deals, played
from tests.support import examples
from wargraph.core.endings import Ending
from wargraph.core.rng import Chance
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rounds import play_on
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.full_game.shortest.luck import LateHolding
from wargraph.full_game.simulate import simulate


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


class RegularPlayer:
    """A player of Regular War: won cards are laid on a pile, which is turned over when the hand is empty."""

    def __init__(self, hand):
        self.hand, self.pile = list(hand), []  # both with the top card first

    def own(self):
        return len(self.hand) + len(self.pile)

    def draw(self):
        if not self.hand:
            self.hand, self.pile = self.pile[::-1], []
        return self.hand.pop(0)


def regular_round(players):
    """Who wins, None if nobody can go on, and the cards as they went on the table."""
    table = [player.draw() for player in players]
    while table[-2] == table[-1]:
        able = [player.own() >= 4 for player in players]
        for _ in range(3):
            table += [player.draw() for player in players if player.own()]
        if not all(able):  # who cannot go on is out, with all cards; the other need not show one to win, but does
            table += [player.draw() for player, is_able in zip(players, able, strict=True) if is_able]
            return able.index(True) if any(able) else None, table
        table += [player.draw() for player in players]
    return int(table[-1] > table[-2]), table


def regular_game(deal, rounds):
    """The winner (None: nobody, or not within so many rounds), and the cards on the table in each round."""
    players, tables = [RegularPlayer(hand) for hand in deal], []
    while len(tables) < rounds and all(player.own() for player in players):
        winner, table = regular_round(players)
        tables.append(table)
        if winner is not None:
            for card in table:
                players[winner].pile.insert(0, card)
    left = [player for player in range(2) if players[player].own()]
    return (left[0] if len(left) == 1 else None), tables


class ChanceByCards(Chance):
    """Shuffles that depend on nothing but the cards: so it does not matter which player shuffles first."""

    def shuffle(self, cards):
        Random(str(cards)).shuffle(cards)


DECKS = ["13x4", "13x4", "6x4", "5x2", "3x6", "2x4", "1x12"]


@examples(150)
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


@examples(100)
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


@examples(100)
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


@examples(150)
@given(st.sampled_from(DECKS), st.data())
def test_games_of_regular_war(deck, data):
    rules = RuleSet.parse(f"regular,deck={deck}")
    deal = data.draw(deals(rules))
    game = play_full_game(rules, deal, cap=400)
    winner, tables = regular_game(deal, len(game.rounds))
    assert game.winner == winner
    assert tables_of(game.rounds) == tables


def test_the_pile_of_regular_war_is_flipped_in_the_midst_of_a_war():
    """The first player's pile is 9 2 8 1 from below: flipped, the 9 lies on top, and the 1 is left to compare."""
    deal = "9,8,5|2,1,5,3,3,3,4"
    game = played("regular", deal)
    assert [str(won) for won in game.rounds] == [
        "9 2 -> player 1",
        "8 1 -> player 1",
        "5 5 (9 3) (2 3) (8 3) 1 4 -> player 2",
    ]
    assert (game.winner, game.rounds[-1].hands[0]) == (1, ())
    taken_from_the_top = played("regular,piles=last-won-first", deal)
    assert str(taken_from_the_top.rounds[2]) == "5 5 (1 3) (8 3) (2 3) 9 4 -> player 1"


def test_who_has_too_few_cards_for_a_regular_war_is_out():
    game = played("regular", "9,5,7|2,5,8,7,6,4")  # after the tie three cards against four
    assert [str(won) for won in game.rounds] == ["9 2 -> player 1", "5 5 (7 8) (9 7) (2 6) 4 -> player 2"]
    assert game.winner == 1


def test_regular_war_is_the_game_of_the_procedures_card_for_card():
    """A pile that is flipped gives cards in the order in which they would lie under the hand."""
    regular, rutgers = (simulate(rules, 3000, seed=2) for rules in ("regular", "rutgers"))
    for table in ("length_rows", "ending_rows", "war_rows", "period_rows", "held_rows"):
        assert getattr(regular, table)() == getattr(rutgers, table)()
    assert regular.endless > 200


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_the_presets_end(name):
    endings = Counter(play_full_game(RuleSet.preset(name), seed=1, game=game).ending for game in range(8))
    assert endings[Ending.WON] > 0
    assert endings.keys() <= {Ending.WON, Ending.TIED, Ending.ENDLESS}
