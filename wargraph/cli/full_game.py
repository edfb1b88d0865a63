"""Commands about the full game: rules, simulate, all-deals, odds, endless-deal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import methodcaller
from pathlib import Path
from typing import Annotated

import wargraph as wg
from wargraph.cli.game_options import GivenOption
from wargraph.cli.options import SeedOption, VerifyOption, argument, option, parse_games
from wargraph.cli.output import TO_TERMINAL, Output, Target, Unplotted, table_option
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Kept, LongWork
from wargraph.errors import ParameterError
from wargraph.full_game.choices import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.given import Condition
from wargraph.full_game.rule_set import PRESETS, QUESTIONS, SOURCES, RuleSet, names_rules_file
from wargraph.report.document import Document, Part, Preformatted, Table, Title
from wargraph.report.result import Result, Row, row_of

_RULES_HELP = (
    f"A preset ({', '.join(PRESETS)}) or a rules file such as mine.toml, followed by changes after commas, such as "
    "drew-shuffle,piles=shuffled/under,players=2. The command wargraph rules explains them."
)
_TABLES = ("summary", "difference", "measure", "ending", "period", "war", "parity", "length", "held", "example")
_EXACT_TABLES = ("summary", "length", "period")
_ODDS_TABLES = ("games", "first-round")
_DEAL_TABLES = ("summary", "cycle", "searched")
RulesArgument = Annotated[str, argument("RULES", _RULES_HELP, complete=PRESETS)]
SomeRulesArgument = Annotated[list[str], argument("RULES...", _RULES_HELP, complete=PRESETS)]
CapOption = Annotated[
    int | None,
    option(
        "--cap N",
        "Give up a game after N rounds. With rules that involve chance, the default is 100,000 and the maximum "
        "1,048,576; with other rules they are 1,048,576 and 16,777,216.",
    ),
]


def rules(
    text: Annotated[str | None, argument("[RULES]", _RULES_HELP, complete=PRESETS)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """List the rules of the full game, or explain some of them.

    Without RULES the command lists the presets and the possible changes. With -o mine.toml it writes the rules to a
    file, which every command accepts in place of a preset.
    """
    chosen = None if text is None else RuleSet.parse(text)
    if target.table_format is None and target.output is not None and names_rules_file(target.output):
        if chosen is None:
            raise ParameterError("a rules file holds one set of rules: say which, such as wargraph rules kids")
        chosen.save(target.output)
        return
    out = Output("rules", target)
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
    out.write(document, {"rules": text})


def simulate(
    presets: SomeRulesArgument,
    games: Annotated[str, option("--games G", "The number of games under each set of rules.")] = "10,000",
    seed: SeedOption = 0,
    given: GivenOption = None,
    deal: Annotated[
        str | None,
        option("--deal DEAL", "Start every game from this deal, such as 'A,K|10,J', if the rules involve chance."),
    ] = None,
    cap: CapOption = None,
    raw: Annotated[Path | None, option("--raw FILE", "Write a row for each game to a .csv file.")] = None,
    raw_deals: Annotated[bool, option("--raw-deals", "With --raw, write the deal of each game as well.")] = False,
    seconds: Annotated[
        float, option("--seconds-per-turn S", "The seconds that a turn takes, for the duration of a game.")
    ] = SECONDS_PER_TURN,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    long_work: Kept = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """Play many full games, and report lengths, wars and endless games.

    Several sets of rules are compared game by game: if two of them deal the same deck alike, game number k has
    the same deal under both. Only games that end count in the lengths. Without chance in the rules, endless games are
    proved endless; with chance, a game is given up after --cap rounds. With --given the command answers questions such
    as: how often does the player win who was dealt all aces? --plot draws a curve of the lengths for each set of
    rules; with --table parity it draws even and odd numbers of turns.
    """
    from wargraph.full_game.raw import check_raw_path, write_games

    out = Output("simulate", target, tables=_TABLES, table=table)
    chosen = [RuleSet.parse(text) for text in presets]
    count = parse_games(games)
    check_seconds(seconds)
    if raw is not None:
        check_raw_path(raw)
    elif raw_deals:
        raise ParameterError("--raw-deals goes with --raw: name the file, such as --raw games.csv")
    conditions = [Condition.of(each, given or (), deal) for each in chosen]
    texts = list(dict.fromkeys("; ".join(one.texts(each)) for one, each in zip(conditions, chosen, strict=True)))
    parameters = {
        "rules": [str(each) for each in chosen],
        "games": count,
        "seed": seed,
        "cap": cap,
        "given": " or ".join(texts) or None,
        "deal": deal,
    }

    def played(run_options: "wg.RunOptions") -> "wg.Comparison":
        found = wg.compare(chosen, count, seed, cap, run_options, given or (), deal)
        if raw is not None:
            write_games(raw, found.simulations, raw_deals)
        return found

    out.answer(
        parameters,
        played,
        long_work,
        methodcaller("document", seconds),
        {"seconds_per_turn": seconds, "by_parity": table == "parity"},
    )


def all_deals(
    text: RulesArgument,
    verify: VerifyOption = False,
    table: Annotated[str | None, table_option(_EXACT_TABLES)] = None,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """Play every deal of a small deck: exact lengths and endless deals.

    An example of RULES is delahaye-mathieu,deck=4x4. If the rules treat two players alike, two deals that differ only
    by swapping the players count once. The command refuses rules that involve chance.
    """
    out = Output("all-deals", target, tables=_EXACT_TABLES, table=table)
    chosen = RuleSet.parse(text)

    def document(result: wg.AllDeals) -> Document:
        verified = [f"verified: {game}" for game in result.verify()] if verify else []
        return Document.of(*result.document().blocks, *verified)

    out.answer({"rules": str(chosen)}, lambda run_options: wg.all_deals(chosen, run_options), long_work, document)


def odds(
    presets: SomeRulesArgument,
    rounds: Annotated[int, option("--rounds N", "Count the games of up to N rounds.")] = 2,
    wars: Annotated[int, option("--wars N", "Count the first rounds of up to N wars.")] = 3,
    table: Annotated[str | None, table_option(_ODDS_TABLES)] = None,
    target: Unplotted = TO_TERMINAL,
) -> None:
    """Exact odds of very short games and of wars in the first round.

    The odds are counted, not sampled. With 52 cards, up to four rounds take seconds, or two rounds if winnings are
    shuffled. The command gives up a count that would take more than about a minute.
    """
    out = Output("odds", target, tables=_ODDS_TABLES, table=table)

    def counted(rules: RuleSet, _: wg.RunOptions) -> Iterator[Result]:
        yield wg.odds(rules, 1 if table == "first-round" else rounds, 0 if table == "games" else wars)

    _answer_each(out, presets, counted, {"rounds": rounds, "wars": wars})


def endless_deal(
    text: RulesArgument,
    longest: Annotated[int, option("--longest N", "Try words of winners without draws of up to N letters.")] = 20,
    with_draws: Annotated[int, option("--longest-with-draws N", "Try words with draws of up to N letters.")] = 18,
    games: Annotated[str, option("--games G", "The number of random deals to play at the end.")] = "100,000",
    table: Annotated[str | None, table_option(_DEAL_TABLES)] = None,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """A balanced deal whose game never ends, with proof.

    For a whole deck, with rules such as delahaye-mathieu, this takes half a minute. The search tries periodic words of
    winners, first without draws and then with draws, and then plays random deals, or every deal if there are few. If
    it finds no endless deal, the report says what was searched. --plot draws the game.
    """
    out = Output("endless-deal", target, tables=_DEAL_TABLES, table=table)
    found_rules = RuleSet.parse(text)
    count = parse_games(games)
    parameters = {"rules": str(found_rules), "longest": longest, "longest_with_draws": with_draws, "games": count}
    out.answer(
        parameters, lambda run_options: wg.endless_deal(found_rules, longest, with_draws, count, run_options), long_work
    )


def _answer_each(
    out: Output,
    presets: list[str],
    compute: "Callable[[RuleSet, wg.RunOptions], Iterable[Result]]",
    more: Mapping[str, object] | None = None,
) -> None:
    """Compute the results for one set of rules after the other, and write them all."""
    chosen = [RuleSet.parse(text) for text in presets]
    out.answer_each(
        {"rules": [str(each) for each in chosen], **(more or {})},
        lambda run_options: (result for each in chosen for result in compute(each, run_options)),
        lambda results: Document.joined(result.document() for result in results),
    )


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
