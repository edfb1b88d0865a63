"""The perfect hash: a bijection between positions and indices, laid out by split, terminals last."""

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import positions_of, refusal
from wargraph.core.position import TIE, Deals, all_positions
from wargraph.errors import PositionError
from wargraph.graph.positions import Positions

both_kinds = pytest.mark.parametrize("left_holds_n", [True, False])


@both_kinds
@pytest.mark.parametrize("n", range(1, 7))
def test_positions_are_numbered_by_split_terminals_last(n, left_holds_n):
    positions = Positions(n, left_holds_n)
    expected = [position for position in all_positions(n) if n in position.left or not left_holds_n]
    assert sorted(map(positions.index, expected)) == list(range(len(expected)))
    assert len(positions) == positions.size == len(expected)
    assert all(positions[positions.index(position)] == position for position in expected)
    assert set(positions) == set(expected)
    is_terminal = [position.is_terminal for position in positions]
    assert is_terminal == sorted(is_terminal)
    assert sum(is_terminal) == positions.terminals == factorial(n) * (1 if left_holds_n else 2)
    for split in range(int(left_holds_n), n + 1):
        block = positions[positions.block(split)]
        assert len(block) == positions.split_size(split)
        assert sorted(block) == sorted(position for position in expected if position.split == split)


@given(st.integers(7, 25), st.booleans(), st.data())
def test_large_decks_go_there_and_back(n, left_holds_n, data):
    positions = Positions(n, left_holds_n)
    index = data.draw(st.integers(0, positions.size - 1))
    assert positions.index(positions[index]) == index
    position = data.draw(positions_of(n))
    if left_holds_n and n not in position.left:
        assert position not in positions
        position = position.swap()
    assert position in positions
    assert positions[positions.index(position)] == position


@both_kinds
def test_it_is_a_sequence(left_holds_n):
    positions = Positions(3, left_holds_n)
    listed = list(positions)
    assert positions[-1] == listed[-1]
    assert positions[-len(listed)] == listed[0]
    assert positions[2:7:2] == listed[2:7:2]
    assert list(reversed(positions)) == listed[::-1]
    assert positions.count(listed[4]) == 1
    assert "1|23" not in positions


def test_the_tie_is_the_last_of_the_terminals():
    positions = Positions(3, False, has_tie=True)
    assert (len(positions), positions.terminals) == (25, 13)
    assert list(positions)[-1] == positions[24] == positions[-1] == TIE
    assert list(positions)[:-1] == list(Positions(3, False))
    assert (positions.index(TIE), TIE in positions, TIE in Positions(3, False)) == (24, True, False)
    assert positions.starts(Deals.ALL) == Positions(3, False).starts(Deals.ALL)
    assert "is a tie" in refusal(PositionError, Positions(3, False).index, TIE)
