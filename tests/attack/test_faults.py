"""A few interruptions and faults of each kind; `python benchmarks/attack.py --faults` tries as many as one likes."""

import pytest
from attack_faults import FAULTS, LONG_COMMANDS, befallen, interrupted

pytestmark = pytest.mark.long


@pytest.mark.parametrize("number", range(0, len(LONG_COMMANDS), 2))
def test_an_interrupted_command_leaves_in_order(number):
    found = interrupted(number)
    assert not found.has_failed, found.outcome


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_a_line_and_leaves_nothing_behind(fault):
    assert befallen(fault, 0) == ""
