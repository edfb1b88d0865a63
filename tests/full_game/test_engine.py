"""The engine plays the same games as plain Python, card for card, under every combination of rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import SEEDS, played_by_engine, rule_sets
from tests.support import examples, long
from wargraph.compute.kernel import kernel
from wargraph.core.endings import Ending
from wargraph.core.rng import Chance
from wargraph.full_game.choices import SHUFFLING, Arrangement, CardOrder, Replacement, Unit
from wargraph.full_game.engine.rounds import COMPARED, RING, TAIL, Holdings, return_table, returned_as, workspace_for
from wargraph.full_game.few_games import row_of
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rounds import replaced
from wargraph.full_game.rule_set import RuleSet


@examples(180)
@given(rule_sets(), SEEDS, st.integers(0, 1000))
def test_the_same_games_card_for_card(rules, seed, game):
    plain = play_full_game(rules, seed=seed, game=game, cap=300)
    record, sizes, hands = played_by_engine(rules, seed, game, cap=300)
    if plain.ending in (Ending.WON, Ending.TIED):  # in other games the kernels go on to look for a repetition
        assert sizes == [tuple(map(len, hands)) for hands in [plain.deal, *(r.hands for r in plain.rounds)]]
        assert hands == plain.rounds[-1].hands
    assert record == row_of(plain)


@pytest.mark.parametrize("replacement", Replacement)
def test_two_players_under_every_replacement(replacement):
    for game, piles in enumerate(["under", "shuffled", "last-won-first", "first-won-first"]):
        rules = RuleSet.parse(f"kids,replacement={replacement},winnings={piles}")
        plain = play_full_game(rules, seed=7, game=game, cap=300)
        record, _, hands = played_by_engine(rules, 7, game, cap=300)
        assert record == row_of(plain)
        if plain.ending is Ending.WON:
            assert hands == plain.rounds[-1].hands


@examples(30)
@given(st.integers(3, 6), st.sampled_from(["2x20", "1x9+9", "13x8"]), SEEDS)
def test_three_way_wars_in_a_row(players, deck, seed):
    rules = RuleSet.parse(f"kids,deck={deck},players={players},face-down=1")
    assert played_by_engine(rules, seed, 0, cap=200)[0] == row_of(play_full_game(rules, seed=seed, cap=200))


@pytest.mark.parametrize("deck", ["13x4", *long("2x127")])
@pytest.mark.parametrize("piles", ["under", "on-top", "last-won-first", "shuffled"])
@pytest.mark.parametrize("replacement", ["reversed", "ascending-by-play"])
def test_long_wars_with_decks_that_fill_a_ring(deck, piles, replacement):
    rules = RuleSet.parse(f"drew-stack,deck={deck},face-down=1,winnings={piles},replacement={replacement}")
    for game in range(6):
        plain = play_full_game(rules, game=game, cap=300)
        record, _, hands = played_by_engine(rules, 0, game, cap=300)
        assert record == row_of(plain)
        if plain.ending is Ending.WON:
            assert hands == plain.rounds[-1].hands


# How the cards on the table go back, whatever a replacement rule may say

PLAYERS = 3
SORTED_AND_PLAYED = [order for order in CardOrder if order not in SHUFFLING]


@kernel
def return_cards(plays, comparisons, winner, returned, held, game):
    return_table(held.ends.shape[0], plays, comparisons, winner, returned, held, game)


@st.composite
def arrangements(draw):
    """Any order that an entry of `Replacement` could name."""
    unit, order = draw(st.sampled_from(Unit)), draw(st.sampled_from(SORTED_AND_PLAYED))
    if unit is Unit.TABLE:
        order, tails = draw(st.sampled_from(CardOrder)), draw(st.sampled_from([None, order]))
        return Arrangement(unit, order, tails=None if order is CardOrder.OTHERS_SHUFFLED else tails)
    deciding = draw(st.sampled_from([None, *SORTED_AND_PLAYED]))
    return Arrangement(unit, order, is_last_first=draw(st.booleans()), deciding=deciding)


@st.composite
def tables(draw):
    """Plays of some of the players each, and which of them were compared."""
    play = st.dictionaries(st.integers(0, PLAYERS - 1), st.integers(1, 13), min_size=1)
    plays = [tuple(sorted(cards.items())) for cards in draw(st.lists(play, min_size=1, max_size=9))]
    return plays, sorted(draw(st.sets(st.integers(0, len(plays) - 1))) | {0})


@given(arrangements(), tables(), st.integers(0, PLAYERS - 1), st.integers(0, 2**64 - 1))
def test_any_order_that_the_data_can_say(how, table, winner, seed):
    plays, compared = table
    game = workspace_for(RuleSet.parse(f"rutgers,players={PLAYERS}"), 1)
    held = Holdings(game.rings[0], game.ends[0])
    held.ends[:, TAIL] = RING
    game.notes[COMPARED, : len(compared)] = compared
    for number, play in enumerate(plays):
        for player, card in play:
            game.table[number, player] = card
    chance = Chance(seed)
    game.stream[0] = chance.state
    return_cards(len(plays), len(compared), winner, returned_as(how), held, game)
    cards = replaced(how, plays, compared, winner, chance)
    assert held.ends[winner, TAIL] == RING + len(cards)
    assert held.rings[winner, : len(cards)].tolist() == cards, f"engine/rounds.py does not do {how}"
    assert game.stream[0] == chance.state
