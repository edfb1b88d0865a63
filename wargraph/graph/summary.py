"""All the questions to one War graph at once: the row of `wargraph graph` and the report on a relation."""

from dataclasses import dataclass, field
from typing import Any

from wargraph.cycles_of_order import CyclesOfOrder, cycles_of_order
from wargraph.game_lengths import Longest, longest
from wargraph.graph.components import Components, components
from wargraph.graph.finish import Finish, Reachability, finish, reachability
from wargraph.graph.free_cycles import FreeCycles, free_cycles
from wargraph.graph.war_graph import WarGraph
from wargraph.relation import Relation, as_relation
from wargraph.results import Result, Row
from wargraph.rules import FREE, ReturnOrder


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
        return [
            {
                "positions": len(self.graph),
                "arcs": self.graph.arcs,
                "terminals": self.graph.terminals,
                "components": self.components.count,
                "cyclic_components": len(cyclic),
                "largest_component": max(cyclic, default=1),
                "unreachable": cannot_end[FREE],
                "finish": self.finish.turns,
                "endless_wl": cannot_end[ReturnOrder.WL],
                "endless_lw": cannot_end[ReturnOrder.LW],
            }
        ]


def summary(graph: WarGraph) -> GraphSummary:
    """Components, reachability under all three rules, and finish of a War graph.

    Examples
    --------
    >>> summary(WarGraph(5)).rows()[0]["largest_component"]
    84
    """
    return GraphSummary(graph, components(graph), reachability(graph), finish(graph))


@dataclass(frozen=True)
class RelationReport(Result):
    """Everything the toolkit knows about War under one relation, on all (n+1)! positions.

    Attributes
    ----------
    relation
        What was asked about.
    summary
        Size, components, reachability and finish.
    longest
        The longest finite game under WL and LW.
    cycles
        The cycles under WL and LW.
    free_cycles
        The shortest cycles under free order.
    """

    relation: Relation
    summary: GraphSummary = field(repr=False)
    longest: dict[ReturnOrder, Longest]
    cycles: dict[ReturnOrder, CyclesOfOrder]
    free_cycles: FreeCycles

    def rows(self) -> list[Row]:
        """One row: the columns of the summary, then the longest games and the cycles by order."""
        row: Row = {"relation": self.relation.name, "n": self.relation.n, **self.summary.rows()[0]}
        for order in ReturnOrder:
            row[f"longest_{order.lower()}"] = self.longest[order].turns
            row[f"cycles_{order.lower()}"] = sum(self.cycles[order].cycles.values())
        row["shortest_cycle"] = min(self.free_cycles.cycles, default=None)
        return [row]

    def __str__(self) -> str:
        from wargraph.export.reports import relation_report_text

        return relation_report_text(self)


def relation_report(relation: Any) -> RelationReport:
    """Build the War graph of a `Relation`, or of a 0/1 matrix, and ask it everything.

    Examples
    --------
    >>> row = relation_report(Relation.named("rock-paper-scissors")).rows()[0]
    >>> row["positions"], row["longest_lw"], row["cycles_wl"], row["finish"]
    (24, 2, 1, 2)
    """
    relation = as_relation(relation)
    graph = WarGraph.from_relation(relation)
    return RelationReport(
        relation,
        summary(graph),
        {order: longest(graph, order) for order in ReturnOrder},
        {order: cycles_of_order(graph, order) for order in ReturnOrder},
        free_cycles(graph),
    )
