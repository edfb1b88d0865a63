"""Commands about the full game: rules, simulate, all-deals, shortest."""

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
    Report,
    VerifyOption,
    announce_compilation,
    campaign,
    check_effort,
    interrupted_later,
    working,
)
from wargraph.errors import OutputError
from wargraph.results import Row
from wargraph.simulation.rule_set import PRESETS, RuleSet

if TYPE_CHECKING:
    from wargraph.simulation.simulate import Simulation

_RULES_HELP = (
    f"A preset ({', '.join(PRESETS)}), with changes after commas, such as drew-shuffle,piles=shuffled/under,players=2; "
    "wargraph rules says more."
)
RulesArgument = Annotated[str, typer.Argument(metavar="RULES", help=_RULES_HELP)]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random numbers.")]
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
    games: Annotated[int, typer.Option("--games", metavar="G", help="How many games by each rules.")] = 10_000,
    seed: SeedOption = 0,
    cap: CapOption = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", readable=False, help="Draw the lengths: .svg, .pdf or .png."),
    ] = None,
    raw: Annotated[
        Path | None,
        typer.Option("--raw", metavar="FILE", readable=False, help="Write a row for every game: .csv or .parquet."),
    ] = None,
    jobs: JobsOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Play many full games: lengths, wars, endless games.

    Several rules are compared. The lengths are those of games that end; endless games are proved endless where
    chance is not in the rules, and where it is a game is given up after --cap rounds.
    """
    from wargraph.simulation.game import checked_cap, checked_seed, checked_whole
    from wargraph.simulation.simulate import MOST_GAMES

    out = Output("simulate", table_format, output)
    check_effort(jobs, None, None)
    found_rules = [RuleSet.parse(text) for text in presets]
    checked_whole("games", games, 1, MOST_GAMES)
    checked_seed(seed)
    for each in found_rules:
        checked_cap(each, cap)
    if plot is not None:
        from wargraph.export.pictures import check_picture_path

        check_picture_path(plot)
    _check_apart(output, plot, raw)
    found = _simulations(found_rules, games, seed, cap, raw, jobs)
    if plot is not None:
        from wargraph.export.charts import lengths_chart, save_chart

        save_chart(lengths_chart(found), plot)
    from wargraph.export.reports import simulation_report_markdown, simulation_report_text

    parameters = {"presets": [str(each) for each in found_rules], "games": games, "seed": seed, "cap": cap}
    rows = [row for each in found for row in each.rows()]
    out.write(Report(parameters, rows, text=simulation_report_text(found), markdown=simulation_report_markdown(found)))


def all_deals(
    text: RulesArgument,
    verify: VerifyOption = False,
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
    asked = RuleSet.parse(text)
    from wargraph.export.tables import text_record, text_table
    from wargraph.simulation.all_deals import HOURS, are_deals_compiled
    from wargraph.simulation.all_deals import all_deals as every_deal

    announce_compilation(are_deals_compiled())
    with campaign(str(asked), jobs) as (executor, tell):
        found = every_deal(asked, executor, HOURS if hours is None else hours, tell)
    parts = [text_record(found.rows()[0]), text_table(found.length_rows()), text_table(found.period_rows())]
    if verify:
        parts += [f"verified: {game}" for game in found.verify()]
    out.write(Report({"rules": str(asked)}, found.rows(), text="\n\n".join(filter(None, parts))))


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
    from wargraph.simulation.shortest import shortest_game

    rows = []
    for each in asked:
        with working(f"the shortest game of {each}"):
            rows += shortest_game(each).rows()
    out.write(Report({"presets": [str(each) for each in asked]}, rows))


def _rules_row(text: str) -> Row:
    each = RuleSet.parse(text)
    row: Row = {"rules": text, "deck": f"{each.ranks}x{each.suits}", "players": each.players}
    row |= {key: str(getattr(each, key)) for key in ("dealing", "war")}
    row |= {"face_down": each.face_down}
    row |= {key: str(getattr(each, key)) for key in ("nobody_left", "replacement")}
    return row | {"piles": "/".join(dict.fromkeys(each.piles)), "counting": str(each.counting)}


def _changes() -> str:
    """What can be changed, and how."""
    from wargraph.simulation.rule_set import Counting, Dealing, NobodyLeft, Pile, Replacement, WarRule

    choices = {
        "deck": "ranks x suits, such as 13x4, up to 255 cards",
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


def _check_apart(*paths: Path | None) -> None:
    """Refuse to write two results to one file."""
    named = [path.resolve() for path in paths if path is not None]
    twice = next((path for path in named if named.count(path) > 1), None)
    if twice is not None:
        raise OutputError(f"output {str(twice)!r} is named twice: write each result to a file of its own")


def _simulations(
    found_rules: list[RuleSet], games: int, seed: int, cap: int | None, raw: Path | None, jobs: int | None
) -> "list[Simulation]":
    """Simulate each of the rules, and write the records if they are asked for."""
    with interrupted_later():
        from wargraph.export.records import record_file
        from wargraph.simulation.engine import are_games_compiled
        from wargraph.simulation.simulate import known_so_far
        from wargraph.simulation.simulate import simulate as play
    with ExitStack() as stack:
        sink_for = stack.enter_context(record_file(raw)) if raw is not None else None
        announce_compilation(are_games_compiled())
        found = []
        for each in found_rules:
            with campaign(str(each), jobs) as (executor, tell):
                sink = sink_for(each) if sink_for else None
                found.append(
                    play(each, games, seed, cap, executor, lambda so_far: tell(known_so_far(so_far, games)), sink)
                )
    return found


COMMANDS = (rules, simulate, all_deals, shortest)
