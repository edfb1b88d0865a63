"""The explorer page: what is known of a War graph or a game, and the style and script that show it, in one file."""

import json
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from wargraph.auction.game import AuctionGame
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder
from wargraph.drawing.picture import PictureView
from wargraph.drawing.views import graph_title
from wargraph.errors import OutputError, ParameterError, shown
from wargraph.explorer.atlas import atlas
from wargraph.explorer.film import film
from wargraph.explorer.scene import Data
from wargraph.full_game.game import FullGame
from wargraph.graph.war_graph import Deck, as_graph
from wargraph.report.files import as_path, check_output, write_file

PAGE_ENDINGS = (".html", ".htm")

_SCRIPTS = ("cards.js", "film.js", "graph.js", "atlas.js", "explorer.js")
"""The parts of the page's one module; each uses what those before it define."""


@dataclass(frozen=True)
class ExplorerPage:
    """A page for the browser, complete in one file: it loads nothing, and works offline.

    Attributes
    ----------
    title
        What it shows, in a line.
    data
        What it knows, as JSON takes it.

    Examples
    --------
    >>> page = explorer_page(3)
    >>> page.title, page.data["atlas"]["positions"][:2]
    ('War graph of the deck 1..3', ['13|2', '3|21'])
    >>> "</html>" in page.html()
    True
    """

    title: str
    data: Data = field(repr=False)

    def html(self) -> str:
        """The page as text."""
        style, script = _source("explorer.css"), "".join(map(_source, _SCRIPTS))
        # Nothing but this style and this script may run, and nothing may be loaded, whatever the cards are called.
        policy = (
            f"default-src 'none'; style-src '{_fingerprint(style)}'; script-src '{_fingerprint(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        data = json.dumps(self.data, separators=(",", ":")).replace("<", "\\u003c")  # or </script> could end it
        return Template(_source("page.html")).substitute(
            title=escape(self.title), policy=policy, style=style, data=data, script=script
        )

    def save(self, path: str | Path) -> Path:
        """Write the page to a file that ends in ``.html``.

        Raises
        ------
        OutputError
            If the ending is another one, or the file cannot be written; nothing half-written is left.
        """
        return write_file(check_page_path(path), self.html())


def explorer_page(
    graph: Deck, view: PictureView | str = PictureView.AUTO, around: Position | None = None, radius: int = 2
) -> ExplorerPage:
    """A page in which a War graph can be looked at from all sides, and its games stepped through.

    Parameters
    ----------
    graph
        A War graph, or what makes one: a number of cards, or what `Relation.of` takes.
    view
        What is drawn, as for `picture`, under each return order. ``auto``: the neighbourhood where `around` is given,
        else the whole graph up to 2,520 positions, else the cycles of WL and LW, and the condensation for free order.
    around
        The centre of a neighbourhood, and the position that the page opens with.
    radius
        How many arcs a neighbourhood reaches, in either direction.

    Raises
    ------
    TooLargeError
        If the page would show too many positions.

    Examples
    --------
    >>> explorer_page("rock-paper-scissors")
    ExplorerPage(title='War graph of rock-paper-scissors')
    """
    view, graph = PictureView(view), as_graph(graph)
    return ExplorerPage(graph_title(graph, ReturnOrder.FREE), {"atlas": atlas(graph, view, around, radius)})


def film_page(game: FullGame | AuctionGame) -> ExplorerPage:
    """A page that plays a full game, or a game of WAR with Auction Rounds, card by card.

    Raises
    ------
    ParameterError
        If it is no such game.
    TooLargeError
        If the game has more than 10,000 rounds.

    See Also
    --------
    play_auction

    Examples
    --------
    >>> from wargraph import play_full_game
    >>> film_page(play_full_game("bryer", seed=1))
    ExplorerPage(title='A game of War: bryer')
    """
    if not isinstance(game, FullGame | AuctionGame):
        raise ParameterError(f"{shown(game)} is no game: play_full_game() and play_auction() play one")
    title = f"A game of War: {game.rules}" if isinstance(game, FullGame) else f"WAR with Auction Rounds: {game.line_up}"
    return ExplorerPage(title, {"film": film(game)})


def check_page_path(path: str | Path) -> Path:
    """The path of a page that is to be written, or an `OutputError` that says why it cannot be."""
    path = as_path(path)
    if path.suffix.lower() not in PAGE_ENDINGS:
        raise OutputError(f"page {str(path)!r} has an unknown ending: use {' or '.join(PAGE_ENDINGS)}")
    return check_output(path)


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _fingerprint(text: str) -> str:
    """By which a browser recognises an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
