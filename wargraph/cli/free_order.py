"""Commands about unrestricted return orders: finish, contest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Matrix, decks
from wargraph.cli.options import BOTH, DealsOption, RangeArgument, choice_option, over_starts, parse_both
from wargraph.cli.output import PLOTTED, Output, TermsTarget, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Hours, LongWork
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.fixed_order.limits import retrograde_limit
from wargraph.report.document import Document
from wargraph.report.formats import Terms

_FINISH_TABLES = ("rows", "layers", "games")
_CONTEST_TABLES = ("rows", "layers", "examples")


def finish(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    long_work: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_FINISH_TABLES)] = None,
    target: TermsTarget = PLOTTED,
) -> None:
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. The row shows a position at
    the largest distance from the end, and how many such positions there are. Table layers counts the positions at each
    distance; table games shows a shortest game from the farthest positions.
    """
    reading, tables = "largest distance to the end in free order", (_FINISH_TABLES, table)
    _print("finish", range_, deals, matrix, long_work, target, lambda *query: wg.finish(*query), {}, reading, tables)


def contest(
    range_: RangeArgument = None,
    chooser: Annotated[
        str,
        choice_option(
            "--chooser",
            tuple(Chooser),
            "Who chooses the return orders: the winner or the loser of each turn, or one player.",
        ),
    ] = "winner",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    long_work: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_CONTEST_TABLES)] = None,
    target: TermsTarget = PLOTTED,
) -> None:
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. The row shows how many turns a forced win takes at most, and from how many
    positions neither player can force a win (drawn).
    """
    who = Chooser(chooser)

    def result(deck: int | Relation, *query: Any) -> wg.Contest:
        return wg.contest(deck, who, *query)

    reading = f"largest number of turns in a forced win if {who.display} chooses the order"
    tables = (_CONTEST_TABLES, table)
    _print("contest", range_, deals, matrix, long_work, target, result, {"chooser": who}, reading, tables)


def _print(
    command: str,
    range_: str | None,
    deals: str,
    matrix: Matrix,
    long_work: LongWork,
    target: TermsTarget,
    result: "Callable[[int | Relation, Deals, wg.RunOptions], wg.Finish | wg.Contest]",
    parameters: dict[str, object],
    reading: str,
    tables: tuple[tuple[str, ...], str | None],
) -> None:
    """Write a result for each deck and kind of deals. The whole report of a single result, the tables of several."""
    starts = parse_both(deals, tuple(Deals), "deals")
    terms = Terms("turns", f"{reading}, {over_starts(starts[0])}") if len(starts) == 1 else None
    out = Output(command, target, terms, matrix.source, *tables)
    chosen = decks(range_, matrix, limit=retrograde_limit)
    out.check_terms(chosen.sizes)
    parameters = {**chosen.parameters(), **parameters, "deals": BOTH if len(starts) > 1 else starts[0]}

    def results(run_options: wg.RunOptions) -> Iterator[wg.Finish | wg.Contest]:
        for deck, start in product(chosen.named(), starts):
            yield result(deck, start, run_options)

    def document(found: Sequence[wg.Finish | wg.Contest]) -> Document:
        if len(found) == 1:
            return found[0].document()
        joined = Document.joined(each.document() for each in found).tables
        return Document([table if name == "rows" else replace(table, excerpt=[]) for name, table in joined.items()])

    out.answer_each(parameters, results, document, long_work)
