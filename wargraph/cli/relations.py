"""Commands about relations: matrix, census."""

import sys
from typing import Annotated

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import RELATIONS, MatrixReading, argument, suggesting, table_of, working
from wargraph.cli.output import LongWork, Output, PlottedOutput
from wargraph.core.relation import Reading
from wargraph.fixed_order.transcripts.forecast import graph_limit

_TABLES = (
    "summary", "games", "winners", "cards", "structure", "automorphisms", "graph", "possible-winners", "holders",
    "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples",
)  # fmt: skip


class Matrix(MatrixReading, Output):
    """A report on one beat relation: which card beats which.

    The report covers the relation and its automorphisms, its War graph, the longest and the endless games, the winners,
    the cycles, and the largest distance to the end. Written to a page for the browser (-o report.html), it has
    pictures.
    """

    source: Annotated[str, suggesting(RELATIONS, name="FILE_OR_NAME")] = argument()
    """A file with a relation (a table, pairs, JSON or a digraph), or the name of a relation."""
    table: Annotated[str | None, table_of(*_TABLES)] = None

    def run(self) -> None:
        relation = self.read(self.source)
        graph_limit(relation.n, False)
        _load_igraph()
        with working(relation.name):
            found = wg.relation_report(relation)
        self.write(found.document(), relation.parameters)


class Census(LongWork, PlottedOutput):
    """War under every relation on N cards, counting renamings of cards once.

    The relations are all tournaments or, with --draws, also those in which cards draw. A row for each isomorphism class
    shows its longest games, endless positions, cycle lengths and largest distance to the end; a second table shows the
    extremes. Columns positions_wl and positions_lw count the positions whose games last longest; cannot_end counts the
    positions from which no game ends under free order.
    """

    n: Annotated[int, Parameter(name="N")] = argument()
    """The number of cards, at most 8."""
    draws: bool = False
    """Take the relations in which two cards may draw, for up to 6 cards."""
    up_to_reversal: bool = False
    """Take only one of two relations that are reverses of each other."""
    table: Annotated[str | None, table_of("relations", "extremes")] = None

    def run(self) -> None:
        _load_igraph()
        reading = Reading.DRAWS if self.draws else Reading.STRICT
        parameters = {"n": self.n, "reading": reading, "up_to_reversal": self.up_to_reversal}
        self.answer(parameters, lambda run_options: wg.census(self.n, reading, self.up_to_reversal, run_options))


def _load_igraph() -> None:
    """Load igraph as if matplotlib were missing: loading that takes longer, and nothing is drawn with igraph."""
    if "matplotlib" not in sys.modules:
        sys.modules["matplotlib"] = None  # type: ignore[assignment]
        import igraph  # noqa: F401

        del sys.modules["matplotlib"]
