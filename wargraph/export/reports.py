"""Reports in words and tables, for reading at a terminal."""

from collections.abc import Callable, Sequence

from wargraph.auction.tournament import Tournament
from wargraph.endings import CAP
from wargraph.export.tables import markdown_table, text_record, text_table
from wargraph.full_game.compare import Comparison
from wargraph.full_game.simulate import Simulation
from wargraph.graph.summary import RelationReport
from wargraph.position import Position
from wargraph.relation import Relation
from wargraph.results import Row
from wargraph.rules import FREE, ReturnOrder
from wargraph.wording import counted


def relation_report_text(report: RelationReport) -> str:
    """The report of `wargraph matrix`: the relation, its War graph, every order's games, and the cycles."""
    parts = [
        _heading(report),
        f"{report.relation}\n\n{_beaten(report.relation)}",
        f"{_GRAPH_HEADING}\n\n{text_record(_graph_row(report))}",
        *(f"{heading}\n\n{text_table(rows)}" for heading, rows in _tables(report)),
        *_remarks(report),
    ]
    return "\n\n".join(parts)


def relation_report_markdown(report: RelationReport) -> str:
    """The same report for a Markdown page."""
    matrix = "\n".join(f"    {line}" for line in str(report.relation).splitlines())
    parts = [
        f"# {_heading(report)}",
        f"{matrix}\n\n{_beaten(report.relation)}",
        *(
            f"## {heading}\n\n{markdown_table(rows)}"
            for heading, rows in [(_GRAPH_HEADING, [_graph_row(report)]), *_tables(report)]
        ),
        *(remark.replace("|", "\\|") for remark in _remarks(report)),
    ]
    return "\n\n".join(parts)


def simulation_report_text(comparison: Comparison) -> str:
    """The report of `wargraph simulate`: for each simulation the rules, the lengths, the endings, the wars and more."""
    return _simulation_report(comparison, "", "", "", text_table)


def simulation_report_markdown(comparison: Comparison) -> str:
    """The same report for a Markdown page."""
    return _simulation_report(comparison, "# ", "## ", "    ", markdown_table)


def _simulation_report(
    comparison: Comparison, title: str, heading: str, indent: str, table: Callable[[list[Row]], str]
) -> str:
    parts = []
    for found in comparison.simulations:
        rules = "\n".join(f"{indent}{line}" for line in found.rules.describe().splitlines())
        parts.append(f"{title}{found.rules}: {counted(found.games, 'game')}, seed {found.seed}\n\n{rules}")
        parts += [f"{heading}{what}\n\n{table(rows)}" for what, rows in _simulation_tables(found)]
        parts.append(f"To see a game: wargraph play --preset {found.rules} --seed {found.seed} --game NUMBER")
    if len(comparison.simulations) > 1:
        parts.append(f"{title}Compared\n\n{table(_compared(comparison.simulations))}")
        parts.append(f"{heading}{_DIFFERENCES}\n\n{table(comparison.rows())}")
    return "\n\n".join(parts)


def tournament_report_text(tournament: Tournament) -> str:
    """The report of `wargraph auction tournament`: the ranking, who wins against whom, and each line-up."""
    return _tournament_report(tournament, "", text_table)


def tournament_report_markdown(tournament: Tournament) -> str:
    """The same report for a Markdown page."""
    return _tournament_report(tournament, "## ", markdown_table)


def _tournament_report(tournament: Tournament, heading: str, table: Callable[[list[Row]], str]) -> str:
    rows = [
        {name: value for name, value in row.items() if value or name not in ("no_winner", "endless", "capped")}
        for row in tournament.rows()
    ]
    columns = [name for name in tournament.rows()[0] if any(name in row for row in rows)]
    tables = [
        (
            "Ranking: points a game of one player, 95 % interval; without a winner all share the point",
            tournament.ranking_rows(),
        ),
        ("The same where a rival plays too", tournament.pair_rows()),
        ("Line-ups", [{name: row.get(name, 0) for name in columns} for row in rows]),
    ]
    parts = [f"{heading}{what}\n\n{table(each)}" for what, each in tables if each]
    if any(found.is_determined for found in tournament.simulations):
        parts.append("One game: nothing is left to chance, so all games of that line-up are the same.")
    first = tournament.simulations[0]
    options = f" --cap {first.cap}" * (first.cap != CAP) + " --until-one-strategy" * first.until_one_strategy
    parts.append(f"To see a game: wargraph auction watch LINE-UP --seed {first.seed} --game NUMBER{options}")
    return "\n\n".join(parts)


def exact_play_report_text(summary: list[Row], opening: list[Row], strategies: list[Row]) -> str:
    """The report of `wargraph auction exact`, from the rows of an `ExactPlay`."""
    return _exact_play_report(summary, opening, strategies, "", text_table)


def exact_play_report_markdown(summary: list[Row], opening: list[Row], strategies: list[Row]) -> str:
    """The same report for a Markdown page."""
    return _exact_play_report(summary, opening, strategies, "## ", markdown_table)


def _exact_play_report(
    summary: list[Row], opening: list[Row], strategies: list[Row], heading: str, table: Callable[[list[Row]], str]
) -> str:
    (row,) = summary
    tables = [
        (f"Two players with the cards 1..{row['cards']}; low and high: bounds of the value at the start", summary),
        ("An optimal opening", opening),
        ("Known strategies: value at the start against the optimal one, and against a best response", strategies),
    ]
    return "\n\n".join(f"{heading}{what}\n\n{table(each)}" for what, each in tables)


_DIFFERENCES = "Turns by the rules less turns by the other, game by game, where both end; with 95 % intervals"
_MOST_PERIODS = 12
_HELD_ROWS = 12


def _simulation_tables(found: Simulation) -> list[tuple[str, list[Row]]]:
    finished = counted(found.finished, "game")
    endings = [row for row in found.ending_rows() if row["games"] or row["ending"] == "endless"]
    if not found.rules.is_deterministic:
        endings = [row for row in endings if row["ending"] != "endless"]
    tables = [
        (f"Turns of the {finished} that ended, with 95 % intervals", found.measure_rows()),
        ("How the games came out: shares, with 95 % intervals", endings),
    ]
    if found.capped:
        tables[0] = (
            f"{tables[0][0]}; {counted(found.capped, 'game')} given up after {found.cap:,} rounds",
            tables[0][1],
        )
    if found.tally.by_period:
        frequent = sorted(found.period_rows(), key=lambda row: -int(str(row["games"])))[:_MOST_PERIODS]
        more = len(found.tally.by_period) - len(frequent)
        also = f" ({counted(more, 'more length')} not shown)" if more else ""
        tables.append((f"Endless games by the length of their cycle, in rounds{also}", frequent))
    wars = [row for row in found.war_rows() if row["number"]]
    tables += [
        (
            "Rounds with so many wars, in the games that ended; games with at least one; 95 % intervals",
            wars,
        ),
        ("Even or odd, and wars in which a player had too few cards", found.parity_rows()),
        ("Cards held by who had most, and by who was to win: means over games won and not over", _held(found)),
        ("Worth a look", found.example_rows()),
    ]
    return [(heading, rows) for heading, rows in tables if rows]


def _held(found: Simulation) -> list[Row]:
    """Some of the rows about cards held: until one game in twenty is left."""
    rows = found.held_rows()
    shown = [row for row in rows if 20 * int(str(row["playing"])) >= int(str(rows[0]["playing"]))]
    return shown[:: -(-len(shown) // _HELD_ROWS) or 1]


def _compared(simulations: Sequence[Simulation]) -> list[Row]:
    columns = ("games", "mean", "mean_error", "median", "mode", "min", "max", "sd", "tied", "endless_share", "capped")
    return [
        {"rules": row["preset"], **{name: row[name] for name in columns}}
        for found in simulations
        for row in found.rows()
    ]


_GRAPH_HEADING = "War graph, all positions, free order"


def _heading(report: RelationReport) -> str:
    relation = report.relation
    kind = "a linear order" if relation.is_order else "a tournament" if relation.is_tournament else "read literally"
    return f"{relation.name}: {counted(relation.n, 'card')}, {kind}"


def _graph_row(report: RelationReport) -> Row:
    return {name: value for name, value in report.summary.rows()[0].items() if not name.startswith("endless")}


def _tables(report: RelationReport) -> list[tuple[str, list[Row]]]:
    tables = [("Games", _game_rows(report))]
    tables += [(f"Cycles under {order}", found.rows()) for order, found in report.cycles.items() if found.cycles]
    if report.free_cycles.cycles:
        tables.append(("Shortest cycles under free order", report.free_cycles.rows()))
    return tables


def _remarks(report: RelationReport) -> list[str]:
    remarks = []
    for order, found in report.cycles.items():
        first = next(iter(found), None)
        what = f"The first cycle under {order}: {_round(first)}" if first else f"Under {order} every game ends."
        remarks.append(what)
    shortest = report.free_cycles.shortest
    what = (
        f"A shortest cycle under free order: {_round(shortest)}" if shortest else "Under free order there is no cycle."
    )
    return [*remarks, what]


def _beaten(relation: Relation) -> str:
    lines = []
    names = {card: f"{card} ({name})" for card, name in enumerate(relation.card_names, start=1)}
    for card, row in enumerate(relation.rows, start=1):
        beaten = [names.get(other, str(other)) for other, beats in enumerate(row, start=1) if beats]
        lines.append(f"card {names.get(card, card)} beats {' and '.join(beaten) or 'no other'}")
    return "; ".join(lines)


def _game_rows(report: RelationReport) -> list[Row]:
    cannot_end = report.summary.reachability.cannot_end
    rows: list[Row] = []
    for order in ReturnOrder:
        found = report.longest[order]
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
    finish = report.summary.finish
    rows.append(
        {
            "order": FREE,
            "question": "finish: the farthest position from the end",
            "turns": finish.turns,
            "positions": finish.positions,
            "example": finish.example,
            "endless": cannot_end[FREE],
        }
    )
    return rows


def _round(cycle: tuple[Position, ...]) -> str:
    return " -> ".join(map(str, (*cycle, cycle[0])))
