"""Commands about games: longest, endless, lengths, finish, play."""

from pathlib import Path
from typing import Annotated

import typer

from wargraph.cli.options import (
    DealsOption,
    FormatOption,
    FreeOrderOption,
    LiteralOption,
    MatrixOption,
    OneOrderOption,
    OrderOption,
    Output,
    OutputOption,
    RangeArgument,
    Report,
    SizeArgument,
    TermsFormatOption,
    decks,
    parse_order,
)
from wargraph.errors import ParameterError
from wargraph.position import Deals, Position
from wargraph.relation import Relation
from wargraph.results import Row
from wargraph.rules import FREE, ReturnOrder, play_out, play_to_finish

BOTH = "both"
PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="The hands, top card first, in quotes: '41|32'; with commas where a card has two digits: '10,2|1,3,...'.",
    ),
]


def longest(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
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
    columns = ("n", "order", "deals", "turns", "positions", "example")
    _print_by_order("longest", "turns", columns, range_, order, deals, matrix, literal, table_format, output)


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
    out = Output("finish", table_format, output, matrix=matrix, term="turns")
    found = decks(range_, matrix, literal)
    out.check_terms(found.sizes)
    from wargraph.graph.finish import finish as fewest_turns

    rows = [row for graph in found.graphs() for row in fewest_turns(graph).rows()]
    out.write(Report(found.parameters(), rows))


def lengths(
    n: SizeArgument = None,
    order: OneOrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games last how long.

    The positions by the turns to the end of their game, then the endless ones by the length of
    the cycle they run into.
    """
    asked, starts = ReturnOrder(order), Deals(deals)
    out = Output("lengths", table_format, output, matrix=matrix)
    found = decks(n, matrix, literal, single=True)
    from wargraph.graph.lengths import lengths as game_lengths

    rows = [row for graph in found.graphs() for row in game_lengths(graph, asked, starts).rows()]
    out.write(Report({**found.parameters(), "order": asked, "deals": starts}, rows))


def endless(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games never end.

    Of all positions that count as starts, with their share and the longest game that does end.
    """
    columns = ("n", "order", "deals", "total", "endless", "finite", "share", "longest")
    _print_by_order("endless", "endless", columns, range_, order, deals, matrix, literal, table_format, output)


def _print_by_order(
    command: str,
    term: str,
    columns: tuple[str, ...],
    range_: str | None,
    order: str,
    deals: str,
    matrix: str | None,
    literal: bool,
    table_format: str | None,
    output: Path | None,
) -> None:
    """A row for each deck and return order: what `longest` and `endless` have in common."""
    asked, starts = parse_order(order, BOTH), Deals(deals)
    orders = list(ReturnOrder) if asked == BOTH else [asked]
    out = Output(command, table_format, output, term=term if len(orders) == 1 else None, matrix=matrix)
    found = decks(range_, matrix, literal)
    out.check_terms(found.sizes)
    from wargraph.graph.lengths import endless as endless_games
    from wargraph.graph.lengths import longest as longest_games

    answer = {"longest": longest_games, "endless": endless_games}[command]
    results = [answer(graph, order, starts) for graph in found.graphs() for order in orders]
    rows = [row for result in results if result is not None for row in result.rows()]
    text = None if rows else "no game from these deals ends"
    out.write(Report({**found.parameters(), "order": asked, "deals": starts}, rows, columns, text=text))


def play(
    position: PositionArgument,
    order: FreeOrderOption = "WL",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """One game from a position, turn by turn.

    To its end, or to the repeated position that proves it endless. Under free order it is a
    shortest game, both players helping to end it.
    """
    out = Output("play", table_format, output, matrix=matrix)
    start = Position(position)
    if matrix is None and literal:
        raise ParameterError("--literal says how to read a matrix: name one with --matrix")
    relation = Relation.load(matrix, literal) if matrix is not None else None
    asked = parse_order(order, FREE)
    game = play_to_finish(start, relation) if asked == FREE else play_out(start, asked, relation)
    rows: list[Row] = game.rows()
    parameters = {"position": start, "order": asked, "outcome": game.outcome}
    if relation:
        parameters |= {"matrix": relation.name, "literal": relation.literal}
    from wargraph.export.tables import text_table

    out.write(Report(parameters, rows, text=f"{text_table(rows)}\n\n{game}"))


COMMANDS = (longest, endless, lengths, finish, play)
