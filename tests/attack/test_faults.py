"""A few interruptions and faults; `python benchmarks/attack.py --faults` tries as many as one likes."""

import pytest
from attack_faults import befallen, interrupted

pytestmark = pytest.mark.long


@pytest.mark.parametrize("number", range(2, 12, 2))
def test_an_interrupted_command_leaves_in_order(number):
    found = interrupted(number)
    assert not found.has_failed, found.outcome


@pytest.mark.parametrize("fault", ["full disk", "full device", "closed pipe"])
def test_a_fault_is_told_in_a_line_and_leaves_nothing_behind(fault):
    assert befallen(fault, 0) == ""
