"""Commands that show games and graphs."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cyclopts import Parameter
from cyclopts.validators import Number

import wargraph as wg
from wargraph.cli import options as opt
from wargraph.core.rules import Chooser, ReturnOrder
from wargraph.drawing.picture import PAGE_VIEWS, PictureView
from wargraph.errors import shown
from wargraph.full_game.hands import hands_text, reading_of
from wargraph.full_game.rule_set import PRESETS
from wargraph.report.document import Document, Preformatted
from wargraph.report.files import check_picture_path

if TYPE_CHECKING:
    from wargraph.full_game.game import FullGame

_OF_GRAPHS = ["N", "--matrix", "--view", "--around", "--radius"]
"""The options of a page that shows a War graph and not a game."""


class OneGame(opt.Matrix):
    """One game with full rules, or from a position of a War graph."""

    preset: Annotated[str | None, opt.suggesting(PRESETS)] = None
    """Play the full game with these rules; wargraph rules lists them."""
    deal: str | None = None
    """With --preset, play the game from this deal, such as 'K,2,5|7,2,9'; rank:1 is the lowest card."""
    seed: opt.Whole = 0
    """The seed of the shuffled deck or of an auction game."""
    game: opt.Whole = 0
    """Play this game of the simulation with this seed."""

    needs: ClassVar = dict.fromkeys(("--deal", "--seed", "--game"), ("--preset",))

    def play_full_game(self, preset: str, given: Sequence[str] = ()) -> "tuple[FullGame, str | None]":
        """Return the full game that the options choose, played to its end, and a sentence on how its deal was read."""
        played = wg.play_full_game(preset, self.deal, self.seed, self.game, given=given)
        return played, None if self.deal is None else reading_of(played.rules, self.deal)


class Play(OneGame, opt.Output, section="Getting started"):
    """One game turn by turn, from a position or with full rules.

    Under free order the game is a shortest one, which both players help to end. With --preset it is a full game, from
    a shuffled deck or from a deal.

    $ wargraph play '41|32'
    $ wargraph play --preset kids --seed 3
    """

    start: Annotated[str | None, Parameter(name="POSITION")] = opt.argument(None)
    """The two hands in quotes, top card first: '41|32'. Separate cards of two digits by commas: '10,2|1,3,...'. With
    --matrix you can name the cards: 'rock paper|scissors'.
    """
    order: opt.AnyOrder = opt.WL
    given: opt.Given = ()
    every: opt.Whole = 1
    """With --preset, print only every Nth round, and the last one."""
    contest: Annotated[Chooser | None, opt.one_of(Chooser, Chooser)] = None
    """Let the winner or the loser of each turn, or one player, choose the return order; both play optimally."""
    plot: opt.Plot = None
    film: opt.Film = None

    excludes: ClassVar = {"--preset": ["POSITION", "--matrix", "--order", "--contest"], "--contest": ["--order"]}
    needs: ClassVar = {"--given": ["--preset"], "--every": ["--preset"]}

    def run(self) -> None:
        played, document, parameters = self._from_position() if self.preset is None else self._by_preset(self.preset)
        self.write(document, parameters | {"outcome": played.outcome})
        self.draw(played)

    def _from_position(self) -> tuple[Any, Document, dict[str, object]]:
        opt.refuse(
            self.matrix is None and re.search("[TJQKA]", self.start or "", re.IGNORECASE) is not None,
            f"POSITION {shown(self.start)} holds cards of the full game: write --preset kids --deal, or other rules",
        )
        position, relation = self.position(self.start), self.relation
        if position is None:
            raise wg.ParameterError("POSITION is missing: name one, such as '41|32', or play a full game with --preset")
        chosen: dict[str, object] = {"order": self.order} if self.contest is None else {"chooser": self.contest}
        play: Any = wg.play if self.contest is None else wg.play_contest
        played = play(position, *chosen.values(), relation)
        of_deck = relation.parameters if relation else {}
        return played, played.document(), {"position": played.relation.text(position), **chosen, **of_deck}

    def _by_preset(self, preset: str) -> "tuple[FullGame, Document, dict[str, object]]":
        played, reading = self.play_full_game(preset, self.given)
        words = played.rules.describe(None if self.deal is None else [len(hand) for hand in played.deal])
        answer, *blocks = played.document(self.every).blocks
        deck = {"rules": str(played.rules), "deal": hands_text(played.deal)}
        chance = {"seed": self.seed, "game": self.game, "given": self.given or None}
        return played, Document.of(answer, Preformatted(words), reading, *blocks), {**deck, **chance}


class Neighbourhood(opt.Decks):
    """The neighbourhood of a position in a War graph."""

    range_: opt.OneDeck = opt.argument(None)
    around: str | None = None
    """Draw the neighbourhood of this position, such as '7123|456'; with --matrix you can name the cards."""
    radius: opt.Whole = 2
    """The number of arcs that a neighbourhood reaches."""
    title: opt.Title | None = None
    """The title of the picture or the page."""

    needs: ClassVar = {"--radius": ["--around"]}


class Explore(OneGame, Neighbourhood, section="Getting started"):
    """Write an interactive page of a War graph or a game.

    The page is one HTML file that works offline. It finds positions, shows how they end under every return order, and
    steps through their games. With --preset or --auction it plays a game card by card.

    $ wargraph explore 5 -o war.html
    $ wargraph explore --preset kids --seed 3 -o game.html
    """

    view: Annotated[str, opt.one_of(PAGE_VIEWS)] = "auto"
    """The view of the graph. auto: the whole graph up to 2,520 positions, otherwise cycles and condensation."""
    auction: str | None = None
    """Show a game of WAR with Auction Rounds between these players, such as SimpleMinded2+2xDummy."""
    output: Annotated[Path, opt.read_by("wargraph.explorer.page:check_page_path", name=opt.OUTPUT)]
    """Write to this .html file."""

    excludes: ClassVar = {"--preset": ["--auction", *_OF_GRAPHS], "--auction": _OF_GRAPHS}
    needs: ClassVar = dict.fromkeys(("--seed", "--game"), ("--preset", "--auction"))

    def run(self) -> None:
        reading = None
        if self.preset is not None:
            played, reading = self.play_full_game(self.preset)
            page = wg.explorer_page(played)
        elif self.auction is not None:
            page = wg.explorer_page(wg.play_auction(self.auction, self.seed, self.game))
        else:
            page = wg.explorer_page(self.decks[0], self.view, self.position(self.around), self.radius)
        if self.title is not None:
            page = replace(page, title=self.title)
        page.save(self.output)
        print("\n".join(filter(None, [f"{self.output}: {page.title}", reading])))


class Render(Neighbourhood, section="Pictures and files"):
    """Draw a War graph or a part of it, or a relation, as SVG, PDF or PNG.

    $ wargraph render 4 -o war.svg
    $ wargraph render 5 --size 1920x1080 -o wall.png
    """

    view: Annotated[str, opt.one_of((*PictureView, "table"))] = "auto"
    """The view of the graph. auto: the whole graph up to 400 positions, otherwise its condensation; with --size, rings
    without terminals instead of the whole graph where labels would be small; with --matrix of more than 5 cards, the
    relation. rings: all positions in rings round a centre, a picture for the wall. relation: with --matrix, which cards
    beat which. table: the same as a table of colours with the scores at the side, also the view of more than 20 cards.
    """
    order: opt.AnyOrder = ReturnOrder.FREE
    hide_terminals: bool = False
    """Leave out the positions in which the game is over."""
    size: str | None = None
    """Fill a page: A4, A3, A2, A1, A0, letter, tabloid, or pixels such as 1920x1080."""
    dpi: Annotated[opt.Whole | None, Parameter(validator=Number(gte=10, lte=1200))] = None
    """Dots per inch of a PNG. By default 96 on a page in pixels, and otherwise 150."""
    output: Annotated[Path, opt.read_by(check_picture_path, name=opt.OUTPUT)]
    """Write to this file; its ending chooses the format."""

    excludes: ClassVar = {"--view table": ["--order", "--around", "--radius", "--hide-terminals"]}
    needs: ClassVar = {"--view table": ["--matrix"]}

    def run(self) -> None:
        is_png = self.output.suffix.lower() == ".png"
        opt.refuse(self.dpi is not None and not is_png, "--dpi is for a .png file: leave it out, or name one with -o")
        from wargraph.drawing.relation import MOST_CARDS  # imported late: other commands do not draw

        is_large = self.relation is not None and self.relation.n > MOST_CARDS
        is_of_graph = self.around is not None or self.hide_terminals or self.order is not ReturnOrder.FREE
        if self.view == "table" or (self.view == "auto" and is_large and not is_of_graph):
            drawing: Any = wg.plot(wg.relation_structure(self.relation), self.title)
            drawing = drawing if self.size is None else drawing.on_page(self.size)
        else:
            looks = (self.position(self.around), self.radius, self.title, self.hide_terminals, self.size)
            drawing = wg.picture(self.decks[0], self.view, self.order, *looks)
        print(f"{drawing.save(self.output, self.dpi)}: {drawing.title}")


class Export(opt.Decks, section="Pictures and files"):
    """Write a War graph, or a relation, for other programs.

    The formats are .graphml, .gexf, .json (node-link), .dot, .nodes.csv (positions) and .edges.csv (arcs); with
    --relation they are .csv, .tsv, .json, .links.json (as D3 has them), .dot, .graphml, .gml, .net, .mtx and .d6.

    $ wargraph export 4 -o war.graphml
    $ wargraph export --matrix paley:7 --relation -o paley.csv
    """

    range_: opt.OneDeck = opt.argument(None)
    relation_: bool = False
    """Write the relation that --matrix names, instead of its War graph."""
    output: Annotated[Path, Parameter(name=opt.OUTPUT)]
    """Write to this file; its ending chooses the format."""

    needs: ClassVar = {"--relation": ["--matrix"]}

    def run(self) -> None:
        if self.relation_ and self.relation is not None:
            print(f"{self.relation.save(self.output)}: {self.relation.display}")
            return
        with opt.working("the War graph"):
            graph = wg.WarGraph(self.decks[0])
            path = wg.export(graph, self.output)
        print(f"{path}: {len(graph):,} positions, {graph.arcs:,} arcs")
