"""Commands about games: longest, finish, play."""

from typing import Annotated

import typer

from wargraph.cli.options import (
    DealsOption,
    FormatOption,
    FreeOrderOption,
    LiteralOption,
    MatrixOption,
    OrderOption,
    Output,
    OutputOption,
    RangeArgument,
    Report,
    decks,
    parse_order,
)
from wargraph.errors import ParameterError
from wargraph.position import Deals, Position
from wargraph.relation import Relation
from wargraph.rules import FREE, ReturnOrder, counted, play_out, play_to_finish, turn_rows

BOTH = "both"


def longest(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Longest finite games under a return order.

    With how many positions attain the length, and one of them.
    """
    if order == FREE:
        raise ParameterError(
            "under free order a game can go on for ever from n = 3 on: ask for WL or LW, or use finish"
        )
    asked = parse_order(order, BOTH)
    orders = list(ReturnOrder) if asked == BOTH else [asked]
    starts = Deals(deals)
    out = Output("longest", table_format, output, term="turns" if len(orders) == 1 else None)
    found = decks(range_, matrix, literal)
    from wargraph.graph.play_outs import longest as longest_game

    results = [longest_game(graph, order, starts) for graph in found.graphs() for order in orders]
    rows = [row for result in results if result for row in result.rows()]
    parameters = {**found.parameters(), "order": order, "deals": deals}
    text = None if all(results) else "no game from these deals ends"
    out.write(Report(parameters, rows, text=text))


def finish(
    range_: RangeArgument = None,
    matrix: MatrixOption = None,
    literal: LiteralOption = False,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Fewest turns to the end, at their largest.

    Both return orders are free at every turn and both players help to end the game; the row
    tells the position that is farthest from the end, and how many there are.
    """
    out = Output("finish", table_format, output, term="turns")
    found = decks(range_, matrix, literal)
    from wargraph.graph.finish import finish as fewest_turns

    rows = [row for graph in found.graphs() for row in fewest_turns(graph).rows()]
    out.write(Report(found.parameters(), rows))


def play(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="The hands, top card first, such as '41|32'.")],
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
    out = Output("play", table_format, output)
    start = Position(position)
    if matrix is None and literal:
        raise ParameterError("--literal says how to read a matrix: name one with --matrix")
    relation = Relation.load(matrix, literal) if matrix is not None else None
    asked = parse_order(order, FREE)
    if asked == FREE:
        positions = play_to_finish(start, relation) or (start,)
        ends = positions[-1].is_terminal
        outcome = f"ends after {counted(len(positions) - 1, 'turn')} at the earliest" if ends else "can never end"
    else:
        game = play_out(start, asked, relation)
        positions, outcome = game.positions, game.outcome
    rows = turn_rows(positions, relation)
    parameters = {"position": start, "order": order, "matrix": relation.name if relation else None, "outcome": outcome}
    from wargraph.export.tables import text_table

    out.write(Report(parameters, rows, text=f"{text_table(rows)}\n\n{outcome}"))


COMMANDS = (longest, finish, play)
