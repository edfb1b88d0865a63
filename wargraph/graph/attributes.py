"""What the analyses know about each position: the attributes with which a War graph is handed to other programs."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from wargraph.core.rules import FIXED_ORDERS
from wargraph.graph.components import components
from wargraph.graph.finish import distances
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph


def graph_attributes(graph: WarGraph) -> dict[str, str]:
    """What holds for the whole graph: its ``name`` and, of a relation, the ``matrix`` in one line and its ``reading``.

    >>> graph_attributes(WarGraph.from_relation("rock-paper-scissors"))
    {'name': 'rock-paper-scissors', 'matrix': '001/100/010', 'reading': 'strict'}
    """
    relation = graph.relation
    of_relation = {"matrix": relation.one_line, "reading": str(relation.reading)}
    return {"name": graph.name, **({} if graph.positions.left_holds_n else of_relation)}


def position_attributes(graph: WarGraph) -> dict[str, list[object]]:
    """The attributes by name, each with its values in the order of the positions.

    ``terminal``, ``finish`` (fewest turns to the end under free order), ``turns_wl`` and ``turns_lw`` (turns to the end
    under that order), ``endless_wl`` and ``endless_lw`` (whether the game never ends under that order), ``component``
    and ``component_size`` (strongly connected, under free order). Turns are None where the end never comes. Where the
    cards have names, ``cards`` is the position with these.

    >>> found = {name: values[0] for name, values in position_attributes(WarGraph(2)).items()}
    >>> found["terminal"], found["finish"], found["turns_wl"], found["endless_wl"], found["component_size"]
    (False, 1, 1, False, 1)
    """
    inner, found = len(graph.child_indices), components(graph)
    cards = {"cards": [graph.relation.text(position) for position in graph]} if graph.relation.card_names else {}
    return {
        **cards,
        "terminal": [False] * inner + [True] * graph.terminals,
        "finish": _turns(distances(graph).distance),
        **{f"turns_{order.lower()}": _turns(play_outs(graph, order).outcome) for order in FIXED_ORDERS},
        **{f"endless_{order.lower()}": (play_outs(graph, order).outcome < 0).tolist() for order in FIXED_ORDERS},
        "component": found.label.tolist(),
        "component_size": found.sizes[found.label].tolist(),
    }


def known_attributes(graph: WarGraph) -> Iterator[dict[str, object]]:
    """The attributes position by position, without those that are None."""
    columns = position_attributes(graph)
    for values in zip(*columns.values(), strict=True):
        yield {name: value for name, value in zip(columns, values, strict=True) if value is not None}


def _turns(values: NDArray[np.signedinteger]) -> list[object]:
    return [turns if turns >= 0 else None for turns in values.tolist()]
