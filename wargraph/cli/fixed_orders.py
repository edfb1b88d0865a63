"""Commands about fixed return orders: longest, endless, lengths."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from typing import Annotated, Any

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import (
    BOTH,
    BothOrders,
    Decks,
    RangeArgument,
    Starts,
    VerifyOption,
    all_if_both,
    command,
    one_of,
    options,
    refuse_hopeless_decks,
)
from wargraph.cli.output import LongWork, PlottedOutput, TermsOutput
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.errors import NoGameEndsError, ParameterError, TooLargeError
from wargraph.fixed_order.transcripts.forecast import check_tournament_size, counting_limit
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row, row_of

_LISTED, _MOST_LISTED = 50, 1_000_000
"""How many positions people see of a list, and how many a file holds."""


@options
class Games(Starts, LongWork, PlottedOutput):
    """The games that a command is about: their relation, return orders and starting positions."""

    order: BothOrders = "wl"

    @property
    def orders(self) -> Sequence[ReturnOrder]:
        """The return orders."""
        return all_if_both(self.order, FIXED_ORDERS)

    def terms_of(self, column: str, what: str) -> Terms | None:
        """The sequence in the table, if there is one row for each n."""
        reading = f"{what} under {self.order.upper()}, {self.over_starts}"
        return None if BOTH in (self.order, self.deals) else Terms(column, reading)

    def parameters(self, decks: Decks) -> dict[str, object]:
        """The question, for JSON and for the checkpoint."""
        order = BOTH if self.order == BOTH else self.orders[0]
        return {**decks.parameters, "order": order, "deals": self.deals}

    def several(self, decks: Decks) -> list[str]:
        """The parameters with several values, which each row must state."""
        values: dict[str, Sequence[object]] = {"n": decks.sizes, "order": self.orders, "deals": self.starts}
        return [name for name, given in values.items() if len(given) > 1]

    def answers(self, decks: Decks, ask: Callable[..., Any], **more: object) -> list[Any]:
        """The answer for each combination of deck, return order and deals; more parameters say what is asked."""
        self.check_terms(decks.sizes)
        with self.run_options(self.parameters(decks) | more) as run_options:
            subjects: Sequence[Any] = decks.sizes
            if decks.relation is not None:
                from wargraph.fixed_order.lengths import is_walked  # imported late: it needs numpy

                subjects = [decks.relation] if is_walked(decks.relation) else [*decks.graphs()]
            elif not more:
                refuse_hopeless_decks(decks.sizes, self.orders, run_options)
            found = []
            for subject, order, deals in product(subjects, self.orders, self.starts):
                with suppress(NoGameEndsError):  # then there is no longest game, and no row
                    found.append(ask(subject, order, deals, run_options))
        return found

    def show(self, decks: Decks, found: Sequence[Any], table: Table, notes: str = "", **more: object) -> None:
        """Write the table of all answers, with the sentence of a single one and with notes."""
        opening = found[0].document().opening if len(found) == 1 else []
        document = Document([*opening, table, *map(Preformatted, [notes] if notes else [])])
        self.write(document, self.parameters(decks) | more)
        self.draw(found)


@options
class Verified(Games, TermsOutput):
    """Games of which the answers name an example."""

    verify: VerifyOption = False

    def rows(self, found: Sequence[Any], *columns: str) -> tuple[list[Row], str]:
        """The rows of all answers and, if the user wants them, the examples as they were played."""
        rows: list[Row] = [{name: row[name] for name in columns or row} for each in found for row in each.rows()]
        games = [each.verify() for each in found] if self.verify else []
        for row, game in zip(rows, games, strict=False):
            row["verified"] = True if game else None  # an example that does not exist cannot be played
        return rows, "\n".join(f"verified: {game}" for game in games if game)


@command
class Longest(Verified):
    """The longest finite game under a return order.

    The row shows its length, how many positions attain it, and one of them.
    """

    relation: Annotated[
        str | None,
        one_of(
            ["any"],
            "any: find the longest finite game over all tournaments (relations in which exactly one of any two cards "
            "beats the other), and print one tournament that has it. Then the number of positions counts the pairs of "
            "a tournament and a position, those that differ only by a renaming once. Not together with --matrix.",
        ),
    ] = None

    @property
    def terms(self) -> Terms | None:
        """The sequence of the longest games."""
        what = "number of turns in the longest finite game"
        return self.terms_of("turns", what if self.relation is None else f"{what} of any relation")

    def __call__(self, range_: RangeArgument = None) -> None:
        if self.relation is not None and (self.is_chosen or self.seed is not None):
            raise ParameterError(
                "--relation any is about all relations in which of any two cards exactly one beats the other: leave "
                "--matrix, --literal, --draws and --seed out"
            )
        decks = self.decks(range_, limit=counting_limit)
        more = {} if self.relation is None else {"relation": self.relation}
        columns = ["n", "order", "deals", "turns", "positions", "example", *(["matrix"] if more else [])]
        if more:
            check_tournament_size(decks.largest)
        found = self.answers(decks, wg.longest_of_any_relation if more else wg.longest, **more)
        rows, games = self.rows(found, *columns)
        table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
        self.show(decks, found, table, games, **more)


@command
class Lengths(Games):
    """How many games last how many turns.

    The rows count the starting positions by the number of turns to the end of their game, then those of endless games
    by cycle length.
    """

    def __call__(self, range_: RangeArgument = None) -> None:
        decks = self.decks(range_, limit=counting_limit)
        found = self.answers(decks, wg.lengths)
        rows: list[Row] = [row_of(each, *self.several(decks)) | row for each in found for row in each.rows()]
        self.show(decks, found, Table("rows", rows))


@command
class Endless(Verified):
    """How many games never end.

    The row shows their number and share among all starting positions, the length of the longest game that ends, and
    the starting position of an endless game.
    """

    listed: Annotated[bool, Parameter(name="--list")] = False
    """List the positions whose games never end; at the terminal the first 50."""

    @property
    def terms(self) -> Terms | None:
        """The sequence of the numbers of endless games."""
        return None if self.listed else self.terms_of("endless", "number of games that never end")

    def __call__(self, range_: RangeArgument = None) -> None:
        if self.listed and self.verify:
            raise ParameterError("--list and --verify are two questions: leave --verify out")
        decks = self.decks(range_, limit=counting_limit)
        found = self.answers(decks, wg.endless)
        rows, games = self.rows(found)
        table = self._list(found, self.several(decks)) if self.listed else Table("rows", rows)
        self.show(decks, found, table, games)

    def _list(self, found: Sequence["wg.Endless"], several: list[str]) -> Table:
        """The starting positions of all endless games."""
        most = max(each.endless for each in found)
        if most > _MOST_LISTED:
            raise TooLargeError(
                f"{most:,} positions are more than the {_MOST_LISTED:,} that --list writes: use fewer cards, or "
                "positions() of the result in Python, which gives one at a time"
            )
        rows = [
            row_of(each, *several, position=each.relation.text(position))
            for each in found
            for position in each.positions()
        ]
        heading = f"The first {_LISTED:,} of {len(rows):,} positions" if len(rows) > _LISTED else ""
        columns, empty = [*several, "position"], "no game from these deals is endless"
        return Table("rows", rows, heading, rows[:_LISTED], columns, empty=empty)
