"""Commands about unrestricted return orders: finish, contest, expect."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Matrix, decks
from wargraph.cli.options import BOTH, DealsOption, RangeArgument, choice_option, option, over_starts, parse_both
from wargraph.cli.output import PLOTTED, TO_TERMINAL, Output, Target, TermsTarget, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Hours, LongWork, Searched
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.errors import ParameterError
from wargraph.fixed_order.limits import retrograde_limit
from wargraph.report.document import Document
from wargraph.report.formats import Terms

_FINISH_TABLES = ("rows", "layers", "games")
_CONTEST_TABLES = ("rows", "layers", "examples")
_EXPECT_TABLES = ("rows", "winners", "distribution")


def finish(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    long_work: Searched = ANY_RUN_OPTIONS,
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
    long_work: Searched = ANY_RUN_OPTIONS,
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
    out = Output(command, target, terms, *tables)
    chosen = decks(range_, matrix, limit=retrograde_limit)
    out.check_terms(chosen.sizes)
    parameters = {**chosen.parameters(), **parameters, "deals": BOTH if len(starts) > 1 else starts[0]}

    def results(run_options: wg.RunOptions) -> Iterator[wg.Finish | wg.Contest]:
        from wargraph.graph.retrograde import last_search_kept  # imported late: it needs numpy

        with last_search_kept():
            for deck, start in product(chosen.named(), starts):
                yield result(deck, start, run_options)

    def document(answers: Sequence[wg.Finish | wg.Contest]) -> Document:
        if len(answers) == 1:
            return answers[0].document()
        joined = Document.joined(each.document() for each in answers).tables
        return Document([table if name == "rows" else replace(table, excerpt=[]) for name, table in joined.items()])

    out.answer_each(parameters, results, document, long_work)


def expect(
    range_: RangeArgument = None,
    deals: DealsOption = "any",
    p: Annotated[
        str, option("--p P", "The probability that the return order of a turn is WL and not LW, such as 1/3 or 0.3.")
    ] = "1/2",
    exact: Annotated[bool, option("--exact", "Give the exact values as fractions, for up to 6 cards.")] = False,
    width: Annotated[
        float | None,
        option("--width W", "Make the distance of the proved bounds at most W times the value; by default 0.000001."),
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
    table: Annotated[str | None, table_option(_EXPECT_TABLES)] = None,
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
    out = Output("expect", target, tables=_EXPECT_TABLES, table=table)
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
    whole = Document.joined(reports)
    # For several answers the tables are enough.
    out.write(whole if len(means) == 1 else Document(list(whole.tables.values())), parameters)
    out.draw(lengths or means)
