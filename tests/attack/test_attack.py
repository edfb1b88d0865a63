"""Some dozens of inputs and faults of each kind; `python benchmarks/attack.py` tries as many as are asked for."""

import pytest
from attack_faults import full_disk, interrupted
from attack_inputs import KINDS, attacked

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled_kernels")]

INPUTS = 100
SLOW = {"command lines": 40, "file names": 40}


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_are_accepted_or_refused_in_a_line(kind):
    count = attacked(kind, 0, SLOW.get(kind, INPUTS))
    assert count.failures == []
    assert min(count.refused, count.accepted) > 0.02 * count.tried  # else it is no attack


@pytest.mark.parametrize("number", range(2, 8, 2))
def test_an_interrupted_command_leaves_in_order(number):
    found = interrupted(number)
    assert not found.has_failed, found.outcome


def test_a_full_disk_is_told():
    assert full_disk(0) == ""
