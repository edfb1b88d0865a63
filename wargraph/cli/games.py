"""Commands about games: longest, endless, lengths, finish, play."""

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
    asked = parse_order(order, BOTH)
    orders = list(ReturnOrder) if asked == BOTH else [asked]
    starts = Deals(deals)
    out = Output("longest", table_format, output, matrix=matrix, term="turns" if len(orders) == 1 else None)
    found = decks(range_, matrix, literal)
    out.check_terms(found.sizes)
    from wargraph.graph.play_outs import longest as longest_game

    results = [longest_game(graph, order, starts) for graph in found.graphs() for order in orders]
    rows = [row for result in results if result for row in result.rows()]
    parameters = {**found.parameters(), "order": asked, "deals": starts}
    columns = ("n", "order", "deals", "turns", "positions", "example")
    out.write(Report(parameters, rows, columns, text=None if rows else "no game from these deals ends"))


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
    from wargraph.graph.play_outs import lengths as game_lengths

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
    asked, starts = parse_order(order, BOTH), Deals(deals)
    orders = list(ReturnOrder) if asked == BOTH else [asked]
    out = Output("endless", table_format, output, term="endless" if len(orders) == 1 else None, matrix=matrix)
    found = decks(range_, matrix, literal)
    out.check_terms(found.sizes)
    from wargraph.graph.play_outs import endless as endless_games

    rows = [row for graph in found.graphs() for order in orders for row in endless_games(graph, order, starts).rows()]
    out.write(Report({**found.parameters(), "order": asked, "deals": starts}, rows))


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
