"""Summaries: one row that agrees with networkx and with games played one by one."""

import pytest

from tests.support import SMALL_GRAPHS, graph_of, plain_arcs, plain_components, plain_endless, plain_turns
from wargraph.graph.summary import summary


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_summary_is_what_networkx_and_single_games_say(name):
    component = plain_components(name)
    sizes = list(map(len, {*component.values()}))
    assert summary(graph_of(name)).rows() == [{
        "positions": len(component),
        "arcs": len(plain_arcs(name)),
        "terminals": sum(position.is_terminal for position in component),
        "components": len(sizes),
        "cyclic_components": sum(size > 1 for size in sizes),
        "largest_component": max(sizes),
        "unreachable": len(component) - len(plain_turns(name)),
        "finish": max(plain_turns(name).values()),
        "endless_wl": len(plain_endless(name, "WL")),
        "endless_lw": len(plain_endless(name, "LW")),
    }]  # fmt: skip
