"""The strength of cards: how often the player who was dealt a card wins the decided games, exact or from a sample."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from wargraph.core.relation import Relation
from wargraph.graph.outcomes.winners import Winners
from wargraph.report.estimates import Share
from wargraph.report.humanize import some

Card = TypeVar("Card")

COIN = "coin"
"""The order that a coin chooses anew at every turn."""


@dataclass(frozen=True)
class Strength(Generic[Card]):
    """For each card the share of the decided games that its holder wins.

    Attributes
    ----------
    shares : dict of card to float
        The shares; none if no game is decided.
    games : int
        The number of decided games from which the shares are estimated; 0 if they are exact.
    """

    shares: Mapping[Card, float]
    games: int = 0

    def share(self, card: Card, intervals: int = 1) -> Share:
        """Return the share of a card as an estimate, with an interval that holds together with `intervals` others."""
        return Share.of(round(self.shares[card] * self.games), self.games, intervals)

    @property
    def extremes(self) -> tuple[list[Card], list[Card]] | None:
        """The strongest and the weakest cards; None if all are alike, or if the games do not tell them apart.

        >>> Strength({"a": 0.5, "b": 0.25, "c": 0.5}).extremes, Strength({"a": 0.5, "b": 0.5}).extremes
        ((['a', 'c'], ['b']), None)
        >>> Strength({"a": 0.51, "b": 0.49}, games=100).extremes
        """
        highest, lowest = self._ends
        usual = sum(self.shares.values()) / max(len(self.shares), 1)
        if highest == lowest or (self.games and all(share.low <= usual <= share.high for share in self._together)):
            return None
        best, worst = ([card for card, share in self.shares.items() if share == end] for end in (highest, lowest))
        return best, worst

    @property
    def _ends(self) -> tuple[float, float]:
        return max(self.shares.values(), default=0.0), min(self.shares.values(), default=0.0)

    @property
    def _together(self) -> list[Share]:
        """The shares, whose intervals all hold together."""
        return [self.share(card, len(self.shares)) for card in self.shares]

    def sentence(self: "Strength[int]", relation: Relation, order: str) -> str:
        """Say which cards of a relation are the strongest and the weakest under an order, if some are."""
        highest, lowest = self._ends
        if (extremes := self.extremes) is None:
            if not self.games:
                return f"{under(order)} the holder of each card wins {highest:.1%} of the decided balanced deals."
            span = f"{lowest:.1%} to {highest:.1%}"
            return f"{under(order)} the games show no card to be stronger than another: each holder wins {span}."
        together = self._together if self.games else []
        is_sure = sum(share.high >= max(share.low for share in together) for share in together) <= 1
        if extremes[0][1:]:
            are, win = f"cards {'are' if is_sure else 'seem to be'}", "holders win"
        else:
            are, win = f"card {'is' if is_sure else 'seems to be'}", "holder wins"
        best, worst = (some([*map(relation.name_of, cards)]) for cards in extremes)
        most, least = (self._in_words(cards[0]) for cards in extremes)
        return (
            f"{under(order)} the strongest {are} {best}, whose {win} {most} of the decided balanced deals, "
            f"and the weakest {worst}, {least}."
        )

    def _in_words(self, card: Card) -> str:
        return self.share(card).display if self.games else f"{self.shares[card]:.1%}"


def strength_of(winners: Winners) -> Strength[int]:
    """Return how often the holder of each card wins, exactly."""
    shares = {card: winners.holder_share(card) for card in range(1, winners.n + 1)}
    return Strength({card: share for card, share in shares.items() if share is not None})


def under(order: str | None) -> str:
    """Return the beginning of a sentence about the games under an order, or with a coin."""
    return "With a coin" if order == COIN else f"Under {order}"
