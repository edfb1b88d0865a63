"""The full game in plain Python: rounds worked by hand, the studies' own procedures, and every round checked."""

from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.full_game.support import deck_of, rule_sets
from tests.support import ORDERS, positions_of, refusal
from wargraph import Position, play_out
from wargraph.chance import Chance
from wargraph.endings import CAP, MOST_ROUNDS, Ending
from wargraph.errors import ParameterError, PositionError
from wargraph.full_game.choices import NobodyLeft, Pile, Replacement, WarRule
from wargraph.full_game.game import checked_cap, deal, play_full_game, play_round
from wargraph.full_game.hands import dealt_hands, hands_text, shuffled_deck
from wargraph.full_game.rounds import play_on
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.full_game.shortest import LateHolding
from wargraph.rules import Player

SEEDS = st.integers(0, 2**64 - 1)
LAST_WINS = "nobody-left=last-player"


def played(rules, deal, **options):
    return play_full_game(RuleSet.parse(rules), deal, **options)


def first_round(rules, deal, **options):
    return played(rules, deal, cap=1, **options).rounds[0]


def cards(text):
    """Cards of one digit each."""
    return tuple(map(int, text))


@st.composite
def deals(draw, rules):
    """Hands of any sizes from the deck of the rules, at least two of them not empty."""
    random = Random(draw(SEEDS))
    deck = deck_of(rules)
    random.shuffle(deck)
    if draw(st.booleans()):
        return dealt_hands(rules, deck)
    first, second = random.sample(range(rules.players), 2)
    sizes = Counter({first: 1, second: 1})
    sizes.update(random.randrange(rules.players) for _ in range(random.randint(0, len(deck) - 2)))
    ends = list(accumulate((sizes[player] for player in range(rules.players)), initial=0))
    return tuple(tuple(deck[start:end]) for start, end in pairwise(ends))


@st.composite
def rules_and_deals(draw, **options):
    rules = draw(rule_sets(**options))
    return rules, draw(deals(rules))


# Rounds worked by hand


@pytest.mark.parametrize(
    ("war", "deal", "log", "hands"),
    [
        # Two cards left against five: too few for three face down.
        ("strict", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (2 8) (7) 6 -> player 2", ("", "455192876")),
        ("longest", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (2 8) (7) 6 -> player 2", ("", "455192876")),
        ("shortest", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) 2 8 -> player 2", ("", "764551928")),
        ("each", "5,1,2|5,9,8,7,6,4", "5 5 (1 9) (8) (7) 2 6 -> player 2", ("", "455198726")),
        # One against two: the larger hand is too small as well.
        ("strict", "5,1|5,9,8", "5 5 (1 9) (8) -> nobody", ("", "")),
        ("longest", "5,1|5,9,8", "5 5 (1 9) 8 -> player 2", ("", "55198")),
        ("shortest", "5,1|5,9,8", "5 5 1 9 -> player 2", ("", "85519")),
        ("each", "5,1|5,9,8", "5 5 (9) 1 8 -> player 2", ("", "55918")),
        # Three against three, as many as go face down.
        ("strict", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) (9 8) -> nobody", ("", "")),
        ("longest", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) 9 8 -> player 1", ("55132498", "")),
        ("shortest", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) 9 8 -> player 1", ("55132498", "")),
        ("each", "5,1,2,9|5,3,4,8", "5 5 (1 3) (2 4) 9 8 -> player 1", ("55132498", "")),
        # Four against four: just enough.
        *((war, "5,1,2,3,9|5,4,6,7,8", "5 5 (1 4) (2 6) (3 7) 9 8 -> player 1", ("5514263798", "")) for war in WarRule),
        # Nothing left against two, and nothing against nothing.
        ("strict", "5|5,9,8", "5 5 (9) (8) -> nobody", ("", "")),
        ("longest", "5|5,9,8", "5 5 (9) 8 -> player 2", ("", "5598")),
        ("shortest", "5|5,9,8", "5 5 (9) 8 -> player 2", ("", "5598")),
        ("each", "5|5,9,8", "5 5 (9) 8 -> player 2", ("", "5598")),
        *((war, "5|5", "5 5 -> nobody", ("", "")) for war in WarRule),
        # A war in a war.
        ("strict", "5,1,2,3,7,1,9|5,4,6,8,7,2,2", "5 5 (1 4) (2 6) (3 8) 7 7 (1 2) (9 2) -> nobody", ("", "")),
        ("shortest", "5,1,2,3,7,1,9|5,4,6,8,7,2,2", "5 5 (1 4) (2 6) (3 8) 7 7 (1 2) 9 2 -> player 1", None),
        ("longest", "5,1,7,9|5,2,7,8,3,6", "5 5 (1 2) (7 7) (9 8) 3 -> player 2", ("", "6551277983")),
        ("shortest", "5,1,7,9|5,2,7,8,3,6", "5 5 (1 2) (7 7) 9 8 -> player 1", ("55127798", "36")),
    ],
)
def test_a_war_of_two(war, deal, log, hands):
    won = first_round(f"rutgers,war={war}", deal)
    assert str(won) == log
    assert hands is None or won.hands == tuple(map(cards, hands))


@pytest.mark.parametrize(
    ("rules", "deal", "log", "hands"),
    [
        ("face-down=0", "5,1|5,2", "5 5 1 2 -> player 2", ("", "5512")),
        ("face-down=0", "5|5,2", "5 5 2 -> player 2", ("", "552")),
        ("face-down=1", "5,1,7,2,3|5,9,7,8,6,4", "5 5 (1 9) 7 7 (2 8) 3 6 -> player 2", ("", "45519772836")),
        # Who was not tied takes part, and may win.
        ("face-down=1,players=3", "7,2,4|7,5,9,1|3,8,6,1", "7 7 3 (2 5 8) 4 9 6 -> player 2", ("", "1773258496", "1")),
        ("face-down=1,players=3", "7,2,4|7,5,3|3,8,9", "7 7 3 (2 5 8) 4 3 9 -> player 3", ("", "", "773258439")),
        ("face-down=1,players=3", "7,2,4|7,5,3|7,8,9", "7 7 7 (2 5 8) 4 3 9 -> player 3", ("", "", "777258439")),
        # Who is short is out; the others go on.
        ("face-down=1,players=3", "7,2|7,5,6|3,4,1,8", "7 7 3 (2 5 4) 6 1 -> player 2", ("", "77325461", "8")),
        ("face-down=1,players=3", "7|7|3,4,1", "7 7 3 (4) 1 -> player 3", ("", "", "77341")),
        ("face-down=1,players=3", "7,1|7,1|3,4", "7 7 3 (1 1 4) -> nobody", ("", "", "")),
        ("war=shortest,players=3", "7|7,1,2,6|3,4,5,8,9", "7 7 3 (1 4) (2 5) 6 8 -> player 3", ("", "", "9773142568")),
        ("war=shortest,players=3", "7,9|7,1,2,6|3,4,5,8", "7 7 3 9 1 4 -> player 1", ("773914", "26", "58")),
        ("war=longest,players=3", "7,9|7,1,2|3,4,5,6", "7 7 3 (9 1 4) (2 5) 6 -> player 3", ("", "", "773914256")),
        ("war=longest,players=3", "7,9,8|7,1,2|3,4", "7 7 3 (9 1 4) 8 2 -> player 1", ("77391482", "", "")),
        ("war=each,players=3", "7,9|7,1,2|3,4,5,6", "7 7 3 (1 4) (5) 9 2 6 -> player 1", ("773145926", "", "")),
        # Who has nothing does not play.
        ("players=3", "2||3,1", "2 3 -> player 3", ("", "", "123")),
        ("players=4", "|2||3", "2 3 -> player 4", ("", "", "", "23")),
    ],
)
def test_a_round_by_hand(rules, deal, log, hands):
    won = first_round(f"rutgers,{rules}", deal)
    assert str(won) == log
    assert won.hands == tuple(map(cards, hands))


@pytest.mark.parametrize(
    ("rules", "deal", "compared", "tied", "short"),
    [
        ("rutgers", "5,1|5,2", (0,), (2,), 1),
        ("rutgers", "4,1|5,2", (0,), (), 0),
        ("rutgers,war=shortest", "5,1|5,2", (0, 1), (2,), 1),
        ("rutgers,face-down=1", "5,1,2|5,2,3", (0, 2), (2,), 0),
        ("rutgers,face-down=1", "5,1,7,2|5,9,7,8", (0, 2), (2, 2), 1),
        ("rutgers,face-down=1,players=4", "7,1,6,2,3|7,1,6,2,4|7,1,5|4,3,5", (0, 2, 4), (3, 2), 1),
    ],
)
def test_what_a_round_says_of_its_wars(rules, deal, compared, tied, short):
    won = first_round(rules, deal)
    assert (won.compared, won.tied, won.short) == (compared, tied, short)


@pytest.mark.parametrize(
    ("deal", "winner", "hands"),
    [("5|5", 1, ("", "55")), ("5,1,2|5,3", 1, ("", "55132")), ("5|5|3", 1, None), ("5|5|", 1, None)],
)
def test_the_last_of_the_tied_players_wins_when_nobody_is_left(deal, winner, hands):
    players = deal.count("|") + 1
    game = played(f"rutgers,players={players},{LAST_WINS}", deal)
    assert (game.ending, game.winner, len(game.rounds)) == (Ending.WON, winner, 1)
    assert hands is None or game.rounds[0].hands == tuple(map(cards, hands))


def test_it_is_the_last_of_those_tied_in_the_last_comparison():
    # The third player is out after the first war, and the fourth lays the last card then.
    game = played(f"rutgers,face-down=1,players=4,{LAST_WINS}", "7,1,6|7,1,6|3|3,1")
    assert str(game.rounds[0]) == "7 7 3 3 (1 1 1) 6 6 -> player 2"
    assert (game.ending, game.winner) == (Ending.WON, 1)


# What is won goes back

TWO_WARS = "5,8,6,3,1,4|5,2,6,7,9,4"  # 5 5 (8 2) 6 6 (3 7) 1 9: the second player wins
THREE_PLAYERS = "7,2,4|7,5,9,1|3,8,6,1"  # 7 7 3 (2 5 8) 4 9 6: the second player wins
ONE_SHORT = "7,2,9|7,5,4|3,1"  # 7 7 3 (2 5 1) 9 4: the first player wins


@pytest.mark.parametrize(
    ("replacement", "two_wars", "three_players", "one_short"),
    [
        ("played", "5582663719", "773258496", "77325194"),
        ("reversed", "9173662855", "694852377", "49152377"),
        ("ascending", "1235566789", "234567789", "12345779"),
        ("descending", "9876655321", "987765432", "97754321"),
        ("ascending-by-play", "5528663719", "377258469", "37712549"),
        ("descending-by-play", "5582667391", "773852964", "77352194"),
        ("top-down", "9173668255", "964852773", "94521773"),
        ("winner-first", "5528667391", "773528946", "77325194"),
        ("loser-first", "5582663719", "737285469", "73751249"),
        ("deciding-first", "9163675852", "946727538", "94727531"),
    ],
)
def test_the_order_in_which_cards_go_back(replacement, two_wars, three_players, one_short):
    rules = f"rutgers,face-down=1,replacement={replacement}"
    for hands, players, winner, expected in (
        (TWO_WARS, 2, 1, two_wars),
        (THREE_PLAYERS, 3, 1, three_players),
        (ONE_SHORT, 3, 0, one_short),
    ):
        won = first_round(f"{rules},players={players}", hands)
        assert (won.winner, won.returned) == (winner, cards(expected))


def test_the_coin_is_thrown_once_a_round():
    rules = "rutgers,face-down=1,players=3,replacement=random-order"
    seen = Counter(first_round(rules, THREE_PLAYERS, seed=seed).returned for seed in range(400))
    assert seen.keys() == {cards("773528946"), cards("737285469")}
    assert chisquare(list(seen.values())).pvalue > 0.001
    game = played("rutgers,deck=13x1,replacement=random-order", None, cap=30)
    assert {won.returned[0] > won.returned[1] for won in game.rounds} == {True, False}


def test_shuffled_cards_come_in_any_order():
    seen = Counter(first_round("kids,face-down=0", "4,1|4,2", game=game).returned for game in range(2400))
    assert all(sorted(returned) == [1, 2, 4, 4] for returned in seen)
    assert len(seen) == 12
    assert chisquare(list(seen.values())).pvalue > 0.001


def test_winnings_as_they_lie_come_in_the_order_in_which_they_were_won():
    rounds = played("rutgers,piles=as-it-lies", "4,1|2,3", cap=4).rounds
    assert [won.hands for won in rounds] == [((1, 4, 2), (3,)), ((4, 2), (1, 3)), ((2, 4, 1), (3,)), ((4, 1), (2, 3))]


def test_a_turned_pile_is_drawn_from_what_was_won_last():
    game = played("rutgers,piles=turned", "4,1|2,3")
    assert [won.hands for won in game.rounds] == [
        ((1, 2, 4), (3,)),  # 4 against 2
        ((2, 4), (3, 1)),  # 1 against 3
        ((4,), (1, 3, 2)),  # 2 against 3: the first pile was turned to 2 4, the second to 3 1
        ((1, 4), (3, 2)),  # 4 against 1
        ((4,), (2, 3, 1)),  # 1 against 3
        ((2, 4), (3, 1)),  # 4 against 2: the second state again
    ]
    assert (game.ending, game.entry, game.period) == (Ending.ENDLESS, 2, 4)


def test_winnings_on_top_are_played_next():
    game = played("rutgers,piles=on-top", "4,2,9|3,4,5,6,1,7,8")
    assert [won.hands for won in game.rounds] == [
        ((4, 3, 2, 9), (4, 5, 6, 1, 7, 8)),  # 4 against 3: the first of the won cards is drawn next
        ((), (4, 4, 3, 5, 2, 6, 9, 1, 7, 8)),  # a war: 4 against 4, all laid down, and 7 decides
    ]


def test_winnings_on_top_can_go_to_and_fro_for_ever():
    game = played("rutgers,replacement=loser-first,piles=on-top", "3|1,2")
    assert [won.hands for won in game.rounds] == [((1, 3), (2,)), ((3,), (1, 2))]  # 3 takes 1, and 2 takes it back
    assert (game.ending, game.entry, game.period) == (Ending.ENDLESS, 0, 2)


def test_the_same_hands_are_another_state_where_the_pile_begins_elsewhere():
    game = played("rutgers,replacement=winner-first,piles=turned", "3,1,2|4,5")
    assert [won.hands for won in game.rounds] == [
        ((1, 2), (5, 3, 4)),  # 4 takes 3: a hand of one card and a pile of two
        ((2,), (1, 5, 3, 4)),  # 5 takes 1: all on the pile
        ((1, 2), (5, 3, 4)),  # 2 takes 1: a hand of three cards
        ((2,), (3, 4, 1, 5)),  # 5 takes 1, and this time it is not what is drawn next
        ((), (4, 2, 3, 1, 5)),
    ]
    assert (game.ending, game.winner) == (Ending.WON, 1)


def test_piles_may_differ():
    rounds = played("rutgers,piles=under/turned", "4,1|2,3", cap=4).rounds
    assert [won.hands for won in rounds] == [((1, 4, 2), (3,)), ((4, 2), (3, 1)), ((2, 4, 3), (1,)), ((4, 3, 2, 1), ())]


def test_a_shuffled_pile_is_drawn_in_any_order_once_the_hand_is_empty():
    # 9 takes 1, 8 takes 2: then the pile 9 1 8 2 is drawn in any order, and only then.
    drawn = Counter()
    for seed in range(2400):
        rounds = played("rutgers,piles=shuffled", "9,8|1,2,3,3,3,3", seed=seed, cap=6).rounds
        assert [sorted(won.hands[0]) for won in rounds[:2]] == [[1, 8, 9], [1, 2, 8, 9]]
        drawn[tuple(won.plays[0][0][1] for won in rounds[2:])] += 1
    assert all(sorted(order) == [1, 2, 8, 9] for order in drawn)
    assert len(drawn) == 24
    assert chisquare(list(drawn.values())).pvalue > 0.001


def test_a_shuffled_pile_may_be_needed_in_a_war():
    # 9 takes 1; then 8 meets 8, and the cards of the pile are all there is to lay down.
    for seed in range(20):
        war = played("drew-shuffle", "9,8|1,8,2,2", seed=seed, cap=2).rounds[1]
        assert str(war) in ("8 8 (9 2) 1 2 -> player 2", "8 8 (1 2) 9 2 -> player 1")


# Dealing, counting, endings


@pytest.mark.parametrize(
    ("dealing", "hands"),
    [
        ("blocks", ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
        ("alternate", ((1, 4, 7), (2, 5, 8), (3, 6, 9))),
        ("alternate-all", ((1, 4, 7, 10), (2, 5, 8), (3, 6, 9))),
    ],
)
def test_how_a_deck_is_dealt(dealing, hands):
    rules = RuleSet(ranks=10, suits=1, players=3, dealing=dealing)
    assert dealt_hands(rules, range(1, 11)) == hands


@given(rule_sets(), SEEDS, st.integers(0, 2**63 - 1))
def test_a_game_is_dealt_from_the_shuffled_deck_of_its_number(rules, seed, game):
    deck = shuffled_deck(rules, Chance(seed, game))
    assert sorted(deck) == deck_of(rules)
    started = play_full_game(rules, seed=seed, game=game, cap=5)
    assert started.deal == dealt_hands(rules, deck)
    assert started == play_full_game(rules, seed=seed, game=game, cap=5)


def test_games_of_a_seed_and_seeds_differ():
    rules = RuleSet()
    numbers = [(seed, game) for seed in (0, 1, 2**64 - 1) for game in (0, 1, 2, 2**63 - 1)]
    assert len({play_full_game(rules, seed=seed, game=game, cap=1).deal for seed, game in numbers}) == len(numbers)


SHORT_GAME = "5,2,9,4|5,8,1,3"  # 5 5 (2 8) 9 1, then 4 3: two rounds, one war


@pytest.mark.parametrize(("counting", "turns"), [("rounds", 2), ("skirmishes", 3), ("before-last", 1)])
def test_what_counts_as_a_turn(counting, turns):
    game = played(f"rutgers,face-down=1,counting={counting}", SHORT_GAME)
    assert game.turns == turns
    assert game.outcome == f"player 1 wins after {turns} turn{'s' * (turns > 1)}"


@given(rules_and_deals())
def test_turns_are_rounds_or_comparisons(case):
    rules, deal = case
    game = play_full_game(replace(rules, counting="rounds"), deal, cap=60)
    assert game.turns == len(game.rounds)
    last = game.ending in (Ending.WON, Ending.TIED)
    assert play_full_game(replace(rules, counting="before-last"), deal, cap=60).turns == len(game.rounds) - last
    comparisons = sum(len(won.compared) for won in game.rounds)
    assert play_full_game(replace(rules, counting="skirmishes"), deal, cap=60).turns == comparisons


@pytest.mark.parametrize("nobody_left", NobodyLeft)
def test_a_war_that_nobody_can_go_on_with_adds_no_comparison(nobody_left):
    game = played(f"rutgers,counting=skirmishes,nobody-left={nobody_left}", "5|5")
    assert str(game.rounds[0]).startswith("5 5 ->")
    assert game.turns == 1


def test_a_game_in_full():
    game = played("rutgers,face-down=1", SHORT_GAME)
    assert [str(won) for won in game.rounds] == ["5 5 (2 8) 9 1 -> player 1", "4 3 -> player 1"]
    assert [won.hands for won in game.rounds] == [((4, 5, 5, 2, 8, 9, 1), (3,)), ((5, 5, 2, 8, 9, 1, 4, 3), ())]
    assert game.rounds[0].plays == (((0, 5), (1, 5)), ((0, 2), (1, 8)), ((0, 9), (1, 1)))
    assert game.rounds[0].returned == (5, 5, 2, 8, 9, 1)
    assert (game.ending, game.winner, game.turns, game.entry, game.period) == (Ending.WON, 0, 2, None, None)
    assert hands_text(game.deal) == SHORT_GAME
    assert str(game) == "rutgers,face-down=1: player 1 wins after 2 turns"
    assert game.rows() == [
        {"round": 1, "cards": "5 5 (2 8) 9 1", "winner": 1, "wars": 1, "held": "7/1"},
        {"round": 2, "cards": "4 3", "winner": 1, "wars": 0, "held": "8/0"},
    ]


def test_a_game_without_a_winner():
    game = played("rutgers,players=3", "2,5|1,5|3")
    assert [str(won) for won in game.rounds] == ["2 1 3 -> player 3", "5 5 2 (1) (3) -> nobody"]
    assert (game.ending, game.winner, game.turns) == (Ending.TIED, None, 2)
    assert game.rounds[-1].hands == ((), (), ())
    assert game.rounds[-1].returned == ()
    assert game.outcome == "ends without a winner after 2 turns"
    assert game.rows()[-1] == {"round": 2, "cards": "5 5 2 (1) (3)", "winner": None, "wars": 1, "held": "0/0/0"}


def test_an_endless_game_states_its_proof():
    # 2 takes 1, 3 takes 1, and the hands are those of the deal.
    game = played("rutgers,deck=3x1,replacement=loser-first", "2|1,3")
    assert [won.hands for won in game.rounds] == [((1, 2), (3,)), ((2,), (1, 3))]
    assert (game.ending, game.winner, game.turns) == (Ending.ENDLESS, None, 2)
    assert (game.entry, game.period) == (0, 2)
    assert game.outcome == "endless: the hands after round 2 are those after round 0, a cycle of 2 rounds"


def test_a_pile_about_to_be_turned_is_the_hand_that_it_becomes():
    # 2 takes 1 with 1 2 left to draw; 2 takes 1: who drew the last card holds 1 2 again, and the other 2 1.
    game = played("rutgers,deck=2x2,face-down=1,piles=turned", "1,2|2,1")
    assert [won.hands for won in game.rounds[:2]] == [((2,), (1, 2, 1)), ((1, 2), (2, 1))]
    assert (game.entry, game.period) == (0, 2)


def test_a_game_that_is_given_up():
    rules = "rutgers,deck=3x1,replacement=loser-first"
    game = played(rules, "2|1,3", cap=1)
    assert (game.ending, game.winner, game.turns, game.entry, game.period) == (Ending.CAPPED, None, 1, None, None)
    assert game.outcome == "given up after 1 round: it might still end"
    assert played(rules, "2|1,3", cap=2).ending is Ending.ENDLESS
    assert played("rutgers,face-down=1", SHORT_GAME, cap=1).ending is Ending.CAPPED
    assert played("rutgers,face-down=1", SHORT_GAME, cap=2).ending is Ending.WON


def test_where_chance_is_in_the_rules_nothing_is_proved():
    # The same endless game; the shuffled pile belongs to a third player, who holds nothing.
    rules = RuleSet.parse("rutgers,deck=3x1,players=3,replacement=loser-first,piles=under/under/shuffled")
    game = play_full_game(rules, "2|1,3|", cap=1000)
    assert (game.ending, len(game.rounds), game.entry) == (Ending.CAPPED, 1000, None)
    assert play_full_game(replace(rules, piles="under"), "2|1,3|", cap=1000).ending is Ending.ENDLESS
    assert checked_cap(rules, None) == CAP == 100_000
    assert checked_cap(RuleSet(), None) == checked_cap(rules, 2**20) == MOST_ROUNDS == 2**20


@given(rule_sets(most_cards=10), SEEDS)
def test_a_deterministic_game_on_a_small_deck_ends_or_is_endless(rules, seed):
    game = play_full_game(rules, seed=seed, cap=None if rules.is_deterministic else 500)
    assert (game.ending is Ending.CAPPED) <= (not rules.is_deterministic and len(game.rounds) == 500)


# What is refused


@pytest.mark.parametrize(
    ("rules", "deal", "parts"),
    [
        ("rutgers", "", ["''", "1 hand,", "2 play", "one for each"]),
        ("rutgers", "1|2|3", ["'1|2|3'", "3 hands", "2 play", "one for each"]),
        ("rutgers,players=3", "1|2", ["'1|2'", "2 hands", "3 play", "one for each"]),
        ("rutgers", [[1], [2], []], ["'1|2|'", "3 hands", "2 play"]),
        ("rutgers", "14|1", ["'14|1'", "card 14", "1..13"]),
        ("rutgers", "0|1", ["'0|1'", "card 0", "1..13"]),
        ("rutgers,deck=3x2", [[-1], [4]], ["card -1", "1..3"]),
        ("rutgers,deck=3x2", "1,1|2,1", ["'1,1|2,1'", "3 cards of rank 1", "the deck has 2"]),
        ("rutgers,deck=3x2+1", "4,1|2,4", ["2 cards of rank 4", "the deck has 1"]),
        ("rutgers,deck=3x2+1", "5|1", ["a card 5", "1..4, of which 4 are the jokers"]),
        ("rutgers", "|", ["'|'", "at least two players must hold cards"]),
        ("rutgers", "1,2|", ["'1,2|'", "at least two players must hold cards"]),
        ("rutgers,players=3", [[], [2], []], ["'|2|'", "at least two players must hold cards"]),
        ("rutgers", "1,|2", ["'1,|2'", "commas", "bars", "13,2,5|7,2,9"]),
        ("rutgers", "1;2|3", ["'1;2|3'", "commas", "bars"]),
        ("rutgers", "ace|king", ["'ace|king'", "commas", "bars"]),
        ("rutgers", "1\n2|3", ["'1\\n2|3'", "commas", "bars"]),
        ("rutgers", "٢|3", ["'٢|3'", "commas", "bars"]),  # a two, in Arabic
        ("rutgers", "²|3", ["'²|3'", "commas", "bars"]),
        ("rutgers", [[True], [2]], ["True", "whole numbers from 1 to 13"]),
        ("rutgers", [[1.0], [2]], ["1.0", "whole numbers from 1 to 13"]),
        ("rutgers", [["1"], [2]], ["'1'", "whole numbers from 1 to 13"]),
        ("rutgers", ("3,1", "2,2"), ["'3'", "whole numbers from 1 to 13"]),
    ],
)
def test_a_deal_is_refused(rules, deal, parts):
    message = refusal(PositionError, played, rules, deal)
    assert [part for part in ["deal", *parts] if part not in message] == []


@pytest.mark.parametrize("deal", [5, [1, 2], [[1], None]])
def test_what_is_no_deal_is_refused(deal):
    assert "deal" in refusal(PositionError, play_full_game, RuleSet(), deal)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"seed": -1}, ["seed = -1", "from 0 to 18,446,744,073,709,551,615"]),
        ({"seed": 2**64}, ["seed = 18446744073709551616", "from 0 to"]),
        ({"seed": True}, ["seed = True", "whole number"]),
        ({"seed": 0.5}, ["seed = 0.5", "whole number"]),
        ({"seed": "1"}, ["seed", "whole number"]),
        ({"game": -1}, ["game = -1", "from 0 to 9,223,372,036,854,775,807"]),
        ({"game": 2**63}, ["game = 9223372036854775808", "from 0 to"]),
        ({"game": None}, ["game = None", "whole number"]),
        ({"cap": 0}, ["cap = 0", "from 1 to 1,048,576"]),
        ({"cap": MOST_ROUNDS + 1}, ["cap = 1048577", "from 1 to 1,048,576"]),
        ({"cap": 10.0}, ["cap = 10.0", "whole number"]),
    ],
)
def test_a_seed_game_or_cap_is_refused(options, parts):
    message = refusal(ParameterError, play_full_game, RuleSet(), **options)
    assert [part for part in parts if part not in message] == []


def test_spaces_and_empty_hands_in_a_deal():
    game = played("rutgers,players=3", " 3 , 1 || 2,2 ", cap=1)
    assert game.deal == ((3, 1), (), (2, 2))
    assert hands_text(game.deal) == "3,1||2,2"


@given(rules_and_deals())
def test_a_deal_as_text_is_the_deal(case):
    rules, deal = case
    assert play_full_game(rules, hands_text(deal), cap=20) == play_full_game(rules, deal, cap=20)


# One deal, and one round


@given(rule_sets(), SEEDS, st.integers(0, 2**63 - 1))
def test_a_deal_is_that_of_the_game(rules, seed, game):
    hands = play_full_game(rules, seed=seed, game=game, cap=1).deal
    assert deal(rules, seed, game) == deal(str(rules), seed, game) == hands


@given(rules_and_deals(), SEEDS, st.integers(0, 1000))
def test_one_round_is_the_first_of_a_game(case, seed, game):
    rules, hands = case
    first = play_full_game(rules, hands, seed, game, cap=1).rounds[0]
    assert play_round(rules, hands, seed, game) == play_round(str(rules), hands_text(hands), seed, game) == first


@given(rule_sets(), st.sampled_from(["under", "on-top", "as-it-lies"]), SEEDS)
def test_round_by_round_the_hands_are_those_of_the_game(rules, piles, seed):
    rules = replace(rules, piles=piles, replacement="ascending")
    game = play_full_game(rules, seed=seed, cap=20)
    hands = deal(rules, seed)
    for expected in game.rounds:
        won = play_round(rules, hands)
        assert won == expected
        hands = won.hands


@pytest.mark.parametrize(
    ("rules", "hands", "tied"),
    [
        ("rutgers", "7,1,2|7,3", {0, 1}),
        ("rutgers,players=4", "7,1|3|7|7,2", {0, 2, 3}),
        ("rutgers,players=4", "7,1|3,5||7,2", {0, 3}),
        ("rutgers,players=3,war=shortest", "7,1,9|7,2,9|3,5,8", {0, 1}),  # those who tied last
        ("bryer", "7,1,2|7,3", set()),
        ("rutgers", "7|2", set()),
    ],
)
def test_who_tied_when_nobody_could_go_on(rules, hands, tied):
    won = play_round(rules, hands)
    assert won.tied_players == tied
    assert (won.winner is None) == bool(tied)


@pytest.mark.parametrize(
    ("call", "error", "part"),
    [
        (lambda: deal("hoyle"), ParameterError, "rules 'hoyle'"),
        (lambda: deal("rutgers", seed=-1), ParameterError, "seed = -1"),
        (lambda: deal("rutgers", game=True), ParameterError, "game = True"),
        (lambda: play_round("rutgers", "7|2", seed=2**64), ParameterError, "seed = 18446744073709551616"),
        (lambda: play_round("rutgers", "7|2|3"), PositionError, "3 hands, and 2 play"),
        (lambda: play_round("rutgers", "7,2|"), PositionError, "at least two players must hold cards"),
    ],
)
def test_a_deal_or_a_round_is_refused(call, error, part):
    assert part in refusal(error, call)


@given(rules_and_deals(), st.integers(1, 12))
def test_cards_held_every_so_many_rounds(case, every):
    rules, hands = case
    game = play_full_game(rules, hands, cap=30)
    sizes = [tuple(map(len, held)) for held in (game.deal, *(won.hands for won in game.rounds))]
    expected = {number: held for number, held in enumerate(sizes) if number % every == 0} | {
        len(game.rounds): sizes[-1]
    }
    names = ["round", *(f"player {player}" for player in range(1, rules.players + 1))]
    assert game.held_rows(every) == [
        dict(zip(names, (number, *held), strict=True)) for number, held in expected.items()
    ]
    assert game.rows(every) == [row for row in game.rows() if row["round"] in expected]


# Every round of random games


def laid_down(war, m, held):
    """Face-down cards by the text of the procedures."""
    hands = [cards for cards in held if cards]
    if war is WarRule.EACH:
        return [min(m, max(cards - 1, 0)) for cards in held]
    if war is WarRule.SHORTEST and min(hands, default=1) <= m:
        return [min(hands, default=1) - 1 if cards else 0 for cards in held]
    if war is WarRule.LONGEST and max(hands, default=1) <= m:
        m = max(hands, default=1) - 1
    return [cards if cards < m + 1 else m for cards in held]


def check_plays(rules, held, won):
    """That the right players laid the right number of cards, and that the right one won."""
    held, plays = list(held), iter(won.plays)
    compared, tied, short, number, winner = [], [], 0, 0, None
    while any(held):
        play = next(plays)
        compared.append(number)
        assert [player for player, _ in play] == [player for player, cards in enumerate(held) if cards]
        held = [cards - (cards > 0) for cards in held]
        highest = max(card for _, card in play)
        best = [player for player, card in play if card == highest]
        if len(best) == 1:
            (winner,) = best
            break
        tied.append(len(best))
        short += any(held[player] < rules.face_down + 1 for player, _ in play)
        laid = laid_down(rules.war, rules.face_down, held)
        for layer in range(max(laid)):
            assert [player for player, _ in next(plays)] == [p for p, cards in enumerate(laid) if cards > layer]
        held = [cards - down for cards, down in zip(held, laid, strict=True)]
        number += 1 + max(laid)
    else:
        if rules.nobody_left is NobodyLeft.LAST_PLAYER:
            winner = best[-1]
    assert next(plays, None) is None
    assert (won.compared, won.tied, won.short, won.winner) == (tuple(compared), tuple(tied), short, winner)
    assert won.tied_players == (set(best) if winner is None else set())


def check_order(replacement, won):
    """That the won cards are those on the table, in an order that the rule allows."""
    lying = [(number, player, card) for number, play in enumerate(won.plays) for player, card in play]
    assert Counter(won.returned) == Counter(card for _, _, card in lying)
    deciding, winner = won.compared[-1], won.winner
    keys = {
        "played": lambda n, p, _: (n, p),
        "reversed": lambda n, p, _: (-n, -p),
        "ascending": lambda _n, _p, card: card,
        "descending": lambda _n, _p, card: -card,
        "ascending-by-play": lambda n, _, card: (n, card),
        "descending-by-play": lambda n, _, card: (n, -card),
        "top-down": lambda n, _, card: (-n, -card),
        "winner-first": lambda n, p, _: (n, p != winner, p),
        "loser-first": lambda n, p, _: (n, p == winner, p),
        "deciding-first": lambda n, p, _: (
            -bisect_right(won.compared, n),
            *((p != winner, p) if n == deciding else (p, n)),
        ),
    }
    allowed = ["winner-first", "loser-first"] if replacement == "random-order" else [replacement]
    orders = [[card for _, _, card in sorted(lying, key=lambda place: keys[rule](*place))] for rule in allowed]
    assert list(won.returned) in orders


@settings(max_examples=200)
@given(rules_and_deals(), SEEDS)
def test_every_round_is_played_by_the_rules(case, seed):
    rules, deal = case
    game = play_full_game(rules, deal, seed=seed, cap=60)
    held = deal
    for number, won in enumerate(game.rounds, 1):
        check_plays(rules, map(len, held), won)
        is_decided = len(won.tied) < len(won.compared)  # if not, there is no deciding play to put first
        if won.winner is None:
            assert (number, won.returned, game.ending) == (len(game.rounds), (), Ending.TIED)
        elif rules.replacement is not Replacement.SHUFFLED and (is_decided or rules.replacement != "deciding-first"):
            check_order(rules.replacement, won)
        held = won.hands
    assert (sum(map(bool, held)) < 2) == (game.ending in (Ending.WON, Ending.TIED))
    if game.ending is Ending.WON:
        assert [player for player, hand in enumerate(held) if hand] == [game.winner]


@settings(max_examples=200)
@given(rules_and_deals(), SEEDS)
def test_every_card_is_where_it_belongs(case, seed):
    rules, deal = case
    game = play_full_game(rules, deal, seed=seed, cap=60)
    held, settled = deal, list(map(len, deal))
    for won in game.rounds:
        on_table = Counter(card for play in won.plays for _, card in play)
        lost = on_table if won.winner is None else Counter()
        assert sum(map(Counter, held), Counter()) == sum(map(Counter, won.hands), lost)
        for player, pile in enumerate(rules.piles):
            before, after = list(held[player]), list(won.hands[player])
            laid = [card for play in won.plays for owner, card in play if owner == player]
            gained = list(won.returned) if won.winner == player else []
            is_taken_up = settled[player] < len(laid)
            settled[player] = (len(before) if is_taken_up else settled[player]) - len(laid)
            if pile is Pile.SHUFFLED:
                known = 0 if is_taken_up else settled[player]
                assert after[:known] == before[len(laid) :][:known]
                assert Counter(before) + Counter(gained) == Counter(laid) + Counter(after)
                continue
            assert laid == before[: len(laid)]
            rest = before[len(laid) :]
            if pile is Pile.TURNED:
                rest[settled[player] : settled[player]] = gained[::-1]
                assert after == rest
            else:
                assert after == (gained + rest if pile is Pile.ON_TOP else rest + gained)
        held = won.hands


@settings(max_examples=120)
@given(rules_and_deals(), st.data(), SEEDS)
def test_a_pile_as_it_lies_is_a_pile_under_the_hand(case, data, seed):
    rules, deal = case
    kinds = data.draw(st.lists(st.sampled_from(["under", "as-it-lies"]), min_size=len(deal), max_size=len(deal)))
    game, other = (play_full_game(replace(rules, piles=piles), deal, seed, cap=100) for piles in ("under", kinds))
    assert replace(other, rules=game.rules) == game


def states_of(game):
    """What everyone holds before and after each round, and of who turns the pile how many cards come before it."""
    held, before_pile = game.deal, list(map(len, game.deal))
    states = [(held, tuple(before_pile))]
    for won in game.rounds:
        for player, hand in enumerate(won.hands):
            laid = sum(owner == player for play in won.plays for owner, _ in play)
            if game.rules.piles[player] is not Pile.TURNED:
                before_pile[player] = len(hand)
                continue
            if before_pile[player] < laid:
                before_pile[player] = len(held[player])
            before_pile[player] = before_pile[player] - laid or len(hand)  # an empty hand takes up the pile
        held = won.hands
        states.append((held, tuple(before_pile)))
    return states


@settings(max_examples=120)
@given(rules_and_deals(most_cards=12))
def test_an_endless_game_comes_back_for_the_first_time(case):
    rules, deal = case
    kept = [Pile.UNDER if pile is Pile.SHUFFLED else pile for pile in rules.piles]
    fixed = Replacement.PLAYED if not rules.is_deterministic else rules.replacement
    game = play_full_game(replace(rules, piles=kept, replacement=fixed), deal)
    states = states_of(game)
    if game.ending is Ending.ENDLESS:
        assert len(states) == game.entry + game.period + 1
        assert states[game.entry] == states[-1]
    assert len(set(states)) == len(states) - (game.ending is Ending.ENDLESS)


@pytest.mark.parametrize("order", ORDERS)
@given(position=st.integers(2, 9).flatmap(positions_of))
def test_two_players_with_one_suit_play_the_game_of_positions(order, position):
    if position.is_terminal:
        return
    change = {"WL": "winner-first", "LW": "loser-first"}[order]
    game = play_full_game(
        RuleSet(ranks=position.n, suits=1, replacement=change, face_down=0), (position.left, position.right)
    )
    expected = play_out(position, order)
    assert (game.turns, game.entry, game.period) == (expected.turns, expected.entry, expected.period)
    assert [Position(*won.hands) for won in game.rounds] == list(expected.positions[1:])
    assert game.winner == {None: None, Player.LEFT: 0, Player.RIGHT: 1}[expected.winner]


# The studies' own procedures


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
