"""Pieces have names by where they come from, and know how long they took."""

import os

from tests.campaign.kept import Ones
from wargraph.campaign.pieces import FinishedPiece, NamedPiece, this_process, worked


def test_the_same_place_has_the_same_name_and_no_other_has():
    finished = FinishedPiece(None, [1, 2, 3], 0.0, "")
    starts = [NamedPiece.start(place, place) for place in range(3)]
    named = [*starts, *(each for start in starts for each in start.left(finished))]
    assert len({each.name for each in named}) == len(named) == 12
    assert NamedPiece.start(1, "other").name == starts[1].name
    assert [each.piece for each in starts[0].left(finished)] == [1, 2, 3]


def test_a_piece_that_was_worked_on_says_what_it_found_and_by_whom():
    found = worked(Ones(4))
    assert (found.partial, found.left) == (1, [Ones(2), Ones(1)])
    assert found.seconds >= 0
    assert found.worker == this_process()
    assert found.worker.endswith(f":{os.getpid()}")
