"""Commands about the full game."""

from pathlib import Path
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.full_game.choices import SECONDS_PER_TURN
from wargraph.full_game.presets import presets_document, rules_document
from wargraph.full_game.rule_set import PRESETS, RuleSet, names_rules_file
from wargraph.report.document import Document
from wargraph.report.humanize import counted
from wargraph.report.layout import say

_RULES = (
    f"A preset ({', '.join(PRESETS)}) or a rules file such as mine.toml, followed by changes after commas, such as "
    "drew-shuffle,winnings=shuffled/under,players=2. The command wargraph rules explains them."
)
_TABLES = (
    "summary", "difference", "measure", "ending", "cycle", "war", "parity", "length", "held", "chances", "lead",
    "dealt", "total", "example",
)  # fmt: skip
_PLOTTED = ("parity", "chances", "dealt")
"""The tables of a simulation that --plot draws in place of the lengths."""


_READ = opt.read_by(RuleSet.parse, help=_RULES)
SomeRules = Annotated[RuleSet, opt.suggesting(PRESETS), _READ, Parameter(name="RULES")]
RulesList = Annotated[list[RuleSet], opt.suggesting(PRESETS), _READ, Parameter(name="RULES...")]


class Rules(opt.Output, section="Full game"):
    """List the rules of the full game, or explain some of them.

    Without RULES the command lists the presets, and with --full all possible changes. With -o mine.toml it writes the
    rules to a file, which every command accepts in place of a preset.

    $ wargraph rules
    $ wargraph rules kids,players=3
    """

    rules: SomeRules | None = opt.argument(None)

    def __call__(self) -> None:
        if self.output is None or not names_rules_file(self.output):
            super().__call__()
        elif self.rules is None:
            raise wg.ParameterError("a rules file holds one set of rules: say which, such as wargraph rules kids")
        else:
            say(f"{self.rules.save(self.output)}: rules {self.rules}")

    def run(self) -> None:
        document = rules_document(self.rules) if self.rules else presets_document()
        self.write(document, {"rules": self.rules and str(self.rules)})


class Simulate(opt.LongWork, section="Full game"):
    """Play many full games, and report lengths, wars and endless games.

    Several sets of rules are compared game by game: if two of them deal the same deck alike, game number k has
    the same deal under both. Only games that end count in the lengths. Without chance in the rules, endless games are
    proved endless. --plot draws the lengths; with --table parity, chances or dealt it draws that table.

    $ wargraph simulate kids --games 1000
    $ wargraph simulate kids bryer --games 1000 --plot lengths.svg
    """

    rules: RulesList = opt.argument()
    games: opt.Games = 10_000
    seed: opt.Seed = 0
    given: opt.Given = ()
    deal: str | None = None
    """Start every game from this deal: 'A,A,A,A|rest' shuffles the rest; 'A,K|10,J' needs rules that involve chance."""
    cap: opt.Whole | None = None
    """Give up a game after this many rounds; by default 100,000 if the rules involve chance, otherwise 1,048,576."""
    raw: Annotated[Path | None, opt.read_by("wargraph.full_game.raw:check_raw_path")] = None
    """Write a row for each game to a .csv file."""
    raw_deals: bool = False
    """With --raw, write the deal of each game as well."""
    seconds_per_turn: Annotated[float, Parameter(validator=Number(gt=0, lt=1e9))] = SECONDS_PER_TURN
    """The seconds that a turn takes, for the duration of a game."""
    table: Annotated[str | None, opt.table_of(*_TABLES)] = None

    needs: ClassVar = {"--raw-deals": ["--raw"]}
    function = "wargraph:compare"

    @property
    def question(self) -> dict[str, object]:
        from wargraph.full_game.game import as_compared  # imported late: the help needs no games

        return as_compared(super().question)

    def draw(self, found: Any, **_: object) -> None:
        if self.raw is not None:
            from wargraph.full_game.raw import write_games  # imported late: it needs numpy

            write_games(self.raw, found.simulations, self.raw_deals)
            say(f"{self.raw}: {counted(sum(len(each.games) for each in found.simulations), 'row')}")
        table = self.table if self.table in _PLOTTED else "length"
        super().draw(found, seconds_per_turn=self.seconds_per_turn, table=table)


class AllDeals(opt.LongWork, section="Full game"):
    """Play every deal of a small deck: exact lengths and endless deals.

    An example of RULES is delahaye-mathieu,deck=4x4. If the rules treat two players alike, two deals that differ only
    by swapping the players count once. The command refuses rules that involve chance.

    $ wargraph all-deals delahaye-mathieu,deck=3x4
    $ wargraph all-deals rutgers,deck=3x2 --verify
    """

    rules: SomeRules = opt.argument()
    verify: opt.Verify = False
    table: Annotated[str | None, opt.table_of("summary", "length", "cycle")] = None

    def document(self, found: Any) -> Document:
        games = found.verify() if self.verify else []
        return Document.of(*found.document().blocks, *(f"verified: {game}" for game in games))


class Odds(opt.Output, section="Full game"):
    """Exact odds of very short games, of wars in the first round, and of a sweep.

    In a sweep player 1 wins all rounds of the first pass through the dealt cards without a war.

    The odds are counted, not sampled. With 52 cards, up to four rounds take seconds, or two rounds if winnings are
    shuffled. The command gives up a count that would take more than about a minute.

    $ wargraph odds kids --rounds 1
    $ wargraph odds kids,deck=5x2 bryer,deck=5x2
    """

    rules: RulesList = opt.argument()
    rounds: opt.Whole = 2
    """Count the games of at most this many rounds; with 0, only wars."""
    wars: opt.Whole = 3
    """Count the first rounds of at most this many wars."""
    table: Annotated[str | None, opt.table_of("games", "first-round", "sweep")] = None

    def answers(self, **run_options: Any) -> Any:
        del run_options
        rounds = 0 if self.table in ("first-round", "sweep") else self.rounds
        wars = 0 if self.table in ("games", "sweep") else self.wars
        return [wg.odds(each, rounds, wars) for each in self.rules]

    def document(self, found: Any) -> Document:
        return Document.joined(each.document() for each in found)


class EndlessDeal(opt.LongWork, section="Full game"):
    """A balanced deal whose game never ends, with proof.

    The command plays the deals that are known to be endless by some rules, and then random deals, or every deal if
    there are few. If it finds no endless deal, the report says what was searched. --plot draws the game.

    $ wargraph endless-deal delahaye-mathieu,deck=4x3
    $ wargraph endless-deal delahaye-mathieu,deck=4x3 --plot game.svg
    """

    rules: SomeRules = opt.argument()
    games: opt.Games = 100_000
    """The number of random deals to play at the end."""
    table: Annotated[str | None, opt.table_of("summary", "cycle", "searched")] = None
