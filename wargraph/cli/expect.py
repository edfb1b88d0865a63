"""The command about games in which a coin decides each return order: expect."""

from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Matrix, decks
from wargraph.cli.options import BOTH, DealsOption, RangeArgument, option, parse_both
from wargraph.cli.output import TO_TERMINAL, Output, Target, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Hours
from wargraph.core.position import Deals
from wargraph.errors import ParameterError
from wargraph.report.document import Document

_TABLES = ("rows", "winners", "distribution")


def expect(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    p: Annotated[
        str, option("--p P", "The probability that the return order of a turn is WL and not LW, such as 1/3 or 0.3.")
    ] = "1/2",
    exact: Annotated[bool, option("--exact", "Give the exact values as fractions, for up to 6 cards.")] = False,
    width: Annotated[
        float | None,
        option("--width W", "Let the proved bounds be at most this share of the value apart; by default 0.000001."),
    ] = None,
    distribution: Annotated[
        int | None,
        option(
            "--distribution DEPTH",
            "Give also the probability that a game lasts exactly 0, 1, ..., DEPTH turns, and let --plot show it.",
        ),
    ] = None,
    matrix: Matrix = NO_MATRIX,
    long_work: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    target: Target = TO_TERMINAL,
) -> None:
    """The expected number of turns if a coin decides each return order.

    At every turn the return order is WL with probability P, and LW otherwise. The row shows the mean over the starting
    positions and the largest expected value, each with proved bounds or as a fraction. For a relation the report also
    shows how often each player wins.
    """
    if exact and width is not None:
        raise ParameterError(
            "--width is how far apart bounds may be, and fractions have none: leave --width or --exact out"
        )
    out = Output("expect", target, read=matrix.source, tables=_TABLES, table=table)
    starts = parse_both(deals, tuple(Deals), "deals")
    if table == "winners" and matrix.source is None:
        raise ParameterError("table winners is of a relation, in which either player may win: name one with --matrix")
    if table == "distribution" and distribution is None:
        raise ParameterError("table distribution has a depth: say it with --distribution DEPTH")
    chosen = decks(range_, matrix)
    from wargraph.graph.exact_values import require_few_unknowns  # imported late: they need numpy
    from wargraph.graph.expectation import require_expectation_memory

    require_expectation_memory(chosen.largest, left_holds_n=chosen.relation is None)
    if exact:
        require_few_unknowns(chosen.relation or chosen.largest)
    of_coin: dict[str, Any] = {"p": p, "exact": exact} | ({} if width is None else {"width": width})
    of_deals = {"deals": BOTH if len(starts) > 1 else starts[0]}
    of_lengths = {} if distribution is None else {"distribution": distribution}
    parameters = {**chosen.parameters(), **of_deals, **of_coin, **of_lengths}
    means: list[wg.Expectation] = []
    lengths: list[wg.LengthDistribution] = []
    reports: list[Document] = []
    with out.work(parameters, long_work) as run_options:
        for graph in chosen.graphs():
            for each in starts:
                means.append(wg.expect(graph, each, run_options=run_options, **of_coin))
                reports.append(means[-1].document())
                if chosen.relation is not None:
                    reports.append(wg.winning_chances(graph, each, run_options=run_options, **of_coin).document())
                if distribution is not None:
                    lengths.append(wg.length_distribution(graph, distribution, each, p, run_options))
                    reports.append(lengths[-1].document())
                out.keep(Document.joined(reports))
    whole = Document.joined(reports)
    # For several answers the tables are enough.
    out.write(whole if len(means) == 1 else Document(list(whole.tables.values())), parameters)
    out.draw(lengths or means)
