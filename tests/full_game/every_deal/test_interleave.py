"""The order of the pieces."""

import pytest

from wargraph.full_game.every_deal.interleave import spread


@pytest.mark.parametrize("pieces", [1, 2, 3, 10, 97, 1000])
def test_every_piece_comes_once_and_the_first_ones_from_all_over(pieces):
    order = [*spread(pieces)]
    assert sorted(order) == list(range(pieces))
    eight = sorted(order[:8])
    assert all(after - before <= pieces // 3 + 1 for before, after in zip([0, *eight], [*eight, pieces], strict=True))
