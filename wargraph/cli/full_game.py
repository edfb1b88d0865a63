"""Commands about the full game: rules, simulate, all-deals, odds, endless-deal."""

from operator import methodcaller
from pathlib import Path
from typing import Annotated, ClassVar

import wargraph as wg
from wargraph.cli.options import Given, Verified, argument, parse_games, suggesting, table_of
from wargraph.cli.output import LongWork, Output, PlottedOutput, SharedWork
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.given import Condition
from wargraph.full_game.rule_set import PRESETS, QUESTIONS, SOURCES, RuleSet, names_rules_file
from wargraph.report.document import Document, Preformatted, Table, Title
from wargraph.report.result import Row, row_of

_RULES = (
    f"A preset ({', '.join(PRESETS)}) or a rules file such as mine.toml, followed by changes after commas, such as "
    "drew-shuffle,piles=shuffled/under,players=2. The command wargraph rules explains them."
)
_PLOTTED = ("parity", "chances", "dealt")
"""The tables of a simulation that --plot draws in place of the lengths."""


RulesArgument = Annotated[str, suggesting(PRESETS, help=_RULES, name="RULES")]
RulesArguments = Annotated[list[str], suggesting(PRESETS, help=_RULES, name="RULES...")]


class Rules(Output):
    """List the rules of the full game, or explain some of them.

    Without RULES the command lists the presets and the possible changes. With -o mine.toml it writes the rules to a
    file, which every command accepts in place of a preset.
    """

    text: RulesArgument | None = argument(None)

    @property
    def writes_rules(self) -> bool:
        """Whether the output is a rules file and not a report."""
        return self.output is not None and self.format is None and names_rules_file(self.output)

    def check(self) -> None:
        if not self.writes_rules:
            super().check()

    def run(self) -> None:
        chosen = None if self.text is None else RuleSet.parse(self.text)
        if self.output is not None and self.writes_rules:
            if chosen is None:
                raise wg.ParameterError("a rules file holds one set of rules: say which, such as wargraph rules kids")
            chosen.save(self.output)
        else:
            self.write(_list() if chosen is None else _explanation(chosen), {"rules": self.text})


class Simulate(Given, SharedWork, PlottedOutput):
    """Play many full games, and report lengths, wars and endless games.

    Several sets of rules are compared game by game: if two of them deal the same deck alike, game number k has
    the same deal under both. Only games that end count in the lengths. Without chance in the rules, endless games are
    proved endless; with chance, a game is given up after --cap rounds. With --given the command answers questions such
    as: how often does the player win who was dealt all aces? --plot draws a curve of the lengths for each set of
    rules; with --table parity, chances or dealt it draws that table.
    """

    texts: RulesArguments = argument()
    games: str = "10,000"
    """The number of games under each set of rules."""
    seed: int = 0
    """The seed of the random numbers."""
    deal: str | None = None
    """Start every game from this deal, such as 'A,K|10,J', if the rules involve chance."""
    cap: int | None = None
    """Give up a game after so many rounds. With rules that involve chance, the default is 100,000 and the maximum
    1,048,576; with other rules they are 1,048,576 and 16,777,216.
    """
    raw: Path | None = None
    """Write a row for each game to a .csv file."""
    raw_deals: bool = False
    """With --raw, write the deal of each game as well."""
    seconds_per_turn: float = SECONDS_PER_TURN
    """The seconds that a turn takes, for the duration of a game."""
    table: Annotated[
        str | None,
        table_of(
            "summary",
            "difference",
            "measure",
            "ending",
            "period",
            "war",
            "parity",
            "length",
            "held",
            "chances",
            "lead",
            "dealt",
            "example",
        ),
    ] = None

    needs: ClassVar = {"raw_deals": ["raw"]}

    def run(self) -> None:
        rules = [RuleSet.parse(text) for text in self.texts]
        count, given = parse_games(self.games), self.given or ()
        check_seconds(self.seconds_per_turn)
        from wargraph.full_game.raw import check_raw_path, write_games  # imported late: it needs numpy

        if self.raw is not None:
            check_raw_path(self.raw)
        said = dict.fromkeys("; ".join(Condition.of(each, given, self.deal).texts(each)) for each in rules)
        parameters = {"rules": [str(each) for each in rules], "games": count, **self.values("seed", "cap")}
        parameters |= {"given": " or ".join(said) or None, "deal": self.deal}

        def played(run_options: "wg.RunOptions") -> "wg.Comparison":
            found = wg.compare(rules, count, self.seed, self.cap, run_options, given, self.deal)
            if self.raw is not None:
                write_games(self.raw, found.simulations, self.raw_deals)
            return found

        document = methodcaller("document", self.seconds_per_turn)
        settings = {
            "seconds_per_turn": self.seconds_per_turn,
            "table": self.table if self.table in _PLOTTED else "length",
        }
        self.answer(parameters, played, document, **settings)


class AllDeals(Verified, LongWork, PlottedOutput):
    """Play every deal of a small deck: exact lengths and endless deals.

    An example of RULES is delahaye-mathieu,deck=4x4. If the rules treat two players alike, two deals that differ only
    by swapping the players count once. The command refuses rules that involve chance.
    """

    text: RulesArgument = argument()
    table: Annotated[str | None, table_of("summary", "length", "period")] = None

    def run(self) -> None:
        rules = RuleSet.parse(self.text)
        self.answer({"rules": str(rules)}, lambda run_options: wg.all_deals(rules, run_options), self._document)

    def _document(self, found: "wg.AllDeals") -> Document:
        verified = [f"verified: {game}" for game in found.verify()] if self.verify else []
        return Document.of(*found.document().blocks, *verified)


class Odds(Output):
    """Exact odds of very short games and of wars in the first round.

    The odds are counted, not sampled. With 52 cards, up to four rounds take seconds, or two rounds if winnings are
    shuffled. The command gives up a count that would take more than about a minute.
    """

    texts: RulesArguments = argument()
    rounds: int = 2
    """Count the games of up to so many rounds."""
    wars: int = 3
    """Count the first rounds of up to so many wars."""
    table: Annotated[str | None, table_of("games", "first-round")] = None

    def run(self) -> None:
        rules = [RuleSet.parse(text) for text in self.texts]
        rounds, wars = 1 if self.table == "first-round" else self.rounds, 0 if self.table == "games" else self.wars
        document = Document.joined(wg.odds(each, rounds, wars).document() for each in rules)
        self.write(document, {"rules": [str(each) for each in rules], **self.values("rounds", "wars")})


class EndlessDeal(LongWork, PlottedOutput):
    """A balanced deal whose game never ends, with proof.

    The command plays the deals that are known to be endless by some rules, and then random deals, or every deal if
    there are few. If it finds no endless deal, the report says what was searched. --plot draws the game.
    """

    text: RulesArgument = argument()
    games: str = "100,000"
    """The number of random deals to play at the end."""
    table: Annotated[str | None, table_of("summary", "cycle", "searched")] = None

    def run(self) -> None:
        rules, count = RuleSet.parse(self.text), parse_games(self.games)
        parameters = {"rules": str(rules), "games": count}
        self.answer(parameters, lambda run_options: wg.endless_deal(rules, count, run_options))


def _rules_row(text: str) -> Row:
    each = RuleSet.parse(text)
    columns = ("players", "dealing", "war", "face_down", "nobody_left", "replacement")
    row = {"rules": text, "deck": each.deck_text, **row_of(each, *columns)}
    return row | {"piles": "/".join(dict.fromkeys(each.piles)), "counting": str(each.counting)}


def _explanation(rules: RuleSet) -> Document:
    """What some rules say."""
    return Document.of(
        Title(f"The rules {rules}"),
        rules.source(),
        Table("rows", [_rules_row(str(rules))], excerpt=()),
        Preformatted(f"{rules.describe()}\n\n\n{rules.explanation()}"),
        f"To keep them with these words, and change them: wargraph rules {rules} -o mine.toml",
    )


def _list() -> Document:
    """The presets, and the possible changes of their rules."""
    width = max(map(len, SOURCES))
    changes = [f"  {key:12} {', '.join(each.answers) or each.others}" for key, each in QUESTIONS.items()]
    return Document.of(
        Preformatted("\n".join(f"{name:{width}}  {source}" for name, source in SOURCES.items())),
        Table("rows", [_rules_row(name) for name in PRESETS]),
        "Change what you like after a comma: rutgers,players=3,face-down=1,war=longest. Piles of different players "
        "are joined by slashes: piles=shuffled/under.",
        Preformatted("\n".join(changes)),
        "What each of them means: wargraph rules kids. Rules to keep: wargraph rules kids -o mine.toml",
    )
