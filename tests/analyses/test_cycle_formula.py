"""A formula finds the words that trying them finds, and leaves out those that need too many ranks."""

import pytest
from cycle_formula import cycles_by_formula
from cycle_words import cycles_of_words
from hypothesis import example, given
from hypothesis import strategies as st
from suited_cycles import SuitedCycle

from tests.support import examples, long, refusal
from wargraph import FIXED_ORDERS, ParameterError


def height(cycle: SuitedCycle) -> int:
    """How many ranks the cards of a cycle need, if a rank may have any number of cards."""
    left, ranks = [*range(cycle.cards)], 0
    while left:
        every, known = sum(1 << card for card in left), cycle.known
        least = [card for card in left if not known.down[card] & every & ~known.equal_to(card)]
        left, ranks = [card for card in left if card not in least], ranks + 1
    return ranks


@pytest.mark.long
@examples(20)
@example(9, "LW", (6, True), {"LR"})  # halves of whole blocks
@example(10, "WL", (8, True), {"RLRL", "LLRR"})
@example(28, "WL", (12, True), {"LL"})
@example(20, "WL", (8, False), {"LLRR"})  # LLLLRRRR is RRLL and LLRR, but only from its middle on
@given(
    st.integers(2, 24),
    st.sampled_from(FIXED_ORDERS),
    st.sampled_from([(10, False), (16, True)]),
    st.integers(1, 4).flatmap(lambda size: st.sets(st.text("LR", min_size=size, max_size=size), min_size=1)),
)
def test_it_finds_all_words_that_trying_them_finds(cards, order, words, blocks):
    longest, is_mirrored = words
    tried = cycles_of_words(cards, order, longest, sorted(blocks), is_mirrored)
    solved = cycles_by_formula(cards, order, longest, cards, is_mirrored, sorted(blocks))
    assert (solved.blocks, solved.cycles) == (tried.blocks, tried.cycles)


@pytest.mark.parametrize("ranks", [2, 3, 4, *long(13)])
def test_cycles_that_need_more_ranks_are_left_out(ranks):
    tried = cycles_of_words(44, "WL", 10)
    solved = cycles_by_formula(44, "WL", 10, ranks)
    assert solved.cycles == tuple(cycle for cycle in tried.cycles if height(cycle) <= ranks)


@pytest.mark.parametrize("blocks", [("L", "RR"), ("=L",)])
def test_blocks_that_no_formula_has_are_refused(blocks):
    refusal(ParameterError, cycles_by_formula, 12, "WL", 8, blocks=blocks)
