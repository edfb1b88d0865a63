"""What a worker makes of a piece."""

import os

from tests.campaign.kept import Ones
from wargraph.campaign.pieces import this_process, worked


def test_a_piece_that_was_worked_on_says_what_it_found_and_by_whom():
    found = worked(Ones(0, 4))
    assert (found.partial, found.left) == (1, [Ones(1, 3), Ones(3, 4)])
    assert found.seconds >= 0
    assert found.worker == this_process()
    assert found.worker.endswith(f":{os.getpid()}")
