"""Commands about relations: matrix, census."""

import sys
from typing import Annotated

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import MatrixReading, MatrixSeedOption, relation_names, table_of, working
from wargraph.cli.output import LongWork, Output, PlottedOutput
from wargraph.core.relation import Reading
from wargraph.fixed_order.limits import graph_limit

_TABLES = (
    "summary", "games", "winners", "cards", "structure", "automorphisms", "graph", "possible-winners", "holders",
    "cycles-wl", "cycles-lw", "cycles-free", "never-ending", "examples",
)  # fmt: skip


def matrix(
    file_or_name: Annotated[str, Parameter(name="FILE_OR_NAME", completer=relation_names)],
    /,
    *,
    reading: MatrixReading = MatrixReading(),
    seed: MatrixSeedOption = None,
    table: Annotated[str | None, table_of(*_TABLES)] = None,
    output: Output = Output(),
) -> None:
    """A report on one beat relation: which card beats which.

    The report covers the relation and its automorphisms, its War graph, the longest and the endless games, the winners,
    the cycles, and the largest distance to the end. Written to a page for the browser (-o report.html), it has
    pictures.

    Parameters
    ----------
    file_or_name
        A file with a beat matrix (.csv, .tsv, .txt or .json), or the name of a relation.
    """
    report = output.report("matrix", table)
    relation = reading.read(file_or_name, seed)
    graph_limit(relation.n, False)
    _load_igraph()
    with working(relation.name):
        found = wg.relation_report(relation)
    report.write(found.document(), relation.parameters)


def census(
    n: Annotated[int, Parameter(name="N")],
    /,
    *,
    draws: bool = False,
    up_to_reversal: bool = False,
    table: Annotated[str | None, table_of("relations", "extremes")] = None,
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """War under every relation on N cards, counting renamings of cards once.

    The relations are all tournaments or, with --draws, also those in which cards draw. A row for each isomorphism class
    shows its longest games, endless positions, cycle lengths and largest distance to the end; a second table shows the
    extremes. Columns positions_wl and positions_lw count the positions whose games last longest; cannot_end counts the
    positions from which no game ends under free order.

    Parameters
    ----------
    n
        The number of cards, at most 8.
    draws
        Take the relations in which two cards may draw, for up to 6 cards.
    up_to_reversal
        Take only one of two relations that are reverses of each other.
    """
    report = output.report("census", table)
    _load_igraph()
    reading = Reading.DRAWS if draws else Reading.STRICT
    parameters = {"n": n, "reading": reading, "up_to_reversal": up_to_reversal}
    report.answer(parameters, lambda run_options: wg.census(n, reading, up_to_reversal, run_options), work)


def _load_igraph() -> None:
    """Load igraph as if matplotlib were missing: loading that takes longer, and nothing is drawn with igraph."""
    if "matplotlib" not in sys.modules:
        sys.modules["matplotlib"] = None  # type: ignore[assignment]
        import igraph  # noqa: F401

        del sys.modules["matplotlib"]
