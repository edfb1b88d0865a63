"""Words that go round, by a solver: those that are found by trying all of them."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples, long, refusal
from wargraph import FIXED_ORDERS, ParameterError, SuitedCycle, cycles_by_formula, cycles_of_words


def height(cycle: SuitedCycle) -> int:
    """How many ranks the cards of a cycle need, if a rank may have any number of cards."""
    left, ranks = [*range(cycle.cards)], 0
    while left:
        least = cycle.known.lowest(left)
        left, ranks = [card for card in left if card not in least], ranks + 1
    return ranks


@pytest.mark.long
@examples(10)
@given(st.integers(2, 20), st.sampled_from(FIXED_ORDERS), st.booleans())
def test_it_finds_all_words_that_trying_them_finds(cards, order, is_mirrored):
    longest = 20 if is_mirrored else 12
    tried = cycles_of_words(cards, order, longest, is_mirrored=is_mirrored)
    solved = cycles_by_formula(cards, order, longest, cards, is_mirrored)
    assert solved.cycles == tried.cycles


@pytest.mark.long
@examples(10)
@given(
    st.integers(2, 32),
    st.sampled_from(FIXED_ORDERS),
    st.booleans(),
    st.integers(2, 4).flatmap(lambda size: st.sets(st.text("LR", min_size=size, max_size=size), min_size=1)),
)
def test_it_finds_all_words_of_blocks(cards, order, is_mirrored, blocks):
    blocks = sorted(blocks)
    tried = cycles_of_words(cards, order, 12, blocks, is_mirrored)
    solved = cycles_by_formula(cards, order, 12, cards, is_mirrored, blocks)
    assert solved.blocks == tried.blocks
    assert solved.cycles == tried.cycles


@pytest.mark.parametrize(
    ("cards", "order", "longest", "blocks"),
    [(9, "LW", 6, ["LR"]), (10, "WL", 8, ["RLRL", "LLRR"]), *long((28, "WL", 12, ["LL"]))],
)
def test_a_half_that_is_mirrored_is_of_whole_blocks(cards, order, longest, blocks):
    tried = cycles_of_words(cards, order, longest, blocks, is_mirrored=True)
    assert cycles_by_formula(cards, order, longest, cards, True, blocks).cycles == tried.cycles


@pytest.mark.long
def test_a_block_may_have_begun_where_left_has_the_fewest_cards():
    """LLLLRRRR is RRLL and LLRR, but only from its middle on."""
    solved = cycles_by_formula(52, "WL", 8, blocks=["LLRR"])
    assert [cycle.word for cycle in solved.cycles] == ["LLLLRRRR"] * 3
    assert solved.cycles == cycles_of_words(52, "WL", 8, ["LLRR"]).cycles


@pytest.mark.parametrize("ranks", [2, 3, 4, *long(13)])
def test_cycles_that_need_more_ranks_are_left_out(ranks):
    tried = cycles_of_words(44, "WL", 12)
    solved = cycles_by_formula(44, "WL", 12, ranks)
    assert solved.cycles == tuple(cycle for cycle in tried.cycles if height(cycle) <= ranks)


@pytest.mark.long
def test_what_was_searched_is_told():
    found = cycles_by_formula(52, "WL", 16, is_mirrored=True)
    assert found.searched == (
        "all words of L, R up to 16 letters, each a half and its mirror image, for 52 cards in at most 13 ranks, WL, "
        "from every split, by a formula"
    )
    assert [row["word"] for row in found.rows()] == ["LLLLRRRR"] * 3


@pytest.mark.long
def test_what_words_are_made_of_is_told():
    found = cycles_by_formula(52, "WL", 12, blocks=("LLLL", "LRLR"))
    assert found.searched.startswith("all words of LLLL, RRRR, LRLR, RLRL up to 12 letters for 52 cards")
    assert [(row["split"], row["word"]) for row in found.rows()] == [(split, "LLLLRRRR") for split in (8, 16, 24)]


@pytest.mark.parametrize("blocks", [("L", "RR"), ("=L",), (), "LLLL", ("LX",), ("LLLLRRRRLL",)])
def test_blocks_that_are_none_are_refused(blocks):
    refusal(ParameterError, cycles_by_formula, 12, "WL", 8, blocks=blocks)


def test_without_the_solver_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert "pip install 'wargraph[formula]'" in refusal(ParameterError, cycles_by_formula, 12)


@pytest.mark.parametrize(("cards", "longest", "ranks"), [(1, 8, 4), (65, 8, 4), (12, 1, 4), (12, 256, 4), (12, 8, 1)])
def test_numbers_out_of_range_are_refused(cards, longest, ranks):
    refusal(ParameterError, cycles_by_formula, cards, "WL", longest, ranks)
