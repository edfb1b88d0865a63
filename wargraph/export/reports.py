"""Reports in words and tables, for reading at a terminal."""

from wargraph.export.tables import text_table
from wargraph.graph.summary import RelationReport
from wargraph.position import Position
from wargraph.relation import Relation
from wargraph.results import Row
from wargraph.rules import FREE, ReturnOrder, counted


def relation_report_text(report: RelationReport) -> str:
    """The report of `wargraph matrix`: the relation, its War graph, every order's games, and the cycles."""
    relation, summary = report.relation, report.summary
    kind = "a linear order" if relation.is_order else "a tournament" if relation.is_tournament else "read literally"
    graph_row = {name: value for name, value in summary.rows()[0].items() if not name.startswith("endless")}
    parts = [
        f"{relation.name}: {counted(relation.n, 'card')}, {kind}",
        f"{relation}\n{_beaten(relation)}",
        f"War graph, all {len(summary.graph):,} positions, free order\n\n{text_table([graph_row])}",
        f"Games\n\n{text_table(_game_rows(report))}",
        *_cycle_texts(report),
    ]
    return "\n\n".join(parts)


def _beaten(relation: Relation) -> str:
    lines = []
    for card, row in enumerate(relation.rows, start=1):
        beaten = [str(other) for other, beats in enumerate(row, start=1) if beats]
        lines.append(f"card {card} beats {' and '.join(beaten) or 'no other'}")
    return "\n".join(lines)


def _game_rows(report: RelationReport) -> list[Row]:
    cannot_end = report.summary.reachability.cannot_end
    rows: list[Row] = []
    for order in ReturnOrder:
        found = report.longest[order]
        rows.append(
            {
                "order": str(order),
                "question": "longest finite game",
                "turns": found.turns if found else None,
                "positions": found.positions if found else 0,
                "example": found.example if found else None,
                "endless": cannot_end[order],
            }
        )
    finish = report.summary.finish
    rows.append(
        {
            "order": FREE,
            "question": "largest fewest turns to the end",
            "turns": finish.turns,
            "positions": finish.positions,
            "example": finish.example,
            "endless": cannot_end[FREE],
        }
    )
    return rows


def _cycle_texts(report: RelationReport) -> list[str]:
    texts = []
    for order, found in report.cycles.items():
        if found.cycles:
            example = next(iter(found))
            texts.append(f"Cycles under {order}\n\n{text_table(found.rows())}\n\nThe first: {_round(example)}")
        else:
            texts.append(f"Cycles under {order}: none, every game ends")
    shortest = report.free_cycles.shortest
    if shortest:
        texts.append(
            f"Shortest cycles under free order\n\n{text_table(report.free_cycles.rows())}\n\n"
            f"The first: {_round(shortest)}"
        )
    else:
        texts.append("Cycles under free order: none")
    return texts


def _round(cycle: tuple[Position, ...]) -> str:
    return " -> ".join(map(str, (*cycle, cycle[0])))
