"""Commands about games: longest, endless, lengths, play."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Annotated, Self, TypeVar

import wargraph as wg
from wargraph.campaign.interruption import interrupted_later
from wargraph.cli.decks import NO_MATRIX, Decks, Matrix, decks, refuse_hopeless_decks
from wargraph.cli.game_options import GameOption, GameSeedOption, PresetOption, asked_game
from wargraph.cli.options import (
    BOTH,
    DealsOption,
    FreeOrderOption,
    OrderOption,
    RangeArgument,
    VerifyOption,
    argument,
    choice_option,
    option,
    parse_both,
)
from wargraph.cli.output import FormatOption, Output, OutputOption, PlotOption, TermsFormatOption
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, Chooser, Game, ReturnOrder
from wargraph.errors import NoGameEndsError, ParameterError, shown
from wargraph.fixed_order.limits import check_tournament_size, counting_limit
from wargraph.full_game.hands import hands_text
from wargraph.report.document import Block, Document, Paragraph, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row

_ANY = "any"

Answer = TypeVar("Answer", "wg.Lengths", "wg.Endless", "wg.Longest")

PositionArgument = Annotated[
    str | None,
    argument(
        "[POSITION]",
        "The hands, top card first, in quotes: '41|32'; with commas where a card has two digits: "
        "'10,2|1,3,...'; with --matrix also by card names: 'rock paper|scissors'.",
    ),
]


def longest(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    relation: Annotated[
        str | None,
        choice_option(
            "--relation",
            (_ANY,),
            "any: the longest of all relations in which of each pair of cards one beats the other, and one that has "
            "it. Not with --matrix.",
        ),
    ] = None,
    verify: VerifyOption = False,
    asked: LongWork = ANY_RUN_OPTIONS,
    plot: PlotOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """Longest finite games under a return order.

    How many positions attain the length, and one of them.
    """
    if order.casefold() == ReturnOrder.FREE:
        raise ParameterError(
            "under free order a game can go on for ever from n = 3 on: ask for WL or LW, or use finish"
        )
    of_any = _is_any(relation, matrix)
    what = "turns of the longest finite game" + (" of any relation" if of_any else "")
    out = Output("longest", table_format, output, _terms("turns", what, order, deals), matrix.source, plot=plot)
    games = _Games.named(range_, order, deals, matrix, asked, of_any)
    columns: tuple[str, ...] = ("n", "order", "deals", "turns", "positions", "example")
    with interrupted_later():
        answer, verification = wg.longest_of_any_relation if of_any else wg.longest, wg.Longest.verify
    if of_any:
        columns += ("matrix",)
    from wargraph.fixed_order.lengths import longest_answer

    told = partial(longest_answer, of_any=of_any)
    _print(out, games, answer, told, columns, verification if verify else None)


def lengths(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    asked: LongWork = ANY_RUN_OPTIONS,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games last how long.

    The positions by the turns to the end of their game, then the endless ones by the length of
    the cycle they run into.
    """
    out = Output("lengths", table_format, output, read=matrix.source, plot=plot)
    games = _Games.named(range_, order, deals, matrix, asked)
    with interrupted_later():
        answer = wg.lengths
    from wargraph.fixed_order.lengths import lengths_answer

    _print(out, games, answer, lengths_answer, (*games.several, "turns", "cycle_length", "positions"))


def endless(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    verify: VerifyOption = False,
    asked: LongWork = ANY_RUN_OPTIONS,
    plot: PlotOption = None,
    table_format: TermsFormatOption = None,
    output: OutputOption = None,
) -> None:
    """How many games never end.

    Of all positions that count as starts, with their share, the longest game that does end, and
    one that does not.
    """
    terms = _terms("endless", "games that never end", order, deals)
    out = Output("endless", table_format, output, terms, matrix.source, plot=plot)
    games = _Games.named(range_, order, deals, matrix, asked)
    with interrupted_later():
        answer, verification = wg.endless, wg.Endless.verify
    columns = ("n", "order", "deals", "total", "endless", "finite", "share", "longest", "example")
    from wargraph.fixed_order.lengths import endless_answer

    _print(out, games, answer, endless_answer, columns, verification if verify else None)


def _is_any(relation: str | None, matrix: Matrix) -> bool:
    """Whether all relations are asked about."""
    if relation is None:
        return False
    if relation.casefold() != _ANY:
        raise ParameterError(f"relation {shown(relation)} is not known: use {_ANY}, or name one with --matrix")
    if matrix.is_asked:
        raise ParameterError(
            f"--relation {_ANY} is about all relations in which of any two cards exactly one beats the other: leave "
            "--matrix, --literal, --draws and --seed out"
        )
    return True


def _terms(column: str, what: str, order: str, deals: str) -> Terms | None:
    """The sequence in the table, if there is one row for each n."""
    reading = f"{what} under {order.upper()}, {deals.lower()} deals, on n cards"
    return None if BOTH in (order.casefold(), deals.casefold()) else Terms(column, reading)


@dataclass(frozen=True)
class _Games:
    """The games that a command is about: on which decks, under which orders, from which deals."""

    decks: Decks
    orders: Sequence[ReturnOrder]
    deals: Sequence[Deals]
    asked: LongWork
    of_any: bool
    """Whether any relation is asked about instead of the standard one."""

    @classmethod
    def named(
        cls, range_: str | None, order: str, deals: str, matrix: Matrix, asked: LongWork, of_any: bool = False
    ) -> Self:
        """What the options name, all checked."""
        orders, starts = parse_both(order, FIXED_ORDERS, "order"), parse_both(deals, tuple(Deals), "deals")
        found = decks(range_, matrix, limit=counting_limit)
        if of_any:
            check_tournament_size(max(found.sizes))
        return cls(found, orders, starts, asked, of_any)

    def parameters(self) -> dict[str, object]:
        """How they appear among the parameters of a report."""
        orders, deals = (BOTH if len(each) > 1 else each[0] for each in (self.orders, self.deals))
        relation = {"relation": _ANY} if self.of_any else {}
        return {**self.decks.parameters(), **relation, "order": orders, "deals": deals}

    @property
    def several(self) -> tuple[str, ...]:
        """What must be said row by row, as there are several of them."""
        all_of: dict[str, Sequence[object]] = {"n": self.decks.sizes, "order": self.orders, "deals": self.deals}
        return tuple(name for name, values in all_of.items() if len(values) > 1)

    def answers(self, answer: Callable[..., Answer], run_options: "wg.RunOptions") -> Iterator[Answer]:
        """The answers for each of them: by transcripts on the standard deck, by graph or forest for a relation."""
        for deck in self.decks.of_relation():
            for order, deals in product(self.orders, self.deals):
                with suppress(NoGameEndsError):  # there is no longest one then, and no row
                    yield answer(deck, order, deals, run_options)
        if not self.of_any:
            refuse_hopeless_decks(self.decks.sizes, self.orders, run_options)
        for n, order, deals in product(self.decks.sizes, self.orders, self.deals):
            yield answer(n, order, deals, run_options)


def _print(
    out: Output,
    games: _Games,
    answer: Callable[..., Answer],
    told: Callable[[Sequence[Answer]], str],
    columns: tuple[str, ...],
    verified: Callable[[Answer], Game | None] | None = None,
) -> None:
    """What the answers say together, the rows of each and, if its example is to be verified, that game."""
    out.check_terms(games.decks.sizes)
    results: list[Answer] = []
    rows: list[Row] = []
    played: list[str] = []

    def document() -> Document:
        opening: list[Block] = [Paragraph(text)] if results and (text := told(results)) else []
        table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
        return Document([*opening, table, *([Preformatted("\n".join(played))] if played else [])])

    with out.work(games.parameters(), games.asked) as run_options:
        for result in games.answers(answer, run_options):
            results.append(result)
            told_apart: Row = {name: getattr(result, name) for name in games.several}
            rows += [{name: (told_apart | row)[name] for name in columns} for row in result.rows()]
            if verified is not None:
                game = verified(result)
                rows[-1]["verified"] = True if game else None  # an example that is not there cannot be played
                played += [f"verified: {game}"] if game else []
            out.keep(document())
    out.write(document(), games.parameters())
    out.draw(results)


def play(
    position: PositionArgument = None,
    order: FreeOrderOption = "WL",
    matrix: Matrix = NO_MATRIX,
    preset: PresetOption = None,
    seed: GameSeedOption = None,
    game: GameOption = None,
    every: Annotated[int | None, option("--every K", "With --preset: every K-th round, and the last.")] = None,
    contest: Annotated[
        str | None,
        choice_option(
            "--contest",
            tuple(Chooser),
            "The game in which a player chooses each order, as well as both can: a turn's winner or loser, or one "
            "player always.",
        ),
    ] = None,
    plot: PlotOption = None,
    table_format: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """One game turn by turn, from a position or by a preset.

    To its end, or to the repeated position that proves it endless. Under free order it is a
    shortest game, both players helping to end it. With --preset it is the full game, from the deal given as POSITION
    (such as '13,2,5|7,2,9') or from a shuffled deck.
    """
    out = Output("play", table_format, output, read=matrix.source, plot=plot)
    if preset is not None:
        if replace(matrix, seed=None).is_asked or order.casefold() != "wl" or contest is not None:
            raise ParameterError(
                "--preset says what is played: leave --matrix, --literal, --draws, --order, --contest out"
            )
        _play_full_game(out, preset, position, seed, game, every)
        return
    if (game, every) != (None, None) or (seed is not None and matrix.source is None):
        raise ParameterError("--seed, --game and --every go with --preset: say which rules, such as --preset bryer")
    if position is None:
        raise ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
    relation = matrix.relation()
    start = relation.position(position) if relation else Position(position)
    if contest is not None:
        _play_contest(out, start, contest, relation, order)
        return
    played = wg.play(start, order, relation)
    parameters: dict[str, object] = {
        "position": played.relation.text(start),
        "order": played.order,
        "outcome": played.outcome,
    }
    if relation:
        parameters |= relation.parameters
    out.write(played.document(), parameters)
    out.draw(played)


def _play_contest(out: Output, start: Position, chooser: str, relation: Relation | None, order: str) -> None:
    if order.casefold() != "wl":
        raise ParameterError("--contest has the order chosen turn by turn: leave --order out")
    played = wg.play_contest(start, chooser, relation)
    parameters: dict[str, object] = {"position": played.relation.text(start), "chooser": played.chooser}
    parameters |= {"outcome": played.outcome} | (relation.parameters if relation else {})
    out.write(played.document(), parameters)
    out.draw(played)


def _play_full_game(
    out: Output, preset: str, deal: str | None, seed: int | None, game: int | None, every: int | None
) -> None:
    played = asked_game(preset, deal, seed, game)
    parameters = {
        "rules": str(played.rules),
        "deal": hands_text(played.deal),
        "seed": seed or 0,
        "game": game or 0,
        "outcome": played.outcome,
    }
    words = played.rules.describe(None if deal is None else [len(hand) for hand in played.deal])
    answer, *blocks = played.document(1 if every is None else every).blocks
    out.write(Document([answer, Preformatted(words), *blocks]), parameters)
    out.draw(played)
