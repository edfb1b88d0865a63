"""The engine plays the same games as plain Python, card for card, under every combination of rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import played_by_engine, rule_sets
from tests.support import examples, long
from wargraph.core.endings import Ending
from wargraph.full_game.game import play_full_game
from wargraph.full_game.rule_set import RuleSet

SEEDS = st.integers(0, 2**64 - 1)


@examples(400)
@given(rule_sets(), SEEDS, st.integers(0, 1000))
def test_the_same_games_card_for_card(rules, seed, game):
    plain = play_full_game(rules, seed=seed, game=game, cap=300)
    engine = played_by_engine(rules, seed, game, cap=300)
    if plain.ending in (Ending.WON, Ending.TIED):  # in other games the kernels go on to look for a repetition
        assert engine.sizes == [tuple(map(len, hands)) for hands in [plain.deal, *(r.hands for r in plain.rounds)]]
        assert engine.hands == plain.rounds[-1].hands
    assert engine.record == record_of(plain)


@examples(50)
@given(st.integers(3, 6), st.sampled_from(["2x20", "1x9+9", "13x8"]), SEEDS)
def test_three_way_wars_in_a_row(players, deck, seed):
    rules = RuleSet.parse(f"kids,deck={deck},players={players},face-down=1")
    plain, engine = play_full_game(rules, seed=seed, cap=200), played_by_engine(rules, seed, 0, cap=200)
    assert engine.record == record_of(plain)
    if plain.ending in (Ending.WON, Ending.TIED):
        most = [played.three_ways for played in plain.rounds]
        assert engine.record["three_way"][1:] == [sum(three_ways >= row for three_ways in most) for row in (2, 3)]


@pytest.mark.parametrize("deck", ["13x4", *long("3x85", "2x127", "5x40")])
@pytest.mark.parametrize("piles", ["under", "on-top", "last-won-first", "shuffled"])
@pytest.mark.parametrize("replacement", ["reversed", "ascending-by-play"])
def test_long_wars_of_two_players_with_decks_that_fill_a_ring(deck, piles, replacement):
    rules = RuleSet.parse(f"drew-stack,deck={deck},face-down=1,piles={piles},replacement={replacement}")
    for game in range(20):
        plain, engine = play_full_game(rules, game=game, cap=300), played_by_engine(rules, 0, game, cap=300)
        assert engine.record == record_of(plain)
        if plain.ending is Ending.WON:
            assert engine.hands == plain.rounds[-1].hands


def record_of(game):
    """What the engine should have written down about a game."""
    rounds = game.rounds if game.ending in (Ending.WON, Ending.TIED) else ()
    tied = [count for played in rounds for count in played.tied]
    depths = [len(played.tied) for played in rounds]
    texts = ["".join("3" if count >= 3 else "2" for count in played.tied) for played in rounds]
    return {
        "ending": game.ending,
        "winner": game.winner,
        "rounds": len(game.rounds),
        "wars": len(tied),
        "more_comparisons": sum(len(played.compared) - 1 for played in rounds),
        "short": sum(played.short for played in rounds),
        "three_way": [
            sum(count >= 3 for count in tied),
            *(sum(row in text for text in texts) for row in ("33", "333")),
        ],
        "entry": game.entry,
        "period": game.period,
        "depths": [*(depths.count(depth) for depth in range(1, 6)), sum(depth >= 6 for depth in depths)],
    }
