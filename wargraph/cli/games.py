"""Commands about games: longest, endless, lengths, finish, play."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from wargraph.cli.options import (
    DealsOption,
    Decks,
    FreeOrderOption,
    HoursOption,
    JobsOption,
    LiteralOption,
    MatrixOption,
    OneOrderOption,
    OrderOption,
    RangeArgument,
    SizeArgument,
    VerifyOption,
    check_effort,
    decks,
    effort_of,
    parse_order,
    refuse_hopeless_decks,
)
from wargraph.cli.output import FormatOption, Output, OutputOption, TermsFormatOption
from wargraph.document import Document, Paragraph, Preformatted, Table
from wargraph.errors import ParameterError, TooLongError
from wargraph.export.formats import Terms
from wargraph.position import Deals, Position
from wargraph.relation import Relation
from wargraph.results import Result, Row
from wargraph.rules import FREE, ReturnOrder, play_out, play_to_finish

if TYPE_CHECKING:
    from wargraph.campaign.effort import Effort
    from wargraph.game_lengths import Endless, Longest

Answer = TypeVar("Answer")

BOTH = "both"
PositionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[POSITION]",
        show_default=False,
        help="The hands, top card first, in quotes: '41|32'; with commas where a card has two digits: '10,2|1,3,...'.",
    ),
]


def longest(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    verify: VerifyOption = False,
    jobs: JobsOption = None,
    hours: HoursOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Longest finite games under a return order.

    With how many positions attain the length, and one of them.
    """
    if order.casefold() == FREE:
        raise ParameterError(
            "under free order a game can go on for ever from n = 3 on: ask for WL or LW, or use finish"
        )
    out = Output(
        "longest",
        table_format,
        output,
        terms=_terms("turns", "turns of the longest finite game", order, deals),
        matrix=matrix,
    )
    columns = ("n", "order", "deals", "turns", "positions", "example")
    from wargraph.game_lengths import longest as longest_games

    _print_by_order(out, longest_games, columns, range_, order, deals, matrix, literal, verify, jobs, hours)


def finish(
    range_: RangeArgument = None,
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Fewest turns to the end, at their largest.

    Both return orders are free at every turn and both players help to end the game; the row
    tells the position that is farthest from the end, and how many there are.
    """
    terms = Terms("turns", "largest fewest turns to the end under free order, on n cards")
    out = Output("finish", table_format, output, terms, matrix)
    found = decks(range_, matrix, literal)
    out.check_terms(found.sizes)
    from wargraph.graph.finish import finish as fewest_turns

    out.write(Document.joined(fewest_turns(graph).document() for graph in found.graphs()), found.parameters())


def lengths(
    n: SizeArgument = None,
    order: OneOrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    jobs: JobsOption = None,
    hours: HoursOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games last how long.

    The positions by the turns to the end of their game, then the endless ones by the length of
    the cycle they run into.
    """
    asked, starts = ReturnOrder(order), Deals(deals)
    out = Output("lengths", table_format, output, matrix=matrix)
    check_effort(jobs, hours, matrix)
    found = decks(n, matrix, literal, single=True, by_transcripts=True)
    from wargraph.game_lengths import lengths as game_lengths

    with effort_of(jobs, hours) as effort:
        (result,) = _results(found, [asked], starts, game_lengths, effort)
    out.write(result.document(), {**found.parameters(), "order": asked, "deals": starts})


def endless(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    verify: VerifyOption = False,
    jobs: JobsOption = None,
    hours: HoursOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games never end.

    Of all positions that count as starts, with their share, the longest game that does end, and
    one that does not.
    """
    out = Output(
        "endless", table_format, output, terms=_terms("endless", "games that never end", order, deals), matrix=matrix
    )
    columns = ("n", "order", "deals", "total", "endless", "finite", "share", "longest", "example")
    from wargraph.game_lengths import endless as endless_games

    _print_by_order(out, endless_games, columns, range_, order, deals, matrix, literal, verify, jobs, hours)


def _terms(column: str, what: str, order: str, deals: str) -> Terms | None:
    """The sequence in the table, if there is one row for each n."""
    reading = f"{what} under {order.upper()}, {deals.lower()} deals, on n cards"
    return None if order.casefold() == BOTH else Terms(column, reading)


def _print_by_order(
    out: Output,
    answer: "Callable[..., Longest | Endless | None]",
    columns: tuple[str, ...],
    range_: str | None,
    order: str,
    deals: str,
    matrix: str | None,
    literal: bool,
    verify: bool,
    jobs: int | None,
    hours: float | None,
) -> None:
    """A row for each deck and return order: what `longest` and `endless` have in common."""
    asked, starts = parse_order(order, BOTH), Deals(deals)
    check_effort(jobs, hours, matrix)
    found = decks(range_, matrix, literal, by_transcripts=True)
    out.check_terms(found.sizes)

    orders = list(ReturnOrder) if asked == BOTH else [ReturnOrder(asked)]
    rows: list[Row] = []
    games: list[str] = []
    parameters = {**found.parameters(), "order": asked, "deals": starts}

    def write() -> None:
        table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
        out.write(Document([table, *([Preformatted("\n".join(games))] if games else [])]), parameters)

    def write_finished(_: Result | None) -> None:
        if rows:
            write()

    with effort_of(jobs, hours, write_finished) as effort:
        try:
            for result in _results(found, orders, starts, answer, effort):
                if result is None:
                    continue
                game = result.verify() if verify else None
                rows += [{**row, "verified": game is not None} if verify else row for row in result.rows()]
                games += [f"verified: {game}"] if game else []
        except TooLongError:
            if rows and out.path is None:
                write()
            raise
    write()


def _results(
    found: Decks,
    orders: list[ReturnOrder],
    deals: Deals,
    answer: Callable[..., Answer],
    effort: "Effort",
) -> Iterator[Answer]:
    """The answers for each deck and order: by transcripts on the standard deck, by the graph for a relation."""
    if found.relation is not None:
        for graph in found.graphs():
            for order in orders:
                yield answer(graph, order, deals)
    refuse_hopeless_decks(found.sizes, orders, effort)
    for n in found.sizes:
        for order in orders:
            yield answer(n, order, deals, effort)


def play(
    position: PositionArgument = None,
    order: FreeOrderOption = "WL",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            metavar="RULES",
            show_default=False,
            help="Play the full game by these rules; wargraph rules lists them.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", show_default=False, help="With --preset: of the shuffled deck.")
    ] = None,
    game: Annotated[
        int | None,
        typer.Option("--game", metavar="G", show_default=False, help="With --preset: which game of a simulation."),
    ] = None,
    every: Annotated[
        int | None,
        typer.Option("--every", metavar="K", show_default=False, help="With --preset: every K-th round, and the last."),
    ] = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """One game turn by turn, from a position or by a preset.

    To its end, or to the repeated position that proves it endless. Under free order it is a
    shortest game, both players helping to end it. With --preset it is the full game, from the deal given as POSITION
    (such as '13,2,5|7,2,9') or from a shuffled deck.
    """
    out = Output("play", table_format, output, matrix=matrix)
    if preset is not None:
        if matrix is not None or literal or order.casefold() != "wl":
            raise ParameterError("--preset says what is played: leave --matrix, --literal and --order out")
        _play_full_game(out, preset, position, seed, game, every)
        return
    if (seed, game, every) != (None, None, None):
        raise ParameterError("--seed, --game and --every go with --preset: say which rules, such as --preset bryer")
    if position is None:
        raise ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
    start = Position(position)
    if matrix is None and literal:
        raise ParameterError("--literal says how to read a matrix: name one with --matrix")
    relation = Relation.load(matrix, literal) if matrix is not None else None
    asked = parse_order(order, FREE)
    played = play_to_finish(start, relation) if asked == FREE else play_out(start, asked, relation)
    parameters = {"position": start, "order": asked, "outcome": played.outcome}
    if relation:
        parameters |= {"matrix": relation.name, "literal": relation.literal}
    out.write(Document([Table("rows", played.rows()), Paragraph(str(played))]), parameters)


def _play_full_game(
    out: Output, preset: str, deal: str | None, seed: int | None, game: int | None, every: int | None
) -> None:
    from wargraph.full_game.game import play_full_game
    from wargraph.full_game.hands import hands_text
    from wargraph.full_game.rule_set import RuleSet

    rules = RuleSet.parse(preset)
    if deal is not None and rules.is_deterministic and (seed is not None or game is not None):
        raise ParameterError(f"a deal decides the whole game by the rules {rules}: leave --seed and --game out")
    played = play_full_game(rules, deal, seed or 0, game or 0)
    dealt = hands_text(played.deal)
    parameters = {"rules": str(rules), "deal": dealt, "seed": seed or 0, "game": game or 0, "outcome": played.outcome}
    note = "Cards lie in player order, face-down ones in brackets; held: each player's cards, pile and all."
    table = Table("rows", played.rows(1 if every is None else every))
    end = Paragraph(f"{note}\n{played}")
    out.write(Document([Preformatted(rules.describe()), Preformatted(f"deal  {dealt}"), table, end]), parameters)


COMMANDS = (longest, endless, lengths, finish, play)
