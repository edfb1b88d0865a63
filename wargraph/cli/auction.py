"""Commands about WAR with Auction Rounds."""

from functools import cached_property
from typing import Annotated, Any

from cyclopts import Parameter

import wargraph as wg
from wargraph.auction.line_up import LineUp, one_strategy
from wargraph.auction.strategies import STRATEGIES
from wargraph.cli import options as opt
from wargraph.core.endings import CAP
from wargraph.report.document import Document

_NAMES = list(STRATEGIES)
_HELP = f"{', '.join(_NAMES)}, or a class of your own as FILE.py:CLASS. 5xDummy stands for five players."
SomeStrategies = Annotated[list[str], opt.suggesting(_NAMES), Parameter(help=_HELP, name="STRATEGY...")]


class Games(opt.Command):
    """The games that strategies play."""

    cap: opt.Whole = CAP
    """Give up a game after this many rounds."""
    until_one_strategy: bool = False
    """End a game as soon as all remaining players have the same strategy."""
    seed: opt.Seed = 0


class Strategies(opt.Output, section="Auction rounds"):
    """List the known strategies, and show how to write your own.

    $ wargraph auction strategies
    $ wargraph auction strategies --format csv
    """

    function = "wargraph.auction.strategies:strategies_document"


class Play(opt.Command, section="Auction rounds"):
    """Play a game at the terminal as player 1.

    Every player has the cards 2..13 and chooses one card for each round; the highest card takes all. All hands and all
    cards won are open. Type an empty line to be asked again, or q to leave.

    $ wargraph auction play Dummy
    $ wargraph auction play SimpleMinded2 Dummy --seed 4
    """

    opponents: SomeStrategies = opt.argument()
    seed: opt.Whole | None = None
    """The seed of the random numbers; by default a new one."""
    game: opt.Whole = 0
    """Play this game of the tournament with this seed."""

    def run(self) -> None:
        from wargraph.auction.terminal import play_at_terminal  # imported late: it needs numpy

        play_at_terminal(self.opponents, self.seed, self.game)


class Watch(Games, opt.Output, section="Auction rounds"):
    """Show one game between strategies round by round.

    The game goes to its end, or to the repeated state that proves it endless.

    $ wargraph auction watch Min Max
    $ wargraph auction watch SimpleMinded2+2xDummy --seed 3
    """

    line_up: SomeStrategies = opt.argument()
    game: opt.Whole = 0
    """Show this game of the tournament with this seed."""
    plot: opt.Plot = None
    film: opt.Film = None

    function = "wargraph:play_auction"

    def run(self) -> None:
        played = self.ask(**self.question)
        where = {"line_up": str(played.line_up), "seed": self.seed, "game": self.game, "outcome": played.outcome}
        self.write(played.document(), where)
        self.draw(played)


class Tournament(Games, opt.LongWork, section="Auction rounds"):
    """A tournament of strategies: win shares, a ranking and a heat map.

    The strategies meet in pairs, at larger tables, or in line-ups that you name: strategies joined by +, such as
    SimpleMinded1+5xDummy. If nothing in a line-up depends on chance, one game is played.

    $ wargraph auction tournament Min Max --games 100
    $ wargraph auction tournament Min Max Dummy --players 3 --games 50
    """

    strategies: SomeStrategies = opt.argument()
    players: opt.Whole | None = None
    """Seat this many players at each table, in every mixture of the strategies; by default 2."""
    games: opt.Games = 1_000
    table: Annotated[str | None, opt.table_of("line-ups", "ranking", "pairs")] = None

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """Who sits at each table."""
        if not any("+" in strategy for strategy in self.strategies):
            entrants = [one_strategy(name) for name in self.strategies]
            return wg.round_robin(entrants, 2 if self.players is None else self.players)
        seats = "--players says how many sit at each table: with line-ups named leave it out"
        opt.refuse(self.players is not None, seats)
        return [LineUp.parse(line_up) for line_up in self.strategies]

    @property
    def question(self) -> dict[str, object]:
        line_ups = [str(line_up) for line_up in self.line_ups]  # first, so that a misspelled name is refused at once
        return super().question | {"line_ups": line_ups}


class Study(opt.LongWork, section="Auction rounds"):
    """The published study: a SimpleMinded player against N Dummies.

    A game ends as soon as all remaining players have the same strategy.

    $ wargraph auction study --opponents 1..3 --games 100
    $ wargraph auction study --opponents 1,2 --games 200 --plot study.svg
    """

    opponents: Annotated[opt.Values[int], opt.read_by(opt.parse_range)] = opt.Values(range(1, 101))
    """The numbers of Dummies: 7, 1..10, 5,7,9 or a mix."""
    games: opt.Games = 9_030
    seed: opt.Seed = 0

    function = "wargraph:auction_study"


class Exact(opt.Output, section="Auction rounds"):
    """Optimal play of small decks, and the distance of strategies from it.

    Two players have the cards 1..M. A win counts 1, a loss -1. In the value that a strategy guarantees, endless play
    counts as a loss.

    $ wargraph auction exact 3
    $ wargraph auction exact 3 Max
    """

    m: Annotated[opt.Whole, Parameter(name="M")] = opt.argument()
    """The number of cards of each player, from 1 to 6."""
    strategies: Annotated[list[str] | None, opt.suggesting(_NAMES), Parameter(name="STRATEGY...")] = opt.argument(None)
    """The strategies to measure: by default all known ones; a class of your own as FILE.py:CLASS."""
    table: Annotated[str | None, opt.table_of("summary", "opening", "strategies")] = None

    function = "wargraph:exact_play"

    def document(self, found: Any) -> Document:
        with opt.working("measuring the strategies"):
            document: Document = found.document([one_strategy(name) for name in self.strategies or STRATEGIES])
        return document
