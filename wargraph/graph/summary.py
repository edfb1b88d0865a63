"""All the questions to one War graph at once: the row of `wargraph summary`."""

from dataclasses import dataclass, field

from wargraph.core.position import Deals
from wargraph.core.rules import ReturnOrder
from wargraph.graph.attractors.distances import distances
from wargraph.graph.attractors.farthest import Farthest, farthest_of
from wargraph.graph.loops import on_threads
from wargraph.graph.outcomes.reachability import Reachability, reachability
from wargraph.graph.structure.components import SEARCH, Components, components
from wargraph.graph.war_graph import Deck, GraphResult, WarGraph, as_graph
from wargraph.report.document import Part, Table
from wargraph.report.result import Row


@dataclass(frozen=True)
class GraphSummary(GraphResult):
    """The size of a War graph, its components, and which positions can reach an end.

    The attributes `components`, `reachability` and `farthest` are what the functions of these names find.
    """

    components: Components = field(repr=False)
    reachability: Reachability = field(repr=False)
    farthest: Farthest = field(repr=False)

    def rows(self) -> list[Row]:
        """Return the summary as one row.

        The positions counted in ``cannot_end`` cannot end under free order; those in ``endless_wl`` and ``endless_lw``
        do not end under that return order.
        """
        cyclic = self.components.cyclic
        cannot_end = self.reachability.cannot_end
        row: Row = {
            "n": self.graph.n,
            "positions": len(self.graph),
            "arcs": self.graph.arcs,
            "terminals": self.graph.terminals,
            "components": self.components.count,
            "cyclic_components": len(cyclic),
            "largest_component": max(cyclic, default=1),
            "cannot_end": cannot_end[ReturnOrder.FREE],
            "farthest": self.farthest.turns,
            "endless_wl": cannot_end[ReturnOrder.WL],
            "endless_lw": cannot_end[ReturnOrder.LW],
        }
        return [row]

    def _body(self) -> list[Part]:
        return [Table("rows", self.rows(), is_record=True)]


def summary(deck: Deck) -> GraphSummary:
    """Summarize a War graph, or that of a deck: its size, its components, and which positions can reach an end.

    >>> summary(5).rows()[0]["largest_component"]
    84
    """
    graph = as_graph(deck, SEARCH)
    found, ends = on_threads(lambda question: question(graph), [(components,), (_ends,)])
    return GraphSummary(graph, found, *ends)


def _ends(graph: WarGraph) -> tuple[Reachability, Farthest]:
    return reachability(graph), farthest_of(distances(graph), Deals.ALL)
