"""The blocks of the search back: where turns from them lead."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import long
from wargraph.core.position import Player
from wargraph.core.relation import Relation
from wargraph.core.rules import children, turn_winner
from wargraph.graph import blocks
from wargraph.graph.blocks import IN_WORD, Numbering, interleaved
from wargraph.graph.positions import Positions


@pytest.mark.parametrize(
    ("name", "low_cards", "words"),
    [
        ("order:2", 6, 9),
        ("random:4:3", 6, 9),
        ("order:5", 2, 1),
        ("order:5", 3, 8),
        ("random:5:3", 3, 2),
        ("random:5:3", 4, 1),
        *long(("order:6", 3, 8), ("random:6:3", 3, 2), ("random:6:3", 5, 1)),
    ],
)
def test_turns_lead_to_the_blocks_named(name, low_cards, words, monkeypatch):
    monkeypatch.setattr(blocks, "_LOW_CARDS", low_cards)
    monkeypatch.setattr(blocks, "MOST_WORDS", words)
    relation = Relation.of(name)
    numbering = Numbering(Positions(relation.n, left_holds_n=False))
    in_block, after = IN_WORD * numbering.block_words, numbering.after(relation.to_array())
    assert numbering.full().view(np.uint8).size == 4 * numbering.block_words
    for position in numbering.positions:
        split, number = position.split, numbering.number(position)
        block, place = divmod(number, in_block)
        assert numbering.split_of[block] == split
        assert block in numbering.blocks_of(split)
        assert numbering.full()[place // IN_WORD] >> place % IN_WORD & 1
        assert numbering.positions.offsets[split] + numbering.rank(number, split) == numbering.positions.index(position)
        for child in children(position, relation).values():
            of_winner = after[block].reshape(2, 2)[[*Player].index(turn_winner(position, relation))]
            assert numbering.number(child) // in_block in of_winner
    assert (after.max(axis=1) < 0)[[*numbering.blocks_of(0), *numbering.blocks_of(relation.n)]].all()


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_marks_are_interleaved_with_empty_bits(words):
    found = interleaved(np.array(words, np.uint32)).tolist()
    assert [int(f"{word:b}", 4) for word in words] == found
