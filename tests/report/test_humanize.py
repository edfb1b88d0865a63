"""Numbers in sentences."""

import pytest

from wargraph.report.humanize import counted, duration


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns"), (1234, "1,234 turns"), (-1, "-1 turns")]
)
def test_a_count_goes_with_its_noun(count, text):
    assert counted(count, "turn") == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2 hours"), (8766 * 3600, "1 year")],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds, text):
    assert duration(seconds) == text
