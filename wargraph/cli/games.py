"""Commands about games: longest, endless, lengths, play."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, Any, Self, TypeAlias

import wargraph as wg
from wargraph.cli.decks import NO_MATRIX, Decks, Matrix, decks, refuse_hopeless_decks
from wargraph.cli.game_options import GameOption, GameSeedOption, GivenOption, PresetOption, chosen_game
from wargraph.cli.options import (
    BOTH,
    DealsOption,
    FilmOption,
    FreeOrderOption,
    OrderOption,
    RangeArgument,
    VerifyOption,
    argument,
    choice_option,
    option,
    over_starts,
    parse_both,
)
from wargraph.cli.output import PLOTTED, TO_TERMINAL, Output, Target, TermsTarget
from wargraph.cli.run_options import ANY_RUN_OPTIONS, LongWork
from wargraph.core.position import Deals, Position
from wargraph.core.rules import FIXED_ORDERS, Chooser, ReturnOrder
from wargraph.errors import NoGameEndsError, ParameterError, TooLargeError, shown
from wargraph.fixed_order.limits import check_tournament_size, counting_limit
from wargraph.full_game.hands import hands_text, reading_of
from wargraph.report.document import Document, Preformatted, Table
from wargraph.report.formats import Terms
from wargraph.report.result import Row

_ANY = "any"
_LISTED, _MOST_LISTED = 50, 1_000_000
"""How many positions people see of a list, and how many a file holds."""

Answer: TypeAlias = "wg.Lengths | wg.Endless | wg.Longest"

PositionArgument = Annotated[
    str | None,
    argument(
        "[POSITION]",
        "The two hands in quotes, top card first: '41|32'. Separate cards of two digits by commas: '10,2|1,3,...'. "
        "With --matrix you can name the cards: 'rock paper|scissors'.",
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
            "any: find the longest finite game over all tournaments (relations in which exactly one of any two cards "
            "beats the other), and print one tournament that has it. Then the number of positions counts the pairs of "
            "a tournament and a position, those that differ only by a renaming once. Not together with --matrix.",
        ),
    ] = None,
    verify: VerifyOption = False,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: TermsTarget = PLOTTED,
) -> None:
    """The longest finite game under a return order.

    The row shows its length, how many positions attain it, and one of them.
    """
    if order.casefold() == ReturnOrder.FREE:
        raise ParameterError("under free order a game can go on forever from n = 3 on: ask for WL or LW, or use finish")
    of_any = _is_any(relation, matrix)
    what = "number of turns in the longest finite game" + (" of any relation" if of_any else "")
    out = Output("longest", target, _terms("turns", what, order, deals))
    games = _Games.named(range_, order, deals, matrix, long_work, of_any)
    columns = ("n", "order", "deals", "turns", "positions", "example", *(["matrix"] if of_any else []))
    _print(out, games, wg.longest_of_any_relation if of_any else wg.longest, columns, verify)


def lengths(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: Target = TO_TERMINAL,
) -> None:
    """How many games last how many turns.

    The rows count the starting positions by the number of turns to the end of their game, then those of endless games
    by cycle length.
    """
    out = Output("lengths", target)
    games = _Games.named(range_, order, deals, matrix, long_work)
    _print(out, games, wg.lengths, (*games.several, "turns", "cycle_length", "positions"))


def endless(
    range_: RangeArgument = None,
    order: OrderOption = "WL",
    deals: DealsOption = "any",
    matrix: Matrix = NO_MATRIX,
    verify: VerifyOption = False,
    is_listed: Annotated[
        bool, option("--list", f"List the positions whose games never end; at the terminal the first {_LISTED}.")
    ] = False,
    long_work: LongWork = ANY_RUN_OPTIONS,
    target: TermsTarget = PLOTTED,
) -> None:
    """How many games never end.

    The row shows their number and share among all starting positions, the length of the longest game that ends, and
    the starting position of an endless game.
    """
    terms = None if is_listed else _terms("endless", "number of games that never end", order, deals)
    out = Output("endless", target, terms)
    games = _Games.named(range_, order, deals, matrix, long_work)
    if is_listed:
        if verify:
            raise ParameterError("--list and --verify are two questions: leave --verify out")
        _list_endless(out, games)
        return
    columns = ("n", "order", "deals", "total", "endless", "finite", "share", "longest", "example")
    _print(out, games, wg.endless, columns, verify)


def _is_any(relation: str | None, matrix: Matrix) -> bool:
    """Whether the question is about all relations."""
    if relation is None:
        return False
    if relation.casefold() != _ANY:
        raise ParameterError(f"relation {shown(relation)} is not known: use {_ANY}, or name one with --matrix")
    if matrix.is_given:
        raise ParameterError(
            f"--relation {_ANY} is about all relations in which of any two cards exactly one beats the other: leave "
            "--matrix, --literal, --draws and --seed out"
        )
    return True


def _terms(column: str, what: str, order: str, deals: str) -> Terms | None:
    """The sequence in the table, if there is one row for each n."""
    reading = f"{what} under {order.upper()}, {over_starts(deals)}"
    return None if BOTH in (order.casefold(), deals.casefold()) else Terms(column, reading)


@dataclass(frozen=True)
class _Games:
    """The games that a command is about: their decks, return orders and starting positions."""

    decks: Decks
    orders: Sequence[ReturnOrder]
    deals: Sequence[Deals]
    long_work: LongWork
    of_any: bool
    """Whether the question is about all relations instead of the standard deck."""

    @classmethod
    def named(
        cls, range_: str | None, order: str, deals: str, matrix: Matrix, long_work: LongWork, of_any: bool = False
    ) -> Self:
        """The games that the options name, after all checks."""
        orders, starts = parse_both(order, FIXED_ORDERS, "order"), parse_both(deals, tuple(Deals), "deals")
        chosen = decks(range_, matrix, limit=counting_limit)
        if of_any:
            check_tournament_size(max(chosen.sizes))
        return cls(chosen, orders, starts, long_work, of_any)

    def parameters(self) -> dict[str, object]:
        """The games among the parameters of a report."""
        orders, deals = (BOTH if len(each) > 1 else each[0] for each in (self.orders, self.deals))
        relation = {"relation": _ANY} if self.of_any else {}
        return {**self.decks.parameters(), **relation, "order": orders, "deals": deals}

    @property
    def several(self) -> tuple[str, ...]:
        """The parameters with several values, which each row must state."""
        all_of: dict[str, Sequence[object]] = {"n": self.decks.sizes, "order": self.orders, "deals": self.deals}
        return tuple(name for name, values in all_of.items() if len(values) > 1)

    def answers(self, compute: Callable[..., Answer], run_options: "wg.RunOptions") -> Iterator[Answer]:
        """The answer for each combination of deck, return order and deals."""
        for deck in self.decks.of_relation():
            for order, deals in product(self.orders, self.deals):
                with suppress(NoGameEndsError):  # then there is no longest game, and no row
                    yield compute(deck, order, deals, run_options)
        if not self.of_any:
            refuse_hopeless_decks(self.decks.sizes, self.orders, run_options)
        for n, order, deals in product(self.decks.sizes, self.orders, self.deals):
            yield compute(n, order, deals, run_options)


def _print(
    out: Output, games: _Games, compute: Callable[..., Answer], columns: tuple[str, ...], verify: bool = False
) -> None:
    """Write the rows of all answers, with the sentence of a single one and the verified examples."""
    out.check_terms(games.decks.sizes)
    results: list[Answer] = []
    rows: list[Row] = []
    verified: list[str] = []

    def document() -> Document:
        opening = results[0].document().opening if len(results) == 1 else []
        table = Table("rows", rows, columns=columns, empty="no game from these deals ends")
        return Document([*opening, table, *([Preformatted("\n".join(verified))] if verified else [])])

    with out.work(games.parameters(), games.long_work) as run_options:
        for result in games.answers(compute, run_options):
            results.append(result)
            parameters: Row = {name: getattr(result, name) for name in games.several}
            rows += [{name: (parameters | row)[name] for name in columns} for row in result.rows()]
            if verify and not isinstance(result, wg.Lengths):
                game = result.verify()
                rows[-1]["verified"] = True if game else None  # an example that does not exist cannot be played
                verified += [f"verified: {game}"] if game else []
    out.write(document(), games.parameters())
    out.draw(results)


def _list_endless(out: Output, games: _Games) -> None:
    """Write the starting positions of all endless games."""
    results: list[wg.Endless] = []
    rows: list[Row] = []
    with out.work(games.parameters(), games.long_work) as run_options:
        for result in games.answers(wg.endless, run_options):
            assert isinstance(result, wg.Endless)  # nosec B101 # endless gives nothing else
            if result.endless > _MOST_LISTED:
                raise TooLargeError(
                    f"{result.endless:,} positions are more than the {_MOST_LISTED:,} that --list writes: use fewer "
                    "cards, or positions() of the result in Python, which gives one at a time"
                )
            results.append(result)
            parameters: Row = {name: str(getattr(result, name)) for name in games.several}
            rows += [parameters | {"position": result.relation.text(each)} for each in result.positions()]
    opening = results[0].document().opening if len(results) == 1 else []
    heading = f"The first {_LISTED:,} of {len(rows):,} positions" if len(rows) > _LISTED else ""
    columns = (*games.several, "position")
    table = Table("rows", rows, heading, rows[:_LISTED], columns, empty="no game from these deals is endless")
    out.write(Document([*opening, table]), games.parameters())
    out.draw(results)


def play(
    position: PositionArgument = None,
    order: FreeOrderOption = "WL",
    matrix: Matrix = NO_MATRIX,
    preset: PresetOption = None,
    seed: GameSeedOption = None,
    game: GameOption = None,
    given: GivenOption = None,
    every: Annotated[int | None, option("--every K", "With --preset, print every K-th round and the last one.")] = None,
    contest: Annotated[
        str | None,
        choice_option(
            "--contest",
            tuple(Chooser),
            "Play the game in which a player chooses each return order and both players play optimally. The chooser is "
            "the winner or the loser of each turn, or always the same player.",
        ),
    ] = None,
    film: FilmOption = None,
    target: Target = TO_TERMINAL,
) -> None:
    """One game turn by turn, from a position or with full rules.

    The game goes to its end, or to the repeated position that proves it endless. Under free order it is a shortest
    game, which both players help to end. With --preset the command plays a full game, from the deal given as POSITION,
    such as 'K,2,5|7,2,9', or from a shuffled deck; rank:1 is the lowest card, in the
    usual deck the 2.
    """
    out = Output("play", target, film=film)
    if preset is not None:
        if replace(matrix, seed=None).is_given or order.casefold() != "wl" or contest is not None:
            raise ParameterError(
                "--preset says what is played: leave --matrix, --literal, --draws, --order, --contest out"
            )
        _play_full_game(out, preset, position, seed, game, given, every)
        return
    if given or (game, every) != (None, None) or (seed is not None and matrix.source is None):
        raise ParameterError(
            "--seed, --game, --given and --every go with --preset: say which rules, such as --preset bryer"
        )
    if position is None:
        raise ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
    relation = matrix.relation()
    start = relation.position(position) if relation else Position(position)
    played: Any
    if contest is None:
        played = wg.play(start, order, relation)
        chosen = {"order": played.order}
    else:
        if order.casefold() != "wl":
            raise ParameterError("--contest has the order chosen turn by turn: leave --order out")
        played = wg.play_contest(start, contest, relation)
        chosen = {"chooser": played.chooser}
    parameters = {"position": played.relation.text(start), **chosen, "outcome": played.outcome}
    out.write(played.document(), parameters | (relation.parameters if relation else {}))
    out.draw(played)


def _play_full_game(
    out: Output,
    preset: str,
    deal: str | None,
    seed: int | None,
    game: int | None,
    given: list[str] | None,
    every: int | None,
) -> None:
    played = chosen_game(preset, deal, seed, game, given)
    parameters = {
        "rules": str(played.rules),
        "deal": hands_text(played.deal),
        "seed": seed or 0,
        "game": game or 0,
        "given": given,
        "outcome": played.outcome,
    }
    words = played.rules.describe(None if deal is None else [len(hand) for hand in played.deal])
    answer, *blocks = played.document(1 if every is None else every).blocks
    reading = None if deal is None else reading_of(played.rules, deal)
    out.write(Document.of(answer, Preformatted(words), reading, *blocks), parameters)
    out.draw(played)
