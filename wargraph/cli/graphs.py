"""Commands about whole War graphs: graph, cycles, matrix."""

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from wargraph.cli.options import (
    FormatOption,
    FreeOrderOption,
    LiteralOption,
    MatrixOption,
    Output,
    OutputOption,
    Report,
    SizeArgument,
    decks,
    parse_order,
)
from wargraph.errors import ParameterError
from wargraph.rules import FREE

if TYPE_CHECKING:
    from wargraph.cycles_of_order import CyclesOfOrder
    from wargraph.graph.free_cycles import FreeCycles
    from wargraph.results import Row


def graph(
    n: SizeArgument = None,
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Size, components, reachability and finish.

    Of the standard War graph or that of a matrix. unreachable: positions that cannot end under
    free order; endless_wl, endless_lw: those that do not end under that fixed order.
    """
    out = Output("graph", table_format, output, matrix=matrix)
    found = decks(n, matrix, literal, single=True)
    from wargraph.graph.summary import summary

    rows = [row for graph in found.graphs() for row in summary(graph).rows()]
    from wargraph.export.tables import text_record

    out.write(Report(found.parameters(), rows, text=text_record(rows[0])))


def cycles(
    n: SizeArgument = None,
    order: FreeOrderOption = "WL",
    up_to: Annotated[
        int | None,
        typer.Option(
            "--up-to", metavar="LENGTH", help="Free order: all cycles up to this length, not only the shortest."
        ),
    ] = None,
    list_: Annotated[
        int, typer.Option("--list", metavar="K", min=0, help="Print K cycles position by position instead of counts.")
    ] = 0,
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Cycles by length, or one after the other.

    How many there are, the positions on them and, under a fixed order, those whose game runs into
    one. Under free order only the shortest are counted unless --up-to asks for more.
    """
    asked = parse_order(order, FREE)
    if up_to is not None and asked != FREE:
        raise ParameterError("--up-to bounds the cycles of free order: add --order free, or leave it out")
    out = Output("cycles", table_format, output, matrix=matrix)
    found = decks(n, matrix, literal, single=True)
    parameters = {**found.parameters(), "order": asked}
    from wargraph.cycles_of_order import cycles_of_order
    from wargraph.graph.free_cycles import free_cycles

    for graph in found.graphs():
        result = free_cycles(graph, up_to) if asked == FREE else cycles_of_order(graph, asked)
        rows = _listed(result, list_) if list_ else result.rows()
    counted = ("length", "cycles", "positions") + (() if asked == FREE else ("endless",))
    columns = ("cycle", "length", "turn", "position") if list_ else counted
    length = f" of length {up_to} or less" if up_to else ""
    none = f"there is no cycle{length} under {asked}{' order' if asked == FREE else ': every game ends'}"
    out.write(Report(parameters, rows, columns, text=None if rows else none))


def _listed(result: "FreeCycles | CyclesOfOrder", count: int) -> "list[Row]":
    return [
        {"cycle": number, "length": len(cycle), "turn": turn, "position": position}
        for number, cycle in enumerate(islice(result, count), start=1)
        for turn, position in enumerate(cycle)
    ]


def matrix(
    file_or_name: Annotated[
        str,
        typer.Argument(metavar="FILE_OR_NAME", help="A .csv or .json file with a beat matrix, or a relation's name."),
    ],
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """The whole report on one relation.

    Its War graph, longest games, cycles and finish.
    """
    out = Output("matrix", table_format, output, matrix=file_or_name)
    found = decks(None, file_or_name, literal)
    assert found.relation is not None
    from wargraph.cli.options import working
    from wargraph.graph.summary import relation_report

    with working(found.relation.name):
        report = relation_report(found.relation)
    from wargraph.export.reports import relation_report_markdown

    markdown = relation_report_markdown(report)
    out.write(Report(found.parameters(), report.rows(), text=str(report), markdown=markdown))


COMMANDS = (graph, cycles, matrix)
