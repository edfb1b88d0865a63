"""All relations at once: the longest finite game that any of them has.

It is counted by transcript classes in which comparisons have no consequences. Cards are labels here too, named by their
place in the finished hand. That one beats another only says that the other does not beat it: a *tournament class*
stands for the positions of all tournaments in which the pairs that met are decided so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, repeat
from math import comb
from typing import ClassVar

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.results import Longest
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.forecast import check_tournament_size
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.report.humanize import counted
from wargraph.report.result import Row


@dataclass(frozen=True)
class LongestOfAnyRelation(Longest):
    """The longest finite game of all tournaments on n cards under a fixed return order.

    Attributes
    ----------
    n, order, deals
        The question.
    relation : Relation
        A tournament that has a game of this length.
    turns : int
        The length of the longest finite game, in turns.
    positions : int
        Number of pairs of a tournament and a position whose game lasts that long, up to isomorphism.
    example : Position
        One of these positions, for `relation`. The winner's hand in the end is 1, 2, ..., n, top card first.
    """

    @property
    def _cards(self) -> str:
        return f"any relation on {counted(self.n, 'card')}"

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example, matrix``, whose text `Relation.of` reads."""
        (row,) = super().rows()
        return [{**row, "matrix": self.relation.one_line}]


@checkpointed
def longest_of_any_relation(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> LongestOfAnyRelation:
    """Find the longest finite game of all tournaments on n cards, with a tournament and a position that attain it.

    The program does not try the tournaments one by one: docs/transcripts.md explains the tree that it walks instead.

    Parameters
    ----------
    n : int
        Number of cards, at most 16.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint.

    Returns
    -------
    LongestOfAnyRelation
        The length of the game, with the tournament and the position.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with the longest game so far.

    See Also
    --------
    census

    Examples
    --------
    >>> result = longest_of_any_relation(6, "LW")
    >>> result.turns, result.positions, str(result.example)
    (53, 6, '5|26431')
    >>> result.relation.one_line
    '000100/101101/100001/001010/111000/100110'
    >>> print(result.verify())
    5|26431 under LW: Left wins after 53 turns
    """
    n, order, deals = check_tournament_size(n), ReturnOrder.fixed(order), Deals(deals)
    engine = _TournamentEngine(n, order, deals)
    deepest, starts = engine.deepest(run_options)
    start, relation = engine.start(deepest), _relation(deepest)
    return LongestOfAnyRelation(n, order, deals, relation, deepest.turns, starts, start)


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


class _TournamentEngine(TranscriptEngine):
    """The starts of all tournaments on n cards."""

    kind = TournamentClass

    def __str__(self) -> str:
        return f"any relation of {self.n} cards, {self.order}, {self.deals} deals"

    @property
    def weights(self) -> dict[int, int]:
        # As the players can be exchanged, the positions that Right wins are as many as those that Left wins.
        return dict.fromkeys(range(1, self.n + 1), 2) if self.deals is Deals.ANY else super().weights

    def start(self, known: TranscriptClass) -> Position:
        return known.example() if self.deals is Deals.ANY else super().start(known)

    def start_text(self, known: TranscriptClass) -> str:
        return f"{self.start(known)} by the matrix {_relation(known).one_line}"


def _relation(known: TranscriptClass) -> Relation:
    """One of the tournaments of a class: of two cards that never met the lower one beats the other."""
    n, met = len(known.below), known.comparisons
    decided = met | {(low, high) for low, high in combinations(range(n), 2) if (high, low) not in met}
    return Relation([[int((row, column) in decided) for column in range(n)] for row in range(n)])
