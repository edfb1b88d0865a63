"""Commands about the full game: rules, simulate, all-deals, odds, endless-deal."""

from collections.abc import Iterator, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Annotated

import wargraph as wg
from wargraph.cli.options import GivenOption, SeedOption, VerifyOption, parse_games, suggesting, table_of
from wargraph.cli.output import LongWork, Output, PlottedOutput, SharedWork
from wargraph.errors import ParameterError
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.given import Condition
from wargraph.full_game.rule_set import PRESETS, QUESTIONS, SOURCES, RuleSet, names_rules_file
from wargraph.report.document import Document, Part, Preformatted, Table, Title
from wargraph.report.result import Result, Row, row_of

_RULES = (
    f"A preset ({', '.join(PRESETS)}) or a rules file such as mine.toml, followed by changes after commas, such as "
    "drew-shuffle,piles=shuffled/under,players=2. The command wargraph rules explains them."
)
RulesArgument = Annotated[str, suggesting("RULES", [*PRESETS], _RULES, required=True)]


def rules(
    text: Annotated[str | None, suggesting("RULES", [*PRESETS], _RULES)] = None, /, *, output: Output = Output()
) -> None:
    """List the rules of the full game, or explain some of them.

    Without RULES the command lists the presets and the possible changes. With -o mine.toml it writes the rules to a
    file, which every command accepts in place of a preset.
    """
    chosen = None if text is None else RuleSet.parse(text)
    if output.output is not None and output.format is None and names_rules_file(output.output):
        if chosen is None:
            raise ParameterError("a rules file holds one set of rules: say which, such as wargraph rules kids")
        chosen.save(output.output)
        return
    report = output.report("rules")
    if chosen is None:
        width = max(map(len, SOURCES))
        sources = "\n".join(f"{name:{width}}  {source}" for name, source in SOURCES.items())
        rows = [_rules_row(name) for name in PRESETS]
        document = Document.of(Preformatted(sources), Table("rows", rows), *_changes())
    else:
        document = Document.of(
            Title(f"The rules {chosen}"),
            chosen.source(),
            Table("rows", [_rules_row(str(chosen))], excerpt=()),
            Preformatted(f"{chosen.describe()}\n\n\n{chosen.explanation()}"),
            f"To keep them with these words, and change them: wargraph rules {chosen} -o mine.toml",
        )
    report.write(document, {"rules": text})


def simulate(
    *texts: RulesArgument,
    games: str = "10,000",
    seed: SeedOption = 0,
    given: GivenOption = None,
    deal: str | None = None,
    cap: int | None = None,
    raw: Path | None = None,
    raw_deals: bool = False,
    seconds_per_turn: float = SECONDS_PER_TURN,
    table: Annotated[
        str | None,
        table_of("summary", "difference", "measure", "ending", "period", "war", "parity", "length", "held", "example"),
    ] = None,
    work: SharedWork = SharedWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """Play many full games, and report lengths, wars and endless games.

    Several sets of rules are compared game by game: if two of them deal the same deck alike, game number k has
    the same deal under both. Only games that end count in the lengths. Without chance in the rules, endless games are
    proved endless; with chance, a game is given up after --cap rounds. With --given the command answers questions such
    as: how often does the player win who was dealt all aces? --plot draws a curve of the lengths for each set of
    rules; with --table parity it draws even and odd numbers of turns.

    Parameters
    ----------
    games
        The number of games under each set of rules.
    deal
        Start every game from this deal, such as 'A,K|10,J', if the rules involve chance.
    cap
        Give up a game after so many rounds. With rules that involve chance, the default is 100,000 and the maximum
        1,048,576; with other rules they are 1,048,576 and 16,777,216.
    raw
        Write a row for each game to a .csv file.
    raw_deals
        With --raw, write the deal of each game as well.
    seconds_per_turn
        The seconds that a turn takes, for the duration of a game.
    """
    report = output.report("simulate", table)
    chosen = [RuleSet.parse(text) for text in texts]
    count = parse_games(games)
    check_seconds(seconds_per_turn)
    from wargraph.full_game.raw import check_raw_path, write_games  # imported late: it needs numpy

    if raw is not None:
        check_raw_path(raw)
    elif raw_deals:
        raise ParameterError("--raw-deals goes with --raw: name the file, such as --raw games.csv")
    conditions = [Condition.of(each, given or (), deal) for each in chosen]
    said = dict.fromkeys("; ".join(one.texts(each)) for one, each in zip(conditions, chosen, strict=True))
    parameters = {
        "rules": [str(each) for each in chosen],
        "games": count,
        "seed": seed,
        "cap": cap,
        "given": " or ".join(said) or None,
        "deal": deal,
    }

    def played(run_options: "wg.RunOptions") -> "wg.Comparison":
        found = wg.compare(chosen, count, seed, cap, run_options, given or (), deal)
        if raw is not None:
            write_games(raw, found.simulations, raw_deals)
        return found

    document_of = methodcaller("document", seconds_per_turn)
    settings = {"seconds_per_turn": seconds_per_turn, "by_parity": table == "parity"}
    report.answer(parameters, played, work, document_of, **settings)


def all_deals(
    text: RulesArgument,
    /,
    *,
    verify: VerifyOption = False,
    table: Annotated[str | None, table_of("summary", "length", "period")] = None,
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """Play every deal of a small deck: exact lengths and endless deals.

    An example of RULES is delahaye-mathieu,deck=4x4. If the rules treat two players alike, two deals that differ only
    by swapping the players count once. The command refuses rules that involve chance.
    """
    report = output.report("all-deals", table)
    chosen = RuleSet.parse(text)

    def document(result: wg.AllDeals) -> Document:
        verified = [f"verified: {game}" for game in result.verify()] if verify else []
        return Document.of(*result.document().blocks, *verified)

    report.answer({"rules": str(chosen)}, lambda run_options: wg.all_deals(chosen, run_options), work, document)


def odds(
    *texts: RulesArgument,
    rounds: int = 2,
    wars: int = 3,
    table: Annotated[str | None, table_of("games", "first-round")] = None,
    output: Output = Output(),
) -> None:
    """Exact odds of very short games and of wars in the first round.

    The odds are counted, not sampled. With 52 cards, up to four rounds take seconds, or two rounds if winnings are
    shuffled. The command gives up a count that would take more than about a minute.

    Parameters
    ----------
    rounds
        Count the games of up to so many rounds.
    wars
        Count the first rounds of up to so many wars.
    """
    report = output.report("odds", table)
    chosen = [RuleSet.parse(text) for text in texts]

    def results(_: wg.RunOptions) -> Iterator[Result]:
        for each in chosen:
            yield wg.odds(each, 1 if table == "first-round" else rounds, 0 if table == "games" else wars)

    def document(found: Sequence[Result]) -> Document:
        return Document.joined(result.document() for result in found)

    parameters = {"rules": [str(each) for each in chosen], "rounds": rounds, "wars": wars}
    report.answer_each(parameters, results, document)


def endless_deal(
    text: RulesArgument,
    /,
    *,
    games: str = "100,000",
    table: Annotated[str | None, table_of("summary", "cycle", "searched")] = None,
    work: LongWork = LongWork(),
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """A balanced deal whose game never ends, with proof.

    The search tries the words of winners that are known to go round forever, first without draws and then with draws,
    then the other deals that are known, and then plays random deals, or every deal if there are few. If it finds no
    endless deal, the report says what was searched. --plot draws the game.

    Parameters
    ----------
    games
        The number of random deals to play at the end.
    """
    report = output.report("endless-deal", table)
    chosen = RuleSet.parse(text)
    count = parse_games(games)
    parameters = {"rules": str(chosen), "games": count}
    report.answer(parameters, lambda run_options: wg.endless_deal(chosen, count, run_options), work)


def _rules_row(text: str) -> Row:
    each = RuleSet.parse(text)
    columns = ("players", "dealing", "war", "face_down", "nobody_left", "replacement")
    row = {"rules": text, "deck": each.deck_text, **row_of(each, *columns)}
    return row | {"piles": "/".join(dict.fromkeys(each.piles)), "counting": str(each.counting)}


def _changes() -> list[Part]:
    """The possible changes of the rules."""
    lines = [f"  {key:12} {', '.join(each.answers) or each.others}" for key, each in QUESTIONS.items()]
    return [
        "Change what you like after a comma: rutgers,players=3,face-down=1,war=longest. Piles of different players "
        "are joined by slashes: piles=shuffled/under.",
        Preformatted("\n".join(lines)),
        "What each of them means: wargraph rules kids. Rules to keep: wargraph rules kids -o mine.toml",
    ]
