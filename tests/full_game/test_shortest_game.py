"""The shortest game: against all deals and all that chance can give, and what is known of the presets."""

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.full_game.support import all_shuffles, rounds_from, rule_sets
from tests.support import examples, few_of
from wargraph import ParameterError, TooLongError, WarGraphError
from wargraph.core.endings import Ending
from wargraph.full_game.choices import Counting, NobodyLeft, Replacement
from wargraph.full_game.every_deal.arrangements import arrangements
from wargraph.full_game.game import counted_turns, play_full_game
from wargraph.full_game.hands import checked_deal
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.shortest.search import Search
from wargraph.full_game.shortest.shortest_game import played_with, settled, shortest_game


def found_by_search(rules):
    """The turns of the shortest game, checked; None if there is none."""
    try:
        found = shortest_game(rules)
    except ParameterError:
        return None
    game = found.verify()
    assert (game.ending, game.turns, len(game.rounds)) == (Ending.WON, found.turns, found.rounds)
    assert tuple(map(len, game.deal)) == found.rules.dealt
    checked_deal(found.rules, game.deal)
    if found.rules.is_deterministic:
        assert play_full_game(found.rules, game.deal) == game
    return found.turns


def shortest_of_all_deals(rules):
    games = (play_full_game(rules, deal) for deal in set(all_shuffles(rules)))
    return min((game.turns for game in games if game.ending is Ending.WON), default=None)


@examples(30)
@given(rule_sets(most_cards=9))
def test_no_deal_is_shorter(rules):
    assume(rules.is_deterministic and arrangements(rules) <= 500)
    assert found_by_search(rules) == shortest_of_all_deals(rules)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "rutgers,deck=3x2+1,face-down=0,replacement=ascending",
        "rutgers,deck=3x2+1,face-down=0,war=each,piles=last-won-first,counting=skirmishes",
        "delahaye-mathieu,deck=2x5,piles=first-won-first/last-won-first",
        "delahaye-mathieu,deck=2x5,dealing=alternate-all,players=3,counting=skirmishes",
        "bryer,deck=2x5,players=3,face-down=1,replacement=descending",
        "kids,deck=3x2+1,face-down=0,replacement=ascending-by-play",
        "rutgers,deck=3x3,players=4,dealing=alternate-all,face-down=0,war=longest",
        "drew-stack,deck=3x3,face-down=0,nobody-left=tie,players=3",
        "rutgers,deck=3x2+1,face-down=0,piles=on-top",
        "delahaye-mathieu,deck=2x5,replacement=loser-first,piles=on-top/last-won-first,counting=skirmishes",
        "rutgers,deck=4x1+2,face-down=0,counting=skirmishes",
        "delahaye-mathieu,deck=2x2+3,piles=last-won-first",
        "drew-stack,deck=2x1+5,face-down=0",
    ],
)
def test_no_deal_is_shorter_where_cards_come_back(text):
    assert found_by_search(text) == shortest_of_all_deals(RuleSet.parse(text))


def courses_of_all_games(rules, limit):
    """How games that are won within the limit can run, over all deals and all chance."""
    reached = defaultdict(set)
    reached[0] = {(tuple((hand, ()) for hand in deal), ()) for deal in all_shuffles(rules)}
    courses = {}
    for spent in range(limit + 1):
        for state, course in reached.pop(spent, ()):
            if sum(any(cards) for cards in state) == 1:
                courses[course] = counted_turns(rules, spent, 0)
            elif spent < limit:
                for played, after in rounds_from(rules, state):
                    if played.winner is None:
                        continue
                    price = len(played.compared) if rules.counting is Counting.SKIRMISHES else 1
                    reached[spent + price].add((after, (*course, what_happens(played))))
    return courses


def courses_of_lines(rules, limit):
    """The same from the lines of play: each is played by the plain rules, from a deal and with the luck that it has."""
    search = Search(rules, most_nodes=10**6)
    search.limit = limit
    games = [played_with(rules, *settled(rules, line), line.rounds) for line in search.ends()]
    assert {game.ending for game in games} <= {Ending.WON}
    return {tuple(map(what_happens, game.rounds)): game.turns for game in games}


def what_happens(played):
    return played.winner, len(played.compared)


@examples(120)
@given(rule_sets(most_cards=6), st.integers(1, 5))
def test_lines_of_play_stand_for_all_games(rules, limit):
    """Who of three or more wins a last tie is left open: it makes no game shorter."""
    assume(arrangements(rules) <= 60 and (rules.players == 2 or rules.nobody_left is NobodyLeft.TIE))
    assert courses_of_lines(rules, limit) == courses_of_all_games(rules, limit)


IN_PLACE = [
    Replacement.PLAYED,
    Replacement.REVERSED,
    Replacement.WINNER_FIRST,
    Replacement.LOSER_FIRST,
    Replacement.DECIDING_FIRST,
]
"""Replacements that do not look at ranks: here the lines of play stand for every deal, not only up to symmetry."""


@examples(40)
@given(
    rule_sets(most_cards=7),
    st.sampled_from(IN_PLACE),
    st.sampled_from(["under", "on-top", "first-won-first", "last-won-first"]),
)
def test_lines_of_play_stand_for_all_deals(rules, replacement, piles):
    rules = replace(rules, replacement=replacement, piles=piles, suits=max(2, rules.suits))
    assume(arrangements(rules) <= 120)
    limit = 4
    search = Search(rules, most_nodes=10**6)
    search.limit = limit
    lines = list(search.ends())
    for deal in set(all_shuffles(rules)):
        game = play_full_game(rules, deal)
        ranks = [card for hand in deal for card in hand]
        turns = {search.turns(line.spent) for line in lines if stands_for(line.known, ranks)}
        is_within = game.ending is Ending.WON and game.turns <= search.turns(limit)
        assert turns == ({game.turns} if is_within else set())


def stands_for(known, ranks):
    cards = range(len(ranks))
    return all(
        (ranks[low] <= ranks[high] or not known.up[low] >> high & 1)
        and (ranks[low] < ranks[high] or not known.over[low] >> high & 1)
        for low in cards
        for high in cards
    )


@pytest.mark.parametrize("replacement", few_of(Replacement))
@pytest.mark.parametrize(("deck", "piles"), [("3x2", "under"), ("2x3", "last-won-first"), ("2x3", "shuffled/on-top")])
def test_lines_of_play_stand_for_all_games_where_cards_come_back(deck, piles, replacement):
    rules = RuleSet.parse(f"rutgers,deck={deck},face-down=0,replacement={replacement},piles={piles}")
    limit = 4 if replacement is Replacement.SHUFFLED else 5
    courses = courses_of_all_games(rules, limit)
    assert courses_of_lines(rules, limit) == courses
    assert found_by_search(rules) == min(courses.values())


@examples(30)
@given(rule_sets(most_cards=6))
def test_no_luck_is_shorter(rules):
    assume(not rules.is_deterministic and arrangements(rules) <= 60)
    turns = found_by_search(rules)
    courses = courses_of_all_games(rules, rules.cards if turns is None else turns + 1)
    assert min(courses.values(), default=None) == turns


# The presets, and large decks

# Two players of 26 cards lose four in each war. Six wars leave two cards each: one decides the round, and one is left
# for a second round, as a seventh war would leave nobody. But the last player wins then under other rules, and
# under others again the last card is played face up. 17 and 13 cards are four and three wars and a card that decides.
TURNS = {
    "rutgers": (2, 1, 1),
    "regular": (2, 1, 1),
    "bryer": (0, 0, 0),
    "drew-shuffle": (1, 1, 1),
    "drew-stack": (1, 1, 1),
    "kids": (1, 1, 1),
    "delahaye-mathieu": (2, 1, 1),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", TURNS)
def test_the_presets(name, players):
    assert found_by_search(f"{name},players={players}") == TURNS[name][players - 2]


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("rutgers,deck=52x1", 26),  # no wars: each round takes a card
        ("rutgers,deck=52x1,players=3,replacement=shuffled,piles=shuffled", 17),
        ("rutgers,deck=255x1", 127),
        ("delahaye-mathieu,counting=skirmishes", 26),  # each comparison takes a card
        ("delahaye-mathieu,deck=17x3", 8),  # 25 comparisons, of which the deck has 17 pairs to tie
        ("delahaye-mathieu,deck=51x5,counting=skirmishes", 127),
        ("rutgers,counting=skirmishes", 8),
        ("bryer,deck=1x52", 0),
        ("rutgers,deck=52x1+2", 23),  # of 27 cards the one war, that of the jokers, takes five
        ("rutgers,deck=13x4+2", 2),
    ],
)
def test_large_decks(text, turns):
    assert found_by_search(text) == turns


def test_the_row():
    found = shortest_game("rutgers,deck=2x1")
    assert found.rows() == [
        {"rules": "rutgers,deck=2x1", "turns": 1, "rounds": 1, "winner": 1, "deal": "2|1"},
    ]
    assert "2|1" in str(found)


@pytest.mark.parametrize("deck", ["1x52", "2x2,players=4", "1x30,players=4,war=shortest,face-down=0"])
def test_games_that_nobody_wins(deck):
    with pytest.raises(ParameterError, match="no deal gives a winner: use more ranks"):
        shortest_game(f"rutgers,deck={deck}", most_nodes=1000)


def test_a_search_that_gives_up_says_what_it_has_proved():
    with pytest.raises(TooLongError, match=r"^[^\n]*proved that no game is shorter than 8 turns: allow more[^\n]*$"):
        shortest_game("delahaye-mathieu,deck=17x3", most_nodes=20)
    assert shortest_game("delahaye-mathieu,deck=17x3", most_nodes=2000).turns == 8


@pytest.mark.parametrize("most_nodes", [0, 1.5, True])
def test_most_nodes_is_a_number(most_nodes):
    with pytest.raises(ParameterError, match="most-nodes"):
        shortest_game("rutgers", most_nodes)


def test_a_wrong_result_is_found_out():
    found = shortest_game("kids,deck=3x3,face-down=0")
    with pytest.raises(WarGraphError, match="please report this"):
        replace(found, turns=found.turns + 1).verify()
    with pytest.raises(WarGraphError, match="please report this"):
        replace(found, luck=((9,) * 4, *found.luck[1:])).verify()
