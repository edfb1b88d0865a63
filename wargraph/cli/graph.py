"""Commands about a whole War graph: summary, cycles, transcripts."""

import sys
from itertools import islice
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli.options import (
    AnyOrder,
    Matrix,
    OneOrder,
    RangeArgument,
    SizeArgument,
    command,
    parse_range,
    refuse_hopeless_decks,
)
from wargraph.cli.output import LongWork, PlottedOutput
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.forecast import counting_limit, graph_limit
from wargraph.report.document import Document, Table
from wargraph.report.result import Row


@command
class Summary(Matrix, PlottedOutput):
    """The size, components and reachability of a War graph.

    The report also gives the largest distance to the end. Column "Cannot end" (unreachable in CSV and JSON) counts the
    positions from which no game ends under free order; "Never end under WL" and "LW" (endless_wl, endless_lw) count
    those whose game never ends under this order.
    """

    def __call__(self, range_: RangeArgument = None) -> None:
        decks = self.decks(range_)
        decks.require_components_memory()
        found = [wg.summary(graph) for graph in decks.graphs()]
        rows: list[Row] = [{"n": each.graph.n, **row} for each in found for row in each.rows()]
        self.write(found[0].document() if len(found) == 1 else Document([Table("rows", rows)]), decks.parameters)
        self.draw(found)


@command
class Cycles(Matrix, LongWork, PlottedOutput):
    """The cycles of a War graph, counted by length or listed.

    A row shows the number of cycles of a length, the number of positions on them and, under a fixed order, that of the
    positions whose game runs into one of them. Under free order only the shortest cycles are counted, unless --up-to
    asks for more.
    """

    order: AnyOrder = "wl"
    up_to: int | None = None
    """Count all cycles up to this length under free order, not only the shortest."""
    listed: Annotated[int, Parameter(name="--list", validator=Number(gte=0))] = 0
    """Print so many cycles position by position instead of counting them."""

    def __call__(self, n: SizeArgument = None) -> None:
        order = ReturnOrder(self.order)
        is_free = order is ReturnOrder.FREE
        if self.up_to is not None and not is_free:
            raise wg.ParameterError("--up-to bounds the cycles of free order: add --order free, or leave it out")
        if is_free:
            self.refuse_work("is for WL and LW, not for free order")
        if self.matrix is not None:
            self.refuse_work("is for the standard deck, not for --matrix")
        decks = self.decks(n, "N", graph_limit if is_free or self.matrix is not None else counting_limit)

        def compute(run_options: wg.RunOptions) -> wg.FreeCycles | wg.Cycles:
            from wargraph.graph.war_graph import graph_fits

            if is_free:
                return wg.free_cycles(next(decks.graphs()), self.up_to)
            if decks.relation is not None or (self.listed and graph_fits(decks.largest, left_holds_n=True)):
                return wg.cycles(next(decks.graphs()), order)  # they are listed in the order of the graph
            refuse_hopeless_decks(decks.sizes, [order], run_options)
            return wg.cycles(decks.largest, order, run_options)

        def document(found: wg.FreeCycles | wg.Cycles) -> Document:
            columns = ["length", "cycles", "positions", *([] if is_free else ["endless"])]
            if not self.listed:
                return Document([*found.document().opening, Table("rows", found.rows(), columns=columns)])
            rows: list[Row] = [
                {"cycle": number, "length": len(cycle), "turn": turn, "position": found.relation.text(position)}
                for number, cycle in enumerate(islice(found, min(self.listed, sys.maxsize)), start=1)
                for turn, position in enumerate(cycle)
            ]
            columns = ["cycle", "length", "turn", "position"]
            return Document([*found.document().opening, Table("rows", rows, columns=columns)])

        if is_free:
            decks.require_components_memory()
        self.answer({**decks.parameters, "order": order}, compute, document)


@command
class Transcripts(LongWork, PlottedOutput):
    """Transcript classes: games alike in who wins each turn, by turns and hands.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn. A row shows
    how many classes there are and how many positions they stand for. Column split is the number of cards in Left's
    hand.
    """

    order: OneOrder = "wl"
    splits: str | None = None
    """Count positions only where Left, the winner, holds so many cards: 7, 1..10, 5,7,9 or a mix."""

    def __call__(self, n: Annotated[str, Parameter(name="N", help="The number of cards.")]) -> None:
        order = ReturnOrder(self.order)
        splits = None if self.splits is None else parse_range(self.splits, "splits")
        size = Matrix().decks(n, "N", counting_limit).largest

        def tree(run_options: wg.RunOptions) -> wg.TranscriptTree:
            refuse_hopeless_decks([size], [order], run_options)
            return wg.transcript_tree(size, order, splits, run_options)

        self.answer({"n": size, "order": order, "splits": splits or list(range(1, size + 1))}, tree)
