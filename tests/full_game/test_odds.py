"""Exact odds of short games and of wars, against all deals, all that chance can give, and simulated games."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given

from tests.full_game.support import all_shuffles, rule_sets
from tests.support import examples, long
from wargraph import RuleSet, TooLongError, odds, play_full_game, play_round, simulate
from wargraph.core.endings import Ending

ROUNDS = 4
SHUFFLED = ["drew-shuffle,deck=2x2+1", "kids,deck=2x4", "kids,deck=2x3+1,replacement=random-order"]
SHUFFLED += long("drew-shuffle,deck=3x2")


def all_hands(rules):
    """The hands of every order of the deck, with how often they are dealt."""
    dealt = Counter(all_shuffles(rules))
    return {hands: Fraction(count, dealt.total()) for hands, count in dealt.items()}


def with_odds(rules):
    """The same rules without those whose odds are not counted."""
    down = 2 if rules.face_down == "rank" else rules.face_down
    return replace(rules, beats=None, ends="all-cards", face_down=down)


def check_all_deals(rules):
    """Compare the odds of games of up to so many rounds with those of every deal, played."""
    chances = [Fraction(0)] * ROUNDS
    for hands, chance in all_hands(rules).items():
        game = play_full_game(rules, hands, cap=ROUNDS)
        if game.ending in (Ending.WON, Ending.TIED):
            chances[len(game.rounds) - 1] += chance
    assert odds(rules, ROUNDS, 0).by_rounds == tuple(chances)


@pytest.mark.long
@examples(30)
@given(rule_sets(most_cards=6).map(with_odds).filter(lambda rules: rules.is_deterministic))
def test_the_odds_are_those_of_all_deals(rules):
    check_all_deals(rules)


@pytest.mark.parametrize("preset", ["bryer", "drew-stack", "rutgers", "delahaye-mathieu"])
@pytest.mark.parametrize("deck", ["3x2", "2x3", *long("2x3+2")])
def test_the_odds_of_the_presets_on_small_decks(preset, deck):
    check_all_deals(RuleSet.parse(f"{preset},deck={deck}"))


@pytest.mark.parametrize("rules", SHUFFLED)
def test_shuffled_odds_agree_with_simulated_games(rules):
    games = 20_000
    by_turns = simulate(rules, games, seed=1).by_turns
    for rounds, chance in enumerate(odds(rules, ROUNDS, 0).by_rounds, start=1):
        deviations = (by_turns.get(rounds, 0) - games * chance) / (games * chance * (1 - chance)) ** 0.5
        assert abs(deviations) < 4, rounds


def test_one_round_games_take_seven_ties():
    """With 26 cards each: six wars of three cards face down, and one of none."""
    both = odds("drew-stack", 1, 8)
    assert both.by_rounds == (both.by_wars[7, 0] + both.by_wars[8, 0],) == (Fraction(8051, 2_579_742_585_875),)


def test_wars_are_counted_without_games():
    """With games, there are more lines of play than may be counted."""
    only = odds("rutgers,deck=13x4,players=3", 0, 1)
    assert only.by_rounds == ()
    assert 1 - only.by_wars[0, 0] == Fraction(37, 425)  # three of 52 cards; not two that are equal and the highest
    assert odds("kids", 0).by_wars == odds("kids", 1).by_wars


@pytest.mark.parametrize(
    "rules", [*long("rutgers,players=3,deck=2x3+2"), "rutgers,players=3,deck=2x4,face-down=1", "bryer,deck=2x4"]
)
def test_first_round_wars_are_those_of_all_deals(rules):
    chances = Counter()
    for hands, chance in all_hands(RuleSet.parse(rules)).items():
        tied = play_round(rules, hands).tied
        runs = [len(list(run)) for is_three_way, run in groupby(tied, lambda number: number > 2) if is_three_way]
        chances[len(tied), max(runs, default=0)] += chance
    assert odds(rules, 1, 9).by_wars == chances
    assert odds(rules, 1, 1).by_wars == {key: chance for key, chance in chances.items() if key[0] <= 1}


@pytest.mark.parametrize(
    "rules",
    [
        "kids,deck=2x2",
        "bryer,deck=3x2",
        "kids,deck=3x2+1",
        "kids,players=3,deck=3x2+1",
    ],
)
def test_a_sweep_is_that_of_all_deals(rules):
    rules = RuleSet.parse(rules)
    swept = Fraction(0)
    for hands, chance in all_hands(rules).items():
        swept += chance * all(first > max(others) for first, *others in zip(*hands, strict=False))
    assert odds(rules, 0, 0).sweep == swept > 0


def test_the_sweep_of_the_usual_pack():
    assert round(10 / odds("drew-shuffle", 0, 0).sweep) == 3_192_403_434
    assert odds("kids,winnings=on-top", 0, 0).sweep is None


@pytest.mark.parametrize(("limit", "value"), [("_MOST_LINES", 50), ("_SECONDS_BEFORE", 0), ("_MOST_SECONDS", 1e-6)])
def test_what_takes_too_long_is_refused(limit, value, monkeypatch):
    """By the number of lines, or by the time that those known would take: few of many have been played."""
    monkeypatch.setattr("wargraph.full_game.odds._SECONDS_BEFORE", 0)
    monkeypatch.setattr("wargraph.full_game.odds._MOST_SECONDS", 1)
    monkeypatch.setattr(f"wargraph.full_game.odds.{limit}", value)
    with pytest.raises(TooLongError, match="lines of play or more, which take minutes: ask for fewer rounds"):
        odds("kids", rounds=3)
