"""A game as a picture: every card of every hand where it lies, its hand's size, and who wins each turn."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import StepPatch

from tests.support import examples
from wargraph import Player, Position, Relation, play, play_auction, play_full_game


def hands_of(panel, columns):
    """The cards of a panel, column by column: above the middle and below it, the nearest to the middle first."""
    (mesh,) = panel.collections[:1]
    cells = np.ma.filled(mesh.get_array(), 0).reshape(-1, columns)
    below = round(-panel.get_ylim()[0])
    return [
        ([card for card in cells[below:, column] if card], [card for card in cells[:below, column][::-1] if card])
        for column in range(columns)
    ]


def winners_of(panel, turns):
    """Who wins each turn, by the row of its bar; None where the grey bar stands."""
    steps = [patch.get_data() for patch in panel.patches if isinstance(patch, StepPatch)]
    assert {step.edges[0] for step in steps} == {0.5}, "the bar of a turn stands below the cards that it leads to"
    *rows, nobody = (step.values - step.baseline for step in steps)
    return [None if nobody[turn] else next(k for k, row in enumerate(rows) if row[turn] > 0) for turn in range(turns)]


@pytest.mark.long
@given(st.permutations(range(1, 7)), st.integers(0, 6), st.sampled_from(["WL", "LW"]))
@examples(15)
def test_every_card_stands_where_it_lies(cards, split, order):
    game = play(Position(cards[:split], cards[split:]), order)
    chart = game.plot()
    hands, sizes, bars = chart.axes[:3]
    columns = len(game.positions)
    assert hands_of(hands, columns) == [(list(each.left), list(each.right)) for each in game.positions]
    for line, hand in zip(sizes.lines, ("left", "right"), strict=False):
        assert line.get_ydata().tolist() == [len(getattr(each, hand)) for each in game.positions]
    names = [str(Player.LEFT), str(Player.RIGHT)]
    told = [row["winner"] for row in game.rows()[:-1]]
    assert winners_of(bars, game.turns) == [names.index(winner) for winner in told]


def spans(chart):
    """Where the marks of the repetition stand, panel by panel."""
    return [
        [line.get_xdata()[0] for line in panel.lines if line.get_linestyle() == "--" and len(line.get_xdata()) == 2]
        for panel in chart.axes[:3]
    ]


def test_a_cycle_is_marked_in_every_panel():
    game = play(Position("53|241"), "WL")
    assert game.is_endless
    chart = game.plot()
    positions, bars = ([game.entry + shift, game.turns + shift] for shift in (-0.5, 0.5))
    assert spans(chart) == [positions, positions, bars]
    assert f"these {game.period} turns come again and again" in chart.axes[0].get_title(loc="right")
    finite = play(Position("41|32"), "WL").plot()
    assert finite.axes[0].get_title(loc="right") == ""


def test_names_of_cards_are_told():
    game = play(Position("3|21"), "WL", Relation.of("rock-paper-scissors"))
    chart = game.plot()
    chart.draw_without_rendering()
    told = {label.get_text() for label in chart.axes[-1].get_yticklabels()}
    assert {"rock", "paper", "scissors"} <= told


@pytest.mark.long
def test_court_cards_and_jokers_are_told():
    of_a_whole_deck = play_full_game("drew-stack,deck=13x4+2", seed=1).plot()
    of_a_whole_deck.draw_without_rendering()
    assert [label.get_text() for label in of_a_whole_deck.axes[-1].get_yticklabels()][-5:] == [*"JQKA", "joker"]
    short = min((play_full_game("bryer", seed=seed) for seed in range(40)), key=lambda game: game.turns)
    assert short.turns < 45
    assert not list(short.plot().axes[0].texts), "52 cards above each other have no room for their names"
    games = [play_full_game("rutgers,deck=5x2+1", seed=seed) for seed in range(40)]
    short, long = (next(game for game in games if game.turns in turns) for turns in (range(5, 9), range(30, 45)))
    assert {text.get_text() for text in short.plot().axes[0].texts} == {*"12345", "joker"}
    assert {text.get_text() for text in long.plot().axes[0].texts} == set("12345"), "the cells are too narrow"


def test_a_draw_that_nobody_wins_is_grey():
    tie = play(Position("1|2"), "WL", Relation.of([[0, 0], [0, 0]], "draws"))
    assert winners_of(tie.plot().axes[2], 1) == [None]


def test_a_full_game():
    game = play_full_game("bryer,deck=5x2", seed=3)
    chart = game.plot()
    states = [game.deal, *(played.hands for played in game.rounds)]
    assert hands_of(chart.axes[0], len(states)) == [(list(one), list(other)) for one, other in states]
    assert winners_of(chart.axes[2], len(game.rounds)) == [played.winner - 1 for played in game.rounds]


@pytest.mark.parametrize(("players", "panels"), [(3, 3 + 2), (7, 2)])
def test_more_players_have_a_panel_each_while_there_is_room(players, panels):
    chart = play_full_game(f"rutgers,players={players}", seed=1).plot()
    of_cards = chart.axes[:panels]
    assert len(of_cards[-2].lines) == players
    assert len(chart.axes) == panels + (panels > 2)


def test_an_auction_game_shows_hand_and_pile():
    def held(played):
        return tuple(hand + pile for hand, pile in zip(played.hands, played.piles, strict=True))

    game = play_auction("Min+Max")
    states = [game.deal, *(held(played) for played in game.rounds)]
    assert hands_of(game.plot().axes[0], len(states)) == [(list(one), list(other)) for one, other in states]


def test_a_long_game_is_thinned_and_says_so(monkeypatch):
    monkeypatch.setattr(sys.modules["wargraph.plots.games"], "_MOST_COLUMNS", 10)
    game = play(Position("324517|6"), "WL")
    chart = game.plot()
    assert "one of 2 is drawn" in chart.axes[2].get_xlabel()
    assert hands_of(chart.axes[0], 9) == [(list(each.left), list(each.right)) for each in game.positions[::2]]


def test_a_shortest_game_and_a_game_without_a_turn():
    assert len(hands_of(play(Position("41|32"), "free").plot().axes[0], 5)) == 5
    assert hands_of(play(Position("21|"), "WL").plot().axes[0], 1) == [([2, 1], [])]


@pytest.mark.long
def test_the_same_bytes_at_every_run(tmp_path):
    one, other = (play(Position("53|241"), "WL").plot().save(tmp_path / f"{name}.svg") for name in "ab")
    assert one.read_bytes() == other.read_bytes()
