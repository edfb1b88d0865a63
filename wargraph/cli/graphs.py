"""Commands about whole War graphs and transcript trees: summary, cycles, transcripts, matrix."""

import sys
from itertools import islice
from typing import Annotated

import wargraph as wg
from wargraph.campaign.interruption import interrupted_later
from wargraph.cli.decks import NO_MATRIX, Decks, Matrix, decks, refuse_hopeless_decks
from wargraph.cli.options import (
    DrawsOption,
    FreeOrderOption,
    LiteralOption,
    MatrixSeedOption,
    OneOrderOption,
    RangeArgument,
    SizeArgument,
    argument,
    complete_relation,
    option,
    parse_range,
)
from wargraph.cli.output import FormatOption, Output, OutputOption, PlotOption, table_option
from wargraph.cli.progress import working
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.limits import counting_limit, graph_limit
from wargraph.report.document import Document, Table
from wargraph.report.result import Row

_REPORT_TABLES = (
    "summary", "cards", "structure", "automorphisms", "graph", "games", "winners", "possible-winners", "holders",
    "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples",
)  # fmt: skip


def summary(
    range_: RangeArgument = None,
    matrix: Matrix = NO_MATRIX,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Size, components, reachability and finish.

    Of the standard War graph or that of a matrix. unreachable: positions that cannot end under
    free order; endless_wl, endless_lw: those that do not end under that fixed order.
    """
    out = Output("summary", table_format, output, read=matrix.source, plot=plot)
    found = decks(range_, matrix)
    found.require_components_memory()
    results = [wg.summary(graph) for graph in found.graphs()]
    rows: list[Row] = [{"n": result.graph.n, **row} for result in results for row in result.rows()]
    document = results[0].document() if len(results) == 1 else Document([Table("rows", rows)])
    out.write(document, found.parameters())
    out.draw(results)


def cycles(
    n: SizeArgument = None,
    order: FreeOrderOption = "WL",
    up_to: Annotated[
        int | None, option("--up-to LENGTH", "Free order: all cycles up to this length, not only the shortest.")
    ] = None,
    list_: Annotated[int, option("--list K", "Print K cycles position by position instead of counts.", min=0)] = 0,
    matrix: Matrix = NO_MATRIX,
    asked: LongWork = ANY_RUN_OPTIONS,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Cycles by length, or one after the other.

    How many there are, the positions on them and, under a fixed order, those whose game runs into
    one. Under free order only the shortest are counted unless --up-to asks for more.
    """
    under = ReturnOrder(order)
    if up_to is not None and under is not ReturnOrder.FREE:
        raise ParameterError("--up-to bounds the cycles of free order: add --order free, or leave it out")
    if under is ReturnOrder.FREE:
        asked.refuse("is for WL and LW, not for free order")
    if matrix.is_asked:
        asked.refuse("is for the standard deck, not for --matrix")
    out = Output("cycles", table_format, output, read=matrix.source, plot=plot)
    limit = graph_limit if under is ReturnOrder.FREE or matrix.is_asked else counting_limit
    found = decks(n, matrix, single=True, limit=limit)
    parameters = {**found.parameters(), "order": under}
    counted = ("length", "cycles", "positions") + (() if under is ReturnOrder.FREE else ("endless",))
    columns = ("cycle", "length", "turn", "position") if list_ else counted

    def document(result: wg.FreeCycles | wg.Cycles) -> Document:
        rows = _listed(result, list_) if list_ else result.rows()
        return Document([*result.document().opening, Table("rows", rows, columns=columns)])

    if under is ReturnOrder.FREE:
        found.require_components_memory()
        (graph,) = found.graphs()
        out.answer(parameters, lambda _: wg.free_cycles(graph, up_to), document_of=document)
    else:
        out.answer(
            parameters, lambda run_options: _under(found, under, run_options, listed=bool(list_)), asked, document
        )


def _under(found: Decks, order: ReturnOrder, run_options: "wg.RunOptions", listed: bool) -> "wg.Cycles":
    """The cycles of a fixed order: of a relation by the graph, and of the standard deck by transcripts.

    Where the graph of the standard deck fits, its cycles are listed in the graph's order.
    """
    with interrupted_later():
        find_cycles = wg.cycles
        from wargraph.graph.war_graph import graph_fits

    if found.relation is not None or (listed and graph_fits(found.sizes[0], left_holds_n=True)):
        (graph,) = found.graphs()
        return find_cycles(graph, order)
    (n,) = found.sizes
    refuse_hopeless_decks([n], [order], run_options)
    return find_cycles(n, order, run_options)


def _listed(result: "wg.FreeCycles | wg.Cycles", count: int) -> list[Row]:
    return [
        {"cycle": number, "length": len(cycle), "turn": turn, "position": result.relation.text(position)}
        for number, cycle in enumerate(islice(result, min(count, sys.maxsize)), start=1)
        for turn, position in enumerate(cycle)
    ]


def transcripts(
    n: Annotated[str, argument("N", "Number of cards.")],
    order: OneOrderOption = "WL",
    splits: Annotated[
        str | None,
        option(
            "--splits RANGE",
            "Count positions only where Left, who wins, holds so many cards: 7, 1..10, 5,7,9 or a mix.",
        ),
    ] = None,
    asked: LongWork = ANY_RUN_OPTIONS,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Transcript classes by turns and split.

    A class is what is known of a game, written with letters for cards, from who won each turn; the row says how many
    there are, and for how many positions they stand. split: the cards in Left's hand.
    """
    under = ReturnOrder.fixed(order)
    out = Output("transcripts", table_format, output, plot=plot)
    counted = None if splits is None else parse_range(splits, "splits")
    found = decks(n, single=True, limit=counting_limit)
    (size,) = found.sizes
    parameters = {**found.parameters(), "order": under, "splits": counted or list(range(1, size + 1))}

    def ask(run_options: wg.RunOptions) -> wg.TranscriptTree:
        refuse_hopeless_decks([size], [under], run_options)
        return wg.transcript_tree(size, under, counted, run_options)

    out.answer(parameters, ask, asked)


def matrix(
    file_or_name: Annotated[
        str,
        argument(
            "FILE_OR_NAME",
            "A file with a beat matrix (.csv, .tsv, .txt, .json), or a relation's name.",
            complete=complete_relation,
        ),
    ],
    literal: LiteralOption = False,
    draws: DrawsOption = False,
    seed: MatrixSeedOption = None,
    table: Annotated[str | None, table_option(_REPORT_TABLES)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """The whole report on one relation.

    The relation and its symmetry, its War graph, longest and endless games, who wins, cycles and finish. As a page for
    the browser (-o report.html) with pictures.
    """
    out = Output("matrix", table_format, output, read=file_or_name, tables=_REPORT_TABLES, table=table)
    found = Decks(relation=Matrix([file_or_name], literal, draws, seed).relation())
    assert found.relation is not None
    with working(found.relation.name):
        report = wg.relation_report(found.relation)
    out.write(report.document(), found.parameters())
