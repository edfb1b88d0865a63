"""A game as a picture: every card of every hand where it lies, the sizes of hands, and who wins each turn."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples
from wargraph import Player, Position, Relation, play, play_auction, play_full_game
from wargraph.plots import games
from wargraph.plots.data import chart_of


def panels_of(game):
    return [panel for (panel,) in chart_of(game).panels]


def hands_of(panel):
    """The cards of a panel, column by column: above the middle and below it, the nearest to the middle first."""
    cells, below = np.nan_to_num(panel.cells.values).astype(int), -panel.y_range[0]
    return [
        ([card for card in column[below:] if card], [card for card in column[:below][::-1] if card])
        for column in cells.T.tolist()
    ]


def winners_of(panel):
    """The winner of each turn, by the row of its bar; None where the grey bar stands."""
    nobody, *rows = (line.y - line.low > 0 for line in panel.lines if line.shape == "steps")
    assert panel.lines[-1].x[0] == 0.5, "the bar of a turn stands below the cards that it leads to"
    return [None if nobody[turn] else [row[turn] for row in rows].index(True) for turn in range(len(nobody))]


@pytest.mark.long
@given(st.permutations(range(1, 7)), st.integers(0, 6), st.sampled_from(["WL", "LW"]))
@examples(15)
def test_every_card_stands_where_it_lies(cards, split, order):
    game = play(Position(cards[:split], cards[split:]), order)
    hands, sizes, bars = panels_of(game)
    assert hands_of(hands) == [(list(each.left), list(each.right)) for each in game.positions]
    for line, hand in zip(sizes.lines, ("left", "right"), strict=False):
        assert list(line.y) == [len(getattr(each, hand)) for each in game.positions]
    names = [str(Player.LEFT), str(Player.RIGHT)]
    if game.turns:
        assert winners_of(bars) == [names.index(row["winner"]) for row in game.rows()[:-1]]


def test_a_cycle_is_marked_in_every_panel():
    game = play(Position("53|241"), "WL")
    ends = [[line.x[0] for line in panel.lines if line.x[0] == line.x[-1]] for panel in panels_of(game)]
    positions, bars = ([game.preperiod + shift, game.turns + shift] for shift in (-0.5, 0.5))
    assert ends == [positions, positions, bars]
    assert panels_of(game)[-1].title == "Who wins each turn; the cycle is between the dashed lines"
    assert panels_of(play(Position("41|32"), "WL"))[-1].title == "Who wins each turn"


def test_cards_are_named_at_colours_and_cells():
    chart = play(Position("3|21"), "WL", Relation.of("rock-paper-scissors")).plot()
    chart.draw_without_rendering()
    assert {"rock", "paper", "scissors"} <= {label.get_text() for label in chart.axes[-1].get_yticklabels()}
    assert {"rock", "paper", "scissors"} == {text.get_text() for text in chart.axes[0].texts}
    whole = play_full_game("drew-stack,deck=13x4+2", seed=1, cap=50).plot()
    whole.draw_without_rendering()
    assert [label.get_text() for label in whole.axes[-1].get_yticklabels()][-5:] == [*"JQKA", "joker"]
    assert not list(whole.axes[0].texts), "54 cards above each other have no room for their names"


@pytest.mark.parametrize("game", [play_full_game("bryer,deck=5x2", seed=3), play_auction("Min+Max")], ids=type)
def test_hands_piles_and_winners_are_shown(game):
    hands, _, bars = panels_of(game)
    held = [
        [[*hand, *pile] for hand, pile in zip(played.hands, getattr(played, "piles", [()] * 2), strict=True)]
        for played in game.rounds
    ]
    assert [list(each) for each in hands_of(hands)] == [[*map(list, game.deal)], *held]
    assert winners_of(bars) == [None if played.winner is None else played.winner - 1 for played in game.rounds]
    tie = play(Position("1|2"), "WL", Relation.of([[0, 0], [0, 0]], "draws"))
    assert winners_of(panels_of(tie)[2]) == [None], "a draw that nobody wins is grey"


@pytest.mark.parametrize(("players", "panels"), [(3, 3 + 2), (7, 2)])
def test_several_players_have_a_panel_each(players, panels):
    chart = play_full_game(f"rutgers,players={players}", seed=1).plot()
    assert len(chart.axes[panels - 2].patches) == players
    assert len(chart.axes) == panels + (panels > 2)
    assert len({axes.get_ylim() for axes in chart.axes[: panels - 2]}) <= 1, "hands have one scale"


def test_a_long_game_is_thinned_and_says_so():
    game = play(Position("324517|6"), "WL")
    with patch.object(games, "_MOST_COLUMNS", 10):
        hands, _, bars = panels_of(game)
    assert "one of 2 is drawn" in bars.x_label
    assert hands_of(hands) == [(list(each.left), list(each.right)) for each in game.positions[::2]]
