"""A line of play: a game with cards that are not dealt yet, up to a comparison."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from wargraph.full_game.choices import CardOrder
from wargraph.full_game.hand_sizes import Sizes
from wargraph.full_game.rounds import Play
from wargraph.partial_orders.known_ranks import KnownRanks


class Loose(NamedTuple):
    """Cards of a hand or pile whose order is open.

    ``order`` is how the rules sort them, or random where a shuffle, number `event` of the game, may give any order.
    A pile that is turned over turns its shuffles over: their last card then comes first.
    """

    cards: tuple[int, ...]
    order: CardOrder
    event: int = -1
    is_turned: bool = False

    def turned(self) -> "Loose":
        """The same in a pile that is turned over."""
        if self.order is CardOrder.RANDOM:
            return self._replace(is_turned=not self.is_turned)
        ascending, descending = CardOrder.ASCENDING, CardOrder.DESCENDING
        return self._replace(order=descending if self.order is ascending else ascending)


class Tossed(NamedTuple):
    """Cards in one of two orders, as a coin, event number `event` of the game, may fall."""

    orders: tuple[tuple[int, ...], tuple[int, ...]]
    event: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, in one of the orders."""
        return self.orders[0]

    def turned(self) -> "Tossed":
        """The same in a pile that is turned over."""
        return self._replace(orders=(self.orders[0][::-1], self.orders[1][::-1]))


Item = int | Loose | Tossed
Items = tuple[Item, ...]


class Event(NamedTuple):
    """What a shuffle, or a coin, is known to have given: the cards drawn from the top and from the bottom so far."""

    cards: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    coin: int | None = None

    def given(self) -> tuple[int, ...]:
        """All that it gave, where what is not known is filled in: the cards from the top, or the number of the coin."""
        if self.coin is not None:
            return (self.coin,)
        drawn = {*self.top, *self.bottom}
        return (*self.top, *(card for card in self.cards if card not in drawn), *reversed(self.bottom))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: a game up to a comparison, with cards, numbered by where they were dealt, of unknown ranks.

    Hands and piles are as in the full game, with what is loose in them. ``fresh`` counts the cards of each hand that
    were not drawn yet, and ``pairs`` those that ties of such cards have left in the deck. ``spent`` are rounds, and
    wars too if they count. ``plays`` and ``compared`` are those of the round so far, and ``events`` what chance gave.
    """

    hands: tuple[Items, ...]
    piles: tuple[Items, ...]
    sizes: Sizes
    fresh: Sizes
    pairs: int
    known: KnownRanks
    spent: int = 0
    rounds: int = 0
    plays: tuple[Play, ...] = ()
    compared: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    is_over: bool = False

    def with_event(self, number: int, event: Event) -> "Line":
        """The same where more is known of what chance gave."""
        return replace(self, events=(*self.events[:number], event, *self.events[number + 1 :]))
