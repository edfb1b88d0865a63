"""Exact odds of short games, against all deals, all that chance can give, and simulated games."""

from collections import Counter
from fractions import Fraction
from itertools import groupby, permutations

import pytest
from hypothesis import given

from tests.full_game.support import rule_sets
from tests.support import examples, long
from wargraph import (
    ParameterError,
    RuleSet,
    TooLongError,
    first_round_odds,
    play_full_game,
    play_round,
    short_game_odds,
    simulate,
)
from wargraph.core.endings import Ending
from wargraph.full_game.hands import dealt_hands

ROUNDS = 4


def all_hands(rules):
    """The hands of every arrangement of the deck, equal cards told apart, with how often they are dealt."""
    deck = [rank for rank, count in enumerate(rules.deck, start=1) for _ in range(count)]
    dealt = Counter(dealt_hands(rules, order) for order in permutations(deck))
    return {hands: Fraction(count, dealt.total()) for hands, count in dealt.items()}


def odds_of_all_deals(rules):
    """The odds of games of up to so many rounds, by playing every deal."""
    odds = [Fraction(0)] * ROUNDS
    for hands, chance in all_hands(rules).items():
        game = play_full_game(rules, hands, cap=ROUNDS)
        if game.ending in (Ending.WON, Ending.TIED):
            odds[len(game.rounds) - 1] += chance
    return tuple(odds)


without_chance = rule_sets(most_cards=7).filter(lambda rules: rules.is_deterministic and rules.cards <= 7)


@pytest.mark.long
@examples(40)
@given(without_chance)
def test_the_odds_are_those_of_all_deals(rules):
    assert short_game_odds(rules, ROUNDS).by_rounds == odds_of_all_deals(rules)


@pytest.mark.parametrize("preset", ["bryer", "drew-stack", "rutgers", "delahaye-mathieu"])
@pytest.mark.parametrize("deck", ["3x2", "2x3", *long("4x2", "2x3+2")])
def test_the_odds_of_the_presets_on_small_decks(preset, deck):
    rules = RuleSet.parse(f"{preset},deck={deck}")
    assert short_game_odds(rules, ROUNDS).by_rounds == odds_of_all_deals(rules)


@pytest.mark.parametrize(
    "rules", ["drew-shuffle,deck=3x2", "kids,deck=2x4", "kids,deck=2x3+1,replacement=random-order"]
)
def test_what_is_shuffled_has_the_frequencies_of_simulated_games(rules):
    games = 40_000
    found, odds = simulate(rules, games, seed=1), short_game_odds(rules, ROUNDS).by_rounds
    for rounds, chance in enumerate(odds, start=1):
        deviations = (found.by_turns.get(rounds, 0) - games * chance) / (games * chance * (1 - chance)) ** 0.5
        assert abs(deviations) < 4, rounds


def test_a_game_of_one_round_takes_seven_ties_in_a_row():
    """With 26 cards each: six wars of three cards face down, and one of none."""
    (chance,) = short_game_odds("drew-stack", 1).by_rounds
    assert chance == first_round_odds("drew-stack", 8).by_wars[7, 0] + first_round_odds("drew-stack", 8).by_wars[8, 0]
    assert chance == Fraction(8051, 2_579_742_585_875)


@pytest.mark.parametrize(
    "rules", [*long("rutgers,players=3,deck=3x3"), "rutgers,players=3,deck=2x4,face-down=1", "bryer,deck=2x4"]
)
def test_the_wars_of_the_first_round_are_those_of_all_deals(rules):
    asked = RuleSet.parse(rules)
    odds = Counter()
    for hands, chance in all_hands(asked).items():
        tied = play_round(asked, hands).tied
        runs = [len(list(run)) for is_three_way, run in groupby(tied, lambda number: number > 2) if is_three_way]
        odds[len(tied), max(runs, default=0)] += chance
    assert first_round_odds(asked, 9).by_wars == odds
    some = first_round_odds(asked, 1).by_wars
    assert some == {key: chance for key, chance in odds.items() if key[0] <= 1}


def test_what_takes_too_long_or_makes_no_sense_is_refused():
    with pytest.raises(TooLongError, match="there are more than 50 lines of play: ask for fewer rounds"):
        short_game_odds("kids", 3, most_lines=50)
    with pytest.raises(ParameterError, match="rounds = 0"):
        short_game_odds("kids", 0)
    with pytest.raises(ParameterError, match="wars = -1"):
        first_round_odds("kids", -1)


def test_a_row_tells_the_odds():
    found = short_game_odds("drew-stack", 2)
    one, two = found.rows()
    assert (one["rounds"], one["one_in"]) == (1, 3.20425e8)
    assert Fraction(two["exact"]) == found.by_rounds[1]
    wars = first_round_odds("rutgers,players=3").rows()
    assert [(row["wars"], row["three_way"]) for row in wars[:3]] == [(0, 0), (1, 0), (1, 1)]


def test_the_answer_comes_first():
    told = [short_game_odds("bryer", 1), short_game_odds("rutgers,deck=2x1", 1), short_game_odds("rutgers,deck=6x1", 1)]
    assert [found.document().blocks[0].text for found in told] == [
        "By bryer 1 game in 320,425,113 is over within 1 round.",
        "By rutgers,deck=2x1 every game is over within 1 round.",
        "By rutgers,deck=6x1 no game is over within 1 round.",
    ]
    assert first_round_odds("bryer").document().blocks[0].text == "By bryer 1 game in 17 begins with a war."
    assert first_round_odds("bryer,deck=4x1").document().blocks[0].text == (
        "By bryer,deck=4x1 no game begins with a war."
    )
