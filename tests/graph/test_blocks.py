"""The blocks of the search back: where turns from them lead."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import long
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
    block_of = {
        (block.split, word): block
        for split in numbering.positions.splits
        for block in numbering.blocks(split)
        for word in range(block.start, block.start + block.words)
    }
    assert {split: sum(key[0] == split for key in block_of) for split in numbering.words} == numbering.words
    for position in numbering.positions:
        place = numbering.number(position)
        assert numbering.positions.offsets[position.split] + numbering.rank(place) == numbering.positions.index(
            position
        )
        for child in children(position, relation).values():
            block, after = (block_of[each.split, numbering.number(each) // IN_WORD] for each in (position, child))
            assert (after, turn_winner(position, relation)) in numbering.after(block, relation.to_array())


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_marks_are_interleaved_with_empty_bits(words):
    found = interleaved(np.array(words, np.uint32)).tolist()
    assert [int(f"{word:b}", 4) for word in words] == found
