"""Endless deals: played by lines that share nothing with the package, and by its plain rules; small decks in full."""

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from wargraph import ParameterError, ReturnOrder, RuleSet, all_deals, deal, play_full_game, simulate
from wargraph.symbolic_cycles.cycle import SuitedCycle, TableOrder, dealt
from wargraph.symbolic_cycles.endless_deal import WITH_A_DRAW, endless_deal, nearest_deal, undone

LOSER_FIRST = "delahaye-mathieu,replacement=loser-first"
NATURALLY = TableOrder(ReturnOrder.WL)
OPTIMISED = TableOrder(ReturnOrder.WL, is_sorted=True)
BY_PAIRS = TableOrder(ReturnOrder.LW, is_last_first=False)
RULES = {NATURALLY: "top-down", OPTIMISED: "descending", BY_PAIRS: "loser-first"}
FRENCH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.fixture(scope="module")
def whole_deck():
    return endless_deal(LOSER_FIRST)


def test_a_whole_deck_goes_round_for_ever(whole_deck):
    """By War in a few lines: after `entry` rounds the hands come back every `period` rounds, and there is no war."""
    hands = [[FRENCH.index(name) for name in hand.split(",")] for hand in whole_deck.deal.split("|")]
    assert [len(hand) for hand in hands] == [26, 26]
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(13) for _ in range(4)]
    assert play_plainly(hands, "loser-first") == (whole_deck.game.entry, whole_deck.game.period, 0)


@pytest.mark.long
def test_the_command_that_plays_it_says_the_same(whole_deck):
    command = [sys.executable, "-m", "wargraph", "play", "--preset", LOSER_FIRST, whole_deck.deal]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert f"a cycle of {whole_deck.game.period:,} rounds" in told


def test_without_a_war_it_does_not_matter_how_wars_are_played(whole_deck):
    for war in ("strict,face-down=3", "shortest,face-down=1", "each,face-down=2"):
        game = play_full_game(f"{LOSER_FIRST},war={war}", whole_deck.deal)
        assert (game.entry, game.period) == (whole_deck.game.entry, whole_deck.game.period)
    assert whole_deck.wars == 0


with (Path(__file__).parents[2] / "figures" / "endless-full-deck.csv").open(newline="") as table:
    SHIPPED = {(row["ranks"], row["suits"], row["returned"]): row for row in csv.DictReader(table) if row["deal"]}


@pytest.mark.parametrize("deck", SHIPPED, ids="-".join)
def test_every_deal_of_the_table_goes_round(deck):
    ranks, suits, returned = deck
    row = SHIPPED[deck]
    hands = [[names(int(ranks)).index(name) for name in hand.split(",")] for hand in row["deal"].split("|")]
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(int(ranks)) for _ in range(int(suits))]
    assert len(hands[0]) - len(hands[1]) in (0, 1)
    assert play_plainly(hands, returned) == tuple(int(row[key]) for key in ("entry", "period", "wars"))


@pytest.mark.parametrize("deck", SHIPPED, ids="-".join)
def test_every_deal_of_the_table_is_found_without_playing_random_deals(deck):
    ranks, suits, returned = deck
    replacement = {"natural": "top-down", "optimised": "descending", "loser-first": "loser-first"}[returned]
    dealing = ",dealing=alternate-all" * (int(ranks) * int(suits) % 2)
    found = endless_deal(f"delahaye-mathieu,deck={ranks}x{suits}{dealing},replacement={replacement}", games=0)
    assert (found.deal, (found.cycle and found.cycle.word) or "") == (SHIPPED[deck]["deal"], SHIPPED[deck]["word"])


def play_plainly(hands, returned):
    """War in a few lines, by entry, period and wars of an endless game.

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


def names(ranks):
    """The names of the cards from the lowest on: of a deck of thirteen ranks those of a French deck."""
    return FRENCH if ranks == 13 else [*map(str, range(1, ranks + 1))]


def test_a_whole_deck_goes_round_naturally_and_optimised():
    naturally, optimised = SHIPPED["13", "4", "natural"], SHIPPED["13", "4", "optimised"]
    assert naturally["deal"] == optimised["deal"]
    assert naturally["word"] == "=LRLLRRLLRRLLRRRRL"
    rules = ("delahaye-mathieu", "delahaye-mathieu,replacement=descending")
    first, second = (play_full_game(each, naturally["deal"]) for each in rules)
    assert first.rounds == second.rounds
    assert (first.entry, first.period) == (10, 1020)


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


def test_forty_four_cards_go_round_both_naturally_and_optimised():
    found = endless_deal("delahaye-mathieu,deck=11x4")
    optimised = play_full_game("delahaye-mathieu,deck=11x4,replacement=descending", found.game.deal)
    assert (optimised.entry, optimised.period, found.wars) == (found.game.entry, found.game.period, 0)


def test_a_game_whose_draws_words_do_not_tell_has_no_symbolic_cycle():
    """Optimised, and the cards of its wars are moved when they are sorted."""
    rules = RuleSet.parse("delahaye-mathieu,deck=5x4,replacement=descending")
    found = endless_deal(rules, games=0)
    assert found.game.period
    assert found.wars > 0
    assert found.cycle is None
    with pytest.raises(ParameterError, match="a word of winners does not tell how the cards of a round go back"):
        SuitedCycle.of_game(found.game)


def test_rules_without_words_are_answered_by_playing():
    found = endless_deal("rutgers,deck=13x1,replacement=played", games=2000)
    assert found.cycle is None
    assert found.game is None or found.game.period
    without, with_draws, played = map(str, found.attempts)
    assert (
        without
        == "known words of winners without draws: not tried, as they do not tell how the cards of a round go back"
    )
    assert with_draws.startswith("known words of winners with draws: not tried")
    assert played.startswith("2,000 random deals")


def test_of_a_large_deck_no_words_are_tried():
    found = endless_deal("delahaye-mathieu,deck=13x8", games=10)
    assert [attempt.outcome for attempt in found.attempts[:2]] == ["not tried, as 104 cards are more than 64"] * 2


def test_a_small_deck_is_answered_in_full():
    found = endless_deal("delahaye-mathieu,deck=3x4,replacement=descending")
    assert (found.game, found.attempts[-1].is_in_full) == (None, True)
    assert str(found).startswith("There is no endless deal of delahaye-mathieu,deck=3x4,replacement=descending: every")
    assert all_deals(found.rules).endless == 0
    found = endless_deal("rutgers,deck=5x1,replacement=played")
    every = all_deals(found.rules)
    assert (found.attempts[-1].is_in_full, every.endless > 0) == (True, found.game is not None)
    assert found.attempts[-1].searched.startswith(f"all {every.deals:,} deals")


def test_the_cycle_and_the_cards_that_are_not_dealt_are_told(whole_deck):
    assert whole_deck.cycle_rows() == [
        {"cards": 52, "order": "LW", "split": 20, "word": "LLLLRRRR", "length": 1440, "orbits": "20 10 9 6 4 3"}
    ]
    assert "not dealt" not in str(whole_deck)
    found = endless_deal("delahaye-mathieu,deck=5x3")
    (left_over,) = found.left_over
    assert Counter([left_over, *found.deal.replace("|", ",").split(",")]) == dict.fromkeys("12345", 3)
    assert f"1 card is not dealt, so that all hold as many: a {left_over}." in str(found)
    assert [len(hand) for hand in found.game.deal] == [7, 7]


def test_where_none_is_found_it_says_what_was_searched():
    found = endless_deal("delahaye-mathieu,deck=5x4", games=1000)
    assert found.game is None
    assert "No endless deal" in str(found)
    assert "1,000 random deals: none is endless" in map(str, found.attempts)
    nothing = dict.fromkeys(("deal", "entry", "period", "wars"))
    assert found.rows() == [{"rules": "delahaye-mathieu,deck=5x4", "players": 2, **nothing}]


@pytest.mark.parametrize("rules", ["kids", "rutgers,players=3", "drew-shuffle"])
def test_rules_without_proof_are_refused(rules):
    with pytest.raises(ParameterError, match=r"an endless deal is looked for|leave something to chance"):
        endless_deal(rules)


@pytest.mark.parametrize(
    ("order", "split", "ranks"), [("LW", 4, 13), ("LW", 12, 13), ("WL", 8, 13), ("WL", 16, 11), ("WL", 8, 11)]
)
def test_a_deck_fits_a_cycle_as_an_integer_program_says(order, split, ranks):
    cycle = SuitedCycle(4 * ranks, TableOrder(ReturnOrder(order)), split, "LLLLRRRR")
    found = cycle.ranks_in([4] * ranks)
    assert (found is not None) == fits_by_integer_program(cycle, ranks, 4)
    if found:
        assert all(found[low] < found[high] for low in range(cycle.cards) for high in labels(cycle.known.over[low]))
        assert sorted(found) == [rank for rank in range(1, ranks + 1) for _ in range(4)]


def labels(bits):
    return [label for label in range(bits.bit_length()) if bits >> label & 1]


def fits_by_integer_program(cycle, ranks, suits):
    """For each label and rank whether it is of that rank, or a lower one; so many labels of each rank."""
    size = cycle.cards * ranks
    at_most = np.eye(size).reshape(cycle.cards, ranks, size)
    rising = (at_most[:, :-1] - at_most[:, 1:]).reshape(-1, size)
    lower = np.concatenate([np.zeros((cycle.cards, 1, size)), at_most[:, :-1]], axis=1)
    above = [at_most[high] - lower[low] for low in range(cycle.cards) for high in labels(cycle.known.over[low])]
    wanted = [suits * (rank + 1) for rank in range(ranks)]
    limits = [
        LinearConstraint(np.vstack([rising, *above]), -np.inf, 0),
        LinearConstraint(at_most.sum(axis=0), wanted, wanted),
    ]
    return milp(np.zeros(size), integrality=np.ones(size), bounds=Bounds(0, 1), constraints=limits).success


def deals_into(cycle, ranks, half):
    """The even deals whose game comes to a cycle of hands: rounds undone by force, each checked by playing it."""
    known = set()
    waiting = [hands for assigned in rank_assignments(cycle, ranks) for hands in positions(cycle, assigned)]
    while waiting:
        hands = waiting.pop()
        if hands not in known:
            known.add(hands)
            waiting += before(hands)
    return {hands for hands in known if len(hands[0]) == half}


def rank_assignments(cycle, ranks):
    """Every way to give the labels ranks, four of each, from the lowest label up."""
    over, equal = cycle.known.over, [cycle.known.equal_to(label) for label in range(cycle.cards)]

    def extended(given, room):
        label = len(given)
        if label == cycle.cards:
            yield given
            return
        for rank in range(1, ranks + 1):
            if room[rank] and all(
                (not over[label] >> other & 1 or rank < given[other])
                and (not over[other] >> label & 1 or given[other] < rank)
                and (not equal[label] >> other & 1 or rank == given[other])
                for other in range(label)
            ):
                yield from extended((*given, rank), {**room, rank: room[rank] - 1})

    return extended((), dict.fromkeys(range(1, ranks + 1), 4))


def positions(cycle, ranks):
    hands = dealt(cycle.hands[0], ranks)
    yield hands
    yield hands[::-1]


def after(hands):
    """The hands after a round by Delahaye and Mathieu: the last pair first, in each the higher card first."""
    for pairs in range(1, min(map(len, hands)) + 1):
        left, right = hands[0][pairs - 1], hands[1][pairs - 1]
        if left != right:
            won = [card for place in range(pairs)[::-1] for card in sorted((hands[0][place], hands[1][place]))[::-1]]
            rest = [hands[0][pairs:], hands[1][pairs:]]
            rest[right > left] += tuple(won)
            return tuple(rest)
    return None


def before(hands):
    """All hands from which a round leads here: all its pairs but the last one are draws."""
    for winner in (0, 1):
        for pairs in range(1, len(hands[winner]) // 2 + 1):
            kept = hands[winner][: len(hands[winner]) - 2 * pairs]
            won = hands[winner][len(kept) :]
            laid = [won[2 * place : 2 * place + 2] for place in range(pairs)][::-1]
            tried = [None, None]
            tried[winner] = (*(pair[0] for pair in laid), *kept)
            tried[1 - winner] = (*(pair[1] for pair in laid), *hands[1 - winner])
            if after(tuple(tried)) == hands:
                yield tuple(tried)
            if won[0] != won[1]:
                break


@pytest.mark.long
@pytest.mark.parametrize(("ranks", "endless", "seeds"), [(3, 360, [0]), (4, 8545, [0, 6])])
def test_the_endless_deals_of_a_small_deck_are_those_that_reach_the_symbolic_cycles(ranks, endless, seeds):
    """Cycles are met by random deals; `wargraph all-deals` played every deal, and counts up to swapping the players."""
    rules = f"delahaye-mathieu,deck={ranks}x4"
    reached = set()
    for seed in seeds:
        hands = deal(rules, seed, simulate(rules, 20_000, seed=seed).first_endless)
        found = deals_into(SuitedCycle.of_game(play_full_game(rules, hands)), ranks, 2 * ranks)
        assert hands in found
        assert not found & reached
        reached |= found
    assert len({min(hands, hands[::-1]) for hands in reached}) == endless


def test_all_deals_of_twelve_cards_count_as_many():
    assert all_deals("delahaye-mathieu,deck=3x4").endless == 360


@pytest.mark.parametrize(
    ("ranks", "table", "split", "word", "entry", "period"),
    [
        (6, NATURALLY, 10, "=L=LRRLL=R=RLLRR", 0, 36),
        (7, NATURALLY, 19, "=LLRRLLRRRRLLR", 4, 52),
        (9, NATURALLY, 27, "=LL=RLLRRLLRRRRLLR", 7, 192),
        (11, NATURALLY, 16, "LLLLRRRR", 2, 1152),
        (12, NATURALLY, 30, "=LRR", 3, 72),
        (12, BY_PAIRS, 23, "=L=RRLLL=RRRL=LR", 0, 72),
        (13, NATURALLY, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
        (13, OPTIMISED, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
    ],
)
def test_a_deal_leads_into_its_cycle(ranks, table, split, word, entry, period):
    cycle = SuitedCycle.of(4 * ranks, table, split, word)
    hands, reached = nearest_deal([cycle], [4] * ranks, 2 * ranks)
    assert reached == cycle
    assert [*map(len, hands)] == [2 * ranks] * 2
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(1, ranks + 1) for _ in range(4)]
    game = play_full_game(f"delahaye-mathieu,deck={ranks}x4,replacement={RULES[table]}", hands)
    assert (game.entry, game.period) == (entry, period)
    assert SuitedCycle.of_game(game) in (cycle, cycle.swap())


def test_of_some_cycles_the_nearest_is_reached():
    far = SuitedCycle(52, NATURALLY, 13, "=LRLLRRLLRRLLRRRRL")
    near = SuitedCycle(52, TableOrder(ReturnOrder.LW), 20, "LLLLRRRR")
    for cycles in ([far, near], [near, far]):
        assert nearest_deal(cycles, [4] * 13, 26)[1] == near
        assert nearest_deal(cycles, [4] * 13, 20)[1] == near


def test_no_nearer_deal_is_missed():
    """Breadth first by rounds, from all hands of the cycle, without regard to how far they are from even."""
    cycle = SuitedCycle(28, NATURALLY, 19, "=LLRRLLRRRRLLR")
    (hands, _), rounds = nearest_deal([cycle], [4] * 7, 14), 0
    game = play_full_game("delahaye-mathieu,deck=7x4", hands)
    every = [(*each, cycle.known) for each in cycle.hands]
    while not any(len(left) == 14 and known.ranks_in([4] * 7) is not None for left, _, known in every):
        every = [
            (*before, known)
            for left, right, known in every
            for played in WITH_A_DRAW
            if (found := undone((left, right), known, played, cycle.table)) is not None
            for before, known in [found]
        ]
        rounds += 1
    assert rounds == game.entry == 4


@pytest.mark.long
def test_a_deck_that_fits_no_cycle_has_no_deal():
    cycle = SuitedCycle(20, NATURALLY, 8, "LLLLRRRR")
    assert nearest_deal([cycle], [4] * 5, 10) is None
    assert nearest_deal([], [4] * 5, 10) is None


@pytest.mark.long
def test_where_ranks_are_looked_for_too_long_a_cycle_is_given_up(monkeypatch):
    cycle = SuitedCycle(44, NATURALLY, 16, "LLLLRRRR")
    assert nearest_deal([cycle], [4] * 11, 22) is not None
    monkeypatch.setattr("wargraph.symbolic_cycles.endless_deal.MOST_STEPS", 1)
    assert nearest_deal([cycle], [4] * 11, 22) is None
