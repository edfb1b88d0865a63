"""All relations at once: the longest finite game that any of them has.

It is counted by transcript classes in which comparisons have no consequences. Cards are labels here too, named by their
place in the finished hand. That one beats another only says that the other does not beat it: a *tournament class*
stands for the positions of all tournaments in which the pairs that met are decided so.
"""

from dataclasses import dataclass
from itertools import combinations

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.results import Longest
from wargraph.fixed_order.transcripts.engine import TranscriptEngine, finished_tree
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size
from wargraph.fixed_order.transcripts.units import Subtrees
from wargraph.report.humanize import counted
from wargraph.report.result import Row

_MOST_CARDS = 16
"""With more, two limbs of 64 bits do not count the tournaments."""


@dataclass(frozen=True)
class LongestOverTournaments(Longest):
    """The longest finite game of all tournaments on n cards under a fixed return order.

    `relation` is a tournament that has a game of this length, and `example` the position there; the winner's hand in
    the end is 1, 2, ..., n, top card first. `positions` counts the pairs of a tournament and a position whose game
    lasts that long, up to isomorphism.
    """

    @property
    def _cards(self) -> str:
        return f"all tournaments on {counted(self.n, 'card')}"

    def rows(self) -> list[Row]:
        """Return one row ``n, order, deals, turns, positions, example, matrix``, whose text `Relation.of` reads."""
        (row,) = super().rows()
        return [{**row, "matrix": self.relation.one_line}]


@checkpointed(order=ReturnOrder, deals=Deals)
def longest_over_tournaments(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> LongestOverTournaments:
    """Find the longest finite game of all tournaments on n cards, with a tournament and a position that attain it.

    The program does not try the tournaments one by one: docs/transcripts.md explains the tree that it walks instead.
    There are at most 16 cards; the other parameters are those of `lengths`.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    See Also
    --------
    census

    Examples
    --------
    >>> result = longest_over_tournaments(6, "LW")
    >>> result.turns, result.positions, str(result.example)
    (53, 6, '5|26431')
    >>> result.relation.one_line
    '000100/101101/100001/001010/111000/100110'
    >>> print(result.verify())
    5|26431 under LW: Left wins after 53 turns
    """
    n = check_size(n)
    if n > _MOST_CARDS:
        raise ParameterError(
            f"n = {n} is too large to ask about all relations at once: use at most {_MOST_CARDS} cards"
        )
    engine = _TournamentEngine(n, order := ReturnOrder.fixed(order), deals := Deals(deals))
    by_turns, deepest = engine.walked(run_options, only_longest=True)
    turns = deepest.turns
    return LongestOverTournaments(_relation(deepest), deals, order, turns, by_turns[turns], engine.start(deepest))


class _TournamentEngine(TranscriptEngine):
    """The starts of all tournaments on n cards."""

    def __str__(self) -> str:
        return f"all tournaments on {self.n} cards, {self.order}, {self.deals.meaning}"

    @property
    def tree(self) -> Subtrees:
        return finished_tree(self.n, self.order, self.weights, is_transitive=False)

    @property
    def weights(self) -> dict[int, int]:
        # As the players can be exchanged, the positions that Right wins are as many as those that Left wins.
        return dict.fromkeys(range(1, self.n + 1), 2) if self.deals is Deals.ALL else super().weights

    def start(self, known: TranscriptClass) -> Position:
        return known.example() if self.deals is Deals.ALL else super().start(known)

    def start_text(self, known: TranscriptClass) -> str:
        return f"{self.start(known)} by the matrix {_relation(known).one_line}"


def _relation(known: TranscriptClass) -> Relation:
    """Return one of the tournaments of a class: of two cards that never met the lower one beats the other."""
    n, met = len(known.below), known.comparisons
    decided = met | {(low, high) for low, high in combinations(range(n), 2) if (high, low) not in met}
    return Relation([[int((row, column) in decided) for column in range(n)] for row in range(n)])
