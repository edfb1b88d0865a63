"""Questions about some decks: summary, cycles, transcripts, longest, endless, lengths, finish, contest, expect."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.core.position import Deals
from wargraph.core.rules import Chooser, ReturnOrder
from wargraph.errors import NoGameEndsError, TooLargeError
from wargraph.fixed_order.transcripts.forecast import (
    check_tournament_size,
    counting_limit,
    graph_limit,
    retrograde_limit,
)
from wargraph.report.document import Document, Part, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row, row_of

_LISTED, _MOST_LISTED = 50, 1_000_000
"""How many positions people see of a list, and how many a file holds."""


class OfDecks(opt.Decks, opt.Output):
    """A question about some decks."""

    @property
    def question(self) -> dict[str, object]:
        decks: Sequence[Any] = self.decks
        of_deck = {"n": decks if len(decks) > 1 else decks[0]} if self.relation is None else self.relation.parameters
        return of_deck | super().question


class Summary(OfDecks):
    """The size, components and reachability of a War graph.

    The report also gives the largest distance to the end. Column "Cannot end" (unreachable in CSV and JSON) counts the
    positions from which no game ends under free order; "Never end under WL" and "LW" (endless_wl, endless_lw) count
    those whose game never ends under this order.
    """

    plot: opt.Plot = None

    def limit(self, n: int, is_standard: bool) -> None:
        _components_limit(n, is_standard)

    def answers(self, **_: Any) -> list[Any]:
        return [self.ask(graph) for graph in self.graphs()]

    def document(self, found: Sequence[Any]) -> Document:
        rows: list[Row] = [{"n": each.graph.n, **row} for each in found for row in each.rows()]
        return found[0].document() if len(found) == 1 else Document([Table("rows", rows)])


class Cycles(opt.OneDeck, OfDecks, opt.LongWork):
    """The cycles of a War graph, counted by length or listed.

    A row shows the number of cycles of a length, the number of positions on them and, under a fixed order, that of the
    positions whose game runs into one of them. Under free order only the shortest cycles are counted, unless --up-to
    asks for more.
    """

    order: opt.AnyOrder = opt.WL
    up_to: int | None = None
    """Count all cycles up to this length under free order, not only the shortest."""
    list_: Annotated[int, Parameter(validator=Number(gte=0, lte=10**9))] = 0
    """Print so many cycles position by position instead of counting them."""

    excludes: ClassVar = {"--order free": opt.WORK, "--matrix": [*opt.Decks.excludes["--matrix"], *opt.WORK]}
    needs: ClassVar = {"--up-to": ["--order free"]}

    def limit(self, n: int, is_standard: bool) -> None:
        if self.order is ReturnOrder.FREE:
            _components_limit(n, is_standard)
        else:
            (counting_limit if is_standard else graph_limit)(n, is_standard)

    def answers(self, **run_options: "wg.RunOptions") -> Any:
        from wargraph.graph.war_graph import graph_fits  # imported late: it needs numpy

        (deck,) = self.decks
        if self.order is ReturnOrder.FREE:
            return wg.free_cycles(self.graph, self.up_to)
        if not isinstance(deck, int) or (self.list_ and graph_fits(deck, left_holds_n=True)):
            return wg.cycles(self.graph, self.order)  # they are listed in the order of the graph
        return wg.cycles(deck, self.order, **run_options)

    def document(self, found: Any) -> Document:
        columns = ["length", "cycles", "positions", *(["endless"] if self.order is not ReturnOrder.FREE else [])]
        rows = found.rows()
        if self.list_:
            columns = ["cycle", "length", "turn", "position"]
            rows = [
                {"cycle": number, "length": len(cycle), "turn": turn, "position": found.relation.text(position)}
                for number, cycle in enumerate(islice(found, self.list_), start=1)
                for turn, position in enumerate(cycle)
            ]
        return Document([*found.document().opening, Table("rows", rows, columns=columns)])


class Transcripts(opt.LongWork):
    """Transcript classes: games alike in who wins each turn, by turns and hands.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn. A row shows
    how many classes there are and how many positions they stand for. Column split is the number of cards in Left's
    hand.
    """

    n: opt.NumberOfCards = opt.argument()
    order: opt.OneOrder = opt.WL
    splits: Annotated[opt.Several[int] | None, opt.numbers("splits", "cards")] = None
    """Count positions only where Left, the winner, holds so many cards: 7, 1..10, 5,7,9 or a mix."""

    function = "transcript_tree"


class Question(OfDecks):
    """A question about the games of some decks, which the public function of the same name answers for one deck."""

    deals: Annotated[opt.Several[Deals], opt.each_of(tuple(Deals), Deals)] = opt.Several([Deals.ANY])
    """Which positions count as starting positions. any: every position (on the standard deck, every position with card
    n in Left's hand). even: the n! balanced deals, which give ceil(n/2) cards to Left, the first player, and floor(n/2)
    to Right. both: the rows for each.
    """
    plot: opt.Plot = None
    hours: opt.Hours = None

    term: ClassVar[tuple[str, str] | None] = None
    """The column that is an integer sequence if there is one row for each n, and what it holds."""

    @property
    def choices(self) -> dict[str, Sequence[Any]]:
        """The options that may have several values, all of which the user wants."""
        return {name: vars(self)[name] for name in ("order", "deals") if name in vars(self)}

    @property
    def question(self) -> dict[str, object]:
        return super().question | {
            name: values[0] if len(values) == 1 else "both" for name, values in self.choices.items()
        }

    @property
    def terms(self) -> Terms | None:
        if self.term is None or any(len(values) > 1 for values in self.choices.values()):
            return None
        column, what = self.term
        under = f" under {self.choices['order'][0]}" if "order" in self.choices else ""
        starts = "balanced deals" if Deals.EVEN in self.deals else "starting positions"
        return Terms(column, f"{what.format_map(vars(self))}{under}, over all {starts} of n cards")

    def run(self) -> None:
        self.check_terms([deck if isinstance(deck, int) else deck.n for deck in self.decks])
        super().run()

    def answers(self, **run_options: "wg.RunOptions") -> list[Any]:
        """Return the answers, for each deck and each combination of choices."""
        found = []
        for deck, *chosen in product(self.decks, *self.choices.values()):
            with suppress(NoGameEndsError):  # then there is no longest game, and no row
                found.append(self.ask(deck, *chosen, **run_options))
        return found

    def document(self, found: Sequence[Any]) -> Document:
        """Return the whole report of a single answer, or the tables of several."""
        if len(found) == 1:
            return found[0].document()  # type: ignore[no-any-return]
        tables = Document.joined(each.document() for each in found).tables
        return Document([each if name == "rows" else replace(each, excerpt=[]) for name, each in tables.items()])


class Lengths(Question, opt.LongWork):
    """How many games last how many turns.

    The rows count the starting positions by the number of turns to the end of their game, then those of endless games
    by cycle length.
    """

    order: opt.BothOrders = opt.Several([opt.WL])

    def limit(self, n: int, is_standard: bool) -> None:
        counting_limit(n, is_standard)

    def answers(self, **run_options: "wg.RunOptions") -> list[Any]:
        if self.range_ is not None and len(self.range_) > 1:
            from wargraph.fixed_order.transcripts.engine import finished_tree, refuse_hopeless  # they need numpy

            for n, order in product(self.range_, self.order):
                refuse_hopeless(finished_tree(n, order), **run_options)  # before the work on any of them begins
        return super().answers(**run_options)

    def document(self, found: Sequence[Any]) -> Document:
        return Document.of(*(found[0].document().opening if len(found) == 1 else ()), *self.parts(found))

    def parts(self, found: Sequence[Any]) -> list[Part]:
        """Return the table of all answers, and what stands below it."""
        return [Table("rows", [row_of(each, *self.several) | row for each in found for row in each.rows()])]

    @property
    def several(self) -> list[str]:
        """The parameters with several values, which each row must state."""
        return [name for name, given in {"n": self.decks, **self.choices}.items() if len(given) > 1]


class Examples(Lengths):
    """A question whose answers name an example."""

    verify: opt.Verify = False
    format: opt.TermsFormat = None

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

    relation_: Annotated[str | None, opt.one_of(["any"])] = None
    """any: find the longest finite game over all tournaments (relations in which exactly one of any two cards beats the
    other), and print one tournament that has it. Then the number of positions counts the pairs of a tournament and a
    position, those that differ only by a renaming once. Not together with --matrix.
    """

    excludes: ClassVar = {"--relation": ["--matrix"]}

    @property
    def term(self) -> tuple[str, str]:  # type: ignore[override]
        """The column that makes an integer sequence, and what it is."""
        return "turns", f"number of turns in the longest finite game{' of any relation' if self.relation_ else ''}"

    @property
    def ask(self) -> Callable[..., Any]:
        return wg.longest_of_any_relation if self.relation_ else super().ask

    @property
    def question(self) -> dict[str, object]:
        return super().question | ({"relation": self.relation_} if self.relation_ else {})

    def limit(self, n: int, is_standard: bool) -> None:
        if self.relation_:
            check_tournament_size(n)
        counting_limit(n, is_standard)


class Endless(Examples):
    """How many games never end.

    The row shows their number and share among all starting positions, the length of the longest game that ends, and
    the starting position of an endless game.
    """

    list_: bool = False
    """List the positions whose games never end; at the terminal the first 50."""

    excludes: ClassVar = {"--list": ["--verify"]}

    @property
    def term(self) -> tuple[str, str] | None:  # type: ignore[override]
        """The column that makes an integer sequence, and what it is; None with --list."""
        return None if self.list_ else ("endless", "number of games that never end")

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


class Finish(Question):
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. The row shows a position at
    the largest distance from the end, and how many such positions there are. Table layers counts the positions at each
    distance; table games shows a shortest game from the farthest positions.
    """

    table: Annotated[str | None, opt.table_of("rows", "layers", "games")] = None
    checkpoint: opt.Checkpoint = None
    format: opt.TermsFormat = None

    limit = staticmethod(retrograde_limit)
    term = "turns", "largest distance to the end in free order"

    def answers(self, **run_options: "wg.RunOptions") -> list[Any]:
        from wargraph.graph.finish import finish_each  # imported late: it needs numpy

        return [each for deck in self.decks for each in finish_each(deck, self.deals, **run_options)]


class Contest(Finish):
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. The row shows how many turns a forced win takes at most, and from how many
    positions neither player can force a win (drawn).
    """

    chooser: Annotated[Chooser, opt.one_of(Chooser, Chooser)] = Chooser.WINNER
    """Who chooses the return orders: the winner or the loser of each turn, or one player."""
    table: Annotated[str | None, opt.table_of("rows", "layers", "examples")] = None

    term = "turns", "largest number of turns in a forced win if {chooser.display} chooses the order"

    def answers(self, **run_options: "wg.RunOptions") -> list[Any]:
        from wargraph.graph.contest import contest_each  # imported late: it needs numpy

        return [each for deck in self.decks for each in contest_each(deck, self.chooser, self.deals, **run_options)]


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
    width: float = 1e-6
    """Make the distance of the proved bounds at most this share of the value."""
    distribution: int | None = None
    """Give also the probability that a game lasts exactly 0, 1, and so on up to so many turns; --plot shows it."""
    table: Annotated[str | None, opt.table_of("rows", "winners", "distribution")] = None

    excludes: ClassVar = {"--exact": ["--width"]}
    needs: ClassVar = {"--table winners": ["--matrix"], "--table distribution": ["--distribution"]}

    @property
    def question(self) -> dict[str, object]:
        return super().question | ({} if self.distribution is None else {"distribution": self.distribution})

    def limit(self, n: int, is_standard: bool) -> None:
        from wargraph.graph.exact_values import require_few_unknowns  # imported late: they need numpy
        from wargraph.graph.expectation import require_expectation_memory

        require_expectation_memory(n, left_holds_n=is_standard)
        if self.exact:
            require_few_unknowns(self.relation or n)

    def answers(self, **run_options: "wg.RunOptions") -> list[Any]:
        coin: dict[str, Any] = {"p": self.p, "exact": self.exact, "width": self.width, **run_options}
        found: list[Any] = []
        for graph, deals in product(self.graphs(), self.deals):
            found.append(wg.expect(graph, deals, **coin))
            if self.relation is not None:
                found.append(wg.winning_chances(graph, deals, **coin))
            if self.distribution is not None:
                found.append(wg.length_distribution(graph, self.distribution, deals, self.p, **run_options))
        return found

    def document(self, found: Sequence[Any]) -> Document:
        whole = Document.joined(each.document() for each in found)
        return whole if len({type(each) for each in found}) == len(found) else Document([*whole.tables.values()])

    def draw(self, found: Any, **settings: object) -> None:
        from wargraph.graph.expectation import Expectation
        from wargraph.graph.length_distribution import LengthDistribution

        kind = Expectation if self.distribution is None else LengthDistribution
        super().draw([each for each in found if isinstance(each, kind)], **settings)


def _components_limit(n: int, is_standard: bool) -> None:
    """Refuse a deck if its components do not fit into memory."""
    from wargraph.graph.components import require_components_memory  # imported late: it needs numpy

    require_components_memory(n, left_holds_n=is_standard)
