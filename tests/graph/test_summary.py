"""Summaries and what cannot end: as networkx and games played one by one say."""

import pytest

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, plain_arcs, plain_components, plain_endless, plain_turns
from wargraph.graph.outcomes.reachability import reachability
from wargraph.graph.summary import summary


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_summary_agrees_with_networkx_and_games(name):
    component = plain_components(name)
    sizes = list(map(len, {*component.values()}))
    cannot_end = {order: plain_endless(name, order) for order in ORDERS}
    cannot_end["free"] = component.keys() - plain_turns(name).keys()
    found = reachability(graph_of(name))
    for order, endless in cannot_end.items():
        assert set(found.positions_that_cannot_end(order)) == endless
        assert found.cannot_end[order] == len(endless)
    assert bool(cannot_end["free"]) == (name in ("some cannot end", "no balanced deal ends"))
    assert summary(graph_of(name)).rows() == [{
        "n": graph_of(name).n,
        "positions": len(component),
        "arcs": len(plain_arcs(name)),
        "terminals": sum(position.is_terminal for position in component),
        "components": len(sizes),
        "cyclic_components": sum(size > 1 for size in sizes),
        "largest_component": max(sizes),
        "cannot_end": len(cannot_end["free"]),
        "farthest": max(plain_turns(name).values()),
        "endless_wl": len(cannot_end["WL"]),
        "endless_lw": len(cannot_end["LW"]),
    }]  # fmt: skip
