"""Commands that show one game or graph: play, explore."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import AnyOrder, Decks, FilmOption, GivenOption, SizeArgument, UnseededMatrix, flat, one_of
from wargraph.cli.output import PlottedOutput, Report
from wargraph.cli.pictures import AroundOption, FileOption, RadiusOption
from wargraph.core.position import Position
from wargraph.core.rules import Chooser
from wargraph.drawing.picture import PAGE_VIEWS, check_pictures
from wargraph.errors import ParameterError
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import hands_text, reading_of
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.report.document import Document, Preformatted


@flat
@dataclass(frozen=True, kw_only=True)
class FullGameOptions:
    """One game with full rules."""

    preset: Annotated[str | None, Parameter(completer=lambda _: [*PRESETS])] = None
    """Play the full game with these rules; wargraph rules lists them."""
    seed: int | None = None
    """The seed of the shuffled deck or of an auction game; with --matrix random:N, the seed of the matrix."""
    game: int | None = None
    """Play this game of the simulation with this seed."""
    given: GivenOption = None

    def play(self, preset: str, deal: str | None) -> FullGame:
        """Play the full game that the options choose to its end."""
        rules = RuleSet.parse(preset)
        if deal is not None and rules.is_deterministic and (self.seed, self.game) != (None, None):
            raise ParameterError(f"a deal decides the whole game by the rules {rules}: leave --seed and --game out")
        return play_full_game(rules, deal, self.seed or 0, self.game or 0, given=self.given or ())


def play(
    position: Annotated[str | None, Parameter(name="POSITION")] = None,
    /,
    *,
    order: AnyOrder = "wl",
    matrix: UnseededMatrix = UnseededMatrix(),
    full_game: FullGameOptions = FullGameOptions(),
    every: int | None = None,
    contest: Annotated[str | None, one_of(Chooser)] = None,
    film: FilmOption = None,
    output: PlottedOutput = PlottedOutput(),
) -> None:
    """One game turn by turn, from a position or with full rules.

    The game goes to its end, or to the repeated position that proves it endless. Under free order it is a shortest
    game, which both players help to end. With --preset the command plays a full game, from the deal given as POSITION,
    such as 'K,2,5|7,2,9', or from a shuffled deck; rank:1 is the lowest card, in the usual deck the 2.

    Parameters
    ----------
    position
        The two hands in quotes, top card first: '41|32'. Separate cards of two digits by commas: '10,2|1,3,...'. With
        --matrix you can name the cards: 'rock paper|scissors'.
    every
        With --preset, print every so many rounds one, and the last one.
    contest
        Play the game in which a player chooses each return order and both players play optimally. The chooser is the
        winner or the loser of each turn, or always the same player.
    """
    report = output.report("play")
    if film is not None:
        from wargraph.explorer.film import check_film_path

        check_film_path(film)
    is_plain = order == "wl" and contest is None
    if full_game.preset is not None:
        if matrix != UnseededMatrix() or not is_plain:
            raise ParameterError(
                "--preset says what is played: leave --matrix, --literal, --draws, --order, --contest out"
            )
        played: Any = _play_full_game(report, full_game, full_game.preset, position, every)
    else:
        if full_game != FullGameOptions(seed=full_game.seed if matrix.matrix else None) or every is not None:
            raise ParameterError(
                "--seed, --game, --given and --every go with --preset: say which rules, such as --preset bryer"
            )
        if position is None:
            raise ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
        relation = matrix.relation(full_game.seed)
        start = relation.position(position) if relation else Position(position)
        if contest is None:
            played = wg.play(start, order, relation)
            chosen = {"order": played.order}
        elif order != "wl":
            raise ParameterError("--contest has the order chosen turn by turn: leave --order out")
        else:
            played = wg.play_contest(start, contest, relation)
            chosen = {"chooser": played.chooser}
        parameters = {"position": played.relation.text(start), **chosen, "outcome": played.outcome}
        report.write(played.document(), parameters | (relation.parameters if relation else {}))
    report.draw(played)
    if film is not None:
        wg.save_film(played, film, output.title or "")


def _play_full_game(
    report: Report, options: FullGameOptions, preset: str, deal: str | None, every: int | None
) -> FullGame:
    played = options.play(preset, deal)
    parameters = {
        "rules": str(played.rules),
        "deal": hands_text(played.deal),
        "seed": options.seed or 0,
        "game": options.game or 0,
        "given": options.given,
        "outcome": played.outcome,
    }
    words = played.rules.describe(None if deal is None else [len(hand) for hand in played.deal])
    answer, *blocks = played.document(1 if every is None else every).blocks
    reading = None if deal is None else reading_of(played.rules, deal)
    report.write(Document.of(answer, Preformatted(words), reading, *blocks), parameters)
    return played


def explore(
    n: SizeArgument = None,
    /,
    *,
    output: FileOption,
    view: Annotated[str, one_of(PAGE_VIEWS)] = "auto",
    around: AroundOption = None,
    radius: RadiusOption = 2,
    matrix: UnseededMatrix = UnseededMatrix(),
    full_game: FullGameOptions = FullGameOptions(),
    deal: str | None = None,
    auction: str | None = None,
    title: str | None = None,
) -> None:
    """Write an interactive page of a War graph or a game.

    The page is one HTML file that works offline. It lets you move the graph, find a position, see its outcome under
    every return order, and step through its games. With --preset or --auction the page plays a game card by card.

    Parameters
    ----------
    view
        The view of the graph. auto: the whole graph up to 2,520 positions, otherwise cycles and condensation.
    deal
        With --preset, play the game from this deal, such as 'K,2,5|7,2,9'.
    auction
        Show a game of WAR with Auction Rounds between these players, such as SimpleMinded2+2xDummy.
    title
        The title above the page.
    """
    from wargraph.explorer.page import check_page_path  # imported late: it loads the drawing library

    path = check_page_path(output)
    preset, seed, game = full_game.preset, full_game.seed, full_game.game
    is_played = preset is not None or auction is not None
    if is_played and (n, view, around, radius, matrix) != (None, "auto", None, 2, UnseededMatrix()):
        raise ParameterError("--preset and --auction say what is played: leave N, --matrix and what is drawn out")
    if preset is not None and auction is not None:
        raise ParameterError("--preset and --auction are two games: ask for one")
    if preset is None and (deal is not None or full_game.given):
        name = "--deal" if deal is not None else "--given"
        raise ParameterError(f"{name} goes with --preset: say by which rules it is played, such as --preset bryer")
    if not is_played and (game is not None or (seed is not None and matrix.matrix is None)):
        raise ParameterError("--seed and --game choose a game: say which, with --preset or --auction")
    reading = None
    if preset is not None:
        page = wg.explorer_page(full_game.play(preset, deal))
        reading = None if deal is None else reading_of(RuleSet.parse(preset), deal)
    elif auction is not None:
        from wargraph.cli.auction import play_between_strategies

        page = wg.explorer_page(play_between_strategies(auction, seed or 0, game or 0))
    else:
        check_pictures()
        decks = Decks.named(n, matrix, "N", seed=seed)
        centre = None if around is None else (decks.relation.position if decks.relation else Position)(around)
        page = wg.explorer_page(next(decks.graphs()), view, centre, radius)
    if title is not None:
        page = replace(page, title=title)
    page.save(path)
    print("\n".join(filter(None, [f"{path}: {page.title}", reading])))
