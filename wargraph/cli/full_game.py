"""Commands about the full game: rules, simulate, all-deals, almost-surely, shortest, odds, endless-deal."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from operator import methodcaller
from pathlib import Path
from typing import Annotated

import wargraph as wg
from wargraph.campaign.interruption import interrupted_later
from wargraph.cli.options import SeedOption, VerifyOption, argument, option, parse_games
from wargraph.cli.output import (
    FormatOption,
    Output,
    OutputOption,
    PlotOption,
    check_apart,
    check_not_read,
    table_option,
)
from wargraph.cli.run_options import ANY_RUN_OPTIONS, Kept, LongWork
from wargraph.errors import ParameterError
from wargraph.full_game.describe import QUESTIONS, explanation, like
from wargraph.full_game.pace import SECONDS_PER_TURN, check_seconds
from wargraph.full_game.rule_set import PRESETS, SOURCES, RuleSet
from wargraph.full_game.rules_file import names_rules_file
from wargraph.report.document import Block, Document, Paragraph, Preformatted, Table, Title
from wargraph.report.files import unfinished_path
from wargraph.report.result import Result, Row

_RULES_HELP = (
    f"A preset ({', '.join(PRESETS)}) or a rules file such as mine.toml, with changes after commas, such as "
    "drew-shuffle,piles=shuffled/under,players=2; "
    "wargraph rules says more."
)
_TABLES = ("summary", "measure", "ending", "period", "war", "parity", "length", "held", "example", "difference")
_EXACT_TABLES = ("summary", "length", "period")
_ODDS_TABLES = ("games", "first-round")
_DEAL_TABLES = ("summary", "cycle", "searched")
RulesArgument = Annotated[str, argument("RULES", _RULES_HELP, complete=PRESETS)]
SomeRulesArgument = Annotated[list[str], argument("RULES...", _RULES_HELP, complete=PRESETS)]
CapOption = Annotated[
    int | None,
    option(
        "--cap N",
        "Rounds after which a game is given up; by default 100,000 if chance is in the rules, up to 1,048,576; "
        "if not, 1,048,576, up to 16,777,216.",
    ),
]


def rules(
    text: Annotated[str | None, argument("[RULES]", _RULES_HELP, complete=PRESETS)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """The named rules of the full game, or some rules explained.

    Without RULES all presets, and what can be changed. With -o mine.toml the rules become a file, which every command
    takes in place of a preset.
    """
    asked = None if text is None else RuleSet.parse(text)
    if table_format is None and names_rules_file(output):
        assert output is not None
        if asked is None:
            raise ParameterError("a rules file holds one set of rules: say which, such as wargraph rules kids")
        check_not_read(output, text)
        wg.save_rules(asked, output)
        return
    out = Output("rules", table_format, output)
    if asked is None:
        rows: list[Row] = [_rules_row(name) for name in PRESETS]
        document = Document([*_presets(), Table("rows", rows), *_changes()])
    else:
        keep = Paragraph(f"To keep them with these words, and change them: wargraph rules {asked} -o mine.toml")
        words = Preformatted(f"{asked.describe()}\n\n\n{explanation(asked)}")
        title, told = Title(f"The rules {asked}"), Paragraph(like(asked))
        document = Document([title, told, Table("rows", [_rules_row(str(asked))], excerpt=()), words, keep])
    out.write(document, {"rules": text})


def simulate(
    presets: SomeRulesArgument,
    games: Annotated[str, option("--games G", "How many games by each rules.")] = "10,000",
    seed: SeedOption = 0,
    cap: CapOption = None,
    plot: PlotOption = None,
    raw: Annotated[Path | None, option("--raw FILE", "Write a row for every game: .csv or .parquet.")] = None,
    seconds: Annotated[
        float, option("--seconds-per-turn S", "What a turn takes, to tell the time of a game.")
    ] = SECONDS_PER_TURN,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    asked: Kept = ANY_RUN_OPTIONS,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Play many full games: lengths, wars, endless games.

    Several rules are compared, game by game: games of one number have the same deal where deck and dealing are the
    same. The lengths are those of games that end; endless games are proved endless where
    chance is not in the rules, and where it is a game is given up after --cap rounds.
    """
    out = Output("simulate", table_format, output, tables=_TABLES, table=table, plot=plot)
    found_rules = [RuleSet.parse(text) for text in presets]
    count = parse_games(games)
    check_apart(output, plot, raw)
    check_seconds(seconds)
    if raw is not None:
        asked.refuse("keeps what the games come to, not the games that --raw writes down", "checkpoint")
    parameters = {"rules": [str(each) for each in found_rules], "games": count, "seed": seed, "cap": cap}
    out.answer(
        parameters,
        lambda run_options: _comparison(found_rules, count, seed, cap, raw, run_options),
        asked,
        methodcaller("document", seconds),
    )


def all_deals(
    text: RulesArgument,
    verify: VerifyOption = False,
    plot: PlotOption = None,
    table: Annotated[str | None, table_option(_EXACT_TABLES)] = None,
    asked: LongWork = ANY_RUN_OPTIONS,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Every deal of a small deck: exact lengths and endless deals.

    Such as delahaye-mathieu,deck=4x4. Where no rule tells two players apart, deals that differ only by swapping them
    count once. Rules with chance are refused.
    """
    out = Output("all-deals", table_format, output, tables=_EXACT_TABLES, table=table, plot=plot)
    found_rules = RuleSet.parse(text)
    parameters = {"rules": str(found_rules)}

    def document(found: wg.AllDeals) -> Document:
        verified = [Paragraph(f"verified: {game}") for game in found.verify()] if verify else []
        return Document([*found.document().blocks, *verified])

    out.answer(parameters, lambda run_options: wg.all_deals(found_rules, run_options), asked, document)


def almost_surely(
    presets: SomeRulesArgument,
    rounds: Annotated[
        int, option("--rounds N", "Rounds to play before giving up; by default 500,000.", show_default=False)
    ] = 500_000,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Whether games with chance end with probability 1.

    Decided on small decks, such as kids,deck=3x4, by all states that a game can come into: if there are some that lead
    only to each other, and never to the end, one of them is shown. On larger decks by proof, where there is one.
    """
    out = Output("almost-surely", table_format, output)
    _answer_each(out, presets, lambda rules, run_options: [wg.ends_almost_surely(rules, rounds, run_options)])


def shortest_game(presets: SomeRulesArgument, table_format: FormatOption = None, output: OutputOption = None) -> None:
    """The shortest possible full game, found by search.

    With a deal that attains it; where chance is in the rules, at its kindest.
    """
    out = Output("shortest-game", table_format, output)
    _answer_each(out, presets, lambda rules, run_options: [wg.shortest_game(rules, run_options=run_options)])


def odds(
    presets: SomeRulesArgument,
    rounds: Annotated[int, option("--rounds N", "Games of up to so many rounds.")] = 2,
    wars: Annotated[int, option("--wars N", "First rounds of up to so many wars.")] = 3,
    table: Annotated[str | None, table_option(_ODDS_TABLES)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Exact odds of very short games, and of wars in the first round.

    Counted, and not sampled: of 52 cards up to four rounds, in seconds, or two where winnings are shuffled. What would
    take more than a minute or so is given up.
    """
    out = Output("odds", table_format, output, tables=_ODDS_TABLES, table=table)

    def ask(rules: RuleSet, run_options: wg.RunOptions) -> Iterator[Result]:
        if table != "first-round":
            yield wg.odds(rules, rounds, None, run_options=run_options)
        if table != "games":
            yield wg.odds(rules, None, wars, run_options=run_options)

    _answer_each(out, presets, ask, {"rounds": rounds, "wars": wars})


def endless_deal(
    text: RulesArgument,
    longest: Annotated[int, option("--longest N", "Try words of winners without draws up to so many letters.")] = 20,
    with_draws: Annotated[int, option("--longest-with-draws N", "Try words with draws up to so many letters.")] = 18,
    games: Annotated[str, option("--games G", "Random deals to play at last.")] = "100,000",
    plot: PlotOption = None,
    table: Annotated[str | None, table_option(_DEAL_TABLES)] = None,
    asked: LongWork = ANY_RUN_OPTIONS,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """An even deal whose game never ends, with proof.

    Such as delahaye-mathieu, for a whole deck: half a minute. By words of winners that go round for ever, without draws
    and with them, then by playing random deals, or every deal where there are few; where none is found it says what was
    searched. --plot draws the deal as cards on a table, and the order of the cards.
    """
    out = Output("endless-deal", table_format, output, tables=_DEAL_TABLES, table=table, plot=plot)
    found_rules = RuleSet.parse(text)
    count = parse_games(games)
    parameters = {"rules": str(found_rules), "longest": longest, "longest_with_draws": with_draws, "games": count}
    out.answer(
        parameters, lambda run_options: wg.endless_deal(found_rules, longest, with_draws, count, run_options), asked
    )


def _answer_each(
    out: Output,
    presets: list[str],
    ask: "Callable[[RuleSet, wg.RunOptions], Iterable[Result]]",
    more: Mapping[str, object] | None = None,
) -> None:
    """Ask something of one set of rules after the other, and write all answers."""
    asked = [RuleSet.parse(text) for text in presets]
    out.answer_each(
        {"rules": [str(each) for each in asked], **(more or {})},
        lambda run_options: (answer for each in asked for answer in ask(each, run_options)),
        lambda found: Document.joined(answer.document() for answer in found),
    )


def _rules_row(text: str) -> Row:
    each = RuleSet.parse(text)
    row: Row = {"rules": text, "deck": each.deck_text, "players": each.players}
    row |= {key: str(getattr(each, key)) for key in ("dealing", "war")}
    row |= {"face_down": each.face_down}
    row |= {key: str(getattr(each, key)) for key in ("nobody_left", "replacement")}
    return row | {"piles": "/".join(dict.fromkeys(each.piles)), "counting": str(each.counting)}


def _presets() -> list[Block]:
    """The presets in a sentence each."""
    width = max(map(len, SOURCES))
    return [Preformatted("\n".join(f"{name:{width}}  {source}" for name, source in SOURCES.items()))]


def _changes() -> list[Block]:
    """What can be changed, and how."""
    lines = [f"  {key:12} {', '.join(each.answers) or each.others}" for key, each in QUESTIONS.items()]
    return [
        Paragraph(
            "Change what you like after a comma: rutgers,players=3,face-down=1,war=longest. Piles of different players "
            "are joined by slashes: piles=shuffled/under."
        ),
        Preformatted("\n".join(lines)),
        Paragraph("What each of them means: wargraph rules kids. Rules to keep: wargraph rules kids -o mine.toml"),
    ]


def _comparison(
    found_rules: list[RuleSet], games: int, seed: int, cap: int | None, raw: Path | None, run_options: "wg.RunOptions"
) -> "wg.Comparison":
    """Play the games by each of the rules, and write the records if they are asked for."""
    with interrupted_later():
        record_file, compare = wg.record_file, wg.compare
    with ExitStack() as stack:
        sink_for = stack.enter_context(record_file(raw)) if raw is not None else None
        try:
            return compare(found_rules, games, seed, cap, run_options, sink_for(*found_rules) if sink_for else None)
        except KeyboardInterrupt:
            if raw is not None:
                print(f"wargraph: the games that were played are in {unfinished_path(raw)}", file=sys.stderr)
            raise
