"""The command explore: a War graph, a full game or an auction game as a page for the browser."""

from dataclasses import replace
from typing import Annotated

import typer

import wargraph as wg
from wargraph.cli.auction import play_between_strategies
from wargraph.cli.decks import NO_MATRIX, Matrix, decks
from wargraph.cli.files import AroundOption, FileOption, RadiusOption, named_output
from wargraph.cli.game_options import GameOption, GameSeedOption, GivenOption, PresetOption, chosen_game
from wargraph.cli.options import SizeArgument, choice_option, option
from wargraph.cli.output import TitleOption
from wargraph.core.position import Position
from wargraph.drawing.picture import PAGE_VIEWS, check_pictures
from wargraph.errors import ParameterError
from wargraph.full_game.hands import reading_of
from wargraph.full_game.rule_set import RuleSet

_WHATEVER_FITS = ("auto", None, 2)


def explore(
    n: SizeArgument = None,
    output: FileOption = None,
    view: Annotated[
        str,
        choice_option(
            "--view",
            PAGE_VIEWS,
            "The view of the graph. auto: the whole graph up to 2,520 positions, otherwise cycles and condensation.",
        ),
    ] = "auto",
    around: AroundOption = None,
    radius: RadiusOption = 2,
    matrix: Matrix = NO_MATRIX,
    preset: PresetOption = None,
    deal: Annotated[
        str | None, option("--deal DEAL", "With --preset, play the game from this deal, such as 'K,2,5|7,2,9'.")
    ] = None,
    auction: Annotated[
        str | None,
        option(
            "--auction LINE-UP",
            "Show a game of WAR with Auction Rounds between these players, such as SimpleMinded2+2xDummy.",
        ),
    ] = None,
    seed: GameSeedOption = None,
    game: GameOption = None,
    given: GivenOption = None,
    title: TitleOption = None,
) -> None:
    """Write an interactive page of a War graph or a game.

    The page is one HTML file that works offline. It lets you move the graph, find a position, see its outcome under
    every return order, and step through its games. With --preset or --auction the page plays a game card by card.
    """
    from wargraph.explorer.page import check_page_path  # imported late: it loads the drawing library

    path = check_page_path(named_output(output, "war.html"))
    played = preset is not None or auction is not None
    if played and (n is not None or replace(matrix, seed=None).is_given or (view, around, radius) != _WHATEVER_FITS):
        raise ParameterError("--preset and --auction say what is played: leave N, --matrix and what is drawn out")
    if preset is not None and auction is not None:
        raise ParameterError("--preset and --auction are two games: ask for one")
    if preset is None and (deal is not None or given):
        name = "--deal" if deal is not None else "--given"
        raise ParameterError(f"{name} goes with --preset: say by which rules it is played, such as --preset bryer")
    if not played and (game is not None or (seed is not None and matrix.source is None)):
        raise ParameterError("--seed and --game choose a game: say which, with --preset or --auction")
    if preset is not None:
        page = wg.explorer_page(chosen_game(preset, deal, seed, game, given))
    elif auction is not None:
        page = wg.explorer_page(play_between_strategies(auction, seed or 0, game or 0))
    else:
        page = _graph_page(n, matrix, view, around, radius)
    if title is not None:
        page = replace(page, title=title)
    page.save(path)
    typer.echo(f"{path}: {page.title}")
    if preset is not None and deal is not None:
        typer.echo(reading_of(RuleSet.parse(preset), deal))


def _graph_page(n: str | None, matrix: Matrix, view: str, around: str | None, radius: int) -> "wg.ExplorerPage":
    check_pictures()
    chosen = decks(n, matrix, single=True)
    position = chosen.relation.position if chosen.relation else Position
    centre = position(around) if around is not None else None
    (page,) = (wg.explorer_page(graph, view, centre, radius) for graph in chosen.graphs())
    return page
