"""The command about all relations on some cards: census."""

from typing import Annotated

import wargraph as wg
from wargraph.cli.options import argument, option
from wargraph.cli.output import TO_TERMINAL, Output, Target, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.relation import Reading

_TABLES = ("relations", "extremes")


def census(
    n: Annotated[int, argument("N", "The number of cards, at most 8.")],
    draws: Annotated[
        bool, option("--draws", "Take the relations in which two cards may draw, for up to 6 cards.")
    ] = False,
    up_to_reversal: Annotated[
        bool, option("--up-to-reversal", "Take only one of two relations that are reverses of each other.")
    ] = False,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """War under every relation on N cards, up to isomorphism.

    The relations are all tournaments or, with --draws, also those in which cards draw. A row for each isomorphism class
    shows its longest games, endless positions, cycle lengths and largest distance to the end; a second table shows the
    extremes. Columns positions_wl and positions_lw count the positions whose games last longest; cannot_end counts the
    positions from which no game ends under free order.
    """
    out = Output("census", target, tables=_TABLES, table=table)
    reading = Reading.DRAWS if draws else Reading.STRICT
    parameters = {"n": n, "reading": reading, "up_to_reversal": up_to_reversal}
    out.answer(parameters, lambda run_options: wg.census(n, reading, up_to_reversal, run_options), long_work)
