"""Commands about the games of some decks, or of a relation."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain, islice, product
from shlex import quote
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.core.position import Deals
from wargraph.core.rules import Chooser, ReturnOrder
from wargraph.errors import NoGameEndsError, TooLargeError, TooLongError
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import row_of

_LISTED, _MOST_LISTED = 50, 1_000_000
"""The most positions of a list that people see, and that a file holds."""


SomeDeals = Annotated[
    opt.Values[Deals],
    opt.each_of(
        tuple(Deals),
        Deals,
        help="Which positions are starting positions. all: every position (on the standard deck with card n in Left's "
        "hand). balanced: the n! balanced deals, ceil(n/2) cards for Left and floor(n/2) for Right. both: the rows for "
        "each.",
    ),
]
ALL = opt.Values([Deals.ALL])


class DeckCommand(opt.Decks, opt.Output):
    """A question about some decks, which the public function answers for one deck and one value of each choice."""

    answers_all_deals: ClassVar = False
    """Whether the function answers for all kinds of deals at once."""
    term: ClassVar[tuple[str, str] | None] = None
    """The column that is an integer sequence if there is one row for each n, and what it holds."""

    @property
    def choices(self) -> dict[str, Sequence[Any]]:
        """The options that may have several values, all of which the user wants."""
        return {name: vars(self)[name] for name in ("order", "deals") if isinstance(vars(self).get(name), opt.Values)}

    @property
    def question(self) -> dict[str, object]:
        decks: Sequence[Any] = self.decks
        of_deck = {"n": decks if len(decks) > 1 else decks[0]} if self.relation is None else self.relation.parameters
        chosen = {name: values[0] if len(values) == 1 else "both" for name, values in self.choices.items()}
        return of_deck | super().question | chosen

    @property
    def terms(self) -> Terms | None:
        sizes = [deck if isinstance(deck, int) else deck.n for deck in self.decks]
        has_gap = sizes[-1] - sizes[0] >= len(sizes)
        if self.term is None or has_gap or any(len(values) > 1 for values in self.choices.values()):
            return None
        column, what = self.term
        under = f" under {self.choices['order'][0]}" if "order" in self.choices else ""
        cards = "n cards" if self.relation is None else self.relation.display
        starts = "balanced deals" if Deals.BALANCED in self.choices["deals"] else "starting positions"
        return Terms(column, f"{what.format_map(vars(self))}{under}, over all {starts} of {cards}")

    def answers(self, **run_options: Any) -> Any:
        """Return the answers for all decks. The largest deck comes first, so that one that is too large is refused."""
        try:
            found = [self.of_deck(deck, **run_options) for deck in reversed(self.decks)]
        except (TooLargeError, TooLongError) as error:
            from wargraph.relations.structure import LARGEST_EXACT  # imported late: it needs numpy

            if self.relation is not None and self.relation.n > LARGEST_EXACT:
                error.add_note(f"to estimate from random deals: wargraph matrix {quote(self.matrix or '')}")
            raise
        return [*chain.from_iterable(reversed(found))]

    def of_deck(self, deck: Any, **run_options: Any) -> list[Any]:
        """Return the answers for a deck, one for each combination of choices."""
        asked = self.taken_by(self.ask) | run_options
        if self.answers_all_deals:
            return self.ask(deck, **asked)  # type: ignore[no-any-return]
        found = []
        for chosen in product(*self.choices.values()):
            with suppress(NoGameEndsError):  # then there is no longest game, and no row
                found.append(self.ask(deck, **asked | dict(zip(self.choices, chosen, strict=True))))
        return found

    def document(self, found: Sequence[Any]) -> Document:
        if found:
            return wg.Results(found).document()
        columns = ("n", "order", "deals", "turns", "positions", "example")  # of longest, which alone may find none
        return Document([Table("rows", [], columns=columns, empty="no game from these deals ends")])


class Summary(DeckCommand, section="The War graph"):
    """The size, components and reachability of a War graph, and the largest distance to the end.

    $ wargraph summary 1..6
    $ wargraph summary --matrix rock-paper-scissors
    """

    plot: opt.Plot = None


class Cycles(DeckCommand, opt.LongWork, section="The War graph"):
    """The cycles of a War graph, counted by length or listed.

    Under free order only the shortest cycles are counted, unless --up-to asks for more.

    $ wargraph cycles 9
    $ wargraph cycles 5 --order free --up-to 6
    """

    range_: opt.OneDeck = opt.argument(None)
    order: opt.EveryOrder = opt.Values([opt.WL])
    up_to: opt.Whole | None = None
    """Count all cycles up to this length under free order, not only the shortest."""
    list_: Annotated[opt.Whole, Parameter(validator=Number(gte=0, lte=10**9))] = 0
    """Print N cycles position by position instead of counting them."""

    needs: ClassVar = {"--up-to": ["--order free"]}

    def of_deck(self, deck: Any, **run_options: Any) -> list[Any]:
        from wargraph.graph.war_graph import graph_fits  # imported late: it needs numpy

        if ReturnOrder.FREE in self.order:
            return [wg.free_cycles(deck, self.up_to)]
        if self.list_ and isinstance(deck, int) and graph_fits(deck, left_holds_n=True):
            deck = wg.WarGraph(deck)  # the cycles are listed in its order
        return super().of_deck(deck, **run_options)

    def document(self, found: Sequence[Any]) -> Document:
        if not self.list_:
            return super().document(found)
        rows = [
            row_of(each, *("order",) * (len(found) > 1), cycle=number, cycle_length=len(cycle), turn=turn)
            | {"position": each.relation.text(position)}
            for each in found
            for number, cycle in enumerate(islice(each, self.list_), start=1)
            for turn, position in enumerate(cycle)
        ]
        columns = ("cycle", "cycle_length", "turn", "position")
        opening = [block for each in found for block in each.document().opening]
        return Document([*opening, Table("rows", rows, columns=columns)])


class Transcripts(opt.LongWork, section="The War graph"):
    """Count transcript classes (games with the same sequence of winners) by length and hand size.

    A transcript class describes, with symbolic cards, all games in which the same player wins each turn.

    $ wargraph transcripts 6
    $ wargraph transcripts 8 --order LW
    """

    n: opt.NumberOfCards = opt.argument()
    order: opt.OneOrder = opt.WL


class Lengths(DeckCommand, opt.LongWork, section="Fixed return orders"):
    """How many games last how many turns.

    Endless games are counted by the length of their cycle.

    $ wargraph lengths 7
    $ wargraph lengths 8 --plot lengths.svg
    """

    deals: SomeDeals = ALL
    order: opt.BothOrders = opt.Values([opt.WL])


def _verified(document: Document, found: Sequence[Any]) -> Document:
    """Return a report with what the reference implementation says of the examples."""
    games = [each.verify() for each in found]  # None for an example that does not exist
    rows = [
        {**row, "verified": True if game else None}
        for row, game in zip(document.table("rows").rows, games, strict=True)
    ]
    played = "\n".join(f"verified: {game}" for game in games if game)
    return Document.of(*document.opening, Table("rows", rows), Preformatted(played) if played else None)


class Longest(DeckCommand, opt.LongWork, section="Fixed return orders"):
    """The longest finite game under a return order, how many positions attain it, and one of them.

    $ wargraph longest 1..10 --order both
    $ wargraph longest --matrix rock-paper-scissors --verify
    """

    deals: SomeDeals = ALL
    order: opt.BothOrders = opt.Values([opt.WL])
    verify: opt.Verify = False
    all_tournaments: bool = False
    """Find the longest finite game over all tournaments (relations in which exactly one of any two cards beats the
    other), and print one that has it. Positions are then pairs of a tournament and a position, up to isomorphism.
    """

    excludes: ClassVar = {"--all-tournaments": ["--matrix"]}

    @property
    def term(self) -> tuple[str, str]:  # type: ignore[override]
        """The column that makes an integer sequence, and what it is."""
        return (
            "turns",
            f"number of turns in the longest finite game{' over all tournaments' if self.all_tournaments else ''}",
        )

    @property
    def ask(self) -> Callable[..., Any]:
        return wg.longest_over_tournaments if self.all_tournaments else super().ask

    @property
    def question(self) -> dict[str, object]:
        return super().question | ({"all_tournaments": True} if self.all_tournaments else {})

    def document(self, found: Sequence[Any]) -> Document:
        document = super().document(found)
        return _verified(document, found) if self.verify else document


class Endless(DeckCommand, opt.LongWork, section="Fixed return orders"):
    """How many games never end, and the length of the longest finite game.

    $ wargraph endless 9 --deals balanced
    $ wargraph endless 5 --list
    """

    deals: SomeDeals = ALL
    order: opt.BothOrders = opt.Values([opt.WL])
    verify: opt.Verify = False
    list_: bool = False
    """List the positions whose games never end; at the terminal the first 50."""

    excludes: ClassVar = {"--list": ["--verify"]}

    term = "endless", "number of games that never end"

    @property
    def terms(self) -> Terms | None:
        return None if self.list_ else super().terms

    def document(self, found: Sequence[Any]) -> Document:
        if not self.list_:
            document = super().document(found)
            return _verified(document, found) if self.verify else document
        most = max(each.endless for each in found)
        if most > _MOST_LISTED:
            raise TooLargeError(
                f"{most:,} positions are more than the {_MOST_LISTED:,} that --list writes: use fewer cards, or "
                "positions() of the result in Python, which gives one at a time"
            )
        rows = [
            row_of(each, "n", "order", "deals", position=each.relation.text(position))
            for each in found
            for position in each.positions()
        ]
        heading = f"The first {_LISTED:,} of {len(rows):,} positions" if len(rows) > _LISTED else ""
        columns, empty = ("n", "order", "deals", "position"), "no game from these deals is endless"
        is_single = len(found) == 1
        question = columns[:3] if is_single else ()
        table = Table("rows", rows, heading, rows[:_LISTED], columns, empty=empty, question=question)
        return Document([*(found[0].document().opening if is_single else ()), table])


class Farthest(DeckCommand, opt.LongWork, section="Free return order"):
    """The largest distance to the end of the game.

    Both return orders are allowed at every turn, and both players help to end the game. Table layers counts the
    positions at each distance; table games shows a shortest game from the farthest positions.

    $ wargraph farthest 1..6
    $ wargraph farthest 5 --table games
    """

    deals: SomeDeals = ALL
    table: Annotated[str | None, opt.table_of("rows", "layers", "games")] = None

    answers_all_deals = True
    term = "turns", "largest distance to the end in free order"
    function = "wargraph.graph.attractors.farthest:farthest_each"


class Contest(DeckCommand, opt.LongWork, section="Free return order"):
    """Who can force a win if a player chooses each return order.

    On the standard deck the player with card n wants the end soon, and the other player wants it late or never. The
    player with card n is Left, except in the balanced deals that give card n to Right. With a matrix each player wants
    to win or, failing that, not to lose. Where neither player can force a win, the position is drawn.

    $ wargraph contest 6
    $ wargraph contest 4..6 --chooser loser
    """

    deals: SomeDeals = ALL
    chooser: Annotated[Chooser, opt.one_of(Chooser, Chooser)] = Chooser.WINNER
    """Who chooses the return orders: the winner or the loser of each turn, or one player."""
    table: Annotated[str | None, opt.table_of("rows", "layers", "examples")] = None

    answers_all_deals = True
    term = "turns", "largest number of turns in a forced win if {chooser.meaning} chooses the order"
    function = "wargraph.graph.attractors.contest:contest_each"


class ExpectedLength(DeckCommand, section="Free return order"):
    """The expected number of turns if a coin decides each return order.

    At every turn the return order is WL with probability P, and LW otherwise. Each value has proved bounds or is a
    fraction. For a relation the report also shows how often each player wins.

    $ wargraph expected-length 5 --exact
    $ wargraph expected-length 1..5 --p 1/3
    """

    deals: SomeDeals = ALL
    plot: opt.Plot = None
    hours: opt.Hours = None
    p: str = "1/2"
    """The probability that the return order of a turn is WL and not LW, such as 1/3 or 0.3."""
    exact: bool = False
    """Give the exact values as fractions, for up to 6 cards."""
    relative_error: float = 1e-6
    """Maximum relative error of the proved bounds."""
    up_to: opt.Whole | None = None
    """Give also the probability that a game lasts exactly 0, 1, ..., N turns; --plot shows it."""
    table: Annotated[str | None, opt.table_of("rows", "winners", "distribution")] = None

    excludes: ClassVar = {"--exact": ["--relative-error"]}
    needs: ClassVar = {"--table winners": ["--matrix"], "--table distribution": ["--up-to"]}

    @property
    def question(self) -> dict[str, object]:
        return super().question | ({} if self.up_to is None else {"up_to": self.up_to})

    @property
    def asked(self) -> list[Callable[..., Any]]:
        """The functions that answer, first about the expectation and last about the lengths."""
        of_relation = [] if self.relation is None else [wg.winning_chances]
        of_lengths = [] if self.up_to is None else [wg.length_distribution]
        return [wg.expected_length, *of_relation, *of_lengths]

    def of_deck(self, deck: Any, **run_options: Any) -> list[Any]:
        found: list[Any] = []
        for deals, function in product(self.deals, self.asked):
            more = run_options if function is wg.expected_length else {}
            found.append(function(deck, **self.taken_by(function) | more | {"deals": deals}))
            deck = found[0].expected.graph  # which keeps its values for the questions that follow
        return found

    def document(self, found: Sequence[Any]) -> Document:
        whole = Document.joined(each.document() for each in found)
        return whole if len(found) == len(self.asked) else Document([*whole.tables.values()])

    def draw(self, found: Any, **settings: object) -> None:
        drawn = 0 if self.up_to is None else len(self.asked) - 1
        super().draw(found[drawn :: len(self.asked)], **settings)
