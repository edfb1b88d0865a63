"""The strength of cards: extremes are told where the shares, or the games behind them, show some."""

import pytest

from wargraph.core.relation import Relation
from wargraph.relations.strength import Strength

LIZARD = Relation.of("rock-paper-scissors-lizard-spock")


@pytest.mark.parametrize(
    ("shares", "games", "sentence"),
    [
        ([0.5] * 5, 0, "Under WL the holder of each card wins 50.0% of the decided balanced deals."),
        ([0.6, 0.6, 0.5, 0.5, 0.3], 0, "the strongest cards are rock, paper, whose holders win 60.0% of the decided"),
        ([0.6, 0.5, 0.5, 0.5, 0.3], 0, "whose holder wins 60.0% of the decided balanced deals, and the weakest lizard"),
        (
            [0.52, 0.5, 0.5, 0.5, 0.48],
            100,
            "the games show no card to be stronger than another: each holder wins 48.0%",
        ),
        ([0.6, 0.5, 0.5, 0.5, 0.4], 10_000, "the strongest card is rock, whose holder wins 60.0% (59.0 to 61.0) of"),
        ([0.6, 0.59, 0.5, 0.5, 0.4], 1000, "the strongest card seems to be rock, whose holder wins 60% (57 to 63) of"),
    ],
)
def test_the_sentence_tells_what_the_shares_show(shares, games, sentence):
    assert sentence in Strength(dict(enumerate(shares, start=1)), games).sentence(LIZARD, "WL")


def test_without_decided_games_no_card_is_stronger():
    assert Strength({}).extremes is None
