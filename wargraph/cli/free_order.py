"""Commands about unrestricted return orders: finish, contest, expect."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any

import wargraph as wg
from wargraph.cli.options import RangeArgument, Starts, command, one_of, options, table_of
from wargraph.cli.output import Checkpoint, Hours, PlottedOutput, TermsOutput
from wargraph.core.rules import Chooser
from wargraph.fixed_order.transcripts.forecast import retrograde_limit
from wargraph.report.document import Document
from wargraph.report.formats import Terms
from wargraph.report.result import Result


@options
class Search(Starts, Checkpoint, Hours, TermsOutput):
    """A search backwards from the end of the game, for each deck and kind of deals."""

    def terms_of(self, what: str) -> Terms | None:
        """The sequence in the table, if there is one row for each n."""
        return Terms("turns", f"{what}, {self.over_starts}") if len(self.starts) == 1 else None

    def answer_each(self, range_: str | None, ask_each: Callable[..., Any], **more: object) -> None:
        """Write the whole report of a single result, or the tables of several."""
        decks = self.decks(range_, limit=retrograde_limit)
        self.check_terms(decks.sizes)

        def compute(run_options: wg.RunOptions) -> list[Result]:
            return [
                each for deck in decks.subjects for each in ask_each(deck, *more.values(), self.starts, run_options)
            ]

        def document(found: Sequence[Result]) -> Document:
            if len(found) == 1:
                return found[0].document()
            tables = Document.joined(each.document() for each in found).tables
            return Document([each if name == "rows" else replace(each, excerpt=[]) for name, each in tables.items()])

        self.answer(decks.parameters | more | {"deals": self.deals}, compute, document)


@command
class Finish(Search):
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. The row shows a position at
    the largest distance from the end, and how many such positions there are. Table layers counts the positions at each
    distance; table games shows a shortest game from the farthest positions.
    """

    table: Annotated[str | None, table_of("rows", "layers", "games")] = None

    @property
    def terms(self) -> Terms | None:
        """The sequence of the largest distances."""
        return self.terms_of("largest distance to the end in free order")

    def __call__(self, range_: RangeArgument = None) -> None:
        from wargraph.graph.finish import finish_each  # imported late: it needs numpy

        self.answer_each(range_, finish_each)


@command
class Contest(Search):
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. The row shows how many turns a forced win takes at most, and from how many
    positions neither player can force a win (drawn).
    """

    chooser: Annotated[str, one_of(Chooser)] = "winner"
    """Who chooses the return orders: the winner or the loser of each turn, or one player."""
    table: Annotated[str | None, table_of("rows", "layers", "examples")] = None

    @property
    def terms(self) -> Terms | None:
        """The sequence of the longest forced wins."""
        who = Chooser(self.chooser).display
        return self.terms_of(f"largest number of turns in a forced win if {who} chooses the order")

    def __call__(self, range_: RangeArgument = None) -> None:
        from wargraph.graph.contest import contest_each  # imported late: it needs numpy

        self.answer_each(range_, contest_each, chooser=Chooser(self.chooser))


@command
class Expect(Starts, Hours, PlottedOutput):
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

    def check(self) -> None:
        """Refuse options of bounds for fractions, and tables that there are not."""
        if self.exact and self.width is not None:
            raise wg.ParameterError(
                "--width is how far apart bounds may be, and fractions have none: leave --width or --exact out"
            )
        super().check()
        if self.table == "winners" and self.matrix is None:
            raise wg.ParameterError(
                "table winners is of a relation, in which either player may win: name one with --matrix"
            )
        if self.table == "distribution" and self.distribution is None:
            raise wg.ParameterError("table distribution has a depth: say it with --distribution DEPTH")

    def __call__(self, range_: RangeArgument = None) -> None:
        decks = self.decks(range_)
        from wargraph.graph.exact_values import require_few_unknowns  # imported late: they need numpy
        from wargraph.graph.expectation import require_expectation_memory

        require_expectation_memory(decks.largest, left_holds_n=decks.relation is None)
        if self.exact:
            require_few_unknowns(decks.relation or decks.largest)
        coin: dict[str, Any] = {"p": self.p, "exact": self.exact}
        coin |= {} if self.width is None else {"width": self.width}
        depth = {} if self.distribution is None else {"distribution": self.distribution}
        parameters = decks.parameters | {"deals": self.deals} | coin | depth
        means, lengths, reports = [], [], []
        with self.run_options(parameters) as run_options:
            for graph, deals in ((graph, deals) for graph in decks.graphs() for deals in self.starts):
                means.append(wg.expect(graph, deals, run_options=run_options, **coin))
                reports.append(means[-1].document())
                if decks.relation is not None:
                    reports.append(wg.winning_chances(graph, deals, run_options=run_options, **coin).document())
                if self.distribution is not None:
                    lengths.append(wg.length_distribution(graph, self.distribution, deals, self.p, run_options))
                    reports.append(lengths[-1].document())
        whole = Document.joined(reports)
        self.write(whole if len(means) == 1 else Document(list(whole.tables.values())), parameters)
        self.draw(lengths or means)
