"""In which order the winner of a round puts the table under the own hand, as far as words of winners need to know."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from wargraph.core.rng import Chance
from wargraph.core.rules import FIXED_ORDERS, ReturnOrder
from wargraph.full_game.choices import Pile
from wargraph.full_game.rounds import Play, replaced
from wargraph.full_game.rule_set import RuleSet

Card = TypeVar("Card")


class TableOrder(NamedTuple):
    """How the winner of a round puts the cards on the table under the own hand.

    Attributes
    ----------
    order
        How the two cards of a pair lie; of a drawn pair the winner's own card counts as the winning one.
    is_last_first
        Where there was a draw, whether the last pair goes back first.
    is_sorted
        Where there was a draw, whether all cards are sorted, as those of a pair are: ``WL`` the highest first, ``LW``
        the lowest. Which card that is, winners and draws do not tell. So the cards of every draw are asked to lie
        sorted as it is, and words go round only where they can. Whether the last pair goes first or the first is
        another table, with other words; `of_rules` gives the former.

    See Also
    --------
    SuitedCycle

    Examples
    --------
    >>> TableOrder(ReturnOrder.LW).returned([("a", "A"), ("b", "B")])
    ['B', 'b', 'A', 'a']
    """

    order: ReturnOrder
    is_last_first: bool = True
    is_sorted: bool = False

    @classmethod
    def of_rules(cls, rules: RuleSet, with_draws: bool) -> "TableOrder | None":
        """The order that rules of the full game prescribe; None if winners and draws alone do not tell it.

        Parameters
        ----------
        rules
            What is played.
        with_draws
            Whether wars count too. If not, only rounds without one are looked at, and no rule of wars matters.

        Examples
        --------
        >>> natural = RuleSet.preset("delahaye-mathieu")
        >>> optimised = RuleSet.parse("delahaye-mathieu,replacement=descending")
        >>> print(TableOrder.of_rules(natural, with_draws=True))
        WL, last pair first
        >>> print(TableOrder.of_rules(optimised, with_draws=True))
        WL, last pair first, only where that is sorted
        """
        if rules.players != 2 or not rules.is_deterministic or set(rules.piles) != {Pile.UNDER}:
            return None
        if with_draws and rules.face_down:
            return None
        tables = [*_tables(with_draws)]
        orders = (
            cls(order, is_last_first, is_sorted)
            for is_sorted in (False, with_draws)
            for order in FIXED_ORDERS
            for is_last_first in (True, False)
        )
        return next((order for order in orders if all(order._is_of(rules, *table) for table in tables)), None)

    def _is_of(self, rules: RuleSet, plays: Sequence[Play], winner: int) -> bool:
        """Whether a table goes back so, or is none that words ask for."""
        returned = self.returned_plays(plays, winner)
        if not all(low <= high for low, high in self.asked(returned)):
            return True
        return replaced(rules.replacement.how, plays, range(len(plays)), winner, Chance()) == returned

    def undone(self, won: Sequence[Card]) -> list[tuple[Card, Card]]:
        """The pairs that go back so, those first that were laid first; the winner's own card stands first.

        >>> TableOrder(ReturnOrder.LW).undone(["B", "b", "A", "a"])
        [('a', 'A'), ('b', 'B')]
        """
        pairs = [self.order.undone((first, second)) for first, second in zip(won[::2], won[1::2], strict=True)]
        return pairs[::-1] if self.is_last_first else pairs

    def returned_plays(self, plays: Sequence[Play], winner: int) -> list[int]:
        """The cards of a round in the order in which they go under the hand of its winner."""
        return self.returned([(dict(play)[winner], dict(play)[1 - winner]) for play in plays])

    def asked(self, returned: Sequence[Card]) -> Iterator[tuple[Card, Card]]:
        """What is asked of the cards of a round with draws in the order in which they go back: what is no higher."""
        if self.is_sorted:
            for one, other in pairwise(returned):
                yield (other, one) if self.order is ReturnOrder.WL else (one, other)

    def returned(self, pairs: Sequence[tuple[Card, Card]]) -> list[Card]:
        """The cards in the order in which they go under the hand; in each pair the winner's own card stands first."""
        laid = reversed(pairs) if self.is_last_first else pairs
        return [card for own, other in laid for card in self.order.returned(own, other)]

    def __str__(self) -> str:
        pairs = f"{self.order}, {'last' if self.is_last_first else 'first'} pair first"
        return pairs + ", only where that is sorted" * self.is_sorted


def _tables(with_draws: bool) -> Iterator[tuple[list[Play], int]]:
    """Tables that tell the orders apart: up to one draw, below the deciding cards or above them, won by either."""
    for winner in range(2):
        deciding = ((0, 6 - winner), (1, 5 + winner))
        yield [deciding], winner
        if with_draws:
            for drawn in (1, 9):
                yield [((0, drawn), (1, drawn)), deciding], winner
