"""All relations at once: transcript classes in which comparisons have no consequences.

Cards are labels here too, named by their place in the finished hand. That one beats another only says that the other
does not beat it: a *tournament class* stands for the positions of all tournaments in which the pairs that met are
decided so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, repeat
from math import comb
from typing import ClassVar

from wargraph.campaign.effort import Effort
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.transcripts.starts import as_start, deepest_starts, start_weights
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size
from wargraph.fixed_order.transcripts.tree import deepest_walk, refuse_hopeless

_MOST_CARDS = 16
"""The tournaments on more cards are too many for two limbs of 64 bits."""


@dataclass(frozen=True, slots=True)
class TournamentClass(TranscriptClass):
    """The positions of all tournaments whose game runs as one transcript says.

    Attributes
    ----------
    order, left, right, winners
        As for a `TranscriptClass`.
    below
        For each label those that it is known to beat, and itself, as bits.

    Examples
    --------
    Of the three pairs of three cards two have met before the end, so there are two such tournaments:

    >>> finished = TournamentClass.finished(3, "WL")
    >>> (before,) = finished.parents()
    >>> (earlier,) = before.parents()
    >>> earlier.winners, sorted(earlier.comparisons), earlier.positions
    ('LL', [(1, 0), (1, 2)], 2)
    >>> print(earlier.example())
    2|13
    """

    is_transitive: ClassVar[bool] = False
    tag: ClassVar[str] = "tournament"
    largest_never_hopeless: ClassVar[int] = 10

    @property
    def positions(self) -> int:
        """How many positions the class stands for: one for each tournament in which the pairs that met are so."""
        n = len(self.below)
        return 1 << comb(n, 2) - len(self.comparisons)

    def all_positions(self) -> Iterator[Position]:
        """The one position, with a card one higher than its label, for each tournament."""
        hands = ([label + 1 for label in hand] for hand in (self.left, self.right))
        return repeat(Position(*hands), self.positions)

    def _below_after(self, won: int, lost: int) -> tuple[int, ...]:
        return tuple(row | 1 << lost if label == won else row for label, row in enumerate(self.below))


@dataclass(frozen=True)
class TournamentGame:
    """A longest game of all tournaments on so many cards.

    Attributes
    ----------
    turns
        Its length.
    starts
        How many starts of how many tournaments have such a game, up to renaming the cards.
    start, relation
        One of them.
    """

    turns: int
    starts: int
    start: Position
    relation: Relation


def longest_of_tournaments(n: int, order: ReturnOrder, deals: Deals, effort: Effort | None) -> TournamentGame:
    """The longest finite game of all tournaments."""
    # As the players can be exchanged, the positions that Right wins are as many as those that Left wins.
    weights = dict.fromkeys(range(1, n + 1), 2) if deals is Deals.ANY else start_weights(n, deals)

    def start(deepest: TranscriptClass) -> Position:
        return deepest.example() if deals is Deals.ANY else as_start(deepest.example(), deals)

    def told(deepest: TranscriptClass) -> str:
        return f"{start(deepest)} by the matrix {_relation(deepest).one_line}"

    refuse_hopeless(n, order, effort, TournamentClass)
    walk = deepest_walk(n, order, list(weights), TournamentClass)
    asked = f"any relation of {n} cards, {order}, {deals} deals"
    deepest, starts = deepest_starts(walk, weights, asked, told, effort)
    return TournamentGame(deepest.turns, starts, start(deepest), _relation(deepest))


def check_tournament_size(n: object) -> int:
    """`n` as a number of cards all of whose tournaments can be asked about, or a `ParameterError`."""
    size = check_size(n)
    if size > _MOST_CARDS:
        raise ParameterError(
            f"n = {size} is too large to ask about all relations at once: use at most {_MOST_CARDS} cards"
        )
    return size


def _relation(known: TranscriptClass) -> Relation:
    """One of the tournaments of a class: of two cards that never met the lower one beats the other."""
    n, met = len(known.below), known.comparisons
    decided = met | {(low, high) for low, high in combinations(range(n), 2) if (high, low) not in met}
    return Relation([[int((row, column) in decided) for column in range(n)] for row in range(n)])
