"""From a symbolic cycle back to a deal: small decks in full, and an integer program beside the search for ranks."""

from collections import Counter
from itertools import permutations, product

import known_deals
import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from known_deals import WITH_A_DRAW, nearest_deal, undone
from known_ranks import Comparison, KnownRanks
from suited_cycles import SuitedCycle, TableOrder, UndecidedError, ranks_for

from tests.support import examples, long
from wargraph import ReturnOrder, play_full_game

NATURALLY = TableOrder(ReturnOrder.WL)
OPTIMISED = TableOrder(ReturnOrder.WL, is_sorted=True)
BY_PAIRS = TableOrder(ReturnOrder.LW, is_last_first=False)
RULES = {NATURALLY: "top-down", OPTIMISED: "descending", BY_PAIRS: "loser-first"}


@pytest.mark.parametrize(
    ("order", "split", "ranks"), [*long(("LW", 4, 13), ("LW", 12, 13)), ("WL", 8, 13), ("WL", 16, 11), ("WL", 8, 11)]
)
def test_a_deck_fits_by_an_integer_program(order, split, ranks):
    cycle = SuitedCycle(4 * ranks, TableOrder(ReturnOrder(order)), split, "LLLLRRRR")
    found = cycle.ranks_in([4] * ranks)
    assert (found is not None) == fits_by_integer_program(cycle, ranks, 4)
    if found:
        assert all(found[low] < found[high] for low in range(cycle.cards) for high in labels(cycle.known.over[low]))
        assert sorted(found) == [rank for rank in range(1, ranks + 1) for _ in range(4)]


def labels(bits):
    return [label for label in range(bits.bit_length()) if bits >> label & 1]


def fits_by_integer_program(cycle, ranks, suits):
    """For each label and rank whether it is of that rank, or a lower one; so many labels of each rank."""
    optimize, size = scipy.optimize, cycle.cards * ranks
    at_most = np.eye(size).reshape(cycle.cards, ranks, size)
    rising = (at_most[:, :-1] - at_most[:, 1:]).reshape(-1, size)
    lower = np.concatenate([np.zeros((cycle.cards, 1, size)), at_most[:, :-1]], axis=1)
    above = [at_most[high] - lower[low] for low in range(cycle.cards) for high in labels(cycle.known.over[low])]
    wanted = [suits * (rank + 1) for rank in range(ranks)]
    limits = [
        optimize.LinearConstraint(np.vstack([rising, *above]), -np.inf, 0),
        optimize.LinearConstraint(at_most.sum(axis=0), wanted, wanted),
    ]
    bounds = optimize.Bounds(0, 1)
    return optimize.milp(np.zeros(size), integrality=np.ones(size), bounds=bounds, constraints=limits).success


@pytest.mark.parametrize(
    ("ranks", "table", "split", "word", "preperiod", "cycle_length"),
    [
        (6, NATURALLY, 10, "=L=LRRLL=R=RLLRR", 0, 36),
        (7, NATURALLY, 19, "=LLRRLLRRRRLLR", 4, 52),
        (9, NATURALLY, 27, "=LL=RLLRRLLRRRRLLR", 7, 192),
        (11, NATURALLY, 16, "LLLLRRRR", 2, 1152),
        (12, NATURALLY, 30, "=LRR", 3, 72),
        (12, BY_PAIRS, 23, "=L=RRLLL=RRRL=LR", 0, 72),
        (13, NATURALLY, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
        (13, OPTIMISED, 13, "=LRLLRRLLRRLLRRRRL", 10, 1020),
    ],
)
def test_a_deal_leads_into_its_cycle(ranks, table, split, word, preperiod, cycle_length):
    cycle = SuitedCycle.of(4 * ranks, table, split, word)
    hands, reached = nearest_deal([cycle], [4] * ranks, 2 * ranks)
    assert reached == cycle
    assert [*map(len, hands)] == [2 * ranks] * 2
    assert sorted(hands[0] + hands[1]) == [rank for rank in range(1, ranks + 1) for _ in range(4)]
    game = play_full_game(f"delahaye-mathieu,deck={ranks}x4,replacement={RULES[table]}", hands)
    assert (game.preperiod, game.cycle_length) == (preperiod, cycle_length)
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
    while not any(len(left) == 14 and ranks_for(known, [4] * 7) is not None for left, _, known in every):
        every = [
            (*before, known)
            for left, right, known in every
            for played in WITH_A_DRAW
            if (found := undone((left, right), known, played, cycle.table)) is not None
            for before, known in [found]
        ]
        rounds += 1
    assert rounds == game.preperiod == 4


@pytest.mark.long
def test_without_ranks_that_fit_there_is_no_deal(monkeypatch):
    cycle = SuitedCycle(20, NATURALLY, 8, "LLLLRRRR")
    assert nearest_deal([cycle], [4] * 5, 10) is None
    monkeypatch.setattr(known_deals, "MOST_STEPS", 1)
    assert nearest_deal([SuitedCycle(44, NATURALLY, 16, "LLLLRRRR")], [4] * 11, 22) is None


def test_a_search_of_too_many_steps_ends():
    known = SuitedCycle(52, TableOrder(ReturnOrder.LW), 4, "LLLLRRRR").known
    assert ranks_for(known, [4] * 13, most_steps=10_000) == ranks_for(known, [4] * 13)
    with pytest.raises(UndecidedError):
        ranks_for(known, [4] * 13, most_steps=10)


def ranks_that_fit(comparisons, deck):
    cards = sorted({card for low, high, _ in comparisons for card in (low, high)})
    for some in product(range(1, len(deck) + 1), repeat=len(cards)):
        rank_of = dict(zip(cards, some, strict=True))
        if all(count <= deck[rank - 1] for rank, count in Counter(some).items()) and all(
            rank_of[low] + is_strict <= rank_of[high] for low, high, is_strict in comparisons
        ):
            yield rank_of


@examples(90)
@given(
    st.lists(st.tuples(st.sampled_from([*permutations(range(5), 2)]), st.booleans()), max_size=7),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
)
def test_ranks_are_found_wherever_there_are_some(pairs, deck):
    comparisons = [Comparison(*pair, is_strict) for pair, is_strict in pairs]
    known = KnownRanks.nothing(5).with_all(comparisons)
    found = None if known is None else ranks_for(known, deck)
    fitting = ranks_that_fit(comparisons, deck)
    assert next(fitting, None) is None if found is None else found in fitting
