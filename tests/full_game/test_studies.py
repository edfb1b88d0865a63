"""The studies' own procedures, written once more from their text, play the same games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import deals
from tests.support import examples
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import RuleSet


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
    """The winner (None: not within so many rounds), the rounds that count, and the hands after each round."""
    hands, after = [list(hand) for hand in deal], []
    for counted in range(rounds):
        winner, taken = bryer_round(*hands)
        if taken is None:
            return winner, counted, after
        hands[winner] += taken
        after.append(tuple(map(tuple, hands)))
        if not hands[1 - winner]:
            return winner, counted, after
    return None, None, after


class Player:
    """A player who puts won cards on a pile, and takes it up when the hand is empty."""

    def __init__(self, hand, take_up):
        self.hand, self.pile, self.take_up = list(hand), [], take_up

    def own(self):
        return len(self.hand) + len(self.pile)

    def draw(self):
        if not self.hand:
            self.hand, self.pile = self.take_up(self.pile), []
        return self.hand.pop(0)


def drew_turn(players):
    """Who wins, and the cards as they went on the table; None for the cards if a player has none to go on with."""
    table = []
    while True:
        table += [player.draw() for player in players]
        first, second = table[-2:]
        if first != second:
            winner = 0 if first > second else 1
            players[winner].pile += table[::-1]
            return winner, table
        for loser, player in enumerate(players):
            if not player.own():
                return 1 - loser, None
        for _ in range(min(3, *(player.own() - 1 for player in players))):
            table += [player.draw() for player in players]


def regular_round(players):
    """Who wins, None if nobody can go on, and the cards as they went on the table. A pile has its top card first."""
    table = [player.draw() for player in players]
    winner = None
    while table[-2] == table[-1]:
        able = [player.own() >= 4 for player in players]
        for _ in range(3):
            table += [player.draw() for player in players if player.own()]
        if not all(able):  # who cannot go on is out, with all cards; the other need not show one to win, but does
            table += [player.draw() for player, is_able in zip(players, able, strict=True) if is_able]
            winner = able.index(True) if any(able) else None
            break
        table += [player.draw() for player in players]
    else:
        winner = int(table[-1] > table[-2])
    if winner is not None:
        for card in table:
            players[winner].pile.insert(0, card)
    return winner, table


def game_with_piles(play_round, deal, take_up, rounds):
    """The winner (None: nobody, or not within so many rounds), the rounds, and the cards on the table in each."""
    players, tables = [Player(hand, take_up) for hand in deal], []
    while len(tables) < rounds:
        winner, table = play_round(players)
        if table is None:
            return winner, len(tables) + 1, tables
        tables.append(table)
        if winner is None or not players[1 - winner].own():
            return winner, len(tables), tables
    return None, None, tables


def drew_game(deal, rounds):
    return game_with_piles(drew_turn, deal, list, rounds)


def regular_game(deal, rounds):
    """Regular War: the pile is turned over when the hand is empty."""
    return game_with_piles(regular_round, deal, lambda pile: pile[::-1], rounds)


DECKS = ["13x4", "13x4", "6x4", "5x2", "3x6", "2x4", "1x12"]


def hands_after(rounds):
    return [won.hands for won in rounds]


def tables_of(rounds):
    """The cards of each round in the order in which they went on the table."""
    return [[card for play in won.plays for _, card in play] for won in rounds]


@pytest.mark.parametrize(
    ("name", "study", "seen_in"),
    [("bryer", bryer_game, hands_after), ("drew-stack", drew_game, tables_of), ("regular", regular_game, tables_of)],
)
@examples(75)
@given(st.sampled_from(DECKS), st.data())
def test_the_games_of_a_study(name, study, seen_in, deck, data):
    rules = RuleSet.parse(f"{name},deck={deck}")
    deal = data.draw(deals(rules))
    game = play_full_game(rules, deal, cap=400)
    winner, turns, seen = study(deal, len(game.rounds))
    assert game.winner == {None: None, 0: 1, 1: 2}[winner]
    assert winner is None or game.turns == turns
    assert seen_in(game.rounds)[: len(seen)] == seen
    assert len(game.rounds) - len(seen) <= (winner is not None)
