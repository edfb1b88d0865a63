"""The plain game: rounds, wars, what is carried over, how games end."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.auction.support import Scripted, deals, line_ups
from tests.support import refusal
from wargraph import Ending, LineUp, Min, ParameterError, PositionError, play_auction
from wargraph.auction.game import play_auction_round
from wargraph.auction.rules import State
from wargraph.core.rng import Chance


def one_round(*players, piles=None, table=()):
    """A round of scripted players, each given as hand and choices."""
    hands = tuple(hand for hand, *_ in players)
    line_up = LineUp(tuple(Scripted(*choices) for _, *choices in players))
    chances = Chance().branches(2 * len(players))
    played, _ = play_auction_round(line_up, State.of(hands, piles or (), table), chances)
    return played


NINE, WAR, LONG = (2, 3, 4, 5, 9), (2, 3, 4, 5), (2, 2, 2, 3, 3, 3, 4, 5, 9)


@pytest.mark.parametrize(
    ("players", "before", "text", "hands", "piles", "table"),
    [
        pytest.param([((2, 5), 5), ((3, 4), 3), ((7, 9), 7)], {}, "1:5 2:3 3:7 -> player 3",
                     ((2,), (4,), (9,)), ((), (), (3, 5, 7)), (), id="the highest card takes the table"),
        pytest.param([((2, 5), 5), ((),), ((7, 9), 7)], {}, "1:5 3:7 -> player 3",
                     ((2,), (), (9,)), ((), (), (5, 7)), (), id="a player without cards does not play"),
        pytest.param([((2, 5), 5), ((3, 4), 3)], {"table": (9, 9)}, "1:5 2:3 -> player 1",
                     ((2,), (4,)), ((3, 5, 9, 9), ()), (), id="the winner takes what was carried over"),
        pytest.param([(NINE, 9, WAR), (NINE, 9, (5, 4, 3, 2)), ((8,) * 5, 8)], {},
                     "1:9 2:9 3:8 / 1:(2 3 4)5 2:(5 4 3)2 -> player 1",
                     ((2, 2, 3, 3, 4, 4, 5, 5, 8, 9, 9), (), (8,) * 4), ((),) * 3, (), id="a war of the tied alone"),
        pytest.param([(NINE, 9, (3, 4, 5, 2)), ((6, 7, 8, 9), 9)], {}, "1:9 2:9 / 1:(3 4 5)2 2:(6 7 8) -> player 1",
                     ((2, 3, 4, 5, 6, 7, 8, 9, 9), ()), ((), ()), (), id="a short hand is out of the war"),
        pytest.param([(LONG, 9, (2, 2, 2, 4), (3, 3, 3, 5)), ((*LONG[:-2], 6, 9), 9, (2, 2, 2, 4), (3, 3, 3, 6))], {},
                     "1:9 2:9 / 1:(2 2 2)4 2:(2 2 2)4 / 1:(3 3 3)5 2:(3 3 3)6 -> player 2",
                     ((), (*[2] * 6, *[3] * 6, 4, 4, 5, 6, 9, 9)), ((), ()), (), id="a tied war goes on"),
        pytest.param([((2, 3, 9), 9), ((4, 9), 9), ((5, 6), 5)], {"piles": ((), (7,), ())},
                     "1:9 2:9 3:5 / 1:(2 3) 2:(4) -> nobody",
                     ((), (7,), (6,)), ((),) * 3, (2, 3, 4, 5, 9, 9), id="a war that leaves nobody"),
        pytest.param([((5,), 5), ((3,), 3)], {"piles": ((8, 8), (7,))}, "1:5 2:3 -> player 1",
                     ((3, 5, 8, 8), (7,)), ((), ()), (), id="an empty hand takes the pile up"),
    ],
)  # fmt: skip
def test_a_round(players, before, text, hands, piles, table):
    played = one_round(*players, **before)
    assert (str(played), played.hands, played.piles, played.table) == (text, hands, piles, table)
    assert played.wars == text.count("/")
    assert played.carried == before.get("table", ())


@given(st.data())
@settings(deadline=None)
def test_no_card_is_lost_in_a_game(data):
    line_up = data.draw(line_ups())
    deal = data.draw(deals(len(line_up)))
    game = play_auction(line_up, data.draw(st.integers(0, 2**64 - 1)), hands=deal, cap=3000)
    all_cards = Counter(card for hand in deal for card in hand)
    for played in game.rounds:
        held = [*played.hands, *played.piles, played.table]
        assert Counter(card for cards in held for card in cards) == all_cards
        assert all(list(cards) == sorted(cards) for cards in held)
        assert all(hand or not pile for hand, pile in zip(played.hands, played.piles, strict=True))
    if game.ending is Ending.WON:
        held = [sum(map(sum, deal)) * (player == game.winner) for player in range(1, len(line_up) + 1)]
        assert game.utilities == tuple(held)
    if game.ending is Ending.TIED:
        assert (game.winner, game.rounds[-1].table) == (None, tuple(sorted(all_cards.elements())))


def test_the_last_player_gets_what_is_carried_over():
    game = play_auction("2xAdversary+Min")
    assert game.rounds[-1].winner is None
    assert (game.winner, game.utilities) == (3, (0, 0, 270))
    assert game.outcome == "player 3, Min, wins after 1 round"


def test_a_game_may_end_without_a_winner():
    game = play_auction("2xMin")
    assert (game.ending, game.utilities) == (Ending.TIED, (0, 0))
    assert game.outcome == "ends without a winner after 1 round: nobody has cards left"


def test_a_repeated_state_proves_a_game_endless():
    game = play_auction("Max+Min")
    assert (game.ending, game.preperiod, game.cycle_length) == (Ending.ENDLESS, 0, 12)
    assert game.is_determined
    assert "a cycle of 12 rounds" in str(game)
    assert {len(hand) for hand in game.rounds[-1].hands} == {12}


def test_a_cycle_may_begin_without_the_dummies():
    game = play_auction("Max+Min+Dummy", seed=5, game=45)
    assert game.ending is Ending.ENDLESS
    assert game.preperiod > 0
    assert not game.is_determined
    again = play_auction("Max+Min+Dummy", seed=5, game=45, cap=len(game.rounds))
    assert again.rounds == game.rounds


def test_only_pure_strategies_are_proved_endless():
    forgetful = type("Forgetful", (Min,), {"is_pure": False})
    game = play_auction([forgetful(), "Max"], cap=50)
    assert (game.ending, game.is_determined) == (Ending.CAPPED, False)
    assert game.outcome == "given up after 50 rounds: it might still end"


def test_a_game_can_end_with_one_strategy():
    line_up = "SimpleMinded2+5xDummy"
    early, late = (play_auction(line_up, 7, game=4, until_one_strategy=until) for until in (True, False))
    assert early.rounds == late.rounds[: len(early.rounds)]
    assert early.survivors > 1
    assert sum(early.utilities) + sum(early.rounds[-1].table) == 540
    assert early.outcome == f"Dummy wins after {len(early.rounds)} rounds: the 2 players left are all of this strategy"


def test_rows_tell_the_game():
    watched = []
    game = play_auction("Min+Adversary", watch=watched.append)
    assert tuple(watched) == game.rounds
    rows = game.rows()
    assert len(rows) == len(game.rounds)
    assert rows[0] == {"round": 1, "cards": "1:2 2:3", "winner": 2, "wars": 0, "held": "11+0/11+2", "utility": "88/92"}
    assert rows[-1]["held"].startswith("0+0/")
    assert [row["utility"] for row in rows] == ["/".join(map(str, played.utilities)) for played in game.rounds]
    assert all(sum(played.utilities) + sum(played.table) == 180 for played in game.rounds)


@pytest.mark.parametrize(
    ("options", "kind", "reason"),
    [
        ({"seed": -1}, ParameterError, "seed = -1"),
        ({"game": 2**63}, ParameterError, "game = "),
        ({"cap": 0}, ParameterError, "cap = 0"),
        ({"hands": [(1,)]}, PositionError, "2 players play, so give one for each"),
        ({"hands": [(1,), ()]}, PositionError, "leave nothing to play"),
        ({"hands": [(0,), (1,)]}, PositionError, "hands hold 0: cards are whole numbers from 1 to 63"),
        ({"hands": [(64,), (1,)]}, PositionError, "hands hold 64"),
    ],
)
def test_what_cannot_be_played_is_refused(options, kind, reason):
    assert reason in refusal(kind, lambda: play_auction("Min+Max", **options))
