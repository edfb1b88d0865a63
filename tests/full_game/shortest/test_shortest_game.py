"""The shortest game of the presets and of large decks: what is known of it, and what is said where there is none."""

from dataclasses import replace

import pytest

from tests.full_game.shortest.test_search import found_by_search
from wargraph import ParameterError, TooLongError, WarGraphError
from wargraph.full_game.rule_set import PRESETS
from wargraph.full_game.shortest.shortest_game import shortest_game

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
@pytest.mark.parametrize("name", PRESETS)
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
