"""What the tests of the full game share: random rules and deals, single games by the plain rules and the engine."""

from collections import Counter
from itertools import accumulate, pairwise
from random import Random

import numpy as np
from hypothesis import strategies as st

from wargraph.core.relation import Relation
from wargraph.full_game.choices import Counting, Dealing, Fighters, Goal, NobodyLeft, Replacement, WarRule, Winnings
from wargraph.full_game.engine.games import dealt_decks, play_decks
from wargraph.full_game.engine.rounds import rules_for, workspace_for
from wargraph.full_game.game import play_full_game
from wargraph.full_game.given import Condition
from wargraph.full_game.hands import dealt_hands
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import Column, Sums, new_rows

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def beaten(draw, ranks, players):
    """Which card beats which: by rank, by any relation with draws or, for more than two players, by order with ties."""
    if draw(st.booleans()):
        return None
    random = Random(draw(SEEDS))
    if players > 2:
        levels = [random.randrange(ranks) for _ in range(ranks)]
        return Relation([[int(one > other) for other in levels] for one in levels], interpretation="draws")
    wins = {(i, j): random.choice([0, 1, 1, 2, 2]) for i in range(ranks) for j in range(i)}
    rows = [[int(wins.get((i, j)) == 1 or wins.get((j, i)) == 2) for j in range(ranks)] for i in range(ranks)]
    return Relation(rows, interpretation="draws")


@st.composite
def rule_sets(draw, most_cards=60):
    """Any rules on a small deck."""
    suits = draw(st.integers(1, 6))
    ranks = draw(st.integers(2 if suits == 1 else 1, max(2, min(13, most_cards // suits))))
    jokers = draw(st.sampled_from([0, 0, 0, 1, 2, 3, 5]).filter(lambda jokers: ranks * suits + jokers <= most_cards))
    players = draw(st.integers(2, min(5, ranks * suits + jokers)))
    most_taken_out = ranks * suits + jokers - players
    piles = st.sampled_from(Winnings)
    return RuleSet(
        ranks=ranks,
        suits=suits,
        jokers=jokers,
        taken_out=draw(st.sampled_from([0, 0, "even", min(1, most_taken_out), min(5, most_taken_out)])),
        beats=draw(beaten(ranks, players)),
        players=players,
        dealing=draw(st.sampled_from(Dealing).filter(lambda dealing: dealing is not Dealing.OWN_PACK)),
        war=draw(st.sampled_from(WarRule)),
        fighters=draw(st.sampled_from(Fighters)),
        face_down=draw(st.one_of(st.integers(0, 4), st.just("rank"))),
        nobody_left=draw(st.sampled_from(NobodyLeft)),
        replacement=draw(st.sampled_from(Replacement)),
        winnings=draw(st.one_of(piles.map(lambda pile: (pile,)), st.tuples(*[piles] * players))),
        ends=draw(st.sampled_from(["all-cards"] * 3 + ["one-pass", "wars:1", "wars:4", "rounds:1", "rounds:25"])),
        counting=draw(st.sampled_from(Counting)),
    )


def deck_of(rules):
    """All cards of a deck, lowest first."""
    return [rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count)]


def shuffled_deck(rules, chance):
    deck = deck_of(rules)
    chance.shuffle(deck)
    return deck


def orders(cards):
    """All different orders of some cards, as tuples."""
    if not cards:
        return [()]
    places = [(card, cards.index(card)) for card in sorted(set(cards))]
    return [(card, *rest) for card, place in places for rest in orders(cards[:place] + cards[place + 1 :])]


def all_shuffles(rules):
    """The hands that each order of the deck gives."""
    return [dealt_hands(rules, order) for order in orders(deck_of(rules))]


def played_by_engine(rules, seed, game, cap):
    """One game of a simulation by the kernels: its record, the hand sizes, and the hands after the last round."""
    records = new_rows(1)
    workspace = workspace_for(rules, cap)
    decks, streams = dealt_decks(rules, Condition(), seed, game, 1)
    play_decks(
        decks, streams, records, Sums.of_none(rules.players, rules.deck), rules_for(rules, rules.dealt), workspace
    )
    record = records[0].tolist()
    sizes = workspace.sizes[:, : record[Column.ROUNDS] + 1].T.tolist()
    return record, [tuple(each) for each in sizes], hands_in(workspace, rules)


def hands_in(workspace, rules):
    """The cards in the state of the game, in the order in which they will be drawn."""
    length = workspace.rings.shape[2]
    hands = []
    for player, pile in enumerate(rules.winnings):
        head, tail, mark, _ = (int(end) for end in workspace.ends[0, player])
        cards = [int(workspace.rings[0, player, place % length]) for place in range(head, tail)]
        in_hand = min(mark, tail) - head
        if pile is Winnings.LAST_WON_FIRST and rules.ends.goal is not Goal.ONE_PASS:
            cards[in_hand:] = cards[in_hand:][::-1]
        hands.append(tuple(cards))
    return tuple(hands)


def played(rules, deal, **options):
    return play_full_game(RuleSet.parse(rules), deal, **options)


def first_round(rules, deal, **options):
    by_rank = f"ranks:{deal}" if isinstance(deal, str) else deal
    return played(rules, by_rank, cap=1, **options).rounds[0]


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


def both_ways(unit):
    """Check that the kernels play and count the games of a work unit as the plain rules do."""
    plain, compiled = (new_rows(unit.stop - unit.first) for _ in range(2))
    for one, other in zip(unit.by_plain_rules(plain), unit.by_kernels(compiled), strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(plain, compiled)
