"""Commands about unrestricted return orders: finish, contest, expect."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.options import (
    DealsOption,
    Decks,
    Matrix,
    RangeArgument,
    all_if_both,
    one_of,
    one_or_both,
    over_starts,
    table_of,
)
from wargraph.cli.output import Hours, PlottedOutput, SearchWork, TermsOutput
from wargraph.core.position import Deals
from wargraph.core.rules import Chooser
from wargraph.errors import ParameterError
from wargraph.fixed_order.limits import retrograde_limit
from wargraph.report.document import Document
from wargraph.report.formats import Terms


def finish(
    range_: RangeArgument = None,
    /,
    *,
    deals: DealsOption = "any",
    matrix: Matrix = Matrix(),
    work: SearchWork = SearchWork(),
    table: Annotated[str | None, table_of("rows", "layers", "games")] = None,
    output: TermsOutput = TermsOutput(),
) -> None:
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. The row shows a position at
    the largest distance from the end, and how many such positions there are. Table layers counts the positions at each
    distance; table games shows a shortest game from the farthest positions.
    """
    reading = "largest distance to the end in free order"
    _print("finish", range_, deals, matrix, work, table, output, lambda *query: wg.finish(*query), {}, reading)


def contest(
    range_: RangeArgument = None,
    /,
    *,
    chooser: Annotated[str, one_of(Chooser)] = "winner",
    deals: DealsOption = "any",
    matrix: Matrix = Matrix(),
    work: SearchWork = SearchWork(),
    table: Annotated[str | None, table_of("rows", "layers", "examples")] = None,
    output: TermsOutput = TermsOutput(),
) -> None:
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. The row shows how many turns a forced win takes at most, and from how many
    positions neither player can force a win (drawn).

    Parameters
    ----------
    chooser
        Who chooses the return orders: the winner or the loser of each turn, or one player.
    """
    who = Chooser(chooser)
    reading = f"largest number of turns in a forced win if {who.display} chooses the order"

    def result(deck: Any, *query: Any) -> wg.Contest:
        return wg.contest(deck, who, *query)

    _print("contest", range_, deals, matrix, work, table, output, result, {"chooser": who}, reading)


def _print(
    command: str,
    range_: str | None,
    deals: str,
    matrix: Matrix,
    work: SearchWork,
    table: str | None,
    output: TermsOutput,
    result: "Callable[..., wg.Finish | wg.Contest]",
    parameters: dict[str, object],
    reading: str,
) -> None:
    """Write a result for each deck and kind of deals. The whole report of a single result, the tables of several."""
    starts = all_if_both(deals, tuple(Deals))
    terms = Terms("turns", f"{reading}, {over_starts(starts)}") if len(starts) == 1 else None
    report = output.report(command, table, terms)
    decks = Decks.named(range_, matrix, limit=retrograde_limit)
    report.check_terms(decks.sizes)

    def results(run_options: wg.RunOptions) -> Iterator[wg.Finish | wg.Contest]:
        from wargraph.graph.retrograde import last_search_kept  # imported late: it needs numpy

        with last_search_kept():
            for deck, start in product(decks.subjects, starts):
                yield result(deck, start, run_options)

    def document(answers: Sequence[wg.Finish | wg.Contest]) -> Document:
        if len(answers) == 1:
            return answers[0].document()
        joined = Document.joined(each.document() for each in answers).tables
        return Document([table if name == "rows" else replace(table, excerpt=[]) for name, table in joined.items()])

    report.answer_each(decks.parameters | parameters | {"deals": one_or_both(starts)}, results, document, work)


def expect(
    range_: RangeArgument = None,
    /,
    *,
    deals: DealsOption = "any",
    p: str = "1/2",
    exact: bool = False,
    width: float | None = None,
    distribution: int | None = None,
    matrix: Matrix = Matrix(),
    work: Hours = Hours(),
    table: Annotated[str | None, table_of("rows", "winners", "distribution")] = None,
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """The expected number of turns if a coin decides each return order.

    At every turn the return order is WL with probability P, and LW otherwise. The row shows the mean over the starting
    positions and the largest expected value, each with proved bounds or as a fraction. For a relation the report also
    shows how often each player wins.

    Parameters
    ----------
    p
        The probability that the return order of a turn is WL and not LW, such as 1/3 or 0.3.
    exact
        Give the exact values as fractions, for up to 6 cards.
    width
        Make the distance of the proved bounds at most this share of the value; by default 0.000001.
    distribution
        Give also the probability that a game lasts exactly 0, 1, and so on up to so many turns, and let --plot show it.
    """
    if exact and width is not None:
        raise ParameterError(
            "--width is how far apart bounds may be, and fractions have none: leave --width or --exact out"
        )
    report = output.report("expect", table)
    starts = all_if_both(deals, tuple(Deals))
    if table == "winners" and matrix.matrix is None:
        raise ParameterError("table winners is of a relation, in which either player may win: name one with --matrix")
    if table == "distribution" and distribution is None:
        raise ParameterError("table distribution has a depth: say it with --distribution DEPTH")
    decks = Decks.named(range_, matrix)
    from wargraph.graph.exact_values import require_few_unknowns  # imported late: they need numpy
    from wargraph.graph.expectation import require_expectation_memory

    require_expectation_memory(decks.largest, left_holds_n=decks.relation is None)
    if exact:
        require_few_unknowns(decks.relation or decks.largest)
    coin: dict[str, Any] = {"p": p, "exact": exact} | ({} if width is None else {"width": width})
    depth = {} if distribution is None else {"distribution": distribution}
    parameters = decks.parameters | {"deals": one_or_both(starts)} | coin | depth
    means: list[wg.Expectation] = []
    lengths: list[wg.LengthDistribution] = []
    reports: list[Document] = []
    with work.run_options(report.command, parameters) as run_options:
        for graph, each in ((graph, each) for graph in decks.graphs() for each in starts):
            means.append(wg.expect(graph, each, run_options=run_options, **coin))
            reports.append(means[-1].document())
            if decks.relation is not None:
                reports.append(wg.winning_chances(graph, each, run_options=run_options, **coin).document())
            if distribution is not None:
                lengths.append(wg.length_distribution(graph, distribution, each, p, run_options))
                reports.append(lengths[-1].document())
    whole = Document.joined(reports)
    report.write(whole if len(means) == 1 else Document(list(whole.tables.values())), parameters)
    report.draw(lengths or means)
