"""Numbers in sentences."""

import pytest

from wargraph.report.humanize import counted, duration


def test_a_count_goes_with_its_noun():
    assert [counted(count, "turn") for count in (0, 1, 1234)] == ["0 turns", "1 turn", "1,234 turns"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2 hours"), (8766 * 3600, "1 year")],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds, text):
    assert duration(seconds) == text
