"""The command about all relations on some cards: census."""

from typing import Annotated

import wargraph as wg
from wargraph.cli.options import argument, option
from wargraph.cli.output import FormatOption, Output, OutputOption, PlotOption, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.relation import Reading

_TABLES = ("relations", "extremes")


def census(
    n: Annotated[int, argument("N", "Number of cards, at most 8.")],
    draws: Annotated[bool, option("--draws", "Relations in which two cards may draw, on up to 6 cards.")] = False,
    up_to_reversal: Annotated[
        bool, option("--up-to-reversal", "Of two relations that are each other's reverse only the first.")
    ] = False,
    plot: PlotOption = None,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    asked: LongWork = ANY_RUN_OPTIONS,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """War under every relation on N cards.

    One of each kind, all tournaments or with draws. A row each: longest games, endless positions, cycle lengths,
    finish; then the extremes. positions_wl, positions_lw: those that last longest; cannot_end: positions that cannot
    end under free order.
    """
    out = Output("census", table_format, output, tables=_TABLES, table=table, plot=plot)
    reading = Reading.DRAWS if draws else Reading.STRICT
    parameters = {"n": n, "reading": reading, "up_to_reversal": up_to_reversal}
    out.answer(parameters, lambda run_options: wg.census(n, reading, up_to_reversal, run_options), asked)
