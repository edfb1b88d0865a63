"""All the questions to one War graph at once: the row of `wargraph summary`."""

from dataclasses import dataclass, field

from wargraph.core.rules import ReturnOrder
from wargraph.graph.components import Components, components
from wargraph.graph.finish import Finish, Reachability, finish, reachability
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.report.document import Part, Table
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class GraphSummary(Result):
    """Size, components, reachability and finish of a War graph."""

    graph: WarGraph
    components: Components = field(repr=False)
    reachability: Reachability = field(repr=False)
    finish: Finish = field(repr=False)

    def rows(self) -> list[Row]:
        """One row; ``unreachable`` positions cannot end under free order, ``endless_wl`` and ``endless_lw`` do not end
        under that fixed order."""
        cyclic = self.components.cyclic
        cannot_end = self.reachability.cannot_end
        row: Row = {
            "positions": len(self.graph),
            "arcs": self.graph.arcs,
            "terminals": self.graph.terminals,
            "components": self.components.count,
            "cyclic_components": len(cyclic),
            "largest_component": max(cyclic, default=1),
            "unreachable": cannot_end[ReturnOrder.FREE],
            "finish": self.finish.turns,
            "endless_wl": cannot_end[ReturnOrder.WL],
            "endless_lw": cannot_end[ReturnOrder.LW],
        }
        return [row]

    def _body(self) -> list[Part]:
        return [Table("rows", self.rows(), is_record=True)]


def summary(graph: Deck) -> GraphSummary:
    """Components, reachability under all three rules, and finish of a War graph.

    See Also
    --------
    components

    Examples
    --------
    >>> summary(WarGraph(5)).rows()[0]["largest_component"]
    84
    """
    graph = as_graph(graph)
    return GraphSummary(graph, components(graph), reachability(graph), finish(graph))
