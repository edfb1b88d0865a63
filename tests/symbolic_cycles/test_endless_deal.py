"""Endless deals: played by lines that share nothing with the package, and by its plain rules; small decks in full."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support import few_of
from wargraph import ParameterError, all_deals, endless_deal, play_full_game

LOSER_FIRST = "delahaye-mathieu,replacement=loser-first"
FRENCH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.fixture(scope="module")
def whole_deck():
    return endless_deal(LOSER_FIRST)


def test_without_wars_their_rules_do_not_matter(whole_deck):
    for war in ("strict,face-down=3", "shortest,face-down=1", "each,face-down=2"):
        game = play_full_game(f"{LOSER_FIRST},war={war}", whole_deck.deal)
        assert (game.preperiod, game.cycle_length) == (whole_deck.game.preperiod, whole_deck.game.cycle_length)
    assert whole_deck.wars == 0


with (Path(__file__).parents[2] / "figures" / "endless-full-deck.csv").open(newline="") as table:
    SHIPPED = {(row["ranks"], row["suits"], row["returned"]): row for row in csv.DictReader(table) if row["deal"]}


@pytest.mark.parametrize(("ranks", "suits", "returned"), few_of(SHIPPED))
def test_every_deal_of_the_table_goes_round(ranks, suits, returned):
    """By War in a few lines; the package finds the deal without playing random ones."""
    row = SHIPPED[ranks, suits, returned]
    called = names(int(ranks), int(suits))
    hands = [[called.index(name) for name in hand.split(",")] for hand in row["deal"].split("|")]
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(int(ranks)) for _ in range(int(suits))]
    assert len(hands[0]) - len(hands[1]) in (0, 1)
    assert play_plainly(hands, returned) == tuple(int(row[key]) for key in ("preperiod", "cycle_length", "wars"))
    replacement = {"natural": "top-down", "optimised": "descending", "loser-first": "loser-first"}[returned]
    dealing = ",dealing=alternate-all" * (int(ranks) * int(suits) % 2)
    found = endless_deal(f"delahaye-mathieu,deck={ranks}x{suits}{dealing},replacement={replacement}", games=0)
    assert found.deal == row["deal"]
    if row["word"]:
        assert found.cycle.word in {row["word"], first_rotation(row["word"].translate(str.maketrans("LR", "RL")))}


def first_rotation(word):
    rounds = re.findall("=*[LR]", word)
    return min("".join(rounds[start:] + rounds[:start]) for start in range(len(rounds)))


def play_plainly(hands, returned):
    """War in a few lines, by preperiod, cycle_length and wars of an endless game.

    Of each round the cards won lie sorted, or pair by pair, the last one first or the first.
    """
    seen, wars = {}, [0]
    while (state := tuple(map(tuple, hands))) not in seen:
        seen[state] = len(seen)
        table = []
        while not table or table[0][0] == table[0][1]:
            table.insert(0, (hands[0].pop(0), hands[1].pop(0)))
        winner = hands[table[0][1] > table[0][0]]
        if returned == "natural":
            winner += [card for pair in table for card in sorted(pair)[::-1]]
        elif returned == "optimised":
            winner += sorted(card for pair in table for card in pair)[::-1]
        else:
            winner += [card for pair in table[::-1] for card in sorted(pair)]
        wars.append(wars[-1] + len(table) - 1)
    return seen[state], len(seen) - seen[state], wars[-1] - wars[seen[state]]


def names(ranks, suits):
    """The names of the cards from the lowest on: those of a French deck of 52, 36 or 32 cards."""
    return FRENCH[-ranks:] if ranks == 13 or (ranks in (8, 9) and suits == 4) else [*map(str, range(1, ranks + 1))]


def test_a_whole_deck_goes_round_both_ways():
    naturally, optimised = SHIPPED["13", "4", "natural"], SHIPPED["13", "4", "optimised"]
    assert naturally["deal"] == optimised["deal"]
    assert naturally["word"] == "=LRLLRRLLRRLLRRRRL"
    rules = ("delahaye-mathieu", "delahaye-mathieu,replacement=descending")
    first, second = (play_full_game(each, naturally["deal"]) for each in rules)
    assert first.rounds == second.rounds
    assert (first.preperiod, first.cycle_length) == (10, 1020)


@pytest.mark.parametrize("y", range(4, 13))
def test_decks_as_large_as_one_likes_go_round(y):
    """As the proof of docs/endless-full-deck.md builds them: four suits of 3y ranks, naturally, by the word =LRR."""
    left, right = [], []
    columns = {"C": [[] for _ in range(y)], "D": [[] for _ in range(y)], "groups": [[] for _ in range(2 * y)]}
    for hand, size, kinds in ((left, 8 * y - 2, "ABBC"), (right, 4 * y + 2, "BCDB")):
        for place in range(size):
            kind, column = kinds[place % 4], (place + 2) // 4
            card = [None]
            hand.append(card)
            if kind in "AB":
                turned = y if hand is right and place % 4 == 3 else 0
                columns["groups"][(column + turned) % (2 * y)].append(card)
            else:
                columns[kind][column % y].append(card)
    c, d = columns["C"], columns["D"]
    lowest = [card for column in (0, y - 3, y - 2, y - 1) for card in c[column]]
    ranks = [lowest[:4], lowest[4:8], lowest[8:]]
    for column in range(y):
        ranks += [columns["groups"][column], columns["groups"][column + y]]
        if column < y - 4:
            ranks.append(d[column] + c[column + 1])
    ranks.append([card for column in d[y - 4 :] for card in column])
    assert [*map(len, ranks)] == [4] * (3 * y)
    for rank, cards in enumerate(ranks):
        for card in cards:
            card[0] = rank
    hands = [[card for (card,) in left], [card for (card,) in right]]
    for _ in range(y - 1):
        first, second, third, fourth = hands[0][-4:]
        hands = [[third, first, *hands[0][:-4]], [fourth, second, *hands[1]]]
    assert [*map(len, hands)] == [6 * y] * 2
    assert play_plainly(hands, "natural") == (y - 1, 18 * y, 6 * y)


@pytest.mark.parametrize(
    "rules",
    [
        "delahaye-mathieu,deck=5x4,replacement=descending",  # the cards of its wars are moved when they are sorted
        "rutgers,deck=13x1,replacement=played",
    ],
)
def test_without_a_word_there_is_no_cycle(rules):
    found = endless_deal(rules, games=0)
    assert (found.game.cycle_length > 0, found.cycle) == (True, None)


def test_a_deck_without_known_deals_is_played():
    found = endless_deal("delahaye-mathieu,deck=13x8", games=10)
    assert [*map(str, found.attempts)] == [
        "deals that are known: none has such cards",
        "10 random deals: none is endless",
    ]


def test_a_small_deck_is_answered_in_full():
    found = endless_deal("delahaye-mathieu,deck=3x4,replacement=descending")
    assert (found.game, found.attempts[-1].is_in_full) == (None, True)
    assert all_deals(found.rules).endless == 0
    found = endless_deal("rutgers,deck=5x1,replacement=played")
    every = all_deals(found.rules)
    assert (found.attempts[-1].is_in_full, every.endless > 0) == (True, found.game is not None)
    assert found.attempts[-1].searched.startswith(f"all {every.deals:,} deals")


def test_the_cycle_and_undealt_cards_are_told(whole_deck):
    assert whole_deck.cycle_rows() == [
        {
            "cards": 52,
            "order": "LW",
            "split": 20,
            "word": "LLLLRRRR",
            "rounds_until_every_card_is_back": 1440,
            "orbits": "20 10 9 6 4 3",
        }
    ]
    found = endless_deal("delahaye-mathieu,deck=5x3")
    (left_over,) = found.left_over
    assert Counter([left_over, *found.deal.replace("|", ",").split(",")]) == dict.fromkeys("12345", 3)
    assert [len(hand) for hand in found.game.deal] == [7, 7]


def test_without_a_deal_the_search_is_told():
    found = endless_deal("delahaye-mathieu,deck=5x4", games=1000)
    assert found.game is None
    assert "1,000 random deals: none is endless" in map(str, found.attempts)
    nothing = dict.fromkeys(("deal", "preperiod", "cycle_length", "wars"))
    assert found.rows() == [{"rules": "delahaye-mathieu,deck=5x4", "players": 2, **nothing}]


@pytest.mark.parametrize("rules", ["kids", "rutgers,players=3", "drew-shuffle"])
def test_rules_without_proof_are_refused(rules):
    with pytest.raises(ParameterError, match=r"an endless deal is looked for|leave something to chance"):
        endless_deal(rules)
