"""Commands about fixed return orders: longest, endless, lengths."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import (
    BOTH,
    BothOrders,
    DealsOption,
    Decks,
    Matrix,
    RangeArgument,
    VerifyOption,
    all_if_both,
    flat,
    one_of,
    one_or_both,
    over_starts,
    refuse_hopeless_decks,
)
from wargraph.cli.output import LongWork, PlottedOutput, Report, TermsOutput
from wargraph.core.position import Deals
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import NoGameEndsError, ParameterError, TooLargeError
from wargraph.fixed_order.limits import check_tournament_size, counting_limit
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row

_LISTED, _MOST_LISTED = 50, 1_000_000
"""How many positions people see of a list, and how many a file holds."""

Answer: TypeAlias = "wg.Lengths | wg.Endless | wg.Longest"


@flat
@dataclass(frozen=True, kw_only=True)
class Games(Matrix):
    """The games that a command is about: their relation, return orders and starting positions."""

    order: BothOrders = "wl"
    deals: DealsOption = "any"

    @property
    def orders(self) -> "list[ReturnOrder] | tuple[ReturnOrder, ...]":
        """The return orders."""
        return [*all_if_both(self.order, FIXED_ORDERS)]

    @property
    def starts(self) -> list[Deals]:
        """The kinds of starting positions."""
        return [*all_if_both(self.deals, tuple(Deals))]

    def terms(self, column: str, what: str) -> Terms | None:
        """The sequence in the table, if there is one row for each n."""
        reading = f"{what} under {self.order.upper()}, {over_starts(self.starts)}"
        return None if BOTH in (self.order, self.deals) else Terms(column, reading)

    def parameters(self, decks: Decks) -> dict[str, object]:
        """The games among the parameters of a report."""
        return {**decks.parameters, "order": one_or_both(self.orders), "deals": one_or_both(self.starts)}

    def several(self, decks: Decks) -> list[str]:
        """The parameters with several values, which each row must state."""
        values = {"n": decks.sizes, "order": self.orders, "deals": self.starts}
        return [name for name, given in values.items() if len(given) > 1]

    def answers(
        self, compute: Callable[..., Answer], decks: Decks, run_options: "wg.RunOptions", of_any: bool = False
    ) -> Iterator[Answer]:
        """The answer for each combination of deck, return order and deals."""
        subjects: list[Any] = [*decks.sizes]
        if decks.relation is not None:
            from wargraph.fixed_order.lengths import is_walked  # imported late: it needs numpy

            subjects = [decks.relation] if is_walked(decks.relation) else [*decks.graphs()]
        elif not of_any:
            refuse_hopeless_decks(decks.sizes, self.orders, run_options)
        for subject, order, deals in product(subjects, self.orders, self.starts):
            with suppress(NoGameEndsError):  # then there is no longest game, and no row
                yield compute(subject, order, deals, run_options)


def longest(
    range_: RangeArgument = None,
    /,
    *,
    games: Games = Games(),
    relation: Annotated[str | None, one_of(["any"])] = None,
    verify: VerifyOption = False,
    work: LongWork = LongWork(),
    output: TermsOutput = TermsOutput(),
) -> None:
    """The longest finite game under a return order.

    The row shows its length, how many positions attain it, and one of them.

    Parameters
    ----------
    relation
        any: find the longest finite game over all tournaments (relations in which exactly one of any two cards beats
        the other), and print one tournament that has it. Then the number of positions counts the pairs of a tournament
        and a position, those that differ only by a renaming once. Not together with --matrix.
    """
    of_any = relation is not None
    if of_any and replace(games, order="wl", deals="any") != Games():
        raise ParameterError(
            "--relation any is about all relations in which of any two cards exactly one beats the other: leave "
            "--matrix, --literal, --draws and --seed out"
        )
    what = "number of turns in the longest finite game" + (" of any relation" if of_any else "")
    report = output.report("longest", terms=games.terms("turns", what))
    decks = Decks.named(range_, games, limit=counting_limit)
    if of_any:
        check_tournament_size(decks.largest)
    columns = ["n", "order", "deals", "turns", "positions", "example", *(["matrix"] if of_any else [])]
    compute: Callable[..., Answer] = wg.longest_of_any_relation if of_any else wg.longest
    _print(report, games, decks, compute, columns, work, verify, of_any)


def lengths(
    range_: RangeArgument = None,
    /,
    *,
    games: Games = Games(),
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """How many games last how many turns.

    The rows count the starting positions by the number of turns to the end of their game, then those of endless games
    by cycle length.
    """
    report = output.report("lengths")
    decks = Decks.named(range_, games, limit=counting_limit)
    _print(report, games, decks, wg.lengths, [*games.several(decks), "turns", "cycle_length", "positions"], work)


def endless(
    range_: RangeArgument = None,
    /,
    *,
    games: Games = Games(),
    verify: VerifyOption = False,
    is_listed: Annotated[bool, Parameter(name="--list")] = False,
    work: LongWork = LongWork(),
    output: TermsOutput = TermsOutput(),
) -> None:
    """How many games never end.

    The row shows their number and share among all starting positions, the length of the longest game that ends, and
    the starting position of an endless game.

    Parameters
    ----------
    is_listed
        List the positions whose games never end; at the terminal the first 50.
    """
    terms = None if is_listed else games.terms("endless", "number of games that never end")
    report = output.report("endless", terms=terms)
    decks = Decks.named(range_, games, limit=counting_limit)
    if not is_listed:
        columns = ["n", "order", "deals", "total", "endless", "finite", "share", "longest", "example"]
        _print(report, games, decks, wg.endless, columns, work, verify)
    elif verify:
        raise ParameterError("--list and --verify are two questions: leave --verify out")
    else:
        _list_endless(report, games, decks, work)


def _print(
    report: Report,
    games: Games,
    decks: Decks,
    compute: Callable[..., Answer],
    columns: list[str],
    work: LongWork,
    verify: bool = False,
    of_any: bool = False,
) -> None:
    """Write the rows of all answers, with the sentence of a single one and the verified examples."""
    report.check_terms(decks.sizes)
    rows: list[Row] = []
    verified: list[str] = []
    parameters = games.parameters(decks) | ({"relation": "any"} if of_any else {})
    with work.run_options(report.command, parameters) as run_options:
        results = [*games.answers(compute, decks, run_options, of_any)]
    for result in results:
        given: Row = {name: getattr(result, name) for name in games.several(decks)}
        rows += [{name: (given | row)[name] for name in columns} for row in result.rows()]
        if verify and not isinstance(result, wg.Lengths):
            game = result.verify()
            rows[-1]["verified"] = True if game else None  # an example that does not exist cannot be played
            verified += [f"verified: {game}"] if game else []
    opening = results[0].document().opening if len(results) == 1 else []
    table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
    report.write(Document([*opening, table, *map(Preformatted, ["\n".join(verified)] if verified else [])]), parameters)
    report.draw(results)


def _list_endless(report: Report, games: Games, decks: Decks, work: LongWork) -> None:
    """Write the starting positions of all endless games."""
    results: list[wg.Endless] = []
    rows: list[Row] = []
    parameters = games.parameters(decks)
    with work.run_options(report.command, parameters) as run_options:
        for result in games.answers(wg.endless, decks, run_options):
            assert isinstance(result, wg.Endless)  # nosec B101 # endless gives nothing else
            if result.endless > _MOST_LISTED:
                raise TooLargeError(
                    f"{result.endless:,} positions are more than the {_MOST_LISTED:,} that --list writes: use fewer "
                    "cards, or positions() of the result in Python, which gives one at a time"
                )
            results.append(result)
            given: Row = {name: str(getattr(result, name)) for name in games.several(decks)}
            rows += [given | {"position": result.relation.text(each)} for each in result.positions()]
    opening = results[0].document().opening if len(results) == 1 else []
    heading = f"The first {_LISTED:,} of {len(rows):,} positions" if len(rows) > _LISTED else ""
    columns = [*games.several(decks), "position"]
    table = Table("rows", rows, heading, rows[:_LISTED], columns, empty="no game from these deals is endless")
    report.write(Document([*opening, table]), parameters)
    report.draw(results)
