"""How a table goes back, asked of the rules of the full game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from suited_cycles import TableOrder

from wargraph import RuleSet, deal, play_full_game


@pytest.mark.parametrize(
    ("rules", "without_draws", "with_draws"),
    [
        ("delahaye-mathieu", ("WL", True, False), ("WL", True, False)),
        ("delahaye-mathieu,replacement=descending", ("WL", True, False), ("WL", True, True)),
        ("delahaye-mathieu,replacement=ascending", ("LW", True, False), ("LW", True, True)),
        ("delahaye-mathieu,replacement=loser-first", ("LW", True, False), ("LW", False, False)),
        ("delahaye-mathieu,replacement=winner-first", ("WL", True, False), ("WL", False, False)),
        ("delahaye-mathieu,face-down=1", ("WL", True, False), None),
        ("rutgers,replacement=played", None, None),
        ("rutgers,replacement=winner-first,players=3", None, None),
        ("drew-stack,replacement=winner-first", None, None),
        ("kids", None, None),
    ],
)
def test_the_order_that_rules_prescribe(rules, without_draws, with_draws):
    found = [TableOrder.of_rules(RuleSet.parse(rules), draws) for draws in (False, True)]
    assert [order and (str(order.order), *order[1:]) for order in found] == [
        without_draws,
        with_draws,
    ]


@pytest.mark.parametrize("rules", ["descending", "ascending", "top-down", "loser-first"])
@given(seed=st.integers(0, 10**6))
def test_a_round_goes_back_as_in_the_game(rules, seed):
    """Whole random games: rounds with as many draws as come."""
    rules = RuleSet.parse(f"delahaye-mathieu,deck=3x4,replacement={rules}")
    table = TableOrder.of_rules(rules, with_draws=True)
    for played in play_full_game(rules, deal(rules, seed, 0)).rounds:
        if played.winner is None or any(len(play) < 2 for play in played.plays):
            continue  # nobody took it, or somebody could not go on
        pairs = [(dict(play)[played.winner], dict(play)[3 - played.winner]) for play in played.plays]
        returned = table.returned(pairs)
        assert table.undone(returned) == pairs
        if all(low <= high for low, high in table.required(returned)):
            assert returned == [*played.returned]
        else:
            assert table.is_sorted
            assert returned != [*played.returned]
