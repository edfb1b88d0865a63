"""Commands about a whole War graph: summary, cycles, transcripts."""

import sys
from itertools import islice
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli.options import (
    AnyOrder,
    Decks,
    Matrix,
    OneOrder,
    RangeArgument,
    SizeArgument,
    parse_range,
    refuse_hopeless_decks,
)
from wargraph.cli.output import LongWork, PlottedOutput
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.limits import counting_limit, graph_limit
from wargraph.report.document import Document, Table
from wargraph.report.result import Row


def summary(
    range_: RangeArgument = None, /, *, matrix: Matrix = Matrix(), output: PlottedOutput = PlottedOutput()
) -> None:
    """The size, components and reachability of a War graph.

    The report also gives the largest distance to the end. Column "Cannot end" (unreachable in CSV and JSON) counts the
    positions from which no game ends under free order; "Never end under WL" and "LW" (endless_wl, endless_lw) count
    those whose game never ends under this order.
    """
    report = output.report("summary")
    decks = Decks.named(range_, matrix)
    decks.require_components_memory()
    results = [wg.summary(graph) for graph in decks.graphs()]
    rows: list[Row] = [{"n": result.graph.n, **row} for result in results for row in result.rows()]
    report.write(results[0].document() if len(results) == 1 else Document([Table("rows", rows)]), decks.parameters)
    report.draw(results)


def cycles(
    n: SizeArgument = None,
    /,
    *,
    order: AnyOrder = "wl",
    up_to: int | None = None,
    listed: Annotated[int, Parameter(name="--list", validator=Number(gte=0))] = 0,
    matrix: Matrix = Matrix(),
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """The cycles of a War graph, counted by length or listed.

    A row shows the number of cycles of a length, the number of positions on them and, under a fixed order, that of the
    positions whose game runs into one of them. Under free order only the shortest cycles are counted, unless --up-to
    asks for more.

    Parameters
    ----------
    up_to
        Count all cycles up to this length under free order, not only the shortest.
    listed
        Print so many cycles position by position instead of counting them.
    """
    under = ReturnOrder(order)
    is_free = under is ReturnOrder.FREE
    if up_to is not None and not is_free:
        raise ParameterError("--up-to bounds the cycles of free order: add --order free, or leave it out")
    if is_free:
        work.refuse("is for WL and LW, not for free order")
    if matrix != Matrix():
        work.refuse("is for the standard deck, not for --matrix")
    report = output.report("cycles")
    decks = Decks.named(n, matrix, "N", graph_limit if is_free or matrix != Matrix() else counting_limit)
    parameters = {**decks.parameters, "order": under}
    counted = ["length", "cycles", "positions", *([] if is_free else ["endless"])]

    def document(result: wg.FreeCycles | wg.Cycles) -> Document:
        rows = _listed(result, listed) if listed else result.rows()
        columns = ["cycle", "length", "turn", "position"] if listed else counted
        return Document([*result.document().opening, Table("rows", rows, columns=columns)])

    def compute(run_options: wg.RunOptions) -> wg.FreeCycles | wg.Cycles:
        from wargraph.graph.war_graph import graph_fits

        if is_free:
            return wg.free_cycles(next(decks.graphs()), up_to)
        if decks.relation is not None or (listed and graph_fits(decks.largest, left_holds_n=True)):
            return wg.cycles(next(decks.graphs()), under)  # they are listed in the order of the graph
        refuse_hopeless_decks(decks.sizes, [under], run_options)
        return wg.cycles(decks.largest, under, run_options)

    if is_free:
        decks.require_components_memory()
    report.answer(parameters, compute, work, document)


def _listed(result: "wg.FreeCycles | wg.Cycles", count: int) -> list[Row]:
    return [
        {"cycle": number, "length": len(cycle), "turn": turn, "position": result.relation.text(position)}
        for number, cycle in enumerate(islice(result, min(count, sys.maxsize)), start=1)
        for turn, position in enumerate(cycle)
    ]


def transcripts(
    n: Annotated[str, Parameter(name="N", help="The number of cards.")],
    /,
    *,
    order: OneOrder = "wl",
    splits: str | None = None,
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """Transcript classes: games alike in who wins each turn, by turns and hands.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn. A row shows
    how many classes there are and how many positions they stand for. Column split is the number of cards in Left's
    hand.

    Parameters
    ----------
    splits
        Count positions only where Left, the winner, holds so many cards: 7, 1..10, 5,7,9 or a mix.
    """
    under = ReturnOrder(order)
    report = output.report("transcripts")
    counted = None if splits is None else parse_range(splits, "splits")
    decks = Decks.named(n, name="N", limit=counting_limit)
    parameters = {**decks.parameters, "order": under, "splits": counted or list(range(1, decks.largest + 1))}

    def tree(run_options: wg.RunOptions) -> wg.TranscriptTree:
        refuse_hopeless_decks(decks.sizes, [under], run_options)
        return wg.transcript_tree(decks.largest, under, counted, run_options)

    report.answer(parameters, tree, work)
