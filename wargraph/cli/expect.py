"""The command about games in which a coin decides the return orders: expect."""

from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Matrix, decks
from wargraph.cli.options import BOTH, DealsOption, RangeArgument, option, parse_both
from wargraph.cli.output import FormatOption, Output, OutputOption, PlotOption, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Hours
from wargraph.core.position import Deals
from wargraph.errors import ParameterError
from wargraph.report.document import Document

_TABLES = ("rows", "winners", "distribution")


def expect(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    p: Annotated[str, option("--p P", "The probability of WL at a turn, such as 1/3 or 0.3; else it is LW.")] = "1/2",
    exact: Annotated[bool, option("--exact", "Solve for fractions, on up to 6 cards.")] = False,
    width: Annotated[
        float | None,
        option("--width W", "How far apart the proved bounds may be, as a share of the value; by default 0.000001."),
    ] = None,
    distribution: Annotated[
        int | None,
        option(
            "--distribution DEPTH", "Also how likely a game lasts exactly 0, 1, ..., DEPTH turns; --plot draws that."
        ),
    ] = None,
    matrix: Matrix = NO_MATRIX,
    asked: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Expected turns if a coin decides the orders.

    At every turn the winner's order is WL with probability P, and else LW: the mean over the deals and the
    worst start, with proved bounds, or as fractions. Of a relation also who wins how often.
    """
    if exact and width is not None:
        raise ParameterError(
            "--width is how far apart bounds may be, and fractions have none: leave --width or --exact out"
        )
    out = Output("expect", table_format, output, read=matrix.source, tables=_TABLES, table=table, plot=plot)
    starts = parse_both(deals, tuple(Deals), "deals")
    if table == "winners" and matrix.source is None:
        raise ParameterError("table winners is of a relation, in which either player may win: name one with --matrix")
    if table == "distribution" and distribution is None:
        raise ParameterError("table distribution has a depth: say it with --distribution DEPTH")
    found = decks(range_, matrix)
    found.require_expectation_memory()
    if exact:
        found.require_few_unknowns()
    of_coin: dict[str, Any] = {"p": p, "exact": exact} | ({} if width is None else {"width": width})
    of_deals = {"deals": BOTH if len(starts) > 1 else starts[0]}
    of_lengths = {} if distribution is None else {"distribution": distribution}
    parameters = {**found.parameters(), **of_deals, **of_coin, **of_lengths}
    means: list[wg.Expectation] = []
    lengths: list[wg.LengthDistribution] = []
    reports: list[Document] = []
    with out.work(parameters, asked) as run_options:
        for graph in found.graphs():
            for each in starts:
                means.append(wg.expect(graph, each, run_options=run_options, **of_coin))
                reports.append(means[-1].document())
                if found.relation is not None:
                    reports.append(wg.winning_chances(graph, each, run_options=run_options, **of_coin).document())
                if distribution is not None:
                    lengths.append(wg.length_distribution(graph, distribution, each, p, run_options))
                    reports.append(lengths[-1].document())
                out.keep(Document.joined(reports))
    whole = Document.joined(reports)
    # Of several answers the table says enough.
    out.write(whole if len(means) == 1 else Document(list(whole.tables.values())), parameters)
    out.draw(lengths or means)
