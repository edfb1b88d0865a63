"""The rules of WAR with Auction Rounds that the game, and strategies that look ahead, go by.

Rosenthal and Sattizahn's game: everyone starts with the same cards, 2..13. In each round everyone who has cards chooses
one, and all are shown at once. The highest takes what is on the table to its owner's pile. If several are highest,
their owners go to war: who has fewer than four cards in hand lays them all down and is out of the war; each other lays
three cards down and plays one, and again the highest takes all. If a war leaves nobody, the table is carried over to
the next round. At the end of a round, whoever has an empty hand takes up the pile; who has neither is out. The last
player with cards wins, and takes what was carried over; there may be none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

LAID_DOWN = 3
"""Cards that a player lays down in a war before the one that is played."""

Cards = tuple[int, ...]
"""Cards of a hand, a pile or the table, the smallest first; where they are laid, the one that is played last."""

STARTING_HAND: Cards = tuple(range(2, 14))
"""What everyone starts with."""


def tied_players(laid: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The players whose card is the highest: one who takes the table, or several who go to war."""
    highest = max((cards[-1] for cards in laid.values()), default=0)
    return tuple(player for player, cards in laid.items() if cards[-1] == highest)


def lay(
    laid: Mapping[int, Sequence[int]], hands: Sequence[Cards], table: Sequence[int]
) -> tuple[tuple[Cards, ...], tuple[int, ...]]:
    """The hands and the table after everyone laid their cards.

    >>> lay({0: (3,), 1: (5,)}, [(3, 4), (2, 5)], ())
    (((4,), (2,)), (3, 5))
    """
    left = tuple(without(laid.get(player, ()), hand) for player, hand in enumerate(hands))
    return left, (*table, *(card for cards in laid.values() for card in cards))


def fighters(tied: Sequence[int], hands: Sequence[Cards]) -> tuple[int, ...]:
    """Those of the tied players who have the cards for a war: the others lay down what they have, and are out of it.

    >>> fighters([0, 1], [(2, 3, 4, 5), (6, 7), (8,)])
    (0,)
    """
    return tuple(player for player in tied if len(hands[player]) > LAID_DOWN)


def laid_in_war(tied: Sequence[int], hands: Sequence[Cards], chosen: Mapping[int, Cards]) -> dict[int, Cards]:
    """What every tied player lays in a war: the fighters what they have chosen, the others their whole hand.

    >>> laid_in_war([0, 1], [(2, 3, 4, 5), (6, 7), (8,)], {0: (2, 3, 4, 5)})
    {0: (2, 3, 4, 5), 1: (6, 7)}
    """
    return {player: chosen.get(player, hands[player]) for player in tied}


def utilities(hands: Sequence[Cards], piles: Sequence[Cards]) -> tuple[int, ...]:
    """The utility of every player, by which the paper says how well it does: the sum of the cards in hand and pile.

    >>> utilities([(2, 3), ()], [(), (13, 13)])
    (5, 26)
    """
    return tuple(sum(hand) + sum(pile) for hand, pile in zip(hands, piles, strict=True))


def without(cards: Sequence[int], hand: Cards) -> Cards:
    """The hand that is left when cards are taken from it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def missing_cards(cards: Sequence[object], hand: Cards) -> list[object]:
    """Those of the cards that the hand has not got, or not so often.

    >>> missing_cards((3, 3, 5), (2, 3, 5))
    [3]
    """
    left: list[object] = list(hand)
    missing = []
    for card in cards:
        if isinstance(card, bool) or card not in left:
            missing.append(card)
        else:
            left.remove(card)
    return missing


def war_choices(hand: Cards) -> Iterator[Cards]:
    """All that can be chosen for a war, four cards with the one played last, as often as it can be picked.

    >>> list(war_choices((2, 3, 4, 5)))
    [(3, 4, 5, 2), (2, 4, 5, 3), (2, 3, 5, 4), (2, 3, 4, 5)]
    """
    for cards in combinations(hand, LAID_DOWN + 1):
        for place, card in enumerate(cards):
            yield (*cards[:place], *cards[place + 1 :], card)


def cards_text(cards: Sequence[int]) -> str:
    """Cards as text, equal ones counted.

    >>> cards_text((2, 2, 2, 5, 7, 7))
    '3x2 5 2x7'
    """
    counts = Counter(sorted(cards))
    return " ".join(str(card) if count == 1 else f"{count}x{card}" for card, count in counts.items())
