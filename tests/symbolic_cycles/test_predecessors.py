"""The way back from a cycle to a deal: the nearest one, played by the plain rules, and by undoing everything."""

import pytest

from wargraph import ReturnOrder, play_full_game
from wargraph.symbolic_cycles import predecessors
from wargraph.symbolic_cycles.cycle import SuitedCycle
from wargraph.symbolic_cycles.predecessors import nearest_deal
from wargraph.symbolic_cycles.table_order import TableOrder

NATURALLY = TableOrder(ReturnOrder.WL)
OPTIMISED = TableOrder(ReturnOrder.WL, is_sorted=True)
LOSER_FIRST = TableOrder(ReturnOrder.LW, is_last_first=False)
RULES = {NATURALLY: "top-down", OPTIMISED: "descending", LOSER_FIRST: "loser-first"}


@pytest.mark.parametrize(
    ("ranks", "table", "split", "word", "entry", "period"),
    [
        (6, NATURALLY, 10, "=L=LRRLL=R=RLLRR", 0, 36),
        (7, NATURALLY, 19, "=LLRRLLRRRRLLR", 4, 52),
        (9, NATURALLY, 27, "=LL=RLLRRLLRRRRLLR", 7, 192),
        (11, NATURALLY, 16, "LLLLRRRR", 2, 1152),
        (12, NATURALLY, 30, "=LRR", 3, 72),
        (12, LOSER_FIRST, 23, "=L=RRLLL=RRRL=LR", 0, 72),
        (13, NATURALLY, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
        (13, OPTIMISED, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
    ],
)
def test_a_deal_leads_into_its_cycle(ranks, table, split, word, entry, period):
    cycle = SuitedCycle.of(4 * ranks, table, split, word)
    hands, reached = nearest_deal([cycle], [4] * ranks, 2 * ranks)
    assert reached == cycle
    assert [*map(len, hands)] == [2 * ranks] * 2
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(1, ranks + 1) for _ in range(4)]
    game = play_full_game(f"delahaye-mathieu,deck={ranks}x4,replacement={RULES[table]}", hands)
    assert (game.entry, game.period) == (entry, period)
    assert SuitedCycle.of_game(game) in (cycle, cycle.swap())


def test_of_some_cycles_the_nearest_is_reached():
    far = SuitedCycle(52, NATURALLY, 13, "=LRLLRRLLRRLLRRRRL")
    near = SuitedCycle(52, TableOrder(ReturnOrder.LW), 20, "LLLLRRRR")
    for cycles in ([far, near], [near, far]):
        assert nearest_deal(cycles, [4] * 13, 26)[1] == near
        assert nearest_deal(cycles, [4] * 13, 20)[1] == near


def test_no_nearer_deal_is_missed():
    """Breadth first by rounds, from all hands of the cycle, without regard to how far they are from even."""
    cycle = SuitedCycle(28, NATURALLY, 19, "=LLRRLLRRRRLLR")
    (hands, _), rounds = nearest_deal([cycle], [4] * 7, 14), 0
    game = play_full_game("delahaye-mathieu,deck=7x4", hands)
    every = [(*each, cycle.known) for each in cycle.hands]
    while not any(len(left) == 14 and known.ranks_in([4] * 7) is not None for left, _, known in every):
        every = [
            (*before, known)
            for left, right, known in every
            for played in predecessors.WITH_A_DRAW
            if (found := predecessors.undone((left, right), known, played, cycle.table)) is not None
            for before, known in [found]
        ]
        rounds += 1
    assert rounds == game.entry == 4


@pytest.mark.long
def test_a_deck_that_fits_no_cycle_has_no_deal():
    cycle = SuitedCycle(52, NATURALLY, 8, "LLLLRRRR")
    assert nearest_deal([cycle], [4] * 13, 26) is None
    assert nearest_deal([], [4] * 13, 26) is None


def test_where_ranks_are_looked_for_too_long_a_cycle_is_given_up(monkeypatch):
    cycle = SuitedCycle(44, NATURALLY, 16, "LLLLRRRR")
    assert nearest_deal([cycle], [4] * 11, 22) is not None
    monkeypatch.setattr(predecessors, "MOST_STEPS", 1)
    assert nearest_deal([cycle], [4] * 11, 22) is None
