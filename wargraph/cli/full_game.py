"""Commands about the full game: rules, simulate, all-deals, almost-surely, shortest, odds."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wargraph.cli.options import (
    FormatOption,
    HoursOption,
    JobsOption,
    Output,
    OutputOption,
    PlotOption,
    Report,
    SeedOption,
    VerifyOption,
    announce_compilation,
    campaign,
    check_apart,
    check_effort,
    check_table,
    interrupted_later,
    parse_games,
    table_option,
    working,
)
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.results import Row

if TYPE_CHECKING:
    from wargraph.full_game.compare import Comparison

_RULES_HELP = (
    f"A preset ({', '.join(PRESETS)}), with changes after commas, such as drew-shuffle,piles=shuffled/under,players=2; "
    "wargraph rules says more."
)
_TABLES = ("summary", "measure", "ending", "period", "war", "parity", "length", "held", "example")
_EXACT_TABLES = ("summary", "length", "period")
_ODDS_TABLES = ("games", "first-round")
RulesArgument = Annotated[str, typer.Argument(metavar="RULES", help=_RULES_HELP)]
CapOption = Annotated[
    int | None,
    typer.Option(
        "--cap",
        metavar="N",
        show_default=False,
        help="Rounds after which a game is given up; by default 100,000 if chance is in the rules, 1,048,576 if not.",
    ),
]


def rules(
    text: Annotated[str | None, typer.Argument(metavar="[RULES]", show_default=False, help=_RULES_HELP)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """The named rules of the full game, or some rules in words.

    Without RULES all presets as a table, and what can be changed.
    """
    out = Output("rules", table_format, output)
    shown = {text: RuleSet.parse(text)} if text is not None else dict(PRESETS)
    rows: list[Row] = [_rules_row(str(each)) for each in shown.values()]
    if text is not None:
        words = shown[text].describe()
    else:
        from wargraph.export.tables import text_table

        words = f"{text_table(rows)}\n\n{_changes()}"
    out.write(Report({"rules": text}, rows, text=words))


def simulate(
    presets: Annotated[list[str], typer.Argument(metavar="RULES...", help=_RULES_HELP)],
    games: Annotated[str, typer.Option("--games", metavar="G", help="How many games by each rules.")] = "10,000",
    seed: SeedOption = 0,
    cap: CapOption = None,
    plot: PlotOption = None,
    raw: Annotated[
        Path | None,
        typer.Option("--raw", metavar="FILE", readable=False, help="Write a row for every game: .csv or .parquet."),
    ] = None,
    table: Annotated[str | None, table_option(_TABLES)] = None,
    jobs: JobsOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Play many full games: lengths, wars, endless games.

    Several rules are compared, game by game: games of one number have the same deal where deck and dealing are the
    same. The lengths are those of games that end; endless games are proved endless where
    chance is not in the rules, and where it is a game is given up after --cap rounds.
    """
    out = Output("simulate", table_format, output)
    check_effort(jobs, None, None)
    check_table(table, _TABLES)
    found_rules = [RuleSet.parse(text) for text in presets]
    from wargraph.checks import checked_seed, checked_whole
    from wargraph.full_game.game import checked_cap

    checked_seed(seed)
    for each in found_rules:
        checked_cap(each, cap)
    from wargraph.full_game.compare import check_twice
    from wargraph.full_game.simulate import MOST_GAMES

    check_twice(found_rules)
    asked = checked_whole("games", parse_games(games), 1, MOST_GAMES)
    if plot is not None:
        from wargraph.export.pictures import check_picture_path

        check_picture_path(plot)
    check_apart(output, plot, raw)
    comparison = _comparison(found_rules, asked, seed, cap, raw, jobs)
    found = comparison.simulations
    if plot is not None:
        from wargraph.export.charts import lengths_chart, save_chart

        save_chart(lengths_chart(found), plot)
    parameters = {"presets": [str(each) for each in found_rules], "games": asked, "seed": seed, "cap": cap}
    if table is not None and table != _TABLES[0]:
        rows = [{"rules": str(each.rules), **row} for each in found for row in getattr(each, f"{table}_rows")()]
        out.write(Report(parameters, rows))
        return
    from wargraph.export.reports import simulation_report_markdown, simulation_report_text

    rows = [row for each in found for row in each.rows()]
    if table is not None:
        out.write(Report(parameters, rows))
    else:
        text, markdown = simulation_report_text(comparison), simulation_report_markdown(comparison)
        out.write(Report(parameters, rows, text=text, markdown=markdown))


def all_deals(
    text: RulesArgument,
    verify: VerifyOption = False,
    table: Annotated[str | None, table_option(_EXACT_TABLES)] = None,
    jobs: JobsOption = None,
    hours: HoursOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Every deal of a small deck: exact lengths and endless deals.

    Such as delahaye-mathieu,deck=4x4. Where no rule tells two players apart, deals that differ only by swapping them
    count once. Rules with chance are refused.
    """
    out = Output("all-deals", table_format, output)
    check_effort(jobs, hours, None)
    check_table(table, _EXACT_TABLES)
    asked = RuleSet.parse(text)
    from wargraph.export.tables import text_record, text_table
    from wargraph.full_game.all_deals import HOURS, check_deals
    from wargraph.full_game.all_deals import all_deals as every_deal
    from wargraph.full_game.engine import are_games_compiled

    check_deals(asked)
    announce_compilation(are_games_compiled())
    with campaign(str(asked), jobs) as (executor, tell):
        found = every_deal(asked, executor, HOURS if hours is None else hours, tell)
    parameters = {"rules": str(asked)}
    if table is not None:
        tables = dict(zip(_EXACT_TABLES, (found.rows(), found.length_rows(), found.period_rows()), strict=True))
        out.write(Report(parameters, tables[table]))
        return
    parts = [text_record(found.rows()[0])]
    for heading, rows in (
        ("Deals by the turns to the end, tied ones too", found.length_rows()),
        ("Endless deals by the length of their cycle", found.period_rows()),
    ):
        parts += [f"{heading}\n\n{text_table(rows)}"] if rows else []
    if verify:
        parts += [f"verified: {game}" for game in found.verify()]
    out.write(Report(parameters, found.rows(), text="\n\n".join(parts)))


def almost_surely(
    presets: Annotated[list[str], typer.Argument(metavar="RULES...", help=_RULES_HELP)],
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds", metavar="N", show_default=False, help="Rounds to play before giving up; by default 500,000."
        ),
    ] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Whether games with chance end with probability 1.

    Decided on small decks, such as kids,deck=3x4, by all states that a game can come into: if there are some that lead
    only to each other, and never to the end, one of them is shown. On larger decks by proof, where there is one.
    """
    out = Output("almost-surely", table_format, output)
    asked = [RuleSet.parse(text) for text in presets]
    from wargraph.export.tables import text_table
    from wargraph.full_game.almost_surely import MOST_PLAYED, ends_almost_surely

    rows = []
    for each in asked:
        with working(f"the states of {each}"):
            rows += ends_almost_surely(each, MOST_PLAYED if rounds is None else rounds).rows()
    parts = [text_table(rows)]
    if any(row["example"] for row in rows):
        parts += ["Cards from the top, those in no order yet in brackets, a pile of winnings after a plus."]
    if any(row["states"] is None for row in rows):
        parts += ["Where no states are counted, the proof in docs/full-game.md answers."]
    out.write(Report({"presets": [str(each) for each in asked]}, rows, text="\n\n".join(parts)))


def shortest(
    presets: Annotated[list[str], typer.Argument(metavar="RULES...", help=_RULES_HELP)],
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """The shortest possible full game, found by search.

    With a deal that attains it; where chance is in the rules, at its kindest.
    """
    out = Output("shortest", table_format, output)
    asked = [RuleSet.parse(text) for text in presets]
    from wargraph.export.tables import text_table
    from wargraph.full_game.shortest import shortest_game

    rows = []
    for each in asked:
        with working(f"the shortest game of {each}"):
            rows += shortest_game(each).rows()
    see = "To see one where nothing is left to chance: wargraph play --preset RULES 'DEAL'"
    out.write(Report({"presets": [str(each) for each in asked]}, rows, text=f"{text_table(rows)}\n\n{see}"))


def odds(
    presets: Annotated[list[str], typer.Argument(metavar="RULES...", help=_RULES_HELP)],
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Games of up to so many rounds.")] = 2,
    wars: Annotated[int, typer.Option("--wars", metavar="N", help="First rounds of up to so many wars.")] = 3,
    table: Annotated[str | None, table_option(_ODDS_TABLES)] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Exact odds of very short games, and of wars in the first round.

    Counted, and not sampled: of 52 cards up to four rounds, in seconds, or two where winnings are shuffled. What would
    take more than a minute or so is given up.
    """
    out = Output("odds", table_format, output)
    check_table(table, _ODDS_TABLES)
    asked = [RuleSet.parse(text) for text in presets]
    from wargraph.export.tables import text_table
    from wargraph.full_game.odds import first_round_odds, short_game_odds

    tables: dict[str, list[Row]] = {name: [] for name in _ODDS_TABLES}
    for each in asked:
        with working(f"the odds of {each}"):
            if table != "first-round":
                tables["games"] += short_game_odds(each, rounds).rows()
            if table != "games":
                tables["first-round"] += first_round_odds(each, wars).rows()
    parts = [
        f"{heading}\n\n{text_table(rows)}"
        for heading, rows in (
            ("Games that end after so many rounds", tables["games"]),
            ("First rounds with so many wars, and so many three-way wars in a row among them", tables["first-round"]),
        )
        if rows
    ]
    parameters = {"presets": [str(each) for each in asked], "rounds": rounds, "wars": wars}
    out.write(Report(parameters, tables[table or "games"], text="\n\n".join(parts)))


def _rules_row(text: str) -> Row:
    each = RuleSet.parse(text)
    row: Row = {"rules": text, "deck": each.deck_text, "players": each.players}
    row |= {key: str(getattr(each, key)) for key in ("dealing", "war")}
    row |= {"face_down": each.face_down}
    row |= {key: str(getattr(each, key)) for key in ("nobody_left", "replacement")}
    return row | {"piles": "/".join(dict.fromkeys(each.piles)), "counting": str(each.counting)}


def _changes() -> str:
    """What can be changed, and how."""
    from wargraph.full_game.rule_set import Counting, Dealing, NobodyLeft, Pile, Replacement, WarRule

    choices = {
        "deck": "ranks x suits, such as 13x4, or 13x4+2 with two jokers, up to 255 cards",
        "players": "2 and more",
        "dealing": ", ".join(Dealing),
        "war": ", ".join(WarRule),
        "face-down": "0 and more",
        "nobody-left": ", ".join(NobodyLeft),
        "replacement": ", ".join(Replacement),
        "piles": ", ".join(Pile),
        "counting": ", ".join(Counting),
    }
    lines = [f"  {key:12} {each}" for key, each in choices.items()]
    return "\n".join(
        [
            "Change what you like after a comma: rutgers,players=3,face-down=1,war=longest. Piles of different players "
            "are joined by slashes: piles=shuffled/under.",
            "",
            *lines,
        ]
    )


def _comparison(
    found_rules: list[RuleSet], games: int, seed: int, cap: int | None, raw: Path | None, jobs: int | None
) -> "Comparison":
    """Play the games by each of the rules, and write the records if they are asked for."""
    with interrupted_later():
        from wargraph.export.records import record_file
        from wargraph.full_game.compare import compare, known_of_all
        from wargraph.full_game.engine import are_games_compiled
    with ExitStack() as stack:
        sink_for = stack.enter_context(record_file(raw)) if raw is not None else None
        announce_compilation(are_games_compiled())
        executor, tell = stack.enter_context(campaign(" and ".join(map(str, found_rules)), jobs))
        sink = sink_for(*found_rules) if sink_for else None
        return compare(found_rules, games, seed, cap, executor, lambda so_far: tell(known_of_all(so_far, games)), sink)


COMMANDS = (rules, simulate, all_deals, almost_surely, shortest, odds)
