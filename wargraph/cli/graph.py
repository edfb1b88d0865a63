"""Commands about a whole War graph: summary, cycles, transcripts."""

import sys
from itertools import islice
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli.options import AnyOrder, Decks, OneDeck, OneOrder, argument, parse_range, refuse
from wargraph.cli.output import LongWork, PlottedOutput
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.forecast import counting_limit, graph_limit
from wargraph.report.document import Document, Table
from wargraph.report.result import Row


class Summary(Decks, PlottedOutput):
    """The size, components and reachability of a War graph.

    The report also gives the largest distance to the end. Column "Cannot end" (unreachable in CSV and JSON) counts the
    positions from which no game ends under free order; "Never end under WL" and "LW" (endless_wl, endless_lw) count
    those whose game never ends under this order.
    """

    def run(self) -> None:
        self.require_components_memory()
        found = [wg.summary(graph) for graph in self.graphs()]
        rows: list[Row] = [{"n": each.graph.n, **row} for each in found for row in each.rows()]
        self.write(found[0].document() if len(found) == 1 else Document([Table("rows", rows)]), self.question)
        self.draw(found)


class Cycles(OneDeck, LongWork, PlottedOutput):
    """The cycles of a War graph, counted by length or listed.

    A row shows the number of cycles of a length, the number of positions on them and, under a fixed order, that of the
    positions whose game runs into one of them. Under free order only the shortest cycles are counted, unless --up-to
    asks for more.
    """

    order: AnyOrder = "wl"
    up_to: int | None = None
    """Count all cycles up to this length under free order, not only the shortest."""
    list_: Annotated[int, Parameter(validator=Number(gte=0))] = 0
    """Print so many cycles position by position instead of counting them."""

    def limit(self, n: int, is_standard: bool) -> None:
        (counting_limit if is_standard and not self.is_free else graph_limit)(n, is_standard)

    @property
    def is_free(self) -> bool:
        """Whether either return order is allowed at every turn."""
        return self.order == "free"

    def check(self) -> None:
        super().check()
        bounds = "--up-to bounds the cycles of free order: add --order free, or leave it out"
        refuse(self.up_to is not None and not self.is_free, bounds)
        if self.is_free:
            self.refuse_work("is for WL and LW, not for free order")
            self.require_components_memory()
        if self.matrix is not None:
            self.refuse_work("is for the standard deck, not for --matrix")

    def run(self) -> None:
        self.answer({**self.question, "order": ReturnOrder(self.order)}, self._cycles, self._document)

    def _cycles(self, run_options: "wg.RunOptions") -> "wg.FreeCycles | wg.Cycles":
        from wargraph.graph.war_graph import graph_fits  # imported late: it needs numpy

        n = self.sizes[0]
        if self.is_free:
            return wg.free_cycles(self.graph, self.up_to)
        if self.relation is not None or (self.list_ and graph_fits(n, left_holds_n=True)):
            return wg.cycles(self.graph, self.order)  # they are listed in the order of the graph
        return wg.cycles(n, self.order, run_options)

    def _document(self, found: "wg.FreeCycles | wg.Cycles") -> Document:
        columns = ["length", "cycles", "positions", *([] if self.is_free else ["endless"])]
        rows = found.rows()
        if self.list_:
            columns = ["cycle", "length", "turn", "position"]
            rows = [
                {"cycle": number, "length": len(cycle), "turn": turn, "position": found.relation.text(position)}
                for number, cycle in enumerate(islice(found, min(self.list_, sys.maxsize)), start=1)
                for turn, position in enumerate(cycle)
            ]
        return Document([*found.document().opening, Table("rows", rows, columns=columns)])


class Transcripts(LongWork, PlottedOutput):
    """Transcript classes: games alike in who wins each turn, by turns and hands.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn. A row shows
    how many classes there are and how many positions they stand for. Column split is the number of cards in Left's
    hand.
    """

    n: Annotated[int, Parameter(name="N")] = argument()
    """The number of cards."""
    order: OneOrder = "wl"
    splits: str | None = None
    """Count positions only where Left, the winner, holds so many cards: 7, 1..10, 5,7,9 or a mix."""

    def run(self) -> None:
        n, order = self.n, ReturnOrder(self.order)
        counting_limit(n)
        splits = list(range(1, n + 1)) if self.splits is None else parse_range(self.splits, "splits")
        parameters = {"n": n, "order": order, "splits": splits}
        self.answer(parameters, lambda run_options: wg.transcript_tree(n, order, splits, run_options))
