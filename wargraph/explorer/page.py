"""The explorer page: the data of a War graph or a game, with the style and the script that show it, in one file."""

import json
from base64 import b64encode
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from wargraph.core.position import Position
from wargraph.drawing.part import graph_title
from wargraph.drawing.picture import PictureView
from wargraph.explorer.game_data import AnyGame, game_data
from wargraph.explorer.graph_data import graph_data
from wargraph.explorer.svg import Data
from wargraph.graph.structure.components import SEARCH
from wargraph.graph.war_graph import Deck, as_graph
from wargraph.report.files import check_ending, write_file

check_page_path = partial(check_ending, kind="page", endings=(".html", ".htm"))
"""Check the path of a page before it is written; raise an `OutputError` if it cannot be written."""

_SCRIPTS = ("cards.js", "game.js", "graph.js", "positions.js", "explorer.js")
"""The parts of the script, each of which uses the parts before it."""


@dataclass(frozen=True)
class ExplorerPage:
    """A page for the browser in one file, which works offline and loads nothing: its title, and its data for JSON.

    >>> page = explorer_page(3)
    >>> page.title, page.data["graph"]["positions"][:2]
    ('War graph of the deck 1..3', ['13|2', '3|21'])
    >>> "</html>" in page.html()
    True
    """

    title: str
    data: Data = field(repr=False)

    def html(self) -> str:
        """Return the text of an HTML file, with its style and its scripts."""
        style, script = _source("explorer.css"), "".join(map(_source, _SCRIPTS))
        # The page may use only this style and this script, and load nothing, whatever the names of the cards hold.
        policy = (
            f"default-src 'none'; style-src '{_fingerprint(style)}'; script-src '{_fingerprint(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        data = json.dumps(self.data, separators=(",", ":"))
        data = data.replace("</", "<\\/").replace("<!", "\\u003c!")  # or a name such as </script> could end it
        return Template(_source("page.html")).substitute(
            title=escape(self.title), policy=policy, style=style, data=data, script=script
        )

    def _repr_html_(self) -> str:
        """Show the page in a frame of the notebook."""
        frame = 'style="width: 100%; height: 40rem; border: none"'
        return f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html())}" {frame}></iframe>'

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, whose name ends in ``.html`` or ``.htm``."""
        return write_file(check_page_path(path), self.html())


def explorer_page(
    shown: Deck | AnyGame,
    view: PictureView | str = PictureView.AUTO,
    around: Position | None = None,
    radius: int = 2,
) -> ExplorerPage:
    """Make an interactive page that shows a War graph and plays its games, or that plays one game card by card.

    It refuses a page of too many positions, and a game of more than 10,000 rounds.

    Parameters
    ----------
    shown
        A War graph or a deck. Or a game, as `play_full_game`, `play_auction`, `play` or `play_contest` returns it.
    view
        The part of a War graph to draw under each return order, as for `picture`. Here ``auto`` is the whole graph up
        to 2,520 positions.
    around
        The centre of the neighbourhood, and the position that the page opens with.
    radius
        The number of arcs that the neighbourhood reaches in either direction.

    Examples
    --------
    >>> explorer_page("rock-paper-scissors")
    ExplorerPage(title='War graph of rock-paper-scissors')
    >>> from wargraph import play_full_game
    >>> explorer_page(play_full_game("bryer", seed=1))
    ExplorerPage(title='A game of War: bryer')
    """
    if isinstance(shown, AnyGame):
        data = game_data(shown)
        return ExplorerPage(data["title"], {"game": data})
    # A page of a whole large graph shows its components: whether there is memory for them is asked before all else.
    view, graph = PictureView(view), as_graph(shown) if around else as_graph(shown, SEARCH)
    return ExplorerPage(graph_title(graph), {"graph": graph_data(graph, view, around, radius)})


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _fingerprint(text: str) -> str:
    """Return the hash by which a browser recognises an inline style or script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
