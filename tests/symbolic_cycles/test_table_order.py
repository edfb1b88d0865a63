"""How a table goes back, asked of the rules of the full game."""

import pytest

from wargraph import RuleSet
from wargraph.symbolic_cycles.table_order import TableOrder


@pytest.mark.parametrize(
    ("rules", "without_draws", "with_draws"),
    [
        ("delahaye-mathieu", ("WL", True), ("WL", True)),
        ("delahaye-mathieu,replacement=descending", ("WL", True), None),
        ("delahaye-mathieu,replacement=ascending", ("LW", True), None),
        ("delahaye-mathieu,replacement=loser-first", ("LW", True), ("LW", False)),
        ("delahaye-mathieu,replacement=winner-first", ("WL", True), ("WL", False)),
        ("delahaye-mathieu,face-down=1", ("WL", True), None),
        ("rutgers,replacement=played", None, None),
        ("rutgers,replacement=winner-first,players=3", None, None),
        ("drew-stack,replacement=winner-first", None, None),
        ("kids", None, None),
    ],
)
def test_the_order_that_rules_prescribe(rules, without_draws, with_draws):
    found = [TableOrder.of_rules(RuleSet.parse(rules), draws) for draws in (False, True)]
    assert [None if order is None else (str(order.order), order.is_last_first) for order in found] == [
        without_draws,
        with_draws,
    ]
