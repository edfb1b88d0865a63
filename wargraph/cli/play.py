"""Commands that show one game or graph: play, explore."""

from dataclasses import replace
from typing import Annotated, Any

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import AnyOrder, FileOption, GivenOption, Matrix, SizeArgument, command, one_of, options
from wargraph.cli.output import GameOutput
from wargraph.cli.pictures import Neighbourhood
from wargraph.core.position import Position
from wargraph.core.rules import Chooser
from wargraph.drawing.picture import PAGE_VIEWS, check_pictures
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import hands_text, reading_of
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.report.document import Document, Preformatted

PositionArgument = Annotated[
    str | None,
    Parameter(
        name="POSITION",
        help="The two hands in quotes, top card first: '41|32'. Separate cards of two digits by commas: "
        "'10,2|1,3,...'. With --matrix you can name the cards: 'rock paper|scissors'.",
    ),
]


@options
class FullGameOptions(Matrix):
    """One game with full rules, or from a position of a War graph."""

    preset: Annotated[str | None, Parameter(completer=lambda _: [*PRESETS])] = None
    """Play the full game with these rules; wargraph rules lists them."""
    seed: int | None = None
    """The seed of the shuffled deck or of an auction game; with --matrix random:N, the seed of the matrix."""
    game: int | None = None
    """Play this game of the simulation with this seed."""
    given: GivenOption = None

    @property
    def chooses_game(self) -> bool:
        """Whether the seed and the number of a game are chosen."""
        return self.game is not None or (self.seed is not None and self.matrix is None)

    def play_full_game(self, preset: str, deal: str | None) -> FullGame:
        """Play the full game that the options choose to its end."""
        rules = RuleSet.parse(preset)
        if deal is not None and rules.is_deterministic and (self.seed, self.game) != (None, None):
            raise wg.ParameterError(f"a deal decides the whole game by the rules {rules}: leave --seed and --game out")
        return play_full_game(rules, deal, self.seed or 0, self.game or 0, given=self.given or ())


@command
class Play(FullGameOptions, GameOutput):
    """One game turn by turn, from a position or with full rules.

    The game goes to its end, or to the repeated position that proves it endless. Under free order it is a shortest
    game, which both players help to end. With --preset the command plays a full game, from the deal given as POSITION,
    such as 'K,2,5|7,2,9', or from a shuffled deck; rank:1 is the lowest card, in the usual deck the 2.
    """

    order: AnyOrder = "wl"
    every: int | None = None
    """With --preset, print every so many rounds one, and the last one."""
    contest: Annotated[str | None, one_of(Chooser)] = None
    """Let the winner or the loser of each turn, or one player, choose the return order; both play optimally."""

    def __call__(self, position: PositionArgument = None) -> None:
        if self.preset is not None:
            if self.is_chosen or self.order != "wl" or self.contest is not None:
                raise wg.ParameterError(
                    "--preset says what is played: leave --matrix, --literal, --draws, --order, --contest out"
                )
            self._play_by_preset(self.preset, position)
        elif self.chooses_game or self.given is not None or self.every is not None:
            raise wg.ParameterError(
                "--seed, --game, --given and --every go with --preset: say which rules, such as --preset bryer"
            )
        elif position is None:
            raise wg.ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
        else:
            self._play_from(position)

    def _play_from(self, position: str) -> None:
        relation = self.relation_to_use()
        start = relation.position(position) if relation else Position(position)
        if self.contest is not None and self.order != "wl":
            raise wg.ParameterError("--contest has the order chosen turn by turn: leave --order out")
        played: Any = (
            wg.play(start, self.order, relation)
            if self.contest is None
            else wg.play_contest(start, self.contest, relation)
        )
        chosen = {"order": played.order} if self.contest is None else {"chooser": played.chooser}
        parameters = {"position": played.relation.text(start), **chosen, "outcome": played.outcome}
        self.write(played.document(), parameters | (relation.parameters if relation else {}))
        self.draw(played)

    def _play_by_preset(self, preset: str, deal: str | None) -> None:
        played = self.play_full_game(preset, deal)
        deck = {"rules": str(played.rules), "deal": hands_text(played.deal)}
        chance = {"seed": self.seed or 0, "game": self.game or 0, "given": self.given}
        words = played.rules.describe(None if deal is None else [len(hand) for hand in played.deal])
        answer, *blocks = played.document(1 if self.every is None else self.every).blocks
        reading = None if deal is None else reading_of(played.rules, deal)
        document = Document.of(answer, Preformatted(words), reading, *blocks)
        self.write(document, {**deck, **chance, "outcome": played.outcome})
        self.draw(played)


@command
class Explore(FullGameOptions, Neighbourhood):
    """Write an interactive page of a War graph or a game.

    The page is one HTML file that works offline. It lets you move the graph, find a position, see its outcome under
    every return order, and step through its games. With --preset or --auction the page plays a game card by card.
    """

    output: FileOption
    view: Annotated[str, one_of(PAGE_VIEWS)] = "auto"
    """The view of the graph. auto: the whole graph up to 2,520 positions, otherwise cycles and condensation."""
    deal: str | None = None
    """With --preset, play the game from this deal, such as 'K,2,5|7,2,9'."""
    auction: str | None = None
    """Show a game of WAR with Auction Rounds between these players, such as SimpleMinded2+2xDummy."""
    title: str | None = None
    """The title above the page."""

    def __call__(self, n: SizeArgument = None) -> None:
        from wargraph.explorer.page import check_page_path  # imported late: it loads the drawing library

        path = check_page_path(self.output)
        self._check_combination(n)
        reading = None
        if self.preset is not None:
            page = wg.explorer_page(self.play_full_game(self.preset, self.deal))
            reading = None if self.deal is None else reading_of(RuleSet.parse(self.preset), self.deal)
        elif self.auction is not None:
            from wargraph.cli.auction import play_between_strategies

            page = wg.explorer_page(play_between_strategies(self.auction, self.seed or 0, self.game or 0))
        else:
            check_pictures()
            decks = self.decks(n, "N")
            page = wg.explorer_page(next(decks.graphs()), self.view, self.centre(decks.relation), self.radius)
        if self.title is not None:
            page = replace(page, title=self.title)
        page.save(path)
        print("\n".join(filter(None, [f"{path}: {page.title}", reading])))

    def _check_combination(self, n: str | None) -> None:
        is_played = self.preset is not None or self.auction is not None
        is_of_graph = self.is_chosen or (n, self.view, self.around, self.radius) != (None, "auto", None, 2)
        if is_played and is_of_graph:
            raise wg.ParameterError(
                "--preset and --auction say what is played: leave N, --matrix and what is drawn out"
            )
        if self.preset is not None and self.auction is not None:
            raise wg.ParameterError("--preset and --auction are two games: ask for one")
        if self.preset is None and (self.deal is not None or self.given):
            name = "--deal" if self.deal is not None else "--given"
            raise wg.ParameterError(
                f"{name} goes with --preset: say by which rules it is played, such as --preset bryer"
            )
        if not is_played and self.chooses_game:
            raise wg.ParameterError("--seed and --game choose a game: say which, with --preset or --auction")
