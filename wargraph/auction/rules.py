"""The rules of WAR with Auction Rounds, as the game and the strategies that look ahead apply them.

Rosenthal and Sattizahn invented this game. Every player starts with the same twelve cards, 2..13. In each round every
player who has cards chooses one, and all are shown at once. The highest card takes the cards on the table to its
owner's pile. If several players share the highest card, they go to war: a tied player with fewer than four cards in
hand lays all of them down and is out of the war; every other tied player lays three cards down and plays a fourth, and
again the highest card takes everything. If a war leaves nobody, the table is carried over to the next round. At the
end of a round a player with an empty hand takes up the pile; a player who has no pile either is out. The last player
with cards wins and takes what was carried over; it may be that nobody has cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

LAID_DOWN = 3
"""Cards that a player lays down in a war before the one that is played."""

Cards = tuple[int, ...]
"""Cards of a hand, a pile or the table, the smallest first; of cards that a player lays, the last is the one played."""

STARTING_HAND: Cards = tuple(range(2, 14))
"""The cards that every player starts with."""

Hands = Sequence[Sequence[int]]
"""Hands or piles of all players, whose cards may be in any order."""


class State(NamedTuple):
    """The open cards when players have to choose, as `View` explains; hands, piles and table are sorted."""

    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    table: Cards = ()
    contenders: tuple[int, ...] = (0, 1)
    is_war: bool = False

    @classmethod
    def of(cls, hands: Hands, piles: Hands = (), table: Sequence[int] = (), is_war: bool = False) -> "State":
        """Return the state with these cards: everyone with cards, or in a war everyone, is a contender."""
        own = tuple(tuple(sorted(hand)) for hand in hands)
        won = tuple(tuple(sorted(pile)) for pile in piles or ((),) * len(own))
        contenders = tuple(player for player, hand in enumerate(own) if hand or is_war)
        return cls(own, won, tuple(sorted(table)), contenders, is_war)

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who choose."""
        return fighters(self.contenders, self.hands) if self.is_war else self.contenders

    def after(self, chosen: Mapping[int, Cards]) -> "State":
        """Return the next state when the choosing players have laid these cards; in a war the others lay all.

        >>> State.of([(2, 5), (5,)]).after({0: (2,), 1: (5,)})
        State(hands=((5,), (2, 5)), piles=((), ()), table=(), contenders=(0, 1), is_war=False)
        """
        laid = {player: chosen.get(player, self.hands[player]) for player in self.contenders}
        left, table = lay(laid, self.hands, self.table)
        tied = tied_players(chosen)
        if len(tied) > 1:
            return State(left, self.piles, table, tied, True)
        won = [tuple(sorted(pile + table)) if (player,) == tied else pile for player, pile in enumerate(self.piles)]
        hands = tuple(hand or pile for hand, pile in zip(left, won, strict=True))
        piles = tuple(pile if hand else () for hand, pile in zip(left, won, strict=True))
        return State(hands, piles, () if tied else table, tuple(player for player, hand in enumerate(hands) if hand))


def tied_players(laid: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Return the players who played the highest card: one takes the table, several go to war."""
    highest = max((cards[-1] for cards in laid.values()), default=0)
    return tuple(player for player, cards in laid.items() if cards[-1] == highest)


def lay(laid: Mapping[int, Cards], hands: Sequence[Cards], table: Cards) -> tuple[tuple[Cards, ...], Cards]:
    """Return the hands and the table after every player has laid these cards.

    >>> lay({0: (5,), 1: (3,)}, [(4, 5), (2, 3)], ())
    (((4,), (2,)), (3, 5))
    """
    left = tuple(without(laid.get(player, ()), hand) for player, hand in enumerate(hands))
    return left, tuple(sorted(sum(laid.values(), table)))


def fighters(tied: Sequence[int], hands: Sequence[Cards]) -> tuple[int, ...]:
    """Return the tied players who have enough cards for a war: the others lay down all they have and are out of it.

    >>> fighters([0, 1], [(2, 3, 4, 5), (6, 7), (8,)])
    (0,)
    """
    return tuple(player for player in tied if len(hands[player]) > LAID_DOWN)


def utilities(hands: Sequence[Cards], piles: Sequence[Cards]) -> tuple[int, ...]:
    """Return the utility of every player, by which the paper measures success: the sum of the cards in hand and pile.

    >>> utilities([(2, 3), ()], [(), (13, 13)])
    (5, 26)
    """
    return tuple(sum(hand) + sum(pile) for hand, pile in zip(hands, piles, strict=True))


def without(cards: Sequence[int], hand: Cards) -> Cards:
    """Return the hand that is left when these cards are taken from it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def missing_cards(cards: Sequence[int], hand: Cards) -> list[int]:
    """Return the cards that the hand does not hold, or does not hold as often.

    >>> missing_cards((3, 3, 5), (2, 3, 5))
    [3]
    """
    return list((Counter(cards) - Counter(hand)).elements())


def cards_text(cards: Sequence[int]) -> str:
    """Cards as text, in which equal cards are counted.

    >>> cards_text((2, 2, 2, 5, 7, 7))
    '3x2 5 2x7'
    """
    counts = Counter(sorted(cards))
    return " ".join(str(card) if count == 1 else f"{count}x{card}" for card, count in counts.items())
