"""Endless games by symbolic cycle: against the arrays, the plain rules, and the lengths that odd decks show."""

from collections import Counter
from functools import cache
from itertools import product
from math import factorial, lcm

import pytest

from tests.support import ORDERS, refusal, war_graph
from wargraph.core.position import Deals, balanced_deals
from wargraph.core.rules import ReturnOrder, play
from wargraph.errors import ParameterError, TooLongError, WarGraphError
from wargraph.fixed_order.lengths import endless_cycles
from wargraph.fixed_order.transcripts.cycles import SymbolicCycle, endless_games, some_endless_deal
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.graph.outcomes.play_outs import play_outs

pytestmark = pytest.mark.long

both_orders = pytest.mark.parametrize("order", ORDERS)
cycles_into = cache(endless_cycles)


@pytest.mark.parametrize(("n", "order"), [*product(range(1, 7), ORDERS), (7, ReturnOrder.WL)])
def test_periods_and_entries_of_balanced_deals(n, order):
    found = Counter()
    for into in endless_cycles(n, order, "balanced").cycles:
        for preperiod, count in into.by_preperiod.items():
            found[into.cycle.length, preperiod] += count
    games = [play(deal, order) for deal in balanced_deals(n)]
    assert found == Counter((game.cycle_length, game.preperiod) for game in games if game.is_endless)


@both_orders
@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("n", [5, 10, 11])
def test_an_example_is_longest_to_its_cycle(n, order, deals):
    for into in cycles_into(n, order, deals).cycles:
        game = play(into.example, order)
        assert (game.preperiod, game.cycle_length) == (max(into.by_preperiod), into.cycle.length)
        if deals is Deals.BALANCED:
            assert into.example.split == (n + 1) // 2
        else:
            assert n in into.example.left


@pytest.mark.parametrize("n", range(5, 22, 2))
def test_on_odd_decks_the_players_win_in_turn(n):
    """Observed on every odd deck up to 21: one cycle for each way to split the cards."""
    for split in range(3, n - 1, 2):
        assert SymbolicCycle.of(n, "WL", split, "RL").length == lcm(n + 1, split - 1, n - split)
    for split in range(2, n, 2):
        assert SymbolicCycle.of(n, "LW", split, "RL").length == lcm(n - 1, split, n + 1 - split)


@pytest.mark.parametrize(("order", "n"), [("WL", 5), ("WL", 11), ("LW", 3), ("LW", 10), ("LW", 12)])
def test_classes_on_a_cycle_go_round(order, n):
    for into in cycles_into(n, order, Deals.ALL).cycles:
        cycle = into.cycle
        assert SymbolicCycle.of(n, order, cycle.split, cycle.winners * 3) == cycle
        assert cycle.swap().swap() == cycle
        assert cycle.swap().length == cycle.length
        for turn, known in enumerate(cycle.classes):
            game = play(known.example(), order)
            assert (game.preperiod, game.cycle_length) == (0, cycle.length)
            word = "".join(str(row["winner"])[0] for row in game.rows()[: len(cycle.winners)])
            assert word == cycle.winners[turn:] + cycle.winners[:turn]


def test_a_word_that_contradicts_itself_is_no_cycle():
    assert "no cycle" in refusal(ParameterError, lambda: SymbolicCycle.of(4, "WL", 2, "LR").length)
    # The hands are back in the middle of the word, and what follows is another word.
    assert "no cycle" in refusal(ParameterError, lambda: SymbolicCycle.of(3, "LW", 1, "LRLL").length)


def test_cycles_that_are_not_met_are_missed(monkeypatch):
    for module in ("cycles", "engine"):
        monkeypatch.setattr(f"wargraph.fixed_order.transcripts.{module}.MOST_GAMES", 1 << 12)
    engine = TranscriptEngine(5, ReturnOrder.WL, Deals.BALANCED)
    message = refusal(TooLongError, engine.cycles_of, 31, None)
    assert "1 endless deals" in message
    message = refusal(WarGraphError, engine.cycles_of, 29, None)
    assert "1 too many" in message


@both_orders
@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("n", [3, 5, 10])
def test_some_endless_deal(n, order, deals, monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.cycles.MOST_GAMES", 1 << 16)
    deal = some_endless_deal(n, order, deals)
    if n == 3 and order is ReturnOrder.WL:
        assert deal is None
    else:
        assert play(deal, order).is_endless


@both_orders
def test_random_endless_games_are_endless_and_seeded(order):
    games, again, others = (list(endless_games(9, order, 4, 300, seed)) for seed in (7, 7, 8))
    assert 50 < len(games) < 300
    assert games == again != others
    assert {(game.is_endless, game.positions[0].split) for game in games} == {(True, 4)}


def test_random_play_meets_no_cycle_of_sixteen_cards(monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.cycles.MOST_GAMES", 1 << 15)
    assert some_endless_deal(16, ReturnOrder.WL, Deals.BALANCED) is None


def test_finite_and_endless_are_all_deals():
    found = cycles_into(13, ReturnOrder.LW, Deals.BALANCED)
    assert found.endless == 5374605768
    outs = play_outs(war_graph(9), "WL")
    assert endless_cycles(9, "WL").endless == int((outs.outcome < 0).sum())
    assert found.endless + 852415032 == factorial(13)
