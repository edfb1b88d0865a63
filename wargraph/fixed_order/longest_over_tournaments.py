"""All relations at once: the longest finite game that any of them has."""

from dataclasses import dataclass

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.effort import Effort
from wargraph.core.position import Deals
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.lengths import Longest, longest_answer
from wargraph.fixed_order.transcripts.tournaments import check_tournament_size, longest_of_tournaments
from wargraph.report.result import Row


@dataclass(frozen=True)
class LongestOfAnyRelation(Longest):
    """The longest finite game of all tournaments on n cards under a fixed return order.

    Attributes
    ----------
    n, order, deals, turns
        As for `Longest`.
    positions
        How many positions of how many tournaments last that long, up to renaming the cards.
    example, relation
        One of them, and who beats whom there. The winner's hand in the end is 1, 2, ..., n, top card first.

    See Also
    --------
    longest_of_any_relation, Longest
    """

    def _answer(self) -> str:
        return longest_answer([self], of_any=True)

    def rows(self) -> list[Row]:
        """One row ``n, order, deals, turns, positions, example, matrix``, whose text `Relation.of` reads."""
        (row,) = super().rows()
        return [{**row, "matrix": self.relation.one_line}]


@checkpointed
def longest_of_any_relation(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "any", effort: Effort | None = None
) -> LongestOfAnyRelation:
    """The longest finite game that any tournament on n cards has, with a tournament and a position that attain it.

    They are not tried one by one: docs/transcripts.md explains the tree that is walked instead.

    Parameters
    ----------
    n
        Number of cards, at most 16.
    order, deals, effort
        As for `longest`.

    Raises
    ------
    TooLongError
        If the forecast exceeds the hours of `effort`.
    Interrupted
        On Ctrl-C, with the longest game so far.

    See Also
    --------
    LongestOfAnyRelation, longest, census

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
    found = longest_of_tournaments(n, order, deals, effort)
    return LongestOfAnyRelation(n, order, deals, found.turns, found.starts, found.start, found.relation)
