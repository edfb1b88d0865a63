"""The picture of an endless deal says what one needs to lay it on a table."""

import pytest

from tests.support import refusal
from wargraph import ParameterError, endless_deal
from wargraph.plots.deals import endless_deal_chart


def texts(rules):
    """What stands in the picture, panel by panel."""
    return [
        [text.get_text() for text in panel.texts]
        for panel in endless_deal_chart(endless_deal(rules, longest_with_draws=4)).axes
    ]


def test_every_card_is_there_with_the_rule_and_the_orbits():
    hands, orbits = texts("delahaye-mathieu,replacement=loser-first")
    cards = [text for text in hands if "\n" in text]
    assert len(cards) == len({*cards}) == 52
    assert hands[-3:] == [
        "After 2 rounds the hands are those that come back every 1,440 rounds, without a war.",
        "Whoever wins a round puts the other card under their hand first, then their own card.",
        "The highest card is the A. Any suits will do.",
    ]
    assert sorted(orbits[1:]) == sorted(f"{size} cards" for size in (20, 10, 9, 6, 4, 3))


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "delahaye-mathieu,deck=3x4",
            "Whoever wins a round puts their own card under their hand first, then the other card, the last pair of a "
            "war first.",
        ),
        ("delahaye-mathieu,deck=7x4,replacement=descending", "Won cards go back like this: "),
    ],
)
def test_how_wars_go_back_is_told(rules, said):
    lines = texts(rules)[0]
    assert lines[-3].startswith(said)
    assert lines[-2] == "In a war both turn up the next card, and these two decide."


def test_a_small_deal_takes_little_room_and_says_what_is_left_over():
    found = endless_deal("drew-stack,deck=5x3")
    small, large = (endless_deal_chart(each) for each in (found, endless_deal("delahaye-mathieu,deck=11x4")))
    assert small.get_size_inches()[0] < large.get_size_inches()[0]
    assert small.axes[0].texts[-1].get_text() == "Not dealt: a 1."
    ends = [small.transFigure.inverted().transform(text.get_window_extent())[1] for text in small.axes[0].texts]
    assert max(x for x, _ in ends) < 1


def test_without_a_deal_there_is_nothing_to_draw():
    found = endless_deal("delahaye-mathieu,deck=2x4", longest_with_draws=4)
    assert "there is nothing to draw" in refusal(ParameterError, endless_deal_chart, found)
