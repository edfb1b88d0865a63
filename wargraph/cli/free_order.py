"""Commands about free order: finish, contest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Decks, Matrix, decks
from wargraph.cli.options import BOTH, DealsOption, RangeArgument, choice_option, parse_both
from wargraph.cli.output import Output, OutputOption, PlotOption, TermsFormatOption, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Hours, LongWork
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.fixed_order.limits import retrograde_limit
from wargraph.report.document import Document, Paragraph
from wargraph.report.formats import Terms

_FINISH_TABLES = ("rows", "layers", "games")
_CONTEST_TABLES = ("rows", "layers", "examples")


def finish(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    asked: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_FINISH_TABLES)] = None,
    plot: PlotOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Fewest turns to the end, at their largest.

    Both return orders are free at every turn and both players help to end the game; the row
    tells the position that is farthest from the end, and how many there are. Table layers: how
    many positions need how many turns; table games: a shortest game from the farthest ones.
    """
    starts = parse_both(deals, tuple(Deals), "deals")
    terms = _terms("largest fewest turns to the end under free order", starts)
    out = Output("finish", table_format, output, terms, matrix.source, _FINISH_TABLES, table, plot)
    found = decks(range_, matrix, limit=retrograde_limit)
    from wargraph.graph.finish import finish_answer

    _print(out, found, starts, asked, wg.finish, {}, finish_answer)


def contest(
    range_: RangeArgument = None,
    chooser: Annotated[
        str,
        choice_option("--chooser", tuple(Chooser), "Who chooses the order: a turn's winner or loser, or one player."),
    ] = "winner",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    asked: Hours = ANY_RUN_OPTIONS,
    table: Annotated[str | None, table_option(_CONTEST_TABLES)] = None,
    plot: PlotOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """What can be forced if a player chooses each order.

    On the standard deck who holds card n wants the end soon, and the other wants it late or
    never; that is Left, but for the even deals in which Right holds card n. With a matrix each
    wants to win, and else not to lose. The row tells how long a win that can be forced takes at
    most, and from how many positions nobody can force one (drawn).
    """
    starts = parse_both(deals, tuple(Deals), "deals")
    who = Chooser(chooser)
    terms = _terms(f"most turns of a win that can be forced, {who} choosing", starts)
    out = Output("contest", table_format, output, terms, matrix.source, _CONTEST_TABLES, table, plot)
    found = decks(range_, matrix, limit=retrograde_limit)

    def answer(deck: int | Relation, start: Deals, run_options: wg.RunOptions) -> wg.Contest:
        return wg.contest(deck, who, start, run_options)

    from wargraph.graph.contest import contest_answer

    _print(out, found, starts, asked, answer, {"chooser": who}, contest_answer)


def _terms(what: str, starts: Sequence[Deals]) -> Terms | None:
    return Terms("turns", f"{what}, {starts[0]} deals, on n cards") if len(starts) == 1 else None


def _print(
    out: Output,
    found: Decks,
    starts: Sequence[Deals],
    asked: LongWork,
    answer: "Callable[[int | Relation, Deals, wg.RunOptions], wg.Finish | wg.Contest]",
    parameters: dict[str, object],
    told: "Callable[[Sequence[Any]], str]",
) -> None:
    """The answer for each deck and kind of deals, each kept when it is there; of several one thing is `told`."""
    out.check_terms(found.sizes)
    parameters = {**found.parameters(), **parameters, "deals": BOTH if len(starts) > 1 else starts[0]}

    def answers(run_options: wg.RunOptions) -> Iterator[wg.Finish | wg.Contest]:
        for deck, start in product(found.named(), starts):
            yield answer(deck, start, run_options)

    def document(results: Sequence[wg.Finish | wg.Contest]) -> Document:
        if len(results) == 1:
            return results[0].document()
        tables = Document.joined(result.document() for result in results).tables
        further = [replace(table, excerpt=[]) for name, table in tables.items() if name != "rows"]
        return Document([Paragraph(told(results)), tables["rows"], *further])

    out.answer_each(parameters, answers, document, asked)
