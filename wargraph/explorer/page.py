"""The explorer page: the data of a War graph or a game, with the style and the script that show it, in one file."""

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
from wargraph.errors import ParameterError, shown
from wargraph.explorer.atlas import atlas
from wargraph.explorer.film import film
from wargraph.explorer.scene import Data
from wargraph.full_game.game import FullGame
from wargraph.graph.war_graph import Deck, as_graph
from wargraph.report.files import check_ending, write_file

PAGE_ENDINGS = (".html", ".htm")

_SCRIPTS = ("cards.js", "film.js", "graph.js", "atlas.js", "explorer.js")
"""The parts of the script, each of which uses the parts before it."""


@dataclass(frozen=True)
class ExplorerPage:
    """A page for the browser in one file, which works offline and loads nothing.

    Attributes
    ----------
    title : str
        The title of the page.
    data : dict
        The data that the page shows, ready for JSON.

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
        """The HTML of the page, as a string."""
        style, script = _source("explorer.css"), "".join(map(_source, _SCRIPTS))
        # The page may use only this style and this script, and load nothing, whatever the names of the cards hold.
        policy = (
            f"default-src 'none'; style-src '{_fingerprint(style)}'; script-src '{_fingerprint(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        data = json.dumps(self.data, separators=(",", ":")).replace("<", "\\u003c")  # or </script> could end it
        return Template(_source("page.html")).substitute(
            title=escape(self.title), policy=policy, style=style, data=data, script=script
        )

    def save(self, path: str | Path) -> Path:
        """Write the page to a file.

        Parameters
        ----------
        path : str or Path
            The file; its name ends in ``.html`` or ``.htm``.

        Returns
        -------
        Path
            The path of the file.

        Raises
        ------
        OutputError
            If the name has a different ending, or the file cannot be written. No partly written file is left.
        """
        return write_file(check_page_path(path), self.html())


def explorer_page(
    graph: Deck, view: PictureView | str = PictureView.AUTO, around: Position | None = None, radius: int = 2
) -> ExplorerPage:
    """An interactive page that shows a War graph and steps through its games.

    Parameters
    ----------
    graph : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    view : PictureView or str
        The part of the graph to draw under each return order, as for `picture`. By default ``auto``: the neighbourhood
        of `around` if it is given; otherwise the whole graph up to 2,520 positions; for larger graphs the cycles under
        WL and LW, and the condensation for free order.
    around : Position, optional
        The centre of the neighbourhood, and the position that the page opens with.
    radius : int
        The number of arcs that the neighbourhood reaches in either direction.

    Returns
    -------
    ExplorerPage
        The page; its method `ExplorerPage.save` writes it to a file.

    Raises
    ------
    ParameterError
        If the view is unknown, cannot be shown on a page, or does not go with `around`.
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

    Parameters
    ----------
    game : FullGame or AuctionGame
        The game, as `play_full_game` or `play_auction` returns it.

    Returns
    -------
    ExplorerPage
        The page; its method `ExplorerPage.save` writes it to a file.

    Raises
    ------
    ParameterError
        If `game` is not such a game.
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
    title = (
        f"A game of War: {game.rules.display}"
        if isinstance(game, FullGame)
        else f"WAR with Auction Rounds: {game.line_up}"
    )
    return ExplorerPage(title, {"film": film(game)})


def check_page_path(path: str | Path) -> Path:
    """Check the path of a page before it is written; raise an `OutputError` if it cannot be written."""
    return check_ending(path, "page", PAGE_ENDINGS)


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _fingerprint(text: str) -> str:
    """The hash by which a browser recognises an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
