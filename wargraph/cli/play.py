"""Commands that show one game or graph: play, explore."""

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter

import wargraph as wg
from wargraph.cli.options import AnyOrder, Given, Matrix, argument, one_of, refuse, suggesting
from wargraph.cli.output import GameOutput
from wargraph.cli.pictures import Neighbourhood
from wargraph.core.position import Position
from wargraph.core.rules import Chooser
from wargraph.drawing.picture import PAGE_VIEWS, check_pictures
from wargraph.full_game.game import FullGame, play_full_game
from wargraph.full_game.hands import hands_text, reading_of
from wargraph.full_game.rule_set import PRESETS, RuleSet
from wargraph.report.document import Document, Preformatted


class OneGame(Given, Matrix):
    """One game with full rules, or from a position of a War graph."""

    preset: Annotated[str | None, suggesting(PRESETS)] = None
    """Play the full game with these rules; wargraph rules lists them."""
    seed: int | None = None
    """The seed of the shuffled deck or of an auction game; with --matrix random:N, the seed of the matrix."""
    game: int | None = None
    """Play this game of the simulation with this seed."""

    needs: ClassVar = {"seed": ["preset", "matrix"], "game": ["preset"], "given": ["preset"]}

    def play_full_game(self, preset: str, deal: str | None) -> tuple[FullGame, str | None]:
        """The full game that the options choose, played to its end, and a sentence on how its deal was read."""
        rules = RuleSet.parse(preset)
        refuse(
            deal is not None and rules.is_deterministic and (self.seed, self.game) != (None, None),
            f"a deal decides the whole game by the rules {rules}: leave --seed and --game out",
        )
        played = play_full_game(rules, deal, self.seed or 0, self.game or 0, given=self.given or ())
        return played, None if deal is None else reading_of(rules, deal)


class Play(OneGame, GameOutput):
    """One game turn by turn, from a position or with full rules.

    The game goes to its end, or to the repeated position that proves it endless. Under free order it is a shortest
    game, which both players help to end. With --preset the command plays a full game, from the deal given as POSITION,
    such as 'K,2,5|7,2,9', or from a shuffled deck; rank:1 is the lowest card, in the usual deck the 2.
    """

    position: Annotated[str | None, Parameter(name="POSITION")] = argument(None)
    """The two hands in quotes, top card first: '41|32'. Separate cards of two digits by commas: '10,2|1,3,...'. With
    --matrix you can name the cards: 'rock paper|scissors'.
    """
    order: AnyOrder = "wl"
    every: int | None = None
    """With --preset, print every so many rounds one, and the last one."""
    contest: Annotated[str | None, one_of(Chooser)] = None
    """Let the winner or the loser of each turn, or one player, choose the return order; both play optimally."""

    excludes: ClassVar = {"preset": ["matrix", "order", "contest"], "contest": ["order"]}
    needs: ClassVar = {"every": ["preset"]}

    def run(self) -> None:
        if self.preset is not None:
            self._play_by_preset(self.preset)
        elif self.position is None:
            raise wg.ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
        else:
            self._play_from(self.position)

    def _play_from(self, position: str) -> None:
        relation = self.relation
        start = relation.position(position) if relation else Position(position)
        played: Any = (
            wg.play(start, self.order, relation)
            if self.contest is None
            else wg.play_contest(start, self.contest, relation)
        )
        chosen = {"order": played.order} if self.contest is None else {"chooser": played.chooser}
        parameters = {"position": played.relation.text(start), **chosen, "outcome": played.outcome}
        self.write(played.document(), parameters | (relation.parameters if relation else {}))
        self.draw(played)

    def _play_by_preset(self, preset: str) -> None:
        played, reading = self.play_full_game(preset, self.position)
        words = played.rules.describe(None if self.position is None else [len(hand) for hand in played.deal])
        answer, *blocks = played.document(1 if self.every is None else self.every).blocks
        deck = {"rules": str(played.rules), "deal": hands_text(played.deal)}
        chance = {"seed": self.seed or 0, "game": self.game or 0, "given": self.given}
        document = Document.of(answer, Preformatted(words), reading, *blocks)
        self.write(document, {**deck, **chance, "outcome": played.outcome})
        self.draw(played)


class Explore(OneGame, Neighbourhood):
    """Write an interactive page of a War graph or a game.

    The page is one HTML file that works offline. It lets you move the graph, find a position, see its outcome under
    every return order, and step through its games. With --preset or --auction the page plays a game card by card.
    """

    view: Annotated[str, one_of(PAGE_VIEWS)] = "auto"
    """The view of the graph. auto: the whole graph up to 2,520 positions, otherwise cycles and condensation."""
    deal: str | None = None
    """With --preset, play the game from this deal, such as 'K,2,5|7,2,9'."""
    auction: str | None = None
    """Show a game of WAR with Auction Rounds between these players, such as SimpleMinded2+2xDummy."""

    excludes: ClassVar = {
        "preset": ["auction", "range_", "matrix", "view", "around", "radius"],
        "auction": ["range_", "matrix", "view", "around", "radius"],
    }
    needs: ClassVar = {"seed": ["preset", "auction", "matrix"], "game": ["preset", "auction"], "deal": ["preset"]}

    def check(self) -> None:
        from wargraph.explorer.page import check_page_path  # imported late: it loads the drawing library

        super().check()
        check_page_path(self.output)

    def run(self) -> None:
        reading = None
        if self.preset is not None:
            played, reading = self.play_full_game(self.preset, self.deal)
            page = wg.explorer_page(played)
        elif self.auction is not None:
            from wargraph.cli.auction import play_between_strategies

            page = wg.explorer_page(play_between_strategies(self.auction, self.seed or 0, self.game or 0))
        else:
            check_pictures()
            page = wg.explorer_page(self.graph, self.view, self.centre, self.radius)
        if self.title is not None:
            page = replace(page, title=self.title)
        page.save(self.output)
        print("\n".join(filter(None, [f"{self.output}: {page.title}", reading])))
