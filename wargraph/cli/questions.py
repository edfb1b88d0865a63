"""Questions about the games of some decks: longest, endless, lengths, finish, contest, expect."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Annotated, Any, ClassVar

import wargraph as wg
from wargraph.cli.options import BOTH, BothOrders, Decks, Verified, one_of, refuse, table_of
from wargraph.cli.output import Checkpoint, Hours, LongWork, PlottedOutput, TermsOutput
from wargraph.core.position import Deals
from wargraph.core.rules import FIXED_ORDERS, Chooser
from wargraph.errors import NoGameEndsError, TooLargeError
from wargraph.fixed_order.transcripts.forecast import check_tournament_size, counting_limit, retrograde_limit
from wargraph.report.document import Document, Part, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row, row_of

_LISTED, _MOST_LISTED = 50, 1_000_000
"""How many positions people see of a list, and how many a file holds."""


_CHOICES: dict[str, Sequence[Any]] = {"order": FIXED_ORDERS, "chooser": tuple(Chooser), "deals": tuple(Deals)}
"""The options that say what is asked about a deck, in the order in which functions take them, with all their values."""


class Question(Decks, Hours, PlottedOutput):
    """A question about the games of some decks, which the public function of the same name answers for one deck."""

    deals: Annotated[str, one_of((*Deals, BOTH))] = "any"
    """Which positions count as starting positions. any: every position (on the standard deck, every position with card
    n in Left's hand). even: the n! balanced deals, which give ceil(n/2) cards to Left, the first player, and floor(n/2)
    to Right. both: the rows for each.
    """

    @property
    def choices(self) -> dict[str, Sequence[Any]]:
        """The options that say what is asked about a deck, each with all values that the user wants."""
        given = {name: vars(self)[name] for name in _CHOICES if name in vars(self)}
        return {
            name: _CHOICES[name] if text == BOTH else [type(_CHOICES[name][0])(text)] for name, text in given.items()
        }

    @property
    def question(self) -> dict[str, object]:
        chosen = {name: values[0] if len(values) == 1 else BOTH for name, values in self.choices.items()}
        return super().question | chosen

    def terms_of(self, column: str, what: str) -> Terms | None:
        """The sequence in a column of the table, if there is one row for each n."""
        choices = self.choices
        if any(len(values) > 1 for values in choices.values()):
            return None
        under = f" under {choices['order'][0]}" if "order" in choices else ""
        starts = "balanced deals" if self.deals == Deals.EVEN else "starting positions"
        return Terms(column, f"{what}{under}, over all {starts} of n cards")

    def run(self) -> None:
        self.check_terms(self.sizes)
        self.answer(self.question, self.answers, self.document)

    def answers(self, run_options: "wg.RunOptions") -> list[Any]:
        """The answers, for each deck and each combination of choices."""
        ask = getattr(wg, "longest_of_any_relation" if "relation" in self.question else type(self).__name__.lower())
        found = []
        for deck, *chosen in product(self.decks, *self.choices.values()):
            with suppress(NoGameEndsError):  # then there is no longest game, and no row
                found.append(ask(deck, *chosen, run_options))
        return found

    def document(self, found: Sequence[Any]) -> Document:
        """The whole report of a single answer, or the tables of several."""
        if len(found) == 1:
            return found[0].document()  # type: ignore[no-any-return]
        tables = Document.joined(each.document() for each in found).tables
        return Document([each if name == "rows" else replace(each, excerpt=[]) for name, each in tables.items()])


class Lengths(Question, LongWork):
    """How many games last how many turns.

    The rows count the starting positions by the number of turns to the end of their game, then those of endless games
    by cycle length.
    """

    order: BothOrders = "wl"

    limit = staticmethod(counting_limit)

    def answers(self, run_options: "wg.RunOptions") -> list[Any]:
        if self.relation is None and len(self.sizes) > 1:
            from wargraph.fixed_order.transcripts.engine import finished_walk, refuse_hopeless  # they need numpy

            for n, order in product(self.sizes, self.choices["order"]):
                refuse_hopeless(finished_walk(n, order), run_options)  # before the work on any of them begins
        return super().answers(run_options)

    def document(self, found: Sequence[Any]) -> Document:
        return Document.of(*(found[0].document().opening if len(found) == 1 else ()), *self.parts(found))

    def parts(self, found: Sequence[Any]) -> list[Part]:
        """The table of all answers, and what stands below it."""
        return [Table("rows", [row_of(each, *self.several) | row for each in found for row in each.rows()])]

    @property
    def several(self) -> list[str]:
        """The parameters with several values, which each row must state."""
        values: dict[str, Sequence[object]] = {"n": self.sizes, **self.choices}
        return [name for name, given in values.items() if len(given) > 1]


class Examples(Verified, Lengths, TermsOutput):
    """Questions whose answers name an example."""

    def parts(self, found: Sequence[Any]) -> list[Part]:
        rows: list[Row] = [row for each in found for row in each.rows()]
        games = [each.verify() for each in found] if self.verify else []
        for row, game in zip(rows, games, strict=False):
            row["verified"] = True if game else None  # an example that does not exist cannot be played
        columns = ("n", "order", "deals", "turns", "positions", "example")
        table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
        played = "\n".join(f"verified: {game}" for game in games if game)
        return [table, Preformatted(played) if played else None]


class Longest(Examples):
    """The longest finite game under a return order.

    The row shows its length, how many positions attain it, and one of them.
    """

    relation_: Annotated[str | None, one_of(["any"])] = None
    """any: find the longest finite game over all tournaments (relations in which exactly one of any two cards beats the
    other), and print one tournament that has it. Then the number of positions counts the pairs of a tournament and a
    position, those that differ only by a renaming once. Not together with --matrix.
    """

    excludes: ClassVar = {"relation_": ["matrix", "literal", "draws", "seed"]}

    @property
    def terms(self) -> Terms | None:
        of = " of any relation" if self.relation_ else ""
        return self.terms_of("turns", f"number of turns in the longest finite game{of}")

    @property
    def question(self) -> dict[str, object]:
        return super().question | ({"relation": self.relation_} if self.relation_ else {})

    def check(self) -> None:
        super().check()
        if self.relation_:
            check_tournament_size(self.sizes[-1])


class Endless(Examples):
    """How many games never end.

    The row shows their number and share among all starting positions, the length of the longest game that ends, and
    the starting position of an endless game.
    """

    list_: bool = False
    """List the positions whose games never end; at the terminal the first 50."""

    excludes: ClassVar = {"list_": ["verify"]}

    @property
    def terms(self) -> Terms | None:
        return None if self.list_ else self.terms_of("endless", "number of games that never end")

    def parts(self, found: Sequence[Any]) -> list[Part]:
        if not self.list_:
            return super().parts(found)
        most = max(each.endless for each in found)
        if most > _MOST_LISTED:
            raise TooLargeError(
                f"{most:,} positions are more than the {_MOST_LISTED:,} that --list writes: use fewer cards, or "
                "positions() of the result in Python, which gives one at a time"
            )
        listed = ((each, each.relation.text(position)) for each in found for position in each.positions())
        rows = [row_of(each, *self.several, position=position) for each, position in listed]
        heading = f"The first {_LISTED:,} of {len(rows):,} positions" if len(rows) > _LISTED else ""
        columns, empty = [*self.several, "position"], "no game from these deals is endless"
        return [Table("rows", rows, heading, rows[:_LISTED], columns, empty=empty)]


class Finish(Question, Checkpoint, TermsOutput):
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. The row shows a position at
    the largest distance from the end, and how many such positions there are. Table layers counts the positions at each
    distance; table games shows a shortest game from the farthest positions.
    """

    table: Annotated[str | None, table_of("rows", "layers", "games")] = None

    limit = staticmethod(retrograde_limit)

    @property
    def terms(self) -> Terms | None:
        return self.terms_of("turns", "largest distance to the end in free order")

    def answers(self, run_options: "wg.RunOptions") -> list[Any]:
        from wargraph.graph.finish import finish_each  # imported late: it needs numpy

        deals = self.choices["deals"]
        return [each for deck in self.decks for each in finish_each(deck, deals, run_options)]


class Contest(Finish):
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. The row shows how many turns a forced win takes at most, and from how many
    positions neither player can force a win (drawn).
    """

    chooser: Chooser = Chooser.WINNER
    """Who chooses the return orders: the winner or the loser of each turn, or one player."""
    table: Annotated[str | None, table_of("rows", "layers", "examples")] = None

    @property
    def terms(self) -> Terms | None:
        what = f"largest number of turns in a forced win if {self.chooser.display} chooses the order"
        return self.terms_of("turns", what)

    def answers(self, run_options: "wg.RunOptions") -> list[Any]:
        from wargraph.graph.contest import contest_each  # imported late: it needs numpy

        deals = self.choices["deals"]
        return [each for deck in self.decks for each in contest_each(deck, self.chooser, deals, run_options)]


class Expect(Question):
    """The expected number of turns if a coin decides each return order.

    At every turn the return order is WL with probability P, and LW otherwise. The row shows the mean over the starting
    positions and the largest expected value, each with proved bounds or as a fraction. For a relation the report also
    shows how often each player wins.
    """

    p: str = "1/2"
    """The probability that the return order of a turn is WL and not LW, such as 1/3 or 0.3."""
    exact: bool = False
    """Give the exact values as fractions, for up to 6 cards."""
    width: float | None = None
    """Make the distance of the proved bounds at most this share of the value; by default 0.000001."""
    distribution: int | None = None
    """Give also the probability that a game lasts exactly 0, 1, and so on up to so many turns; --plot shows it."""
    table: Annotated[str | None, table_of("rows", "winners", "distribution")] = None

    excludes: ClassVar = {"exact": ["width"]}

    @property
    def coin(self) -> dict[str, Any]:
        """The coin, and the accuracy of the values."""
        return {"p": self.p, "exact": self.exact} | ({} if self.width is None else {"width": self.width})

    @property
    def question(self) -> dict[str, object]:
        return super().question | self.coin | ({} if self.distribution is None else self.values("distribution"))

    def check(self) -> None:
        super().check()
        winners = "table winners is of a relation, in which either player may win: name one with --matrix"
        refuse(self.table == "winners" and self.matrix is None, winners)
        depth = "table distribution has a depth: say it with --distribution DEPTH"
        refuse(self.table == "distribution" and self.distribution is None, depth)
        from wargraph.graph.exact_values import require_few_unknowns  # imported late: they need numpy
        from wargraph.graph.expectation import require_expectation_memory

        require_expectation_memory(self.sizes[-1], left_holds_n=self.relation is None)
        if self.exact:
            require_few_unknowns(self.relation or self.sizes[-1])

    def answers(self, run_options: "wg.RunOptions") -> list[Any]:
        found: list[Any] = []
        for graph, (deals,) in product(self.graphs(), product(*self.choices.values())):
            found.append(wg.expect(graph, deals, run_options=run_options, **self.coin))
            if self.relation is not None:
                found.append(wg.winning_chances(graph, deals, run_options=run_options, **self.coin))
            if self.distribution is not None:
                found.append(wg.length_distribution(graph, self.distribution, deals, self.p, run_options))
        return found

    def document(self, found: Sequence[Any]) -> Document:
        whole = Document.joined(each.document() for each in found)
        return whole if len({type(each) for each in found}) == len(found) else Document([*whole.tables.values()])

    def draw(self, found: Any, **settings: object) -> None:
        kind = wg.Expectation if self.distribution is None else wg.LengthDistribution
        super().draw([each for each in found if isinstance(each, kind)], **settings)
