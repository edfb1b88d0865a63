"""Everything about War under one relation: the report of `wargraph matrix`."""

from dataclasses import dataclass, field
from typing import Any

from wargraph.cycles_of_order import CyclesOfOrder, cycles_of_order
from wargraph.document import Document, Paragraph, Preformatted, Table, Title
from wargraph.game_lengths import Longest, longest
from wargraph.graph.components import require_components_memory
from wargraph.graph.free_cycles import FreeCycles, free_cycles
from wargraph.graph.summary import GraphSummary, summary
from wargraph.graph.war_graph import WarGraph, require_graph_memory
from wargraph.position import Position
from wargraph.relation import Reading, Relation
from wargraph.results import Result, Row
from wargraph.rules import FIXED_ORDERS, ReturnOrder
from wargraph.wording import counted


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
        for order in FIXED_ORDERS:
            row[f"longest_{order.lower()}"] = self.longest[order].turns
            row[f"cycles_{order.lower()}"] = sum(self.cycles[order].cycles.values())
        row["shortest_cycle"] = min(self.free_cycles.cycles, default=None)
        return [row]

    def game_rows(self) -> list[Row]:
        """The longest game under each order: ``order, question, turns, positions, example, endless``.

        Under free order it is the finish, and the endless positions are those that cannot end.
        """
        cannot_end = self.summary.reachability.cannot_end
        rows: list[Row] = []
        for order in FIXED_ORDERS:
            found = self.longest[order]
            rows.append(
                {
                    "order": str(order),
                    "question": "longest finite game",
                    "turns": found.turns,
                    "positions": found.positions,
                    "example": found.example,
                    "endless": cannot_end[order],
                }
            )
        finish = self.summary.finish
        rows.append(
            {
                "order": ReturnOrder.FREE,
                "question": "finish: the farthest position from the end",
                "turns": finish.turns,
                "positions": finish.positions,
                "example": finish.example,
                "endless": cannot_end[ReturnOrder.FREE],
            }
        )
        return rows

    def document(self) -> Document:
        """The relation, its War graph, every order's games, and the cycles, by length and the first of them."""
        graph = {name: value for name, value in self.summary.rows()[0].items() if not name.startswith("endless")}
        return Document(
            [
                Title(_heading(self.relation)),
                Preformatted(str(self.relation)),
                Paragraph(_beaten(self.relation)),
                Table("summary", self.rows(), excerpt=()),
                Table("graph", [graph], "War graph, all positions, free order", is_record=True),
                Table("games", self.game_rows(), "Games"),
                *(
                    Table(f"cycles-{order.lower()}", found.rows(), f"Cycles under {order}")
                    for order, found in self.cycles.items()
                ),
                Table("cycles-free", self.free_cycles.rows(), "Shortest cycles under free order"),
                *map(Paragraph, self._remarks()),
            ]
        )

    def _remarks(self) -> list[str]:
        firsts = [(order, next(iter(found), None)) for order, found in self.cycles.items()]
        remarks = [
            f"The first cycle under {order}: {_round(first)}" if first else f"Under {order} every game ends."
            for order, first in firsts
        ]
        shortest = self.free_cycles.shortest
        if shortest:
            return [*remarks, f"A shortest cycle under free order: {_round(shortest)}"]
        return [*remarks, "Under free order there is no cycle."]


def relation_report(relation: Any) -> RelationReport:
    """Build the War graph of a relation, or of what `Relation.of` takes for one, and ask it everything.

    Examples
    --------
    >>> row = relation_report("rock-paper-scissors").rows()[0]
    >>> row["positions"], row["longest_lw"], row["cycles_wl"], row["finish"]
    (24, 2, 1, 2)
    """
    relation = Relation.of(relation)
    require_graph_memory(relation.n, left_holds_n=False)
    require_components_memory(relation.n, left_holds_n=False)
    graph = WarGraph.from_relation(relation)
    return RelationReport(
        relation,
        summary(graph),
        {order: longest(graph, order) for order in FIXED_ORDERS},
        {order: cycles_of_order(graph, order) for order in FIXED_ORDERS},
        free_cycles(graph),
    )


def _heading(relation: Relation) -> str:
    decided = "a linear order" if relation.is_order else "a tournament"
    kind = {Reading.STRICT: decided, Reading.LITERAL: "read literally", Reading.DRAWS: "with draws"}[relation.reading]
    return f"{relation.name}: {counted(relation.n, 'card')}, {kind}"


def _beaten(relation: Relation) -> str:
    lines = []
    names = {card: f"{card} ({name})" for card, name in enumerate(relation.card_names, start=1)}
    for card, row in enumerate(relation.rows, start=1):
        beaten = [names.get(other, str(other)) for other, beats in enumerate(row, start=1) if beats]
        lines.append(f"card {names.get(card, card)} beats {' and '.join(beaten) or 'no other'}")
    return "; ".join(lines)


def _round(cycle: tuple[Position, ...]) -> str:
    return " -> ".join(map(str, (*cycle, cycle[0])))
