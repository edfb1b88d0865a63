"""Commands about whole War graphs, transcript trees and relations: summary, cycles, transcripts, matrix, census."""

import sys
from itertools import islice
from typing import Annotated

import wargraph as wg
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
from wargraph.cli.output import TO_TERMINAL, Output, Target, Unplotted, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork, working
from wargraph.core.relation import Reading
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.limits import counting_limit, graph_limit
from wargraph.report.document import Document, Table
from wargraph.report.result import Row

_REPORT_TABLES = (
    "summary", "games", "winners", "cards", "structure", "automorphisms", "graph", "possible-winners", "holders",
    "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples",
)  # fmt: skip
_CENSUS_TABLES = ("relations", "extremes")


def summary(
    range_: RangeArgument = None,
    matrix: Matrix = NO_MATRIX,
    target: Target = TO_TERMINAL,
) -> None:
    """The size, components and reachability of a War graph.

    The report also gives the largest distance to the end. Column "Cannot end" (unreachable in CSV and JSON) counts the
    positions from which no game ends under free order; "Never end under WL" and "LW" (endless_wl, endless_lw) count
    those whose game never ends under this order.
    """
    out = Output("summary", target)
    chosen = decks(range_, matrix)
    chosen.require_components_memory()
    results = [wg.summary(graph) for graph in chosen.graphs()]
    rows: list[Row] = [{"n": result.graph.n, **row} for result in results for row in result.rows()]
    document = results[0].document() if len(results) == 1 else Document([Table("rows", rows)])
    out.write(document, chosen.parameters())
    out.draw(results)


def cycles(
    n: SizeArgument = None,
    order: FreeOrderOption = "WL",
    up_to: Annotated[
        int | None,
        option("--up-to LENGTH", "Count all cycles up to this length under free order, not only the shortest."),
    ] = None,
    list_: Annotated[
        int, option("--list K", "Print K cycles position by position instead of counting them.", min=0)
    ] = 0,
    matrix: Matrix = NO_MATRIX,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """The cycles of a War graph, counted by length or listed.

    A row shows the number of cycles of a length, the number of positions on them and, under a fixed order, that of the
    positions whose game runs into one of them. Under free order only the shortest cycles are counted, unless --up-to
    asks for more.
    """
    under = ReturnOrder(order)
    if up_to is not None and under is not ReturnOrder.FREE:
        raise ParameterError("--up-to bounds the cycles of free order: add --order free, or leave it out")
    if under is ReturnOrder.FREE:
        long_work.refuse("is for WL and LW, not for free order")
    if matrix.is_given:
        long_work.refuse("is for the standard deck, not for --matrix")
    out = Output("cycles", target)
    limit = graph_limit if under is ReturnOrder.FREE or matrix.is_given else counting_limit
    chosen = decks(n, matrix, single=True, limit=limit)
    parameters = {**chosen.parameters(), "order": under}
    counted = ("length", "cycles", "positions") + (() if under is ReturnOrder.FREE else ("endless",))
    columns = ("cycle", "length", "turn", "position") if list_ else counted

    def document(result: wg.FreeCycles | wg.Cycles) -> Document:
        rows = _listed(result, list_) if list_ else result.rows()
        return Document([*result.document().opening, Table("rows", rows, columns=columns)])

    if under is ReturnOrder.FREE:
        chosen.require_components_memory()
        (graph,) = chosen.graphs()
        out.answer(parameters, lambda _: wg.free_cycles(graph, up_to), document_of=document)
    else:
        out.answer(
            parameters, lambda run_options: _under(chosen, under, run_options, listed=bool(list_)), long_work, document
        )


def _under(chosen: Decks, order: ReturnOrder, run_options: "wg.RunOptions", listed: bool) -> "wg.Cycles":
    """The cycles under a fixed order, from the graph of a relation or the transcript tree of the standard deck.

    If the graph of the standard deck fits into memory, its cycles are listed in the order of the graph.
    """
    from wargraph.graph.war_graph import graph_fits

    if chosen.relation is not None or (listed and graph_fits(chosen.sizes[0], left_holds_n=True)):
        (graph,) = chosen.graphs()
        return wg.cycles(graph, order)
    (n,) = chosen.sizes
    refuse_hopeless_decks([n], [order], run_options)
    return wg.cycles(n, order, run_options)


def _listed(result: "wg.FreeCycles | wg.Cycles", count: int) -> list[Row]:
    return [
        {"cycle": number, "length": len(cycle), "turn": turn, "position": result.relation.text(position)}
        for number, cycle in enumerate(islice(result, min(count, sys.maxsize)), start=1)
        for turn, position in enumerate(cycle)
    ]


def transcripts(
    n: Annotated[str, argument("N", "The number of cards.")],
    order: OneOrderOption = "WL",
    splits: Annotated[
        str | None,
        option(
            "--splits RANGE",
            "Count positions only where Left, the winner, holds so many cards: 7, 1..10, 5,7,9 or a mix.",
        ),
    ] = None,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """Transcript classes: games alike in who wins each turn, by turns and hands.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn. A row shows
    how many classes there are and how many positions they stand for. Column split is the number of cards in Left's
    hand.
    """
    under = ReturnOrder.fixed(order)
    out = Output("transcripts", target)
    counted = None if splits is None else parse_range(splits, "splits")
    chosen = decks(n, single=True, limit=counting_limit)
    (size,) = chosen.sizes
    parameters = {**chosen.parameters(), "order": under, "splits": counted or list(range(1, size + 1))}

    def tree(run_options: wg.RunOptions) -> wg.TranscriptTree:
        refuse_hopeless_decks([size], [under], run_options)
        return wg.transcript_tree(size, under, counted, run_options)

    out.answer(parameters, tree, long_work)


def matrix(
    file_or_name: Annotated[
        str,
        argument(
            "FILE_OR_NAME",
            "A file with a beat matrix (.csv, .tsv, .txt or .json), or the name of a relation.",
            complete=complete_relation,
        ),
    ],
    literal: LiteralOption = False,
    draws: DrawsOption = False,
    seed: MatrixSeedOption = None,
    table: Annotated[str | None, table_option(_REPORT_TABLES)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """A report on one beat relation: which card beats which.

    The report covers the relation and its automorphisms, its War graph, the longest and the endless games, the winners,
    the cycles, and the largest distance to the end. Written to a page for the browser (-o report.html), it has
    pictures.
    """
    out = Output("matrix", target, tables=_REPORT_TABLES, table=table)
    chosen = Decks(relation=Matrix([file_or_name], literal, draws, seed).relation())
    assert chosen.relation is not None  # nosec B101 # the argument is required
    _load_igraph()
    with working(chosen.relation.name):
        report = wg.relation_report(chosen.relation)
    out.write(report.document(), chosen.parameters())


def census(
    n: Annotated[int, argument("N", "The number of cards, at most 8.")],
    draws: Annotated[
        bool, option("--draws", "Take the relations in which two cards may draw, for up to 6 cards.")
    ] = False,
    up_to_reversal: Annotated[
        bool, option("--up-to-reversal", "Take only one of two relations that are reverses of each other.")
    ] = False,
    table: Annotated[str | None, table_option(_CENSUS_TABLES)] = None,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """War under every relation on N cards, counting renamings of cards once.

    The relations are all tournaments or, with --draws, also those in which cards draw. A row for each isomorphism class
    shows its longest games, endless positions, cycle lengths and largest distance to the end; a second table shows the
    extremes. Columns positions_wl and positions_lw count the positions whose games last longest; cannot_end counts the
    positions from which no game ends under free order.
    """
    out = Output("census", target, tables=_CENSUS_TABLES, table=table)
    _load_igraph()
    reading = Reading.DRAWS if draws else Reading.STRICT
    parameters = {"n": n, "reading": reading, "up_to_reversal": up_to_reversal}
    out.answer(parameters, lambda run_options: wg.census(n, reading, up_to_reversal, run_options), long_work)


def _load_igraph() -> None:
    """Load igraph as if matplotlib were missing: loading that takes longer, and nothing is drawn with igraph."""
    if "matplotlib" not in sys.modules:
        sys.modules["matplotlib"] = None  # type: ignore[assignment]
        import igraph  # noqa: F401

        del sys.modules["matplotlib"]
