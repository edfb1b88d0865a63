"""The largest distance to the end: the longest a game takes if both players help to end it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.question import StartsResult
from wargraph.core.rules import Game
from wargraph.errors import NoGameEndsError
from wargraph.graph.attractors.attractor import Attractor
from wargraph.graph.attractors.retrograde import attractor
from wargraph.graph.war_graph import Deck, as_deck
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Row, row_of

_SHOWN_LAYERS = 10


@dataclass(frozen=True)
class Farthest(StartsResult):
    """The longest a game takes if both players help to end it.

    Attributes
    ----------
    examples : tuple of Position
        The first starting positions at the largest distance, ten at most, in the order of a War graph.
    games : tuple of Game
        A shortest game from each of the examples.
    layers : tuple of int
        Number of starting positions by their distance to the end, from 0 to `turns`.
    cannot_end : int
        Number of starting positions from which no end can be reached. On the standard deck there is none, which
        Lakshtanov and Roshchina (2011) proved; every search here confirms it.
    """

    examples: tuple[Position, ...]
    games: tuple[Game, ...] = field(repr=False)
    layers: tuple[int, ...]
    cannot_end: int

    @property
    def turns(self) -> int:
        """The largest distance of a starting position to the end, in turns, among those that can reach an end."""
        return len(self.layers) - 1

    @property
    def positions(self) -> int:
        """Number of starting positions at that distance."""
        return self.layers[-1]

    @property
    def example(self) -> Position:
        """The first of the examples."""
        return self.examples[0]

    @property
    def starts(self) -> int:
        """Number of starting positions."""
        return sum(self.layers) + self.cannot_end

    def rows(self) -> list[Row]:
        """Return the result as one row ``n, deals, turns, positions, example``."""
        return [row_of(self, "n", "deals", "turns", "positions", example=self.relation.text(self.example))]

    def layer_rows(self) -> list[Row]:
        """Count the starting positions at each distance: rows ``n, deals, turns, positions``."""
        layers = enumerate(self.layers)
        return [row_of(self, "n", "deals", turns=turns, positions=size) for turns, size in layers if size]

    def game_rows(self) -> list[Row]:
        """Return a shortest game from each example, position by position: rows ``n, deals, game, turn, position``."""
        return [
            row_of(self, "n", "deals", game=number, turn=row["turn"], position=row["position"])
            for number, game in enumerate(self.games, start=1)
            for row in game.rows()
        ]

    def _answer(self) -> str:
        as_far = "it is the only one" if self.positions == 1 else f"{self.positions:,} are that far"
        answer = (
            f"If both players help, the {self._start} of {self.relation.display} that is farthest from the end takes "
            f"{counted(self.turns, 'turn')}; {as_far}."
        )
        if self.cannot_end:
            starts = counted(self.starts, self._start)
            return f"{answer} From {self.cannot_end:,} of the {starts} no end can be reached."
        each = f"each of the {self.starts:,} {self._start}s" if self.starts > 1 else f"every {self._start}"
        return f"{answer} From {each} an end can be reached."

    def _body(self) -> list[Part]:
        games = self.game_rows()
        which = "" if self.positions == 1 else f", the first of {self.positions:,} that are as far"
        first = [row for row in games if row["game"] == 1]
        return [
            Table("rows", self.rows()),
            layer_table(self.layer_rows(), "Positions by their fewest turns to the end"),
            Table("games", games, f"A shortest game from the farthest position{which}", excerpt=first),
        ]


def layer_table(rows: list[Row], heading: str) -> Table:
    """Return the table of layers, of which people see the nearest and the farthest."""
    if len(rows) <= 3 * _SHOWN_LAYERS:
        return Table("layers", rows, heading)
    shown = [*rows[:_SHOWN_LAYERS], *rows[-_SHOWN_LAYERS:]]
    return Table("layers", rows, f"{heading}: the first and the last {_SHOWN_LAYERS}", excerpt=shown)


@checkpointed(deck=as_deck, deals=Deals)
def farthest(deck: Deck, deals: Deals | str = "all", run_options: RunOptions | None = None) -> Farthest:
    """Find the largest distance from a starting position to the end under free order.

    The distance is the smallest number of turns to the end if both players help. In terms of graph theory the result is
    the eccentricity of the set of terminal positions. On the standard deck, and if exactly one of any two cards beats
    the other, the search goes back from all ends and keeps two or three bits for each position; a checkpoint keeps its
    work units. Otherwise, on up to 6 cards, and in a given `WarGraph`, it searches the arrays of the graph. Deals from
    which no game can end raise a `NoGameEndsError`.

    >>> result = farthest(4)
    >>> result.turns, result.layers
    (6, (24, 12, 6, 8, 4, 4, 2))
    >>> print(farthest(7, "balanced").games[0])
    7524|361 under free order: ends after 13 turns at the earliest
    """
    [found] = farthest_each(deck, [Deals(deals)], run_options)
    return found


def farthest_each(deck: Deck, deals: Sequence[Deals], run_options: RunOptions | None = None) -> list[Farthest]:
    """Find the largest distances from several kinds of deals by one search."""
    search = attractor(deck, run_options=run_options)
    return [farthest_of(search, each) for each in deals]


def farthest_of(search: Attractor, deals: Deals) -> Farthest:
    """Find the starting positions from which the end takes the most turns, in a search from all ends."""
    if not (sizes := tuple(search.sizes(deals))):
        name = search.relation.name
        raise NoGameEndsError(
            f"no game from {deals.meaning} of {name} can end, even under free order: ask for all starting positions"
        )
    examples = search.farthest(deals)
    games = tuple(search.game(position, len(sizes) - 1) for position in examples)
    return Farthest(search.relation, deals, examples, games, sizes, search.starts(deals) - sum(sizes))
