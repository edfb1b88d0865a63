"""How errors show values."""

from wargraph.errors import shown


def test_numbers_of_more_than_a_thousand_bits_are_shown_by_their_size():
    assert shown(2**1000 - 1).startswith("1071508607186267")
    assert shown(2**1000) == "a number of 1001 bits"
